// What has just been decided, round the ring of a screen: ballots fall one by one, their number rises, a seat goes
// dark. Ballots of an open vote that everybody sees fall as they are cast. When each piece comes is said by the style
// sheet (moment.css), alike for all devices; here it is drawn where the seats stand. Only transform and opacity move,
// and the end of each motion is what a still picture shows. A desk draws the ballots of an open vote alone: its seats
// have their numbers from the server, and stay as large as they are.
(() => {
  const FALL = 700; // milliseconds that a ballot is on its way
  const MOST = 24; // seats of a ring; a longer list has none
  const view = document.getElementById("view");
  const staged = (kind) => {
    const stage = document.createElement("div");
    stage.className = kind;
    stage.ariaHidden = "true";
    document.body.append(stage);
    return stage;
  };
  const [under, stage] = [staged("stage under"), staged("stage")];
  let running = [];
  let shown = { name: "", ballots: [] };

  const token = (name) => parseFloat(getComputedStyle(document.documentElement).getPropertyValue(name)) * 1000;
  const isDesk = () => view.querySelector(".desk-view") !== null;
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const play = (element, frames, delay, duration, easing = "ease-out") => {
    if (isStill()) duration = delay = 0;
    running.push(element.animate(frames, { delay, duration, easing, fill: "both" }));
  };
  const add = (kind, face = "") => {
    const element = document.createElement("span");
    element.className = `${kind} ${face}`;
    stage.append(element);
    return element;
  };
  const at = ({ x, y }) => `translate(${x}px, ${y}px)`;
  const startOf = (piece) => piece?.getAnimations()[0]?.effect.getComputedTiming().delay ?? 0;

  // Where a seat's face is on the page, and which of the faces it has.
  const seatOf = (name) => {
    const face = name && view.querySelector(`.ring > [data-seat="${CSS.escape(name)}"] .face`);
    const box = face && face.getBoundingClientRect();
    if (!box?.width) return null;
    const colour = [...face.classList].find((one) => /^f\d\d$/.test(one)) ?? "";
    return { face, colour, x: box.x + box.width / 2, y: box.y + box.height / 2, reach: box.width / 2 };
  };

  const lines = () => {
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    drawing.classList.add("lines");
    under.append(drawing);
    return drawing;
  };
  const onRim = (one, other) => {
    const way = Math.hypot(other.x - one.x, other.y - one.y) || 1;
    return { x: one.x + ((other.x - one.x) * one.reach) / way, y: one.y + ((other.y - one.y) * one.reach) / way };
  };
  // From the edge of one face to the edge of another, bent towards the middle of the ring.
  const line = (drawing, from, to, middle) => {
    const towards = (one, other) => Object.values(onRim(one, other)).join(" ");
    const inwards = isDesk() ? 3 : 1; // below the names of a desk's ring
    const between = (axis) => (from[axis] + to[axis] + inwards * middle[axis]) / (2 + inwards);
    const bend = { x: between("x"), y: between("y") };
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", `M${towards(from, bend)}Q${bend.x} ${bend.y} ${towards(to, bend)}`);
    if (from.colour) path.classList.add(from.colour);
    drawing.append(path);
    return path;
  };

  // Ballots that are on their way, from `start`; the first `already` of them stand. Returns how many each has, and when
  // the last one has landed.
  const ballots = (start, already) => {
    const falling = [...view.querySelectorAll(".falling-ballots > [data-to]")];
    const step = Math.min(400, (token("--ballots") - FALL) / Math.max(1, falling.length - 1));
    const ring = view.querySelector(".round").getBoundingClientRect();
    const middle = { x: ring.x + ring.width / 2, y: ring.y + ring.height / 2 };
    const drawing = lines();
    const counted = {};
    let landed = start;
    falling.forEach(({ dataset }, place) => {
      const to = seatOf(dataset.to);
      if (!to) return;
      const from = seatOf(dataset.by); // a secret ballot falls from above, and says of nobody that it was theirs
      const isOld = place < already;
      const leaves = isOld ? start : start + (place - already) * step;
      const time = (duration) => (isOld ? 0 : duration);
      const first = from ? onRim(from, to) : { x: to.x, y: -20 };
      if (!isOld)
        play(
          add("ball", from?.colour),
          [
            { transform: at(first), opacity: 0 },
            { transform: at(first), opacity: 1, offset: 0.02 },
            { transform: at(to), opacity: 1, offset: 0.9 },
            { transform: `${at(to)} scale(0.3)`, opacity: 0 },
          ],
          leaves,
          FALL,
          "ease-in",
        );
      if (from && from.face !== to.face)
        play(line(drawing, from, to, middle), [{ opacity: 0 }, { opacity: 0.9 }], leaves + time(FALL / 2), time(FALL));
      if (isDesk()) return;
      counted[dataset.to] = (counted[dataset.to] ?? 0) + 1;
      const tally = add("tally");
      tally.textContent = counted[dataset.to];
      tally.style.setProperty("--disc", `${to.reach * 2}px`);
      const edge = at({ x: to.x + to.reach * 0.95, y: to.y - to.reach * 0.95 });
      landed = Math.max(landed, leaves + time(FALL));
      play(tally, [{ transform: `${edge} scale(1.5)`, opacity: 0 }, { transform: edge, opacity: 1 }], leaves + time(FALL), time(FALL / 2));
    });
    return { counted, landed };
  };
  // Who may be named stands out, and who has the most votes more so.
  const grow = (names, size, start, lit) => {
    for (const seat of names.map(seatOf).filter(Boolean)) {
      play(seat.face, [{ transform: "none" }, { transform: `scale(${size})` }], start, FALL);
      const below = [...seat.face.parentElement.children].filter((one) => one !== seat.face);
      const down = `translateY(${seat.reach * (size - 1) + (lit ? 10 : 0)}px)`;
      for (const one of below) play(one, [{ transform: "none" }, { transform: down }], start, FALL);
      if (!lit) continue;
      const halo = add("halo falls");
      halo.style.setProperty("--disc", `${seat.reach * 2 * size}px`);
      play(halo, [{ transform: `${at(seat)} scale(0.8)`, opacity: 0 }, { transform: at(seat), opacity: 1 }], start, FALL);
    }
  };
  const live = (already) => {
    const { counted, landed } = ballots(0, already);
    if (isDesk()) return;
    const named = [...view.querySelectorAll(".falling-ballots > [data-named]")].map(({ dataset }) => dataset.named);
    const most = Math.max(0, ...Object.values(counted));
    const speaks = view.querySelector(".falling-ballots").dataset.live === "speech";
    const leaders = speaks ? named : Object.keys(counted).filter((name) => counted[name] === most);
    grow(named.filter((name) => !leaders.includes(name)), 1.15, 0, false);
    grow(leaders, 1.4, landed, true);
  };
  const named = (piece) => {
    const seat = seatOf(piece.textContent.trim());
    if (!seat) return;
    const falls = piece.dataset.falls !== undefined;
    const start = startOf(piece);
    const halo = add(falls ? "halo falls" : "halo");
    halo.style.setProperty("--disc", `${seat.reach * 2}px`);
    play(halo, [{ transform: `${at(seat)} scale(1.8)`, opacity: 0 }, { transform: at(seat), opacity: 1 }], start, token("--turn"));
    if (falls) play(seat.face, [{ opacity: 1 }, { opacity: 0.3 }], start + token("--come"), token("--turn"));
  };

  // Whoever falls comes to the middle from their place.
  const gone = (figure) => {
    const seat = seatOf(figure.dataset.gone);
    if (!seat) return;
    const [x, y] = [figure.offsetLeft + figure.offsetWidth / 2, figure.offsetTop + figure.offsetHeight / 2];
    const within = figure.offsetParent?.getBoundingClientRect();
    figure.style.setProperty("--from-x", `${seat.x - (within?.x ?? 0) - x}px`);
    figure.style.setProperty("--from-y", `${seat.y - (within?.y ?? 0) - y}px`);
  };

  const clear = () => {
    for (const one of running) one.cancel();
    running = [];
    under.replaceChildren();
    stage.replaceChildren();
  };
  const tell = (already = 0) => {
    clear();
    const ring = view.querySelector(".ring");
    if (!ring || ring.children.length > MOST) return;
    const moment = view.querySelector(".moment");
    if (!moment || isDesk()) {
      if (view.querySelector(".falling-ballots[data-live]")) live(already);
      return;
    }
    const count = moment.querySelector(".count");
    ballots(count ? startOf(count) : token("--step"), 0);
    for (const piece of moment.querySelectorAll(".piece.name")) named(piece);
    for (const figure of view.querySelectorAll(".gone")) gone(figure);
  };

  // Night falls from above and day comes from below, over what has changed already.
  const isNight = () => view.querySelector(".screen-view.night") !== null;
  const isPlayed = () => view.querySelector(".screen-view.playing") !== null;
  let [wasNight, wasPlayed] = [isNight(), isPlayed()];
  const turn = () => {
    if (isNight() === wasNight) return;
    wasNight = isNight();
    if (isStill() || !isPlayed() || !wasPlayed) return;
    const sky = document.querySelector(wasNight ? ".sky.dusk" : ".sky.dawn");
    sky.animate({ transform: ["none", getComputedStyle(sky).transform] }, { duration: token("--fall"), easing: "ease-in-out" });
  };

  // What is drawn: a moment or an open vote, and its ballots.
  const look = () => ({
    name: view.querySelector(".moment")?.id ?? view.querySelector(".falling-ballots")?.dataset.live ?? "",
    ballots: [...view.querySelectorAll(".falling-ballots > li")].map(({ dataset }) => JSON.stringify({ ...dataset })),
  });
  const still = () => {
    tell();
    if (view.querySelector(".moment")) return;
    for (const one of running) one.finish();
  };

  document.addEventListener("htmx:after:swap", () => {
    const now = look();
    turn();
    wasPlayed = isPlayed();
    const goesOn = now.name === shown.name && shown.ballots.every((one, place) => one === now.ballots[place]);
    if (goesOn && now.ballots.length === shown.ballots.length) return;
    const already = goesOn ? shown.ballots.filter((one) => "to" in JSON.parse(one)).length : 0;
    shown = now;
    tell(already);
  });
  const again = () => {
    tell();
    for (const one of running) one.finish();
  };
  addEventListener("resize", again);
  // A fold that is opened on a desk moves its ring.
  let drawn = "";
  const placed = () => {
    const { x, y, width, height } = view.querySelector(".desk-view > .round")?.getBoundingClientRect() ?? new DOMRect();
    return [x, y, width, height].map(Math.round).join(" ");
  };
  const moved = new ResizeObserver(() => {
    if (placed() === drawn) return;
    drawn = placed();
    again();
  });
  const watch = () => {
    moved.disconnect();
    drawn = placed();
    const round = view.querySelector(".desk-view > .round");
    if (round) moved.observe(round);
  };
  document.addEventListener("htmx:after:swap", watch);
  watch();
  shown = look();
  document.fonts.ready.then(still);
})();
