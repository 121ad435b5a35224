// The desk answers for a seat in a panel.
(() => {
  const view = document.getElementById("view");
  const panel = document.getElementById("panel");
  const leave = () => panel.replaceChildren();

  document.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    if (on("[data-close-panel]")) event.preventDefault(), leave();
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const asked = panel.querySelector("[name=opened]")?.value;
    const now = view.querySelector("[data-opened]")?.dataset.opened;
    if (asked && asked !== now) return leave(); // that question has passed
    if (ctx?.target === panel) view.querySelector(".round")?.scrollIntoView({ block: "nearest" });
  });
  // At a rehearsal whatever the moderator unfolds comes into sight, who does not look for it yet. A list that comes
  // unfolded stays where it is: it would push what has happened out of sight.
  let touched;
  document.addEventListener("click", ({ target }) => (touched = target.closest("summary")?.parentElement), true);
  const unfolded = ({ target }) => {
    if (target.open && target === touched && view.querySelector(".lesson")) bring(target);
  };
  document.addEventListener("toggle", unfolded, true);

  // So does, once for each hint and each question, what the hint points to; never while the moderator scrolls or types.
  const RESTS = 1500, LOOKS = 250; // milliseconds after the last touch of the page's place or a key; from look to look
  let pointed, soon, handled = 0;
  const bring = (one) => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    one.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
  };
  const isSeen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => one.contains(document.elementFromPoint((left + right) / 2, y)));
  };
  const marked = () =>
    [...document.querySelectorAll("header *, #view *")].find((one) => one.getClientRects().length && getComputedStyle(one).outlineStyle === "dashed");
  const asks = () => `${view.querySelector(".lesson [name=hint]")?.value} ${view.querySelector("[data-opened]")?.dataset.opened}`;
  const look = (y) => {
    if (pointed === asks() || panel.childElementCount || document.querySelector("dialog[open]")) return;
    if (scrollY !== y || Date.now() - handled < RESTS) return lookAgain();
    pointed = asks();
    const one = marked();
    if (one && !isSeen(one)) bring(one);
  };
  const lookAgain = () => {
    clearTimeout(soon);
    if (view.querySelector(".lesson[data-mark]")) soon = setTimeout(look, LOOKS, scrollY);
  };
  for (const name of ["wheel", "touchmove", "keydown", "input"]) {
    document.addEventListener(name, () => (handled = Date.now()), { capture: true, passive: true });
  }
  document.addEventListener("htmx:after:swap", lookAgain);
  lookAgain();
  document.addEventListener("htmx:after:request", ({ detail }) => {
    if (detail.ctx.response.status === 200 && panel.contains(detail.ctx.sourceElement) && detail.ctx.request.method === "POST") leave();
  });
})();
