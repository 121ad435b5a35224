"""A table set up in a browser on the real server: dragged, typed, without scripts; every page held to WCAG."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from qa.serving import RunningServer
from tests import thorough

AXE = (Path(__file__).parents[2] / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
Open = Callable[..., Page]


def opens(page: Page, server: RunningServer) -> str:
    """Become the host and open a table of Sporz; its code."""
    page.goto(server.host_link)
    page.click("main form button")
    page.goto(f"{server.url}/new/?game=sporz")
    page.click("main form button.primary")
    page.wait_for_url("**/desk/*/")
    return page.url.rstrip("/").rpartition("/")[2]


def ring(page: Page) -> list[str]:
    return page.locator("#seats .seat-name").all_inner_texts()


def add(page: Page, name: str) -> None:
    page.fill("#new-name", name)
    page.press("#new-name", "Enter")
    expect(page.locator("#seats")).to_contain_text(name)
    expect(page.locator("#new-name")).to_have_value("")


@pytest.fixture
def desk(server: RunningServer, open_device: Open) -> Page:
    """A desk with three people in the ring."""
    page = open_device("tablet")
    opens(page, server)
    for name in ("Ann", "Bob", "Cid"):
        add(page, name)
    return page


def test_a_seat_is_dragged_to_another_place_and_stays_there(desk: Page) -> None:
    first, last = (desk.locator("#seats .handle").nth(place).bounding_box() for place in (0, 2))
    assert first
    assert last
    desk.mouse.move(first["x"] + 20, first["y"] + 20)
    desk.mouse.down()
    desk.mouse.move(first["x"] + 20, first["y"] + 45, steps=5)
    desk.mouse.move(last["x"] + 20, last["y"] + last["height"], steps=20)
    with desk.expect_response("**/seats/order/"):
        desk.mouse.up()
    expect(desk.locator("#seats .seat-name").first).to_have_text("Bob")
    desk.reload()
    assert ring(desk)[0] == "Bob"


@pytest.mark.full
def test_the_buttons_beside_a_name_move_it_too(desk: Page) -> None:
    desk.locator("button[name=down]").first.click()
    expect(desk.locator("#seats .seat-name").first).to_have_text("Bob")
    assert ring(desk) == ["Bob", "Ann", "Cid"]


@pytest.mark.full
def test_two_names_that_are_tapped_change_places(desk: Page) -> None:
    names = desk.locator("#seats .swap")
    names.nth(0).tap()
    expect(names.nth(0)).to_have_attribute("aria-pressed", "true")
    with desk.expect_response("**/seats/order/"):
        names.nth(2).tap()
    expect(desk.locator("#seats .seat-name").first).to_have_text("Cid")
    expect(desk.locator("#seats .swap[aria-pressed=true]")).to_have_count(0)
    desk.reload()
    assert ring(desk) == ["Cid", "Bob", "Ann"]


def test_each_step_or_typed_count_is_saved_quickly(desk: Page) -> None:
    add(desk, "Dan")
    desk.locator("#counts > summary").tap()
    for _step in range(2):  # clicked: a tap that a busy machine draws out is a long press, and presses nothing
        desk.locator("button[name=less][value=host]").click()
        desk.locator("button[name=more][value=resistant]").click()
    desk.fill("#count-doctor", "2")
    expect(desk.locator(".rest output")).to_have_text("1")
    desk.reload()
    kept = {name: desk.locator(f"#count-{name}").input_value() for name in ("host", "resistant", "doctor")}
    assert kept == {"host": "0", "resistant": "3", "doctor": "2"}


@pytest.mark.full
def test_a_count_typed_during_a_request_is_not_reset(desk: Page) -> None:
    desk.locator("#counts > summary").tap()
    asked = 0

    def meanwhile(route: Route) -> None:
        nonlocal asked
        asked += 1
        if asked == 1:
            desk.fill("#count-resistant", "3")
            desk.fill("#count-doctor", "2")
        route.continue_()

    desk.route("**/counts/", meanwhile)
    desk.locator("button[name=more][value=resistant]").tap()
    expect(desk.locator(".rest output")).to_have_text("0")
    desk.reload()
    kept = {name: desk.locator(f"#count-{name}").input_value() for name in ("resistant", "doctor")}
    assert kept == {"resistant": "3", "doctor": "2"}


def test_a_refused_name_stays_in_its_field_with_the_reason(desk: Page) -> None:
    desk.fill("#new-name", "ANN")
    desk.press("#new-name", "Enter")
    expect(desk.locator("#notice [data-test=refused-unwanted]")).to_contain_text("Ann")
    expect(desk.locator("#new-name")).to_have_value("ANN")


@pytest.mark.full
def test_a_name_typed_during_a_request_stays_in_its_field(desk: Page) -> None:
    desk.route("**/seats/add/", lambda route: (desk.fill("#new-name", "Eve"), route.continue_())[1])
    desk.fill("#new-name", "Dan")
    desk.press("#new-name", "Enter")
    expect(desk.locator("#seats")).to_contain_text("Dan")
    expect(desk.locator("#new-name")).to_have_value("Eve")


@pytest.mark.full
def test_a_name_sent_during_a_request_gets_its_seat(desk: Page) -> None:
    def send_another(route: Route) -> None:
        if desk.input_value("#new-name") == "Dan":
            desk.fill("#new-name", "Eve")
            desk.press("#new-name", "Enter")
        route.continue_()

    desk.route("**/seats/add/", send_another)
    desk.fill("#new-name", "Dan")
    desk.press("#new-name", "Enter")
    expect(desk.locator("#seats")).to_contain_text("Dan")
    expect(desk.locator("#seats")).to_contain_text("Eve")
    expect(desk.locator("#new-name")).to_have_value("")


def test_whoever_joins_appears_at_the_desk_by_itself(desk: Page, server: RunningServer, open_device: Open) -> None:
    code = desk.url.rstrip("/").rpartition("/")[2]
    phone = open_device("phone")
    phone.goto(f"{server.url}/j/{code}/")
    phone.fill("#name", "Dan")
    phone.press("#name", "Enter")
    phone.wait_for_url("**/t/*/")
    expect(desk.locator("#seats")).to_contain_text("Dan")


def test_a_table_is_set_up_without_any_script(server: RunningServer, open_device: Open) -> None:
    page = open_device("tablet", java_script_enabled=False)
    opens(page, server)
    page.fill("#bots", "6")
    page.click("#add-bots button")
    page.locator("button[name=up]").nth(2).click()
    page.click("#deal button")
    expect(page.locator("#looked-title")).to_be_visible()
    page.click("#begin button")
    expect(page.locator("#looked-title")).to_have_count(0)


@pytest.mark.full
@pytest.mark.parametrize(
    ("device", "locale"), thorough.family([("tablet", "en-US"), ("phone", "fr-FR")], ("phone", "fr-FR"))
)
def test_every_page_can_be_read_and_used_by_everybody(
    server: RunningServer, open_device: Open, device: str, locale: str
) -> None:
    page = open_device(device, locale=locale, bypass_csp=True)
    faults = []

    def look(path: str) -> None:
        page.goto(server.url + path)
        if page.locator(".always").count():  # at the foot of the page what sticks there covers nothing
            page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        page.evaluate(AXE)
        for found in page.evaluate("rules => axe.run(document, rules)", RULES)["violations"]:
            faults.append(f"{path}: {found['id']}: {found['nodes'][0]['html'][:150]}")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            faults.append(f"{path}: {wide} px too wide")

    look("/")
    code = opens(page, server)
    desk = f"/desk/{code}/"
    for path in ("/", "/new/", "/new/?game=spree", "/events/", "/import/", "/help/", "/help/joining/wifi/", desk):
        look(path)
    page.goto(server.url + desk)
    add(page, "Ann of the Stars")
    page.fill("#bots", "6")
    page.click("#add-bots button")
    expect(page.locator("#seats > li")).to_have_count(6)
    seat = page.locator("#seats > li > a").first.get_attribute("href")
    for path in (desk, f"/j/{code}/?moved=1", f"{desk}settings/", f"{desk}cards/", str(seat)):
        look(path)
    page.goto(server.url + desk)
    page.click("#deal button")
    expect(page.locator("#looked-title")).to_be_visible()
    for path in (desk, f"/j/{code}/", f"{desk}cards/", f"{seat}card/"):
        look(path)
    rehearsal = "/new/rehearsal/"
    look(rehearsal)
    page.goto(f"{server.url}{rehearsal}?game=sporz")
    page.click("main form button.primary")
    page.wait_for_url("**/desk/**")
    taught = page.url.removeprefix(server.url)
    look(taught)
    for mark in ("add-bots", "deal", "begin"):
        page.click(f"#{mark} .button")
        expect(page.locator(f".lesson[data-mark={mark}]")).to_have_count(0)
    look(taught)
    assert faults == []


COVERED = """() => {
    const foot = document.querySelector(".always > .button").getBoundingClientRect();
    const { activeElement: now } = document;
    return !now.closest(".always") && now.getBoundingClientRect().bottom > foot.top;
}"""


@pytest.mark.full
@pytest.mark.parametrize("game", thorough.family(["spree", "sporz"], "spree"))
@pytest.mark.parametrize("device", ["phone", "screen"])
def test_focus_is_never_hidden_under_the_fixed_button(
    server: RunningServer, open_device: Open, game: str, device: str
) -> None:
    page = open_device(device, locale="fr-FR")
    opens(page, server)
    page.goto(f"{server.url}/new/?game={game}")
    page.evaluate("document.querySelector('main form').querySelector('input:not([type=hidden])').focus()")
    seen = 0
    while not page.evaluate("document.activeElement.closest('.always')"):
        assert not page.evaluate(COVERED), page.evaluate("document.activeElement.outerHTML")
        page.keyboard.press("Tab")
        seen += 1
        assert seen < 60
    assert seen > 1


HIDDEN = """() => {
    const foot = document.querySelector(".always > .button").getBoundingClientRect();
    const ways = [...document.querySelectorAll("label:has([name=nights])")];
    return ways.filter((one) => one.getBoundingClientRect().bottom > foot.top).map((one) => one.innerText);
}"""


@pytest.mark.full
@pytest.mark.parametrize(
    ("width", "height"), thorough.family([(390, 844), (820, 1180), (1180, 820), (1280, 720)], (390, 844), (1180, 820))
)
def test_no_choice_of_game_is_hidden_under_the_fixed_button(
    server: RunningServer, open_device: Open, width: int, height: int
) -> None:
    page = open_device("phone", locale="fr-FR", viewport={"width": width, "height": height})
    opens(page, server)
    for game in ("sporz", "lupus", "elsen", "murder", "spree"):
        page.goto(f"{server.url}/new/?game={game}")
        assert page.evaluate(HIDDEN) == [], game
