// Chooses the voice that reads the lines, of those that the device has: one that needs no internet, of the very region,
// and none that is a joke. Of several the first stays: devices list them best first.
const chooseVoice = (() => {
  const REGIONS = { en: "en-gb", fr: "fr-fr" }; // of the lines, unless the device itself is of another one
  const NOVELTY = "albert|bad ?news|bahh|bells|boing|bubbles|cellos|deranged|good ?news|hysterical|jester|(pipe )?organ|superstar|trinoids|whisper|wobble|zarvox";
  const ROBOTIC = "eddy|flo|grandma|grandpa|reed|rocko|sandy|shelley|fred|junior|kathy|ralph";
  const isJoke = new RegExp(`(^|\\.)(${NOVELTY})\\b`, "i"); // a name, or the end of an address
  const isRobotic = new RegExp(`(^|\\.)(${ROBOTIC})\\b|eloquence|espeak`, "i");
  const isGood = /premium|enhanced|natural/i;

  const tag = (lang) => lang.toLowerCase().replace("_", "-"); // Android writes fr_FR
  const base = (lang) => tag(lang).split("-")[0];
  const regions = (language) => [...navigator.languages.map(tag).filter((one) => one.startsWith(`${language}-`)), REGIONS[language]];
  const names = ({ name = "", voiceURI = "" }) => [name, voiceURI];
  const faults = (voice, wanted) => {
    const place = wanted.indexOf(tag(voice.lang));
    return [
      voice.localService === false, // it speaks over the internet, which a table need not have
      place < 0 ? wanted.length : place,
      names(voice).some((one) => isRobotic.test(one)),
      !names(voice).some((one) => isGood.test(one)),
    ].map(Number);
  };
  const compare = (one, other) => one.find((fault, place) => fault !== other[place]) - other.find((fault, place) => fault !== one[place]) || 0;

  return (language) => {
    const wanted = regions(base(language));
    const [voice] = speechSynthesis
      .getVoices()
      .filter((one) => base(one.lang) === base(language) && !names(one).some((name) => isJoke.test(name)))
      .sort((one, other) => compare(faults(one, wanted), faults(other, wanted)));
    return { voice, lang: voice?.lang ?? wanted.find(Boolean) ?? language };
  };
})();
