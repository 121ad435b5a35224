"""The audit of layout finds each kind of fault on a page made for it, and none at real tables.

One table of every game is played here. Every number of seats and every size are for `make pictures ARGS=--audit`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from qa.pictures import tables
from qa.pictures.audit import Auditor, group_findings
from qa.pictures.tables import AuditedTable, Leaf, collect_pages
from qa.serving import RunningServer

HEAD = "<!doctype html><html><meta name=viewport content='width=device-width'><style>body{margin:0}</style><body>"
NARROW = [(390, 844)]
FEW = [(390, 844), (1180, 820), (1920, 1080)]
SMALL_TO_LARGE = [(360, 640), (1024, 600), (3840, 2160)]
WHOLE_TABLES = [  # game, how it is played, seats
    *(("sporz", "phones", 24), ("lupus", "narrated", 12), ("elsen", "phones", 9)),
    *(("murder", "narrated", 5), ("spree", "phones", 5)),
]
PLAYED = 15.0  # seconds that a table is played
FAULTS = {
    "broken inside a word": "<p style='width:40px;overflow-wrap:anywhere'>Maximilienne",
    "cut at its side": "<p style='width:40px;overflow:hidden;white-space:nowrap'>Maximilienne</p>",
    "cut below or above": "<p style='height:20px;overflow:hidden;width:90px'>Anne-Sophie de La Tour</p>",
    "small letters": "<p style='font-size:9px'>Maximilienne</p>",
    "a small target": "<p>Tap <span><button style='width:20px;height:20px'>x</button></span></p>",
    "one lies on the other": "<p style='margin:0'>Ann</p><p style='margin:-20px 0 0'>Bob</p>",
    "scrolls sideways": "<p style='width:600px'>So wide that it has to be scrolled by whoever reads it all",
    "shortened inside a word": (
        "<p style='width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap'>Maximilienne"
    ),
    "beyond the page's edge": "<p style='position:absolute;left:-30px;top:0'>Ann",
    "what floats lies on what is to be filled in": (
        "<form><p style='height:800px'></p>"
        "<label style='display:block;height:44px'><input type=radio name=a required>Ann</label>"
        "<div style='position:sticky;bottom:0'><button style='height:60px;width:300px'>Confirm</button></div>"
        "<p style='height:100px'></form>"
    ),
    "covered at the end of the page": (
        "<p style='height:900px'></p><p>The last line</p>"
        "<div style='position:fixed;bottom:0;height:60px;width:300px'>Strip</div>"
    ),
}


def audited(browser: Browser, leaf: Leaf, sizes: list[tuple[int, int]]) -> set[str]:
    """Return the kinds of faults that are found on a page with letters of their usual size."""
    return {one.kind for one in Auditor(browser, sizes).audit(leaf) if not one.large}


@pytest.mark.parametrize("kind", FAULTS)
def test_each_kind_of_fault_is_found(kind: str, browser: Browser) -> None:
    assert kind in audited(browser, Leaf("", "page", "", "en", HEAD + FAULTS[kind]), NARROW)


def test_a_page_without_faults_has_none(browser: Browser) -> None:
    button = "<button style='padding:1rem 2rem'>Go on</button>"
    page = f"<main><h1>Anne-Sophie</h1><p>Ann and <a href='/'>Bob</a>.</p>{button}</main>"
    assert audited(browser, Leaf("", "page", "", "en", HEAD + page), [(390, 844), (1180, 820)]) == set()


@pytest.mark.slow
def test_no_fault_from_the_lobby_to_the_first_night(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page], browser: Browser
) -> None:
    table = AuditedTable(start_server(CALL_PACE="5", MOMENT_PACE="1"), open_device, "sporz", "phones", 9)
    leaves = table.begin_and_look()
    auditor = Auditor(browser, FEW)
    faults = [one for leaf in leaves if leaf.language == "fr" for one in auditor.audit(leaf)]
    assert {leaf.kind for leaf in leaves} >= {"desk", "phone", "screen"}
    assert group_findings(faults) == []


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "nights", "seats"), WHOLE_TABLES)
def test_no_fault_at_a_whole_table(
    game: str, nights: str, seats: int, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PLAY_SECONDS", PLAYED)
    auditor = Auditor(browser, SMALL_TO_LARGE)
    leaves = list(collect_pages(browser, game, nights, seats))
    by_turns = [leaf for place, leaf in enumerate(leaves) if place // 2 % 2 == place % 2]  # each in one language
    assert {leaf.kind for leaf in by_turns} >= {"desk", "phone", "screen"}
    assert group_findings(one for leaf in by_turns for one in auditor.audit(leaf)) == []
