"""Networks between a phone and the server: each gets the right sentence and the right count."""

from __future__ import annotations

import asyncio
import html
import json
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect, sync_playwright
from websockets.asyncio.client import connect

from moderation.ops.console.phone_checks import PhoneCheck, describe_problem
from qa.serving import PATIENCE_SECONDS, RunningServer
from qa.walking import AWAY, Browser, read_forms
from tests.conftest import CHROMIUM_FLAGS, PATIENCE, browser_program, missing
from tests.cutting import CuttingProxy
from tests.namespaces import Device, Switch, allowed

pytestmark = [pytest.mark.slow, pytest.mark.full]
LAPTOP = "10.77.1.1"
NO_ANSWER = 2.0  # seconds: nobody is there who could answer later
Taken = TypeVar("Taken", bound=Device)


class Hall:
    """A laptop that serves, on a network with phones."""

    def __init__(self, data: Path, leave: ExitStack) -> None:
        self.leave, self.phones = leave, 0
        self.switch, self.laptop = self.take(Switch()), self.take(Device("laptop"))
        self.switch.join(self.laptop, "eth0", f"{LAPTOP}/24")
        self.server = RunningServer(data, {"CALL_PACE": "0.005"})
        self.server.command = ("ip", "netns", "exec", self.laptop.name, *self.server.command)
        self.host = Browser("")

    def open(self) -> None:
        """Start the server, and make the laptop's own browser the host's."""
        self.server.start()
        self.leave.callback(self.server.kill)
        self.host.url = self.server.url
        self.laptop.does(lambda: self.host.post(self.server.host_path, ""))

    def take(self, device: Taken) -> Taken:
        """Have a device taken away at the end."""
        self.leave.callback(device.close)
        return device

    def phone(self) -> Device:
        """Another phone on the network."""
        self.phones += 1
        phone = self.take(Device("phone"))
        self.switch.join(phone, "wlan0", f"10.77.1.{100 + self.phones}/24")
        return phone

    def url(self, address: str = LAPTOP) -> str:
        """The address of the server for phones."""
        return f"http://{address}:{self.server.port}"

    def start_page(self, part: bool = False) -> str:
        """The laptop's page, or the part of it that changes by itself."""
        answer = self.laptop.does(lambda: self.host.ask("GET", "/here/", htmx=part))
        assert answer.status == 200
        return html.unescape(answer.text)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    if sys.platform == "linux" and shutil.which("ip") is None:
        missing("The program ip", "apt-get install iproute2")
    if not allowed():
        pytest.skip("networks are made by root, on Linux")
    with ExitStack() as leave:
        yield Hall(tmp_path, leave)


async def checked(phone: Browser) -> dict[str, object]:
    """What a phone is told that tries its way as static/js/check.js does."""
    await phone.go("/check/")
    came = ""
    try:
        async with connect("ws" + phone.url.removeprefix("http") + "/ws/check/", origin=phone.url) as socket:  # type: ignore[arg-type]
            came = str(await socket.recv())
    except AWAY:
        pass
    tried = {"socket": "1" if came else "0", "from": came, "modern": "1"}
    answer = await phone.ask("GET", f"/check/found/?{urlencode(tried)}")
    return dict(json.loads(answer.text))


async def reaches(url: str) -> bool:
    """Whether a page comes from there, in a time that is long for a network without a fault."""
    try:
        async with asyncio.timeout(NO_ANSWER):
            return (await Browser(url).ask("GET", "/")).status == 200
    except (*AWAY, TimeoutError):
        return False


def test_the_laptop_counts_phones_and_gives_advice_for_failures(hall: Hall) -> None:
    hall.open()
    dropped, through, cut = hall.phone(), hall.phone(), hall.phone()
    hall.laptop.ip("route", "add", "blackhole", "10.77.1.101/32")  # what is sent to the first goes nowhere
    assert not dropped.does(lambda: reaches(hall.url()))
    advice = hall.start_page(part=True)
    for part in ("no-phone", "same-wifi", "vpn", "firewall", "hotspot"):
        assert f'data-test="{part}"' in advice
    assert through.does(lambda: checked(Browser(hall.url()))) == {"through": True, "said": ""}
    found = cut.inside(lambda: through_a_proxy(hall))
    assert found["through"] is False
    assert found["said"] and found["said"] == describe_problem(PhoneCheck(socket=False))
    state = hall.start_page(part=True)
    assert 'data-test="phones-through-1"' in state
    assert 'data-test="phones-socket-1"' in state
    assert 'data-test="no-phone"' not in state


def through_a_proxy(hall: Hall) -> dict[str, object]:
    with CuttingProxy(hall.server.port, host=LAPTOP) as proxy:
        return asyncio.run(checked(Browser(proxy.url)))


def test_phone_and_laptop_browsers_report_the_same_network_problem(hall: Hall) -> None:
    """Chromium as it is, in the network of the phone, of one behind a proxy, and of the laptop."""
    hall.open()
    program = browser_program()
    said = "[data-check]:not([hidden]):not([data-check=wait])"
    way = f"{hall.url()}/check/"
    assert hall.phone().inside(lambda: read_in_a_browser(program, way, said))[1] == "well"
    cut = hall.phone().inside(lambda: in_a_browser_through_a_proxy(hall, program, said))
    assert cut == (describe_problem(PhoneCheck(socket=False)), "said")
    mine = [{"name": name, "value": value, "url": hall.server.url} for name, value in hall.host.cookies.items()]
    here = f"{hall.server.url}/here/"
    for place in ("main", "[data-test=phones-through-1]", "[data-test=phones-socket-1]"):
        shown, _ = hall.laptop.inside(lambda place=place: read_in_a_browser(program, here, place, mine))
        assert shown and (place != "main" or hall.url() in shown)


def read_in_a_browser(program: str, url: str, place: str, cookies: Sequence[Any] = ()) -> tuple[str, str | None]:
    """Return the English text at this place in Chromium, as soon as it is there, and the result of its check."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        context = browser.new_context(locale="en-GB")
        context.add_cookies(cookies)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(url)
        expect(page.locator(place).first).to_be_visible(timeout=PATIENCE)
        return page.locator(place).first.inner_text(), page.locator(place).first.get_attribute("data-check")


def in_a_browser_through_a_proxy(hall: Hall, program: str, place: str) -> tuple[str, str | None]:
    with CuttingProxy(hall.server.port, host=LAPTOP) as proxy:
        return read_in_a_browser(program, f"{proxy.url}/check/", place)


def test_a_tap_chooses_the_address_that_phones_reach(hall: Hall) -> None:
    elsewhere = hall.take(Switch())
    elsewhere.join(hall.laptop, "wlan0", "192.168.77.1/24")  # the likelier one, and no phone is on it
    hall.open()
    phone = hall.phone()
    page = hall.start_page()
    assert f'"address">{hall.url("192.168.77.1")}<' in page
    assert 'action="/here/address/"' in page
    assert not phone.does(lambda: reaches(hall.url("192.168.77.1")))
    hall.laptop.does(lambda: hall.host.post("/here/", "/here/address/", address=LAPTOP))
    assert f'"address">{hall.url()}<' in hall.start_page()
    assert phone.does(lambda: reaches(hall.url()))


def test_after_an_address_change_phones_find_their_seats_again(hall: Hall) -> None:
    hall.open()
    ann = hall.phone()
    desk = hall.laptop.does(lambda: hall.host.post("/new/?game=lupus", "/new/", nights="phones", language="en"))
    code = re.findall(r"/ws/desk/([A-Z]{4})/", desk.text)[0]
    ann.does(lambda: Browser(hall.url()).post(f"/j/{code}/", f"/j/{code}/", name="Ann"))
    hall.laptop.does(lambda: hall.host.post(f"/desk/{code}/", "add-bots", bots="8"))
    for deed in ("deal", "begin"):
        hall.laptop.does(lambda deed=deed: hall.host.post(f"/desk/{code}/", deed))  # type: ignore[misc]
    hall.laptop.ip("address", "delete", f"{LAPTOP}/24", "dev", "eth0")
    hall.laptop.ip("address", "add", "10.77.1.9/24", "dev", "eth0")
    assert not ann.does(lambda: reaches(hall.url()))
    assert f'"address">{hall.url("10.77.1.9")}<' in hall.start_page()
    link = hall.laptop.does(lambda: seat_link(hall.host, code, "Ann"))
    assert link.startswith(hall.url("10.77.1.9"))
    deadline = monotonic() + PATIENCE_SECONDS  # the server looks for its own addresses every few seconds
    while not ann.does(lambda: reaches(hall.url("10.77.1.9"))):
        assert monotonic() < deadline
    afresh = Browser(hall.url("10.77.1.9"))  # a browser keeps the cookies of each address apart
    page = ann.does(lambda: afresh.post(link.removeprefix(afresh.url), ""))
    assert f"/ws/phone/{code}/" in page.text
    assert "Ann" in page.text


async def seat_link(desk: Browser, code: str, name: str) -> str:
    """The address in the QR code that the desk shows for a seat."""
    ring = await desk.go(f"/desk/{code}/")
    seats = list(dict.fromkeys(re.findall(rf"/desk/{code}/seat/\d+/", ring.text)))
    for path in seats:
        page = await desk.go(path)
        if f">{name}<" in page.text:
            form = next(form for form in read_forms(page.text)[0].values() if form.action.endswith("/link/"))
            answer = await desk.ask("POST", form.action, form.fields_as_shown())
            return re.findall(r"http://[\d.]+:\d+/\S+?/(?=[<\"])", answer.text)[0]
    raise AssertionError(f"no seat of {name}")
