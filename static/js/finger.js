// A tap counts for the control on which the finger came down, and for none that has come under it meanwhile.
(() => {
  const control = (target) => {
    const one = target.closest?.("a, button, summary, label, input, select, textarea");
    return (one?.matches("label") ? one.control : one) ?? null;
  };
  let down; // null: beside all of them; undefined: no finger came down
  document.addEventListener("pointerdown", ({ target }) => (down = control(target)), true);
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail === 0 || down === undefined) return; // by a key, or by the page itself
      const here = control(event.target);
      const redrawn = down && here && !down.isConnected && down.outerHTML === here.outerHTML;
      if (here === down || redrawn) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
})();
