// Counts the visible characters of a name while it is typed, takes a refusal away once its field is changed, moves a
// pasted list to the field for lists, and takes the spaces out of a code.
(() => {
  const NEAR = 6; // characters left, from which the count is shown
  const visible = (name) => Array.from(name.trim().replace(/\s+/g, " ").replace(/[\p{M}\p{Cf}]/gu, "")).length;
  const helpOf = (field) => {
    const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
    return document.getElementById(ids.find((id) => id.includes("help")) ?? "");
  };

  const showCount = (field) => {
    const most = Number(field.dataset.longest);
    const length = visible(field.value);
    const help = helpOf(field);
    field.toggleAttribute("data-now-long", length > most);
    field.toggleAttribute("data-now-near", most - length <= NEAR);
    if (!help) return;
    help.dataset.sentence ??= help.textContent;
    help.textContent = most - length > NEAR ? help.dataset.sentence : `${help.dataset.sentence} ${length} / ${most}`;
    help.classList.toggle("wrong", length > most);
  };

  const takeRefusalAway = (field) => {
    field.removeAttribute("aria-invalid");
    document.getElementById(`${field.id}_error`)?.remove();
  };

  document.addEventListener("input", ({ target }) => {
    if ("packed" in target.dataset && /\s/.test(target.value)) target.value = target.value.replace(/\s/g, "");
    if (target.dataset.longest) showCount(target);
    if (target.getAttribute("aria-invalid")) takeRefusalAway(target);
  });
  document.addEventListener("paste", (event) => {
    const list = document.getElementById(event.target.dataset?.list ?? "");
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (!list || !pasted.trim().includes("\n")) return;
    event.preventDefault();
    list.value = pasted;
    list.closest("details").open = true;
    list.focus();
  });
})();
