"""Who takes a picture of a page: Chromium and WebKit, both by the same address and cookies, at any size.

A page is loaded anew for its picture, with the cookies of the device whose page it is: so one browser of each engine
shows what every device of a table shows, and a game goes on meanwhile on devices of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from playwright.sync_api import Browser

from tests.webkit import Device

SIZES = {
    "phone": {"390x844": (390, 844), "360x640": (360, 640)},
    "tablet": {"1180x820": (1180, 820), "820x1180": (820, 1180)},
    "screen": {"1920x1080": (1920, 1080)},
}
WIDTH = "() => document.documentElement.scrollWidth"
LIFT = "() => document.querySelector('#card > summary')?.click()"  # a key or a screen reader lifts it so


@dataclass(frozen=True)
class Sight:
    """A page as one device shows it: its kind among `SIZES`, the address, the cookies; `held`: its card is lifted."""

    kind: str
    url: str
    cookies: Mapping[str, str]
    held: bool = False


@dataclass(frozen=True)
class Picture:
    """A PNG, and how wide the page is in CSS pixels."""

    png: bytes
    width: int


class Painter(Protocol):
    """An engine."""

    name: str

    def paint(self, sight: Sight, size: tuple[int, int]) -> Picture:
        """Load the page at this size, and take its picture."""


class Chromium:
    """The engine of most phones."""

    name = "chromium"

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def paint(self, sight: Sight, size: tuple[int, int]) -> Picture:
        """Load the page at this size, and take its picture."""
        width, height = size
        touched = {"is_mobile": True, "has_touch": True} if sight.kind != "screen" else {}
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce", **touched
        )
        try:
            site = "/".join(sight.url.split("/")[:3])
            context.add_cookies(
                [{"name": name, "value": value, "url": site} for name, value in sight.cookies.items()]
            )
            page = context.new_page()
            page.goto(sight.url)
            page.evaluate("document.fonts.ready.then(() => true)")
            if sight.held:
                page.evaluate(LIFT)
            return Picture(page.screenshot(animations="disabled"), page.evaluate(WIDTH))
        finally:
            context.close()


class WebKit:
    """The engine of iPhones."""

    name = "webkit"

    def __init__(self, device: Device) -> None:
        self.device = device

    def paint(self, sight: Sight, size: tuple[int, int]) -> Picture:
        """Load the page at this size, and take its picture."""
        self.device.resize(*size)
        self.device.open(sight.url, sight.cookies)
        if sight.held:
            self.device.run(f"({LIFT})()")
        return Picture(self.device.picture(), self.device.run(f"return ({WIDTH})()"))


@contextmanager
def webkit() -> Iterator[WebKit]:
    """WebKit, while it is needed."""
    device = Device("screen")
    try:
        yield WebKit(device)
    finally:
        device.close()
