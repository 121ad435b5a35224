// Keeps a page up to date: never an older view over a newer one, a word when nothing comes, a new name for each tap.
(() => {
  const SILENCE = 45000; // milliseconds; the house says something every 15 seconds
  const GRACE = 1500; // a connection that comes back at once is not worth a word
  const view = document.getElementById("view");
  const line = document.getElementById("connection");
  const notice = document.getElementById("notice");
  let pulse = Number(view.dataset.pulse);
  let pushes = 0;
  let heard = Date.now();
  let doubt;
  let outnumbered = false; // by newer pages of this device

  const hear = () => {
    heard = Date.now();
    doubt = clearTimeout(doubt);
    line.hidden = true;
  };
  const showLine = () => {
    for (const one of line.querySelectorAll("[data-on-line]")) one.hidden = !navigator.onLine;
    for (const one of line.querySelectorAll("[data-off-line]")) one.hidden = navigator.onLine;
    line.hidden = false;
  };
  const doubtIt = () => (doubt ??= setTimeout(showLine, GRACE));
  const goOn = () => {
    const { seat } = document.body.dataset; // of a phone: where it is sent says what became of the seat
    if (view.dataset.gone) location.replace(view.dataset.gone);
    else if (seat) location.replace(`${location.pathname}?had=${seat}`);
    else location.reload();
  };
  const isOld = (number) => number < pulse || ((pulse = number), false);

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const said = JSON.parse(event.detail.message.data);
    hear();
    if (said.content === undefined) return;
    pushes += 1;
    if (isOld(said.pulse)) event.preventDefault();
  });
  document.addEventListener("htmx:before:request", ({ detail }) => (detail.ctx.pushes = pushes));
  document.addEventListener("htmx:ws:close", ({ detail }) => {
    if (detail.code === 4408) {
      outnumbered = true;
      line.replaceChildren(document.getElementById("outnumbered").content.cloneNode(true));
      line.hidden = false;
      return;
    }
    doubtIt();
    if (detail.code === 4401) goOn(); // the seat or the desk has gone to another device
    if (detail.code === 1012) pulse = -1; // the next game counts from the start
  });
  document.addEventListener("htmx:before:swap", ({ detail }) => {
    const number = Number(detail.ctx.response?.headers.get("X-Pulse") ?? Infinity);
    const main = detail.tasks.findIndex((task) => task.type === "main");
    // What happens in secret has no number: between two of the same, the one that was pushed is not the older one.
    const overtaken = number === pulse && detail.ctx.pushes !== pushes;
    if (number !== Infinity && main >= 0 && (isOld(number) || overtaken)) detail.tasks.splice(main, 1);
  });
  // What comes next is read from its beginning.
  const moment = () =>
    [
      view.querySelector("[data-step]")?.dataset.step,
      view.querySelector("[data-opened]")?.dataset.opened,
      view.querySelector("[name=opened]")?.value,
      view.querySelector(".moment")?.id,
    ].join(" ");
  let shown = moment();
  document.addEventListener("htmx:after:swap", () => {
    if (shown === moment()) return;
    shown = moment();
    scrollTo(0, 0);
  });
  const freshName = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
  document.addEventListener("htmx:after:request", ({ detail }) => {
    if (detail.ctx.request.method !== "POST") return;
    const receipt = detail.ctx.response?.headers.get("X-Receipt");
    if (receipt) notice.dataset.receipt = receipt; // of the last tap: the house can read it, nobody else
    for (const tap of document.querySelectorAll("input[name=request]")) tap.value = freshName();
    const asked = detail.ctx.sourceElement.closest("details.sure");
    if (asked) asked.open = false;
  });
  document.addEventListener("htmx:response:error", ({ detail }) => {
    if ([403, 404].includes(detail.ctx.response.status)) document.body.dataset.seat ? goOn() : location.reload();
    else if (detail.ctx.response.status === 507) say("unkept");
    else if (detail.ctx.response.status !== 409) say("unsent"); // the house answered, with a fault of its own
  });
  document.addEventListener("htmx:error", ({ detail }) => detail.ctx && say(navigator.onLine ? "unsent" : "off-line"));
  const say = (what) => notice.replaceChildren(document.getElementById(what).content.cloneNode(true));

  document.addEventListener("visibilitychange", () => document.hidden || outnumbered || doubtIt());
  for (const change of ["online", "offline"]) window.addEventListener(change, () => line.hidden || showLine());
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());
  setInterval(() => {
    if (outnumbered || document.hidden || Date.now() - heard < SILENCE) return;
    showLine();
    heard += 15000;
    htmx.process(view, true); // connects anew
  }, 5000);
})();
