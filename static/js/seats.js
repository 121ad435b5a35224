// On a seating somebody can be drawn to another table by a handle; the form beside them does it without a script too.
(() => {
  for (const line of document.querySelectorAll("[data-draw-to] > .rows > li")) {
    const handle = document.createElement("span");
    handle.className = "handle";
    handle.ariaHidden = "true";
    line.prepend(handle);
  }
  for (const list of document.querySelectorAll("[data-draw-to] > .rows")) {
    new Sortable(list, {
      group: "seats",
      sort: false,
      handle: ".handle",
      animation: 120,
      onAdd: ({ item, to }) => {
        const form = item.querySelector("form");
        form.elements.to.value = to.parentElement.dataset.drawTo;
        form.requestSubmit(form.querySelector("[value=move]"));
      },
    });
  }
})();
