// The desk's ring is its input: a tap on a person goes to the form that is open, in the panel, in a fold or in the step.
// A form that the ring fills has data-by-ring; each thing that is done to somebody is a slot of it. One tap chooses for
// the slot that is aimed at, else for the first that is empty; where ballots are counted it counts one more.
(() => {
  const AGAIN = 400; // milliseconds within which a second touch of the same person is none
  const view = document.getElementById("view");
  const panel = document.getElementById("panel");
  const ring = () => [...view.querySelectorAll(".ring [data-name]")];
  let aimed; // the id of the slot that was touched last
  let last, lastAt = 0;

  const open = () => [...view.querySelectorAll("form[data-by-ring]")].filter((one) => !one.closest("details:not([open])"));
  const form = () => panel.querySelector("form[data-by-ring]") ?? open().find((one) => one.closest("details")) ?? open()[0];
  const slots = (form) => [...form.querySelectorAll("[data-slot]")];
  const named = (slot) => [...slot.querySelectorAll(".names input")];
  const said = (input) => input.labels[0].textContent.trim();
  const choice = (slot, name) => named(slot).find((input) => said(input) === name);
  const verbsOf = (slot) => [...slot.querySelectorAll("[name^=verb]")];
  const isEmpty = (slot) => slot.querySelectorAll("[name^=pick]:checked").length < Number(slot.dataset.least);
  const lacksVerb = (slot) => verbsOf(slot).length > 0 && named(slot).some((one) => one.checked) && !verbsOf(slot).some((one) => one.checked);
  const aim = (form) => slots(form).find((one) => one.id === aimed) ?? slots(form).find(isEmpty);
  const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));
  const counter = (form, name) => [...form.querySelectorAll("[data-counted]")].find((one) => one.dataset.counted === name)?.querySelector("input");
  const left = (form) => Number(form.querySelector("[data-uncounted]").dataset.uncounted) - [...form.querySelectorAll(".stepper input")].reduce((sum, one) => sum + Number(one.value), 0);

  const count = (input, by) => {
    if (by > 0 && left(input.form) <= 0) return;
    input.value = Math.max(0, Number(input.value) + by) || "";
    draw();
  };
  const pick = (form, name) => {
    const slot = aim(form) ?? slots(form).at(-1);
    const full = slots(form).every((one) => !isEmpty(one)) && !aimed;
    const holder = full && slots(form).find((one) => choice(one, name)?.checked);
    const input = choice(holder || slot, name);
    if (!input) return;
    input.checked = holder ? false : input.type === "checkbox" ? !input.checked : true;
    if (!named(holder || slot).some((one) => one.checked)) verbsOf(holder || slot).forEach((one) => (one.checked = one.defaultChecked));
    if (input.type === "radio") aimed = undefined;
    changed(input);
  };

  const draw = () => {
    const now = form();
    for (const face of ring()) {
      const offered = now && (now.matches("[data-counts]") ? counter(now, face.dataset.name) : slots(now).map((one) => choice(one, face.dataset.name)).find(Boolean));
      const counted = now?.matches("[data-counts]") ? offered?.value : "";
      const chosen = now && slots(now).some((one) => choice(one, face.dataset.name)?.checked);
      if (face.type === "button") face.disabled = !offered;
      if (face.type === "button" || chosen) face.setAttribute("aria-pressed", String(Boolean(chosen)));
      else face.removeAttribute("aria-pressed");
      counted ? face.setAttribute("data-now-counted", counted) : face.removeAttribute("data-now-counted");
    }
    for (const one of document.querySelectorAll("form[data-by-ring]")) {
      for (const slot of slots(one)) {
        slot.querySelector("[data-slot-name]").textContent = named(slot).filter((input) => input.checked).map(said).join(", ");
        slot.toggleAttribute("data-now-aimed", one === now && slot === aim(one));
      }
      if (one.matches("[data-counts]")) one.querySelector("[data-uncounted]").textContent = left(one);
    }
    const button = view.querySelector("[data-for-ring]");
    const its = button?.form;
    if (its) button.disabled = slots(its).some((slot) => isEmpty(slot) || lacksVerb(slot));
    if (its) button.toggleAttribute("data-now-lacks", slots(its).some(lacksVerb));
  };

  // Before anything else hears of it: a tap on the ring belongs to the open form, and a second one too soon to nobody.
  document.addEventListener(
    "click",
    (event) => {
      const face = event.target.closest?.(".ring [data-name]");
      if (!face || face.disabled) return void (last = undefined);
      const again = last === face.dataset.name && Date.now() - lastAt < AGAIN;
      if (!again) [last, lastAt] = [face.dataset.name, Date.now()]; // who taps on and on is heard at every other touch
      const now = form();
      if (!now && !again) return; // a ballot, or the way to an answer
      event.preventDefault();
      event.stopPropagation();
      const counted = now?.matches("[data-counts]") && counter(now, face.dataset.name);
      if (counted) count(counted, 1);
      else if (now && !again) pick(now, face.dataset.name);
    },
    true,
  );
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("form[data-counts] [data-adds]"); // the other steppers of a desk are setup.js's
    if (button) count(button.parentElement.querySelector("input"), Number(button.dataset.adds));
    const slot = target.closest?.("[data-aim]")?.closest("[data-slot]");
    if (slot) (aimed = slot.id), draw();
  });
  for (const name of ["change", "input", "reset"]) document.addEventListener(name, () => setTimeout(draw));
  document.addEventListener("toggle", draw, true);
  document.addEventListener("htmx:after:swap", draw);
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.response?.status === 200 && ctx.request.method === "POST") (aimed = undefined), setTimeout(draw);
  });
  draw();
})();
