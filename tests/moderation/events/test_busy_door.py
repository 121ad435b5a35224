"""Seventy phones watch their place on the list while two devices note arrivals at the door."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from qa.bench.lean import Listener, heard_by_all
from qa.serving import RunningServer
from qa.walking import Answer, Browser

pytestmark = [pytest.mark.slow, pytest.mark.full]

PHONES = 70
PROMISED = PHONES - 10  # the others wait
CANCELLED = 5
COUNTS = re.compile(r"There: (\d+) · expected: (\d+) · waiting: (\d+)")
ROW = re.compile(r'<li id="guest-(\d+)">.*?<bdi data-word="[^"]*">(Guest \d+)</bdi>', re.DOTALL)
STATUS = re.compile(r'data-test=\\?"place-(\w+)')
DOOR = "/events/1/door/"


class Phone(NamedTuple):
    """A guest's phone on the page of the list."""

    name: str
    browser: Browser
    socket: Listener

    @property
    def status(self) -> str:
        """Return the status that the phone shows: booked, waiting, next or here."""
        found = self.socket.find(STATUS)
        return found[1] if found else ""


async def open_list(server: RunningServer) -> tuple[Browser, str]:
    """Make an event with a list of so many places. Return the organiser's device and the path of the list."""
    host = Browser(server.url)
    await host.post(server.host_path, "")
    await host.go("/events/")
    await send(host, "/events/", name="Saturday")
    await send(host, "/events/1/list/", capacity=str(PROMISED), open="on")
    found = re.search(r"/e/([\w-]+)/", (await host.go(DOOR)).text)
    assert found
    return host, found[0]


async def sign_up(server: RunningServer, path: str, name: str) -> Phone:
    """Put a guest on the list by their own phone, which then watches the list by its socket."""
    browser = Browser(server.url)
    await browser.go(path)
    answer = await send(browser, path, name=name)
    assert answer.status == 302, answer.text
    await browser.go(path)
    return Phone(name, browser, await Listener.connect(server.url, f"/ws{path}seat/", browser.cookie_header))


async def send(device: Browser, path: str, **fields: str) -> Answer:
    """Send a form as a page's script does."""
    sent = [("csrfmiddlewaretoken", device.cookies["csrftoken"]), *fields.items()]
    return await device.ask("POST", path, sent, htmx=True)


async def note_arrivals(device: Browser, lines: Iterable[str]) -> None:
    """Note arrivals from one device, one after another."""
    for line in lines:
        answer = await send(device, f"/events/guest/{line}/", do="arrive")
        assert answer.status == 200, answer.text


async def read_counts(device: Browser) -> tuple[int, int, int]:
    """Return how many are there, are expected and wait, as the door shows it."""
    found = COUNTS.search((await device.ask("GET", DOOR, htmx=True)).text)
    assert found
    return int(found[1]), int(found[2]), int(found[3])


async def list_lines(device: Browser) -> dict[str, str]:
    """Return the number of each guest's line, by name."""
    pages = [await device.ask("GET", f"{DOOR}?all=1&page={page}") for page in (1, 2)]
    return {name: line for page in pages for line, name in ROW.findall(page.text)}


async def wait_for_status(phones: Iterable[Phone], *wanted: str) -> None:
    """Wait until every one of these phones shows one of these statuses."""
    by_socket = {phone.socket: phone for phone in phones}
    await heard_by_all([*by_socket], lambda socket: by_socket[socket].status in wanted)


async def walk(server: RunningServer) -> None:
    host, path = await open_list(server)
    other = Browser(server.url)
    other.cookies = dict(host.cookies)
    phones = await asyncio.gather(*(sign_up(server, path, f"Guest {number:02}") for number in range(PHONES)))
    assert await read_counts(host) == (0, PROMISED, PHONES - PROMISED)
    await wait_for_status(phones, "booked", "waiting", "next")
    booked = [phone for phone in phones if phone.status == "booked"]
    waiting = [phone for phone in phones if phone not in booked]
    assert len(booked) == PROMISED

    # two devices note arrivals, both of them the first one, while five people cancel on their phones
    cancelling, coming = booked[:CANCELLED], booked[CANCELLED:]
    lines = await list_lines(host)
    assert lines.keys() == {phone.name for phone in phones}
    first, *others = [lines[phone.name] for phone in coming]
    await asyncio.gather(
        note_arrivals(host, [first, *others[::2]]),
        note_arrivals(other, [first, *others[1::2]]),
        *(send(phone.browser, path, do="cancel") for phone in cancelling),
    )
    await wait_for_status(coming, "here")
    moved_up = PHONES - PROMISED - CANCELLED
    await heard_by_all(
        [phone.socket for phone in waiting],
        lambda _socket: sum(phone.status == "booked" for phone in waiting) == CANCELLED,
    )
    assert await read_counts(host) == await read_counts(other) == (PROMISED - CANCELLED, CANCELLED, moved_up)

    # no place is left: both devices are asked about a walk-in, and nobody loses a place
    asked = await asyncio.gather(*(send(device, DOOR, name=f"Late {device is host}") for device in (host, other)))
    assert all(answer.status == 409 and "data-asked" in answer.text for answer in asked)
    assert await read_counts(other) == (PROMISED - CANCELLED, CANCELLED, moved_up)
    assert not any(phone.socket.lost for phone in (*coming, *waiting))


def test_two_devices_at_the_door_and_seventy_phones_agree(start_server: Callable[..., RunningServer]) -> None:
    asyncio.run(walk(start_server()))
