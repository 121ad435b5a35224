// Marks a page that was open before the game's end: its result waits for the screen (css/result.css).
(() => {
  if (!document.querySelector("#view .result")) document.body.dataset.follows = "";
})();
