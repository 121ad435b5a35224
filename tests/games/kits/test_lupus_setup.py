"""Lupus in Tabula: decks, deals and cards (RULINGS L-01 to L-03)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.options import settle
from games.engine.record import FORMAT, NotARecord, read
from games.kits.lupus import roles
from tests.games.kits.lupus_village import NAMES, deal
from tests.games.table_scenes import EVERYBODY, Scene, fact

MINIMA = {"medium": 9, "possessed": 10, "bodyguard": 11, "owl": 12, "mason": 13, "werehamster": 15, "mythomaniac": 16}


def record(dealt: dict[str, Any], players: int | None = None, **options: Any) -> None:
    """Read a record with this deal. Raises `NotARecord`."""
    seats = NAMES[: players or len(dealt)]
    read({"format": FORMAT, "game": "lupus", "seats": seats, "options": options, "deal": dealt, "moves": []})


def test_l01_eight_players_have_five_villagers_two_werewolves_one_seer() -> None:
    dealt = roles.deal(NAMES[:8], {}, Random(1).choice)
    assert Counter(card["role"] for card in dealt.values()) == {"villager": 5, "werewolf": 2, "seer": 1}


@pytest.mark.parametrize("players", range(8, 25))
def test_l01_l02_the_suggestion_is_legal_and_follows_the_rulebook(players: int) -> None:
    counts = roles.suggestion(players)
    assert roles.wrong_counts(players, counts) == ""
    assert roles.warnings(players, counts) == []
    assert counts["werewolf"] == (3 if players >= 16 else 2)
    for role, least in MINIMA.items():
        assert bool(counts[role]) == (players >= least)
    dealt = roles.deal(NAMES[:players], {}, Random(players).choice)
    assert list(dealt) == NAMES[:players]
    assert roles.wrong_deal(NAMES[:players], {}, dealt) == ""


def test_l02_the_suggestion_for_24_is_the_printed_deck() -> None:
    dealt = roles.deal(NAMES, {}, Random(2).choice)
    specials = dict.fromkeys(MINIMA, 1) | {"mason": 2}
    assert Counter(card["role"] for card in dealt.values()) == {"villager": 12, "werewolf": 3, "seer": 1, **specials}


def test_l02_equal_draws_give_equal_deals() -> None:
    first, second, other = (roles.deal(NAMES[:12], {}, Random(seed).choice) for seed in (7, 7, 8))
    assert first == second != other


@pytest.mark.parametrize("role", MINIMA)
def test_l02_too_few_of_a_card_warns_but_deals(role: str) -> None:
    counts = roles.suggestion(8) | {role: roles.copies(role)}
    assert len(roles.warnings(MINIMA[role] - 1, counts)) == 1
    assert str(MINIMA[role]) in roles.warnings(MINIMA[role] - 1, counts)[0]
    if MINIMA[role] < 16:
        assert roles.warnings(MINIMA[role], counts) == []
    assert role in [card["role"] for card in roles.deal(NAMES[:8], {}, Random(1).choice, counts).values()]


def test_l02_a_deck_without_a_plain_villager_warns() -> None:
    counts = {"werewolf": 2, "seer": 1, **dict.fromkeys(MINIMA, 1), "mason": 2}
    assert "Nobody is a plain villager" in roles.warnings(11, counts)[-1]
    assert roles.wrong_counts(11, counts) == ""


@pytest.mark.parametrize(
    ("players", "change", "reason"),
    [
        (8, {"werewolf": 3}, "two werewolves"),
        (15, {"werewolf": 3}, "two werewolves"),
        (16, {"werewolf": 2}, "three from 16"),
        (8, {"werewolf": 0}, "two werewolves"),
        (8, {"seer": 0}, "one seer"),
        (8, {"seer": 2}, "one seer"),
        (13, {"mason": 1}, "two masons or none"),
        (13, {"mason": 3}, "two masons or none"),
        (9, {"medium": 2}, "only one of each"),
        (9, {"owl": -1}, "below nothing"),
        (8, dict.fromkeys(MINIMA, 1) | {"mason": 2}, "more cards than players"),
    ],
)
def test_l01_l02_impossible_counts_are_refused_with_reasons(
    players: int, change: dict[str, int], reason: str
) -> None:
    counts = roles.suggestion(players) | change
    assert reason in roles.wrong_counts(players, counts)
    with pytest.raises(ValueError, match=reason):
        roles.deal(NAMES[:players], {}, Random(1).choice, counts)


@pytest.mark.parametrize(
    ("dealt", "reason"),
    [
        (deal(8, werewolf="Ann"), "two werewolves"),
        (deal(15, werewolf="Ann Bob Dan"), "two werewolves"),
        (deal(16), "three from 16"),
        (deal(8, seer="Cid Dan"), "one seer"),
        (deal(8, mason="Dan"), "two masons or none"),
        (deal(8, mason="Dan Eve Fay"), "two masons or none"),
        (deal(8, owl="Dan Eve"), "only one of each"),
        (deal(8, gravedigger="Dan"), "Dan needs a role"),
        (deal(8) | {"Dan": "villager"}, "Dan needs a role"),
        (deal(8) | {"Dan": {"role": ["villager"]}}, "Dan needs a role"),
        (deal(8) | {"Zoe": {"role": "villager"}}, 'no seat "Zoe"'),
    ],
)
def test_l01_l02_a_deal_against_the_rules_is_no_record(dealt: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotARecord, match=reason):
        record(dealt, players=min(len([seat for seat in dealt if seat in NAMES]), 24))


def test_l02_special_characters_may_join_below_their_minimum() -> None:
    record(deal(8, medium="Dan", possessed="Eve", bodyguard="Fay", owl="Gus", mythomaniac="Hal"))
    record(deal(8, mason="Dan Eve", werehamster="Fay"))
    record(deal(16, werewolf="Ann Bob Dan"))


@pytest.mark.parametrize("players", [7, 25])
def test_l01_a_record_needs_eight_to_24_players(players: int) -> None:
    seats = [f"P{number}" for number in range(players)]
    with pytest.raises(NotARecord, match="the game takes 8 to 24"):
        read({"format": FORMAT, "game": "lupus", "seats": seats, "moves": []})


@pytest.mark.parametrize(
    "options", [{"voting": "secret"}, {"ghosts": 1}, {"moderator_first_victim": None}, {"night_autopsy": "full"}]
)
def test_an_option_that_does_not_exist_is_no_record(options: dict[str, Any]) -> None:
    with pytest.raises(NotARecord, match=r"options\."):
        record(deal(8), **options)


def test_options_have_the_defaults_of_the_rulebook() -> None:
    settled = settle(roles.OPTIONS, {})
    assert settled == {"moderator_first_victim": True, "ghosts": False, "voting": "in_turn"}


def test_l03_everybody_knows_their_own_card_and_nothing_else() -> None:
    scene = Scene("lupus", NAMES[:11], deal(11, medium="Dan", mason="Eve Fay", possessed="Gus", mythomaniac="Hal"))
    cards = {seat: card["role"] for seat, card in scene.table.deal.items()}
    news = scene.news()
    assert news.pop(EVERYBODY) == [fact("night", number=1)]
    assert news == {seat: [fact("role", role=role)] for seat, role in cards.items()}
    assert scene.table.truth() == {
        seat: {"role": role, "plays_as": role, "alive": True} for seat, role in cards.items()
    }


def test_l02_more_villagers_than_the_printed_box_holds_only_warn() -> None:
    counts = roles.suggestion(24) | {"owl": 0}
    assert roles.warnings(24, roles.suggestion(24)) == [] and roles.wrong_counts(24, counts) == ""
    assert roles.warnings(24, counts) == [roles.MANY_VILLAGERS]
