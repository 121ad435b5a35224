"""The sheet of everything: each component in each world, by day, in a bright room and by night, at three sizes.

A change of look is seen: small pictures of the sheet are kept beside this file, each cell of them the mean colour of
32 by 32 pixels, and compared with what is drawn. Edges of letters, which another machine draws otherwise, are lost in
a mean; a colour, a size or a place that has changed is not.
`LOOK=new make test ARGS="--full -k every_component"` keeps what is drawn now: look at it first, with PICTURES set.
"""

from __future__ import annotations

import base64
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page

from games.engine.kit import all_kits
from qa.serving import RunningServer
from tests.watched.tables import PICTURES

KEPT = Path(__file__).parent / "sheet"
CELL, SEEN = 32, 16  # pixels of a cell's side; levels, of 255, by which a mean has changed for an eye
MOST = 3  # cells of a part that may differ: a letter that another machine draws otherwise
REDUCED = """async ([pictures, cell, seen, kept]) => {
  const read = async (data) => createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
  const place = (wide, high) => new OffscreenCanvas(wide, high).getContext("2d", { willReadFrequently: true });
  const parts = await Promise.all(pictures.map(read));
  const high = parts.map((part) => Math.floor(part.height / cell));
  const wide = Math.floor(Math.max(...parts.map((part) => part.width)) / cell);
  const whose = high.flatMap((rows, part) => Array(rows).fill(part));
  const [small, strip] = [new ImageData(wide, whose.length), place(wide * cell, cell)];
  whose.forEach((part, row) => {
    strip.clearRect(0, 0, wide * cell, cell);
    strip.drawImage(parts[part], 0, -(row - whose.indexOf(part)) * cell);
    const { data } = strip.getImageData(0, 0, wide * cell, cell);
    for (let column = 0; column < wide; column++) {
      const sum = [0, 0, 0];
      for (let y = 0; y < cell; y++)
        for (let x = 0; x < cell; x++)
          for (let one = 0; one < 3; one++) sum[one] += data[4 * (y * wide * cell + column * cell + x) + one];
      small.data.set([...sum.map((one) => one / cell ** 2), 255], 4 * (row * wide + column));
    }
  });
  const canvas = Object.assign(document.createElement("canvas"), { width: wide, height: whose.length });
  canvas.getContext("2d").putImageData(small, 0, 0);
  const now = canvas.toDataURL("image/png").split(",")[1];
  const other = kept && (await read(kept));
  if (!other || other.width !== wide || other.height !== whose.length) return { now, fits: false, changed: [] };
  const before = place(wide, whose.length);
  before.drawImage(other, 0, 0);
  const was = before.getImageData(0, 0, wide, whose.length).data;
  const changed = [];
  for (let at = 0; at < was.length; at += 4)
    if ([0, 1, 2].some((one) => Math.abs(was[at + one] - small.data[at + one]) > seen))
      changed.push(whose[Math.floor(at / 4 / wide)]);
  return { now, fits: true, changed };
}"""
AXE = (Path(__file__).parents[1] / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
SIZES = {"phone": (390, 844), "tablet": (1180, 820), "screen": (1920, 1080)}
SIDES = (288, 432)  # pixels: what a card gives its emblem on phones that have two, or three, for one
ALIKE = 0.01
BROKEN_OFF = "net::ERR_ABORTED"  # what was on its way as the page was read anew
UNSEEN = "() => [...document.querySelectorAll('.emblem')].filter((one) => !one.getBBox().width).length"
FILLED = """async ([sprite, side]) => {
  const ids = [...sprite.matchAll(/<symbol id="(e\\d\\d)"/g)].map((found) => found[1]);
  const filled = {};
  for (const id of ids) {
    const drawn = sprite.replace("</svg>", `<use href="#${id}" width="${side}" height="${side}"/></svg>`)
      .replace("<svg ", `<svg width="${side}" height="${side}" viewBox="0 0 ${side} ${side}" `);
    const picture = new Image();
    picture.src = URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
    await picture.decode();
    const canvas = new OffscreenCanvas(side, side).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    const { data } = canvas.getImageData(0, 0, side, side);
    filled[id] = data.filter((_, at) => at % 4 === 3).reduce((sum, one) => sum + one, 0);
  }
  return filled;
}"""


@pytest.fixture
def sheet(start_server: Callable[..., RunningServer], open_device: Callable[..., Page]) -> Page:
    """The host's page of components."""
    server, page = start_server(), open_device("tablet", locale="fr-FR")
    page.goto(server.host_link)
    page.locator("main form button").click()
    page.goto(f"{server.url}/look/")
    return page


WORLDS = ["plain", *(slug for slug, kit in all_kits().items() if kit.look is not None)]


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES)
def test_every_component_in_every_world(size: str, sheet: Page) -> None:
    width, height = SIZES[size]
    wrong: list[str] = []
    sheet.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    sheet.on("requestfailed", lambda request: wrong.append(request.url) if request.failure != BROKEN_OFF else None)
    sheet.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    sheet.set_viewport_size({"width": width, "height": height})
    sheet.reload(wait_until="networkidle")
    sheet.evaluate("document.fonts.ready.then(() => true)")
    assert sheet.evaluate("document.documentElement.scrollWidth") <= width
    sheet.wait_for_function(f"({UNSEEN})() === 0")
    changed: list[str] = []
    for world in WORLDS:
        parts = sheet.locator(f".swatch[data-world='{world}']" if world != "plain" else ".swatch:not([data-world])")
        assert parts.count() == (2 if world == "plain" else 3)
        for part in parts.all() if PICTURES else ():
            part.screenshot(path=f"{PICTURES}/components-{size}-{part.get_attribute('id')}.png")
        changed += look_changed(sheet, parts.all(), f"{size}-{world}")
    assert changed == []
    assert wrong == []


@pytest.mark.full
def test_every_component_can_be_read_by_everybody(sheet: Page) -> None:
    """WCAG 2.2 AA, in every world and every light."""
    assert sheet.locator(".swatch").count() == 2 + 3 * (len(WORLDS) - 1)
    sheet.evaluate(AXE)
    found = sheet.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
    assert [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]] == []


def look_changed(sheet: Page, parts: list[Locator], name: str) -> list[str]:
    """Which parts of the sheet are not drawn as they were kept; with `LOOK=new` they are kept as they are drawn."""
    kept = KEPT / f"{name}.png"
    pictures = [base64.b64encode(part.screenshot()).decode() for part in parts]
    before = base64.b64encode(kept.read_bytes()).decode() if kept.exists() else ""
    blank = sheet.context.new_page()
    found = blank.evaluate(REDUCED, [pictures, CELL, SEEN, before])
    blank.close()
    if os.environ.get("LOOK") == "new":
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(base64.b64decode(found["now"]))
        return []
    if not found["fits"]:
        return [f"{name}: a part is longer or shorter than it was"]
    names = [part.get_attribute("id") for part in parts]
    often = Counter(names[part] for part in found["changed"])
    return [f"{part}, {number} cells" for part, number in often.items() if number > MOST]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("slug", all_kits())
def test_no_emblem_of_a_world_shines_more_than_another(slug: str, side: int, browser: Browser) -> None:
    """SECRECY 2, 8: a held card gives the same light whoever it is."""
    sprite = (all_kits()[slug].folder / "look" / "files" / "emblems.svg").read_text(encoding="utf-8")
    blank = browser.new_page()
    filled = blank.evaluate(FILLED, [sprite, side])
    blank.close()
    assert len(filled) == sprite.count("<symbol")
    middle = sum(filled.values()) / len(filled)
    assert {name: value / middle for name, value in filled.items() if abs(value / middle - 1) > ALIKE} == {}
