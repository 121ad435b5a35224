"""Mystery Space Murder 3000: whole games. No clue and no secret is ever lost, and games end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.engine.asks import Ask
from games.engine.bots import play_out, random_answer
from games.engine.kit import all_kits
from games.engine.moves import parse_move
from games.engine.options import settle
from games.engine.table import Refused, Table
from games.kits.murder import bots
from games.kits.murder.roles import Deck
from tests.games.kits.murder_ship import NAMES, aboard, suspect
from tests.games.table_scenes import fact

KIT = all_kits()["murder"]
REASONABLE = 800  # moves of a game of bots, dice included; the longest of ten thousand took half as many


def new_table(players: int, choose: Any, **options: Any) -> Table:
    """A table of so many seats, its cards dealt."""
    seats, settled = NAMES[:players], settle(KIT.roles.OPTIONS, options)
    return Table(KIT.rules, seats, settled, KIT.roles.deal(seats, settled, choose))


def clues_and_secrets(table: Table) -> tuple[list[str], list[str]]:
    """Every clue that is anywhere, and every secret dealt."""
    rows = table.truth().values()
    held = [card for row in rows for card in row["hand"]]
    return sorted([*held, *table.hidden()["envelope"].values()]), [row["secret"] for row in rows]


@pytest.mark.parametrize("players", range(3, 7))
def test_m01_28_clues_and_12_secrets_are_never_lost(players: int) -> None:
    choose = Random(players).choice
    table, deck = new_table(players, choose, hours=8), Deck.of(None)
    _, secrets = clues_and_secrets(table)
    undealt = [card for card in deck.secrets if card not in secrets]
    assert len(set(secrets)) == players and len([*secrets, *undealt]) == 12
    for _ in range(1_000):
        assert clues_and_secrets(table) == (sorted(deck.cards), secrets)
        try:
            table.take(
                parse_move(
                    choose([anything_legal, anything_legal, anything_at_all, a_close_or_an_undo])(table, choose)
                )
            )
        except Refused:
            assert clues_and_secrets(table) == (sorted(deck.cards), secrets)
        if table.step is None:
            table.take(parse_move({"by": "moderator", "undo": choose([1, 5])}))


def anything_legal(table: Table, choose: Any) -> dict[str, Any]:
    """An answer of whoever is asked."""
    assert table.step is not None
    who = choose(list(table.step.asks))
    return {"by": who, "answer": random_answer(table.step.name, table.step.asks[who], who, [], choose)}


def anything_at_all(table: Table, choose: Any) -> dict[str, Any]:
    """An answer that is refused, more often than not."""
    card = choose(Deck.of(None).cards)
    answer = choose([{"card": card}, {"declare": card}, {"exchange": card}, {"character": card}, {"escape": True}])
    return {"by": choose(table.seats), "answer": answer}


def a_close_or_an_undo(table: Table, choose: Any) -> dict[str, Any]:
    """What the moderator does now and then."""
    if choose(range(4)):
        return anything_legal(table, choose)
    deed: dict[str, Any] = choose([{"close": True}, {"undo": 1}, {"undo": 3}])
    return {"by": "moderator"} | deed


@pytest.mark.parametrize("players", range(3, 7))
def test_bots_play_legally_and_end_in_reasonable_time(players: int) -> None:
    for seed in range(10):
        choose = Random(seed).choice
        assert play_out(KIT, new_table(players, choose), choose, most=REASONABLE) > players


def test_a_bot_that_knows_all_other_cards_names_sealed_ones() -> None:
    scene = aboard()
    crime = scene.table.step.asks["Ann"] if scene.table.step else None
    assert crime is not None
    told = [told.fact for told in scene.table.told if told.fact["fact"] == "hand"]  # of everybody
    found = bots.suspect(crime, "Ann", told, Random(1).choice)
    assert found == scene.table.hidden()["envelope"]


def test_a_bot_trusts_single_declarations_except_of_its_own_card() -> None:
    scene = suspect(aboard(), "Gym Jet Bomb Pride").act("Cid", declare="Gym")
    facts = scene.table.public()
    assert bots.ticked("Ann", facts) == {"Gym"}
    assert bots.ticked("Cid", facts) == set()
    scene = suspect(aboard(), "Gym Jet Bomb Pride").act("Cid", declare="Gym", also="Jet")
    assert bots.ticked("Ann", scene.table.public()) == set()


def test_a_bot_that_throws_little_accuses_nobody_in_another_room() -> None:
    told = [*aboard().table.told_to("Ann")]
    known = [one.fact for one in told]
    room = "Pool"
    stood = [*known, fact("hypothesis", seat="Ann", room=room, character="Jet", weapon="Gun", motive="Fear")]
    short = [*stood, fact("turn", seat="Ann"), fact("roll", seat="Ann", dice=[1, 2])]
    ask = aboard().table.step.asks["Ann"]  # type: ignore[union-attr]
    rooms = set()
    for seed in range(60):
        answer = bots.take_turn(without_roll(ask), "Ann", short, Random(seed).choice)
        if "hypothesis" in answer:
            rooms.add(answer["hypothesis"]["room"])
    assert rooms == {room}
    nowhere = [*known, fact("turn", seat="Ann"), fact("roll", seat="Ann", dice=[1, 2])]
    assert not any(
        "hypothesis" in bots.take_turn(without_roll(ask), "Ann", nowhere, Random(seed).choice) for seed in range(60)
    )


def without_roll(ask: Ask) -> Ask:
    """The same turn once the dice are thrown."""
    return replace(ask, forms=tuple(form for form in ask.forms if form[0].name != "roll"))
