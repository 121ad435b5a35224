// The ring is put in order by dragging, or by tapping two names; numbers are kept as they are stepped and typed.
// A form that was accepted shows what the server has now.
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
  const unkept = new Map(); // numbers that the server has not got yet, by the ids of their fields
  const sent = new WeakMap(); // what each field said when its form was sent: whoever types on is not interrupted
  document.addEventListener("htmx:before:request", ({ detail }) => {
    const form = detail.ctx.sourceElement;
    if (form.matches("[data-clears]")) for (const field of form.elements) sent.set(field, field.value);
  });
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    const form = detail.ctx?.sourceElement;
    if (form?.matches?.("[data-clears]") && detail.ctx.response?.status === 200)
      for (const field of form.elements)
        if (field.value === sent.get(field) && field.matches("input:not([type=hidden]), textarea")) field.value = field.defaultValue;
    for (const [id, value] of unkept) {
      const field = document.getElementById(id);
      if (field) field.value = value;
    }
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
  let asked = 0; // how often numbers were sent
  const isBlank = (one) => one.type === "number" && one.value === "";
  const keep = (field, wait) => {
    const { form } = field;
    unkept.set(field.id, field.value);
    clearTimeout(soon);
    soon = setTimeout(() => {
      soon = undefined;
      if ([...form.elements].some(isBlank)) return unkept.clear();
      if (!form.isConnected) return;
      asked += 1;
      form.requestSubmit(form.querySelector("[hidden]"));
    }, wait);
  };
  document.addEventListener("htmx:before:request", ({ detail }) => (detail.ctx.asked = asked));
  document.addEventListener("htmx:after:request", ({ detail }) => {
    if (detail.ctx.sourceElement.matches("[data-keeps]") && !soon && detail.ctx.asked === asked) unkept.clear();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-keeps] [data-adds]");
    if (!button) return;
    event.preventDefault();
    const field = document.getElementById(`count-${button.value}`);
    field.value = Math.max(0, Number(field.value) + Number(button.dataset.adds));
    keep(field, 0);
  });
  document.addEventListener("input", ({ target }) => target.form?.matches("[data-keeps]") && keep(target, 600));
})();
