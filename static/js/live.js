// Keeps a page up to date: never an older view over a newer one, a word when nothing comes, a new name for each tap.
(() => {
  const SILENCE = 12500 + 2500 * Math.random(); // milliseconds; the server sends a heartbeat every 10 seconds
  const RETRY = 8000; // milliseconds for a new connection to say something before the next one is tried
  const SPREAD = 600; // milliseconds in which pages that wake together ask, unless their sockets have spoken by then
  const GRACE = 1500; // a connection that comes back at once is not worth a word
  const ASKS = 2000; // milliseconds from one question to the next where no socket holds
  const LASTS = 30000; // away for so long: the address of the server may have changed
  const FIRST_WORD = 6000; // a socket that has said nothing by then is held up on the way
  const view = document.getElementById("view");
  const line = document.getElementById("connection");
  const notice = document.getElementById("notice");
  let pulse = Number(view.dataset.pulse);
  let pushes = 0;
  const held = document.createElement("template"); // what the socket has brought so far, whatever was shown besides
  let besides = false; // a reply was shown since: it is from a moment that the socket may never have brought
  let patience = SILENCE;
  let quiet; // since when nothing was heard, by two clocks: one may be set, the other stands while a device sleeps
  let unspoken, soon; // timers: for the first word of a new socket, and for the question beside it
  let doubt;
  let away; // since when nothing has been heard
  let outnumbered = false; // by newer pages of this device
  let speechless = 0; // sockets that closed, one after the other, before they had said a word
  let spoken = false; // the socket that is open now has
  let asking; // where nothing holds a socket, the page asks instead
  let answered = ""; // what it was told last, if that is what is shown

  const waitFor = (milliseconds) => {
    quiet = [Date.now(), performance.now()];
    patience = milliseconds;
  };
  const isOverdue = () => Math.max(Date.now() - quiet[0], performance.now() - quiet[1]) >= patience;
  const hear = () => {
    waitFor(SILENCE);
    doubt = clearTimeout(doubt);
    away = undefined;
    line.hidden = true;
  };
  const showLine = () => {
    away ??= Date.now();
    for (const one of line.querySelectorAll("[data-lasts]")) one.hidden = !navigator.onLine || Date.now() - away < LASTS;
    for (const one of line.querySelectorAll("[data-on-line]")) one.hidden = !navigator.onLine;
    for (const one of line.querySelectorAll("[data-off-line]")) one.hidden = navigator.onLine;
    line.hidden = false;
  };
  const doubtIt = () => (doubt ??= setTimeout(showLine, GRACE));
  let leaving = false; // the form that gives the seat up is on its way: its reply says what became of the seat
  document.addEventListener("submit", ({ target }) => target.matches("[data-leaves]") && (leaving = true));
  const goOn = () => {
    if (leaving) return;
    const { seat } = document.body.dataset; // of a phone: where it is sent says what became of the seat
    if (view.dataset.gone) location.replace(view.dataset.gone);
    else if (seat) location.replace(`${location.pathname}?had=${seat}`);
    else location.reload();
  };
  const isAsked = (ctx) => ctx.sourceElement === view && ctx.request?.method === "GET";
  // At a moment of its own: hundreds of pages lose a server that restarts at the same time.
  const askInstead = () =>
    (asking ??= setTimeout(() => {
      asking = setInterval(ask, ASKS);
      ask();
    }, ASKS * Math.random()));
  const ask = () => {
    if (document.hidden || outnumbered) return;
    htmx.ajax("GET", view.dataset.ask ?? location.pathname, { source: view, target: view, swap: "innerMorph" }).catch(() => {});
  };
  const expectWord = () => {
    spoken = false;
    clearTimeout(unspoken);
    unspoken = setTimeout(() => spoken || askInstead(), FIRST_WORD);
  };
  // Opens a new socket and fetches the view. Waits for nothing on the connections from before, which may be dead.
  const reconnect = () => {
    waitFor(RETRY);
    htmx.trigger(view, "htmx:abort");
    htmx.process(view, true);
    expectWord();
    clearTimeout(soon);
    soon = setTimeout(() => spoken || ask(), asking ? 0 : SPREAD * Math.random());
  };
  const wake = () => {
    if (document.hidden || outnumbered) return;
    doubtIt();
    reconnect();
  };
  const hold = (content) => {
    if (!content.startsWith("<hx-partial")) return void (held.innerHTML = content);
    const brought = document.createElement("template");
    brought.innerHTML = content.replace(/(<\/?)hx-partial\b/g, "$1template"); // which may hold rows of a table, too
    for (const part of brought.content.children) held.content.getElementById(part.id)?.replaceChildren(part.content);
  };
  const isOld = (number) => number < pulse || ((pulse = number), false);

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const said = JSON.parse(event.detail.message.data);
    hear();
    spoken = true;
    speechless = 0;
    asking = clearInterval(asking);
    if (said.content === undefined) return;
    pushes += 1;
    said.content = unpackRows(said.content);
    hold(said.content);
    if (isOld(said.pulse)) return event.preventDefault();
    // Parts take the place of what the socket brought before, not of what a reply has shown: then all of it is shown.
    if (besides && held.innerHTML) said.content = held.innerHTML;
    event.detail.message.data = JSON.stringify(said);
    besides = false;
  });
  document.addEventListener("htmx:before:request", ({ detail }) => (detail.ctx.pushes = pushes));
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => ctx.text && (ctx.text = unpackRows(ctx.text)));
  document.addEventListener("htmx:ws:close", ({ detail }) => {
    if (detail.reason === "removed") return; // by `reconnect`
    if (detail.code === 4408) {
      outnumbered = true;
      line.replaceChildren(document.getElementById("outnumbered").content.cloneNode(true));
      line.hidden = false;
      return;
    }
    if (!spoken && detail.code !== 4401 && ++speechless > 1) askInstead();
    spoken = false;
    if (!asking) doubtIt();
    if (detail.code === 4401) goOn(); // the seat or the desk has gone to another device
    if (detail.code === 1012) pulse = -1; // the next game counts from the start
  });
  document.addEventListener("htmx:before:swap", ({ detail }) => {
    const number = Number(detail.ctx.response?.headers.get("X-Pulse") ?? Infinity);
    const main = detail.tasks.findIndex((task) => task.type === "main");
    // What happens in secret has no number: between two of the same, the one that was pushed is not the older one.
    const overtaken = number === pulse && detail.ctx.pushes !== pushes;
    const known = isAsked(detail.ctx) && detail.ctx.text === answered;
    answered = isAsked(detail.ctx) ? detail.ctx.text : ""; // what came by another way may look otherwise
    if (number === Infinity || main < 0) return;
    if (isOld(number) || overtaken || known) detail.tasks.splice(main, 1);
    else besides = true;
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
    if (isAsked(detail.ctx) && detail.ctx.response?.status === 200) hear();
    if (detail.ctx.request.method !== "POST") return;
    for (const tap of document.querySelectorAll("input[name=request]")) tap.value = freshName();
    const asked = detail.ctx.sourceElement.closest("details.sure");
    if (asked) asked.open = false;
  });
  document.addEventListener("htmx:response:error", ({ detail }) => {
    if ([403, 404].includes(detail.ctx.response.status)) document.body.dataset.seat ? goOn() : location.reload();
    else if (detail.ctx.response.status === 507) say("unkept");
    else if (detail.ctx.response.status !== 409) say("unsent"); // the server answered, with a fault of its own
  });
  document.addEventListener("htmx:error", ({ detail }) => {
    if (detail.ctx && isAsked(detail.ctx)) asking && doubtIt(); // unless a socket has spoken meanwhile
    else if (detail.ctx) say(navigator.onLine ? "unsent" : "off-line");
  });
  const say = (what) => notice.replaceChildren(document.getElementById(what).content.cloneNode(true));

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("online", wake);
  for (const change of ["online", "offline"]) window.addEventListener(change, () => line.hidden || showLine());
  setInterval(() => {
    if (outnumbered || document.hidden || !isOverdue()) return;
    showLine();
    reconnect();
  }, 1000);
  waitFor(SILENCE);
  expectWord();
})();
