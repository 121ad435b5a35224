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
  // At a rehearsal whatever is unfolded comes into sight: who learns does not look for it yet.
  const unfolded = ({ target }) => {
    if (target.open && view.querySelector(".lesson")) target.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("toggle", unfolded, true);
  document.addEventListener("htmx:after:request", ({ detail }) => {
    if (detail.ctx.response.status === 200 && panel.contains(detail.ctx.sourceElement) && detail.ctx.request.method === "POST") leave();
  });
})();
