"""An organiser changes a seating by hand: somebody is dragged to another table, and somebody comes late."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.watched.tables import PATIENCE, PICTURES, open_evening

pytestmark = [pytest.mark.slow, pytest.mark.full, pytest.mark.browser]

NAMES = ["Ana", "Béa", "Cléo", "Dina", "Emma", "Gaël", "Hugo", "Inès", "Karim", "Léo"]
LATE = "Zoé"
ROUND = "/events/round/1/"


def keep(page: Page, name: str) -> None:
    """Keep a picture of a page where pictures are wanted."""
    if PICTURES:
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def post(page: Page, path: str, **fields: str) -> None:
    """Send a form without its page."""
    token = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}["csrftoken"]
    form: dict[str, str | float | bool] = {"csrfmiddlewaretoken": token, **fields}
    url = page.url.split("/events/")[0]
    assert page.context.request.post(url + path, form=form, headers={"Referer": url}).ok


@pytest.fixture
def seated(server: RunningServer, open_device: Callable[..., Page]) -> Page:
    """The page of a round in which ten people are proposed seats at two tables of Spree!."""
    page = open_device("tablet", locale="fr-FR", has_touch=True)
    open_evening(server, page, "Samedi")
    page.goto(f"{server.url}/events/1/edit/")
    page.locator("textarea[name=spots]").fill("Table 1\nTable 2")
    page.locator("input[name=round0-name], input[name=round1-name]").first.fill("Premier tour")
    page.locator(".always button").click()
    page.wait_for_url("**/events/1/")
    for name in NAMES:
        post(page, "/events/1/door/", name=name)
    for place in ("Table 1", "Table 2"):
        page.goto(server.url + ROUND)
        page.locator("details:has(#place) > summary").click()
        page.locator("#place").select_option(label=place)
        page.locator("#game").select_option("spree")
        page.locator("form:has(#place) button").click()
    page.locator("button[value=propose]").click()
    expect(page.locator("section[data-draw-to]:not([data-draw-to=out])")).to_have_count(2, timeout=PATIENCE)
    return page


def test_somebody_is_dragged_to_another_table(seated: Page) -> None:
    tables = seated.locator("section[data-draw-to]:not([data-draw-to=out])")
    other = f"[data-draw-to='{tables.last.get_attribute('data-draw-to')}']"
    row, neighbour = tables.first.locator(".rows > li").last, tables.last.locator(".rows > li").first
    name = row.locator("bdi").first.inner_text()
    neighbour.scroll_into_view_if_needed()  # both are in sight
    keep(seated, "seating-before")
    start, end = row.locator(".handle").bounding_box(), neighbour.bounding_box()
    assert start
    assert end
    seated.mouse.move(start["x"] + 10, start["y"] + 10)
    seated.mouse.down()
    seated.mouse.move(start["x"] + 10, start["y"] + 25, steps=5)
    seated.mouse.move(end["x"] + 20, end["y"] + end["height"] * 0.75, steps=25)
    with seated.expect_navigation():
        seated.mouse.up()
    expect(seated.locator(other).get_by_text(name, exact=True)).to_be_visible(timeout=PATIENCE)
    expect(seated.locator("[data-test=changed-by-hand]")).to_be_visible()
    keep(seated, "seating-dragged")


def test_somebody_who_comes_late_gets_a_seat_with_one_tap(seated: Page) -> None:
    seated.locator("button[value=accept]").click()
    expect(seated.locator(".notice.success").first).to_be_visible(timeout=PATIENCE)
    post(seated, "/events/1/door/", name=LATE)
    seated.reload()
    late = seated.locator("section[aria-labelledby=late]")
    expect(late).to_contain_text(LATE)
    keep(seated, "seating-late")
    late.locator("button").first.click()
    expect(seated.locator("section[data-draw-to]").get_by_text(LATE, exact=True)).to_be_visible(timeout=PATIENCE)
    expect(seated.locator("section[aria-labelledby=late]")).to_have_count(0)
    keep(seated, "seating-late-seated")
