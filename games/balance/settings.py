"""A setting: the simulated game, its number of players, cards, options and policy.

A person's input is parsed here. An impossible setting is refused with a sentence (`NotSimulated`). Start reading at
`parse_setting`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from games.engine.kit import Kit, all_kits
from games.engine.options import Whole, settle

UNIFORM, NAIVE, ATTENTIVE = "uniform", "naive", "attentive"  # each seat plays for itself and its camp


class NotSimulated(Exception):
    """The reason why a setting cannot be simulated, in one sentence."""


@dataclass(frozen=True)
class BalanceSetting:
    """A setting to simulate.

    `counts`: the cards dealt, the others being plain. `options`: those that were given.
    """

    game: str
    players: int
    policy: str
    counts: Mapping[str, int] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kit(self) -> Kit:
        """The game's kit."""
        return all_kits()[self.game]

    @cached_property
    def policies(self) -> tuple[str, dict[str, str]]:
        """The default policy, and other policies by camp: `naive,humans=attentive`."""
        everybody, *others = self.policy.split(",")
        return everybody, {camp: policy for camp, _, policy in (one.partition("=") for one in others)}

    @cached_property
    def seats(self) -> list[str]:
        """Names for the seats, all of the same length."""
        return [f"P{number:0{len(str(self.players))}}" for number in range(1, self.players + 1)]

    @cached_property
    def settled_options(self) -> dict[str, Any]:
        """Every option of the kit, with the given or the default value."""
        return settle(self.kit.roles.OPTIONS, self.options)


def parse_setting(
    game: str, players: int, policy: str, counts: str = "", options: Iterable[str] = ()
) -> BalanceSetting:
    """Parse a setting. Raises `NotSimulated`.

    Without counts it has the deck that the kit suggests.
    """
    if game not in all_kits():
        raise NotSimulated(f"There is no game {game}; there are {', '.join(all_kits())}.")
    kit = all_kits()[game]
    fewest, most = kit.roles.SEATS
    if not fewest <= players <= most:
        raise NotSimulated(f"{game} takes {fewest} to {most} players, not {players}.")
    check_policy(BalanceSetting(game, players, policy))
    chosen = read_options(kit, BalanceSetting(game, players, policy).seats, options)
    cards = read_counts(kit, players, counts, settle(kit.roles.OPTIONS, chosen))
    return BalanceSetting(game, players, policy, cards, chosen)


def list_policies(kit: Kit) -> list[str]:
    """Return every policy of this game; one of the kit replaces a general one of the same name."""
    alone = [UNIFORM, NAIVE, *([ATTENTIVE] if kit.wishes else [])]
    return [*alone, *(name for name in kit.policies if name not in alone)]


def check_policy(asked: BalanceSetting) -> None:
    """Raise `NotSimulated` unless the policies and camps exist and can be mixed."""
    kit, (everybody, camps) = asked.kit, asked.policies
    for policy in (everybody, *camps.values()):
        if policy not in list_policies(kit):
            raise NotSimulated(f"{kit.slug} has no policy {policy}; it has {', '.join(list_policies(kit))}.")
    if not camps:
        return
    known = kit.wishes.CAMPS if kit.wishes else ()
    for camp in camps:
        if camp not in known:
            raise NotSimulated(f"{kit.slug} has no camp {camp}; it has {', '.join(known) or 'none'}.")
    for policy in (everybody, *camps.values()):
        if policy in kit.policies:
            raise NotSimulated(f"By {policy} a whole table acts as one: it cannot be mixed with another policy.")


def read_counts(kit: Kit, players: int, text: str, options: Mapping[str, Any]) -> dict[str, int]:
    """Parse the cards of `werewolf=2,seer=1`, without those whose count is 0.

    Raises `NotSimulated`.
    """
    suggested = kit.roles.suggestion(players, options)
    if not text:
        return kit.deck(players, options)
    if not suggested:
        raise NotSimulated(f"In {kit.slug} no cards are counted: leave --counts out.")
    counts: dict[str, int] = {}
    for part in text.split(","):
        card, equals, number = (piece.strip() for piece in part.partition("="))
        if not equals or not number.isdecimal():
            raise NotSimulated(f'"{part.strip()}" is no count: write card=number, as in {next(iter(suggested))}=2.')
        if card not in suggested:
            raise NotSimulated(f"{kit.slug} counts no {card}; it counts {', '.join(suggested)}.")
        if card in counts:
            raise NotSimulated(f"{card} is counted twice.")
        counts[card] = int(number)
    if wrong := kit.roles.wrong_counts(players, counts, options):
        raise NotSimulated(f"These cards cannot be dealt to {players} players: {wrong}.")
    return {card: count for card, count in counts.items() if count}


def read_options(kit: Kit, seats: list[str], given: Iterable[str]) -> dict[str, Any]:
    """Parse the options of `ghosts=true`, `voting=together`. Raises `NotSimulated`."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = (piece.strip() for piece in text.partition("="))
        if not equals:
            raise NotSimulated(f'"{text}" is no option: write name=value.')
        option = kit.roles.OPTIONS.get(name)
        if option is None:
            raise NotSimulated(f"{kit.slug} has no option {name}; it has {', '.join(kit.roles.OPTIONS) or 'none'}.")
        if name in options:
            raise NotSimulated(f"The option {name} is given twice.")
        options[name] = _parse_value(value)
        if not option.allows(options[name], seats):
            whole = "a whole number" if isinstance(option, Whole) else json.dumps(option.default)
            raise NotSimulated(f"The option {name} cannot be {value}; by default it is {whole}.")
    return options


def _parse_value(text: str) -> Any:
    """Parse a switch or a whole number; return any other text as it is."""
    if text in ("true", "yes", "false", "no"):
        return text in ("true", "yes")
    return int(text) if text.isdecimal() else text
