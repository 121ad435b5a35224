"""The sheet of everything: each component in each world, by day and by night, at three sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import games.kits
from games.engine.kit import all_kits
from tests.serving import RunningServer
from tests.watched.tables import PICTURES

KITS = Path(games.kits.__path__[0])
AXE = (Path(__file__).parents[1] / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
SIZES = {"phone": (390, 844), "tablet": (1180, 820), "screen": (1920, 1080)}
SIDES = (288, 432)  # pixels: what a card gives its emblem on phones that have two, or three, for one
ALIKE = 0.01
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


def test_every_component_in_every_world(sheet: Page) -> None:
    wrong: list[str] = []
    sheet.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    sheet.on("requestfailed", lambda request: wrong.append(request.url))
    sheet.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    sheet.reload()
    assert sheet.locator(".swatch").count() == 1 + 2 * len(all_kits())
    for name, (width, height) in SIZES.items():
        sheet.set_viewport_size({"width": width, "height": height})
        assert sheet.evaluate("document.documentElement.scrollWidth") <= width, name
        unseen = "() => [...document.querySelectorAll('.emblem')].filter((one) => !one.getBBox().width).length"
        sheet.wait_for_function(f"({unseen})() === 0")
        if PICTURES:
            sheet.screenshot(path=PICTURES / f"components-{name}.png", full_page=True)
    sheet.evaluate(AXE)
    found = sheet.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
    assert [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]] == []
    assert wrong == []


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("slug", all_kits())
def test_no_emblem_of_a_world_shines_more_than_another(slug: str, side: int, browser: Browser) -> None:
    """SECRECY 2, 8: a held card gives the same light whoever it is."""
    sprite = (KITS / slug / "look" / "files" / "emblems.svg").read_text(encoding="utf-8")
    blank = browser.new_page()
    filled = blank.evaluate(FILLED, [sprite, side])
    blank.close()
    assert len(filled) == sprite.count("<symbol")
    middle = sum(filled.values()) / len(filled)
    assert {name: value / middle for name, value in filled.items() if abs(value / middle - 1) > ALIKE} == {}
