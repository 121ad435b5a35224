// A button that does what the browser's own command does: prints the page, or saves it as a PDF.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});
