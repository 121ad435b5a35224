"""An evening of organisers in browsers, from the sign-up to the archive, with two rounds at four tables."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pytest
from playwright.sync_api import Page, expect

from moderation.events.archive.container import MANIFEST
from qa.serving import RunningServer
from qa.walking import read_forms
from tests.watched.tables import PATIENCE, PICTURES, WatchedTable, open_evening

pytestmark = [pytest.mark.slow, pytest.mark.full, pytest.mark.timeout(3600)]  # an evening is long on a slow machine

HALL = {"Table 1": "sporz", "Table 2": "lupus", "Table 3": "elsen", "Table 4": "spree"}
PHONES, RUNNERS, THIRD = ("Ann", "Bob", "Zoé"), ("Marie", "Paul"), "Inès"
OTHERS = [f"Invité {number}" for number in range(1, 43)]
IN_SIGHT = 4  # of them, whose sign-up and arrival is drawn; for the others the same forms are sent
EVERY_GAME = PICTURES is not None  # every table plays to its end where pictures are wanted; else three of the eight
ENDED = 8 if EVERY_GAME else 3
TRIES = 20
ROOM, NO_SHOW, WALK_IN = 42, OTHERS[3], "Yves"


class SeatedTable(WatchedTable):
    """A table that a round has opened: its desk on the device of who runs it, guests' phones at their seats."""

    def __init__(self, server: RunningServer, desk: Page, screen: Page, phones: dict[str, Page]) -> None:
        self.remember(server, desk, phones)
        self.code = desk.url.rstrip("/").rpartition("/")[2]
        self.screen = screen
        self.screen.goto(f"{server.url}/screen/{self.code}/")

    def play_by_computers(self, seats: int) -> None:
        """At a table that nobody runs, whose people have no phones: the computer plays in their place, to the end."""
        desk, address = self.desk, self.desk.url
        desk.goto(f"{address}seats/remove/")
        for box in desk.locator("main input[type=checkbox]").all():
            box.check()
        desk.locator("main form button.danger").click()
        desk.wait_for_url(address)
        self.fill_up(seats)
        self.begin()
        while not self.over:
            self.desk.wait_for_timeout(500)

    def let_the_computer_play(self) -> None:
        """Everybody without a phone: their seats are the computer's."""
        desk, address = self.desk, self.desk.url
        rows = desk.locator("li[id^=seat-]").all()
        links = [
            row.locator("a.button[href*='/seat/']").get_attribute("href")
            for row in rows
            if row.locator(".seat-name").inner_text().strip() not in self.phones
        ]
        for link in links:
            desk.goto(f"{self.server.url}{link}")
            desk.locator("button[name=bot][value=on]").click()
            desk.wait_for_url(address)


class Evening:
    """The organisers' tablet, the screen of the hall, three phones and the devices of who runs a table."""

    def __init__(self, server: RunningServer, open_device: Callable[..., Page]) -> None:
        self.server, self.open_device = server, open_device
        self.host = open_device("tablet", locale="fr-FR")
        self.phones = {name: open_device("phone", locale="fr-FR") for name in PHONES}
        self.runners = {name: open_device("tablet", locale="en-GB") for name in (*RUNNERS, THIRD)}
        self.taken: set[str] = set()

    def go(self, path: str) -> Page:
        """Have the organisers' tablet show a page."""
        self.host.goto(self.server.url + path)
        return self.host

    def keep(self, page: Page, name: str) -> None:
        """Keep a picture of a page where pictures are wanted, and what its device shows in the other language."""
        if not PICTURES or name in self.taken:
            return
        self.taken.add(name)
        page.screenshot(path=PICTURES / f"evening-{name}.png", full_page=True)
        language = "fr-FR" if page in self.runners.values() else "en-GB"
        kinds = ("phone",) if page in self.phones.values() else ("tablet", "screen")
        for kind in kinds:
            other = self.open_device(kind, storage_state=page.context.storage_state(), locale=language)
            other.goto(page.url)
            other.screenshot(path=PICTURES / f"evening-{name}-{kind}-{language[:2]}.png", full_page=kind != "screen")
            other.context.close()

    # before the evening

    def announce(self) -> None:
        """The host makes the evening: its rounds, the places of its hall, and its list."""
        open_evening(self.server, self.host, "Escale à jeux")
        host = self.go("/events/1/edit/")
        host.locator("textarea[name=spots]").fill("\n".join(HALL))
        for number, name in enumerate(("Premier tour", "Second tour")):
            host.locator(f"input[name=round{number}-name]").fill(name)
        self.keep(host, "edit")
        host.locator(".always button").click()
        host.wait_for_url("**/events/1/")
        self.go("/events/1/door/")
        host.locator("input[name=capacity]").fill(str(ROOM))
        host.locator("form[action$='/list/'] input[name=open]").check()
        host.locator("form[action$='/list/'] button.button:not(.danger)").click()
        address = host.locator("p.address").inner_text().strip()
        self.list_path = re.sub(r"^https?://[^/]+", "", address)

    def signs_up(self, page: Page, name: str, **wishes: bool) -> None:
        """Somebody puts themselves on the list."""
        page.goto(self.server.url + self.list_path)
        page.locator("form.panel input[name=name]").first.fill(name)
        for wish, wanted in wishes.items():
            page.locator(f"form.panel input[name={wish}]").set_checked(wanted)
        page.locator("form.panel:has(input[name=friends]) button.primary").click()
        expect(page.locator("#mine")).to_contain_text(name)
        page.wait_for_load_state()

    def signs_up_unseen(self, page: Page, name: str, **wishes: bool) -> None:
        """The same by what a browser sends, without drawing the page."""
        asked, address = page.context.request, self.server.url + self.list_path
        forms, _ = read_forms(asked.get(address).text())
        said = {"csrfmiddlewaretoken": forms[self.list_path].value("csrfmiddlewaretoken"), "name": name}
        said |= {wish: "on" for wish, wanted in wishes.items() if wanted}
        answer = asked.post(address, form=said, headers={"Referer": self.server.url})
        assert name in answer.text()

    def everybody_signs_up(self) -> None:
        """48 people, with their own devices or from one device after another; the last six wait."""
        for name, page in self.runners.items():
            self.signs_up(page, name, moderates=True)
        self.signs_up(self.phones["Ann"], "Ann", first=True)
        self.signs_up(self.phones["Bob"], "Bob")
        other = self.open_device("phone", locale="fr-FR")
        for number, name in enumerate(OTHERS):
            other.context.clear_cookies()
            sign_up = self.signs_up if number < IN_SIGHT else self.signs_up_unseen
            sign_up(other, name, first=number % 9 == 0, moderates=number % 14 == 5)
        self.signs_up(self.phones["Zoé"], "Zoé")
        self.keep(self.phones["Zoé"], "signed-up-waiting")
        waits = self.phones["Zoé"].locator("main")
        expect(waits).to_contain_text("liste d’attente ; 5 personnes attendent avant vous")
        self.go("/events/1/door/")
        self.counts(0, 42, 6)

    # at the door

    def counts(self, here: int, expected: int, waiting: int) -> None:
        """The door says how many are there, are expected, and wait."""
        said = f"Déjà là : {here} · attendus : {expected} · en attente : {waiting}"
        expect(self.host.locator(".lead")).to_have_text(said)

    def arrives_unseen(self, name: str) -> None:
        """Send what the tap sends; the page, which shows the whole list, stays as it stood."""
        row = self.host.locator("[aria-labelledby=whole-list] li").filter(has=self.host.get_by_text(name, exact=True))
        form = row.locator("form:has(button[value=arrive])")
        said = {"csrfmiddlewaretoken": form.locator("[name=csrfmiddlewaretoken]").input_value(), "do": "arrive"}
        path = form.get_attribute("action") or ""
        answer = self.host.context.request.post(
            self.server.url + path, form=said, headers={"Referer": self.server.url}, max_redirects=0
        )
        assert answer.status == 302

    def looks_for(self, name: str) -> None:
        """A name is typed at the door."""
        self.host.locator("#looked-for").fill(name)
        expect(self.host.locator("[data-test=walk-in] input[name=name]")).to_have_value(name, timeout=PATIENCE)

    def arrives(self, name: str) -> None:
        """Somebody has come, is found and tapped; where no place is left, they are let in all the same."""
        self.looks_for(name)
        row = self.host.locator("#door-list li").filter(has=self.host.get_by_text(name, exact=True))
        row.locator("button[value=arrive]").click()
        asked, noted = self.host.locator("[data-asked] button"), self.host.locator("[data-test=undo]")
        expect(asked.or_(noted.get_by_text(name)).first).to_be_visible(timeout=PATIENCE)
        if asked.is_visible():
            asked.click()
            expect(noted).to_contain_text(name, timeout=PATIENCE)

    def let_in(self) -> None:
        """All come but one, whose place goes to somebody who waits; and one comes who is on no list."""
        self.go("/events/1/door/")
        came = [name for name in (*self.runners, "Ann", "Bob", *OTHERS[: ROOM - 5]) if name != NO_SHOW]
        came.reverse()
        for name in came[:IN_SIGHT]:
            self.arrives(name)
        self.go("/events/1/door/?all=1")
        for name in came[IN_SIGHT:]:
            self.arrives_unseen(name)
        self.go("/events/1/door/")
        self.keep(self.host, "door")
        self.counts(41, 1, 6)
        self.host.locator("details.sure:has(button[value=release]) > summary").click()
        self.host.locator("button[value=release]").click()
        self.counts(41, 1, 5)
        for name in (*OTHERS[ROOM - 5 :], "Zoé"):
            self.arrives(name)
        host = self.host
        self.looks_for(WALK_IN)
        self.keep(host, "walk-in")
        host.locator("[data-test=walk-in] button").click()
        host.locator("[data-asked] button").click()
        expect(host.locator(".lead")).to_contain_text("Déjà là : 48")

    # a round

    def seat(
        self,
        number: int,
        runners: Sequence[str | None] = (*RUNNERS, THIRD),
        players: Mapping[str, str] = MappingProxyType({"Ann": "0", "Bob": "1", "Zoé": "0"}),
    ) -> None:
        """Ask for a seating with a game at each place, put people where their devices are wanted, open it."""
        host = self.go(f"/events/round/{number}/")
        for place, game in HALL.items():
            host.locator("details:has(#place) > summary").click()
            host.locator("#place").select_option(label=place)
            host.locator("#game").select_option(game)
            host.locator("form:has(#place) button").click()
            expect(host.locator(f"ul.listed:has-text('{place}')").first).to_be_attached()
        tables = host.locator("section[data-draw-to]:not([data-draw-to=out])")
        for _ in range(TRIES):  # a machine that is slow opens fewer tables at first, and more when asked again
            host.locator("button[value=propose]").click()
            expect(tables.first).to_be_visible()
            if tables.count() == len(HALL):
                break
        self.keep(host, f"round-{number}-proposed")
        for spot, name in enumerate(runners):
            if name:
                self.put(name, f"{spot}r")
        for name, where in players.items():
            self.put(name, where)
        host.locator("button[value=propose]").click()
        self.keep(host, f"round-{number}")
        host.locator("button[value=accept]").click()
        expect(host.locator(".notice.success").first).to_be_visible()

    def put(self, name: str, where: str) -> None:
        """Put somebody at a table by hand: they are pinned there."""
        row = self.host.locator("section[data-draw-to] li").filter(has=self.host.get_by_text(name, exact=True))
        row.locator("details > summary").click()
        row.locator("select[name=to]").select_option(where)
        row.locator("button[value=move]").click()
        self.host.wait_for_load_state()

    def take_seats(self, left: str = "") -> None:
        """Every phone and every desk stands at its table with one tap; whoever has left has none."""
        for name, page in (*self.phones.items(), *self.runners.items()):
            if name == left:
                continue
            page.goto(self.server.url + self.list_path)
            seat = page.locator("#my-seat button")
            expect(seat).to_be_visible(timeout=PATIENCE)
            self.keep(page, f"seat-{name}")
            seat.click()
            page.wait_for_url("**/t/**" if name in PHONES else "**/desk/**")

    def agrees(self, name: str) -> None:
        """Somebody wishes to be remembered, on their own phone."""
        phone = self.phones[name]
        phone.goto(self.server.url + self.list_path)
        form = phone.locator("form[action='/me/']")
        phone.locator("details:has(form[action='/me/']) > summary").click()
        self.keep(phone, "agree")
        form.locator("button").click()
        phone.goto(f"{self.server.url}/me/")
        expect(phone.locator("main")).to_contain_text(f"sous le pseudonyme «\u00a0{name}\u00a0»")

    # afterwards

    def ends(self) -> None:
        """The evening is closed: its results, and what they count."""
        host = self.go("/events/1/")
        self.keep(host, "results")
        expect(host.locator(".won")).to_have_count(ENDED)
        host.locator("button[name=state][value=closed]").click()
        expect(host.locator("button[name=state][value=open]")).to_be_visible()
        self.go("/statistics/?event=1")
        self.keep(host, "statistics")
        expect(host.locator("main")).to_contain_text("Sporz")

    def forgets(self, name: str) -> None:
        """Somebody is forgotten from their own phone: no page knows the name any more, the results stand."""
        phone = self.phones[name]
        phone.goto(f"{self.server.url}/me/")
        self.keep(phone, "my-games")
        phone.locator("details:has(input[name=sure]) > summary").click()
        phone.locator("input[name=sure]").check()
        phone.locator("form:has(input[name=sure]) button.danger").click()
        phone.wait_for_load_state()
        for path in ("/events/1/", "/events/1/door/", "/events/1/hall/", "/events/round/1/", "/people/"):
            expect(self.go(path).locator("main")).not_to_contain_text(name)
        expect(self.go("/events/1/").locator(".won")).to_have_count(ENDED)

    def goes_to(self, there: RunningServer, open_device: Callable[..., Page], folder: Path) -> None:
        """The evening is exported and imported into an empty server: what is exported there is the same."""
        files: list[Path] = []
        for number, server in enumerate((self.server, there)):
            host = self.host
            if number:
                host = open_device("tablet", locale="fr-FR")
                host.goto(server.host_link)
                host.locator("main form button").click()
                host.goto(f"{server.url}/events/in/")
                host.locator("input[type=file]").set_input_files(files[0])
                host.locator("main form button.primary").click()
                host.wait_for_url("**/events/1/")
                expect(host.locator(".won")).to_have_count(ENDED)
            host.goto(f"{server.url}/events/1/")
            with host.expect_download() as coming:
                host.locator("a[href$='/evening.zip']").click()
            files.append(folder / f"{number}.zip")
            coming.value.save_as(files[-1])
        here, other = (contents(file) for file in files)
        assert len(here) > 3
        assert here == other

    # the hall

    def open_hall(self) -> Page:
        """Switch the screen of the hall on, and open it."""
        host = self.go("/events/1/hall/")
        host.locator("button[name=screen]").click()
        address = host.locator("section .address a").get_attribute("href") or ""
        self.hall = self.open_device("screen", viewport={"width": 1920, "height": 1080}, locale="fr-FR")
        self.hall.goto(self.server.url + address)
        self.keep(self.hall, "hall-screen")
        self.keep(host, "hall")
        return self.hall

    def table(self, runner: str, *names: str) -> SeatedTable:
        """The table at which these sit, which this one runs."""
        screen = self.open_device("screen", locale="fr-FR")
        return SeatedTable(self.server, self.runners[runner], screen, {name: self.phones[name] for name in names})

    def given(self, number: int, place: str) -> SeatedTable:
        """A table whose desk nobody has: the organisers give it out, to a device that was not on the list."""
        host = self.go(f"/events/round/{number}/")
        host.locator("section.panel").filter(has=host.get_by_text(place)).locator(
            "form[action$='/desk/'] button"
        ).click()
        link, pin = host.locator("p.address").inner_text().strip(), host.locator("p.code").inner_text().strip()
        desk = self.open_device("tablet", locale="fr-FR")
        desk.goto(self.server.url + re.sub(r"^https?://[^/]+", "", link))
        desk.locator("#pin").fill(pin)
        desk.locator("main form button").click()
        desk.wait_for_url("**/desk/**")
        return SeatedTable(self.server, desk, self.open_device("screen", locale="fr-FR"), {})

    def asks_for_help(self, table: SeatedTable) -> None:
        """The desk asks, an organiser comes."""
        host = self.go("/events/1/hall/")
        table.desk.locator("#beside > summary").click()
        table.desk.locator("#help button").click()
        expect(host.locator(".hall-asks")).to_be_visible(timeout=PATIENCE)
        self.keep(host, "help")
        host.locator(".hall-asks button[value=coming]").click()
        expect(table.desk.locator("#help")).to_contain_text("on the way", timeout=PATIENCE)
        host.locator(".hall-asks button[value=done]").click()
        expect(host.locator(".hall-asks")).to_have_count(0, timeout=PATIENCE)

    def is_told(self, table: SeatedTable, hall: Page) -> None:
        """What organisers announce stands on the screen of the hall, and is taken back."""
        host = self.go("/events/1/hall/")
        host.locator("details:has(#usual) > summary").click()
        host.locator("#usual").select_option("fifteen")
        host.locator("form[action$='/say/'] button").click()
        expect(hall.locator(".announcement")).to_contain_text("Nous fermons dans quinze minutes", timeout=PATIENCE)
        self.keep(hall, "announced")
        host.locator("form[action$='/silence/'] button").click()
        expect(hall.locator(".announcement")).to_have_count(0, timeout=PATIENCE)

    def leaves(self, name: str) -> None:
        """Somebody goes home."""
        row = self.host.locator("li").filter(has=self.host.get_by_text(name, exact=True))
        row.locator("button[value=leave]").click()
        expect(self.host.locator("#looked-for")).to_have_value("")

    def takes_the_desk(self, table: SeatedTable) -> Page:
        """The host has the desk of a table whose moderator is gone; the device that had it has nothing."""
        host = self.go("/events/1/")
        host.locator(f"a[href='/desk/{table.code}/take/']").click()
        self.keep(host, "take-desk")
        host.locator("main form button").click()
        host.wait_for_url(f"**/desk/{table.code}/")
        expect(table.desk).not_to_have_url(re.compile(f"/desk/{table.code}/$"), timeout=PATIENCE)
        return host


def closed(table: SeatedTable) -> None:
    """Who runs a table closes it when its people have gone; their phones go by themselves to what became of it."""
    desk = table.desk
    desk.goto(f"{table.server.url}/desk/{table.code}/settings/")
    desk.locator("details:has(form[action$='/close/']) > summary").click()
    desk.locator("form[action$='/close/'] button").click()
    desk.wait_for_url(f"{table.server.url}/")
    for phone in table.phones.values():  # which would turn a phone away from where it is sent meanwhile
        expect(phone).to_have_url(re.compile(r"\?had="), timeout=PATIENCE)
        phone.wait_for_load_state()


def contents(file: Path) -> dict[str, object]:
    """The files of an archive, without what is true of one server alone: the tables that it kept."""
    with zipfile.ZipFile(file) as opened:
        files: dict[str, object] = {name: opened.read(name) for name in opened.namelist()}
        return files | {MANIFEST: {**json.loads(opened.read(MANIFEST)), "house": None}}


def played(table: SeatedTable) -> None:
    """A table plays its game to the end, the computer in most of its seats."""
    table.let_the_computer_play()
    table.begin()
    table.play()
    assert table.over


def test_an_evening_from_the_sign_up_to_the_archive(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page], tmp_path: Path
) -> None:
    server = start_server(CALL_PACE="0.05", MOMENT_PACE="0")
    evening = Evening(server, open_device)
    evening.announce()
    evening.everybody_signs_up()
    evening.let_in()

    evening.agrees("Zoé")

    # the first round: the hall sees its tables, hears a call for help, and is told when it closes
    evening.seat(1)
    evening.take_seats()
    hall = evening.open_hall()
    sporz = evening.table("Marie", "Ann", "Zoé")
    lupus = evening.table("Paul", "Bob")
    expect(hall.locator(".hall-page")).to_contain_text("Table 4")
    played(sporz)
    evening.keep(evening.phones["Ann"], "end-Ann")
    closed(sporz)
    lupus.let_the_computer_play()
    lupus.begin()
    evening.asks_for_help(lupus)
    evening.is_told(lupus, hall)

    if EVERY_GAME:
        elsen = evening.table(THIRD)
        played(elsen)
        closed(elsen)
        spree = evening.given(1, "Table 4")
        spree.play_by_computers(4)
        closed(spree)

    # who runs the second table goes home: the host takes its desk, and gives it to somebody else
    evening.go("/events/1/door/")
    evening.looks_for("Paul")
    evening.leaves("Paul")
    lupus.desk = evening.takes_the_desk(lupus)
    lupus.play()
    assert lupus.over
    closed(lupus)

    # the second round, with who is left
    hall.close()
    evening.seat(2, runners=("Marie", None, "Inès"), players={"Bob": "0", "Ann": "2", "Zoé": "2"})
    evening.take_seats(left="Paul")
    elsen = evening.table(THIRD, "Ann", "Zoé")
    played(elsen)
    closed(elsen)
    if EVERY_GAME:
        for table in (evening.table("Marie", "Bob"), evening.given(2, "Table 2")):
            played(table)
            closed(table)
        spree = evening.given(2, "Table 4")
        spree.play_by_computers(4)
        closed(spree)

    # what it came to; somebody is forgotten; the evening goes to another server, and is the same there
    evening.ends()
    evening.forgets("Zoé")
    there = start_server()
    evening.goes_to(there, open_device, tmp_path)
