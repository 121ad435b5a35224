// The button that confirms repeats what is chosen; once an answer is taken the page forgets it, and keeps what is refused.
// Fields that do not go with what is chosen are put away; a search narrows a long list, alike for everybody.
(() => {
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const said = (one) => one.dataset.said ?? (one.selectedOptions?.[0] ?? one.labels[0]).textContent.trim();
  const isUsual = (one) => one.name.startsWith("verb") && one.defaultChecked && !one.form.querySelector(`[name=${one.name.replace("verb", "pick")}]:checked`);
  const isChosen = (one) => (one.tagName === "SELECT" ? one.value && one.offsetParent : one.checked && !one.matches(":disabled"));

  // What is chosen beside something else has a page of its own: on the first one nothing is sent yet.
  const turn = (form, page) => {
    const second = form.querySelector("[data-only-with]");
    if (!second || second.disabled) return delete form.dataset.nowPage;
    form.dataset.nowPage = page;
    const next = form.querySelector("[data-page='2']");
    if (next) next.disabled = !form.querySelector("[name=pick0]:checked");
  };

  // Once nothing is left to fill in, the button that confirms stays in view (base/confirm.css).
  const isFilled = (form) => {
    const open = [...form.querySelectorAll("fieldset.column:not(:disabled)")];
    const fields = open.flatMap((column) => [...column.querySelectorAll("input:not([type=search]), select")]);
    const seen = fields.filter((one) => one.offsetParent || one.matches("[type=radio], [type=checkbox]"));
    const groups = [...new Set(seen.map((one) => one.name))].map((name) => seen.filter((one) => one.name === name));
    return (
      open.length > 0 &&
      open.every((column) => column.querySelectorAll("[type=checkbox]:checked").length >= Number(column.dataset.least ?? 0)) &&
      groups.every((group) => group.some((one) => (one.type === "radio" ? one.checked : one.type === "checkbox" || one.value)))
    );
  };

  const repeat = (form) => {
    for (const column of form.querySelectorAll("[data-only-with]")) {
      const verbs = column.dataset.onlyWith.split(" ");
      column.disabled = !verbs.includes(form.elements.verb0?.value);
      column.toggleAttribute("data-now-hidden", column.disabled);
    }
    turn(form, form.dataset.nowPage ?? "1");
    form.toggleAttribute("data-now-filled", isFilled(form));
    const place = form.querySelector("[data-now-choice]") ?? document.querySelector(`[data-now-choice-of="${form.id}"]`);
    if (place) place.textContent = [...form.elements].filter((one) => isChosen(one) && !isUsual(one)).map(said).join(" · ").replace(/:\s+·\s/g, ": "); // a deed goes with the name after it
  };
  const repeatAll = () => document.querySelectorAll("form[data-choose]").forEach(repeat);

  document.addEventListener("change", (event) => event.target.form?.matches("[data-choose]") && repeat(event.target.form));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-page]");
    if (button) turn(button.form, button.dataset.page);
  });
  document.addEventListener("htmx:after:swap", repeatAll);
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (!ctx.sourceElement.matches("form[data-choose]") || ctx.response?.status !== 200) return;
    if (ctx.text?.includes("notice error")) return; // what was refused stays ticked, to be changed
    ctx.sourceElement.reset();
    delete ctx.sourceElement.dataset.nowPage;
    repeat(ctx.sourceElement);
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("[data-search]")) return;
    const sought = plain(event.target.value);
    for (const tile of event.target.parentElement.querySelectorAll(".tiles > .tile")) {
      const kept = tile.firstElementChild.checked || plain(tile.textContent).includes(sought);
      tile.toggleAttribute("data-now-hidden", !kept);
    }
  });
  repeatAll();
})();
