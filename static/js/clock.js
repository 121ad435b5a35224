// Counts down by the clock of the house, which every message tells.
(() => {
  let ahead = 0; // milliseconds by which the house's clock is ahead of this device's
  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    ahead = JSON.parse(event.detail.message.data).now - Date.now();
  });
  const show = (clock) => {
    const { ends, left } = clock.dataset;
    const seconds = ends ? Math.max(0, Math.ceil((ends - Date.now() - ahead) / 1000)) : Number(left);
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
  showAll();
})();
