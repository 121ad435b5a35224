// A wind of filtered noise, made here and not played from a file, that covers the small sounds of the night.
(() => {
  const toggle = document.querySelector("[data-ambience]");
  const loudness = document.querySelector("[data-loudness=ambience]");
  const FADE = 1.5; // seconds
  let context, gain;

  const wind = () => {
    context = new AudioContext();
    const noise = new AudioBuffer({ length: context.sampleRate * 8, sampleRate: context.sampleRate });
    const samples = noise.getChannelData(0);
    for (let last = 0, place = 0; place < samples.length; place++) {
      last = (last + 0.02 * (Math.random() * 2 - 1)) / 1.02; // brown: mostly deep
      samples[place] = last * 3;
    }
    const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
    const filter = new BiquadFilterNode(context, { type: "lowpass", frequency: 500 });
    const gust = new OscillatorNode(context, { frequency: 0.07 });
    const depth = new GainNode(context, { gain: 250 });
    gain = new GainNode(context, { gain: 0 });
    gust.connect(depth).connect(filter.frequency);
    source.connect(filter).connect(gain).connect(context.destination);
    source.start();
    gust.start();
  };
  const isOn = () => toggle.getAttribute("aria-pressed") === "true";
  const isNight = () => document.querySelector("#view .night") !== null;
  const blow = () => {
    if (!context) return;
    const wanted = isOn() && isNight() ? Number(loudness.value) : 0;
    gain.gain.setTargetAtTime(wanted, context.currentTime, FADE / 3);
  };

  const wake = () => {
    if (!isOn()) return;
    if (!context) wind();
    context.resume();
    blow();
  };

  toggle.addEventListener("click", () => {
    toggle.setAttribute("aria-pressed", String(!isOn()));
    wake();
    blow();
  });
  document.addEventListener("pointerdown", wake); // browsers want a touch before the first sound
  loudness.addEventListener("input", blow);
  document.addEventListener("htmx:after:swap", blow);
})();
