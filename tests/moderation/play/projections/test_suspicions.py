"""What cover questions tell at the end: who suspected whom and guessed what, night by night, against the truth."""

import pytest

from games.engine.kit import all_kits
from games.engine.moves import parse_move
from games.engine.options import settle
from games.engine.table import MODERATOR, Table
from moderation.play.projections import suspicions

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "psychologist", "genome": "host"},
    "Dan": {"role": "astronaut", "genome": "resistant"},
    "Eve": {"role": "astronaut", "genome": "normal"},
}


@pytest.fixture
def table() -> Table:
    """Five people in the first call of Sporz: the mutants'."""
    kit = all_kits()["sporz"]
    at = Table(kit.rules, NAMES, settle(kit.roles.OPTIONS, {}), DEAL)
    at.take(parse_move({"by": MODERATOR, "answer": {"seat": "Bob"}}))
    return at


def thinks(table: Table, who: str, **answer: str) -> None:
    """A cover answer in the call that is open."""
    assert table.step is not None
    table.take(
        parse_move({"by": who, "cover": {"opened": table.step.opened, "step": table.step.name, "answer": answer}})
    )


def passes(table: Table, call: str) -> None:
    """Nobody answers until this call is open."""
    while table.step is not None and table.step.name != call:
        table.take(parse_move({"by": MODERATOR, "close": True}))


def ends(table: Table) -> None:
    """The mutant is executed: the astronauts win."""
    passes(table, "vote")
    for seat in ("Bob", "Cid", "Dan"):
        table.take(parse_move({"by": seat, "answer": {"seat": "Ann"}}))
    table.take(parse_move({"by": MODERATOR, "close": True}))
    assert table.outcome is not None


def told(table: Table) -> list[tuple[str, list[tuple[str, bool | None]]]]:
    found = suspicions.list_nights(all_kits()["sporz"].words, table)
    return [(night.title, [(one.text, one.right) for one in night.opinions]) for night in found]


def test_nothing_is_told_before_the_end(table: Table) -> None:
    thinks(table, "Bob", mutate="Ann", paralyse="Cid")
    assert told(table) == []
    assert suspicions.build_web(NAMES, [], ()) is None


def test_suspicions_are_judged_by_the_sides_of_the_end(table: Table) -> None:
    passes(table, "psychologist")
    for who, whom in (("Bob", "Ann"), ("Dan", "Bob"), ("Ann", "Eve")):
        thinks(table, who, seat=whom)
    ends(table)
    assert told(table) == [
        (
            "Night 1",
            [
                ("Bob suspected Ann", True),
                ("Dan suspected Bob", False),
                ("Ann suspected Eve", False),  # a mutant, who wins with no other
            ],
        )
    ]


def test_a_guess_is_right_when_a_called_player_did_it(table: Table) -> None:
    thinks(table, "Bob", mutate="Dan", paralyse="Cid")
    thinks(table, "Dan", kill="Cid", paralyse="Eve")
    table.take(parse_move({"by": "Ann", "answer": {"mutate": "Dan", "paralyse": "Eve"}}))
    ends(table)
    assert told(table) == [
        (
            "Night 1",
            [
                ("Bob guessed “Mutate: Dan”", True),
                ("Bob guessed “Paralyse: Cid”", False),
                ("Dan guessed “Kill: Cid”", False),
                ("Dan guessed “Paralyse: Eve”", True),
            ],
        )
    ]


def test_a_guess_about_nobody_is_neither_right_nor_wrong(table: Table) -> None:
    thinks(table, "Bob", mutate="Dan")
    ends(table)
    assert told(table) == [("Night 1", [("Bob guessed “Mutate: Dan”", None)])]


def test_suspecting_somebody_of_both_camps_is_neither_right_nor_wrong() -> None:
    assert suspicions.is_suspicion_right("Ann", "Bob", {"Bob": False}, set()) is False
    assert suspicions.is_suspicion_right("Ann", "Bob", {"Bob": True}, {"Bob"}) is None


def test_the_last_suspicion_counts_and_never_about_oneself(table: Table) -> None:
    passes(table, "psychologist")
    thinks(table, "Bob", seat="Eve")
    thinks(table, "Bob", seat="Ann")
    thinks(table, "Dan", seat="Dan")
    ends(table)
    assert told(table) == [("Night 1", [("Bob suspected Ann", True)])]


def test_the_picture_has_everybody_and_every_suspicion_once(table: Table) -> None:
    thinks(table, "Bob", mutate="Ann", paralyse="Cid")  # a guess, and no suspicion
    passes(table, "psychologist")
    thinks(table, "Bob", seat="Ann")
    thinks(table, "Dan", seat="Ann")
    ends(table)
    assert table.outcome is not None
    web = suspicions.build_web(NAMES, table.outcome.seats, suspicions.list_nights(all_kits()["sporz"].words, table))
    assert web is not None
    places = [(place.name, place.won) for place in web.places]
    assert places == [("Ann", False), ("Bob", True), ("Cid", True), ("Dan", True), ("Eve", True)]
    assert [arrow.right for arrow in web.arrows] == [True, True]


def test_answers_of_a_call_that_was_taken_back_are_forgotten(table: Table) -> None:
    thinks(table, "Bob", mutate="Ann", paralyse="Cid")
    table.take(parse_move({"by": MODERATOR, "close": True}))
    table.take(parse_move({"by": MODERATOR, "undo": 2}))
    table.take(parse_move({"by": MODERATOR, "answer": {"seat": "Cid"}}))
    ends(table)
    assert told(table) == []
