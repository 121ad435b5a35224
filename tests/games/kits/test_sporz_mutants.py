"""Sporz: the mutants' call, and what their touches do (RULINGS S-10 to S-14)."""

from __future__ import annotations

import pytest

from games.engine.table import CLOCK, Refused
from tests.games.kits.sporz_crew import (
    CREW,
    DEAL,
    aboard,
    first_night,
    five_aboard,
    next_night,
    quiet,
    strike,
    truth,
    until,
)
from tests.games.table_scenes import EVERYBODY, Scene, fact


def two_mutants() -> Scene:
    """The second night: Ann has made Jon a mutant."""
    return next_night(strike(first_night(), mutate="Jon", paralyse="Ida"))


def three_mutants() -> Scene:
    """The third night: Ann, Hal and Jon are mutants."""
    return next_night(strike(two_mutants(), mutate="Hal", paralyse="Ida"))


def test_s10_all_living_mutants_wake_together_and_know_each_other() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Ida")
    until(scene, "vote").close()
    both = [fact("mutants", night=2, seats=["Ann", "Jon"])]
    assert scene.news() == {
        EVERYBODY: [
            fact("ballots", day=1, count={}, blank=0),
            fact("verdict", day=1, seat=None),
            fact("night", number=2),
        ],
        "Ann": both,
        "Jon": both,
    }
    assert scene.waits() == ("mutants", ["Ann", "Jon", "moderator"])


def test_s10_two_actions_in_all_on_anybody_alive() -> None:
    scene = first_night(five_aboard())
    everybody = ["Ann", "Bob", "Cid", "Dan", "Eve"]
    assert scene.choices("Ann") == {"mutate": everybody, "kill": everybody, "paralyse": everybody}
    assert scene.choices("moderator") == scene.choices("Ann")


@pytest.mark.parametrize(
    "answer",
    [
        {"mutate": "Bob", "kill": "Cid", "paralyse": "Dan"},
        {"mutate": "Bob", "kill": "Cid"},
        {"mutate": "Bob", "paralyse": "Zoe"},
        {"mutate": "Bob", "paralyse": None},
        {"mutate": ["Bob"], "paralyse": "Dan"},
        {"mutate": None},
        {"nobody": True},
    ],
)
def test_s10_mutation_with_murder_or_without_name_is_refused(answer: dict[str, object]) -> None:
    scene = first_night()
    assert scene.refusal("Ann", **answer) == "illegal_answer"
    assert scene.news() == {}


def test_s10_either_action_may_be_left_out_and_both() -> None:
    assert strike_alone(mutate="Jon") == {"Jon": ["mutated"]}
    assert strike_alone(kill="Jon") == {"Jon": ["killed"]}
    assert strike_alone(paralyse="Jon") == {"Jon": ["paralysed"]}
    assert strike_alone() == {}


def strike_alone(**order: str) -> dict[str, list[str]]:
    """What was felt on the mutants' order, by whom; the doctors' call has opened."""
    scene = first_night(aboard(murder_announced=False)).act("Ann", **order)
    assert scene.waits()[0] == "doctors"
    felt = {seat: [one["fact"] for one in facts] for seat, facts in scene.news().items()}
    return {seat: facts for seat, facts in felt.items() if seat not in ("Bob", "Cid")}


def test_s10_mutants_may_target_themselves_or_one_player_twice() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Jon")
    assert scene.news()["Jon"] == [fact("mutated", night=1), fact("paralysed", night=1)]
    scene = strike(first_night(), mutate="Bob", paralyse="Ann")
    assert scene.news()["Ann"] == [fact("paralysed", night=1)]


def test_s10_only_a_mutant_is_asked() -> None:
    assert first_night().refusal("Bob", mutate="Cid", paralyse="Dan") == "not_asked"


def test_s11_the_call_closes_when_all_propose_the_same() -> None:
    scene = two_mutants().act("Ann", mutate="Fay", paralyse="Dan")
    assert scene.waits()[0] == "mutants" and scene.news() == {}
    scene.act("Jon", mutate="Fay", paralyse="Dan")
    assert scene.news() == {
        "Fay": [fact("mutated", night=2)],
        "Dan": [fact("paralysed", night=2)],
        "Bob": [fact("awake_doctors", night=2, seats=["Bob", "Cid"])],
        "Cid": [fact("awake_doctors", night=2, seats=["Bob", "Cid"])],
    }
    assert scene.waits() == ("doctors", ["Bob", "Cid"])


@pytest.mark.parametrize("other", [{"mutate": "Fay", "paralyse": "Eve"}, {"kill": "Fay", "paralyse": "Dan"}])
def test_s11_a_difference_keeps_the_call_open_until_all_agree(other: dict[str, str]) -> None:
    scene = two_mutants().act("Ann", mutate="Fay", paralyse="Dan").act("Jon", **other)
    assert scene.waits() == ("mutants", ["Ann", "Jon", "moderator"])
    assert scene.act("Ann", **other).waits()[0] == "doctors"


def test_s11_closing_a_divided_call_is_a_forfeit() -> None:
    scene = two_mutants().act("Ann", mutate="Fay", paralyse="Dan").act("Jon", mutate="Fay", paralyse="Eve").close()
    assert scene.waits() == ("", []) and scene.news() == {}
    outcome = scene.table.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (["astronauts"], "forfeit")
    assert outcome.seats == ["Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]


def test_s11_closing_on_one_proposal_carries_it_out() -> None:
    scene = two_mutants().act("Ann", mutate="Fay", paralyse="Dan").close()
    assert truth(scene, "Fay")["mutant"] is True
    assert scene.waits()[0] == "doctors"


def test_s11_closing_without_a_proposal_does_nothing() -> None:
    scene = two_mutants().close()
    assert set(scene.news()) == {"Bob", "Cid"}
    assert [truth(scene, seat)["mutant"] for seat in scene.table.seats].count(True) == 2


def test_s11_the_moderator_may_declare_a_disagreement() -> None:
    for scene in (two_mutants(), two_mutants().act("Ann", mutate="Fay").act("Jon", mutate="Fay", paralyse="Dan")):
        outcome = scene.decide(disagree=True).table.outcome
        assert outcome is not None and (outcome.winners, outcome.reason) == (["astronauts"], "forfeit")


def test_s11_only_the_moderator_may_declare_a_disagreement() -> None:
    scene = two_mutants()
    assert all("disagree" not in scene.choices(who) for who in ("Ann", "Jon", "moderator"))
    assert scene.refusal("Ann", disagree=True) == "illegal_answer"
    assert scene.refusal("moderator", disagree=True, paralyse="Dan") == "illegal_answer"
    assert scene.refusal("moderator", disagree=1) == "illegal_answer"
    with pytest.raises(Refused, match="no answer"):
        scene.take({"by": "moderator", "for": "Ann", "answer": {"disagree": True}})
    assert first_night().refusal("moderator", disagree=True) == "illegal_answer"  # one mutant alone agrees
    assert until(first_night(), "doctors").refusal("moderator", disagree=True) == "not_asked"


def test_s11_at_timeout_the_most_proposed_answer_wins() -> None:
    scene = three_mutants().act("Ann", mutate="Fay", paralyse="Dan")
    scene.act("Hal", mutate="Eve", paralyse="Dan").act("Jon", mutate="Eve", paralyse="Dan")
    scene.take({"by": CLOCK, "close": True})
    assert scene.news()["Eve"] == [fact("mutated", night=3)]
    assert truth(scene, "Fay")["mutant"] is False and scene.table.outcome is None


def test_s11_among_equals_the_clock_takes_what_was_proposed_first() -> None:
    scene = two_mutants().act("Jon", mutate="Eve", paralyse="Dan").act("Ann", mutate="Fay", paralyse="Dan")
    scene.take({"by": CLOCK, "close": True})
    assert truth(scene, "Eve")["mutant"] is True and truth(scene, "Fay")["mutant"] is False


def test_s11_the_moderator_may_decide_for_all_of_them() -> None:
    scene = two_mutants().act("Ann", mutate="Fay", paralyse="Dan").decide(kill="Gus", paralyse="Eve")
    assert truth(scene, "Gus")["alive"] is False and truth(scene, "Fay")["mutant"] is False


@pytest.mark.parametrize(
    ("seat", "felt", "mutant"),
    [
        pytest.param("Jon", "mutated", True, id="normal"),
        pytest.param("Bob", "mutated", True, id="a doctor"),
        pytest.param("Gus", "mutated", True, id="host"),
        pytest.param("Ann", "mutated", True, id="a mutant already"),
        pytest.param("Ida", "mutation_resisted", False, id="resistant"),
    ],
)
def test_s12_what_a_mutation_does_and_how_it_feels(seat: str, felt: str, mutant: bool) -> None:
    scene = strike(first_night(), mutate=seat, paralyse="Hal")
    assert scene.news()[seat] == [fact(felt, night=1)]
    assert truth(scene, seat)["mutant"] is mutant


def test_s12_mutants_learn_success_when_they_wake_again() -> None:
    scene = strike(first_night(), mutate="Ida", paralyse="Jon")
    assert "Ann" not in scene.news()
    scene = next_night(scene)
    assert scene.table.private("Ann")[-1] == fact("mutants", night=2, seats=["Ann"])
    assert scene.waits() == ("mutants", ["Ann", "moderator"])


def test_s13_a_killed_player_is_out_immediately_and_knows_it() -> None:
    scene = strike(first_night(), kill="Dan", paralyse="Ida")
    news = scene.news()
    assert news["Dan"] == [fact("killed", night=1)] and news[EVERYBODY] == [fact("murder", night=1)]
    assert truth(scene, "Dan") == {"role": "computer_scientist", "genome": "normal", "mutant": False, "alive": False}
    assert until(scene, "computer_scientist").refusal("Dan", ok=True) == "not_asked"


def test_s13_a_murder_by_mutants_is_heard_immediately_by_default() -> None:
    scene = until(strike(first_night(), kill="Dan", paralyse="Ida"), "vote")
    heard = [one["fact"] for one in scene.table.public()]
    assert heard == ["chief", "night", "murder", "day", "death", "autopsy"]
    scene = until(strike(first_night(aboard(murder_announced=False)), kill="Dan", paralyse="Ida"), "vote")
    assert [one["fact"] for one in scene.table.public()] == ["chief", "night", "day", "death", "autopsy"]


def test_s13_a_murder_by_doctors_is_not_announced_at_night() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Ida").act("Bob", kill="Dan").act("Cid", kill="Dan")
    assert EVERYBODY not in scene.news()


def test_s13_players_who_wake_later_see_the_dead_first() -> None:
    scene = strike(first_night(), kill="Jon", paralyse="Hal")
    corpse = fact("corpse", night=1, seat="Jon")
    assert scene.news()["Bob"] == [corpse, fact("awake_doctors", night=1, seats=["Bob", "Cid"])]
    assert scene.close().news() == {"Dan": [corpse, fact("mutant_count", night=1, count=1)]}
    assert scene.act("Dan", ok=True).news() == {"Eve": [corpse]}
    until(scene, "spy")
    assert corpse in scene.table.private("Gus")
    until(scene, "vote")
    assert not any(corpse in scene.table.private(seat) for seat in ("Ann", "Hal", "Ida", "Jon"))


def test_s13_a_hacker_without_targets_sees_the_dead_too() -> None:
    corpse = fact("corpse", night=1, seat="Jon")
    assert until(strike(first_night(), kill="Jon", paralyse="Ida"), "hacker").table.private("Hal")[-1] == corpse
    astronauts = {seat: {"role": "astronaut", "genome": "normal"} for seat in ("Dan", "Eve", "Fay")}
    scene = strike(first_night(Scene("sporz", CREW, DEAL | astronauts)), kill="Jon", paralyse="Ida")
    assert until(scene, "hacker").table.private("Hal")[-1] == corpse
    assert scene.waits() == ("hacker", [])


def test_s13_two_deaths_are_seen_in_their_order() -> None:
    scene = quiet(strike(first_night(), kill="Jon", paralyse="Hal"))
    scene.act("Bob", kill="Ann").act("Cid", kill="Ann")
    assert scene.news()["Dan"][:2] == [fact("corpse", night=1, seat="Jon"), fact("corpse", night=1, seat="Ann")]


def test_s13_the_table_learns_of_death_and_role_at_dawn() -> None:
    scene = strike(first_night(five_aboard()), kill="Dan", paralyse="Dan")
    assert scene.news()["Dan"] == [fact("killed", night=1), fact("paralysed", night=1)]
    scene.act("Bob", heal="Eve")
    assert scene.news()[EVERYBODY] == [
        fact("day", number=1),
        fact("death", seat="Dan", by="mutants"),
        fact("autopsy", seat="Dan", role="astronaut"),
    ]


def test_s13_the_full_autopsy_is_an_option() -> None:
    scene = strike(first_night(five_aboard(night_autopsy="full")), kill="Dan", paralyse="Ann").close()
    assert scene.news()[EVERYBODY][-1] == fact(
        "autopsy", seat="Dan", role="astronaut", genome="resistant", mutant=False
    )


def test_s13_deaths_by_mutants_are_announced_before_those_by_doctors() -> None:
    scene = quiet(strike(first_night(), kill="Jon", paralyse="Hal")).act("Bob", kill="Dan").act("Cid", kill="Dan")
    until_dawn = until(scene, "hacker").close().news()[EVERYBODY]
    assert [(one["fact"], one.get("seat"), one.get("by")) for one in until_dawn] == [
        ("day", None, None),
        ("death", "Jon", "mutants"),
        ("autopsy", "Jon", None),
        ("death", "Dan", "doctors"),
        ("autopsy", "Dan", None),
    ]


def test_s14_a_paralysed_player_learns_it_and_does_not_act() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Eve")
    assert scene.news()["Eve"] == [fact("paralysed", night=1)]
    assert until(scene, "psychologist").waits() == ("psychologist", [])
    assert scene.refusal("Eve", seat="Ann") == "not_asked"


def test_s14_paralysis_ends_with_the_night() -> None:
    scene = next_night(strike(first_night(), mutate="Jon", paralyse="Eve"))
    strike(scene, mutate="Hal", paralyse="Ida")
    assert until(scene, "psychologist").waits() == ("psychologist", ["Eve"])


def test_s14_the_mutants_act_before_paralysis_bites() -> None:
    scene = two_mutants().act("Ann", mutate="Fay", paralyse="Jon").act("Jon", mutate="Fay", paralyse="Jon")
    assert scene.news()["Jon"] == [fact("paralysed", night=2)]
    assert next_night(scene).waits() == ("mutants", ["Ann", "Fay", "Jon", "moderator"])


def test_the_election_is_over_when_the_mutants_wake() -> None:
    assert first_night(aboard()).refusal("Bob", seat="Cid") == "not_asked"
