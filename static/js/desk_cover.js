// The desk covers itself when nobody looks, or after a while at night; the cover shows the moment and its clock.
// A player is shown one thing at a time, and hands a covered desk back.
(() => {
  const view = document.getElementById("view");
  const panel = document.getElementById("panel");
  const shade = document.getElementById("shade");
  const after = Number(shade.dataset.after) * 1000; // milliseconds without a touch; 0: never by itself
  const seen = new Set(); // what was to be told and has been looked at
  let touched = Date.now();

  const copy = () => {
    const parts = ["part-phase", "part-clocks"].map((id) => document.getElementById(id)?.cloneNode(true));
    for (const part of parts) part?.removeAttribute("id"), part?.querySelectorAll("[id]").forEach((one) => one.removeAttribute("id"));
    shade.querySelector("[data-now]").replaceChildren(...parts.filter(Boolean));
  };
  const cover = () => {
    const secrets = document.getElementById("secrets");
    if (secrets) secrets.checked = false;
    for (const one of view.querySelectorAll("details[open]")) if (one.matches(".cover") || !one.querySelector("form")) one.open = false;
    copy();
    if (!shade.open) shade.showModal();
  };
  const guard = () => view.querySelector("[data-guarded]") && cover();

  const chosen = (one) => (one.matches("[type=radio], [type=checkbox]") ? one.checked !== one.defaultChecked : one.value !== one.defaultValue);
  const begun = () =>
    [...view.querySelectorAll("form :is(input:not([type=hidden]), textarea)")].some(chosen) ||
    [...view.querySelectorAll("form option")].some((one) => one.defaultSelected ? !one.selected : one.selected && one.index > 0);
  const unread = () => view.querySelector(".announce") || [...view.querySelectorAll(".tell")].some((one) => !seen.has(one.id));
  const busy = () =>
    panel.childElementCount || document.querySelector("dialog[open]:not(#shade)") || view.querySelector("details.sure[open]") || unread() || begun();

  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => (touched = Date.now()), true);
  setInterval(() => {
    if (!after || !view.querySelector("[data-guarded].night") || Date.now() - touched <= after) return;
    if (busy()) touched = Date.now(); // once that is done, the time begins anew
    else cover();
  }, 1000);
  document.addEventListener("visibilitychange", guard);
  for (const name of ["blur", "pagehide"]) window.addEventListener(name, guard);
  document.addEventListener("toggle", ({ target }) => target.open && target.matches(".tell") && seen.add(target.id), true);
  document.addEventListener("htmx:after:swap", () => shade.open && copy());

  document.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    if (on("[data-shade]")) cover();
    if (on("[data-opens]")) document.getElementById(on("[data-opens]").dataset.opens).showModal();
    if (on("[data-hold]") && event.detail === 0) on("dialog").close(); // by a key
  });

  let held;
  document.addEventListener("pointerdown", (event) => {
    const sheet = event.target.closest("[data-hold]")?.closest("dialog");
    if (sheet) held = setTimeout(() => (cover(), sheet.close()), 1000);
  });
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => clearTimeout(held));
  document.addEventListener("cancel", (event) => event.target.matches("[data-sheet]") && event.preventDefault(), true);

  if (shade.open) {
    shade.close(); // it came covered, and now covers the keyboard's way too
    cover();
    history.replaceState(null, "", location.pathname);
  }
})();
