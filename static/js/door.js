// The door: finds while somebody types, notes an arrival without leaving the page, and follows what other devices note.
(() => {
  const EVERY = 2000; // milliseconds between two looks at what other devices have noted
  const AFTER = 120; // a letter that follows sooner is waited for
  const list = document.getElementById("door-list");
  const field = document.getElementById("looked-for");
  const lost = document.getElementById("door-lost");
  let typing;
  let asked = 0; // questions so far: the answer to an older one is not shown over a newer one
  let shown = "";
  let pressed = false;
  let sending = 0;

  const isBusy = () => pressed || sending || list.querySelector("details[open], [data-asked]");
  const show = async (url, options = {}) => {
    const number = ++asked;
    const answer = await fetch(url, { ...options, headers: { "HX-Request": "true", ...options.headers } });
    if (answer.redirected || ![200, 409].includes(answer.status)) return location.reload();
    const text = await answer.text();
    lost.hidden = true;
    if ((number !== asked && answer.status === 200) || text === shown) return;
    shown = text;
    list.innerHTML = text;
  };
  const look = () => show(`${location.pathname}?name=${encodeURIComponent(field.value.trim())}`);
  const send = (form, button) => {
    const body = new FormData(form, button);
    const found = field.value;
    field.value = "";
    const headers = { "X-CSRFToken": field.form.elements.csrfmiddlewaretoken.value };
    sending += 1;
    show(form.action, { method: "POST", body, headers })
      .catch(() => {
        field.value = found;
        lost.hidden = false;
      })
      .finally(() => (sending -= 1));
    if (!matchMedia("(pointer: coarse)").matches || found) field.focus({ preventScroll: true });
  };

  field.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => look().catch(() => (lost.hidden = false)), AFTER);
  });
  field.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(typing);
    await look().catch(() => (lost.hidden = false));
    const buttons = list.querySelectorAll("button[value=arrive]");
    if (field.value.trim() && buttons.length === 1) send(buttons[0].form, buttons[0]); // who is found alone has come
  });
  list.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typing);
    send(event.target, event.submitter);
  });
  list.addEventListener("pointerdown", () => (pressed = true));
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => (pressed = false)));
  setInterval(() => document.hidden || isBusy() || look().catch(() => {}), EVERY);
})();
