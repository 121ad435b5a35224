// Tables that call for help, on every page of organisers; with a sound on devices where somebody wants one.
(() => {
  const EVERY = 4000; // milliseconds
  const KEPT = "help-sound"; // this device's choice
  const part = document.querySelector("[data-calls]");
  const shown = part.querySelector("[role=alert]");
  const toggle = part.querySelector("button");
  const known = new Set(); // calls that have sounded
  let context;
  let last = "";

  const isOn = () => toggle.getAttribute("aria-pressed") === "true";
  const ring = () => {
    context ??= new AudioContext();
    for (const [beat, pitch] of [660, 880, 660].entries()) {
      const at = context.currentTime + beat * 0.25;
      const note = new OscillatorNode(context, { frequency: pitch });
      const loud = new GainNode(context, { gain: 0.3 });
      note.connect(loud).connect(context.destination);
      note.start(at);
      note.stop(at + 0.2);
    }
  };
  const look = async () => {
    const answer = await fetch(part.dataset.calls);
    if (!answer.ok || answer.redirected) return;
    const text = await answer.text();
    if (text !== last) shown.innerHTML = last = text;
    const calls = [...shown.querySelectorAll("[data-call]")].map((one) => one.dataset.call);
    const fresh = calls.filter((one) => !known.has(one));
    known.clear();
    for (const one of calls) known.add(one);
    if (fresh.length && isOn()) ring();
  };
  try {
    toggle.setAttribute("aria-pressed", localStorage.getItem(KEPT) === "on");
  } catch {
    known.clear(); // a browser that keeps nothing
  }
  toggle.hidden = false;
  toggle.addEventListener("click", () => {
    toggle.setAttribute("aria-pressed", !isOn());
    if (isOn()) ring();
    try {
      localStorage.setItem(KEPT, isOn() ? "on" : "off");
    } catch {
      known.clear();
    }
  });
  const lookAgain = () => document.hidden || look().catch(() => {});
  lookAgain();
  setInterval(lookAgain, EVERY);
})();
