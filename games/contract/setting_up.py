"""Checks of the set-up: deals are lawful, and any input is judged without an error."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from games.contract.broken import name_failure, require
from games.contract.random_moves import new_table
from games.engine.asks import Choose, same
from games.engine.kit import Kit
from games.engine.options import Switch, Word

JUNK: list[Any] = [None, True, 0, -1, 1.5, "", "captain", [], ["captain"], {}, {"role": "captain"}, [[]]]


def deals_lawfully(kit: Kit, seed: int) -> None:
    """Check a deal: `wrong_deal` accepts it, it is JSON, and every seat's card has known values."""
    with name_failure(kit, seed):
        table = new_table(kit, Random(seed).choice)
        wrong = kit.roles.wrong_deal(table.seats, table.options, table.deal)
        require(wrong == "", kit, f"seed {seed}", f"`deal` deals what `wrong_deal` refuses: {wrong}")
        written = json.loads(json.dumps(table.deal))
        require(
            same(written, table.deal), kit, f"seed {seed}", "a deal is no JSON: use lists, texts, numbers and objects"
        )
        for seat in table.seats if kit.roles.CARD else ():
            card = table.deal.get(seat, {})
            require(
                card.keys() == kit.roles.CARD.keys(), kit, f"seed {seed}", f"{seat}'s card has not the keys of CARD"
            )
            for key, value in card.items():
                known = value in kit.roles.CARD[key]
                require(known, kit, f"seed {seed}", f"CARD has no {value!r} under {key}, which {seat} was dealt")


def judges_any_deal(kit: Kit, seed: int) -> None:
    """Check that `wrong_deal` returns a sentence for any input."""
    choose = Random(seed).choice
    table = new_table(kit, choose)
    for junk in JUNK:
        deal = spoil(json.loads(json.dumps(table.deal)), junk, choose)
        if isinstance(deal, dict):
            with name_failure(kit, f"seed {seed}, `wrong_deal` of {deal!r}"):
                judged = kit.roles.wrong_deal(table.seats, table.options, deal)
            require(
                isinstance(judged, str),
                kit,
                f"seed {seed}",
                "`wrong_deal` answers with something else than a sentence",
            )


def spoil(node: Any, junk: Any, choose: Choose) -> Any:
    """Return JSON with one random fault.

    It contains junk, or a value is missing, duplicated or under another name.
    """
    keys = list(node) if isinstance(node, dict) else list(range(len(node))) if isinstance(node, list) else []
    if not keys or choose(range(8)) == 0:
        return json.loads(json.dumps(junk))
    key, what = choose(keys), choose(range(8))
    if what == 0:
        del node[key]
    elif what == 1:
        other = choose(keys) if isinstance(node, list) else choose(["seat", "by", "for", "step", "role", "answer"])
        node[other] = json.loads(json.dumps(node[key]))
    else:
        node[key] = spoil(node[key], junk, choose)
    return node


def judges_any_option(kit: Kit) -> None:
    """Check that every option allows its default, and judges any other value."""
    people = ["P01", "P02"]
    for name, option in kit.roles.OPTIONS.items():
        allowed = option.default is None or option.allows(option.default, people)
        require(allowed, kit, f"option {name}", "its default is not allowed")
        for junk in [*JUNK, 10**30, "role", {"characters": 1}, [1] * 50]:
            with name_failure(kit, f"option {name}, {junk!r}"):
                require(
                    isinstance(option.allows(junk, people), bool), kit, f"option {name}", "`allows` is not yes or no"
                )


def begins_with_counts(kit: Kit) -> None:
    """Check that every number of players has counts that can be dealt, and none below 0."""
    (fewest, most), options = kit.roles.SEATS, kit.usual
    for players in range(fewest, min(most, 40) + 1):
        where = f"{players} players"
        with name_failure(kit, where):
            counts = kit.roles.suggestion(players, options)
            wrong = kit.roles.wrong_counts(players, counts, options)
            require(wrong == "", kit, where, f"what `suggestion` counts, `wrong_counts` refuses: {wrong}")
            for name in counts:
                refused = kit.roles.wrong_counts(players, {**counts, name: -1}, options)
                require(refused, kit, where, f"-1 cards of {name} are not refused by `wrong_counts`")
            texts = all(isinstance(sentence, str) for sentence in kit.roles.warnings(players, counts, options))
            require(texts, kit, where, "a warning is no sentence")
            seats = [f"P{number}" for number in range(players)]
            deal = kit.roles.deal(seats, options, Random(players).choice, counts)
            wrong = kit.roles.wrong_deal(seats, options, deal)
            require(wrong == "", kit, where, f"`deal` deals what `wrong_deal` refuses: {wrong}")
            for changed in _list_other_options(kit):
                other = kit.roles.suggestion(players, changed)
                require(other.keys() == counts.keys(), kit, where, f"`suggestion` counts other cards with {changed}")
                wrong = kit.roles.wrong_counts(players, other, changed)
                require(wrong == "", kit, where, f"what is suggested with {changed}, `wrong_counts` refuses: {wrong}")


def _list_other_options(kit: Kit) -> Iterator[Mapping[str, Any]]:
    """Yield the usual options with one changed, for every other value of a word or switch."""
    for name, option in kit.roles.OPTIONS.items():
        values = option.words if isinstance(option, Word) else (True, False) if isinstance(option, Switch) else ()
        yield from ({**kit.usual, name: value} for value in values if value != option.default)
