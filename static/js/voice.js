// Speaks the lines of the step that is shown (data-say), once each time one is opened, with the device's own voices.
(() => {
  const toggle = document.querySelector("[data-voice]");
  const loudness = document.querySelector("[data-loudness=voice]");
  const voiceless = document.querySelector("[data-voiceless]");
  const language = document.documentElement.lang;
  const PAUSE = 700; // milliseconds between two lines
  let spoken;

  const lines = () => [...document.querySelectorAll("[data-say] .said")].map((line) => line.textContent);
  const voice = () => speechSynthesis.getVoices().find((one) => one.lang.startsWith(language));
  const isOn = () => toggle.getAttribute("aria-pressed") === "true";

  const say = ([line, ...rest]) => {
    if (!line || !isOn()) return;
    const words = new SpeechSynthesisUtterance(line);
    Object.assign(words, { lang: language, voice: voice() ?? null, volume: Number(loudness.value), rate: 0.92 });
    words.onend = () => setTimeout(say, PAUSE, rest);
    speechSynthesis.speak(words);
  };
  const speak = () => {
    speechSynthesis.cancel();
    voiceless.hidden = Boolean(voice());
    say(lines());
  };
  const follow = () => {
    const step = document.querySelector("[data-say]")?.dataset.say;
    if (step === spoken) return;
    spoken = step;
    if (isOn() && step) speak();
  };

  if (!("speechSynthesis" in window)) return void (voiceless.hidden = false);
  toggle.addEventListener("click", () => {
    toggle.setAttribute("aria-pressed", String(!isOn()));
    isOn() ? speak() : speechSynthesis.cancel();
  });
  document.querySelector("[data-repeat]").addEventListener("click", () => isOn() && speak());
  document.addEventListener("htmx:after:swap", follow);
  follow();
})();
