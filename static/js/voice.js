// Speaks the lines of the step that is shown (data-say), once each time they change, with the device's own voices.
// While a game is played its controls are seen only for a while after a touch, a key, or a mouse that moves.
(() => {
  const SEEN = 6000; // milliseconds
  let hiding;
  const show = () => {
    document.body.classList.add("touched");
    clearTimeout(hiding);
    hiding = setTimeout(() => document.body.classList.remove("touched"), SEEN);
  };
  for (const touch of ["click", "keydown"]) document.addEventListener(touch, show); // never under a finger that is down
  document.addEventListener("pointermove", ({ pointerType }) => pointerType === "mouse" && show());
})();
(() => {
  const toggle = document.querySelector("[data-voice]");
  const loudness = document.querySelector("[data-loudness=voice]");
  const voiceless = document.querySelector("[data-voiceless]");
  const untouched = document.querySelector("[data-untouched]");
  const language = () => document.querySelector("[data-say]")?.closest("[lang]").lang ?? document.documentElement.lang;
  const PAUSE = 700; // milliseconds between two lines; longer before the last, where data-wait says so in seconds
  let step, heard; // what is shown, and what was spoken last
  let turn = 0; // a new one silences what is left of the one before

  const lines = () => [...document.querySelectorAll("[data-say] .said, :is(h1, h2)[data-say]")].map((line) => line.textContent);
  const voice = () => chooseVoice(language()).voice;
  const isOn = () => toggle.getAttribute("aria-pressed") === "true";

  let isAllowed = false; // browsers want a tap before the first word
  const askForTap = () => (untouched.hidden = isAllowed || !isOn() || !voiceless.hidden);
  const allow = (allowed) => {
    isAllowed = allowed;
    askForTap();
  };
  const tell = (speaking) => document.dispatchEvent(new CustomEvent("veilleur:voice", { detail: speaking })); // sounds.js
  const say = ([line, ...rest], mine) => {
    if (mine !== turn) return;
    if (!line) return tell(false);
    const words = new SpeechSynthesisUtterance(line);
    const { voice = null, lang } = chooseVoice(language()); // voices.js
    Object.assign(words, { lang, voice, volume: Number(loudness.value), rate: 0.92 });
    words.onstart = () => (tell(true), allow(true));
    words.onerror = ({ error }) => (tell(false), error === "not-allowed" && allow(false));
    const wait = rest.length === 1 && document.querySelector("[data-say]")?.dataset.wait;
    words.onend = () => setTimeout(say, wait ? wait * 1000 : PAUSE, rest, mine);
    speechSynthesis.speak(words);
  };
  const hush = () => (turn++, tell(false), speechSynthesis.cancel());
  const speak = () => {
    hush();
    voiceless.hidden = Boolean(voice());
    askForTap();
    if (voice() || !speechSynthesis.getVoices().length) say(lines(), turn); // some have a voice and no list of them
  };
  const follow = () => {
    const shown = document.querySelector("[data-say]")?.dataset.say;
    if (shown === step) return;
    step = shown;
    const text = lines().join("\n");
    if (text === heard) return; // the same question to the next player
    heard = text;
    if (isOn()) text ? speak() : hush();
  };

  if (!("speechSynthesis" in window)) return void (voiceless.hidden = false);
  toggle.addEventListener("click", () => {
    toggle.setAttribute("aria-pressed", String(!isOn()));
    isOn() ? speak() : hush();
    askForTap();
  });
  document.querySelector("[data-repeat]").addEventListener("click", speak);
  speechSynthesis.addEventListener?.("voiceschanged", () => voice() && (voiceless.hidden = true)); // they come late
  // An iPhone or iPad says nothing, not even that it may not, until something is said in the course of a tap.
  for (const tap of ["touchend", "click", "keydown"]) {
    document.addEventListener(tap, () => {
      if (isAllowed || !isOn()) return;
      if (lines().length) return speak();
      const nothing = new SpeechSynthesisUtterance(" ");
      Object.assign(nothing, { volume: 0, onstart: () => allow(true) });
      speechSynthesis.speak(nothing);
    });
  }
  document.addEventListener("htmx:after:swap", follow);
  askForTap();
  follow();
})();
