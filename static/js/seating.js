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

// While a seating is searched for, the page says how far the search is, and offers to stop it.
(() => {
  const EVERY = 250; // milliseconds
  const form = document.querySelector("[data-search]");
  const searching = document.querySelector("[data-searching]");
  if (!form || !searching) return;
  const bar = searching.querySelector("progress");
  const send = (url, options) => fetch(url, { credentials: "same-origin", ...options }).catch(() => null);

  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.value === "accept") return;
    searching.hidden = false;
    setInterval(async () => {
      const answer = await send(form.dataset.search);
      if (answer?.ok) bar.value = (await answer.json()).searched;
    }, EVERY);
  });
  searching.addEventListener("submit", (event) => {
    event.preventDefault(); // the answer to the search is still to come: this page must wait for it
    send(searching.action, { method: "POST", body: new FormData(searching), redirect: "manual" });
    searching.querySelector("button").disabled = true;
  });
})();
