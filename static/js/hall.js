// The pages of the public screen of a hall follow one another, each as long as it takes to find one's name on it.
// Without it they stand below one another.
(() => {
  const LONG = 12000; // milliseconds
  const view = document.getElementById("view");
  let turn = 0;

  const show = () => {
    const pages = [...view.querySelectorAll(".hall-page")];
    const now = turn % Math.max(1, pages.length);
    document.body.classList.toggle("turning", pages.length > 1);
    pages.forEach((page, place) => page.toggleAttribute("data-now-shown", place === now));
  };
  document.addEventListener("htmx:after:swap", show);
  setInterval(() => {
    turn += 1;
    show();
  }, LONG);
  show();
})();
