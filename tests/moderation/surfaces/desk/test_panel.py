"""The desk answers for a seat in a panel (static/js/desk.js, enter.js)."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import expect

from tests import thorough
from tests.moderation.surfaces.pages import Visit
from tests.moderation.surfaces.showings import ballot, desk, desk_seat


def render_panel_for_bob() -> str:
    seat = {"pk": 2, "name": "Bob"}
    return render_to_string("surfaces/desk/_answer.html", {"question": ballot(), "seat": seat, "code": "BFHJ"})


def test_the_desk_answers_for_a_seat_in_a_panel(visit: Visit) -> None:
    server = visit("desk", desk())
    server.panel = render_panel_for_bob()
    server.page.locator("a.seat-face", has_text="Bob").click()
    server.page.locator("#panel label.tile", has_text="Cid").click()
    server.page.locator("#panel .confirm button").click()
    expect(server.page.locator("#panel")).to_be_empty()
    sent = server.posted[0]
    assert (sent["for"], sent["opened"], sent["pick0"]) == ("2", "7", '{"seat":"Cid"}')
    assert sent["request"]


HIDDEN = """() => [...document.querySelectorAll(".ring [data-name]")].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((one) => one.dataset.name)"""


@pytest.mark.parametrize(("width", "height"), thorough.family([(820, 1180), (768, 1024), (1180, 820)], (820, 1180)))
def test_the_ring_fills_panels_and_nothing_covers_it(visit: Visit, width: int, height: int) -> None:
    """On a tablet that stands upright a correction lay over half of the ring."""
    names = ["Anouk", "Bob", "Cid", "Damien", "Gaëlle", "Farid", "Inès", "Hugo", "Zoé"]
    seats = tuple(desk_seat(number, name, asked=True) for number, name in enumerate(names, 1))
    told = ("Anouk leaves the ship.", "Anouk was an astronaut.", "The crew has decided.", "Farid is the chief.")
    server = visit("desk", desk(seats=seats, announce=told))
    server.page.set_viewport_size({"width": width, "height": height})
    server.panel = render_panel_for_bob()
    server.page.locator("a.seat-face", has_text="Gaëlle").click()
    expect(server.page.locator("#panel form")).to_be_visible()
    expect(server.page.locator("#panel .confirm button")).to_be_in_viewport()
    server.page.wait_for_function(f"({HIDDEN})().length === 0")


def test_a_panel_goes_with_its_question(visit: Visit) -> None:
    server = visit("desk", desk())
    server.panel = render_panel_for_bob()
    server.page.locator("a.seat-face", has_text="Bob").click()
    expect(server.page.locator("#panel form")).to_be_visible()
    server.push(desk(title="Still the vote"), 2)
    expect(server.page.get_by_role("heading", name="Still the vote")).to_be_visible()
    expect(server.page.locator("#panel form")).to_be_visible()
    server.push(desk(opened=9), 3)
    expect(server.page.locator("#panel")).to_be_empty()
