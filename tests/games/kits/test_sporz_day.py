"""Sporz: the talk, the vote and the execution (RULINGS S-30 to S-36)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.kit import all_kits
from games.engine.table import CLOCK, Fact, Refused
from moderation.play.pacing import narration
from moderation.play.projections.sections.vote import list_hand_ballots
from tests.games.kits.sporz_crew import CREW, SMALL, first_night, five_aboard, quiet, strike, truth, until
from tests.games.table_scenes import EVERYBODY, Scene, fact

KIT = all_kits()["sporz"]


def at_the_poll(chief: str = "Cid", **options: Any) -> Scene:
    """Five people vote on the first day, after a night in which nothing happened."""
    return until(first_night(five_aboard(**options), chief), "vote")


def voted(scene: Scene, **ballots: str) -> Scene:
    """Everybody casts a ballot, perhaps "blank" or "abstain", and the poll is closed."""
    for voter, named in ballots.items():
        scene.act(voter, **({named: True} if named in ("blank", "abstain") else {"seat": named}))
    return scene.close()


def heard(scene: Scene) -> list[Fact]:
    """What everybody has just heard."""
    return scene.news()[EVERYBODY]


def test_s30_small_groups_are_a_reminder_and_change_nothing_else() -> None:
    plain, small = at_the_poll(), at_the_poll(small_groups=True)
    steps = [scene.table.step for scene in (plain, small)]
    said = [str(narration.get_step_words(KIT.words, step).wake) for step in steps if step]
    assert "three" not in said[0] and "three together at most" in said[1]
    assert plain.table.told == small.table.told and plain.choices("Ann") == small.choices("Ann")


def test_s31_living_players_may_vote_for_living_or_blank() -> None:
    scene = at_the_poll()
    assert scene.waits() == ("vote", SMALL)
    for seat in SMALL:
        assert scene.choices(seat) == {"seat": SMALL, "blank": [True], "abstain": [True]}


def test_s07_s31_elections_and_lynchings_are_votes_of_the_table() -> None:
    scene = at_the_poll()
    assert [(step.name, step.poll) for step in scene.table.steps] == [
        ("chief", True),
        ("mutants", False),
        ("doctors", False),
        ("vote", True),
    ]


def test_s31_ballots_are_secret() -> None:
    scene = at_the_poll().act("Ann", seat="Bob").act("Bob", blank=True).act("Cid", abstain=True)
    assert scene.news() == {}


def test_s31_a_ballot_may_change_until_the_poll_is_closed() -> None:
    scene = at_the_poll().act("Ann", seat="Bob").act("Bob", seat="Dan").act("Eve", blank=True)
    scene.act("Ann", seat="Dan").act("Bob", abstain=True).act("Eve", seat="Eve").close()
    assert heard(scene)[0] == fact("ballots", day=1, count={"Dan": 1, "Eve": 1}, blank=0)


def test_s31_everybody_having_voted_does_not_close_the_poll() -> None:
    scene = at_the_poll()
    for seat in SMALL:
        scene.act(seat, seat="Eve")
    assert scene.waits() == ("vote", SMALL) and scene.news() == {}


@pytest.mark.parametrize(
    ("ballots", "count", "blank", "verdict"),
    [
        pytest.param({"Ann": "Eve", "Bob": "Eve", "Cid": "Dan"}, {"Dan": 1, "Eve": 2}, 0, "Eve", id="the most"),
        pytest.param({"Ann": "Eve", "Bob": "blank", "Cid": "blank"}, {"Eve": 1}, 2, None, id="blank spares all"),
        pytest.param({"Dan": "Dan"}, {"Dan": 1}, 0, "Dan", id="for oneself"),
        pytest.param({"Eve": "abstain", "Dan": "Bob"}, {"Bob": 1}, 0, "Bob", id="an abstention"),
        pytest.param({}, {}, 0, None, id="no ballot"),
    ],
)
def test_s31_s32_what_the_ballots_decide(
    ballots: dict[str, str], count: dict[str, int], blank: int, verdict: str | None
) -> None:
    scene = voted(at_the_poll(), **ballots)
    assert heard(scene)[:2] == [
        fact("ballots", day=1, count=count, blank=blank),
        fact("verdict", day=1, seat=verdict),
    ]
    assert [seat for seat in SMALL if not truth(scene, seat)["alive"]] == ([verdict] if verdict else [])


@pytest.mark.parametrize(
    "ballot", [{}, {"seat": "Zoe"}, {"seat": None}, {"blank": False}, {"blank": 1}, {"seat": "Ann", "blank": True}]
)
def test_s31_no_ballot_of_another_kind(ballot: dict[str, Any]) -> None:
    assert at_the_poll().refusal("Ann", **ballot) == "illegal_answer"


def test_s31_the_moderator_enters_ballots_but_casts_none() -> None:
    scene = at_the_poll()
    assert scene.refusal("moderator", seat="Ann") == "not_asked"
    scene.take({"by": "moderator", "for": "Bob", "answer": {"seat": "Eve"}})
    assert heard(scene.close())[0]["count"] == {"Eve": 1}


def test_s32_the_most_ballots_put_a_player_off_the_ship() -> None:
    scene = voted(at_the_poll(), Ann="Eve", Bob="Eve", Cid="Dan")
    assert heard(scene) == [
        fact("ballots", day=1, count={"Dan": 1, "Eve": 2}, blank=0),
        fact("verdict", day=1, seat="Eve"),
        fact("death", seat="Eve", by="vote"),
        fact("autopsy", seat="Eve", role="astronaut", genome="normal", mutant=False),
        fact("night", number=2),
    ]
    assert truth(scene, "Eve")["alive"] is False
    assert scene.waits()[0] == "mutants"


def test_s32_without_any_ballot_nobody_dies() -> None:
    scene = at_the_poll().act("Ann", seat="Bob").act("Ann", abstain=True).close()
    assert heard(scene) == [
        fact("ballots", day=1, count={}, blank=0),
        fact("verdict", day=1, seat=None),
        fact("night", number=2),
    ]


def test_s32_the_tally_may_stay_hidden() -> None:
    scene = voted(at_the_poll(show_tally=False), Ann="Eve", Bob="blank", Cid="Eve")
    assert heard(scene)[0] == fact("verdict", day=1, seat="Eve")


def test_s33_the_chief_breaks_a_tie_among_the_tied_only() -> None:
    scene = voted(at_the_poll(chief="Cid"), Ann="Eve", Bob="Dan", Cid="Dan", Dan="Eve", Eve="Bob")
    assert heard(scene) == [
        fact("ballots", day=1, count={"Bob": 1, "Dan": 2, "Eve": 2}, blank=0),
        fact("tie", day=1, seats=["Dan", "Eve"], blank=False),
    ]
    assert scene.waits() == ("tie", ["Cid", "moderator"])
    assert scene.choices("Cid") == scene.choices("moderator") == {"seat": ["Dan", "Eve"]}
    assert scene.refusal("Cid", seat="Bob") == scene.refusal("Cid", blank=True) == "illegal_answer"
    assert scene.refusal("Dan", seat="Eve") == "not_asked"
    assert heard(scene.act("Cid", seat="Eve"))[0] == fact("verdict", day=1, seat="Eve")


def test_s33_blank_among_the_tied_may_be_chosen() -> None:
    scene = voted(at_the_poll(), Ann="Eve", Bob="blank")
    assert heard(scene)[-1] == fact("tie", day=1, seats=["Eve"], blank=True)
    assert scene.choices("Cid") == {"seat": ["Eve"], "blank": [True]}
    assert heard(scene.act("Cid", blank=True)) == [fact("verdict", day=1, seat=None), fact("night", number=2)]


def test_s33_blank_behind_the_tied_may_not() -> None:
    scene = voted(at_the_poll(), Ann="Eve", Bob="Eve", Cid="Dan", Dan="Dan", Eve="blank")
    assert scene.choices("Cid") == {"seat": ["Dan", "Eve"]}


def test_s33_a_tie_needs_an_answer_of_chief_or_moderator() -> None:
    scene = quiet(voted(at_the_poll(), Ann="Eve", Bob="Dan"))
    with pytest.raises(Refused) as refused:
        scene.close()
    assert refused.value.code == "needs_answer" and scene.news() == {}
    assert heard(scene.decide(seat="Dan"))[0] == fact("verdict", day=1, seat="Dan")


def test_s33_the_lot_decides_a_tie_that_waits_too_long() -> None:
    scene = quiet(voted(at_the_poll(), Ann="Eve", Bob="Dan"))
    scene.take({"by": CLOCK, "for": "Cid", "answer": {"seat": "Eve"}})
    assert heard(scene)[:2] == [fact("by_lot", step="tie"), fact("verdict", day=1, seat="Eve")]


def test_s33_a_hidden_tally_does_not_hide_the_tie() -> None:
    scene = voted(at_the_poll(show_tally=False), Ann="Eve", Bob="Dan")
    assert heard(scene) == [fact("tie", day=1, seats=["Dan", "Eve"], blank=False)]


def test_s34_role_genome_and_state_are_announced_at_once() -> None:
    scene = until(strike(first_night(), mutate="Eve", paralyse="Ida"), "vote")
    assert heard(voted(scene, Ann="Eve"))[2:4] == [
        fact("death", seat="Eve", by="vote"),
        fact("autopsy", seat="Eve", role="psychologist", genome="normal", mutant=True),
    ]


def test_s35_the_base_mutant_is_announced_as_an_astronaut() -> None:
    scene = until(strike(first_night(), mutate="Eve", paralyse="Ida"), "vote")
    autopsy = fact("autopsy", seat="Ann", role="astronaut", genome="host", mutant=True)
    assert autopsy in heard(voted(scene, Bob="Ann"))
    assert truth(scene, "Ann")["role"] == "base_mutant"


@pytest.mark.parametrize("full", [{}, {"genome": "host", "mutant": True}])
def test_s35_and_by_night(full: dict[str, Any]) -> None:
    scene = first_night(five_aboard(night_autopsy="full" if full else "role"))
    strike(scene, kill="Ann", paralyse="Eve").close()
    assert heard(scene)[-1] == fact("autopsy", seat="Ann", role="astronaut", **full)


def test_s36_the_dead_cannot_vote_or_get_votes() -> None:
    scene = until(strike(first_night(chief="Cid"), kill="Jon", paralyse="Ida"), "vote")
    assert scene.waits() == ("vote", CREW[:-1])
    assert scene.refusal("Jon", seat="Ann") == "not_asked"
    assert scene.refusal("Ann", seat="Jon") == "illegal_answer"
    with pytest.raises(Refused):
        scene.take({"by": "moderator", "for": "Jon", "answer": {"seat": "Ann"}})


def test_s36_the_executed_do_not_wake_any_more() -> None:
    scene = voted(until(strike(first_night(), mutate="Eve", paralyse="Ida"), "vote"), Ann="Bob")
    assert strike(scene, mutate="Jon", paralyse="Ida").waits() == ("doctors", ["Cid"])
    assert truth(scene, "Bob")["alive"] is False


# Ballots on paper or hands, counted by name


def test_s31_a_count_replaces_the_ballots_and_closes_the_poll() -> None:
    scene = at_the_poll().act("Ann", seat="Bob").decide(tally={"Eve": 2, "Bob": 1}, blank=1)
    assert heard(scene)[:2] == [
        fact("ballots", day=1, count={"Bob": 1, "Eve": 2}, blank=1),
        fact("verdict", day=1, seat="Eve"),
    ]
    assert scene.undo().table.step is not None and scene.table.step.answers == {"Ann": {"seat": "Bob"}}


def test_s32_blank_alone_may_be_counted() -> None:
    assert heard(at_the_poll().decide(tally={}, blank=1))[1] == fact("verdict", day=1, seat=None)


def test_s33_a_counted_tie_is_the_chiefs() -> None:
    assert at_the_poll().decide(tally={"Ann": 1}, blank=1).choices("Cid") == {"seat": ["Ann"], "blank": [True]}


@pytest.mark.parametrize(
    "counted",
    [
        {"tally": {}},
        {"tally": {"Ann": 0}},
        {"tally": {"Ann": True}},
        {"tally": {"Ann": 1.0}},
        {"tally": {"Ann": -1, "Bob": 3}},
        {"tally": {"Zoe": 1}},
        {"tally": {"Ann": 3, "Bob": 3}},
        {"tally": {"Ann": 5}, "blank": 1},
        {"tally": {"Ann": 1}, "blank": 0},
        {"tally": {"Ann": 1}, "seat": "Bob"},
        {"tally": ["Ann"]},
        {"tally": None},
    ],
)
def test_s31_an_impossible_count_is_refused(counted: dict[str, Any]) -> None:
    scene = at_the_poll()
    assert scene.refusal("moderator", **counted) == "illegal_answer" and scene.news() == {}


def test_s31_only_the_moderator_may_enter_a_count() -> None:
    scene = at_the_poll()
    assert "moderator" not in scene.waits()[1] and "tally" not in scene.choices("Ann")
    assert scene.refusal("Ann", tally={"Bob": 1}) == "illegal_answer"
    assert scene.refusal("moderator", blank=2) == "not_asked"
    assert scene.refusal(CLOCK, tally={"Bob": 1}) == "not_asked"
    with pytest.raises(Refused, match="no answer"):
        scene.take({"by": "moderator", "for": "Ann", "answer": {"tally": {"Bob": 1}}})
    assert first_night(five_aboard()).refusal("moderator", tally={"Bob": 1}) == "illegal_answer"


def test_s07_an_election_may_be_counted_and_repeated_after_ties() -> None:
    scene = five_aboard().decide(tally={"Bob": 2, "Eve": 2})
    assert scene.waits()[0] == "chief" and scene.refusal("moderator", tally={"Bob": 1}, blank=1) == "illegal_answer"
    assert heard(scene.decide(tally={"Bob": 2, "Eve": 1}))[0] == fact("chief", seat="Bob")


def test_s07_ballots_of_an_election_are_open_unlike_a_poll() -> None:
    def whose(scene: Scene) -> tuple[tuple[str, str], ...]:
        return list_hand_ballots(KIT.words, scene.table, scene.table.step)

    assert whose(five_aboard().act("Dan", seat="Bob").act("Ann", seat="Bob")) == ()
    elected = five_aboard().act("Dan", seat="Bob").act("Ann", seat="Bob").close()
    assert whose(elected) == (("Ann", "Bob"), ("Dan", "Bob"))
    assert whose(five_aboard().act("Dan", seat="Bob").decide(seat="Eve")) == ()  # entered in their place
    assert whose(voted(at_the_poll(), Ann="blank", Bob="Eve")) == ()
