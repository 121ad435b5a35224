"""WebKit, the engine of iPhones: a whole short game of each kind of night, on a desk and a phone that run in it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from qa.serving import RunningServer
from tests.watched.tables import NAMES, PICTURES
from tests.webkit import DEATH, Device, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.full, pytest.mark.flaky(reruns=2, only_rerun=DEATH)]
SEATS = 5
OVER = "a[href$='/again/']"
ENTRY = "form#enter, form#decide"
TO_TAP = (  # of what a desk offers, what is tapped first
    "#shade[open] .lift",
    "form#go-on button",
    "#said button.primary",
    ".ring button[form=enter]:enabled",
    ".desk-view:not(.night) :not(details.sure) > #close button",
    "form#bots button",
)
# Chooses in every list of a form what the number says, and sends it; one script, so that nothing is drawn anew.
ANSWER = """const [selector, number] = arguments, form = document.querySelector(selector);
if (!form) return false;
const change = form.querySelector("[data-change]");
if (change?.checkVisibility()) change.click();
form.reset();
form.querySelector("details.choices:not([open]) > summary")?.click();
for (const column of form.querySelectorAll("fieldset.column")) {
  for (const group of ["verb", "pick"]) {
    const offered = column.querySelectorAll(`input[type=radio][name^=${group}]`);
    if (offered.length) offered[number % offered.length].click();
  }
  const least = Number(column.querySelector(".help")?.textContent.match(/\\d+/)?.[0] ?? 1);
  const boxes = [...column.querySelectorAll("input[type=checkbox]")];
  for (let one = 0; one < Math.min(least, boxes.length); one++) boxes[(number + one) % boxes.length].click();
}
const outside = () => document.querySelector(`.bar button[form=${form.id}]`);
(form.querySelector(".confirm button, button.danger") ?? outside()).click();
return true;"""
DRAWN = "return document.documentElement.outerHTML"
SOON = 5.0  # seconds


class Table:
    """A table of Sporz whose desk, and one phone where phones are wanted, run in WebKit; bots have the other ones."""

    def __init__(self, server: RunningServer, open_webkit: Callable[[str], Device], nights: str) -> None:
        self.desk = open_webkit("tablet")
        self.phone: Device | None = None
        self.desk.open(server.host_link)
        self.desk.tap("main form button")
        self.desk.wait("main a[href*='/new/']")
        self.desk.open(f"{server.url}/new/?game=sporz")
        self.desk.wait("input[name=nights]")
        self.desk.run(f"document.querySelector('input[name=nights][value={nights}]').click()")
        self.desk.tap("main form button.primary")
        wait_for(lambda: "/desk/" in self.desk.url or None, "the desk")
        self.desk_address = self.desk.url
        code = self.desk_address.rstrip("/").rpartition("/")[2]
        self.address = f"{server.url}/j/{code}/"

    def join(self, phone: Device, name: str) -> None:
        """Somebody scans the code and gives a name."""
        self.phone = phone
        phone.open(self.address)
        phone.type("input[name=name]", name)
        phone.tap("main form button.primary")
        phone.wait("#view")

    def begin(self) -> None:
        """Bots fill up, cards are dealt and held, play begins."""
        self.desk.type("input[name=bots]", str(SEATS))
        self.desk.tap("#add-bots button")
        wait_for(lambda: self.desk.count("li[id^=seat-]") == SEATS or None, "five seats")
        self.desk.tap("#deal button")
        if self.phone:
            self.hold(self.phone)
            self.phone.tap("#looked button, button[form=looked]")
        wait_for(lambda: self.begun() or None, "the first step")

    def begun(self) -> bool:
        """Whether play has begun; if not, it is tapped: the page may have been drawn anew under the last finger."""
        self.return_to_desk()
        if not self.desk.count("[data-opened]"):
            self.desk.run("document.querySelector('#begin-unseen:not([open]) > summary')?.click()")
            self.desk.tap_if_seen("form[action$='/begin/'] button")
        return self.desk.count("[data-opened]") > 0

    def return_to_desk(self) -> None:
        """Show the desk, where a finger has met a seat's link: the page was drawn anew as it came down."""
        if self.desk.url != self.desk_address:
            self.desk.open(self.desk_address)

    def hold(self, phone: Device) -> None:
        """A card is seen while it is held, and not a moment longer (SECRECY 8)."""
        phone.wait("#card > summary")
        card = phone.driver.find_element("css selector", "#card > summary")
        shown = "return document.querySelector('#card .secret').checkVisibility()"
        assert not phone.run(shown)
        hand = phone.hand()
        hand.click_and_hold(card).perform()
        wait_for(lambda: phone.run(shown) or None, "a card that is held")
        self.keep(phone, "webkit-phone-card")
        hand.release().perform()
        wait_for(lambda: not phone.run(shown) or None, "a card that was let go")

    def keep(self, device: Device, name: str) -> None:
        """Keep a picture where pictures are wanted."""
        if PICTURES:
            (PICTURES / f"{name}.png").write_bytes(device.picture())

    def over(self) -> bool:
        """Whether the desk shows how the game ended."""
        return self.desk.count(OVER) > 0

    def answer_on_the_phone(self, asked: dict[str, int]) -> None:
        """Answer what the phone is asked; whoever was refused tries the next one."""
        if self.phone is None:
            return
        opened = self.phone.run("return document.querySelector('form#answer [name=opened]')?.value ?? ''")
        if opened and asked.get(opened, 0) < SEATS:
            asked[opened] = asked.get(opened, -1) + 1
            self.phone.run(ANSWER, "form#answer", asked[opened])

    def go_on(self, answers: int) -> None:
        """Tap what the desk offers first, or enter an answer, or close the step; and wait until it shows another."""
        self.return_to_desk()
        before = self.desk.run(DRAWN)
        entered = any(self.desk.tap_if_seen(one) for one in TO_TAP) or self.desk.run(ANSWER, ENTRY, answers)
        if entered or (self.phone is None and self.desk.tap_if_seen("#close button")):
            with suppress(TimeoutError):  # a tap that came too late, or twice, changes nothing
                wait_for(lambda: self.desk.run(DRAWN) != before or None, "what follows", SOON)


@pytest.mark.parametrize("nights", ["phones", "eyes_closed", "narrated"])
def test_a_short_game_in_webkit(
    nights: str, start_server: Callable[..., RunningServer], open_webkit: Callable[[str], Device]
) -> None:
    moment = {"MOMENT_PACE": "0"} if nights == "narrated" else {"MOMENT_PACE": "1"}
    server = start_server(CALL_PACE="0.05", **moment)
    table = Table(server, open_webkit, nights)
    if nights != "eyes_closed":
        table.join(open_webkit("phone"), NAMES[0])
    table.begin()
    asked: dict[str, int] = {}
    lights, steps = set(), 0
    while not table.over():
        night = table.desk.count(".night") > 0
        if night not in lights:
            lights.add(night)
            table.keep(table.desk, f"webkit-{nights}-{'night' if night else 'day'}")
        table.answer_on_the_phone(asked)
        if nights != "narrated":
            table.go_on(steps)
        steps += 1
    assert lights == {True, False}
    assert "Traceback" not in server.errors
    for device in filter(None, (table.desk, table.phone)):
        device.wait(".revealed, #view table, .reveal")


def test_a_name_stands_on_the_line_of_its_sentence(
    server: RunningServer, open_webkit: Callable[[str], Device]
) -> None:
    phone = open_webkit("phone")
    phone.open(f"{server.url}/look/")
    tops = phone.run(
        """const said = document.createElement("p");
        said.innerHTML = 'Ann <bdi>A <b>n</b> n</bdi> <span class="seat-name">Ann</span>';
        document.querySelector("main").append(said);
        const words = document.createTreeWalker(said, NodeFilter.SHOW_TEXT), tops = [];
        while (words.nextNode()) {
          const one = document.createRange();
          one.selectNodeContents(words.currentNode);
          tops.push(Math.round(one.getBoundingClientRect().top));
        }
        return tops;"""
    )
    assert len(tops) == 6 and len(set(tops)) == 1, tops
