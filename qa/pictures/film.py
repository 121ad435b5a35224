"""`python -m qa.pictures.film GAME FILE.jpg`: a game's moments on the screen of the room, on one sheet.

A game is played as in `make pictures`. Each time that the screen shows another phase or moment, a frame is taken
when its motion has ended. Start reading at `main`.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from qa.pictures.surfaces import Gallery, games
from qa.serving import RunningServer
from tests.conftest import CHROMIUM_FLAGS
from tests.watched.tables import BOTS, NAMES, READY
from tools.run import find_chromium

CALLS = "0.15"  # of their length: a call stands for some seconds
FRAMES, ACROSS = 24, 4  # on the sheet, and in a row of it
SCREEN_STATE = """() => [document.querySelector(".moment")?.id, document.querySelector(".screen-view")?.className,
  document.querySelector("h1")?.textContent, document.querySelector("[data-asks]")?.textContent].join("|")"""
ENDED = "() => document.getAnimations().forEach((one) => one.finish())"
SHEET = """<style>body {{ display: grid; grid-template-columns: repeat({across}, 400px); gap: 8px; width: max-content;
margin: 0; padding: 8px; background: #111 }} img {{ width: 400px; display: block }}</style>{frames}"""


def main() -> None:
    """Play the game that the command line names, and write the sheet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=games())
    parser.add_argument("file", type=Path)
    parser.add_argument("--language", choices=("fr", "en"), default="fr")
    chosen = parser.parse_args()
    found = find_chromium()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as data:
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        server = RunningServer(Path(data), {"CALL_PACE": CALLS, "MOMENT_PACE": "1"}).start()
        try:

            def open_device(kind: str = "phone", **options: str) -> Page:
                size = {"width": 1280, "height": 720} if kind != "phone" else {"width": 390, "height": 844}
                return browser.new_context(viewport=size, locale=options.get("locale")).new_page()

            frames = list(take_frames(Gallery(server, open_device, chosen.game, chosen.language)))
            write_sheet(browser.new_page(), choose_frames(frames), chosen.file)
        finally:
            server.kill()
            browser.close()


def take_frames(gallery: Gallery) -> Iterator[bytes]:
    """Yield a picture of the screen for each phase and moment of a game, from the lobby to the end."""
    table, seen = gallery.table, set()
    table.join(NAMES[:3])
    table.fill_up(8)
    yield table.screen.screenshot()
    table.begin()
    while True:
        now = table.screen.evaluate(SCREEN_STATE)
        if now not in seen:
            seen.add(now)
            table.screen.wait_for_timeout(700)
            table.screen.evaluate(ENDED)
            yield table.screen.screenshot()
        if table.over:
            break
        table.lift()
        table.answer_on_phones()
        if not (table.went_on() or table.tap(BOTS)):
            table.tap(READY)
        table.desk.wait_for_timeout(200)


def choose_frames(frames: list[bytes]) -> list[bytes]:
    """Return at most `FRAMES` of them, evenly, with the first and the last."""
    if len(frames) <= FRAMES:
        return frames
    return [frames[round(place * (len(frames) - 1) / (FRAMES - 1))] for place in range(FRAMES)]


def write_sheet(page: Page, frames: list[bytes], file: Path) -> None:
    """Write the frames in rows, as one JPEG."""
    images = "".join(f'<img src="data:image/png;base64,{base64.b64encode(one).decode()}">' for one in frames)
    page.set_content(SHEET.format(across=ACROSS, frames=images))
    width = page.evaluate("() => document.body.offsetWidth")
    page.set_viewport_size({"width": width, "height": 100})
    page.locator("body").screenshot(path=file, type="jpeg", quality=70)


if __name__ == "__main__":
    main()
