"""Phones whose live connection is cut on the way play a whole game by asking, and are told what stands in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moderation.ops.console.phone_checks import PhoneCheck, describe_problem
from qa.serving import RunningServer
from tests.cutting import CuttingProxy
from tests.watched.tables import NAMES, PATIENCE, WatchedTable

pytestmark = [pytest.mark.slow, pytest.mark.full]


def test_a_game_without_any_socket_on_the_phones(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    server = start_server(CALL_PACE="0.2", MOMENT_PACE="0")
    table = WatchedTable(server, open_device, "lupus", "phones")
    with CuttingProxy(server.port) as proxy:
        for name in NAMES[:3]:
            phone = open_device("phone", locale="en-GB")
            phone.goto(f"{proxy.url}/j/{table.code}/")
            phone.locator("input[name=name]").fill(name)
            phone.locator("main form button.primary").click()
            phone.wait_for_url("**/t/**")
            table.phones[name] = phone
        table.fill_up(8)
        table.begin()
        table.play()
        outcome = "The humans win|The werewolves win|The were-hamster|Les humains|Les loups|Le hamster"
        table.everybody_sees_the_end(outcome)
        assert proxy.cut >= 3
        for phone in table.phones.values():
            expect(phone.locator("#connection")).to_be_hidden(timeout=PATIENCE)


def test_the_check_says_what_cuts_the_way(server: RunningServer, open_device: Callable[..., Page]) -> None:
    laptop = open_device("screen", locale="fr-FR")
    laptop.goto(server.host_link)
    laptop.locator("main form button").click()
    laptop.wait_for_url("**/here/")
    through = open_device("phone", locale="en-GB")
    through.goto(f"{server.url}/check/")
    expect(through.locator("[data-check=well]")).to_be_visible()
    with CuttingProxy(server.port) as proxy:
        cut = open_device("phone", locale="en-GB")
        cut.goto(f"{proxy.url}/check/")
        asks = describe_problem(PhoneCheck(socket=False))
        expect(cut.locator("[data-check=said]")).to_have_text(asks)
        cut.goto(f"{proxy.url}/")  # also where nobody asked for it
        expect(cut.locator("[data-check=said]")).to_have_text(asks)
    state = laptop.locator("#state")
    expect(state.locator("[data-test=phones-through-1]")).to_contain_text("1")
    expect(state.locator("[data-test=phones-socket-1]")).to_contain_text("1")


def test_without_cookies_the_check_says_so(server: RunningServer, open_device: Callable[..., Page]) -> None:
    phone = open_device("phone", locale="en-GB")
    with CuttingProxy(server.port, cookies=False) as proxy:
        phone.goto(f"{proxy.url}/check/")
        expect(phone.locator("[data-check=said]")).to_have_text(
            describe_problem(PhoneCheck(socket=True, cookies=False))
        )


def test_a_clock_that_is_wrong_is_no_matter(server: RunningServer, open_device: Callable[..., Page]) -> None:
    phone = open_device("phone", locale="en-GB")
    phone.clock.set_fixed_time("2020-01-01T20:00:00")
    phone.goto(f"{server.url}/check/")
    expect(phone.locator("[data-check=said]")).to_have_text(describe_problem(PhoneCheck(socket=True, ahead=-10_000)))


def test_the_server_is_stopped_from_its_page(server: RunningServer, open_device: Callable[..., Page]) -> None:
    laptop = open_device("screen", locale="en-GB")
    laptop.goto(server.host_link)
    laptop.locator("main form button").click()
    laptop.locator("a[href='/here/stop/']").click()
    laptop.locator("main form button.danger").click()
    expect(laptop.locator("h1[data-test=stopped]")).to_be_visible()
    assert server.process is not None
    assert server.process.wait() == 0


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"status": 200, "content_type": "text/html", "body": "Log in"}, "portal"),
        ({"status": 302, "headers": {"Location": "http://login.example/"}}, "portal"),
        ({"status": 511, "content_type": "text/html", "body": "Log in"}, "portal"),
        ({"status": 503, "content_type": "text/html", "body": "The server is away"}, "lost"),
    ],
)
def test_a_foreign_answer_differs_from_an_absent_server(
    server: RunningServer, open_device: Callable[..., Page], answer: dict[str, Any], said: str
) -> None:
    phone = open_device("phone", locale="en-GB")
    phone.route("**/check/found/**", lambda route: route.fulfill(**answer))
    phone.goto(f"{server.url}/check/")
    expect(phone.locator(f"[data-check={said}]")).to_be_visible()
    expect(phone.locator("[data-check=wait]")).to_be_hidden()


def test_a_phone_without_answers_suggests_a_new_address(
    server: RunningServer, open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(server, open_device, "lupus", "phones")
    phone = open_device("phone", locale="fr-FR")
    phone.clock.install()
    phone.goto(f"{server.url}/j/{table.code}/")
    phone.locator("input[name=name]").fill("Zoé")
    phone.locator("main form button.primary").click()
    phone.wait_for_url("**/t/**")
    server.kill()
    expect(phone.locator("#connection")).to_be_visible()
    expect(phone.locator("[data-lasts]")).to_be_hidden()  # a moment without an answer is everyday
    phone.clock.run_for(120_000)
    expect(phone.locator("[data-lasts]")).to_contain_text("changé d’adresse")
