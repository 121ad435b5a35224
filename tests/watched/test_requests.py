"""What phones ask of the network: the very same, before play, and nothing more by night (SECRECY 27).

What counts is what is sent: a drawing that stands in the browser's own cache is read by nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from qa.serving import RunningServer
from tests.watched.tables import PATIENCE, WatchedTable

pytestmark = pytest.mark.slow

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]  # as long as each other
FIRST, LATER = 200_000, 30_000  # bytes sent: until a phone stands at its table, and of each page after that
LONG = "20"  # so slow that no call ends while cards are held
PICTURES = ("emblems.svg", "scene.svg", "back.svg", "faces.svg")


@dataclass
class Traffic:
    """The messages between one phone and the server."""

    paths: dict[str, str] = field(default_factory=dict)  # of requests, in the order in which they began
    cached: set[str] = field(default_factory=set)
    sizes: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, page: Page) -> Traffic:
        """Listen to the traffic of a page."""
        traffic, session = cls(), page.context.new_cdp_session(page)

        def begun(event: dict[str, Any]) -> None:
            traffic.paths[event["requestId"]] = "/" + event["request"]["url"].split("/", 3)[-1]

        def ended(event: dict[str, Any]) -> None:
            traffic.sizes[event["requestId"]] = int(event["encodedDataLength"])

        session.on("Network.requestWillBeSent", begun)
        session.on("Network.requestServedFromCache", lambda event: traffic.cached.add(event["requestId"]))
        session.on("Network.loadingFinished", ended)
        session.send("Network.enable")
        return traffic

    @property
    def bytes(self) -> int:
        """How much has come."""
        return sum(self.sizes.values())

    @property
    def files(self) -> list[tuple[str, int]]:
        """The files that were sent, by name, each with its size and headers."""
        came = ((self.plain(key), size) for key, size in self.sizes.items() if size and key not in self.cached)
        return sorted(one for one in came if one[0].startswith("/static/"))

    @property
    def pages(self) -> list[str]:
        """The addresses of everything else, in their order."""
        return [path for path in self.paths.values() if not path.startswith("/static/")]

    def plain(self, key: str) -> str:
        """The path of a request, a file's without the digest of its content."""
        return re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", self.paths[key])

    def forget(self) -> None:
        """Count anew."""
        self.paths.clear()
        self.sizes.clear()


def quiet(phone: Page) -> None:
    """Wait until all that a page has asked for is there."""
    phone.wait_for_load_state("networkidle")
    phone.evaluate("document.fonts.ready.then(() => true)")


def hold_the_card(phone: Page) -> None:
    """Look at the card, as long as it takes to be drawn, and let it go."""
    summary = phone.locator("#card > summary")
    summary.focus()
    summary.press("Enter")
    expect(phone.locator("#card .card-face")).to_be_visible(timeout=PATIENCE)
    phone.screenshot()
    summary.press("Enter")
    quiet(phone)


@pytest.mark.full
@pytest.mark.parametrize("game", ["lupus", "sporz"])
def test_phones_request_the_same_files_and_nothing_at_night(
    game: str, start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = WatchedTable(start_server(CALL_PACE=LONG), open_device, game, "phones", languages=("en-GB",))
    traffic_of: dict[str, Traffic] = {}
    open_phone = table.open_device

    def listened_to(kind: str = "phone", **options: Any) -> Page:
        page = open_phone(kind, **options)
        traffic_of[NAMES[len(traffic_of)]] = Traffic.of(page)
        return page

    table.open_device = listened_to
    table.join(NAMES)
    for phone in table.phones.values():
        quiet(phone)
    first = traffic_of["Ann"]
    for name, traffic in traffic_of.items():
        assert traffic.files == first.files, name
        assert traffic.pages == first.pages, name
        assert traffic.bytes <= FIRST, f"{name}: {traffic.bytes}"
    came = [path for path, _size in first.files]
    assert all(sum(path.endswith(picture) for path in came) == 1 for picture in PICTURES), came
    assert sum(path.endswith(".woff2") for path in came) == 3, came
    assert not [path for path in came if any(role in path for role in all_kits()[game].roles.CARD["role"])]

    for traffic in traffic_of.values():
        traffic.forget()
    table.fill_up(8)
    table.begin()
    if game == "sporz":  # begins by day
        table.decide()
    for phone in table.phones.values():
        expect(phone.locator(".phone-view.night #answer")).to_be_visible(timeout=PATIENCE)
        hold_the_card(phone)
    for name, traffic in traffic_of.items():
        assert traffic.files == [], f"{name}: a phone fetched a file in play"
        assert traffic.pages == traffic_of["Ann"].pages, name

    for name, phone in table.phones.items():  # whoever reads the page again is sent as much as anybody
        traffic_of[name].forget()
        phone.reload()
        quiet(phone)
        assert traffic_of[name].files == [], name
        assert traffic_of[name].bytes <= LATER, f"{name}: {traffic_of[name].bytes}"
