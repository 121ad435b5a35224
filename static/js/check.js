// Tries the way to the server once: a socket, an answer, the clock, what the browser knows. The server counts who gets
// through, and says in a sentence what stands in the way; a page without a place for that sentence stays as it is.
(() => {
  const PATIENCE = 4000; // milliseconds
  const place = (name) => document.querySelector(`[data-check=${name}]`);
  const show = (name, words) => {
    for (const other of ["wait", "well", "said", "portal", "lost"]) if (place(other)) place(other).hidden = other !== name;
    if (words && place(name)) place(name).textContent = words;
  };
  const home = document.querySelector("a.brand")?.getAttribute("href") ?? "/"; // an instance may have its own path
  const comesFrom = () => // the address that a socket has arrived from; undefined where none holds
    new Promise((found) => {
      try {
        const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}${home}ws/check/`);
        setTimeout(found, PATIENCE);
        socket.onmessage = ({ data }) => found(data);
        socket.onclose = socket.onerror = () => found();
      } catch {
        found();
      }
    });
  const isModern = () => CSS.supports("selector(:has(a))") && "showModal" in HTMLDialogElement.prototype;

  // Veilleur answers with a sentence or says that it is away, and never leads elsewhere: all else is another's answer.
  const isOurs = (answer) => answer.headers.get("Content-Type")?.startsWith("application/json");
  const isAway = (answer) => answer.status >= 500 && answer.status !== 511; // which asks for a login

  (async () => {
    const from = await comesFrom();
    const tried = { socket: from === undefined ? "0" : "1", from: from ?? "", modern: isModern() ? "1" : "0", now: Date.now() };
    try {
      const way = `${home}check/found/?${new URLSearchParams(tried)}`;
      const answer = await fetch(way, { cache: "no-store", redirect: "manual" });
      if (!isOurs(answer)) return show(isAway(answer) ? "lost" : "portal");
      const { through, said } = await answer.json();
      if (said) show("said", said);
      else show(through ? "well" : "lost");
    } catch {
      show("lost");
    }
  })();
})();
