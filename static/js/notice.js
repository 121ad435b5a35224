// A word about a tap goes by itself after a while, and when the question changes that it was said about.
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
    const { top, bottom } = notice.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) notice.scrollIntoView({ block: "nearest" });
  };

  new MutationObserver(follow).observe(notice, { childList: true });
  // What is fixed at the foot of the page stands above the word, however long it is.
  new ResizeObserver(() => document.body.style.setProperty("--word", `${notice.offsetHeight}px`)).observe(notice);
  notice.addEventListener("click", clear);
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx?.response) about = question(); // the word came with this question
    else if (about !== question()) clear();
  });
  follow();
})();
