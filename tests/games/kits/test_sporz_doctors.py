"""Sporz: the doctors' call (RULINGS S-15 to S-17)."""

from __future__ import annotations

import pytest

from tests.games.kits.sporz_crew import first_night, five_aboard, next_night, quiet, strike, truth, until
from tests.games.table_scenes import Scene, fact


def doctors(paralyse: str = "Ida", **deed: str) -> Scene:
    """The doctors' call of the first night, after this strike of the mutants."""
    return quiet(strike(first_night(), paralyse, **(deed or {"mutate": "Jon"})))


def test_s15_the_doctors_wake_together_and_see_each_other() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Ida")
    together = [fact("awake_doctors", night=1, seats=["Bob", "Cid"])]
    assert scene.news() == {
        "Jon": [fact("mutated", night=1)],
        "Ida": [fact("paralysed", night=1)],
        "Bob": together,
        "Cid": together,
    }
    assert scene.waits() == ("doctors", ["Bob", "Cid"])


@pytest.mark.parametrize(("mutate", "paralyse"), [("Cid", "Ida"), ("Jon", "Cid"), ("Cid", "Cid")])
def test_s15_awake_doctors_cannot_tell_a_mutated_from_paralysed_colleague(mutate: str, paralyse: str) -> None:
    scene = strike(first_night(), mutate=mutate, paralyse=paralyse)
    assert scene.news()["Bob"] == [fact("awake_doctors", night=1, seats=["Bob"])]
    assert not any(one["fact"] == "awake_doctors" for one in scene.table.private("Cid"))
    assert scene.waits() == ("doctors", ["Bob"])


def test_s15_a_doctor_who_does_not_wake_can_be_healed() -> None:
    scene = doctors("Ida", mutate="Cid").act("Bob", heal="Cid")
    assert scene.news()["Cid"] == [fact("healed", night=1)]
    assert truth(scene, "Cid")["mutant"] is False
    strike(next_night(scene), mutate="Jon", paralyse="Ida")
    assert scene.waits() == ("doctors", ["Bob", "Cid"])


def test_s15_a_killed_doctor_does_not_wake() -> None:
    scene = strike(first_night(), kill="Bob", paralyse="Ida")
    assert scene.waits() == ("doctors", ["Cid"])
    assert scene.news()["Cid"] == [
        fact("corpse", night=1, seat="Bob"),
        fact("awake_doctors", night=1, seats=["Cid"]),
    ]


def test_s15_a_mutant_doctor_wakes_with_the_mutants_alone() -> None:
    scene = next_night(strike(first_night(), mutate="Cid", paralyse="Ida"))
    assert scene.waits() == ("mutants", ["Ann", "Cid", "moderator"])
    assert strike(scene, mutate="Jon", paralyse="Ida").waits() == ("doctors", ["Bob"])


def test_s16_each_doctor_heals_one_and_the_call_closes() -> None:
    scene = doctors(mutate="Jon").act("Cid", heal="Jon")
    assert scene.waits() == ("doctors", ["Bob", "Cid"]) and scene.news() == {}
    scene.act("Bob", heal="Bob")
    news = scene.news()
    assert news["Bob"] == [fact("healed", night=1)] and news["Jon"] == [fact("healed", night=1)]
    assert truth(scene, "Jon")["mutant"] is False
    assert scene.waits() == ("computer_scientist", ["Dan"])


def test_s16_a_doctor_may_change_while_the_other_thinks() -> None:
    scene = doctors(mutate="Jon").act("Bob", heal="Dan").act("Bob", heal="Jon").act("Cid", heal="Eve")
    assert "healed" not in [one["fact"] for one in scene.table.private("Dan")]
    assert truth(scene, "Jon")["mutant"] is False


def test_s16_all_awake_doctors_together_may_kill() -> None:
    scene = doctors(mutate="Jon").act("Bob", kill="Ann").act("Cid", kill="Ann")
    news = scene.news()
    assert news["Ann"] == [fact("killed", night=1)] and "Bob" not in news and "Jon" not in news
    assert truth(scene, "Ann")["alive"] is False and truth(scene, "Jon")["mutant"] is True


def test_s16_a_lone_doctor_may_kill_too_even_himself() -> None:
    scene = quiet(strike(first_night(five_aboard()), mutate="Dan", paralyse="Eve")).act("Bob", kill="Bob")
    assert scene.table.private("Bob")[-1] == fact("killed", night=1)
    assert scene.waits()[0] == "vote"


@pytest.mark.parametrize(
    ("bob", "cid"),
    [({"kill": "Ann"}, {"kill": "Jon"}), ({"kill": "Ann"}, {"heal": "Ann"}), ({"heal": "Jon"}, {"kill": "Jon"})],
)
def test_s16_the_call_stays_open_while_they_differ_about_killing(bob: dict[str, str], cid: dict[str, str]) -> None:
    scene = doctors(mutate="Jon").act("Bob", **bob).act("Cid", **cid)
    assert scene.waits() == ("doctors", ["Bob", "Cid"]) and scene.news() == {}


def test_s16_closing_keeps_heals_and_drops_kills_without_everybody() -> None:
    scene = doctors(mutate="Jon").act("Bob", kill="Ann").act("Cid", heal="Jon").close()
    news = scene.news()
    assert news["Jon"] == [fact("healed", night=1)] and "Ann" not in news
    assert truth(scene, "Ann")["alive"] is True


def test_s16_closing_drops_a_kill_while_the_other_is_silent() -> None:
    scene = doctors(mutate="Jon").act("Bob", kill="Ann").close()
    assert truth(scene, "Ann")["alive"] is True and set(scene.news()) == {"Dan"}


@pytest.mark.parametrize("by", [["Bob"], ["Cid"], ["Bob", "Cid"]], ids=["the first", "the second", "both"])
@pytest.mark.parametrize(
    ("mutated", "patient", "felt", "mutants"),
    [
        pytest.param("Jon", "Jon", "healed", ["Ann"], id="a normal mutant"),
        pytest.param("Gus", "Gus", "heal_failed", ["Ann", "Gus"], id="a mutant host"),
        pytest.param("Gus", "Ann", "heal_failed", ["Ann", "Gus"], id="the base mutant"),
        pytest.param("Jon", "Gus", "healed", ["Ann", "Jon"], id="a healthy host"),
        pytest.param("Jon", "Ida", "healed", ["Ann", "Jon"], id="a resistant"),
        pytest.param("Jon", "Eve", "healed", ["Ann", "Jon"], id="a healthy psychologist"),
        pytest.param("Jon", "Cid", "healed", ["Ann", "Jon"], id="a doctor"),
    ],
)
def test_s16_s17_what_a_cure_does_and_how_it_feels(
    mutated: str, patient: str, felt: str, mutants: list[str], by: list[str]
) -> None:
    scene = doctors("Hal", mutate=mutated)
    for doctor in by:
        scene.act(doctor, heal=patient)
    until(scene, "computer_scientist")
    assert scene.table.private(patient)[-1] == fact(felt, night=1)
    assert [one["fact"] for one in scene.table.private(patient)].count(felt) == 1
    assert next_night(scene).waits() == ("mutants", [*mutants, "moderator"])


@pytest.mark.parametrize(
    "answer", [{}, {"heal": "Ann", "kill": "Ann"}, {"heal": "Zoe"}, {"heal": True}, {"mutate": "Ann"}]
)
def test_s16_one_deed_to_one_living_player(answer: dict[str, object]) -> None:
    assert doctors(mutate="Jon").refusal("Bob", **answer) == "illegal_answer"


def test_s16_the_moderator_does_not_decide_for_the_doctors() -> None:
    scene = doctors(mutate="Jon")
    assert scene.refusal("moderator", heal="Jon") == "not_asked"
    assert scene.take({"by": "moderator", "for": "Bob", "answer": {"heal": "Jon"}}).waits()[0] == "doctors"


def test_s17_paralysis_is_not_healed() -> None:
    scene = doctors("Eve", mutate="Jon").act("Bob", heal="Eve").act("Cid", heal="Jon")
    assert scene.news()["Eve"] == [fact("healed", night=1)]
    assert until(scene, "psychologist").waits() == ("psychologist", [])
