// Keeps a choice that was made and not yet sent, in this tab alone, for this seat and this question: over a page that
// is read anew and a server that was away. Must come before choose.js, which repeats what is chosen.
(() => {
  const NAME = "unsent";
  const kept = () => {
    try {
      return JSON.parse(sessionStorage.getItem(NAME));
    } catch {
      return null; // a browser that keeps nothing
    }
  };
  const keep = (choice) => {
    try {
      if (choice) sessionStorage.setItem(NAME, JSON.stringify(choice));
      else sessionStorage.removeItem(NAME);
    } catch {
      return; // chosen until the page is left
    }
  };
  const form = () => document.querySelector("#answer[data-choose]");
  const asked = (form) => `${document.body.dataset.seat} ${form.elements.opened.value}`;
  const fields = (form) => [...form.querySelectorAll("fieldset :is(input, select):not([type=search])")];
  const way = (one) => (["radio", "checkbox"].includes(one.type) ? "checked" : "value");
  // A list of one thing has it chosen from the beginning.
  const blank = (one) => (one.tagName === "SELECT" ? one.selectedIndex <= 0 : !one[way(one)]);

  const restore = () => {
    const choice = kept();
    const now = form();
    if (!choice) return;
    if (!now || choice.asked !== asked(now)) return keep(null);
    if (fields(now).every(blank)) fields(now).forEach((one, place) => (one[way(one)] = choice.made[place] ?? one[way(one)]));
  };
  document.addEventListener("change", ({ target }) => {
    const now = form();
    if (target.form && target.form === now) keep({ asked: asked(now), made: fields(now).map((one) => one[way(one)]) });
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement === form() && ctx.response?.status === 200 && !ctx.text?.includes("notice error")) keep(null);
  });
  document.addEventListener("htmx:after:swap", restore);
  restore();
})();
