"""Long lists in browsers: a socket brings what a page without scripts shows (static/js/rows.js)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from moderation.play.rendering.row_lists import FEWEST_ROWS, pack_lists
from qa.serving import RunningServer
from tests.watched.tables import PATIENCE, WatchedTable
from tests.webkit import DEATH, Device

pytestmark = pytest.mark.slow
SCRIPT = "static/js/rows.js"
# What scripts note on elements is left out.
READ = """[...document.querySelectorAll("#view :is(.of-person, li.seat)")].map((row) => {
  const copy = row.cloneNode(true);
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...one.attributes]) {
      if (/^data-(now|htmx)|^aria-pressed$|^disabled$/.test(name)) one.removeAttribute(name);
    }
  }
  return copy.outerHTML;
})"""


def read_rows(page: Page) -> list[str]:
    """The rows of all lists of people, as the browser holds them."""
    found: list[str] = page.evaluate(READ)
    return found


def load_without_scripts(page: Page, open_device: Callable[..., Page], kind: str) -> list[str]:
    """The rows of the same page, loaded anew by the same device without scripts."""
    plain = open_device(kind, java_script_enabled=False, locale=page.evaluate("navigator.language"))
    plain.context.add_cookies(page.context.cookies())
    plain.goto(page.url)
    reader = open_device(kind)
    reader.set_content(plain.content())
    return read_rows(reader)


@pytest.mark.parametrize(("game", "seats"), [("sporz", FEWEST_ROWS + 1), ("lupus", 24)])
def test_pushed_lists_are_those_of_a_page_without_scripts(
    server: RunningServer, open_device: Callable[..., Page], game: str, seats: int
) -> None:
    table = WatchedTable(server, open_device, game, languages=("en-GB",))
    table.join(["Zoé & Co"])
    table.fill_up(seats)
    packed = []
    for page in (table.desk, table.screen, *table.phones.values()):
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: packed.append(frame)))
        page.reload()
    table.begin()
    phone = table.phones["Zoé & Co"]
    expect(phone.locator("#people")).to_be_attached(timeout=PATIENCE)
    expect(table.screen.locator(".ring > li")).to_have_count(seats, timeout=PATIENCE)
    for page, kind in ((phone, "phone"), (table.screen, "screen"), (table.desk, "tablet")):
        rows = read_rows(page)
        assert len(rows) >= seats
        assert rows == load_without_scripts(page, open_device, kind)
    assert any("\\u0002" in str(message) for message in packed)


def test_chromium_restores_the_text(open_device: Callable[..., Page]) -> None:
    page = open_device()
    page.goto("about:blank")
    page.add_script_tag(path=SCRIPT)
    for html in EXAMPLES:
        assert page.evaluate("(text) => unpackRows(text)", pack_lists(html)) == html


@pytest.mark.full
@pytest.mark.flaky(reruns=2, only_rerun=DEATH)
def test_webkit_restores_the_text(server: RunningServer, open_webkit: Callable[[str], Device]) -> None:
    device = open_webkit("phone")
    device.open(server.url)
    with open(SCRIPT, encoding="utf-8") as script:
        restore = f"{script.read()}\nreturn unpackRows(arguments[0]);"
    for html in EXAMPLES:
        assert device.run(restore, pack_lists(html)) == html


def build_list(*names: str) -> str:
    """A list of people, some of whom are out."""
    return "".join(
        f'<li class="seat{" out" * (number % 4 == 0)}"><b id="p-{number}">{name}</b>{"<i></i>" * (number % 3)}</li>\n'
        for number, name in enumerate(names * 12, 9)
    )


EXAMPLES = [
    "<p>nobody</p>",
    f"<ol>{build_list('Ann', 'Zoé', '李', '😀 &amp;', '$1', '$&amp;')}</ol><ol>{build_list('7', '10', '', '1')}</ol>",
]
