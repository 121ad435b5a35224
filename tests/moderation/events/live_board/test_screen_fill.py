"""The public screen of a hall in a browser: its tables fill it, and no name is cut."""

from __future__ import annotations

import itertools

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser

from moderation.events.live_board.fragments import build_screen
from moderation.events.live_board.view_model import ScreenTable
from qa.pictures.audit import Auditor, group_findings
from qa.pictures.tables import Leaf

SIZES = ((1920, 1080), (3840, 2160))
RESIZE = "([width, height]) => Object.assign(frameElement.style, { width: `${width}px`, height: `${height}px` })"


@pytest.mark.slow
@pytest.mark.parametrize("tables", [1, 3, 6])
def test_tables_fill_a_screen_and_no_name_is_cut(tables: int, browser: Browser) -> None:
    names = ("Wolfeschlegelsteiner", "Anne-Charlotte Marie", *(f"Guest {number}" for number in range(14)))
    kits = itertools.cycle(("lupus", "sporz", "elsen", "murder", "spree"))
    seated = tuple(ScreenTable("Grande table", game, "", names, 16, game) for game in itertools.islice(kits, tables))
    html = build_screen("Friday", "20:00", (), seated, (), (), (), "").render("en").html
    page = render_to_string(
        "events/live_board/screen_page.html", {"html": html, "key": "key", "event": {"name": "F"}}
    )
    auditor, leaf = Auditor(browser, SIZES), Leaf("", "screen", "hall", "en", page)
    assert group_findings(auditor.audit(leaf)) == []
    frame = auditor.load(leaf)
    for width, height in SIZES:
        frame.evaluate(RESIZE, [width, height])
        assert frame.evaluate("[innerWidth, document.documentElement.scrollHeight]") == [width, height]
        boxes = [one.bounding_box() for one in frame.locator(".hall-seats").all()]
        filled = sum(box["width"] * box["height"] for box in boxes if box)
        assert filled > 0.7 * width * height
