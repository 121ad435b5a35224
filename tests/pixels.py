"""Pictures of pages held against each other, pixel by pixel.

A graphics card may round the corner of a panel one way on one page and the other way on the next: up to 1 of 255 was
seen there, in a dozen pixels. A letter differs by more than a hundred.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence

from playwright.sync_api import Page

ROUNDING = 4  # of 255, in each colour of a pixel
UNLIKE = """async ([pngs, rounding]) => {
  const pixels = async (png) => {
    const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height).data;
  };
  const [first, ...others] = await Promise.all(pngs.map(pixels));
  const near = (value, other) => Math.abs(value - other) <= rounding;
  const like = (one) => one.length === first.length && first.every((value, i) => near(value, one[i]));
  return others.filter((one) => !like(one)).length;
}"""


def unlike_the_first(pictures: Sequence[bytes], page: Page) -> int:
    """How many of these PNG pictures differ from the first by more than rounding. The page's browser compares."""
    assert page.context.browser
    blank = page.context.browser.new_page()
    found = blank.evaluate(UNLIKE, [[base64.b64encode(picture).decode() for picture in pictures], ROUNDING])
    blank.close()
    return int(found)


# The share of pixels behind the letters of an element against which its colour has a contrast (WCAG 2.2).
READABLE = """async ([png, colour, lines, least]) => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const table = Array.from({ length: 256 }, (_none, value) => linear(value / 255));
  const light = (data, at) => 0.2126 * table[data[at]] + 0.7152 * table[data[at + 1]] + 0.0722 * table[data[at + 2]];
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const ink = light(canvas.getImageData(0, 0, 1, 1).data, 0);
  canvas.drawImage(picture, 0, 0);
  let all = 0, readable = 0;
  for (const { x, y, width, height } of lines) {
    const { data } = canvas.getImageData(Math.round(x), Math.round(y), Math.round(width), Math.round(height));
    for (let at = 0; at < data.length; at += 4) {
      const under = light(data, at);
      all += 1;
      readable += (Math.max(ink, under) + 0.05) / (Math.min(ink, under) + 0.05) >= least;
    }
  }
  return readable / all;
}"""
LINES = """one => {
  const range = document.createRange(), high = parseFloat(getComputedStyle(one).lineHeight);
  range.selectNodeContents(one);
  const lines = [...range.getClientRects()];
  return lines.map(({ x, y, width, height }) => ({ x, y: y + (height - high) / 2, width, height: high }));
}"""
UNWRITTEN = "*, *::before, *::after { color: transparent !important; }"


def measure_readable_shares(page: Page, selectors: Sequence[str], least: float) -> dict[str, float]:
    """Return the share of pixels behind the letters of each element that have this contrast.

    The page is drawn once without its letters, at one pixel a unit; their shadows stay.
    """
    assert page.context.browser
    read = "one => getComputedStyle(one).color"
    texts = {name: (page.locator(name).evaluate(read), page.locator(name).evaluate(LINES)) for name in selectors}
    style = page.add_style_tag(content=UNWRITTEN)
    picture = base64.b64encode(page.screenshot(animations="disabled", scale="css")).decode()
    style.evaluate("one => one.remove()")
    blank = page.context.browser.new_page()
    shares = {name: blank.evaluate(READABLE, [picture, *text, least]) for name, text in texts.items()}
    blank.close()
    return shares
