"""Sporz: that calls give nothing away (RULINGS S-25 to S-27)."""

from __future__ import annotations

import pytest

from games.engine.kit import all_kits
from games.kits.sporz.words.steps import STEPS
from moderation.play.pacing import narration
from tests.games.kits.sporz_crew import CREW, DEAL, aboard, first_night, next_night, quiet, strike, until
from tests.games.table_scenes import Scene, fact

KIT = all_kits()["sporz"]
NIGHT = ["mutants", "doctors", "computer_scientist", "psychologist", "geneticist", "spy", "hacker"]


def calls(scene: Scene) -> list[str]:
    """The calls of this night, each closed at once."""
    made = []
    while scene.table.step and scene.table.step.asleep:
        made.append(scene.waits()[0])
        scene.close()
    return made


@pytest.mark.parametrize("seat", ["Dan", "Eve", "Fay", "Gus", "Hal"])
def test_s25_a_role_killed_or_paralysed_tonight_is_still_called(seat: str) -> None:
    assert calls(strike(first_night(), kill=seat, paralyse="Ida")) == NIGHT[1:]
    assert calls(strike(first_night(), mutate="Jon", paralyse=seat)) == NIGHT[1:]


@pytest.mark.parametrize("seat", ["Dan", "Eve", "Fay", "Gus", "Hal"])
def test_s25_a_role_dead_at_nightfall_is_not_called(seat: str) -> None:
    scene = next_night(strike(first_night(), kill=seat, paralyse="Ida"))
    assert calls(scene) == [step for step in NIGHT if step != DEAL[seat]["role"]]


@pytest.mark.parametrize("seat", ["Dan", "Eve", "Fay", "Gus", "Hal"])
def test_s25_a_table_may_go_on_calling_the_dead(seat: str) -> None:
    scene = Scene("sporz", CREW, DEAL, call_dead_roles=True)
    scene = next_night(strike(first_night(scene), kill=seat, paralyse="Ida"))
    assert calls(scene) == NIGHT


def test_s25_doctors_are_called_if_one_was_alive_at_nightfall() -> None:
    scene = next_night(strike(first_night(), kill="Bob", paralyse="Ida"))
    assert scene.close().waits() == ("doctors", ["Cid"])
    scene = next_night(scene)
    strike(scene, kill="Cid", paralyse="Ida")
    assert scene.waits() == ("doctors", [])
    assert "doctors" not in calls(next_night(scene))


def test_s25_a_role_that_is_not_dealt_is_not_called() -> None:
    deal = DEAL | {"Gus": {"role": "astronaut", "genome": "host"}}
    assert calls(first_night(Scene("sporz", CREW, deal))) == [step for step in NIGHT if step != "spy"]


def test_s26_a_call_without_anybody_asked_waits_for_the_moderator() -> None:
    scene = quiet(strike(first_night(), mutate="Bob", paralyse="Cid"))
    assert scene.waits() == ("doctors", [])
    assert scene.refusal("Bob", heal="Ann") == "not_asked"
    assert scene.close().waits() == ("computer_scientist", ["Dan"])
    assert scene.news() == {"Dan": [fact("mutant_count", night=1, count=2)]}


def test_s26_phones_look_alike_whether_anybody_is_asked_or_not() -> None:
    asked, faked = (strike(first_night(), mutate="Jon", paralyse=seat) for seat in ("Ida", "Eve"))
    shapes = []
    for scene in (asked, faked):
        step = until(scene, "psychologist").table.step
        assert step is not None and step.shape is not None
        shapes.append([(field.name, field.shown) for field in step.shape.fields()])
    assert shapes[0] == shapes[1] == [("seat", tuple(CREW))]


@pytest.mark.parametrize("step", NIGHT)
def test_s26_every_call_has_its_words_and_they_name_nobody(step: str) -> None:
    said = f"{STEPS[step].wake} {STEPS[step].sleep}"
    assert str(STEPS[step].wake) and str(STEPS[step].sleep)
    assert "%" not in said and "{" not in said


def test_s27_the_dead_of_tonight_are_shown_but_not_legal() -> None:
    scene = until(strike(first_night(), kill="Jon", paralyse="Ida"), "psychologist")
    assert scene.choices("Eve") == {"seat": CREW[:-1]}
    assert scene.refusal("Eve", seat="Jon") == "illegal_answer"
    step = scene.table.step
    assert step is not None
    assert [field.shown for field in step.asks["Eve"].fields()] == [tuple(CREW)]


def test_s27_the_dead_are_never_offered() -> None:
    scene = next_night(strike(first_night(), kill="Jon", paralyse="Ida"))
    assert scene.choices("Ann")["mutate"] == CREW[:-1]
    for seat in ("Bob", "Eve", "Fay", "Gus"):
        until(scene, "doctors" if seat == "Bob" else DEAL[seat]["role"])
        assert all(choices == CREW[:-1] for choices in scene.choices(seat).values())


@pytest.mark.parametrize("seat", ["Eve", "Fay", "Gus"])
def test_s27_inspecting_oneself_is_allowed(seat: str) -> None:
    scene = until(strike(first_night(), mutate="Jon", paralyse="Ida"), DEAL[seat]["role"])
    assert scene.act(seat, seat=seat).news()[seat][0]["seat"] == seat


@pytest.mark.parametrize("order", ["cpg", "cgp", "pcg", "pgc", "gcp", "gpc"])
def test_s25b_three_investigators_are_called_in_table_order(order: str) -> None:
    role = {"c": "computer_scientist", "p": "psychologist", "g": "geneticist"}
    expected = ["mutants", "doctors", *(role[initial] for initial in order), "spy", "hacker"]
    scene = first_night(aboard(investigators=order))
    assert calls(scene) == expected
    assert KIT.words.OPTIONS["investigators"].values[order]


@pytest.mark.parametrize("on_phones", [True, False])
def test_s13_murders_end_a_call_in_words_that_never_change(on_phones: bool) -> None:
    def spoken(**order: str) -> tuple[str, ...]:
        table = first_night().decide(**order, paralyse="Ida").table
        told = narration.list_announced_facts(table, table.step)
        return narration.list_lines(KIT.words, table.steps, table.step, on_phones, told)

    quiet_night, murder = spoken(mutate="Jon"), spoken(kill="Jon")
    assert murder == spoken(kill="Dan")
    assert [line for line in murder if line not in quiet_night] == ["The mutants have committed a murder."]
    assert murder[-1] == quiet_night[-1]  # the doctors are called afterwards, in the same words
