"""Sporz: who is aboard and who is chief, before the first night (RULINGS S-01 to S-07, S-28)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.record import NotARecord
from games.kits.sporz.roles import (
    CARD,
    LONE_ROLES,
    OPTIONS,
    ROLES,
    deal,
    suggestion,
    warnings,
    wrong_counts,
    wrong_deal,
)
from tests.games.kits.sporz_crew import (
    CREW,
    DEAL,
    SMALL,
    SMALL_DEAL,
    aboard,
    first_night,
    five_aboard,
    next_night,
    quiet,
    role_cards,
    strike,
    until,
)
from tests.games.table_scenes import EVERYBODY, Scene, fact

UNSEEN = "Without a geneticist, a host and a resistant show only by a cure or a mutation that fails."


def large(changes: dict[str, dict[str, str]] | None = None) -> dict[str, dict[str, str]]:
    """A deal for 17: two base mutants, three doctors, two hosts and two resistants among the others."""
    cards = [("base_mutant", "host")] * 2 + [("doctor", "normal")] * 3
    cards += [("astronaut", "host")] * 2 + [("astronaut", "resistant")] * 2 + [("astronaut", "normal")] * 8
    dealt = {f"P{n:02}": {"role": role, "genome": genome} for n, (role, genome) in enumerate(cards, 1)}
    return dealt | (changes or {})


def changed(base: dict[str, Any], **cards: str) -> dict[str, Any]:
    """A deal with other cards for some: "role genome"."""
    return base | {seat: dict(zip(("role", "genome"), card.split(), strict=True)) for seat, card in cards.items()}


def test_s01_the_moderator_is_told_nothing_and_has_no_card() -> None:
    scene = aboard()
    assert set(scene.news()) == set(CREW)
    assert set(scene.table.truth()) == set(CREW)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ({"Ann": "astronaut normal"}, "there must be one base mutant"),
        ({"Jon": "base_mutant host"}, "there must be one base mutant"),
        ({"Bob": "astronaut normal", "Cid": "astronaut normal"}, "there must be one or two doctors"),
        ({"Jon": "doctor normal"}, "there must be one or two doctors"),
        ({"Jon": "hacker normal"}, "there can be only one of each special role"),
        ({"Ann": "base_mutant normal"}, "a base mutant is a host"),
        ({"Bob": "doctor host"}, "a doctor is of normal genome"),
        ({"Bob": "doctor resistant"}, "a doctor is of normal genome"),
        ({"Gus": "spy normal"}, "among the others there must be one host"),
        ({"Jon": "astronaut host"}, "among the others there must be one host"),
        ({"Ida": "astronaut normal"}, "among the others there must be one resistant"),
        ({"Jon": "astronaut resistant"}, "among the others there must be one resistant"),
    ],
)
def test_s02_s04_an_unlawful_deal_is_refused(cards: dict[str, str], reason: str) -> None:
    unlawful = changed(DEAL, **cards)
    assert wrong_deal(CREW, {}, unlawful) == reason
    with pytest.raises(NotARecord, match=f"deal: {reason}"):
        Scene("sporz", CREW, unlawful)


@pytest.mark.parametrize("card", [{}, {"role": "doctor"}, {"role": "captain", "genome": "normal"}, None, "doctor"])
def test_s02_a_card_is_a_role_and_a_genome(card: Any) -> None:
    assert wrong_deal(CREW, {}, DEAL | {"Bob": card}) == "Bob needs a role and a genome"


def test_s02_whatever_else_is_written_on_a_card_is_ignored() -> None:
    scene = Scene("sporz", CREW, DEAL | {"Bob": {**DEAL["Bob"], "seat": "Ann", "mutant": True, "badge": 7}})
    assert scene.table.truth()["Bob"] == {"role": "doctor", "genome": "normal", "mutant": False, "alive": True}


def test_s02_one_doctor_will_do_and_lone_roles_are_optional() -> None:
    assert wrong_deal(CREW, {}, changed(DEAL, Cid="astronaut normal")) == ""
    assert wrong_deal(CREW, {}, changed(DEAL, **{seat: "astronaut normal" for seat in ("Dan", "Eve", "Hal")})) == ""


@pytest.mark.parametrize(("players", "doctors"), [(4, 1), (6, 1), (7, 2), (16, 2), (40, 2)])
def test_s03_one_doctor_up_to_six_players_two_from_seven(players: int, doctors: int) -> None:
    assert suggestion(players)["doctor"] == doctors
    assert suggestion(players)["base_mutant"] == 1


def test_s03_above_sixteen_there_may_be_more_of_each() -> None:
    dealt = large()
    assert wrong_deal(list(dealt), {}, dealt) == ""
    scene = Scene("sporz", list(dealt), dealt)
    assert quiet(scene.decide(seat="P17")).waits() == ("mutants", ["P01", "P02", "moderator"])
    assert scene.table.private("P01")[-1] == fact("mutants", night=1, seats=["P01", "P02"])


def test_s03_up_to_sixteen_there_may_not() -> None:
    dealt = {seat: card for seat, card in large().items() if seat != "P17"}
    assert wrong_deal(list(dealt), {}, dealt) == "there must be one base mutant"


def test_s03_tables_above_sixteen_have_a_host_and_a_resistant() -> None:
    hosts = {seat: {"role": "astronaut", "genome": "normal"} for seat in ("P06", "P07")}
    assert wrong_deal(list(large()), {}, large(hosts)) == "among the others there must be one host"
    lone = changed(large(), P17="spy normal", P16="spy normal")
    assert wrong_deal(list(lone), {}, lone) == "there can be only one of each special role"


def test_s04_one_free_genome_makes_a_host_and_no_resistant() -> None:
    four = SMALL[:4]
    dealt = {seat: DEAL[seat] for seat in four} | {"Dan": {"role": "computer_scientist", "genome": "host"}}
    assert wrong_deal(four, {}, dealt) == ""
    assert (
        wrong_deal(four, {}, changed(dealt, Dan="astronaut resistant")) == "among the others there must be one host"
    )
    assert wrong_counts(4, {"base_mutant": 1, "doctor": 2, "host": 1, "resistant": 1}) == ""
    drawn = deal(four, {}, Random(1).choice, {"base_mutant": 1, "doctor": 2})
    assert sorted(card["genome"] for card in drawn.values()) == ["host", "host", "normal", "normal"]


def test_s04_nobody_but_the_base_mutant_is_told_a_genome() -> None:
    told = aboard().news()
    assert told["Ann"] == [
        fact("role", role="base_mutant"),
        fact("genome", night=0, seat="Ann", genome="host"),
    ]
    assert told["Gus"] == [fact("role", role="spy")]
    assert told["Ida"] == [fact("role", role="astronaut")]
    assert EVERYBODY not in told


@pytest.mark.parametrize("players", [4, 5, 7, 8, 11, 12, 16, 17, 300, 999])
def test_s05_drawn_deals_are_lawful_and_differ(players: int) -> None:
    seats = [f"P{n}" for n in range(players)]
    deals = [deal(seats, {}, Random(seed).choice) for seed in range(20)]
    assert all(wrong_deal(seats, {}, dealt) == "" and list(dealt) == seats for dealt in deals)
    assert len({next(seat for seat in seats if dealt[seat]["role"] == "base_mutant") for dealt in deals}) > 1
    counted = Counter(card["role"] for card in deals[0].values())
    assert all(counted[role] == suggestion(players)[role] for role in ROLES[:-1])
    assert counted["astronaut"] > 0


def test_s05_any_of_the_others_may_be_the_host() -> None:
    deals = [deal(CREW, {}, Random(seed).choice) for seed in range(300)]
    hosts = {card["role"] for dealt in deals for card in dealt.values() if card["genome"] == "host"}
    assert hosts == {"base_mutant", *LONE_ROLES[:4], "astronaut"}


def test_s05_the_moderator_may_set_the_counts() -> None:
    counts = suggestion(8) | {"spy": 1, "computer_scientist": 0, "doctor": 1}
    dealt = deal([*SMALL, "Fay", "Gus", "Hal"], {}, Random(3).choice, counts)
    assert Counter(card["role"] for card in dealt.values()) == Counter(
        {"astronaut": 4, "base_mutant": 1, "doctor": 1, "psychologist": 1, "spy": 1}
    )


@pytest.mark.parametrize(
    ("players", "counts", "reason"),
    [
        (8, {"doctor": 0}, "there must be one or two doctors"),
        (8, {"doctor": 3}, "there must be one or two doctors"),
        (8, {"base_mutant": 2}, "there must be one base mutant"),
        (8, {"spy": 2}, "there can be only one of each special role"),
        (8, {"host": 2}, "among the others there must be one host"),
        (8, {"resistant": 0}, "among the others there must be one resistant"),
        (8, {"doctor": -1}, "a count is below nothing"),
        (4, {"doctor": 2, "spy": 1, "hacker": 1}, "there are more cards than players"),
        (17, {"host": 20}, "there are more cards than players"),
        (17, {"host": 3, "resistant": 2, "base_mutant": 2, "doctor": 3}, ""),
    ],
)
def test_s02_s03_counts_that_cannot_be_dealt(players: int, counts: dict[str, int], reason: str) -> None:
    assert wrong_counts(players, suggestion(players) | counts) == reason
    if reason:
        with pytest.raises(ValueError, match=reason):
            deal([f"P{n}" for n in range(players)], {}, Random(0).choice, suggestion(players) | counts)


@pytest.mark.parametrize("players", [9, 12, 16, 40])
def test_s03_what_is_suggested_calls_for_no_advice(players: int) -> None:
    assert wrong_counts(players, suggestion(players)) == ""
    assert warnings(players, suggestion(players)) == []


def test_s04_tables_without_genome_readers_are_warned() -> None:
    assert all(warnings(players, suggestion(players))[-1] == UNSEEN for players in range(4, 9))
    assert UNSEEN in warnings(12, suggestion(12) | {"geneticist": 0})


def test_s03_advice_refuses_nothing() -> None:
    bare = {"base_mutant": 3, "doctor": 1, "hacker": 1, "host": 1, "resistant": 1}
    assert wrong_counts(17, bare) == "" and len(warnings(17, bare)) == 3
    assert warnings(5, suggestion(5)) == [
        "The classic rules are written for 8 to 16 players.",
        "The rulebook has two doctors; with 6 players or fewer, one is proposed here.",
        UNSEEN,
    ]
    assert warnings(8, suggestion(8) | {"doctor": 1}) == ["The rulebook has two doctors.", UNSEEN]
    full = dict.fromkeys(LONE_ROLES, 1) | {"base_mutant": 1, "doctor": 2, "host": 1, "resistant": 1}
    assert warnings(8, full) == ["Nobody is a plain astronaut, so the base mutant cannot pass for one."]
    assert warnings(9, full) == []


def test_s06_doctors_know_each_other_from_the_start() -> None:
    told = aboard().news()
    assert told["Bob"] == [fact("role", role="doctor"), fact("fellow_doctors", seats=["Cid"])]
    assert told["Cid"] == [fact("role", role="doctor"), fact("fellow_doctors", seats=["Bob"])]
    assert five_aboard().news()["Bob"][-1] == fact("fellow_doctors", seats=[])
    dealt = large()
    assert Scene("sporz", list(dealt), dealt).news()["P04"][-1] == fact("fellow_doctors", seats=["P03", "P05"])


def test_s07_the_living_elect_a_chief_before_the_first_night() -> None:
    scene = quiet(aboard())
    assert scene.waits() == ("chief", [*CREW, "moderator"])
    scene.act("Ann", seat="Jon").act("Bob", seat="Jon").act("Cid", seat="Cid").close()
    assert scene.news()[EVERYBODY] == [fact("chief", seat="Jon"), fact("night", number=1)]
    assert scene.waits()[0] == "mutants"


def test_s07_the_moderator_may_enter_whom_the_hands_chose() -> None:
    scene = quiet(aboard()).act("Ann", seat="Ann").decide(seat="Bob")
    assert scene.news()[EVERYBODY][0] == fact("chief", seat="Bob")


@pytest.mark.parametrize("ballots", [{}, {"Ann": "Jon", "Bob": "Cid"}, {"Ann": "Ann", "Bob": "Bob", "Cid": "Cid"}])
def test_s07_elections_are_repeated_after_a_tie_or_no_ballot(ballots: dict[str, str]) -> None:
    scene = quiet(aboard())
    for voter, named in ballots.items():
        scene.act(voter, seat=named)
    scene.close()
    assert scene.news() == {}
    assert scene.waits() == ("chief", [*CREW, "moderator"])
    assert scene.act("Eve", seat="Dan").close().news()[EVERYBODY][0] == fact("chief", seat="Dan")


def test_s07_a_chief_killed_at_night_is_replaced_at_dawn() -> None:
    scene = until(strike(first_night(chief="Cid"), kill="Cid", paralyse="Ida"), "hacker")
    scene.close()
    assert scene.news()[EVERYBODY][0] == fact("day", number=1)
    assert scene.waits() == ("chief", [seat for seat in CREW if seat != "Cid"] + ["moderator"])
    assert scene.refusal("Ann", seat="Cid") == "illegal_answer"
    assert scene.decide(seat="Ann").waits()[0] == "vote"


def test_s07_a_lynched_chief_is_replaced_after_the_next_night() -> None:
    scene = until(strike(first_night(chief="Jon"), mutate="Hal", paralyse="Ida"), "vote")
    scene.act("Ann", seat="Jon").close()
    assert scene.waits()[0] == "mutants"
    assert until(scene, "chief").decide(seat="Eve").waits()[0] == "vote"


def test_s07_a_living_chief_stays() -> None:
    scene = next_night(strike(first_night(chief="Jon"), mutate="Hal", paralyse="Ida"))
    assert [one["seat"] for one in scene.table.public() if one["fact"] == "chief"] == ["Jon"]


def test_s28_the_calls_show_which_roles_are_aboard() -> None:
    scene, calls = first_night(), []
    while scene.waits()[0] != "vote":
        calls.append(scene.waits()[0])
        scene.close()
    assert calls == ["mutants", "doctors", "computer_scientist", "psychologist", "geneticist", "spy", "hacker"]
    few = first_night(five_aboard())
    assert few.close().waits()[0] == "doctors"
    assert few.close().waits()[0] == "vote"


def test_the_card_of_a_seat_takes_every_role_and_genome() -> None:
    assert set(role_cards(aboard()).values()) == set(CARD["role"])
    assert {card["genome"] for card in SMALL_DEAL.values()} == set(CARD["genome"])
    assert {name: option.default for name, option in OPTIONS.items()} == {
        "night_autopsy": "role",
        "show_tally": True,
        "murder_announced": True,
        "investigators": "cpg",
        "small_groups": False,
        "call_dead_roles": False,
    }
