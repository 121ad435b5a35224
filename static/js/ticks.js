// Keeps what a player ticks on a sheet, on this device alone, for this seat alone, and until the next game.
(() => {
  const NAME = "ticks";
  const { seat: own, seats } = document.body.dataset;
  const kept = () => {
    try {
      return JSON.parse(localStorage.getItem(NAME)) ?? {};
    } catch {
      return {}; // a browser that keeps nothing
    }
  };
  const keep = (ticked) => {
    try {
      if (ticked) localStorage.setItem(NAME, JSON.stringify(ticked));
      else localStorage.removeItem(NAME);
    } catch {
      return; // ticked until the page is left
    }
  };
  const restore = () => {
    const sheet = document.querySelector("[data-ticks]");
    if (!sheet) return;
    const { seat, game, boxes } = kept();
    const ticked = seat === own && game === sheet.dataset.ticks ? boxes : [];
    for (const box of sheet.querySelectorAll("input")) box.checked = box.disabled || ticked.includes(box.id);
  };
  document.addEventListener("change", ({ target }) => {
    const sheet = target.closest("[data-ticks]");
    if (!sheet) return;
    const boxes = [...sheet.querySelectorAll("input:checked:enabled")].map((box) => box.id);
    keep({ seat: own, game: sheet.dataset.ticks, boxes });
  });
  document.addEventListener("htmx:after:swap", restore);
  if (seats !== undefined && !seats.split(" ").includes(kept().seat)) keep(null); // of a seat that this device has no longer
  restore();
})();
