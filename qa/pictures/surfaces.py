"""The surfaces of a game, one after the other, as a real table comes to them: what is to be pictured, and when.

A game is played by a desk, three phones and the computer's seats in Chromium (`tests/watched/tables.py`). At each
surface that is new it stops, and whoever reads `surfaces` takes the pictures that it wants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from qa.pictures.painters import Sight
from qa.serving import RunningServer
from tests.watched.tables import BOTS, NAMES, READY, WatchedTable

SURFACES = (
    *(
        "home",
        "catalogue",
        "creation",
        "lobby",
        "join",
        "deal",
        "card",
        "night",
        "day",
        "vote",
        "moment",
        "end",
        "story",
        "figures",
    ),
    *("help", "sheets"),
)
LONG, SHORT = "30", "0.02"  # of calls: so long that none ends while its pictures are taken, and over at once
SEATS = {"lupus": 8, "murder": 4, "spree": 4}
USUAL = 6
OPTIONS: dict[str, dict[str, str | bool]] = {"spree": {"target": "60"}}


@dataclass(frozen=True)
class Surface:
    """What is pictured together: the name of the surface, and how each device shows it."""

    name: str
    sights: tuple[Sight, ...]


class Gallery:
    """One game in one language, played for its pictures."""

    def __init__(
        self, server: RunningServer, open_device: Callable[..., Page], game: str, language: str = "fr"
    ) -> None:
        self.server, self.game, self.language = server, game, language
        locale = {"fr": "fr-FR", "en": "en-GB"}[language]
        options = OPTIONS.get(game, {})
        self.table = WatchedTable(server, open_device, game, "phones", options, languages=(locale, locale))

    def surfaces(self) -> Iterator[Surface]:
        """Every surface of the game, each once, in the order in which a table comes to it."""
        table = self.table
        yield Surface("home", tuple(self.see(table.desk, kind, "/") for kind in ("phone", "tablet")))
        yield Surface("catalogue", tuple(self.see(table.desk, kind, "/new/") for kind in ("phone", "tablet")))
        yield Surface("creation", (self.see(table.desk, "tablet", f"/new/?game={self.game}"),))
        yield Surface("join", (Sight("phone", f"{self.server.url}/j/{table.code}/", self.tongue),))
        table.join(NAMES[:3])
        table.fill_up(SEATS.get(self.game, USUAL))
        yield self.everywhere("lobby")
        yield Surface("help", (Sight("phone", f"{self.server.url}/help/{self.game}/", self.tongue),))
        yield Surface("sheets", (self.see(table.desk, "tablet", "/look/"),))
        table.desk.locator("#deal button").click()
        expect(table.phones["Ann"].locator("#looked")).to_be_visible()
        yield self.everywhere("deal")
        yield Surface("card", (self.see(table.phones["Ann"], "phone", f"/t/{table.code}/", held=True),))
        for phone in table.phones.values():
            phone.locator("#looked button, button[form=looked]").click()
        begin = table.desk.locator("form[action$='/begin/'] button")
        begin.wait_for(state="attached")
        table.reveal("#begin-unseen")
        begin.click()
        expect(table.desk.locator("[data-opened], form#go-on").first).to_be_visible()
        yield from self.list_surfaces_of_play()
        yield self.everywhere("end")
        yield self.everywhere("story", "story/")
        yield self.everywhere("figures", "story/?scene=figures")

    def list_surfaces_of_play(self) -> Iterator[Surface]:
        """The game from its first question to its end."""
        seen: set[str] = set()
        while not self.table.over:
            self.table.lift()
            now = self.find_current_state(seen)
            if now not in seen:
                seen.add(now)
                yield self.everywhere(now)
                if now == "night":
                    self.table.start_again(CALL_PACE=SHORT)  # calls pass at once from now on
                continue
            self.table.answer_on_phones()
            if self.table.went_on() or self.table.over or self.table.tap(BOTS):
                continue
            if (ready := self.table.desk.locator(READY)).count() and ready.first.is_visible():
                self.table.tap(READY)
            self.table.desk.wait_for_timeout(150)

    def find_current_state(self, seen: set[str]) -> str:
        """Which surface the table shows; the first question of a day is both that of a day and a vote."""
        desk = self.table.desk
        if desk.locator("form#go-on").count():
            return "moment"
        if desk.locator(".desk-view.night").count():
            return "night"
        asked = self.table.phones["Ann"].locator("form#answer").count()
        return "vote" if asked and "day" in seen else "day"

    def everywhere(self, name: str, page: str = "") -> Surface:
        """The desk, a phone and the screen of this moment; `page`: a page of theirs, by its address."""
        code, phone = self.table.code, self.table.phones["Ann"]
        return Surface(
            name,
            (
                self.see(self.table.desk, "tablet", f"/desk/{code}/{page}"),
                self.see(phone, "phone", f"/t/{code}/{page}"),
                self.see(self.table.screen, "screen", f"/screen/{code}/{page}"),
            ),
        )

    def see(self, page: Page, kind: str, path: str, held: bool = False) -> Sight:
        """A page of the server as the device of this page would have it."""
        cookies = {one["name"]: one["value"] for one in page.context.cookies()}
        return Sight(kind, self.server.url + path, {**cookies, **self.tongue}, held)

    @property
    def tongue(self) -> dict[str, str]:
        """The cookie of a device that has chosen the language."""
        return {"django_language": self.language}


def games() -> list[str]:
    """The games of which there are pictures: those with a look."""
    return [slug for slug, kit in all_kits().items() if kit.look]
