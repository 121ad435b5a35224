// Once the server has noted an answer, its form folds to a word and a button: alike whatever was chosen and whatever
// became of it; of a vote by show of hands it says the ballot. The button unfolds it; so does the next question, and an
// undo at the desk. Kept in this tab alone.
(() => {
  const NAME = "noted";
  const view = document.getElementById("view");
  const form = () => view.querySelector("#answer[data-folds]");
  const asked = ({ elements }) =>
    [document.body.dataset.seat, elements.opened.value, view.querySelector("[data-again]")?.dataset.again].join(" ");
  let noted = "";
  try {
    noted = sessionStorage.getItem(NAME);
  } catch {
    noted = ""; // a browser that keeps nothing
  }

  const note = (what) => {
    noted = what;
    try {
      sessionStorage.setItem(NAME, what);
    } catch {
      return; // until the page is left
    }
  };
  const fold = () => {
    const now = form();
    if (!now) return;
    const own = now.querySelector("[data-own]"); // a vote by show of hands: each may see the others'
    if (own) own.textContent = view.querySelector("#kept")?.textContent ?? "";
    const folded = noted === asked(now);
    if (folded === now.hasAttribute("data-now-noted")) return;
    const inside = now.contains(document.activeElement);
    now.toggleAttribute("data-now-noted", folded);
    if (inside) now.querySelector(folded ? "[data-change]" : "h2").focus({ preventScroll: true });
    if (folded) scrollTo(0, 0);
  };
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-change]")) return;
    note("");
    fold();
  });
  // What was answered is what the form asked as it was sent: the next question may be pushed before the reply is here.
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement === form()) ctx.asked = asked(form());
  });
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.asked && ctx.response?.status === 200) note(ctx.asked);
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx?.sourceElement === form() && document.querySelector("#notice .error")) note(""); // asked aside, and refused
    fold();
  });
  fold();
})();
