"""Pages of real tables for the audit: each arrangement that a desk, a phone and a screen come to in a game.

A page is fetched with the cookies of the device that shows it, in each language. It is kept when no page of its kind
with the same elements was kept before at this table, so a game gives each arrangement once.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, TimeoutError, expect

from games.engine.kit import all_kits
from qa.pictures.surfaces import OPTIONS
from qa.serving import RunningServer
from tests.conftest import DEVICES
from tests.watched.tables import BOTS, PATIENCE, READY, WatchedTable, fill_in, leaning

LANGUAGES = ("fr", "en")
SEATS = (5, 9, 12, 16, 24)
NAMES = (  # of 1 to 20 letters: one word, several, with a hyphen, of the widest letters
    *("Maximilienne", "Al", "Anne-Charlotte Marie", "Oberon", "Wolfeschlegelsteiner", "É", "Guillaume"),
    *(
        "Jean-Baptiste",
        "Mwangi Wambui",
        "Zoé",
        "Konstantinos",
        "Bartholomew Anderson",
        "Chloé",
        "Ursula von der Leyen",
    ),
    *(
        "Théophraste",
        "Mo",
        "Marie-Hélène",
        "Nguyễn Thị Minh",
        "Bob",
        "Emmanuelle",
        "Dan",
        "Charlotte",
        "Wim",
        "Inès B.",
    ),
)
BALLOT = ".ring button[form=enter]:enabled"
FORM = re.compile(r'<form[^>]*\sid="([^"]*)"')
PART = re.compile(
    r'class="((?:piece \w+)|(?:result \w+)|moment|end-poster|passes|cover choices|revealed|web|waits|closing|asleep|'
    r"\w+-view night)\b"
)
BEFORE_PLAY = {"empty lobby", "lobby", "cards", "looked"}  # what is looked at of a table before its game begins
PLAY_SECONDS = 150.0  # seconds that one table is played
OTHER_PAGES = {  # pages beside a game, by the device that shows them
    "desk": ("settings/", "invite/", "seats/remove/", "paper/"),
    "host": (
        "",
        "new/",
        "new/rehearsal/",
        "events/",
        "here/",
        "check/",
        "help/",
        "balance/",
        "people/",
        "credits/",
        "comfort/",
        "data/",
        "statistics/",
    ),
    "evening": ("", "edit/", "door/", "hall/", "paper/", "delete/"),
}
FILL_IN = """(form, fields) => {
    for (const [name, value] of Object.entries(fields)) {
        const field = form.elements[name];
        if (field.type === "checkbox") field.checked = value === "on";
        else field.value = value;
    }
    form.submit();
}"""


@dataclass(frozen=True)
class Leaf:
    """One page as one device got it."""

    table: str  # game, manner and seats
    kind: str  # phone | desk | screen | page
    name: str
    language: str
    html: str


class Collector:
    """Gets pages of one table, and keeps those that are arranged like none before.

    `get_page` returns what a device of the table gets at a path in a language, empty where there is no page.
    """

    def __init__(self, table: str, get_page: Callable[[Any, str, str], str]) -> None:
        self.table, self.get_page = table, get_page
        self.seen: set[tuple[str, frozenset[str]]] = set()
        self.leaves: list[Leaf] = []

    def look(self, device: Any, kind: str, name: str, path: str) -> bool:
        """Keep the page at this path in each language if its arrangement is new; return whether it was."""
        html = self.get_page(device, path, LANGUAGES[0])
        of_its_own = kind == "page" or name in BEFORE_PLAY
        arrangement = kind, frozenset({name}) if of_its_own else list_parts(html)
        if not html or arrangement in self.seen:
            return False
        self.seen.add(arrangement)
        for language in LANGUAGES:
            html = html if language == LANGUAGES[0] else self.get_page(device, path, language)
            self.leaves.append(Leaf(self.table, kind, name, language, html))
        return True


def build_page_getter(server: RunningServer) -> Callable[[Page, str, str], str]:
    """Return how a `Collector` gets pages of a server with the cookies of a browser's page."""

    def get(page: Page, path: str, language: str) -> str:
        cookies = {one["name"]: one["value"] for one in page.context.cookies()} | {"django_language": language}
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        with suppress(HTTPError), urlopen(Request(server.url + path, headers={"Cookie": cookie})) as answer:
            return str(answer.read().decode()) if "html" in answer.headers["Content-Type"] else ""
        return ""

    return get


def list_parts(html: str) -> frozenset[str]:
    """Return what a page is made of: its forms and parts by their names, and how many fields it has."""
    parts = {re.sub(r"\d+", "", name) for name in FORM.findall(html)} | set(PART.findall(html))
    return frozenset({*parts, f"{min(3, html.count('<fieldset'))} {min(2, html.count('<select'))}"})


def list_allowed_seats(game: str) -> list[int]:
    """Return the numbers of seats that are audited of a game: `SEATS` within its bounds, or its most."""
    fewest, most = all_kits()[game].roles.SEATS
    return [count for count in SEATS if fewest <= count <= most] or [most]


class AuditedTable(WatchedTable):
    """A table of one phone and many seats, whose pages are collected while it is played."""

    def __init__(
        self, server: RunningServer, open_device: Callable[..., Page], game: str, nights: str, seats: int
    ) -> None:
        options = OPTIONS.get(game, {})
        super().__init__(server, open_device, game, nights, options, languages=("fr-FR", "fr-FR"))
        from moderation.players.names import LONGEST

        self.nights, self.seats = nights, seats
        self.names = [name[:LONGEST].strip() for name in NAMES[:seats]]
        self.collector = Collector(f"{game}-{nights}-{seats}", build_page_getter(server))

    def post(self, path: str, **fields: str) -> None:
        """Send a form of the desk."""
        token = self.desk.locator("input[name=csrfmiddlewaretoken]").first.get_attribute("value") or ""
        form = {"csrfmiddlewaretoken": token, **fields}
        answer = self.desk.request.post(
            f"{self.server.url}/desk/{self.code}/{path}", form=form, headers={"Origin": self.server.url}
        )
        assert answer.ok, answer.text()

    def look(self, name: str) -> bool:
        """Collect what the desk, the phone and the screen show."""
        collector, code = self.collector, self.code
        found = collector.look(self.desk, "desk", name, f"/desk/{code}/")
        found |= collector.look(self.screen, "screen", name, f"/screen/{code}/")
        for phone in self.phones.values():
            found |= collector.look(phone, "phone", name, f"/t/{code}/")
        return found

    def seat_all(self) -> None:
        """Seat everybody: one phone, or none where eyes are closed, and the computer in all other seats."""
        phones = self.names[:1] if self.nights != "eyes_closed" else []
        self.collector.look(self.screen, "phone", "join", f"/j/{self.code}/")
        self.look("empty lobby")
        self.join(phones)
        for name in self.names[len(phones) :]:
            if self.nights == "narrated":
                self.post("seats/add/", bots=str(len(self.phones) + self.names.index(name)))
            else:
                self.post("seats/add/", name=name)
        self.desk.reload()
        seats = self.desk.locator("li[id^=seat-]")
        numbers = [(one.get_attribute("id") or "").rpartition("-")[2] for one in seats.all()]
        for number, name in zip(numbers[len(phones) :], self.names[len(phones) :], strict=False):
            if self.nights == "narrated":
                self.post(f"seat/{number}/rename/", name=name)
            elif self.nights == "phones":
                self.post(f"seat/{number}/bot/", bot="on")
        self.collector.look(self.desk, "page", "seat", f"/desk/{self.code}/seat/{numbers[-1]}/")
        for path in OTHER_PAGES["desk"]:
            self.collector.look(self.desk, "page", f"desk/{path}", f"/desk/{self.code}/{path}")
        self.desk.reload()
        self.look("lobby")

    def begin_and_look(self) -> list[Leaf]:
        """Seat everybody, deal, begin, and return the pages that were come by."""
        self.seat_all()
        self.desk.locator("#deal button").click()
        looked = self.desk.locator("form[action$='/begin/'] button")
        looked.wait_for(state="attached", timeout=PATIENCE)
        self.look("cards")
        self.collector.look(self.desk, "page", "deal", f"/desk/{self.code}/cards/")
        self.collector.look(self.screen, "page", "back", f"/j/{self.code}/back/")
        for phone in self.phones.values():
            phone.locator("#looked button, button[form=looked]").click(timeout=PATIENCE)
        self.look("looked")
        self.reveal("#begin-unseen")
        looked.click()
        expect(self.desk.locator("[data-opened], form#go-on, .narrator").first).to_be_visible(timeout=PATIENCE)
        self.look("begun")
        return self.collector.leaves

    def play_through(self) -> list[Leaf]:
        """Play until the end, or for `PLAY_SECONDS`, and return the pages that were come by."""
        self.begin_and_look()
        ends = monotonic() + PLAY_SECONDS
        while not self.over and monotonic() < ends:
            self.act()
        if self.over:
            self.look("end")
            code = self.code
            for kind, page in (("desk", self.desk), ("phone", next(iter(self.phones.values()), self.screen))):
                where = "desk" if kind == "desk" else "t"
                for scene in ("story/", "story/?scene=2", "story/?scene=figures"):
                    self.collector.look(page, kind, scene, f"/{where}/{code}/{scene}")
            self.collector.look(self.screen, "screen", "story", f"/screen/{code}/story/")
            self.collector.look(self.desk, "page", "again", f"/desk/{code}/again/")
        return self.collector.leaves

    def act(self) -> None:
        """Look, and do one thing that the desk or the phone waits for."""
        self.lift()
        self.look(self.title())
        self.answer_on_phones(leaning(hypothesis=6, roll=3))
        self.look(self.title())
        if self.went_on() or self.over:
            return
        if self.nights == "narrated":
            self.desk.wait_for_timeout(150)
        elif self.nights == "eyes_closed":
            self.act_for_all()
        elif not self.tap(BOTS) and self.desk.locator(READY).count():
            self.tap(READY)

    def act_for_all(self) -> None:
        """Say, enter or close at a desk that answers for everybody."""
        if self.desk.locator("#said button.primary").count():
            self.tap("#said button.primary")
        elif offered := self.desk.locator(BALLOT).count():
            with suppress(TimeoutError):
                self.tap(f"{BALLOT} >> nth={int(self.opened()) % offered}")
        elif (form := self.desk.locator("form#enter, form#decide")).count():
            with suppress(TimeoutError):
                fill_in(form.first, self.opened())
        else:
            self.tap("#close button")

    def title(self) -> str:
        """The title of the step that the desk shows."""
        with suppress(TimeoutError):
            shown = self.desk.locator(".step-title, .moment h2, #phase, h1")
            return (
                " ".join((shown.first.text_content(timeout=1000) or "").split())[:40] if shown.count() else "playing"
            )
        return "playing"


def collect_pages(browser: Browser, game: str, nights: str, seats: int) -> Iterator[Leaf]:
    """Play one table on a server of its own, and return its pages."""
    pages: list[Page] = []

    def open_device(kind: str = "phone", **options: str) -> Page:
        context = browser.new_context(**{**DEVICES[kind], **options})
        context.set_default_timeout(PATIENCE)
        pages.append(context.new_page())
        return pages[-1]

    with tempfile.TemporaryDirectory() as data:
        server = RunningServer(Path(data), {"CALL_PACE": "0.12", "MOMENT_PACE": "0.4"}).start()
        try:
            table = AuditedTable(server, open_device, game, nights, seats)
            yield from table.play_through()
        finally:
            for page in pages:
                page.context.close()
            server.kill()


def collect_other_pages(browser: Browser) -> Iterator[Leaf]:
    """Return the pages that stand beside a game, as a host's device gets them."""
    with tempfile.TemporaryDirectory() as data:
        server = RunningServer(Path(data), {}).start()
        context = browser.new_context(**DEVICES["tablet"])
        try:
            page = context.new_page()
            page.goto(server.host_link)
            page.locator("main form button").click()
            collector = Collector("beside", build_page_getter(server))
            games: Sequence[str] = list(all_kits())
            for path in (
                *OTHER_PAGES["host"],
                *(f"new/?game={game}" for game in games),
                *(f"help/{game}/" for game in games),
            ):
                collector.look(page, "page", path or "home", f"/{path}")
            look_at_evening(collector, page, server.url)
            look_at_rehearsal(collector, page, server.url)
            yield from collector.leaves
        finally:
            context.close()
            server.kill()


def look_at_evening(collector: Collector, page: Page, url: str) -> None:
    """Collect the pages of an evening with a table and guests, and what its guests and its hall see."""
    page.goto(f"{url}/events/")
    submit(page, "/events/", name="Anne-Sophie de La Tour et les Villageois", place="Wolfeschlegelsteiner")
    evening = page.url.removeprefix(url)
    page.goto(f"{url}/new/?game=lupus&event={evening.split('/')[2]}")
    page.locator("main form button.primary").click()
    for name in NAMES[:5]:
        page.goto(f"{url}{evening}door/?name={quote(name)}")
        submit(page, f"{evening}door/", name=name)
    submit(page, f"{evening}list/", open="on")
    key = re.search(r"/e/([^/]+)/", page.content())
    page.goto(f"{url}{evening}hall/")
    submit(page, f"{evening}hall/say/", text="Maximilienne, Wolfeschlegelsteiner et Zoé jouent à la table du fond.")
    page.locator("button[name=screen]").click()
    for path in OTHER_PAGES["evening"]:
        collector.look(page, "page", f"evening/{path}", f"{evening}{path}")
    if key:
        collector.look(page, "page", "sign up", f"/e/{key[1]}/")
        collector.look(page, "screen", "hall", f"/e/{key[1]}/hall/")


def look_at_rehearsal(collector: Collector, page: Page, url: str) -> None:
    """Collect what the desk of a rehearsal shows at its beginning, with its first hint, and the pages beside it."""
    page.goto(f"{url}/new/rehearsal/?game=sporz")
    submit(page, "/new/rehearsal/")
    desk = page.url.removeprefix(url)
    collector.look(page, "desk", "rehearsal", desk)
    for path in OTHER_PAGES["desk"]:
        collector.look(page, "page", f"rehearsal/{path}", f"{desk}{path}")


def submit(page: Page, action: str, **fields: str) -> None:
    """Fill in a form of a page by the names of its fields, folded or not, and send it."""
    with page.expect_navigation():
        page.locator(f"form[method=post][action='{action}']").first.evaluate(FILL_IN, fields)
