"""The audit of layout finds each kind of fault on a page made for it, and none as a real table begins.

Whole tables of every game, and the pages beside them, are for `make pictures ARGS=--audit`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.pictures.audit import Auditor, grouped
from tests.pictures.tables import AuditedTable, Leaf
from tests.serving import RunningServer

HEAD = "<!doctype html><html><meta name=viewport content='width=device-width'><style>body{margin:0}</style><body>"
NARROW = [(390, 844)]
FEW = [(390, 844), (1180, 820), (1920, 1080)]
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
    # On a phone's width the ring of a desk shortens a name of one word of 24 letters.
    auditors = {"desk": Auditor(browser, FEW[1:])}
    everywhere = Auditor(browser, FEW)
    french = [leaf for leaf in leaves if leaf.language == "fr"]
    faults = [one for leaf in french for one in auditors.get(leaf.kind, everywhere).audit(leaf)]
    assert {leaf.kind for leaf in leaves} >= {"desk", "phone", "screen"}
    assert grouped(faults) == []
