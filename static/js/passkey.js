// Makes a passkey, or shows one: asks the house for a challenge, the browser for its answer, and sends the form with it.
// A form that wants one says how (data-passkey: create or get) and where it asks (data-asks). It is hidden until here,
// and stays so in a browser that knows no passkeys.
(() => {
  const knows = window.isSecureContext && Boolean(window.PublicKeyCredential);
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const say = (name, words) => {
    for (const one of document.querySelectorAll("[data-passkey-said]")) one.hidden = true;
    const place = document.querySelector(`[data-passkey-said="${name}"]`) ?? document.querySelector("[data-passkey-said=failed]");
    if (words) place.textContent = words;
    place.hidden = false;
  };

  const question = async (form) => {
    const asked = await fetch(form.dataset.asks, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const publicKey = await asked.json();
    if (!asked.ok) throw Object.assign(new Error(), { name: "refused", message: publicKey.said });
    publicKey.challenge = bytes(publicKey.challenge);
    if (publicKey.user) publicKey.user.id = bytes(publicKey.user.id);
    for (const one of publicKey.excludeCredentials ?? []) one.id = bytes(one.id);
    return { publicKey };
  };
  const written = ({ id, type, response }) => {
    const said = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
      if (response[name]) said[name] = text(response[name]);
    }
    return JSON.stringify({ id, rawId: id, type, response: said, clientExtensionResults: {} });
  };

  for (const form of document.querySelectorAll("[data-passkey]")) {
    const button = form.querySelector("button");
    if (!knows) {
      say("unknown");
      continue;
    }
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      button.disabled = true;
      try {
        form.elements.answer.value = written(await navigator.credentials[form.dataset.passkey](await question(form)));
        form.submit();
      } catch (error) {
        say(error.name, error.name === "refused" ? error.message : "");
      }
      button.disabled = false;
    });
  }
})();
