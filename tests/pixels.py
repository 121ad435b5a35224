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
