"""Sporz: the set-up. Roles, genomes, their numbers, and lawful deals (RULINGS S-02 to S-05)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.asks import Choose, shuffled
from games.engine.dealing import deck_of
from games.engine.options import AS_USUAL, Option, Switch, Word, wrong_seats
from games.engine.words import gettext_noop as _

SEATS = (4, 999)
CHILDREN = False  # infections, autopsies and secret votes are a lot to hold in mind at eight
OPTIONS: Mapping[str, Option] = {
    "night_autopsy": Word(("role", "full")),  # S-13
    "show_tally": Switch(True),  # S-32
    "murder_announced": Switch(True),  # S-13
    "investigators": Word(("cpg", "cgp", "pcg", "pgc", "gcp", "gpc")),  # S-25b: by their initials
    "small_groups": Switch(False),  # S-30
    "call_dead_roles": Switch(False),  # S-25
}

BASE_MUTANT, DOCTOR, ASTRONAUT = "base_mutant", "doctor", "astronaut"
COMPUTER_SCIENTIST, PSYCHOLOGIST, GENETICIST = "computer_scientist", "psychologist", "geneticist"
SPY, HACKER = "spy", "hacker"
LONE_ROLES = (COMPUTER_SCIENTIST, PSYCHOLOGIST, GENETICIST, SPY, HACKER)  # at most one each (S-02)
ROLES = (BASE_MUTANT, DOCTOR, *LONE_ROLES, ASTRONAUT)
HACKABLE = (COMPUTER_SCIENTIST, PSYCHOLOGIST, GENETICIST)  # S-23

NORMAL, HOST, RESISTANT = "normal", "host", "resistant"
GENOMES = (NORMAL, HOST, RESISTANT)

CARD: Mapping[str, Sequence[str]] = {"role": ROLES, "genome": GENOMES}  # the parts of a seat's card
COUNTED = (*ROLES[:-1], HOST, RESISTANT)  # cards whose number a moderator sets; the rest are normal astronauts
CLASSIC = (8, 16)  # players; above, the counts are the moderator's to set (S-03)
FEW = 7  # players; fewer are proposed one doctor (S-03)


def suggestion(players: int, options: Mapping[str, Any] = AS_USUAL) -> dict[str, int]:
    """Return how many of each role and genome to deal to so many players (S-02, S-03, S-04).

    `host` counts the hosts beside the base mutants. Ruling: lone roles join in the order in which they
    wake, one for each player from the seventh on. So one player at least is a plain astronaut.
    """
    lone = LONE_ROLES[: max(0, players - 6)]
    counts = {BASE_MUTANT: 1, DOCTOR: _usual_doctors(players)} | {role: int(role in lone) for role in LONE_ROLES}
    return counts | {HOST: 1, RESISTANT: 1}


def _usual_doctors(players: int) -> int:
    return 1 if players < FEW else 2


def wrong_counts(players: int, counts: Mapping[str, int], options: Mapping[str, Any] = AS_USUAL) -> str:
    """Return why these counts cannot be dealt to so many players, or ""."""
    if any(counts.get(name, 0) < 0 for name in COUNTED):
        return _("a count is below nothing")
    deal = lay_out(range(players), counts)
    if deal is None:
        return _("there are more cards than players")
    return wrong_deal(list(deal), {}, deal)


def warnings(players: int, counts: Mapping[str, int], options: Mapping[str, Any] = AS_USUAL) -> list[str]:
    """Return advice to a moderator on these counts; nothing here refuses them."""
    plain = players - sum(counts.get(role, 0) for role in ROLES[:-1])
    advice = {
        _("The classic rules are written for 8 to 16 players."): players < CLASSIC[0],
        _("The rulebook has two doctors."): players >= FEW and counts.get(DOCTOR, 0) < _usual_doctors(players),
        _("The rulebook has two doctors; with 6 players or fewer, one is proposed here."): players < FEW,
        _(
            "Without a geneticist, a host and a resistant show only by a cure or a mutation that fails."
        ): not counts.get(GENETICIST),
        _("With this many base mutants the ship may be theirs in a few nights."): counts.get(BASE_MUTANT, 0)
        > players // 8 + 1,
        _("Nobody is a plain astronaut, so the base mutant cannot pass for one."): plain < 1,
        _("The hacker will find nobody to hack."): bool(counts.get(HACKER)) and not any(map(counts.get, HACKABLE)),
    }
    return [sentence for sentence, holds in advice.items() if holds]


def lay_out(seats: Sequence[Any], counts: Mapping[str, int]) -> dict[Any, dict[str, str]] | None:
    """Return roles and genomes in order over the seats; None when there are too few seats."""
    roles = deck_of(len(seats), counts, ROLES[:-1], ASTRONAUT)
    open_to_chance = sum(role not in (BASE_MUTANT, DOCTOR) for role in roles)
    genomes = [HOST] * counts.get(HOST, 0) + [RESISTANT] * counts.get(RESISTANT, 0)
    if open_to_chance == 1:  # Ruling: S-04, the only one is a host.
        genomes = [HOST]
    genomes += [NORMAL] * (open_to_chance - len(genomes))
    if len(roles) > len(seats) or len(genomes) > open_to_chance:
        return None
    rest = iter(genomes)
    fixed = {BASE_MUTANT: HOST, DOCTOR: NORMAL}
    return {
        seat: {"role": role, "genome": fixed.get(role) or next(rest)} for seat, role in zip(seats, roles, strict=True)
    }


def deal(
    seats: Sequence[str], options: Mapping[str, Any], choose: Choose, counts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Deal roles and genomes drawn for the seats (S-05); `counts` as `suggestion` returns them.

    Raises `ValueError` when the counts cannot be dealt.
    """
    counts = counts or suggestion(len(seats), options)
    if wrong := wrong_counts(len(seats), counts, options):
        raise ValueError(wrong)
    laid = lay_out(shuffled(seats, choose), counts)
    assert laid is not None
    drawn = iter(shuffled([card["genome"] for card in laid.values() if _drawn(card)], choose))
    cards = {seat: card | {"genome": next(drawn)} if _drawn(card) else card for seat, card in laid.items()}
    return {seat: cards[seat] for seat in seats}


def _drawn(card: Mapping[str, str]) -> bool:
    """Return whether chance decides the genome that goes with this card (S-04)."""
    return card["role"] not in (BASE_MUTANT, DOCTOR)


def wrong_deal(seats: Sequence[Any], options: Mapping[str, Any], deal: Mapping[Any, Any]) -> str:
    """Return why this deal is unlawful (S-02, S-03, S-04), or "" when it may be played."""
    if wrong := wrong_seats(seats, deal):
        return wrong
    for seat, card in deal.items():
        if not isinstance(card, Mapping) or card.get("role") not in ROLES or card.get("genome") not in GENOMES:
            return f"{seat} needs a role and a genome"
    roles = Counter(card["role"] for card in deal.values())
    large = len(deal) > CLASSIC[1]
    if not roles[BASE_MUTANT] or (roles[BASE_MUTANT] > 1 and not large):
        return _("there must be one base mutant")
    if not roles[DOCTOR] or (roles[DOCTOR] > 2 and not large):
        return _("there must be one or two doctors")
    if any(roles[role] > 1 for role in LONE_ROLES):
        return _("there can be only one of each special role")
    return _wrong_genomes(deal, large)


def _wrong_genomes(deal: Mapping[Any, Any], large: bool) -> str:
    if any(card["genome"] != HOST for card in deal.values() if card["role"] == BASE_MUTANT):
        return _("a base mutant is a host")
    if any(card["genome"] != NORMAL for card in deal.values() if card["role"] == DOCTOR):
        return _("a doctor is of normal genome")
    others = Counter(card["genome"] for card in deal.values() if _drawn(card))
    if not others:
        return ""
    resistants = int(others.total() > 1)  # Ruling: S-04, the only one is a host.
    if not others[HOST] or (others[HOST] > 1 and not large):
        return _("among the others there must be one host")
    if others[RESISTANT] < resistants or (others[RESISTANT] > 1 and not large):
        return _("among the others there must be one resistant")
    return ""
