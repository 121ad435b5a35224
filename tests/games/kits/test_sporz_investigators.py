"""Sporz: those who find things out at night (RULINGS S-18 to S-24)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.table import Fact
from tests.games.kits.sporz_crew import CREW, DEAL, first_night, next_night, quiet, strike, truth, until
from tests.games.table_scenes import EVERYBODY, Scene, fact

NOTHING = {"woke": False, "mutated": False, "paralysed": False, "infected": False, "healed": False}
UNSEEN = {"psychologist": False, "geneticist": False}


def at(step: str, paralyse: str = "Ida", **deed: str) -> Scene:
    """This call of the first night, after this strike of the mutants."""
    return until(strike(first_night(), paralyse, **(deed or {"mutate": "Jon"})), step)


def spied(scene: Scene, seat: str) -> Fact:
    """What the spy learns of somebody, and nobody else does."""
    news = until(scene, "spy").act("Gus", seat=seat).news()
    assert set(news) == {"Gus"}
    return news["Gus"][0]


def hacked(scene: Scene, role: str) -> Fact:
    """What the hacker reads."""
    return until(scene, "hacker").act("Hal", role=role).news()["Hal"][0]


def test_s18_the_computer_scientist_learns_the_number_immediately() -> None:
    scene = quiet(strike(first_night(), mutate="Jon", paralyse="Ida")).close()
    assert scene.news() == {"Dan": [fact("mutant_count", night=1, count=2)]}
    assert scene.waits() == ("computer_scientist", ["Dan"])
    assert scene.choices("Dan") == {"ok": [True]}
    assert scene.act("Dan", ok=True).waits() == ("psychologist", ["Eve"])


@pytest.mark.parametrize(
    ("bob", "cid"),
    [
        pytest.param({"heal": "Jon"}, {"heal": "Ann"}, id="after mutations and cures"),
        pytest.param({"kill": "Ann"}, {"kill": "Ann"}, id="of the living"),
    ],
)
def test_s18_which_mutants_the_number_counts(bob: dict[str, str], cid: dict[str, str]) -> None:
    scene = at("doctors", mutate="Jon").act("Bob", **bob).act("Cid", **cid)
    assert scene.news()["Dan"][-1] == fact("mutant_count", night=1, count=1)


@pytest.mark.parametrize("answer", [{"ok": False}, {"ok": 1}, {"ok": None}, {}, {"ok": True, "seat": "Ann"}])
def test_s18_a_nod_and_nothing_else(answer: dict[str, Any]) -> None:
    assert at("computer_scientist").refusal("Dan", **answer) == "illegal_answer"


@pytest.mark.parametrize(
    ("named", "mutant"), [("Jon", True), ("Ann", True), ("Bob", False), ("Ida", False), ("Eve", False)]
)
def test_s19_the_psychologist_learns_mutant_or_healthy(named: str, mutant: bool) -> None:
    scene = at("psychologist", mutate="Jon").act("Eve", seat=named)
    assert scene.news() == {"Eve": [fact("state", night=1, seat=named, mutant=mutant)]}
    assert scene.waits() == ("geneticist", ["Fay"])


def test_s19_the_state_is_of_this_moment() -> None:
    scene = at("doctors", mutate="Jon").act("Bob", heal="Jon").close()
    until(scene, "psychologist").act("Eve", seat="Jon")
    assert scene.news() == {"Eve": [fact("state", night=1, seat="Jon", mutant=False)]}


@pytest.mark.parametrize(
    ("named", "genome"), [("Ann", "host"), ("Gus", "host"), ("Ida", "resistant"), ("Fay", "normal")]
)
def test_s20_the_geneticist_learns_the_genome(named: str, genome: str) -> None:
    scene = at("geneticist").act("Fay", seat=named)
    assert scene.news() == {"Fay": [fact("genome", night=1, seat=named, genome=genome)]}
    assert scene.waits() == ("spy", ["Gus"])


@pytest.mark.parametrize("role", ["Dan", "Eve", "Fay", "Gus", "Hal"])
def test_s21_a_mutant_goes_on_working_for_himself(role: str) -> None:
    scene = strike(first_night(), mutate=role, paralyse="Ida")
    step = DEAL[role]["role"]
    assert until(scene, step).waits() == (step, [role])


@pytest.mark.parametrize("role", ["Dan", "Eve", "Fay", "Gus", "Hal"])
def test_s21_only_paralysis_or_death_stops_them(role: str) -> None:
    step = DEAL[role]["role"]
    assert at(step, role, mutate="Jon").waits() == (step, [])
    assert at(step, kill=role).waits() == (step, [])


@pytest.mark.parametrize(
    ("mutated", "paralysed", "seat", "seen"),
    [
        pytest.param("Jon", "Jon", "Jon", "mutated paralysed", id="a mutation and a paralysis"),
        pytest.param("Ida", "Ida", "Jon", "", id="nothing of a quiet night"),
        pytest.param("Ida", "Jon", "Ida", "mutated", id="a mutation without effect"),
        pytest.param("Bob", "Cid", "Bob", "mutated", id="no eyes of a mutated doctor"),
        pytest.param("Bob", "Cid", "Cid", "paralysed", id="no eyes of a paralysed doctor"),
        *[pytest.param("Jon", "Ida", seat, "woke", id=f"{seat} was called") for seat in CREW[:7]],
        pytest.param("Jon", "Ida", "Hal", "", id="Hal was not called so far"),
        pytest.param("Jon", "Ida", "Ida", "paralysed", id="Ida was not called"),
        pytest.param("Jon", "Ida", "Jon", "mutated", id="Jon was not called"),
    ],
)
def test_s22_what_the_spy_sees_of_a_night(mutated: str, paralysed: str, seat: str, seen: str) -> None:
    known = NOTHING | UNSEEN | dict.fromkeys(seen.split(), True)
    scene = at("doctors", paralysed, mutate=mutated)
    assert spied(scene, seat) == fact("surveillance", night=1, seat=seat, **known)


def test_s22_a_mutant_has_woken_even_if_nothing_was_done() -> None:
    assert spied(first_night().close(), "Ann")["woke"] is True


@pytest.mark.parametrize("patient", ["Ann", "Eve", "Jon"])
def test_s22_a_cure_counts_even_where_it_had_no_effect(patient: str) -> None:
    scene = at("doctors", mutate="Jon").act("Bob", heal=patient).close()
    assert spied(scene, patient)["healed"] is True


def test_s22_inspections_of_this_night_are_seen() -> None:
    scene = at("psychologist").act("Eve", seat="Jon").act("Fay", seat="Ann")
    jon, ann = (quiet_copy(scene, seat) for seat in ("Jon", "Ann"))
    assert (jon["psychologist"], jon["geneticist"]) == (True, False)
    assert (ann["psychologist"], ann["geneticist"]) == (False, True)


def quiet_copy(scene: Scene, seat: str) -> Fact:
    """What the spy would learn of this seat; the move is taken back."""
    seen = spied(scene, seat)
    scene.undo()
    return seen


def test_s22_what_happened_another_night_is_not() -> None:
    scene = at("doctors", mutate="Jon", paralyse="Eve").act("Bob", heal="Jon").close()
    scene = strike(next_night(scene), mutate="Ida", paralyse="Dan")
    assert spied(scene, "Jon") == fact("surveillance", night=2, seat="Jon", **NOTHING, **UNSEEN)


def test_s22_spying_infects_nobody_and_its_target_learns_nothing() -> None:
    scene = at("spy", mutate="Jon")
    assert scene.act("Gus", seat="Gus").news() == {
        "Gus": [fact("surveillance", night=1, seat="Gus", **{**NOTHING, **UNSEEN, "woke": True})]
    }
    assert scene.table.private("Jon") == [fact("role", role="astronaut"), fact("mutated", night=1)]


@pytest.mark.parametrize(
    ("role", "seat", "answer", "read"),
    [
        ("computer_scientist", "Dan", {"ok": True}, {"count": 2}),
        ("psychologist", "Eve", {"seat": "Jon"}, {"seat": "Jon", "mutant": True}),
        ("geneticist", "Fay", {"seat": "Ida"}, {"seat": "Ida", "genome": "resistant"}),
    ],
)
def test_s23_the_hacker_reads_what_a_role_learnt(
    role: str, seat: str, answer: dict[str, Any], read: dict[str, Any]
) -> None:
    assert hacked(at(role).act(seat, **answer), role) == fact("hack", night=1, role=role, available=True, **read)


def test_s23_nobody_hears_of_a_hack_or_its_target() -> None:
    scene = at("psychologist").act("Eve", seat="Jon")
    until(scene, "hacker").act("Hal", role="psychologist")
    news = scene.news()
    assert set(news) == {"Hal", EVERYBODY} and "Eve" not in str(news["Hal"])
    assert truth(scene, "Hal")["mutant"] is False


@pytest.mark.parametrize(
    ("role", "holder"), [("computer_scientist", "Dan"), ("psychologist", "Eve"), ("geneticist", "Fay")]
)
def test_s23_a_paralysed_or_killed_holder_leaves_nothing_to_read(role: str, holder: str) -> None:
    nothing = fact("hack", night=1, role=role, available=False)
    assert hacked(at("doctors", holder, mutate="Jon"), role) == nothing
    assert hacked(at("doctors", kill=holder), role) == nothing


def test_s23_a_holder_who_named_nobody_leaves_nothing_to_read() -> None:
    scene = at("psychologist").close()
    assert hacked(scene, "psychologist") == fact("hack", night=1, role="psychologist", available=False)


def test_s23_what_was_learnt_another_night_is_not_read() -> None:
    scene = next_night(at("psychologist").act("Eve", seat="Jon"))
    strike(scene, mutate="Bob", paralyse="Eve")
    assert hacked(scene, "psychologist") == fact("hack", night=2, role="psychologist", available=False)


def test_s23_nothing_available_and_nothing_else_may_be_asked() -> None:
    scene = at("hacker", "Eve", mutate="Jon").act("Hal", role="psychologist")
    assert scene.waits()[0] == "vote"


def night_of_hack(scene: Scene, role: str) -> Scene:
    """The hacker names this role; then to the next night, where nothing but another paralysis happens."""
    until(scene, "hacker").act("Hal", role=role)
    return next_night(scene)


def offered(scene: Scene) -> list[str]:
    """The hacker's menu of this night."""
    return list(until(scene, "hacker").choices("Hal")["role"])


def test_s24_a_role_waits_until_all_others_have_been_named() -> None:
    scene = first_night()
    assert offered(scene) == ["computer_scientist", "psychologist", "geneticist"]
    assert offered(night_of_hack(scene, "psychologist")) == ["computer_scientist", "geneticist"]
    assert scene.refusal("Hal", role="psychologist") == "illegal_answer"
    assert offered(night_of_hack(scene, "geneticist")) == ["computer_scientist"]
    assert offered(night_of_hack(scene, "computer_scientist")) == ["psychologist"]
    assert offered(night_of_hack(scene, "psychologist")) == ["geneticist"]


def test_s24_an_unavailable_answer_counts_as_named() -> None:
    scene = strike(first_night(), mutate="Jon", paralyse="Eve")
    assert offered(night_of_hack(scene, "psychologist")) == ["computer_scientist", "geneticist"]


def test_s24_a_night_without_a_hack_changes_nothing() -> None:
    scene = next_night(night_of_hack(first_night(), "psychologist"))
    assert offered(scene) == ["computer_scientist", "geneticist"]


def test_s24_a_kill_of_tonight_does_not_change_the_menu() -> None:
    scene = strike(first_night(), kill="Eve", paralyse="Ida")
    assert offered(scene) == ["computer_scientist", "psychologist", "geneticist"]


def test_s24_a_role_dead_at_nightfall_is_not_offered() -> None:
    scene = next_night(strike(first_night(), kill="Eve", paralyse="Ida"))
    assert offered(scene) == ["computer_scientist", "geneticist"]


def test_s24_the_dead_are_not_waited_for() -> None:
    scene = strike(night_of_hack(first_night(), "computer_scientist"), kill="Fay", paralyse="Ida")
    scene = night_of_hack(scene, "psychologist")
    assert offered(scene) == ["computer_scientist"]


def test_s24_the_last_role_alive_may_be_named_every_night() -> None:
    scene = next_night(strike(first_night(), kill="Eve", paralyse="Ida"))
    scene = next_night(strike(scene, kill="Fay", paralyse="Ida"))
    assert offered(night_of_hack(scene, "computer_scientist")) == ["computer_scientist"]


def test_s24_phones_show_all_roles_of_the_menu_including_waiting() -> None:
    scene = until(night_of_hack(first_night(), "psychologist"), "hacker")
    step = scene.table.step
    assert step is not None and step.shape is not None
    assert [field.shown for field in step.shape.fields()] == [("computer_scientist", "psychologist", "geneticist")]


def test_s24_a_hacker_without_targets_is_called_but_not_asked() -> None:
    astronauts = {seat: {"role": "astronaut", "genome": "normal"} for seat in ("Dan", "Eve", "Fay")}
    scene = Scene("sporz", CREW, DEAL | astronauts)
    assert until(first_night(scene), "hacker").waits() == ("hacker", [])
    assert scene.refusal("Hal", role="psychologist") == "not_asked"
    assert scene.close().waits()[0] == "vote"
