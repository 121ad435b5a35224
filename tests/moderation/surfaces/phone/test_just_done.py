"""The lines above a phone's question: the results of the last steps."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from moderation.play.projections.knowledge import Chapter
from moderation.surfaces.phone.fragments import find_latest_line
from tests.moderation.surfaces.pages import Visit
from tests.moderation.surfaces.showings import phone, public


@pytest.mark.parametrize("lines", [("Park in this order: Ann, Bob.",), ("Ann parks.", "Bob rolls 4.")])
def test_the_latest_event_appears_once_for_the_active_player(visit: Visit, lines: tuple[str, ...]) -> None:
    page = visit("phone", phone(public(has_nights=False, news=(Chapter("Before play", lines),)))).page
    expect(page.locator(".since")).to_have_text(lines[-1])
    assert page.locator("#view").inner_text().count(lines[-1]) == 1
    assert all(line in page.locator("#view").inner_text() for line in lines)


@pytest.mark.parametrize(
    ("phase", "read"), [("Day 1", ""), ("Before play", "Eve becomes the chief."), ("", "Eve becomes the chief.")]
)
def test_events_of_earlier_phases_are_not_above_the_question(phase: str, read: str) -> None:
    assert find_latest_line(public(phase=phase, news=(Chapter("Before play", ("Eve becomes the chief.",)),))) == read
