// Keeps the screen on of a device on which a whole table depends, as long as the page has [data-awake]: by a wake lock,
// or where the browser gives none (over http), by a silent video that a tap starts. A page of players never loads this.
//
// Browsers keep a screen on for a video with a sound track that is not muted, though it is silent; Safari does not for
// one with the attribute `loop`. Under five seconds long, it shows up in no list of what is playing.
(() => {
  const NEAR_END = 3; // seconds of the four that the video lasts
  const video = document.querySelector("[data-awake-video]");
  const hints = document.querySelectorAll("[data-sleeps]");
  let lock = null;
  let wasTapped = false;

  const isWanted = () => !document.hidden && document.querySelector("[data-awake]") !== null;
  const isOn = () => lock !== null || (video !== null && !video.paused);
  const say = () => {
    const hint = isOn() || !isWanted() ? "" : wasTapped ? "anyway" : "untapped";
    for (const one of hints) one.hidden = one.dataset.sleeps !== hint;
  };
  const requestLock = async () => {
    const granted = await navigator.wakeLock.request("screen");
    if (lock || !isWanted()) return granted.release();
    lock = granted;
    lock.addEventListener("release", () => {
      lock = null;
      keep();
    });
  };
  const keep = async () => {
    if (!isWanted()) {
      video?.pause();
      await lock?.release();
    } else if (!isOn()) {
      if (navigator.wakeLock) await requestLock().catch(() => {});
      if (!isOn() && wasTapped) await video?.play().catch(() => {});
    }
    say();
  };

  for (const tap of ["touchend", "click", "keydown"]) {
    document.addEventListener(tap, () => {
      wasTapped ||= tap !== "touchend"; // which may have been a scroll
      keep();
    });
  }
  video?.addEventListener("timeupdate", () => video.currentTime > NEAR_END && (video.currentTime = 0));
  video?.addEventListener("ended", keep);
  video?.addEventListener("pause", say);
  document.addEventListener("visibilitychange", keep);
  document.addEventListener("htmx:after:swap", keep);
  keep();
})();
