"""The same light: at one moment of the night nobody's face tells what their phone says (SECRECY 2 and 3)."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from qa.serving import RunningServer
from tests.thorough import amount
from tests.watched.tables import NAMES, PATIENCE, WatchedTable

pytestmark = pytest.mark.slow
DIFFERENCE = 0.001  # of the light of the brightest
DARKEST = 0x10  # of each colour of the background
# What may differ: the player's own name, which is no secret, and a clock that is the same on all phones, but shows
# other digits by the time that the next picture is taken.
HIDE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".me, [data-clock] { visibility: hidden !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
LONG = "20"  # so slow that no call ends while its pictures are taken
STATIC = Path(__file__).resolve().parents[2] / "static" / "js"
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"

MEAN_LIGHT = """async (png) => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  const light = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const known = Array.from({ length: 256 }, (_, value) => light(value));
  let sum = 0;
  for (let i = 0; i < data.length; i += 4)
    sum += 0.2126 * known[data[i]] + 0.7152 * known[data[i + 1]] + 0.0722 * known[data[i + 2]];
  return sum / (data.length / 4);
}"""


@pytest.mark.full
@pytest.mark.parametrize(("game", "language"), [("sporz", "fr-FR"), ("lupus", "en-GB")])
def test_all_phones_shine_alike_in_a_call(
    game: str,
    language: str,
    start_server: Callable[..., RunningServer],
    open_device: Callable[..., Page],
    browser: Browser,
) -> None:
    table = WatchedTable(start_server(CALL_PACE=LONG), open_device, game, "phones", languages=(language, language))
    table.join(NAMES[: amount(5, 8)])
    table.fill_up(8)
    table.begin()
    if game == "sporz":  # begins by day
        table.decide()
    for phone in table.phones.values():
        expect(phone.locator(".phone-view.night #answer")).to_be_visible(timeout=PATIENCE)
        phone.mouse.move(0, 0)
        phone.evaluate("scrollTo(0, 0)")
        phone.evaluate(HIDE)
    blank = browser.new_page()
    lights = {}
    for name, phone in table.phones.items():
        png = base64.b64encode(phone.screenshot(animations="disabled")).decode()
        lights[name] = blank.evaluate(MEAN_LIGHT, png)
        ground = phone.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        assert all(int(part) <= DARKEST for part in re.findall(r"\d+", ground)[:3]), ground
    blank.close()
    assert max(lights.values()) - min(lights.values()) <= DIFFERENCE * max(lights.values()), lights
    assert max(lights.values()) < 0.2, "that is no night"


def test_no_script_of_a_phone_sounds_or_shakes() -> None:
    loaded = "".join(path.read_text(encoding="utf-8") for path in (TEMPLATES / "surfaces" / "phone").rglob("*.html"))
    loaded += (TEMPLATES / "parts" / "_live_scripts.html").read_text(encoding="utf-8")
    scripts = [STATIC / name for name in re.findall(r"js/([a-z]+\.js)", loaded)]
    assert scripts
    for script in scripts:
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"vibrate|AudioContext|new Audio|speechSynthesis|Notification|\.play\(", text), (
            script.name
        )
    assert "_voice.html" not in loaded
