"""Quests: what everybody is told, at night, on a quest, and when Merlin is named."""

from __future__ import annotations

from typing import Any

from games.contract.scenes import EVERYBODY, Scene, fact

PEOPLE = ["Ann", "Bob", "Cid", "Dan", "Eve"]
ROLES = dict(zip(PEOPLE, ["merlin", "percival", "knight", "assassin", "morgana"], strict=True))
SEVEN = [*PEOPLE, "Fay", "Gus"]
STRANGE = {**ROLES, "Fay": "knight", "Gus": "stranger"}


def court(roles: dict[str, str] = ROLES, **options: Any) -> Scene:
    """The night has passed, Ann leads, and everything told so far has been read."""
    scene = Scene("quests", list(roles), {seat: {"role": role} for seat, role in roles.items()}, **options)
    while scene.waits()[0] in ("traitors", "merlin", "percival"):
        scene.close()
    scene.chance(seat="Ann")
    scene.news()
    return scene


def ride(scene: Scene, leader: str, *team: str, **cards: str) -> Scene:
    """The leader's team is approved by all, and plays these cards; who is not named helps."""
    scene.act(leader, seats=list(team))
    for seat in scene.table.seats:
        scene.act(seat, approve=True)
    for seat in team:
        scene.act(seat, card=cards.get(seat, "help"))
    return scene


def test_merlin_sees_the_stranger_whom_the_other_traitors_do_not() -> None:
    scene = Scene("quests", SEVEN, {seat: {"role": role} for seat, role in STRANGE.items()})
    scene.close()
    told = [one.fact for one in scene.table.told if one.seat in ("Dan", "Eve", "Gus") and one.fact["fact"] != "role"]
    assert told == [fact("fellows", seats=["Dan", "Eve"])] * 2
    assert fact("traitors", seats=["Dan", "Eve", "Gus"]) in scene.table.private("Ann")


def test_percival_is_shown_two_in_seat_order() -> None:
    scene = court({**ROLES, "Ann": "morgana", "Eve": "merlin"})
    assert scene.table.private("Bob")[-1] == fact("two", seats=["Ann", "Eve"])


def test_a_card_that_hinders_is_nobodys() -> None:
    scene = ride(court(), "Ann", "Ann", "Dan", Dan="hinder")
    told = scene.news()[EVERYBODY]
    assert fact("quest", number=1, cards=["help", "hinder"], fails=True) in told
    assert scene.waits() == ("team", ["Bob", "moderator"])


def test_a_knight_can_only_help_and_the_phone_shows_both() -> None:
    scene = court().act("Ann", seats=["Ann", "Dan"])
    for seat in PEOPLE:
        scene.act(seat, approve=True)
    assert scene.refusal("Ann", card="hinder") == "illegal_answer"
    step = scene.table.step
    assert step is not None
    assert {field.shown for ask in step.asks.values() for field in ask.fields()} == {("help", "hinder")}


def test_ties_refuse_a_team_and_many_refusals_end_games() -> None:
    scene = court(STRANGE, refusals=1).act("Ann", seats=["Ann", "Bob"])
    for place, seat in enumerate(SEVEN):
        scene.act(seat, approve=place < 3)
    assert scene.news()[EVERYBODY][-1]["rides"] is False
    assert scene.table.outcome is not None and scene.table.outcome.reason == "refused"


def test_r1_the_fourth_quest_of_seven_takes_two_cards() -> None:
    scene = court(STRANGE)
    ride(scene, "Ann", "Ann", "Bob")
    ride(scene, "Bob", "Ann", "Bob", "Cid")
    ride(scene, "Cid", "Ann", "Bob", "Dan", Dan="hinder")
    ride(scene, "Dan", "Ann", "Bob", "Cid", "Dan", Dan="hinder")
    assert scene.news()[EVERYBODY][-1] == fact(
        "quest", number=4, cards=["help", "help", "help", "hinder"], fails=False
    )
    assert scene.waits() == ("assassin", ["Dan"])


def test_the_traitors_win_by_naming_merlin() -> None:
    for named, winners in (("Ann", ["traitors"]), ("Cid", ["knights"])):
        scene = court()
        ride(scene, "Ann", "Ann", "Bob")
        ride(scene, "Bob", "Ann", "Bob", "Cid")
        ride(scene, "Cid", "Ann", "Bob")
        scene.act("Dan", seat=named)
        assert scene.table.outcome is not None and scene.table.outcome.winners == winners
