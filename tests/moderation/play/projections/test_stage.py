"""An open vote as a screen draws it: public ballots with who leads, secret ones only as balls in an urn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.engine.kit import all_kits
from games.engine.words import OpenBallots
from moderation.play.projections.sections.stage import URN, fill_urn, stage_vote

LIVING = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
DAY: Sequence[Mapping[str, Any]] = (
    {"fact": "day", "number": 2},
    {"fact": "nomination", "seat": "Ann", "for": "Bob"},
    {"fact": "nomination", "seat": "Cid", "for": "Dan"},
    {"fact": "nomination", "seat": "Eve", "for": "Bob"},
)
ACCUSED = {"fact": "nominees", "seats": ["Bob", "Dan"]}


def lupus(question: str, *facts: Mapping[str, Any]) -> OpenBallots | None:
    """Lupus' ballots after these facts of a day."""
    return all_kits()["lupus"].words.ballots(question, [*map(dict, DAY), *map(dict, facts)])


@pytest.mark.parametrize(
    ("question", "facts", "cast", "candidates"),
    [
        ("nominate", (), [("Ann", "Bob"), ("Cid", "Dan"), ("Eve", "Bob")], []),
        ("defence", (ACCUSED,), [("Ann", "Bob"), ("Cid", "Dan"), ("Eve", "Bob")], ["Bob", "Dan"]),
        ("lynch", (ACCUSED,), [], ["Bob", "Dan"]),
        ("lynch", (ACCUSED, {"fact": "lynch_vote", "seat": "Eve", "for": "Dan"}), [("Eve", "Dan")], ["Bob", "Dan"]),
        (
            "defence",  # after a tie it is shown who voted, and no longer who accused
            (ACCUSED, {"fact": "lynch_vote", "seat": "Eve", "for": "Dan"}, ACCUSED),
            [("Eve", "Dan")],
            ["Bob", "Dan"],
        ),
    ],
)
def test_lupus_shows_who_has_named_whom(
    question: str, facts: Sequence[Mapping[str, Any]], cast: Sequence[tuple[str, str]], candidates: Sequence[str]
) -> None:
    found = lupus(question, *facts)
    assert found and (list(found.cast), list(found.candidates)) == (cast, candidates)
    assert found.speech == (question == "defence")


def test_no_ballot_of_a_night_is_public() -> None:
    assert lupus("werewolves") is None
    assert all(all_kits()[slug].words.ballots("vote", []) is None for slug in ("sporz", "elsen"))


def test_a_vote_says_who_leads_and_when_it_is_settled() -> None:
    cast = (("Ann", "Bob"), ("Cid", "Bob"), ("Eve", "Dan"))
    vote = stage_vote("The vote", OpenBallots(cast, ("Bob", "Dan")), LIVING)
    assert (vote.leaders, vote.votes, vote.next_votes, vote.settled) == (("Bob",), 2, 1, 3)
    assert vote.marks == ("on", "on", "mark", "")  # four of the six living vote


def test_a_vote_that_only_accuses_settles_nothing() -> None:
    vote = stage_vote("The accusation", OpenBallots((("Ann", "Bob"), ("Bob", "Ann"))), LIVING)
    assert (vote.leaders, vote.settled) == (("Bob", "Ann"), 0)
    assert "mark" not in " ".join(vote.marks)


@pytest.mark.parametrize("voters", [2, 5, 16, 24, 300])
def test_all_balls_have_room_in_the_urn(voters: int) -> None:
    urn = fill_urn("The vote", voters, voters)
    assert len(set(urn.balls)) == voters
    width, height = URN
    for x, y in urn.balls:
        assert urn.radius <= x <= width - urn.radius and urn.radius <= y <= height - urn.radius


def test_what_lies_in_an_urn_follows_from_the_count_alone() -> None:
    assert fill_urn("The vote", 3, 9) == fill_urn("The vote", 3, 9)
    assert fill_urn("The vote", 4, 9).balls[:3] == fill_urn("The vote", 3, 9).balls
