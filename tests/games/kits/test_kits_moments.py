"""What all look at between two questions, by kit: a result has its pieces, and its own kind of question before it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.table import Fact
from games.kits.elsen.words.moments import MOMENTS as ELSEN
from games.kits.lupus.words.moments import MOMENTS as LUPUS
from games.kits.murder.words.moments import MOMENTS as MURDER
from games.kits.sporz.words.moments import MOMENTS as SPORZ
from games.kits.spree.words.moments import MOMENTS as SPREE

WON, LOST = "The mission succeeds!", "Tokens that were too many, and are lost"
SABOTAGED = "Sabotage: the mission loses all its tokens."


def said(moments: Any, question: str, facts: list[Fact], earlier: list[Fact] | None = None) -> str:
    """The pieces in a row: their texts, and what is counted."""
    pieces = moments.pieces(question, facts, earlier or [])
    return " / ".join(str(piece.text) or ", ".join(f"{name} {n}" for name, n in piece.counted) for piece in pieces)


def progress(tokens: float, ghosts: float, completed: int) -> Fact:
    """How the missions stand, four tokens being needed."""
    return {
        "fact": "progress", "turn": 2, "tokens": tokens, "ghost_tokens": ghosts, "needed": 4, "completed": completed
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "before", "after", "says"),
    [
        (["success"] * 3, progress(0, 0, 0), progress(3, 0, 0), None),
        (["success"] * 3, progress(3, 0, 0), progress(0, 0, 1), f"{WON} / {LOST}: 2."),
        (["lazy", "success"], progress(3, 0, 0), progress(0, 0, 1), f"{WON} / {LOST}: ½."),
        (["sabotage", "success"], progress(3, 0, 0), progress(0, 0, 0), SABOTAGED),
        (["engineer", "sabotage", "success"], progress(1, 0, 0), progress(2, 0, 0), None),
        (["ghost", "success"], progress(3, 3, 0), progress(0, 0, 2), "2 missions succeed!"),
    ],
)  # fmt: skip
def test_a_mission_says_what_it_has_brought(cards: list[str], before: Fact, after: Fact, says: str | None) -> None:
    facts = [{"fact": "cards", "turn": 2, "cards": cards}, after]
    assert ELSEN.happened("mission", "police", facts)
    told = said(ELSEN, "mission", facts, [before])
    if says:
        assert says in told
    else:
        assert "succeed!" not in told.replace("succeeds", "succeed")
        assert "Sabotage" not in told
        assert "lost" not in told


def test_cards_that_do_harm_are_turned_last() -> None:
    facts = [{"fact": "cards", "turn": 1, "cards": ["elimination", "ghost", "sabotage", "success", "success"]}]
    told = said(ELSEN, "mission", facts)
    assert told == "Turn 1: the cards / success 2 / ghost success 1 / elimination 1 / sabotage 1"


def test_e11_cards_of_the_clock_are_counted_once_after_them() -> None:
    lot = {"fact": "by_lot", "step": "mission"}
    cards = {"fact": "cards", "turn": 1, "cards": ["success"] * 3}
    for late, says in ((1, "We could not wait for 1 player"), (3, "We could not wait for 3 players")):
        told = said(ELSEN, "mission", [*[lot] * late, cards, progress(3, 0, 0)])
        assert told.startswith("Turn 1: the cards / success 3 / ")
        assert told.count("could not wait for") == 1
        assert says in told


def test_e10_only_a_crew_drawn_by_lot_has_a_moment() -> None:
    crew = {"fact": "crew", "turn": 1, "seats": ["Ann", "Bob", "Cid"]}
    drawn = [{"fact": "by_lot", "step": "crew"}, crew]
    assert ELSEN.happened("crew", "mission", drawn)
    told = said(ELSEN, "crew", drawn)
    assert told == "The lot has chosen the crew / Ann, Bob, Cid / We could not wait for the first player."
    assert not ELSEN.happened("crew", "mission", [crew])


def test_s33_a_tie_decided_by_lot_does_not_credit_chiefs() -> None:
    facts = [{"fact": "by_lot", "step": "tie"}, {"fact": "verdict", "day": 1, "seat": "Eve"}]
    facts.append({"fact": "death", "seat": "Eve", "by": "vote"})
    assert SPORZ.happened("tie", "mutants", facts)
    told = said(SPORZ, "tie", facts)
    assert told.startswith(
        "The lot has decided / We could not wait any longer: the answer was drawn by lot. / Eve / "
    )
    assert "chief has decided" not in told


def test_s07_an_election_without_a_result_has_a_moment() -> None:
    assert SPORZ.happened("chief", "chief", [])
    told = said(SPORZ, "chief", [])
    assert told == "The crew has no chief yet / Nobody comes first: the election is held again."
    assert not SPORZ.happened("", "chief", [])


def test_exclusions_and_votes_that_exclude_nobody_have_a_moment() -> None:
    for seat, says in (("Bob", "Bob"), (None, "Nobody is excluded.")):
        facts = [{"fact": "excluded", "turn": 1, "seat": seat}]
        assert ELSEN.happened("exclude", "crew", facts)
        assert says in said(ELSEN, "exclude", facts).split(" / ")


def test_lupus_shows_the_lynched_with_votes_and_no_card() -> None:
    votes = [
        {"fact": "lynch_vote", "day": 1, "seat": by, "for": whom} for by, whom in (("A", "C"), ("B", "C"), ("E", "D"))
    ]
    nominees = {"fact": "nominees", "day": 1, "seats": ["C", "D"]}
    facts = [votes[-1], {"fact": "death", "seat": "C", "by": "lynch"}]
    assert LUPUS.happened("lynch", "seer", facts)
    told = said(LUPUS, "lynch", facts, [nominees, *votes[:2]])
    by_vote = "The village has decided / C 2, D 1 / C / The village lynches C."
    assert told == f"{by_vote} / What the card says stays secret."


def test_lupus_announces_a_tied_vote_and_the_lot() -> None:
    tied = [{"fact": "nominees", "day": 1, "seats": ["C", "D"]}]
    assert LUPUS.happened("lynch", "defence", tied)
    assert "The vote is tied" in said(LUPUS, "lynch", tied)
    lot = {"fact": "drawn", "day": 1, "seats": ["C", "D"], "seat": "D"}
    drawn = [lot, {"fact": "death", "seat": "D", "by": "lynch"}]
    assert "The lot falls on D." in said(LUPUS, "lynch", drawn)


def test_lupus_says_that_nobody_was_named_and_only_then() -> None:
    assert LUPUS.happened("nominate", "seer", [])
    assert LUPUS.happened("nominate", "medium", [{"fact": "owl", "day": 1, "seat": "A"}])
    assert not LUPUS.happened("nominate", "nominate", [])
    assert not LUPUS.happened("nominate", "defence", [{"fact": "nominees", "day": 1, "seats": ["A", "B"]}])
    assert "Nobody is lynched." in said(LUPUS, "nominate", [])


def test_murder_and_spree_show_what_ended_the_game() -> None:
    crime = {"character": "captain", "weapon": "axe", "room": "bar", "motive": "envy"}
    solved = [{"fact": "hypothesis", "seat": "A", **crime}, {"fact": "no_witness", "seat": "A"}]
    assert MURDER.happened("turn", "turn", solved)  # a hypothesis, and no witness
    assert not MURDER.happened("turn", "turn", [{"fact": "roll", "seat": "A", "dice": [1, 2]}])
    solved.append({"fact": "solved", "seat": "A"})
    assert MURDER.happened("turn", "", solved)
    assert said(MURDER, "turn", solved).endswith("compared with the envelope. / A / A has solved the case.")
    full = [{"fact": "bank", "seat": "A", "points": 12, "total": 61}]
    assert not SPREE.happened("deed", "deed", full)
    assert SPREE.happened("deed", "", full)
    assert said(SPREE, "deed", full) == "A / A is at the car. Points: 12 more, 61 in all."


@pytest.mark.parametrize("moments", [SPORZ, LUPUS, ELSEN])
def test_a_night_call_makes_no_moment(moments: Any) -> None:
    assert not moments.happened("mutants", "doctors", [{"fact": "murder", "night": 1}])
    assert not moments.happened("werewolves", "masons", [])
