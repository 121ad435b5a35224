"""Awards: ties are told, too little is no award, nobody is named who only knew more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from django.utils import translation

from games.engine.story import Feat, Tale, Vote
from moderation.play.projections.suspicions import SUSPECTS, NightOfOpinions, Opinion
from moderation.recap.awards import Award, choose_awards

CREW = {"Ann": "crew", "Bob": "crew", "Cid": "crew", "Dan": "spore"}
HUNTED: Mapping[str, bool | None] = {seat: camp == "spore" for seat, camp in CREW.items()}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    with translation.override("en"):
        yield


def given(*ballots: tuple[str, str], aimed: Mapping[str, tuple[int, int]] | None = None) -> Tale:
    """A game with one open vote."""
    return Tale((), votes=(Vote("Day 1", ballots),), camps=CREW, aimed=aimed or {})


def test_the_best_nose_has_most_hits_without_inside_knowledge() -> None:
    tale = given(aimed={"Ann": (2, 3), "Bob": (3, 3), "Dan": (9, 9)})
    assert choose_awards(tale, HUNTED, ())[0] == Award(
        "The best nose", ("Bob",), "3 votes of 3 against the other camp"
    )


def test_a_tie_names_all_with_the_fewest_misses() -> None:
    assert choose_awards(given(aimed={"Ann": (2, 2), "Bob": (2, 2)}), HUNTED, ())[0].seats == ("Ann", "Bob")
    assert choose_awards(given(aimed={"Ann": (2, 3), "Bob": (2, 2)}), HUNTED, ())[0].seats == ("Bob",)


def test_mostly_missing_or_a_single_vote_wins_no_award() -> None:
    assert choose_awards(given(aimed={"Ann": (2, 5), "Bob": (1, 1)}), HUNTED, ()) == ()


def test_night_suspicions_count_where_no_votes_are_known() -> None:
    nights = tuple(
        NightOfOpinions(
            f"Night {number}", (Opinion("Cid", SUSPECTS, "Dan", True), Opinion("Dan", SUSPECTS, "Ann", False))
        )
        for number in (1, 2)
    )
    found = choose_awards(given(), HUNTED, nights)
    assert found[0] == Award("The best nose", ("Cid",), "rightly suspicious for 2 nights")
    assert found[1] == Award("The most suspected innocent", ("Ann",), "accused 2 times, for nothing")


def test_the_most_suspected_innocent_never_changed_camp() -> None:
    tale = given(("Ann", "Dan"), ("Bob", "Dan"), ("Cid", "Dan"), ("Dan", "Bob"), ("Ann", "Bob"))
    assert [one.seats for one in choose_awards(tale, HUNTED, ())] == [("Bob",)]
    changed = Tale((), votes=tale.votes, camps=CREW, changed=frozenset({"Bob"}))
    assert choose_awards(changed, HUNTED, ()) == ()


def test_an_election_accuses_nobody() -> None:
    tale = Tale((), votes=(Vote("The chief", (("Ann", "Bob"), ("Cid", "Bob")), accuses=False),), camps=CREW)
    assert choose_awards(tale, HUNTED, ()) == ()


def test_an_award_that_many_share_is_not_given() -> None:
    many = Feat("Pillar", {"Ann": 2, "Bob": 2, "Cid": 2, "Dan": 2}, str)
    assert choose_awards(Tale((), feats=(many,), camps=CREW), HUNTED, ()) == ()
    assert choose_awards(Tale((), camps=CREW), HUNTED, ()) == ()
    one = Feat("Pillar", {"Ann": 1, "Bob": 2}, lambda number: f"{number} missions", least=2)
    assert choose_awards(Tale((), feats=(one,), camps=CREW), HUNTED, ()) == (Award("Pillar", ("Bob",), "2 missions"),)
