// For who listens or uses keys: says once what is new in the game, and leads from an old question to the next one.
(() => {
  const view = document.getElementById("view");
  const announced = document.getElementById("announced");
  let told = []; // what stood there before
  let step, asked;
  let inQuestion = false; // where the focus was last

  const question = () => view.querySelector("#answer [name=opened]")?.value;
  const lines = () => [...view.querySelectorAll("[data-step] > p")];
  const remember = () => {
    told = lines().map((line) => line.textContent);
    step = view.querySelector("[data-step]")?.dataset.step;
    asked = question();
  };
  const announce = () => {
    const isNew = view.querySelector("[data-step]")?.dataset.step !== step;
    const fresh = lines().filter((line) => !told.includes(line.textContent) || (isNew && "asks" in line.dataset));
    if (fresh.length) announced.replaceChildren(...fresh.map((line) => line.cloneNode(true)));
  };
  const lead = () => {
    if (!inQuestion || asked === question()) return;
    const byKey = document.activeElement === document.body || document.activeElement.matches(":focus-visible");
    const heading = view.querySelector("#part-question h2") ?? view.querySelector("h1");
    heading?.focus({ preventScroll: !byKey });
    inQuestion = true;
  };

  document.addEventListener("focusin", ({ target }) => (inQuestion = target.closest("#part-question") !== null));
  document.addEventListener("htmx:after:swap", () => {
    announce();
    lead();
    remember();
  });
  remember();
})();
