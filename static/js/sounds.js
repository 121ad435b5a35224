// Sounds of a game's world, made here from notes (games/engine/look.py) and played from no file: the wind of the night,
// which covers small noises, and a mark where a night falls, a day breaks, a vote or a game ends. Desk and screen alone.
(() => {
  const toggle = document.querySelector("[data-sounds]");
  const slider = document.querySelector("[data-loudness=sounds]");
  const voice = document.querySelector("[data-loudness=voice]");
  const world = JSON.parse(toggle.dataset.sounds);
  const KEPT = "sounds"; // whether they are on, and how loud: this device's choice, at every table
  const FADE = 0.5; // seconds
  const UNDER = 0.2; // how loud they are while the voice speaks
  let context, master, wind, noise;
  let speaking = false;
  let again; // what comes again by night
  let heard = document.querySelector("[data-cue]")?.dataset.cueOf ?? ""; // what was there before this page is not marked

  const isOn = () => toggle.getAttribute("aria-pressed") === "true";
  const isNight = () => document.querySelector("#view .night") !== null;
  const loudness = () => Math.min(Number(slider.value), Number(voice.value)) * (speaking ? UNDER : 1);
  const keep = () => {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ on: isOn(), loud: slider.value }));
    } catch {
      // a browser that keeps nothing plays all the same
    }
  };

  // A mark sounds no sooner than what it marks is told, so that it tells nothing (moment.css).
  const untilWords = () => {
    const told = document.querySelector(".moment > .piece:is(.name, .big)")?.getAnimations()[0];
    return (told?.effect.getComputedTiming().delay ?? 0) / 1000;
  };

  const start = () => {
    context = new AudioContext();
    const limit = new DynamicsCompressorNode(context);
    master = new GainNode(context, { gain: 0 });
    master.connect(limit).connect(context.destination);
    noise = new AudioBuffer({ length: context.sampleRate * 4, sampleRate: context.sampleRate });
    const samples = noise.getChannelData(0);
    for (let last = 0, place = 0; place < samples.length; place++) {
      last = (last + 0.02 * (Math.random() * 2 - 1)) / 1.02; // brown: mostly deep
      samples[place] = last * 3;
    }
    wind = new GainNode(context, { gain: 0 });
    const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: world.wind });
    const gust = new OscillatorNode(context, { frequency: 0.07 });
    const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
    gust.connect(new GainNode(context, { gain: world.wind / 2 })).connect(filter.frequency);
    source.connect(filter).connect(wind).connect(master);
    source.start();
    gust.start();
  };

  const play = ({ at, pitch, lasts, wave, loud, to }) => {
    const begin = context.currentTime + at;
    const swell = new GainNode(context, { gain: 0 });
    swell.gain.setValueAtTime(0.0001, begin);
    swell.gain.exponentialRampToValueAtTime(loud, begin + Math.min(0.05, lasts / 4));
    swell.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    const hiss = wave === "noise";
    const source = hiss
      ? new AudioBufferSourceNode(context, { buffer: noise, loop: true })
      : new OscillatorNode(context, { type: wave, frequency: pitch });
    const filter = hiss && new BiquadFilterNode(context, { type: "lowpass", frequency: pitch });
    if (to) (hiss ? filter : source).frequency.setValueAtTime(pitch, begin).exponentialRampToValueAtTime(to, begin + lasts);
    (hiss ? source.connect(filter) : source).connect(swell).connect(master);
    source.start(begin);
    source.stop(begin + lasts);
  };

  const follow = () => {
    const mark = document.querySelector("[data-cue]");
    const before = heard;
    heard = mark?.dataset.cueOf ?? "";
    if (!context) return;
    master.gain.setTargetAtTime(isOn() ? loudness() : 0, context.currentTime, FADE / 3);
    const night = isOn() && isNight() && world.wind > 0;
    wind.gain.setTargetAtTime(night ? 0.8 : 0, context.currentTime, FADE);
    if (!night) again = clearInterval(again);
    else if (world.every) again ??= setInterval(() => world.again.forEach(play), world.every * 1000);
    if (isOn() && heard && heard !== before)
      for (const note of world.cues[mark.dataset.cue] ?? []) play({ ...note, at: note.at + untilWords() });
  };
  const wake = () => {
    if (!isOn()) return;
    if (!context) start();
    context.resume();
    follow();
  };

  try {
    const { on, loud } = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    if (on !== undefined) toggle.setAttribute("aria-pressed", String(on));
    if (loud !== undefined) slider.value = loud;
  } catch {
    // nothing was kept, or nothing may be
  }
  toggle.addEventListener("click", () => {
    toggle.setAttribute("aria-pressed", String(!isOn()));
    keep();
    wake();
    follow();
  });
  slider.addEventListener("input", () => (keep(), follow()));
  voice.addEventListener("input", follow);
  for (const tap of ["touchend", "click", "keydown"]) document.addEventListener(tap, wake); // wanted before the first sound
  document.addEventListener("veilleur:voice", ({ detail }) => ((speaking = detail), follow()));
  document.addEventListener("htmx:after:swap", follow);
})();
