// The desk covers itself, shows a player one thing at a time, and answers for a seat in a panel.
(() => {
  const IDLE = 20000; // milliseconds without a touch, at night
  const view = document.getElementById("view");
  const panel = document.getElementById("panel");
  const shade = document.getElementById("shade");
  let touched = Date.now();

  const cover = () => {
    const secrets = document.getElementById("secrets");
    if (secrets) secrets.checked = false;
    for (const opened of view.querySelectorAll("details[open]")) opened.open = false;
    if (!shade.open) shade.showModal();
  };
  const guard = () => view.querySelector("[data-guarded]") && cover();
  const leave = () => panel.replaceChildren();

  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => (touched = Date.now()), true);
  setInterval(() => view.querySelector("[data-guarded].night") && Date.now() - touched > IDLE && cover(), 1000);
  document.addEventListener("visibilitychange", guard);
  for (const name of ["blur", "pagehide"]) window.addEventListener(name, guard);

  document.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    if (on("[data-shade]")) cover();
    if (on("[data-lift]")) shade.close();
    if (on("[data-opens]")) document.getElementById(on("[data-opens]").dataset.opens).showModal();
    if (on("[data-close-panel]")) event.preventDefault(), leave();
    if (on("[data-hold]") && event.detail === 0) on("dialog").close(); // by a key
  });

  let held;
  document.addEventListener("pointerdown", (event) => {
    const sheet = event.target.closest("[data-hold]")?.closest("dialog");
    if (sheet) held = setTimeout(() => (cover(), sheet.close()), 1000);
  });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => clearTimeout(held));
  document.addEventListener("cancel", (event) => event.target.matches("[data-sheet]") && event.preventDefault(), true);

  document.addEventListener("htmx:after:swap", () => {
    const asked = panel.querySelector("[name=opened]")?.value;
    const now = view.querySelector("[data-opened]")?.dataset.opened;
    if (asked && asked !== now) leave(); // that question has passed
  });
  document.addEventListener("htmx:after:request", ({ detail }) => {
    if (detail.ctx.response.status === 200 && panel.contains(detail.ctx.sourceElement) && detail.ctx.request.method === "POST") leave();
  });
})();
