// Lifts a cover (details[data-cover]) while it is held, or after a tap for so many seconds; anything else drops it.
// One that stays is always lifted by a tap, and for longer while something on it is ticked.
// Without this script a cover opens and closes like any other details element.
(() => {
  const TAP = 350; // milliseconds: a shorter press is a tap
  const manner = document.body.dataset.coverBy; // hold, tap, or both
  const patience = "slow" in document.body.dataset ? 2 : 1;
  let lifted, pressed, timer;

  const drop = () => {
    clearTimeout(timer);
    if (lifted) lifted.open = false;
    lifted = pressed = undefined;
  };
  const lift = (cover, seconds) => {
    drop();
    lifted = cover;
    cover.open = true;
    if (seconds) timer = setTimeout(drop, seconds * 1000 * patience);
  };
  const turn = (cover) => (lifted === cover ? drop() : lift(cover, Number(cover.dataset.cover)));
  const byTap = (cover) => manner === "tap" || "coverStays" in cover.dataset;
  const faceAt = (event) => event.target.closest?.("details[data-cover] > summary");

  document.addEventListener("pointerdown", (event) => {
    const face = faceAt(event);
    if (pressed) return drop(); // a second finger
    if (!face || byTap(face.parentElement) || event.button !== 0) return;
    if (lifted === face.parentElement) return drop();
    face.setPointerCapture(event.pointerId); // letting go presses nothing else
    lift(face.parentElement);
    pressed = Date.now();
  });
  const release = (event) => {
    if (!pressed) return;
    const cover = lifted;
    const tapped = event.type === "pointerup" && Date.now() - pressed < TAP;
    drop();
    if (tapped && manner === "both") lift(cover, Number(cover.dataset.cover));
  };
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) document.addEventListener(name, release);
  document.addEventListener("click", (event) => {
    const face = faceAt(event);
    if (!face) return;
    event.preventDefault();
    const byKey = event.detail === 0;
    if (byKey || byTap(face.parentElement)) turn(face.parentElement);
  });
  document.addEventListener("change", (event) => {
    if (!lifted?.contains(event.target)) return;
    clearTimeout(timer);
    timer = setTimeout(drop, Number(lifted.dataset.cover) * 1000 * patience);
  });
  document.addEventListener("contextmenu", (event) => faceAt(event) && event.preventDefault());
  document.addEventListener("visibilitychange", drop);
  for (const name of ["blur", "pagehide", "orientationchange"]) window.addEventListener(name, drop);
  matchMedia("(orientation: portrait)").addEventListener?.("change", drop);
})();
