"""`make pictures ARGS=--audit`: measure pages of every surface at every size, and list what is wrong with them.

    python -m qa.pictures.audit                              everything; about an hour
    python -m qa.pictures.audit --games lupus --seats 9 --nights phones
    python -m qa.pictures.audit --keep var/audit             keep the pages that were come by
    python -m qa.pictures.audit --from var/audit             measure kept pages with the styles of now

Pages come from real servers (`tables.py`). Each is loaded once; its window and its letters are then made larger and
smaller, and `audit.js` measures it: what lies on what, what is cut, words broken inside, small targets, sideways
scrolling.
Start reading at `Auditor.audit`.
"""

from __future__ import annotations

import argparse
import json
import mimetypes
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from playwright.sync_api import Browser, Frame, Route, sync_playwright

from games.engine.kit import all_kits
from games.engine.plugins import list_looks
from moderation.project.static_files import DIGEST
from qa.pictures.tables import Leaf, collect_other_pages, collect_pages, list_allowed_seats
from qa.serving import ROOT
from tests.conftest import CHROMIUM_FLAGS
from tools.run import find_chromium

SIZES = ((360, 640), (390, 844), (768, 1024), (820, 1180), (1024, 600), (1180, 820), (1920, 1080), (3840, 2160))
LARGE = 2  # times as large: text at 200 %
MEASURE = (Path(__file__).parent / "audit.js").read_text(encoding="utf-8")
NIGHTS = ("phones", "eyes_closed", "narrated")
SCRIPTS = re.compile(r"<script\b.*?</script>", re.DOTALL)
SITE = "http://audit.test"
HOST = "<!doctype html><body><iframe></iframe>"
OPEN = {  # what is unfolded or chosen before a page is measured, by a name for it
    "": "() => true",
    "secrets": """() => {
        const box = document.querySelector("#secrets");
        if (box) box.checked = true;
        return Boolean(box);
    }""",
    "card": """() => {
        const card = document.querySelector("#card");
        if (card) card.open = true;
        return Boolean(card);
    }""",
    "chosen": """() => {
        const forms = [...document.querySelectorAll("#answer fieldset, #enter fieldset, #decide fieldset")];
        const first = (one) => one.querySelector(".tile.whole input") ?? one.querySelector("input[type=radio]");
        for (const fields of forms) first(fields)?.click();
        for (const cover of document.querySelectorAll("details.choices")) cover.open = true;
        return forms.length > 0;
    }""",
    "folds": """() => {
        const named = ":is(#view, main) details:is(.fold, .beside):not(.sure), .help-page";
        const folds = [...document.querySelectorAll(named)];
        for (const fold of folds) fold.open = true;
        for (const card of document.querySelectorAll("#card")) card.open = false;
        return folds.length > 0;
    }""",
}


@dataclass(frozen=True)
class Finding:
    """One fault of one page, at one size."""

    kind: str
    where: str
    text: str
    size: str
    leaf: str
    window: str
    large: bool
    state: str


class Auditor:
    """A browser that shows kept pages with the styles of this folder, and measures them."""

    def __init__(self, browser: Browser, sizes: Sequence[tuple[int, int]] = SIZES) -> None:
        self.sizes = sizes
        context = browser.new_context(viewport={"width": 400, "height": 300}, reduced_motion="reduce")
        self.page = context.new_page()
        self.page.route("**/*", self.serve)
        self.html = ""
        self.page.goto(f"{SITE}/host")

    def serve(self, route: Route) -> None:
        """Answer with the page that is measured, or with a file of this folder."""
        path = route.request.url.removeprefix(SITE).partition("?")[0]
        if not path.startswith("/static/"):
            body = {"/host": HOST, "/leaf": self.html}.get(path, "")
            route.fulfill(body=body, content_type="text/html; charset=utf-8")
            return
        file = static_file(DIGEST.sub("", path.removeprefix("/static/")))
        if file.is_file():
            route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "font/woff2")
        else:
            route.fulfill(status=404)

    def load(self, leaf: Leaf) -> Frame:
        """Show a page without its scripts: nothing of it moves."""
        self.html = SCRIPTS.sub("", leaf.html)
        with self.page.expect_event("framenavigated"):
            self.page.evaluate("document.querySelector('iframe').src = '/leaf?' + Math.random()")
        frame = self.page.frames[1]
        frame.wait_for_load_state()
        frame.evaluate("document.fonts.ready.then(() => true)")
        return frame

    def audit(self, leaf: Leaf) -> Iterator[Finding]:
        """Measure one page in all its states and sizes, at 100 and 200 % text."""
        frame = self.load(leaf)
        name = f"{leaf.table} {leaf.kind} {leaf.name} {leaf.language}"
        wanted = {"sizes": self.sizes, "large": LARGE, "screen": leaf.kind == "screen"}
        for state, opening in OPEN.items():
            if not frame.evaluate(opening):
                continue
            letters: dict[int, float] = {}
            for one in frame.evaluate(MEASURE, wanted):
                width, times = one["width"], LARGE if one["large"] else 1
                letters |= {width: min(one["letters"], default=0)} if times == 1 else {}
                for fault in one["found"]:
                    if not is_excused(leaf.kind, fault["kind"], times, width):
                        window = f"{width}x{one['height']}"
                        yield Finding(**fault, leaf=name, window=window, large=times > 1, state=state)
            small, tall = letters.get(1920, 0), letters.get(3840, 0)
            if tall and tall < 1.8 * small:
                yield Finding("does not grow", leaf.kind, "", f"{small} to {tall}", name, "3840x2160", False, state)


def static_file(name: str) -> Path:
    """Return where a static file lies: among those of all pages, or with the look of a game."""
    if not name.startswith("worlds/"):
        return ROOT / "static" / name
    _, slug, rest = name.split("/", 2)
    return dict(list_looks())[slug] / rest


def is_excused(kind: str, fault: str, times: int, width: int) -> bool:
    """Return whether a room's screen is excused: larger, or on a phone, it may only not scroll sideways.

    The same holds for twice the letters at a desk on a screen of 3840 pixels, where letters are large already.
    """
    large_screen = kind == "screen" and (times > 1 or width < 700)
    large_desk = kind == "desk" and times > 1 and width > 1920
    return (large_screen or large_desk) and fault != "scrolls sideways"


def group_findings(findings: Iterable[Finding]) -> list[str]:
    """Return lines for people to read: each fault once, how often it was found, and where first."""
    groups: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for one in findings:
        groups[one.kind, one.where].append(one)
    lines = []
    for (kind, where), all_of_it in sorted(groups.items(), key=lambda group: (group[0][0], -len(group[1]))):
        first = all_of_it[0]
        windows = sorted(
            {f"{one.window}{'+' if one.large else ''}" for one in all_of_it}, key=lambda w: int(w.split("x")[0])
        )
        states = sorted({one.state for one in all_of_it})
        lines.append(f"{kind} ({len(all_of_it)}): {where}")
        lines.append(f"    “{first.text}” {first.size} in {first.leaf}; {' '.join(windows)}; {' '.join(states)}")
    return lines


def collect_leaves(
    browser: Browser, games: Sequence[str], nights: Sequence[str], seats: Sequence[int]
) -> Iterator[Leaf]:
    """Return the pages of all tables that are wanted."""
    yield from collect_other_pages(browser)
    for game in games:
        for manner in nights:
            for count in [
                count
                for count in list_allowed_seats(game)
                if not seats or count in seats or len(list_allowed_seats(game)) == 1
            ]:
                try:
                    leaves = list(collect_pages(browser, game, manner, count))
                except AssertionError as fault:
                    print(f"{game} {manner} {count}: {fault}", flush=True)
                    continue
                print(f"{game} {manner} {count}: {len(leaves)} pages", flush=True)
                yield from leaves


def keep(leaves: Iterable[Leaf], into: Path) -> Iterator[Leaf]:
    """Write each page into a folder, and hand it on."""
    into.mkdir(parents=True, exist_ok=True)
    for number, leaf in enumerate(leaves):
        file = f"{leaf.table}-{leaf.kind}-{number:03}-{leaf.language}.json"
        (into / file).write_text(json.dumps(asdict(leaf)), encoding="utf-8")
        yield leaf


def main() -> None:
    """Audit what the command line asks for, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m qa.pictures.audit", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=list(all_kits()), default=list(all_kits()))
    parser.add_argument("--nights", nargs="+", choices=NIGHTS, default=NIGHTS)
    parser.add_argument("--seats", nargs="+", type=int, default=())
    parser.add_argument("--languages", nargs="+", default=("fr", "en"))
    parser.add_argument("--sizes", nargs="+", default=())
    parser.add_argument("--only", default="", help="pages whose name has this")
    parser.add_argument("--every", type=int, default=1, help="measure one page of so many")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--from", dest="kept", type=Path)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.project.settings")
    found = find_chromium()
    if found is None:
        raise SystemExit("Please install Chromium, or name it in CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        leaves: Iterable[Leaf]
        if chosen.kept:
            leaves = (Leaf(**json.loads(file.read_text("utf-8"))) for file in sorted(chosen.kept.glob("*.json")))
        else:
            leaves = collect_leaves(browser, chosen.games, chosen.nights, chosen.seats)
        if chosen.keep:
            leaves = keep(leaves, chosen.keep)
        sizes = [size for size in SIZES if not chosen.sizes or f"{size[0]}x{size[1]}" in chosen.sizes]
        auditor, findings, number = Auditor(browser, sizes), [], 0
        for place, leaf in enumerate(leaves):
            if (
                chosen.only in f"{leaf.table} {leaf.kind} {leaf.name}"
                and leaf.language in chosen.languages
                and place % chosen.every == 0
            ):
                number += 1
                findings += list(auditor.audit(leaf))
        browser.close()
    print(*group_findings(findings), f"{number} pages, {len(findings)} findings", sep="\n")
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(one) for one in findings]), encoding="utf-8")


if __name__ == "__main__":
    main()
