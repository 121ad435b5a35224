"""A table of real browsers: a desk, a screen and phones, which tap what a page offers and nothing else."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from types import MappingProxyType
from zlib import crc32

from playwright.sync_api import Locator, Page, TimeoutError, expect

from qa.serving import RunningServer
from tests import thorough

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
PICTURES = Path(os.environ.get("PICTURES", "")) if os.environ.get("PICTURES") else None
PATIENCE = 120_000  # milliseconds
SLOW = 4_000
WHOLE = (
    thorough.full or PICTURES is not None
)  # games are played to their end, not only as long as they show something new
BOTS = "form#bots button:visible"  # the computer's seats answer, where some of them still have to
READY = ".desk-view:not(.night) :not(details.sure) > #close button"  # nobody's answer is missing


Taste = Callable[[Sequence[str], int], int]  # of what a list offers, and a number that rises: which one


def by_number(offered: Sequence[str], number: int) -> int:
    """The one that the number says; of verbs, which are bare names, the first."""
    return 0 if offered[0].isidentifier() else number % len(offered)


def leaning(**weights: float) -> Taste:
    """Rather one thing than another, by the name of what is done; 1 where no weight is given."""

    def choose(offered: Sequence[str], number: int) -> int:
        names = [re.match(r"\W*(\w*)", value) for value in offered]
        wanted = [weights.get(name[1] if name else "", 1.0) for name in names]
        return Random(number).choices(range(len(offered)), wanted)[0]

    return choose


def open_evening(server: RunningServer, host: Page, name: str) -> None:
    """Become the host on this device, and make an evening: it is the first of the server."""
    host.goto(server.host_link)
    host.locator("main form button").click()
    host.goto(f"{server.url}/events/")
    host.locator("#name").fill(name)
    host.locator("form:has(#name) button[type=submit]").click()
    host.wait_for_url("**/events/1/")


class WatchedTable:
    """One table, from the host's link to the last autopsy. `options` are the game's, as the page has them."""

    def __init__(
        self,
        server: RunningServer,
        open_device: Callable[..., Page],
        game: str,
        nights: str = "phones",
        options: Mapping[str, str | bool] = MappingProxyType({}),
        languages: Sequence[str] = ("fr-FR", "en-GB"),
        children: bool = False,
    ) -> None:
        self.languages = languages
        self.open_device = open_device
        self.remember(server, open_device("tablet", locale=languages[0]), {})
        self.desk.goto(server.host_link)
        self.desk.locator("main form button").click()
        self.desk.goto(f"{server.url}/new/?game={game}")
        self.desk.locator(f"input[name=nights][value={nights}]").check(force=True)
        self.desk.locator(f"input[name=language][value={languages[0][:2]}]").check(force=True)
        if children:
            self.desk.locator("input[name=children]").check()
        for name, value in options.items():
            field = self.desk.locator(f"[name='option.{name}']")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        self.desk.locator("main form button.primary").click()
        self.desk.wait_for_url("**/desk/**")
        self.code = self.desk.url.rstrip("/").rpartition("/")[2]
        self.screen = open_device("screen")
        self.screen.goto(f"{server.url}/screen/{self.code}/")

    def remember(self, server: RunningServer, desk: Page, phones: dict[str, Page]) -> None:
        """Whose devices these are; nothing has been answered yet."""
        self.server, self.desk, self.phones = server, desk, phones
        self.answered: dict[str, str] = {}
        self.tried: Counter[tuple[str, str]] = Counter()
        self.taken: set[str] = set()

    def join(self, names: list[str]) -> None:
        """Everybody scans the code and gives a name, half of them in French."""
        for number, name in enumerate(names):
            phone = self.open_device("phone", locale=self.languages[number % len(self.languages)])
            phone.goto(f"{self.server.url}/j/{self.code}/")
            phone.locator("input[name=name]").fill(name)
            phone.locator("main form button.primary").click()
            phone.wait_for_url("**/t/**")
            self.phones[name] = phone

    def add_seats(self, names: list[str]) -> None:
        """People without a phone, typed in at the desk."""
        for number, name in enumerate(names, start=1):
            self.desk.locator("#new-name").fill(name)
            self.desk.locator("#new-name").press("Enter")
            expect(self.desk.locator("li[id^=seat-]")).to_have_count(number, timeout=PATIENCE)
            expect(self.desk.locator("#new-name")).to_have_value("", timeout=PATIENCE)  # cleared for the next one

    def fill_up(self, seats: int) -> None:
        """Computer players take the seats that are left."""
        rows = self.desk.locator("li[id^=seat-]")
        if self.phones:
            rows.nth(len(self.phones) - 1).wait_for(state="attached", timeout=PATIENCE)
        self.desk.locator("input[name=bots]").fill(str(seats))
        self.desk.locator("input[name=bots]").press("Enter")  # its button moves as rows come, and a click may miss it
        expect(rows).to_have_count(seats, timeout=PATIENCE)

    def deal(self) -> None:
        """Deal, and let everybody look at their card."""
        self.desk.locator("#deal button").click()
        for phone in self.phones.values():
            phone.locator("#looked button, button[form=looked]").click(timeout=PATIENCE)

    def begin(self) -> None:
        """Deal, let everybody look at their card, begin."""
        self.deal()
        begin = self.desk.locator("form[action$='/begin/'] button")
        begin.wait_for(state="attached", timeout=PATIENCE)  # the cards are dealt
        self.reveal("#begin-unseen")
        begin.click()
        self.desk.locator("[data-opened]").wait_for(state="attached", timeout=PATIENCE)  # hidden in the middle

    def keep(self, page: Page, name: str) -> None:
        """Keep a picture, once, where pictures are wanted."""
        if PICTURES and name not in self.taken:
            self.taken.add(name)
            page.screenshot(path=PICTURES / f"{name}.png")

    @property
    def over(self) -> bool:
        """Whether the desk shows how the game ended."""
        return self.desk.locator("a[href$='/again/']").count() > 0

    def opened(self) -> str:
        """The step that the desk waits on."""
        return self.desk.locator("[data-opened]").get_attribute("data-opened", timeout=PATIENCE) or ""

    def answer_on_phones(self, taste: Taste = by_number) -> None:
        """Everybody who is asked something new answers it; who was refused tries something else the next time."""
        for name, phone in self.phones.items():
            form = phone.locator("form#answer")
            if form.count() == 0:
                continue
            try:
                opened = form.locator("input[name=opened]").get_attribute("value", timeout=SLOW) or ""
            except TimeoutError:  # the question has passed
                continue
            if self.answered.get(name) == opened:
                continue
            if fill_in(form, opened, taste, self.tried[name, opened]):
                self.answered[name] = opened
            self.tried[name, opened] += 1

    def play(
        self,
        taste: Taste = by_number,
        look: Callable[[], None] = lambda: None,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play to the end: phones answer, the computer's seats too, and the desk goes on where nobody is missing.

        `look` is called before anybody acts, and when the phones have answered. Where whole games are not wanted,
        it is left as soon as it is `enough`.
        """
        while not self.over and (WHOLE or not enough()):
            self.lift()
            look()
            self.answer_on_phones(taste)
            look()
            if self.went_on():
                continue
            if not (self.over or self.tap(BOTS)) and self.desk.locator(READY).count():
                self.tap(READY)
            self.desk.wait_for_timeout(150)

    def start_again(self, **env: str) -> None:
        """Start the server again with other settings; every device finds it by itself."""
        self.server.stop()
        self.server.env |= env
        self.server.start()
        for page in (self.desk, self.screen, *self.phones.values()):
            page.reload()

    def went_on(self) -> bool:
        """End the moment in which all look at what has happened, if one stands; then the desk shows what follows."""
        held = self.desk.locator("form#go-on input[name=held]")
        if held.count() == 0:
            return False
        number = held.get_attribute("value", timeout=PATIENCE)
        self.tap("form#go-on button")
        expect(self.desk.locator(f"form#go-on input[name=held][value='{number}']")).to_have_count(0, timeout=PATIENCE)
        return True

    def everybody_sees_the_end(self, outcome: str) -> None:
        """The outcome, and what everybody was, stand on every device; nothing if the game was left before its end."""
        assert "Traceback" not in self.server.errors
        if not self.over:
            return
        for page in [self.desk, self.screen, *self.phones.values()]:
            expect(page.locator(".revealed").first).to_be_visible(timeout=PATIENCE)
        expect(self.screen.locator(".said").first).to_contain_text(re.compile(outcome), timeout=PATIENCE)

    def lift(self) -> None:
        """Uncover the desk, which covers itself when nobody touches it for a while at night."""
        shade = self.desk.locator("#shade[open] .lift")
        if shade.count():
            shade.click(timeout=PATIENCE)

    def decide(self) -> None:
        """Decide for the table, for the first who is offered."""
        self.reveal(".instead")
        self.desk.locator(".ring [data-name]").first.click()
        self.tap("#decide button.danger")

    def reveal(self, folded: str) -> None:
        """Unfold what the desk hides until it is tapped, if it is there; the desk may be drawn anew meanwhile."""
        summary = self.desk.locator(f"{folded}:not([open]) > summary")
        if summary.count() and summary.is_visible():
            with suppress(TimeoutError):
                summary.click(timeout=SLOW)

    def tap(self, selector: str) -> bool:
        """Tap a button of the desk and wait until the desk has gone on; False if the button was gone."""
        button = self.desk.locator(selector)
        if button.count() == 0:
            return False
        self.lift()
        before = self.desk.content()
        try:
            button.first.click(timeout=SLOW)
        except TimeoutError:
            return False
        self.desk.wait_for_function("before => document.documentElement.outerHTML !== before", arg=before)
        return True


def fill_in(form: Locator, opened: str, taste: Taste = by_number, tried: int = 0) -> bool:
    """Pick in every column what `taste` says, the same for everybody asked alike, and confirm.

    `opened` names the question; `tried`: how often it was answered already.
    False when it was refused, or when the question had passed before it was answered, as it may for a slow hand.
    """
    seed = crc32(opened.encode()) + tried
    try:
        if (change := form.locator("[data-change]")).count() and change.is_visible():
            change.click(timeout=SLOW)
        form.evaluate("form => form.reset()", timeout=SLOW)
        name = form.get_attribute("id", timeout=SLOW)
        if (cover := form.locator("details.choices:not([open]) > summary")).count():
            cover.click(timeout=SLOW)  # what is chosen in secret is covered
        for column in form.locator("fieldset.column").all():
            if (page := form.locator("[data-page='2']")).count() and page.is_visible():
                page.click(timeout=SLOW)
            if column.is_visible():
                fill_column(column, seed, taste)
        quick = form.locator("button[name=quick]")
        with form.page.expect_response(re.compile("/(answer|move)/$"), timeout=SLOW) as answer:
            confirm = form.locator(".confirm button, button.danger")
            outside = form.page.locator(f".bar button[form='{name}']")
            usual = (confirm if confirm.count() else outside).first
            (quick.first if quick.count() and tried % 2 else usual).click(timeout=SLOW)
    except TimeoutError:
        return False
    return answer.value.ok and 'id="refused"' not in answer.value.text()


def fill_column(column: Locator, seed: int, taste: Taste) -> None:
    """Pick a verb and one of a list, so many of a list, or the faces of dice."""
    for die in column.locator("input[type=number]").all():
        die.fill(str(1 + seed % 6), timeout=SLOW)
    boxes = column.locator("input[type=checkbox]").all()
    if boxes:
        least = re.findall(r"\d+", column.locator(".help").text_content(timeout=SLOW) or "")
        for number in range(int(least[0]) if least else 1):
            tap(boxes[(seed + number) % len(boxes)])
    for group in ("verb", "pick"):
        radios = column.locator(f"input[type=radio][name^={group}]").all()
        if radios:
            tile = radios[taste([radio.get_attribute("value", timeout=SLOW) or "" for radio in radios], seed)]
            tap(tile)
            for part in tile.locator("xpath=ancestor::label/following-sibling::*[1][@class='parts']//select").all():
                listed = [one.get_attribute("value", timeout=SLOW) or "" for one in part.locator("option").all()]
                values = [value for value in listed if value]
                part.select_option(values[seed % len(values)], timeout=SLOW)


def tap(choice: Locator) -> None:
    """Tap the tile of a choice, in a menu after its verb; where the ring takes the place of names, the person."""
    label = choice.locator("xpath=ancestor::label")
    if label.is_visible():
        label.click(timeout=SLOW)
    elif label.locator("xpath=ancestor::*[@data-slot]").count():
        name = (label.text_content(timeout=SLOW) or "").strip()
        while not choice.is_checked(timeout=SLOW):  # a second touch of the same person is none if it comes too soon
            choice.page.locator(f".ring [data-name='{name}']").click(timeout=SLOW)
    else:
        choice.locator("xpath=ancestor::details[not(@open)]/summary").click(timeout=SLOW)
        label.click(timeout=SLOW)
