// A word about a tap lies over the page and lets taps through. It goes by itself after a while, with the next tap
// anywhere, and when the question changes that it was said about.
(() => {
  const WHILE = 10_000; // milliseconds
  const patience = "slow" in document.body.dataset ? 2 : 1;
  const view = document.getElementById("view");
  const notice = document.getElementById("notice");
  let timer, about;

  const question = () => view.querySelector("[name=opened]")?.value ?? view.querySelector("[data-opened]")?.dataset.opened;
  const clear = () => notice.replaceChildren();
  const follow = () => {
    clearTimeout(timer);
    about = question();
    if (!notice.childElementCount) return;
    timer = setTimeout(clear, WHILE * patience);
  };

  new MutationObserver(follow).observe(notice, { childList: true });
  document.addEventListener("pointerdown", clear);
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx?.response) about = question(); // the word came with this question
    else if (about !== question()) clear();
  });
  follow();
})();
