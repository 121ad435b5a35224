// Keeps an announcement folded that somebody has folded, also when it comes again after a night. Kept in this page alone.
(() => {
  const view = document.getElementById("view");
  const folded = new Set();

  view.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.matches(".announcement")) return;
      if (target.open) folded.delete(target.id);
      else folded.add(target.id);
    },
    true, // it does not bubble
  );
  document.addEventListener("htmx:after:swap", () => {
    for (const one of view.querySelectorAll(".announcement[open]")) if (folded.has(one.id)) one.open = false;
  });
})();
