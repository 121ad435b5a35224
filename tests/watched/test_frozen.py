"""Pages whose connections freeze without closing: they fetch what they missed as soon as somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from tests.cutting import FreezingProxy
from tests.watched.test_hall import Hall

pytestmark = pytest.mark.slow
SEEN = "(hidden) => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
SEEN += "document.dispatchEvent(new Event('visibilitychange')); }"
WITHIN = 20_000  # milliseconds in which a page that nobody hides has to find the server again


@pytest.fixture
def hall(server: RunningServer, open_device: Callable[..., Page]) -> Hall:
    return Hall(server, open_device)


@contextmanager
def frozen(hall: Hall, open_device: Callable[..., Page]) -> Iterator[list[Page]]:
    """Open a desk, a screen, a phone and a hall through a proxy, and freeze their connections and their clocks."""
    with FreezingProxy(hall.server.port) as proxy:
        desk, board = hall.desk.context.new_page(), hall.desk.context.new_page()
        phone, screen = open_device("phone"), open_device("screen")
        pages = [desk, board, phone, screen]
        for page in pages:
            page.clock.install()
        desk.goto(f"{proxy.url}/desk/{hall.code}/")
        board.goto(f"{proxy.url}/events/1/hall/")
        screen.goto(f"{proxy.url}/screen/{hall.code}/")
        phone.goto(f"{proxy.url}/j/{hall.code}/")
        phone.locator("input[name=name]").fill("Zoé")
        phone.locator("main form button.primary").click()
        phone.wait_for_url("**/t/**")
        hall.fill_up(6)
        for page in pages:
            expect(page.locator("#view")).to_contain_text("6")
            page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 10)
        with changed(pages):  # no timer runs: it is their sockets that bring it
            hall.fill_up(7)
        proxy.freeze()
        yield pages


@contextmanager
def changed(pages: list[Page]) -> Iterator[None]:
    """Wait until all pages show something else than before, and do not complain."""
    before = [page.locator("#view").inner_text() for page in pages]
    yield
    for page, old in zip(pages, before, strict=True):
        expect(page.locator("#view")).not_to_have_text(old, use_inner_text=True)
        expect(page.locator("#connection")).to_be_hidden()


def test_a_page_that_was_hidden_is_up_to_date_immediately(hall: Hall, open_device: Callable[..., Page]) -> None:
    """No timer runs on these pages: nothing waits for the dead connections."""
    with frozen(hall, open_device) as pages, changed(pages):
        for page in pages:
            page.evaluate(SEEN, True)
        hall.fill_up(8)
        for page in pages:
            page.evaluate(SEEN, False)


@pytest.mark.full
def test_a_visible_page_reconnects_within_twenty_seconds(hall: Hall, open_device: Callable[..., Page]) -> None:
    with frozen(hall, open_device) as pages, changed(pages):
        hall.fill_up(8)
        for _second in range(WITHIN // 1000):
            for page in pages:
                page.clock.run_for(1000)
            pages[0].wait_for_timeout(300)  # real milliseconds, in which a new connection may open
