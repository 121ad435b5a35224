"""Lupus in Tabula: the set-up. The cards of a deck, the lawful deals (RULINGS L-01, L-02)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose
from games.engine.dealing import deal_roles, deck_of, wrong_roles
from games.engine.options import AS_USUAL, Option, Switch, Word
from games.engine.words import gettext_noop as _

SEATS = (8, 24)
CHILDREN = (
    True  # with words of its own (locale/fr_ZZ, locale/en_ZZ): nobody is killed; the caught and the lynched sleep
)
OPTIONS: Mapping[str, Option] = {
    "moderator_first_victim": Switch(True),  # L-16
    "ghosts": Switch(False),  # L-29
    "voting": Word(("in_turn", "together")),  # L-24
}

VILLAGER, WEREWOLF, SEER = "villager", "werewolf", "seer"
MEDIUM, POSSESSED, BODYGUARD, OWL = "medium", "possessed", "bodyguard", "owl"
MASON, WEREHAMSTER, MYTHOMANIAC = "mason", "werehamster", "mythomaniac"
ADVISED = {  # special characters, with the players from which the rulebook advises them (L-02)
    MEDIUM: 9,
    POSSESSED: 10,
    BODYGUARD: 11,
    OWL: 12,
    MASON: 13,
    WEREHAMSTER: 15,
    MYTHOMANIAC: 16,
}
ROLES = (VILLAGER, WEREWOLF, SEER, *ADVISED)

CARD: Mapping[str, Sequence[str]] = {"role": ROLES}  # the parts of a seat's card
COUNTED = (WEREWOLF, SEER, *ADVISED)  # characters whose number a moderator sets; the rest are villagers
THIRD_WEREWOLF = 16  # players

EARLY = {
    MEDIUM: _("The medium is advised from 9 players on."),
    POSSESSED: _("The possessed is advised from 10 players on."),
    BODYGUARD: _("The bodyguard is advised from 11 players on."),
    OWL: _("The owl is advised from 12 players on."),
    MASON: _("The masons are advised from 13 players on."),
    WEREHAMSTER: _("The were-hamster is advised from 15 players on."),
    MYTHOMANIAC: _("The mythomaniac is advised from 16 players on."),
}
BOX = 12  # villagers of the printed game
MANY_VILLAGERS = _("The printed game has twelve villagers: for more, make the cards yourselves.")
NO_VILLAGER = _("Nobody is a plain villager, so nobody can pass for one.")


def werewolves(players: int) -> int:
    """Return the number of werewolves: two, three from 16 players on (L-01)."""
    return 2 if players < THIRD_WEREWOLF else 3


def suggestion(players: int, options: Mapping[str, Any] = AS_USUAL) -> dict[str, int]:
    """Return how many of each character to deal to so many players (L-01, L-02).

    It has every special character that is advised.
    """
    specials = {role: copies(role) if players >= least else 0 for role, least in ADVISED.items()}
    return {WEREWOLF: werewolves(players), SEER: 1} | specials


def copies(role: str) -> int:
    """Return how many cards of a special character join a deck at once.

    The masons come in twos (L-02).
    """
    return 2 if role == MASON else 1


def wrong_counts(players: int, counts: Mapping[str, int], options: Mapping[str, Any] = AS_USUAL) -> str:
    """Return why these counts cannot be dealt to so many players, or ""."""
    if any(counts.get(role, 0) < 0 for role in COUNTED):
        return _("a count is below nothing")
    if sum(counts.get(role, 0) for role in COUNTED) > players:
        return _("there are more cards than players")
    return _wrong_deck(players, counts)


def warnings(players: int, counts: Mapping[str, int], options: Mapping[str, Any] = AS_USUAL) -> list[str]:
    """Return advice to a moderator on these counts; nothing here refuses them (L-02)."""
    said = [EARLY[role] for role, least in ADVISED.items() if counts.get(role, 0) and players < least]
    villagers = players - sum(counts.get(role, 0) for role in COUNTED)
    if villagers <= 0:
        said.append(NO_VILLAGER)
    if villagers > BOX:
        said.append(MANY_VILLAGERS)
    return said


def deal(
    seats: Sequence[str], options: Mapping[str, Any], choose: Choose, counts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Deal a card drawn for every seat; `counts` as `suggestion` returns them.

    Raises `ValueError` when the counts cannot be dealt.
    """
    counts = counts or suggestion(len(seats), options)
    if wrong := wrong_counts(len(seats), counts, options):
        raise ValueError(wrong)
    return deal_roles(seats, deck_of(len(seats), counts, COUNTED, VILLAGER), choose)


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """Return why this deal is unlawful (L-01, L-02), or "" when it may be played."""
    if wrong := wrong_roles(seats, deal, ROLES):
        return wrong
    return _wrong_deck(len(deal), Counter(card["role"] for card in deal.values()))


def _wrong_deck(players: int, counts: Mapping[str, int]) -> str:
    if counts.get(WEREWOLF, 0) != werewolves(players):
        return _("there must be two werewolves, three from 16 players on")
    if counts.get(SEER, 0) != 1:
        return _("there must be one seer")
    if counts.get(MASON, 0) not in (0, copies(MASON)):
        return _("there must be two masons or none")
    if any(counts.get(role, 0) > copies(role) for role in ADVISED):
        return _("there can be only one of each special character")
    return ""
