// Lifts a cover (details[data-cover]) while it is held, or after a tap for so many seconds; anything else drops it.
// Who lifts it by a key, or by a screen reader, drops it by the same or by Escape: reading aloud takes its time.
// One that stays is always lifted by a tap, and for longer while something on it is touched.
// Without this script a cover opens and closes like any other details element.
(() => {
  const TAP = 350; // milliseconds: a shorter press is a tap
  const manner = document.body.dataset.coverBy; // hold, tap, or both
  const patience = "slow" in document.body.dataset ? 2 : 1;
  let lifted, pressed, timer;
  let read = false; // the last touch was a screen reader's

  const drop = () => {
    timer = clearTimeout(timer);
    if (lifted?.closest(".desk")) lifted.style.minHeight = `${lifted.getBoundingClientRect().height}px`; // nothing moves under a finger
    if (lifted) lifted.open = false;
    lifted = pressed = undefined;
  };
  const lift = (cover, seconds) => {
    drop();
    lifted = cover;
    cover.open = true;
    if (seconds) timer = setTimeout(drop, seconds * 1000 * patience);
  };
  const turn = (cover, seconds) => (lifted === cover ? drop() : lift(cover, seconds));
  // Screen readers tap with a pointer that has no size (VoiceOver), or a mouse that does not press (TalkBack).
  const byReader = ({ width, height, pressure, pointerType }) =>
    (width === 0 && height === 0) || (pointerType === "mouse" && width === 1 && height === 1 && pressure === 0);
  const byTap = (cover) => manner === "tap" || "coverStays" in cover.dataset;
  const faceAt = (event) => event.target.closest?.("details[data-cover] > summary");

  document.addEventListener("pointerdown", (event) => {
    const face = faceAt(event);
    read = byReader(event);
    if (face && read) return;
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
    if (lifted?.matches("#card") && event.target.closest("#card > .secret")) return drop(); // it lies over its cover
    const face = faceAt(event);
    if (!face) return;
    event.preventDefault();
    const cover = face.parentElement;
    if (event.detail === 0 || read) turn(cover);
    else if (byTap(cover)) turn(cover, Number(cover.dataset.cover));
  });
  document.addEventListener("keydown", (event) => {
    read = false;
    if (event.key === "Escape" && lifted) drop();
  });
  const goOn = (event) => {
    const fills = lifted?.querySelector("[data-by-ring]") && event.target.closest?.(".ring"); // the ring fills a form on it
    if (!timer || !(fills || lifted?.contains(event.target)) || faceAt(event)) return;
    clearTimeout(timer);
    timer = setTimeout(drop, Number(lifted.dataset.cover) * 1000 * patience);
  };
  for (const name of ["change", "pointerdown", "keydown"]) document.addEventListener(name, goOn);
  document.addEventListener("contextmenu", (event) => faceAt(event) && event.preventDefault());
  document.addEventListener("visibilitychange", drop);
  for (const name of ["blur", "pagehide", "orientationchange"]) window.addEventListener(name, drop);
  matchMedia("(orientation: portrait)").addEventListener?.("change", drop);
})();
