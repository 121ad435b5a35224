// Measure a page in a frame, at each size and with each size of letters, and return its faults.
// A function of one argument: { sizes, large, screen }: [[390, 844], ...], how much larger letters are made, and whether
// nobody scrolls this page. Returns [{ width, height, large, found: [{ kind, where, text, size }], letters }].
({ sizes, large, screen }) => {
const measure = (glass) => {
  const SLACK = 1.5; // pixels that rounding may add
  const TARGET = 44; // pixels of a side of what a finger must hit
  const LEAST = 11; // pixels of the smallest letters
  const PICTURE = 1200; // pixels: a poster that is narrower is a picture of the room's screen
  const CONTROL = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const BREAKS = /[^\s\u00a0\u202f\u200b\-‐–—/·…]+/gu; // a word ends at these, and a line may
  const TURNED = [".fan", ".place-card:is(.left, .right)"]; // their boxes meet, not their ink
  const MAY_BREAK = "code, .address, [data-may-break]"; // addresses and commands have no words
  const found = [];
  const view = { width: document.documentElement.clientWidth, height: innerHeight };

  const name = (one) => {
    const own = [...one.classList].filter((each) => !/^f\d\d$/.test(each)).join(".");
    return one.localName + (one.id && !/\d/.test(one.id) ? `#${one.id}` : "") + (own ? `.${own}` : "");
  };
  const where = (one) => {
    const path = [];
    for (let at = one; at && at !== document.body && path.length < 3; at = at.parentElement) path.unshift(name(at));
    return path.join(" > ");
  };
  const note = (kind, one, text = "", size = "") =>
    found.push({ kind, where: where(one), text: text.trim().replace(/\s+/g, " ").slice(0, 60), size });

  const styles = new Map();
  const styleOf = (one) => styles.get(one) ?? (styles.set(one, getComputedStyle(one)), styles.get(one));
  const away = new Map();
  const isClippedAway = (one) => {
    if (!one || one === document.body) return false;
    if (!away.has(one)) away.set(one, styleOf(one).clipPath === "inset(50%)" || isClippedAway(one.parentElement));
    return away.get(one);
  };
  const isSeen = (one) =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !one.closest(".unseen, [aria-hidden=true].stage, noscript, template, svg") && !isClippedAway(one);
  // Boxes of the page lie beside each other; a box that floats over the page belongs to the layer of what floats.
  const layers = new Map();
  const layerOf = (one) => {
    if (!one || one === document.body) return null;
    if (!layers.has(one)) {
      const { position } = styleOf(one);
      const floats = ["fixed", "sticky"].includes(position) || one.matches(".laid[open], #card[open] > .secret, dialog, :is(.sure, .beside) > .panel");
      layers.set(one, floats ? one : layerOf(one.parentElement));
    }
    return layers.get(one);
  };
  const clips = (one) => {
    const { overflowX, overflowY, contain } = styleOf(one);
    return {
      across: /hidden|clip/.test(overflowX) || /paint|strict|content/.test(contain),
      down: /hidden|clip/.test(overflowY) || /paint|strict|content/.test(contain),
      scrolls: /auto|scroll/.test(overflowX + overflowY),
    };
  };
  const scrolls = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement) if (clips(at).scrolls) return at;
    return null;
  };
  const isInlineLink = (one) => {
    if (one.localName !== "a" || !styleOf(one).display.startsWith("inline") || styleOf(one).display !== "inline") return false;
    const block = one.parentElement;
    return block.textContent.trim().length > one.textContent.trim().length;
  };

  // A name of one long word, with no room even in the smallest letters, may end in an ellipsis where its title says it
  // whole. Whoever taps an answer reads it whole: a title does not excuse what is on a tile.
  const isShortened = (one) =>
    one.matches("[data-word]") && !one.closest(".tile") && one.title === one.textContent.trim() &&
    styleOf(one).textOverflow === "ellipsis" && parseFloat(styleOf(one).fontSize) < LEAST + 1;

  // The desk shows the poster of the end as a small picture, and says below it what stands there.
  const isPicture = (one) => {
    const poster = one.closest(".end-poster");
    return poster !== null && poster.clientWidth < PICTURE;
  };

  // Words and lines.
  const items = []; // { one, box, text, layer }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !one || one.matches("option, script, style") || !isSeen(one)) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    const size = parseFloat(styleOf(one).fontSize); // letters of no size have no lines
    if (!lines.length && size >= LEAST - 0.1) continue;
    if (size < LEAST - 0.1 && !isPicture(one)) note("small letters", one, node.data, `${size.toFixed(1)}px`);
    if (lines.length > 1 && !one.closest(MAY_BREAK))
      for (const word of node.data.matchAll(BREAKS)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const parts = [...range.getClientRects()].filter((box) => box.width > 0.5);
        const tops = parts.map((box) => box.top);
        const whole = parts.reduce((sum, box) => sum + box.width, 0);
        if (whole > 0.7 * view.width && !one.closest("[data-word]")) continue; // no line of the page has room for it
        if (Math.max(...tops) - Math.min(...tops) > size / 2) note("broken inside a word", one, word[0]);
      }
    for (const box of lines) {
      const inner = { left: box.left, right: box.right, top: box.top + box.height * 0.2, bottom: box.bottom - box.height * 0.2 };
      let scroller = null;
      for (let at = one; at && at !== document.body; at = at.parentElement) {
        const clip = clips(at);
        if (clip.scrolls) { scroller = at; break; }
        if (!clip.across && !clip.down) continue;
        const edge = at.getBoundingClientRect();
        if (clip.across && (inner.left < edge.left - SLACK - size / 4 || inner.right > edge.right + SLACK + size / 4)) {
          if (isShortened(one)) [inner.left, inner.right] = [edge.left, edge.right];
          else note("cut at its side", one, node.data, `${Math.round(Math.max(edge.left - inner.left, inner.right - edge.right))}px`);
          break;
        }
        if (clip.down && (inner.top < edge.top - SLACK || inner.bottom > edge.bottom + SLACK)) {
          note("cut below or above", one, node.data, `${Math.round(Math.max(edge.top - inner.top, inner.bottom - edge.bottom))}px`);
          break;
        }
      }
      if (!scroller && (box.left < -SLACK || box.top + scrollY < -size / 2)) note("beyond the page's edge", one, node.data);
      if (glass && box.bottom > view.height + size / 3) note("below the glass", one, node.data, `${Math.round(box.bottom - view.height)}px`);
      items.push({ one, box: inner, text: node.data, layer: layerOf(one), scroller: scrolls(one), isText: true, size });
    }
    const { textOverflow, webkitLineClamp } = styleOf(one);
    if (textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1 && !isShortened(one)) note("shortened inside a word", one, node.data);
    if (webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + size / 2) note("lines left out", one, node.data);
  }

  // Controls.
  for (const one of document.querySelectorAll(CONTROL)) {
    if (!isSeen(one) || one.matches(".cover[open] > summary")) continue; // an open cover lies behind what it covered
    const label = one.closest("label");
    const target = label && one.matches("input, select") && one.type !== "text" ? label : one;
    if (!isSeen(target)) continue;
    const box = target.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    items.push({ one: target, box, text: target.textContent || target.name, layer: layerOf(target), scroller: scrolls(target), isControl: true, size: 16 });
    const reaches = ["::before", "::after"].some((part) => {
      const style = getComputedStyle(one, part);
      return style.content !== "none" && style.position === "absolute" && style.top === "0px" && style.left === "0px";
    });
    if (one.disabled || isInlineLink(one) || reaches || styleOf(one).pointerEvents === "none") continue;
    if (box.width < TARGET - 0.5 || box.height < TARGET - 0.5)
      note("a small target", target, target.textContent || target.name, `${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  for (const one of document.querySelectorAll(".face, .qr, .secret-token, .ring-middle .clock, progress"))
    if (isSeen(one) && !one.closest("button, a[href], label"))
      items.push({ one, box: one.getBoundingClientRect(), text: name(one), layer: layerOf(one), scroller: scrolls(one), size: 16 });

  // What lies on what.
  const shared = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const block = (one) => {
    let at = one;
    while (at.parentElement && styleOf(at).display === "inline") at = at.parentElement;
    return at;
  };
  const pairs = new Set();
  items.forEach((a, place) => {
    for (let at = place + 1; at < items.length; at++) {
      const b = items[at];
      if (a.layer !== b.layer || a.scroller !== b.scroller || !shared(a.box, b.box)) continue;
      if (a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (a.isText && b.isText && block(a.one) === block(b.one)) continue;
      if (TURNED.some((one) => a.one.closest(one) && a.one.closest(one) === b.one.closest(one))) continue;
      if (a.one.closest(".role-known, .mark, .device") || b.one.closest(".role-known, .mark, .device")) continue; // drawn at the edge of a disc
      const isOnShoulder = a.one.closest(".secret-tokens") || b.one.closest(".secret-tokens");
      const isOfOneSeat = a.one.closest("li.seat") && a.one.closest("li.seat") === b.one.closest("li.seat");
      if (isOnShoulder && isOfOneSeat) continue; // what is told of somebody, at their disc
      const key = where(a.one) + where(b.one);
      if (pairs.has(key)) continue;
      pairs.add(key);
      found.push({ kind: "one lies on the other", where: `${where(a.one)} + ${where(b.one)}`, text: `${a.text.trim().slice(0, 25)} / ${b.text.trim().slice(0, 25)}`.replace(/\s+/g, " "), size: "" });
    }
  });

  const isMissing = (field) => {
    if (field.localName === "select") return !field.value && field.closest(".parts") !== null;
    if (field.type === "radio") return ![...field.form.elements].some((one) => one.name === field.name && one.checked);
    if (field.type === "checkbox") return field.closest("[data-least]") && !field.form.querySelector(`[name="${field.name}"]:checked`);
    return field.required && !field.value;
  };

  // What floats, over what has to be filled in now, and over the end of the page.
  const floats = [...new Set(items.map((item) => item.layer))].filter(Boolean);
  scrollTo(0, 0);
  for (const over of floats) {
    const box = over.getBoundingClientRect();
    if (box.height < 1 || over.matches("#card[open] > .secret, dialog, :is(.sure, .beside) > .panel")) continue;
    const owned = new Set([...over.querySelectorAll("button")].map((button) => button.form).filter(Boolean));
    for (const field of document.querySelectorAll("form :is(input:not([type=hidden]), select, textarea)")) {
      if (over.contains(field) || !owned.has(field.form) || !isSeen(field) || !isMissing(field)) continue;
      const target = field.closest("label") ?? field;
      if (layerOf(target) !== layerOf(over.parentElement)) continue;
      const own = target.getBoundingClientRect();
      if (own.top < view.height && shared(own, box)) {
        note("what floats lies on what is to be filled in", over, target.textContent);
        break;
      }
    }
  }
  scrollTo(0, document.documentElement.scrollHeight);
  for (const over of floats) {
    const box = over.getBoundingClientRect();
    if (box.height < 1 || !isSeen(over) || over.matches("#card[open] > .secret, dialog, :is(.sure, .beside) > .panel")) continue;
    const under = items.find((item) => {
      if (item.layer || item.scroller || (!item.isControl && !item.isText)) return false;
      const own = item.one.getBoundingClientRect();
      return shared(own, box) && !over.contains(item.one) && own.bottom > view.height / 2;
    });
    if (under) note("covered at the end of the page", over, under.text);
  }
  scrollTo(0, 0);

  const wide = document.documentElement.scrollWidth;
  if (wide > view.width + 1) {
    const widest = items.reduce((most, item) => (item.scroller || item.box.right <= (most?.box.right ?? view.width + 1) ? most : item), null);
    note("scrolls sideways", widest?.one ?? document.body, widest?.text ?? "", `${wide}px`);
  }
  for (const one of document.querySelectorAll("body *:not(svg, svg *, option, br)"))
    if (/auto|scroll/.test(styleOf(one).overflowX) && one.scrollWidth > one.clientWidth + 2 && !one.matches(".scrolls, textarea, input, select") && isSeen(one))
      note("a part scrolls sideways", one, "", `${one.scrollWidth - one.clientWidth}px`);
  const letters = items.filter((item) => item.isText).map((item) => item.size);
  return { found, letters };
}
const root = document.documentElement;
const results = [];
for (const [width, height] of sizes) {
  frameElement.style.width = `${width}px`;
  frameElement.style.height = `${height}px`;
  for (const times of [1, large]) {
    root.style.fontSize = "";
    if (times > 1) root.style.fontSize = `${parseFloat(getComputedStyle(root).fontSize) * times}px`;
    results.push({ width, height, large: times > 1, ...measure(screen && times === 1 && width > height && height >= 600) });
  }
}
root.style.fontSize = "";
return results;
}
