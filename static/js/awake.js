// Keeps the machine that serves awake while a table plays, where its browser allows it: a laptop that falls asleep
// takes the house with it.
(() => {
  let lock = null;
  const keep = async () => {
    const wanted = Boolean(document.querySelector("[data-awake]")) && document.visibilityState === "visible";
    if (wanted && !lock) {
      lock = await navigator.wakeLock?.request("screen").catch(() => null);
      lock?.addEventListener("release", () => (lock = null));
    } else if (!wanted && lock) {
      await lock.release();
    }
  };
  document.addEventListener("visibilitychange", keep);
  document.addEventListener("htmx:after:swap", keep);
  keep();
})();
