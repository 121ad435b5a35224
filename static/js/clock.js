// Counts down by the server's clock, of which every response, every pushed message and the page itself tell the time.
// A response says that the server's clock is ahead of this device's by something between two bounds, which lie as far
// apart as the response took. What all responses agree on is kept, so that a slow one spoils nothing.
(() => {
  const LATE = 400; // milliseconds that a pushed message takes at most, unless the network holds it up
  const ALIKE = 500; // milliseconds: two late messages that agree so well are not late, a clock was set
  let low = -Infinity, high = Infinity; // milliseconds by which the server's clock is ahead, at least and at most
  let late; // what a pushed message said that did not fit
  let isFirst = true; // the next pushed message is the first of its socket, and cannot have waited in it

  const learn = (least, most) => {
    const agrees = least <= high && most >= low;
    [low, high] = agrees ? [Math.max(low, least), Math.min(high, most)] : [least, most];
    late = undefined;
  };
  const ahead = () => (high === Infinity ? 0 : (low + high) / 2);

  document.addEventListener("htmx:before:request", ({ detail }) => (detail.ctx.sentAt = Date.now()));
  document.addEventListener("htmx:before:response", ({ detail: { ctx } }) => {
    const now = Number(ctx.response.headers.get("X-Now"));
    if (now && ctx.sentAt) learn(now - Date.now(), now - ctx.sentAt);
  });
  document.addEventListener("htmx:ws:after:connection", () => (isFirst = true));
  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    const arrived = Date.now();
    const least = JSON.parse(event.detail.message.data).now - arrived;
    const isLate = least + LATE < low && !isFirst;
    isFirst = false;
    if (isLate && !(late && Math.abs(least - late.least) < ALIKE && arrived - late.arrived > 2 * ALIKE)) {
      late = { least, arrived };
    } else learn(least, least + LATE);
  });

  const show = (clock) => {
    const { ends, left } = clock.dataset;
    const seconds = ends ? Math.max(0, Math.ceil((ends - Date.now() - ahead()) / 1000)) : Number(left);
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    const face = clock.querySelector("[data-clock]");
    if (face.textContent === text) return;
    face.textContent = text;
    clock.toggleAttribute("data-now-low", seconds <= 10);
    clock.toggleAttribute("data-now-over", seconds === 0);
  };
  const showAll = () => document.querySelectorAll("[data-ends], [data-left]").forEach(show);
  document.addEventListener("htmx:after:swap", showAll);
  setInterval(showAll, 250);

  const { now } = document.getElementById("view").dataset;
  if (now) {
    const [page] = performance.getEntriesByType("navigation");
    const loading = Date.now() - performance.now(); // when it began
    learn(now - loading - (page?.responseStart || performance.now()), now - loading - (page?.requestStart ?? 0));
  }
  showAll();
})();
