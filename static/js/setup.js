// The ring is put in order by dragging, or by tapping two names; numbers are kept as they are stepped and typed.
// A form that was accepted shows what the house has now.
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
    mark();
  });
  ready();

  let picked; // the id of the row whose name was tapped first
  const mark = () => {
    for (const one of document.querySelectorAll("[data-swap]")) one.setAttribute("aria-pressed", one.closest("li").id === picked);
  };
  document.addEventListener("click", ({ target }) => {
    const row = target.closest("[data-swap]")?.closest("li");
    if (!row) return;
    const other = picked && document.getElementById(picked);
    picked = other ? undefined : row.id;
    if (other && other !== row) {
      const place = document.createComment("");
      other.replaceWith(place);
      row.replaceWith(other);
      place.replaceWith(row);
      row.closest("form").requestSubmit();
    }
    mark();
  });

  let soon;
  const keep = (form, wait) => {
    clearTimeout(soon);
    soon = setTimeout(() => form.isConnected && [...form.elements].every((one) => one.value !== "" || one.type !== "number") && form.requestSubmit(form.querySelector("[hidden]")), wait);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-keeps] [data-adds]");
    if (!button) return;
    event.preventDefault();
    const field = document.getElementById(`count-${button.value}`);
    field.value = Math.max(0, Number(field.value) + Number(button.dataset.adds));
    keep(button.form, 0);
  });
  document.addEventListener("input", ({ target }) => target.form?.matches("[data-keeps]") && keep(target.form, 600));
})();
