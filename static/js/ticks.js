// Keeps what a player ticks on a sheet, on this device alone and until the next game.
(() => {
  const NAME = "ticks";
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(NAME)) ?? {};
    } catch {
      return {}; // a browser that keeps nothing
    }
  };
  const restore = () => {
    const sheet = document.querySelector("[data-ticks]");
    if (!sheet) return;
    const { game, boxes } = kept();
    const ticked = game === sheet.dataset.ticks ? boxes : [];
    for (const box of sheet.querySelectorAll("input")) box.checked = box.disabled || ticked.includes(box.id);
  };
  document.addEventListener("change", ({ target }) => {
    const sheet = target.closest("[data-ticks]");
    if (!sheet) return;
    const boxes = [...sheet.querySelectorAll("input:checked:enabled")].map((box) => box.id);
    try {
      localStorage.setItem(NAME, JSON.stringify({ game: sheet.dataset.ticks, boxes }));
    } catch {
      return; // ticked until the page is left
    }
  });
  document.addEventListener("htmx:after:swap", restore);
  restore();
})();
