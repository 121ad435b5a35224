"""What cover questions tell at the end: who suspected whom, night by night, against the truth."""

import pytest

from games.engine.kit import all_kits
from games.engine.moves import move_of
from games.engine.options import settle
from games.engine.table import MODERATOR, Table
from moderation.night import opinions as suspicions

NAMES = ["Ann", "Bob", "Cid", "Dan"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "astronaut", "genome": "resistant"},
}


@pytest.fixture
def table() -> Table:
    """Four people in the first call of Sporz: the mutants'."""
    kit = all_kits()["sporz"]
    at = Table(kit.rules, NAMES, settle(kit.roles.OPTIONS, {}), DEAL)
    at.take(move_of({"by": MODERATOR, "answer": {"seat": "Bob"}}))
    return at


def thinks(table: Table, who: str, **answer: str) -> None:
    """A cover answer in the call that is open."""
    assert table.step is not None
    table.take(
        move_of({"by": who, "cover": {"opened": table.step.opened, "step": table.step.name, "answer": answer}})
    )


def ends(table: Table) -> None:
    """The mutant is executed: the astronauts win."""
    for _ in range(2):
        table.take(move_of({"by": MODERATOR, "close": True}))
    table.take(move_of({"by": "Bob", "answer": {"seat": "Ann"}}))
    table.take(move_of({"by": MODERATOR, "close": True}))
    assert table.outcome is not None


def told(table: Table) -> list[tuple[str, list[tuple[str, str, str, bool | None]]]]:
    found = suspicions.nights(all_kits()["sporz"].words, table)
    return [(night.title, [(one.who, one.manner, one.whom, one.right) for one in night.opinions]) for night in found]


def test_nothing_is_told_before_the_end(table: Table) -> None:
    thinks(table, "Bob", mutate="Ann", paralyse="Cid")
    assert told(table) == []
    assert suspicions.web(NAMES, [], ()) is None


def test_opinions_are_judged_by_the_sides_of_the_end(table: Table) -> None:
    thinks(table, "Bob", mutate="Ann", paralyse="Cid")
    thinks(table, "Cid", mutate="Dan", paralyse="Ann")
    thinks(table, "Dan", kill="Ann", paralyse="Bob")
    ends(table)
    assert told(table) == [
        (
            "Night 1",
            [
                ("Bob", "suspects", "Ann", True),
                ("Bob", "protects", "Cid", True),
                ("Cid", "suspects", "Dan", False),
                ("Cid", "protects", "Ann", False),
                ("Dan", "trusts", "Ann", False),
                ("Dan", "protects", "Bob", True),
            ],
        )
    ]


def test_a_mutant_who_suspects_the_healthy_is_wrong(table: Table) -> None:
    """Right is who suspects a mutant; that the two won on different sides does not make a suspicion right."""
    assert suspicions.right("Ann", "suspects", "Bob", {"Bob": False}, set()) is False
    table.take(move_of({"by": MODERATOR, "close": True}))  # the mutants' call, in which Ann is called
    thinks(table, "Ann", heal="Cid")
    table.take(move_of({"by": MODERATOR, "close": True}))
    table.take(move_of({"by": "Bob", "answer": {"seat": "Ann"}}))
    table.take(move_of({"by": MODERATOR, "close": True}))
    assert table.outcome is not None
    assert told(table) == [("Night 1", [("Ann", "suspects", "Cid", False)])]


def test_the_last_word_of_a_night_counts_and_oneself_is_nobody(table: Table) -> None:
    thinks(table, "Bob", mutate="Cid", paralyse="Cid")
    thinks(table, "Bob", mutate="Ann", paralyse="Bob")
    ends(table)
    assert told(table)[0][1] == [("Bob", "suspects", "Ann", True), ("Bob", "protects", "Cid", True)]


def test_the_picture_has_everybody_and_every_suspicion_once(table: Table) -> None:
    thinks(table, "Bob", mutate="Ann", paralyse="Cid")
    thinks(table, "Cid", mutate="Ann", paralyse="Cid")
    ends(table)
    assert table.outcome is not None
    web = suspicions.web(NAMES, table.outcome.seats, suspicions.nights(all_kits()["sporz"].words, table))
    assert web is not None
    places = [(place.name, place.won) for place in web.places]
    assert places == [("Ann", False), ("Bob", True), ("Cid", True), ("Dan", True)]
    assert [arrow.right for arrow in web.arrows] == [True, True]


def test_answers_of_a_call_that_was_taken_back_are_forgotten(table: Table) -> None:
    thinks(table, "Bob", mutate="Ann", paralyse="Cid")
    table.take(move_of({"by": MODERATOR, "close": True}))
    table.take(move_of({"by": MODERATOR, "undo": 2}))
    table.take(move_of({"by": MODERATOR, "answer": {"seat": "Cid"}}))
    ends(table)
    assert told(table) == []
