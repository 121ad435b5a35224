// A finished game told again on the screen: one scene after the other, or the one that the desk wants. The view says
// where the scenes are (data-tells) and at which one to stand (data-at: 0 plays, -1 stays, -2 shows the poster of the
// end, else a scene's number). When it says so no longer, because the game was reopened, the show is taken away.
// Everybody has time to see who has won: no story begins before the poster has stood for a while on this page.
(() => {
  const SHORTEST = 5000; // milliseconds: a scene, and a deed of it
  const DEED = 900;
  const MOST = 11;
  const POSTER = 10000;
  const view = document.getElementById("view");
  const show = document.getElementById("show");
  let name = "";
  let now = 0;
  let timer;
  let ended; // when this page has first shown the end

  const last = () => show.querySelectorAll("article[data-scene]").length;
  const stand = (number) => {
    now = Math.min(Math.max(number, 1), last());
    for (const one of show.querySelectorAll("[data-scene]"))
      one.classList.toggle("now", Number(one.dataset.scene) === now);
  };
  const wait = () => {
    const lines = Number(show.querySelector("article.now")?.dataset.lines ?? 0);
    return SHORTEST + DEED * Math.min(lines, MOST);
  };
  const play = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (now >= last()) return;
      stand(now + 1);
      play();
    }, wait());
  };
  const follow = (at) => {
    clearTimeout(timer);
    if (at > 0) stand(at);
    else if (at === 0) {
      if (now >= last()) stand(1); // played again
      play();
    }
  };
  const hide = () => {
    clearTimeout(timer);
    now = 0;
    show.hidden = true;
    show.replaceChildren();
  };
  const look = async () => {
    const tells = view.querySelector("[data-tells]");
    if (!tells) {
      name = "";
      ended = undefined;
      return hide();
    }
    const { name: wanted, tells: address, at } = tells.dataset;
    ended ??= performance.now();
    if (name === `${wanted} ${at}`) return;
    const known = name.split(" ")[0] === wanted && last() > 0;
    name = `${wanted} ${at}`;
    if (at === "-2") return hide();
    if (!known) {
      const answer = await fetch(address).catch(() => null);
      await new Promise((seen) => setTimeout(seen, ended + POSTER - performance.now()));
      if (name !== `${wanted} ${at}`) return; // another has been asked for meanwhile
      if (!answer?.ok) {
        name = "";
        return hide();
      }
      show.innerHTML = await answer.text();
      show.hidden = false;
      stand(1);
    }
    follow(Number(at));
  };

  new MutationObserver(look).observe(view, { childList: true, subtree: true, attributes: true });
  look();
})();
