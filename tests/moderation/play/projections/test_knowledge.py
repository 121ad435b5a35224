"""What is released of a game, in words: during it what was announced, when it is over what truly was."""

import pytest
from django.utils import translation

from games.engine.kit import all_kits
from games.engine.moves import parse_move
from games.engine.options import settle
from games.engine.table import MODERATOR, Table
from moderation.play.projections.knowledge import collect_knowledge
from moderation.play.projections.private import describe_fellow_proposals
from moderation.play.projections.sections.ending import list_revealed
from moderation.play.timeline.call_length import Release
from moderation.surfaces.desk.sections.speech import list_step_announcements
from moderation.surfaces.desk.sections.story import build_story

NAMES = ["Ann", "Bob", "Cid", "Dan"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "astronaut", "genome": "resistant"},
}


def test_after_the_end_ring_and_story_name_real_cards() -> None:
    """A base mutant who passed for an astronaut is one no longer, on the ring and in both stories."""
    kit = all_kits()["sporz"]
    table = Table(kit.rules, NAMES, settle(kit.roles.OPTIONS, {}), DEAL)
    table.take(parse_move({"by": MODERATOR, "answer": {"seat": "Bob"}}))
    for _ in range(2):
        table.take(parse_move({"by": MODERATOR, "close": True}))
    table.take(parse_move({"by": "Bob", "answer": {"seat": "Ann"}}))
    last = Release(table.step)
    table.take(parse_move({"by": MODERATOR, "close": True}))
    assert table.outcome is not None
    out = collect_knowledge(kit.words, table, Release(None))
    assert out.marks["Ann"].badges == ("Base mutant",)
    called = "Ann was: Base mutant, genome host, mutant, announced as Astronaut."
    assert called in str(out.news) and called in str(build_story(kit.words, table))
    assert "Base mutant" not in str(
        collect_knowledge(kit.words, table, Release(last.step, until=table.number - 1)).news
    )
    assert not any(one.changed for one in list_revealed(kit.words, table))
    # S-43: a camp has won. Bob, Cid and Dan never left it; nobody is said to win as a person.
    assert [(one.name, one.won) for one in list_revealed(kit.words, table) if one.camp] == [
        ("Ann", False),
        ("Bob", True),
        ("Cid", True),
        ("Dan", True),
    ]


def test_seats_that_were_told_the_same_share_what_they_know() -> None:
    """Two astronauts of any genome were told one thing, and so hold one card; each touch parts them again."""
    kit = all_kits()["sporz"]
    deal = {**DEAL, "Bob": {"role": "astronaut", "genome": "normal"}, "Dan": {"role": "doctor", "genome": "normal"}}
    table = Table(kit.rules, NAMES, settle(kit.roles.OPTIONS, {}), deal)
    dealt = collect_knowledge(kit.words, table, Release(table.step))
    assert dealt.get_seat_knowledge("Bob") is dealt.get_seat_knowledge("Cid")
    assert dealt.get_seat_knowledge("Bob") != dealt.get_seat_knowledge("Ann") and dealt.get_seat_knowledge(
        "Bob"
    ) != dealt.get_seat_knowledge("Dan")
    table.take(parse_move({"by": MODERATOR, "answer": {"seat": "Bob"}}))
    table.take(parse_move({"by": MODERATOR, "answer": {"mutate": "Bob"}}))
    touched = collect_knowledge(kit.words, table, Release(table.step))
    assert touched.get_seat_knowledge("Bob").card.camp != touched.get_seat_knowledge("Cid").card.camp
    assert touched.get_seat_knowledge("Bob") is touched.get_seat_knowledge("Bob")


def test_proposals_of_a_group_follow_the_punctuation_of_each_language() -> None:
    """A colon after a name would meet the one after the deed, and French puts a space before each."""
    kit = all_kits()["lupus"]
    seats = [*NAMES, "Eve", "Fay", "Gus", "Hal"]
    roles = {"Ann": "werewolf", "Bob": "werewolf", "Cid": "seer"}
    deal = {seat: {"role": roles.get(seat, "villager")} for seat in seats}
    options = settle(kit.roles.OPTIONS, {"moderator_first_victim": False})
    table = Table(kit.rules, seats, options, deal)
    while table.step and table.step.name != "werewolves":
        table.take(parse_move({"by": MODERATOR, "close": True}))
    assert table.step
    table.take(parse_move({"by": "Ann", "answer": {"seat": "Dan"}}))
    with translation.override("fr"):
        assert describe_fellow_proposals(kit.words, table, table.step, "Bob") == "Ann (Dévorer\u00a0: Dan)"
        assert describe_fellow_proposals(kit.words, table, table.step, "Ann") == ""


def test_a_phase_may_begin_with_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the phones, in the moderator's story and aloud; the title of the phase alone is no line."""
    kit, line = all_kits()["sporz"], "The stars turn."
    said = kit.words.to_room
    monkeypatch.setattr(kit.words, "to_room", lambda fact: line if fact["fact"] == "night" else said(fact))
    table = Table(kit.rules, NAMES, settle(kit.roles.OPTIONS, {}), DEAL)
    table.take(parse_move({"by": MODERATOR, "answer": {"seat": "Bob"}}))
    (chapter,) = [
        one for one in collect_knowledge(kit.words, table, Release(table.step)).news if one.title == "Night 1"
    ]
    assert chapter.lines == (line,)
    assert [page.lines for page in build_story(kit.words, table) if page.title == "Night 1"] == [(line,)]
    assert line in list_step_announcements(kit.words, table, table.step)
