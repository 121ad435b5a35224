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
  const sent = new WeakMap(); // what each field said when its form was sent: whoever types on is not interrupted
  document.addEventListener("htmx:before:request", ({ detail }) => {
    const form = detail.ctx.sourceElement;
    if (form.matches("[data-clears]")) for (const field of form.elements) sent.set(field, field.value);
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const form = detail.ctx?.sourceElement;
    if (form?.matches?.("[data-clears]") && detail.ctx.response?.status === 200)
      for (const field of form.elements)
        if (field.value === sent.get(field) && field.matches("input:not([type=hidden])")) field.value = field.defaultValue;
    ready();
  });
  ready();
})();
