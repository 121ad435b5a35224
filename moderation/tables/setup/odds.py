"""Simulated results for the cards of a table, as pages show them.

They are read from stored result files, and nothing is simulated here. A figure is valid only for the way of playing
that produced it, so pages show both together (docs/balance.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.balance import stored_results
from games.balance.stored_results import BalanceResult, Share
from games.engine.kit import Kit

POLICIES: Mapping[str, str | Promise] = {
    "naive": gettext_lazy("robots as in a rehearsal"),
    "attentive": gettext_lazy("attentive players, who do not talk"),
    "uniform": gettext_lazy("everything drawn by lot"),
    "exposed": gettext_lazy("drawn by lot, and whom the seer finds is lynched"),
}
LOPSIDED = 0.95  # a higher share in a rehearsal shows only how simply robots play, and nothing about the cards
FAIRER = 0.02  # a deck is offered if it is fairer by more than this


@dataclass(frozen=True)
class Chance:
    """A result in per cent, with the bounds of its 95 % interval.

    It is how often a camp won, or a place at the table.
    """

    who: str
    percent: str
    low: str
    high: str


@dataclass(frozen=True)
class NeighbourDeck:
    """A deck that differs by one card: the change, and its results."""

    change: str
    chances: tuple[Chance, ...]
    counts: tuple[tuple[str, int], ...]  # of every card, for a form


@dataclass(frozen=True)
class Odds:
    """The simulated results of these cards.

    No chances: not simulated, or (`lopsided`) simulated by robots that play too simply.
    """

    chances: tuple[Chance, ...] = ()
    policy: str = ""
    games: str = ""
    length: str = ""
    command: str = ""
    others: tuple[NeighbourDeck, ...] = ()
    # Where `others` were simulated in another way: the result of these cards in that way.
    beside: tuple[Chance, ...] = ()
    beside_policy: str = ""  # that other way of playing
    fairest: NeighbourDeck | None = None
    lopsided: bool = False


def find_odds(kit: Kit, players: int, counts: Mapping[str, int]) -> Odds | None:
    """Return the simulated results of these cards.

    None in games without camps to win, or for games that nobody has simulated.
    """
    if not kit.words.CAMPS or not (kit.is_built_in or stored_results.list_rows(kit.slug)):
        return None
    row = stored_results.find_row(kit.slug, players, counts)
    if row is None:
        return Odds()
    if _is_lopsided(row):
        return Odds(lopsided=True)
    beside, near = stored_results.find_with_neighbours(kit, row)
    if _is_lopsided(beside):
        beside, near = row, []
    others = tuple(_build_neighbour(kit, card, by, other) for card, by, other in near)
    fairest = min(range(len(near)), key=lambda place: near[place][2].unfair, default=None)
    # A deck that is fairer among robots may not be so among attentive players, so the figure shown decides.
    offered = fairest is not None and beside is row and near[fairest][2].unfair < row.unfair - FAIRER
    return Odds(
        chances=build_chances(kit, row),
        policy=translate_policy(row.policy),
        games=number_format(row.games, force_grouping=True),
        length=format_length(row),
        command=row.command,
        others=others,
        beside=() if beside is row else build_chances(kit, beside),
        beside_policy="" if beside is row else translate_policy(beside.policy),
        fairest=others[fairest] if fairest is not None and offered else None,
    )


def _is_lopsided(row: BalanceResult) -> bool:
    return row.policy == "naive" and max((share.share for share in row.shares), default=1.0) > LOPSIDED


def _build_neighbour(kit: Kit, card: str, by: int, row: BalanceResult) -> NeighbourDeck:
    label = str(kit.words.COUNTS.get(card, card))
    change = _("%(card)s: one more") if by > 0 else _("%(card)s: one less")
    counts = tuple((name, row.counts.get(name, 0)) for name in kit.roles.suggestion(row.players, kit.usual))
    return NeighbourDeck(change % {"card": label}, build_chances(kit, row), counts)


def build_chances(kit: Kit, row: BalanceResult) -> tuple[Chance, ...]:
    """Return every camp's share of a row in the order of the kit's words.

    In a game without camps, it is the share of every place.
    """
    shares = {share.name: share for share in row.shares}
    if row.is_by_place:
        return tuple(build_chance(translate_place(name), share) for name, share in shares.items())
    return tuple(
        build_chance(str(said), shares.get(camp, Share(camp, 0, row.games)))
        for camp, said in kit.words.CAMPS.items()
        if camp in shares or len(kit.words.CAMPS) == 2
    )


def build_chance(who: str, share: Share) -> Chance:
    """Return a share as texts in per cent."""
    low, high = share.interval
    return Chance(who, format_percent(share.share), format_percent(low), format_percent(high))


def format_percent(share: float) -> str:
    """Return a share of 0 to 1 in whole per cent."""
    return _("%(number)d%%") % {"number": round(100 * share)}


def translate_place(place: str) -> str:
    """Return the name of a place at the table, counted from the first seat."""
    return _("Place %(number)s") % {"number": place}


def translate_policy(policy: str) -> str:
    """Return the name of the way of playing that a figure comes from."""
    return str(POLICIES.get(policy, policy))


def format_length(row: BalanceResult) -> str:
    """Return how long a game was on average."""
    number = number_format(round(row.length, 1))
    if stored_results.find_length_unit(row.game) == "day":
        return ngettext("%(number)s day on average", "%(number)s days on average", round(row.length)) % {
            "number": number
        }
    return ngettext("%(number)s turn on average", "%(number)s turns on average", round(row.length)) % {
        "number": number
    }
