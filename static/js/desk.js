// The desk answers for a seat in a panel.
(() => {
  const view = document.getElementById("view");
  const panel = document.getElementById("panel");
  const leave = () => panel.replaceChildren();

  document.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    if (on("[data-close-panel]")) event.preventDefault(), leave();
  });

  document.addEventListener("htmx:after:swap", () => {
    const asked = panel.querySelector("[name=opened]")?.value;
    const now = view.querySelector("[data-opened]")?.dataset.opened;
    if (asked && asked !== now) leave(); // that question has passed
  });
  document.addEventListener("htmx:after:request", ({ detail }) => {
    if (detail.ctx.response.status === 200 && panel.contains(detail.ctx.sourceElement) && detail.ctx.request.method === "POST") leave();
  });
})();
