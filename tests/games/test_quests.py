"""A kit as a stranger writes it keeps the contract; as soon as it does not, a sentence says where and what to do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from veilleur_quests import roles, rules

from games.contract import offers, playing, saying, setting_up
from games.contract.broken import Broken
from games.contract.secrecy import keeps_its_secrets
from games.engine.bots import play_out
from games.engine.kit import Kit
from games.engine.options import settle
from games.engine.table import Table
from tests.games.planted import LEAKS, QUESTS
from tests.thorough import seeds

PAIRS = range(120)  # more than any of these needs
WHOLE = [offers.is_whole, offers.knows_no_outside, offers.walks_over_no_set]
WHOLE += [
    setting_up.judges_any_option,
    setting_up.begins_with_counts,
    saying.names_what_can_be_set,
    saying.has_easy_words,
]
SEEDED = [setting_up.deals_lawfully, setting_up.judges_any_deal]
SEEDED += [playing.ends_and_replays, playing.replays_wild_games, playing.refuses_without_a_trace]
SEEDED += [playing.keeps_what_was_told, playing.goes_back, playing.closes_by_the_clock, playing.answers_by_lot]
SEEDED += [playing.covers_change_nothing, playing.asks_chance_alone, playing.shows_a_call_to_all_alike]
SEEDED += [saying.names_every_question, saying.names_every_fact]


@pytest.mark.parametrize("holds", WHOLE, ids=lambda holds: holds.__name__)
def test_the_test_kit_is_whole(holds: Callable[[Kit], None]) -> None:
    holds(QUESTS)


@pytest.mark.parametrize("holds", SEEDED, ids=lambda holds: holds.__name__)
def test_the_test_kit_plays_by_the_contract(holds: Callable[[Kit, int], None]) -> None:
    for seed in seeds(3, 12):
        holds(QUESTS, seed)


def test_records_of_the_test_kit_with_junk_are_judged() -> None:
    playing.judges_any_record(QUESTS, seeds(3, 12))


# Secrets


def test_the_test_kit_has_no_leak_unless_one_is_planted() -> None:
    keeps_its_secrets(QUESTS, seeds(80, 250))


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_reported_with_step_and_secret(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for (owner, name), instead in LEAKS[leak].instead.items():
        monkeypatch.setattr(owner, name, instead)
    with pytest.raises(Broken) as broken:
        keeps_its_secrets(QUESTS, PAIRS)
    for said in ("quests, seed ", *LEAKS[leak].named):
        assert said in str(broken.value)


def test_a_stored_game_leads_pairs_to_a_rare_question(monkeypatch: pytest.MonkeyPatch) -> None:
    choose, seats = Random(1).choice, [f"P{number}" for number in range(1, 8)]
    options, reasons = settle(roles.OPTIONS, {}), {"three_quests", "merlin_named"}
    while True:  # most games of bots end otherwise
        table = Table(rules, seats, options, roles.deal(seats, options, choose))
        play_out(QUESTS, table, choose)
        if table.outcome and table.outcome.reason in reasons:
            break
    for (owner, name), instead in LEAKS["a list of the night that leaves out who is asked"].instead.items():
        monkeypatch.setattr(owner, name, instead)
    keeps_its_secrets(QUESTS, range(3))  # too few to come there by chance
    with pytest.raises(Broken, match="to assassin"):
        keeps_its_secrets(QUESTS, range(3), [table])


# What a failure says


def test_an_error_of_the_rules_names_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def next_leader(_court: object) -> str:
        return {"lord": "P01"}["lady"]

    monkeypatch.setattr(rules, "next_leader", next_leader)
    with pytest.raises(
        Broken, match=r"^quests, seed 2, move \d+, step \w+: KeyError 'lady' at \w+\.py:\d+ \(.+\)\. ."
    ):
        playing.ends_and_replays(QUESTS, 2)
    with pytest.raises(Broken, match=r"^quests, seed \d+, move \d+, step \w+: KeyError 'lady' at "):
        keeps_its_secrets(QUESTS, PAIRS)


def test_a_step_without_words_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = {name: said for name, said in QUESTS.words.STEPS.items() if name != "quest"}
    monkeypatch.setattr(QUESTS.words, "STEPS", steps)
    with pytest.raises(Broken, match=r"^quests, seed 0, step quest: STEPS of the words has no such step"):
        saying.names_every_question(QUESTS, 0)


def test_an_incomplete_kit_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(rules, "OLDER")
    with pytest.raises(Broken, match=r"quests is half-built: rules offers no OLDER"):
        offers.is_whole(QUESTS)
    with pytest.raises(Broken, match=r"nowhere is half-built: there is no rules; there is no roles; "):
        offers.is_whole(Kit("nowhere", "tests.games"))
