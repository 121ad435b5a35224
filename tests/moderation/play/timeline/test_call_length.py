"""How long calls last on phones: as everybody knows they must, whatever happens in them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.engine.asks import Ask, acknowledge, one_of
from games.engine.kit import all_kits
from games.engine.moves import parse_move
from games.engine.options import settle
from games.engine.table import Table
from moderation.play.timeline import call_length as calls
from moderation.play.timeline.call_length import SLOW_FACTOR, Release, compute_length

BEGINNING = datetime(2026, 11, 7, 21, 0, tzinfo=UTC)
SEATS = ["Ann", "Bob", "Cid", "Dan", "Eve"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "doctor", "genome": "host"},
    "Dan": {"role": "psychologist", "genome": "resistant"},
    "Eve": {"role": "geneticist", "genome": "normal"},
}
OPTIONS = settle(all_kits()["sporz"].roles.OPTIONS, {"night_autopsy": "full"})
CHIEF = {"step": "chief", "by": "moderator", "answer": {"seat": "Eve"}}
MUTATION = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Dan"}}
CLOSE = {"by": "moderator", "close": True}


@dataclass
class Evening:
    """A game of Sporz on phones, and a clock that only the test turns (seconds since the beginning)."""

    table: Table = field(default_factory=lambda: Table(all_kits()["sporz"].rules, SEATS, OPTIONS, DEAL))
    second: float = 0
    opened: dict[int, datetime] = field(default_factory=lambda: {0: BEGINNING})
    extensions: dict[str, int] = field(default_factory=dict)
    pace: float = 1

    @property
    def now(self) -> datetime:
        return BEGINNING + timedelta(seconds=self.second)

    def take(self, move: dict[str, Any]) -> None:
        self.table.take(parse_move(move))
        self.opened[self.table.number] = self.now

    def shown(self) -> Release:
        return calls.compute_release(
            self.table.steps,
            self.table.step,
            self.opened,
            self.extensions,
            len(self.table.seats),
            self.pace,
            self.now,
        )

    def step(self) -> str | None:
        shown = self.shown().step
        return shown.name if shown else None

    def seconds_left(self) -> float:
        ends = self.shown().ends
        assert ends is not None
        return (ends - self.now).total_seconds()

    def wait_for_the_end(self) -> None:
        """Let the call's time run out, to the instant."""
        self.second += self.seconds_left()


@pytest.fixture
def night() -> Evening:
    """The first call of the first night has just begun."""
    evening = Evening()
    evening.second = 100
    evening.take(CHIEF)
    return evening


def test_by_day_everything_is_shown_at_once() -> None:
    shown = Evening().shown()
    assert shown.step is not None and shown.step.name == "chief"
    assert (shown.until, shown.ends) == (None, None)


def test_a_call_shows_what_was_told_until_it_opened(night: Evening) -> None:
    assert (night.step(), night.shown().until) == ("mutants", 1)


def test_an_early_answer_does_not_shorten_a_call(night: Evening) -> None:
    unanswered = night.seconds_left()
    night.second += 2
    night.take(MUTATION)
    assert night.table.step is not None and night.table.step.name == "doctors"
    assert (night.step(), night.shown().until) == ("mutants", 1)
    assert night.seconds_left() == unanswered - 2
    night.second += unanswered - 2 - 0.001
    assert night.step() == "mutants"
    night.second += 0.001
    assert (night.step(), night.shown().until) == ("doctors", 2)


def test_the_next_call_begins_at_the_end_of_the_previous(night: Evening) -> None:
    whole = night.seconds_left()
    night.take(MUTATION)
    night.wait_for_the_end()
    assert night.step() == "doctors"
    doctors = calls.find_visible_ask(night.table.steps[-1])
    assert night.seconds_left() == compute_length(doctors, len(night.table.seats), 1, first=False).total_seconds()
    assert night.seconds_left() < whole  # one thing to choose, not two


def test_a_call_to_nobody_lasts_as_long_as_any(night: Evening) -> None:
    night.take(MUTATION)  # Dan, the psychologist, is paralysed
    night.take({"step": "doctors", "by": "Bob", "answer": {"heal": "Bob"}})
    assert night.table.step is not None
    assert (night.table.step.name, night.table.step.asks) == ("psychologist", {})
    for name in ("mutants", "doctors"):
        assert night.step() == name
        night.wait_for_the_end()
    faked = night.seconds_left()
    night.take(CLOSE)
    night.wait_for_the_end()
    assert night.step() == "geneticist"
    assert night.seconds_left() == faked


def test_an_unanswered_call_stays_until_it_is_closed(night: Evening) -> None:
    night.second += 10_000
    assert night.step() == "mutants"
    assert night.seconds_left() < 0
    night.take(CLOSE)
    assert night.step() == "doctors"
    assert night.seconds_left() > 0


def test_answers_that_race_ahead_wait_for_their_calls(night: Evening) -> None:
    """The journal may be calls ahead of the phones; each call still gets its time, one after the other."""
    night.take(MUTATION)
    night.take({"step": "doctors", "by": "Bob", "answer": {"heal": "Bob"}})
    night.take(CLOSE)
    night.take({"step": "geneticist", "by": "Eve", "answer": {"seat": "Ann"}})
    assert night.table.step is not None and not night.table.step.asleep
    seen = []
    for _ in range(4):
        seen.append((night.step(), night.shown().until))
        night.wait_for_the_end()
    assert seen == [("mutants", 1), ("doctors", 2), ("psychologist", 3), ("geneticist", 4)]
    assert night.shown() == Release(night.table.step)


def test_the_dawn_waits_for_the_end_of_the_last_call(night: Evening) -> None:
    night.take({"step": "mutants", "by": "Ann", "answer": {"kill": "Eve", "paralyse": "Bob"}})
    night.wait_for_the_end()
    night.take({"step": "doctors", "by": "Cid", "answer": {"heal": "Cid"}})
    night.wait_for_the_end()
    night.take({"step": "psychologist", "by": "Dan", "answer": {"seat": "Ann"}})
    night.wait_for_the_end()
    night.take(CLOSE)
    deaths = [told.at for told in night.table.told if told.fact["fact"] == "death"]
    until = night.shown().until
    assert until is not None and deaths and min(deaths) > until
    night.wait_for_the_end()
    assert night.shown() == Release(night.table.step)


def test_an_undo_restarts_the_time_of_the_open_call(night: Evening) -> None:
    whole = night.seconds_left()
    night.second += 5
    night.take(MUTATION)
    night.second += 5
    night.take({"by": "moderator", "undo": 1})
    assert (night.step(), night.seconds_left()) == ("mutants", whole)
    until = night.shown().until
    assert until is not None
    told = [told.fact["fact"] for told in night.table.told_to("Cid", until)]
    assert "mutated" not in told and "night" in told


def test_an_undo_of_the_call_before_shows_it_again(night: Evening) -> None:
    night.take(MUTATION)
    night.wait_for_the_end()
    assert night.step() == "doctors"
    night.take({"by": "moderator", "undo": 1})
    assert night.step() == "mutants"
    assert night.seconds_left() > 0


def test_a_call_can_be_lengthened(night: Evening) -> None:
    before = night.seconds_left()
    night.extensions["1"] = 20
    assert night.seconds_left() == before + 20
    night.take(MUTATION)
    assert night.seconds_left() == before + 20


def test_a_game_ending_at_night_shows_after_the_call() -> None:
    two_mutants = {**DEAL, "Bob": DEAL["Ann"]}
    night = Evening(Table(all_kits()["sporz"].rules, SEATS, OPTIONS, two_mutants))
    night.take(CHIEF)
    night.take(MUTATION)
    night.take({**MUTATION, "by": "Bob", "answer": {"kill": "Cid", "paralyse": "Dan"}})
    night.take(CLOSE)
    assert night.table.outcome and night.table.outcome.reason == "forfeit"
    assert (night.step(), night.shown().until) == ("mutants", 1)
    night.wait_for_the_end()
    assert night.shown() == Release(None)


def test_the_night_before_does_not_delay_this_one(night: Evening) -> None:
    night.take(MUTATION)
    while night.table.step is not None and night.table.step.name != "mutants":
        night.take({"by": "moderator", "close": True})
    assert night.shown().until == night.table.step.opened  # type: ignore[union-attr]
    assert (
        night.seconds_left()
        == compute_length(calls.find_visible_ask(night.table.steps[-1]), len(night.table.seats), 1).total_seconds()
    )


@pytest.mark.parametrize(
    ("ask", "seats", "seconds"),
    [
        (None, 5, 12 + 5 * 0.25),
        (acknowledge(), 5, 12 + 12 + 5 * 0.25),
        (one_of("seat", SEATS), 5, 12 + 12 + 5 * 0.25),
        (one_of("seat", SEATS[:2]), 5, 12 + 12 + 5 * 0.25),  # how many live, or may be chosen, makes no difference
        (one_of("seat", SEATS), 300, 12 + 12 + 40 * 0.25),
    ],
)
def test_the_length_follows_from_the_set_up(ask: Ask | None, seats: int, seconds: float) -> None:
    assert compute_length(ask, seats, 1).total_seconds() == seconds
    assert compute_length(ask, seats, SLOW_FACTOR).total_seconds() == pytest.approx(seconds * SLOW_FACTOR)
    assert compute_length(ask, seats, 1, first=False).total_seconds() == seconds - 6  # the phone is still in the hand
