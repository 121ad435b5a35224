"""A phone in a real browser while the server is stopped, killed and started again: it says so, waits, and goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from playwright.sync_api import Page, expect

from qa.serving import RunningServer
from qa.walking import open_evening

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
PATIENCE = 60_000  # milliseconds


@pytest.mark.full
def test_a_phone_reports_an_outage_and_continues_after_it(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    server = start_server(CALL_PACE="0.005")
    with ThreadPoolExecutor() as beside:  # a browser has a loop of its own in this thread
        opening = open_evening(server.url, server.url, server.host_path, NAMES, Random(9))
        evening = beside.submit(asyncio.run, opening).result()
        page = open_device("phone")
        cookies = evening.players["Ann"].browser.cookies
        page.context.add_cookies([{"name": name, "value": kept, "url": server.url} for name, kept in cookies.items()])
        page.goto(f"{server.url}/t/{evening.code}/")
        lost = page.locator("#connection")
        for end in (server.stop, server.kill):
            end()
            expect(lost).to_be_visible(timeout=PATIENCE)
            server.start()
            expect(lost).to_be_hidden(timeout=PATIENCE)
        beside.submit(asyncio.run, evening.play()).result()
        expect(page.locator("#view")).to_contain_text("The game is over", timeout=PATIENCE)
