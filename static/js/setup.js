// The ring is put in order by dragging, too; a form that was accepted shows what the house has now.
(() => {
  const ready = () => {
    const list = document.querySelector("[data-order]");
    if (!list || Sortable.get(list)) return;
    new Sortable(list, {
      handle: ".handle",
      animation: 120,
      onStart: () => list.setAttribute("hx-morph-skip", ""),
      onEnd: ({ oldIndex, newIndex }) => {
        list.removeAttribute("hx-morph-skip");
        if (oldIndex !== newIndex) list.closest("form").requestSubmit();
      },
    });
  };
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const form = detail.ctx?.sourceElement;
    if (form?.matches?.("[data-clears]") && detail.ctx.response?.status === 200) form.reset();
    ready();
  });
  ready();
})();
