// Sends the swap of two cards as soon as two people are chosen.
(() => {
  const form = document.querySelector("[data-swaps]");
  if (!form) return;
  form.querySelector("button").hidden = true;
  form.addEventListener("change", () => {
    if (form.querySelectorAll("[name=seat]:checked").length === 2) form.requestSubmit();
  });
})();
