"""Whole games without a moderator, watched in a browser: a phone dies, somebody never answers, nobody steers.

Where the game cannot go on without an answer of one of the two, all others agree that the lot decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import APIResponse, Page, TimeoutError

from qa.serving import RunningServer
from tests.watched.tables import NAMES, PATIENCE, SLOW, WatchedTable

pytestmark = pytest.mark.slow
SEATS = {"sporz": 5, "lupus": 8}
PACE = {"sporz": "0.025", "lupus": "0.018"}
OUTCOMES = {"sporz": "gagn|perd|égalité", "lupus": "gagn|perd"}
DYING, SILENT = "Cid", "Dan"
HANDS = {"Pause pour tous", "Reprendre", "Une minute de plus pour tous", "Un autre téléphone pour quelqu’un"}
GOING_ON = re.compile(
    r'<form id="waiting".*?</form>|<details[^>]*id="somebody-left".*?</details>', re.DOTALL
)  # without whom
SUBMIT = "selector => document.querySelector(selector)?.requestSubmit()"


class NarratedTable(WatchedTable):
    """A table whose desk nobody touches once the game has begun."""

    def kill(self, name: str) -> None:
        """A phone dies, and does not come back."""
        self.phones.pop(name).context.close()

    def play_without_a_moderator(self, silent: str) -> None:
        """Play to the end: phones answer but one, and the rest is left to the narrator, which shows no secret."""
        everybody = self.phones
        lights: set[bool] = set()
        while not self.over:
            night = self.desk.locator(".narrator.night").count() > 0
            if night not in lights:
                self.stand_still()
                lights.add(night)
            self.phones = {name: phone for name, phone in everybody.items() if name != silent}
            self.answer_on_phones()
            self.phones = everybody
            self.agree_to_the_lot()
            self.shows_what_the_screen_shows()
            self.desk.wait_for_timeout(150)
        assert lights

    def agree_to_the_lot(self) -> None:
        """Once all are asked, agree that the lot decides: on every phone, and in the middle for the dead one."""
        self.reveal("#somebody-left")
        for page in (self.desk, *self.phones.values()):
            button = page.locator("#waiting button[value=pass]:visible")
            if button.count():
                with suppress(TimeoutError):  # the question has passed
                    button.first.click(timeout=SLOW)

    def stand_still(self) -> None:
        """Pause for everybody until narrator and screen were compared, and go on; or the game has ended."""
        self.set_pause(True)
        while not self.over and not self.shows_what_the_screen_shows():
            self.desk.wait_for_timeout(150)
        self.set_pause(False)

    def set_pause(self, pausing: bool) -> None:
        """Send "Pause for everybody" or "Go on" and wait until the other stands there; or the game has ended."""
        form, other = (f"#pause:has(input[name=stand][value='{int(wants)}'])" for wants in (pausing, not pausing))
        while not self.over and not self.desk.locator(other).count():
            self.desk.evaluate(SUBMIT, form)  # no tap: the page may change under it, and undo the one before
            self.desk.wait_for_timeout(150)

    def shows_what_the_screen_shows(self) -> bool:
        """Whether both were read in one moment of play; raises AssertionError when the narrator shows more."""
        here, public = f"/desk/{self.code}/", f"/screen/{self.code}/"
        narrator, screen, again = (self.words_at(path) for path in (here, public, here))
        if narrator != again or any(word.endswith("/export/") for word in narrator):  # gone on, or over
            return False
        assert narrator <= screen | HANDS
        return True

    def words_at(self, path: str) -> set[str]:
        """Every text of a region, and where its links lead."""
        html = self.desk.request.get(self.server.url + path, headers={"HX-Request": "true"}).text()
        texts = re.split(r"<[^>]*>", GOING_ON.sub("", html)) + re.findall(r'<a [^>]*href="([^"]*)"', html)
        return {text.strip() for text in texts if text.strip() and "/seat/" not in text}

    def try_address(self, path: str) -> APIResponse:
        """What the device that owns the table is answered at an address of its desk."""
        return self.desk.request.get(f"{self.server.url}/desk/{self.code}/{path}")

    def try_deed(self, path: str, **form: str) -> APIResponse:
        """What it is answered when it sends a form that its page does not offer."""
        token = self.desk.locator("input[name=csrfmiddlewaretoken]").first.get_attribute("value") or ""
        form = {"csrfmiddlewaretoken": token, "opened": "0", **form}
        headers = {"HX-Request": "true", "Origin": self.server.url}
        return self.desk.request.post(f"{self.server.url}/desk/{self.code}/{path}", form=form, headers=headers)


@pytest.mark.full
@pytest.mark.parametrize("game", ["sporz", "lupus"])
def test_a_game_without_moderator_ends_despite_an_absent_phone(
    game: str, start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = NarratedTable(start_server(CALL_PACE=PACE[game]), open_device, game, "narrated")
    table.join(NAMES[:4])
    table.fill_up(SEATS[game])
    table.begin()
    nobody_reads_or_steers(table)
    table.kill(DYING)
    table.play_without_a_moderator(SILENT)
    table.everybody_sees_the_end(OUTCOMES[game])
    record = table.try_address("export/")  # no secret any more
    movers = {move["by"] for move in record.json()["moves"]}
    assert "clock" in movers
    assert not movers & {"moderator", DYING, SILENT}


def nobody_reads_or_steers(table: NarratedTable) -> None:
    """The device that opened the table finds no secret of the running game and changes nothing in it."""
    seat = table.try_address("").text()
    assert re.search(r'data-opened="', seat)
    for path in ("export/", "cards/", "seat/1/card/", "answer/1/"):
        assert table.try_address(path).status == 404, path
    for path, form in (
        ("undo/", {"last": "1"}),
        ("redo/", {}),
        ("move/", {"close": "1"}),
        ("bots/", {}),
        ("seat/1/bot/", {"bot": "on"}),
    ):
        assert table.try_deed(path, **form).status in (404, 409), path
    table.desk.locator("[data-opened]").wait_for(state="attached", timeout=PATIENCE)
