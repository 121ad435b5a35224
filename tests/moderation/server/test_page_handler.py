"""Pages in turn: a crowd that asks at once is answered a few at a time, and a slow device keeps nobody waiting."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path

from moderation.access.devices import COOKIE
from moderation.server.page_handler import AT_ONCE, PageHandler


class Counted:
    """A view that says how many of it ran at the same time."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.lock = threading.Lock()
        self.ends = threading.Event()  # its work does, as it usually does
        self.ends.set()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.01)
        self.ends.wait()
        with self.lock:
            self.now -= 1
        return HttpResponse(b"x" * 100)


counted, other = Counted(), Counted()
urlpatterns = [path("counted/", counted), path("other/", other)]
SCOPE = {"type": "http", "method": "POST", "path": "/counted/", "headers": [], "query_string": b""}


@pytest.fixture(autouse=True)
def only_this_page(settings: Any) -> Iterator[None]:
    settings.ROOT_URLCONF, settings.MIDDLEWARE = __name__, []
    counted.most = 0
    yield


async def ask(
    pages: PageHandler,
    body: asyncio.Event | None = None,
    read: asyncio.Event | None = None,
    page: str = "/counted/",
    device: str = "",
) -> list[Any]:
    """One request; its body comes, and its answer is read, when these say so."""
    sent: list[Any] = []
    asked = False

    async def receive() -> Any:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()
        if body:
            await body.wait()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if read:
            await read.wait()
        sent.append(message)

    headers = [(b"cookie", f"{COOKIE}={device}".encode())] if device else []
    await pages({**SCOPE, "path": page, "headers": headers}, receive, send)
    return sent


async def test_a_crowd_is_answered_with_limited_concurrency() -> None:
    pages = PageHandler()
    answers = await asyncio.gather(*(ask(pages) for _ in range(5 * AT_ONCE)))
    assert {answer[0]["status"] for answer in answers} == {200}
    assert 1 <= counted.most <= AT_ONCE


async def test_one_greedy_device_leaves_other_places_free() -> None:
    pages = PageHandler()
    counted.ends.clear()
    greedy = [asyncio.ensure_future(ask(pages, device="Bob")) for _ in range(3 * AT_ONCE)]
    await asyncio.sleep(0.05)  # they are all here before
    try:
        assert (await ask(pages, page="/other/", device="Ann"))[0]["status"] == 200
    finally:
        counted.ends.set()
    assert {answer[0]["status"] for answer in await asyncio.gather(*greedy)} == {200}
    assert counted.most == 1


async def test_devices_that_send_or_read_slowly_keep_nobody_waiting() -> None:
    pages, never = PageHandler(), asyncio.Event()
    slow = [asyncio.ensure_future(ask(pages, body=never)) for _ in range(2 * AT_ONCE)]
    slow += [asyncio.ensure_future(ask(pages, read=never)) for _ in range(2 * AT_ONCE)]
    assert (await ask(pages))[0]["status"] == 200
    for one in slow:
        one.cancel()
