"""Draw the sprites of emblems anew, from the library that they come from: `python -m tools.emblems ICONS.JSON`.

ICONS.JSON is the file of that name in the npm package `@iconify-json/game-icons`. A developer runs this after a
change of a kit's `look`; nothing runs it at play. A held card must not shine more for one role than for another
(docs/secrecy.md), so all emblems of a kit are given as much light at night: what is dense becomes smaller, what is
thin gets a bolder stroke. Fine lines have softer edges, and shine less than their area. Needs Chromium,
which measures.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from games.engine.kit import all_kits

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "static"
FACES = ROOT / "moderation" / "players" / "avatars.py"
SIDE = 512  # of the library's drawings
WIDEST = 488  # of what is drawn
AREA = 0.31  # the filled part of the square, of every emblem
SMALLEST = 0.7  # of the size that would fit
BOLDEST = 30.0  # of a stroke, in units of the drawing
CLOSE = 0.002  # how alike the areas are made
MEASURE = """async ([body, side]) => {
  const picture = new Image();
  picture.src = "data:image/svg+xml," + encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="${side}" height="${side}">${body}</svg>`);
  await picture.decode();
  const canvas = new OffscreenCanvas(side, side).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, side, side);
  const light = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [ground, ink] = [16 / 255, 187 / 255]; // of a phone at night, where a little light is seen most
  const shine = (part) => (light(ground + part * (ink - ground)) - light(ground)) / (light(ink) - light(ground));
  let sum = 0, left = side, right = 0, top = side, bottom = 0;
  for (let i = 3; i < data.length; i += 4) {
    if (!data[i]) continue;
    sum += shine(data[i] / 255);
    const at = (i - 3) / 4, x = at % side, y = Math.floor(at / side);
    left = Math.min(left, x); right = Math.max(right, x + 1);
    top = Math.min(top, y); bottom = Math.max(bottom, y + 1);
  }
  return [sum / (side * side), left, top, right, bottom].map((one, n) => (n ? (one * 512) / side : one));
}"""
Box = tuple[float, float, float, float, float]  # the filled part of the square; left, top, right, bottom
Measure = Callable[[str], Box]


def place_drawing(paths: str, box: Box, size: float, stroke: float) -> str:
    """A drawing in the middle of its square, `size` of what would fit."""
    _, left, top, right, bottom = box
    scale = size * (WIDEST - stroke) / max(right - left, bottom - top)
    x, y = SIDE / 2 - scale * (left + right) / 2, SIDE / 2 - scale * (top + bottom) / 2
    bold = f' stroke="currentColor" stroke-width="{stroke / scale:.2f}" stroke-linejoin="round"' if stroke else ""
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})"{bold}>{paths}</g>'


def level_drawing(measure: Measure, paths: str, area: float) -> str:
    """A drawing with this filled area: smaller or bolder than it was. Raises ValueError when it cannot be."""
    box = measure(paths)

    def at(size: float, stroke: float) -> float:
        return measure(place_drawing(paths, box, size, stroke))[0]

    low, high, bold = (SMALLEST, 1.0, False) if at(1, 0) > area else (0.0, BOLDEST, True)
    for _ in range(20):
        middle = (low + high) / 2
        found = at(1, middle) if bold else at(middle, 0)
        if abs(found / area - 1) < CLOSE:
            return place_drawing(paths, box, 1, middle) if bold else place_drawing(paths, box, middle, 0)
        low, high = (middle, high) if found < area else (low, middle)
    raise ValueError(f"reaches {found:.3f} of {area:.3f}")


def build_sprite(names: tuple[str, ...], library: dict[str, str], measure: Measure, alike: bool = True) -> str:
    """The sprite of these emblems, each a symbol with the number of its place; `alike`: in light."""
    bodies = [re.sub(r' fill="[^"]*"', "", library[name]) for name in names]
    symbols = []
    for number, (name, body) in enumerate(zip(names, bodies, strict=True)):
        try:
            drawn = level_drawing(measure, body, AREA) if alike else place_drawing(body, measure(body), 1, 0)
        except ValueError as wrong:
            raise SystemExit(f"{name} cannot be drawn as the others are: {wrong}") from wrong
        symbols.append(f'<symbol id="e{number:02}" viewBox="0 0 512 512">{drawn}</symbol>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor">'
        "<!-- game-icons.net, CC BY 3.0, changed in size and weight: see the page of credits -->\n"
        + "\n".join(symbols)
        + "\n</svg>\n"
    )


def list_animals() -> tuple[str, ...]:
    """What faces are drawn as, in their order; read as text, since the module needs a web framework."""
    return tuple(re.findall(r'^    "([\w-]+)": _\(', FACES.read_text(encoding="utf-8"), flags=re.MULTILINE))


def main() -> None:
    """Write `look/files/emblems.svg` of every kit that has a look, and the faces of people."""
    library = {name: one["body"] for name, one in json.loads(Path(sys.argv[1]).read_text())["icons"].items()}
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()

        def measure(body: str) -> Box:
            found: Box = page.evaluate(MEASURE, [body, 288])
            return found

        for slug, kit in all_kits().items():
            if kit.look and kit.is_built_in:
                text = build_sprite(kit.look.drawings, library, measure)
                (kit.folder / "look" / "files" / "emblems.svg").write_text(text, encoding="utf-8")
                print(f"{slug}: {len(kit.look.drawings)} emblems, {len(text)} bytes")
        (STATIC / "faces.svg").write_text(
            build_sprite(list_animals(), library, measure, alike=False), encoding="utf-8"
        )
        browser.close()


if __name__ == "__main__":
    main()
