"""How many touches a desk needs at a table without phones: every touch counts, a hold as one, a stepper's each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from qa.serving import RunningServer
from tests.watched.tables import PATIENCE, WatchedTable

pytestmark = pytest.mark.slow
MOST = {"sporz": 45, "lupus": 30}
TEN = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"]
COUNT = """() => {
  window.touches = window.drawn = 0;
  document.addEventListener("pointerdown", ({ isTrusted }) => isTrusted && window.touches++, true);
  const drawn = ({ detail }) => detail.ctx.request.method === "POST" && window.drawn++;
  document.addEventListener("htmx:finally:request", drawn);
}"""
HELD = 400  # milliseconds: longer than a tap
NIGHT = ".desk-view.night"
VOTER = ".seat.votes"
# Nobody plays for nothing: all five lone roles are aboard, and nobody is paralysed who is to be called.
SHIP = {
    "Ann": ("base_mutant", "host"),
    "Bob": ("doctor", "normal"),
    "Cid": ("doctor", "normal"),
    "Dan": ("computer_scientist", "normal"),
    "Eve": ("psychologist", "normal"),
    "Fay": ("geneticist", "resistant"),
    "Gus": ("spy", "host"),
    "Hal": ("hacker", "normal"),
    "Ida": ("astronaut", "normal"),
}
VILLAGE = {name: ("villager",) for name in TEN} | {
    "Ann": ("werewolf",),
    "Bob": ("werewolf",),
    "Cid": ("seer",),
}


class CountedDesk:
    """A table without phones whose moderator touches what the desk offers, as seldom as it can be done."""

    def __init__(self, table: WatchedTable, named: Mapping[str, list[str]]) -> None:
        self.table, self.desk, self.named = table, table.desk, named
        self.desk.evaluate(COUNT)

    @property
    def touches(self) -> int:
        """How often a finger came down on the desk."""
        return int(self.desk.evaluate("window.touches"))

    def touch(self, what: Locator) -> None:
        """Touch something that changes this page alone."""
        what.tap(timeout=PATIENCE)

    def hold(self, cover: Locator) -> None:
        """Hold a cover to read what is under it, and let go."""
        cover.scroll_into_view_if_needed()
        box = cover.bounding_box()
        assert box
        self.desk.mouse.move(box["x"] + box["width"] / 2, box["y"] + 10)
        self.desk.mouse.down()
        expect(cover.locator("xpath=..").locator(".secret")).to_be_visible(timeout=PATIENCE)
        self.desk.wait_for_timeout(HELD)
        self.desk.mouse.up()

    def go_on(self, what: Locator) -> None:
        """Touch something that Veilleur answers, and wait until its answer is drawn."""
        before = self.desk.evaluate("window.drawn")
        with self.desk.expect_response(lambda answer: answer.request.method == "POST") as answer:
            what.tap(timeout=PATIENCE)
        assert answer.value.ok
        self.desk.wait_for_function("before => window.drawn > before", arg=before, timeout=PATIENCE)

    def seat(self, name: str) -> Locator:
        """Somebody in the ring."""
        return self.desk.locator(f".ring [data-name='{name}']")

    @property
    def bar(self) -> Locator:
        """The one next step."""
        return self.desk.locator(".bar button.primary:visible")

    def step(self) -> None:
        """Do the one next step, with what it needs before: read what is to be told, choose in the ring."""
        for told in self.desk.locator(".tell:visible > summary").all():
            self.hold(told)
        if self.desk.locator("form[data-by-ring] [data-slot]:visible").count():
            title = self.desk.locator(".step-title").inner_text()
            for name in self.named[title]:
                self.touch(self.seat(name))
            lists = "form[data-by-ring] [data-slot]:visible:has(.verb):has(.names :checked)"
            for slot in self.desk.locator(lists).all():
                if slot.locator(".verb :checked").count() == 0:
                    self.touch(slot.locator(".verb").first)
        elif (tile := self.desk.locator("form#enter label.tile:visible")).count():
            self.touch(tile.first)
        expect(self.bar).to_have_count(1)
        self.go_on(self.bar)


@pytest.mark.full
def test_a_day_and_night_of_sporz_has_few_taps(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = seated(WatchedTable(start_server(MOMENT_PACE="1"), open_device, "sporz", "eyes_closed"), TEN[:9])
    type_in(table, SHIP)
    begin(table)
    named = {
        "Le chef": ["Bob"],
        "Les mutants": ["Eve", "Ida"],
        "Les médecins": ["Hal"],
        "Psychologue": ["Ann"],
        "Généticien": ["Ann"],
        "Espion": ["Ann"],
    }
    desk = CountedDesk(table, named)
    while not table.desk.locator(
        ".step-title", has_text="Les mutants"
    ).count():  # the doctors' meeting, and the chief
        desk.step()
    before = desk.touches
    while not table.desk.locator(VOTER).count():
        desk.step()
    ballots(desk, ["Ida", "Bob"], 9)
    while not table.desk.locator(NIGHT).count():
        desk.step()
    assert desk.touches - before <= MOST["sporz"]


@pytest.mark.full
def test_a_day_of_lupus_at_a_table_of_ten(
    start_server: Callable[..., RunningServer], open_device: Callable[..., Page]
) -> None:
    table = seated(WatchedTable(start_server(MOMENT_PACE="1"), open_device, "lupus", "eyes_closed"), TEN)
    type_in(table, VILLAGE)
    begin(table)
    desk = CountedDesk(table, {"Voyant": ["Ann"]})
    while table.desk.locator(NIGHT).count():
        desk.step()
    before = desk.touches
    for accused, voters in ((["Ann", "Bob"], 10), (["Ann"], 8)):
        while not table.desk.locator(VOTER).count():
            desk.step()
        ballots(desk, accused, voters)
    while not table.desk.locator(NIGHT).count():
        desk.step()
    assert desk.touches - before <= MOST["lupus"]


def ballots(desk: CountedDesk, targets: Sequence[str], voters: int) -> None:
    """One tap for each voter; the desk goes on to the next by itself."""
    for number in range(voters):
        desk.go_on(desk.seat(targets[number % len(targets)]))
        desk.desk.wait_for_timeout(HELD)  # a second touch of the same person too soon is none


def seated(table: WatchedTable, names: list[str]) -> WatchedTable:
    """People without a phone."""
    table.add_seats(names)
    return table


def type_in(table: WatchedTable, deal: Mapping[str, tuple[str, str]]) -> None:
    """Real cards are dealt, and the desk is told which."""
    table.desk.goto(f"{table.server.url}/desk/{table.code}/cards/")
    for name, cards in deal.items():
        row = table.desk.locator("li", has=table.desk.locator(f".seat-name:text-is('{name}')"))
        for place, card in enumerate(cards):
            row.locator("select").nth(place).select_option(card)
    table.desk.locator("main form button.primary").click()
    table.desk.wait_for_url(f"**/desk/{table.code}/")


def begin(table: WatchedTable) -> None:
    """Everybody has looked at a card of paper."""
    table.desk.locator("form[action$='/begin/'] button").click()
    expect(table.desk.locator("[data-opened]")).to_be_visible(timeout=PATIENCE)
