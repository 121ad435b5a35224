"""`make pictures`: every surface of every game, in every size, language and engine, as PNG files in a folder.

    make pictures                                   everything, into var/pictures; half an hour
    make pictures ARGS="--games lupus --languages fr --engines chromium"
    make pictures ARGS="--surfaces card night --into var/look"

For people who look at them one by one; tests take one of each surface and engine (`test_pictures.py`). WebKit is left
out, and says so, where Debian's packages for it are not installed. Start reading at `main`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from qa.pictures import audit
from qa.pictures.painters import SIZES, Chromium, Painter, webkit
from qa.pictures.surfaces import LONG, SURFACES, Gallery, games
from qa.serving import ROOT, RunningServer
from tests.conftest import CHROMIUM_FLAGS
from tests.webkit import mini_browser
from tools.run import WEBKIT, find_chromium


def main() -> None:
    """Take the pictures that the command line asks for, or audit layout (`--audit`: qa/pictures/audit.py)."""
    if "--audit" in sys.argv:
        sys.argv.remove("--audit")
        audit.main()
        return
    parser = argparse.ArgumentParser(prog="make pictures", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=games(), default=games(), metavar="GAME")
    parser.add_argument("--languages", nargs="+", choices=("fr", "en"), default=("fr", "en"), metavar="LANGUAGE")
    parser.add_argument("--engines", nargs="+", choices=("chromium", "webkit"), default=("chromium", "webkit"))
    parser.add_argument("--surfaces", nargs="+", choices=SURFACES, default=SURFACES, metavar="SURFACE")
    parser.add_argument("--into", type=Path, default=ROOT / "var" / "pictures")
    chosen = parser.parse_args()
    found = find_chromium()
    if found is None:
        raise SystemExit("Please install Chromium, or name it in CHROMIUM: the games are played in it.")
    with ExitStack() as closing:
        playwright = closing.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        closing.callback(browser.close)
        painters: list[Painter] = [Chromium(browser)] if "chromium" in chosen.engines else []
        if "webkit" in chosen.engines and mini_browser() is None:
            print(f"No pictures in WebKit: please install {' '.join(WEBKIT)} (Debian).", flush=True)
        elif "webkit" in chosen.engines:
            painters.append(closing.enter_context(webkit()))
        for game in chosen.games:
            for language in chosen.languages:
                number = pictured(browser, painters, game, language, chosen.surfaces, chosen.into)
                print(f"{game} {language}: {number} pictures in {chosen.into}", flush=True)


def pictured(
    browser: Browser, painters: Sequence[Painter], game: str, language: str, wanted: Sequence[str], into: Path
) -> int:
    """Play one game, keep a picture of each wanted surface in each size and engine, and return how many."""
    pages: list[Page] = []

    def open_device(kind: str = "phone", **options: str) -> Page:
        side = next(iter(SIZES[kind].values()))
        context = browser.new_context(viewport={"width": side[0], "height": side[1]}, locale=options.get("locale"))
        pages.append(context.new_page())
        return pages[-1]

    number, left = 0, set(wanted)
    with tempfile.TemporaryDirectory() as data:
        server = RunningServer(Path(data), {"CALL_PACE": LONG, "MOMENT_PACE": "1"}).start()
        try:
            for surface in Gallery(server, open_device, game, language).surfaces():
                for sight in surface.sights if surface.name in wanted else ():
                    for painter in painters:
                        for size, sides in SIZES[sight.kind].items():
                            name = f"{surface.name}-{sight.kind}-{size}-{language}-{painter.name}.png"
                            path = into / game / name
                            path.parent.mkdir(parents=True, exist_ok=True)
                            path.write_bytes(painter.paint(sight, sides).png)
                            number += 1
                left.discard(surface.name)
                if not left:
                    break
        finally:
            for page in pages:
                page.context.close()
            server.kill()
    return number


if __name__ == "__main__":
    main()
