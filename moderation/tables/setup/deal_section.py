"""The section of a table before play about its cards: counts, options, advice and odds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import Kit
from games.engine.options import OfSeats, Switch, WordLists, settle
from games.engine.words import OptionWords, Words
from games.models import GameSession
from moderation.tables.setup.odds import Odds, find_odds

Stage = GameSession.Stage


@dataclass(frozen=True)
class CountRow:
    """The count of one card to deal."""

    name: str
    label: str
    count: int


@dataclass(frozen=True)
class SeatChoice:
    """An option that names a seat, chosen once the people are at the table."""

    name: str
    label: str
    help: str
    chosen: str  # the seat; empty: the first one


@dataclass(frozen=True)
class DealSection:
    """The cards to deal, and the options of the game."""

    counts: tuple[CountRow, ...]
    rest: str  # the card that all others are dealt: "Astronaut"
    left: int  # how many others there are
    dealt_others: bool  # the cards were dealt with other counts than these
    own_counts: bool
    proposed: str  # which of the proposed counts come from the rulebook; empty where the table has its own
    plainer: bool  # a deal with plainer cards is possible
    wrong_counts: str
    advice: tuple[str, ...]
    odds: Odds | None  # the simulated results of these cards; None: there are none
    types_in: bool  # cards of this game can be typed in
    options: tuple[tuple[str, str], ...]
    choices: tuple[SeatChoice, ...]  # the options that name a seat of the table


def build_deal_section(session: GameSession, seats: Collection[str]) -> DealSection:
    """Build the section about the cards. `seats`: the names at the table."""
    kit, words, players = session.kit, session.kit.words, len(seats)
    counts, options = read_counts(session, players), read_options(session)
    return DealSection(
        counts=tuple(CountRow(name, str(words.COUNTS.get(name, name)), count) for name, count in counts.items()),
        rest=name_plain_card(kit, counts),
        left=players - sum(count for name, count in counts.items() if name in list_cards(kit)),
        dealt_others=session.stage == Stage.CARDS and session.settings.dealt_counts not in (None, counts),
        own_counts=bool(session.counts),
        proposed="" if session.counts or not counts else str(words.PROPOSED),
        plainer=counts != suggest_counts(kit, players, options),
        wrong_counts=explain_wrong_counts(kit, players, counts, options),
        advice=list_advice(kit, players, counts, options),
        odds=None if session.rehearsal else find_odds_for(kit, players, counts, options),
        types_in=bool(kit.roles.CARD),
        options=describe_options(words, kit, session.options),
        choices=list_seat_choices(words, kit, session.options, seats),
    )


def read_options(session: GameSession) -> dict[str, Any]:
    """Return every option of a table, as set or by default."""
    return settle(session.kit.roles.OPTIONS, session.options)


def read_counts(session: GameSession, players: int) -> dict[str, int]:
    """Return the counts to deal: the moderator's own, else the game's suggestion.

    It is empty in a game without counts.
    """
    roles = session.kit.roles
    suggested = roles.suggestion(max(players, roles.SEATS[0]), read_options(session))
    return {name: session.counts.get(name, count) for name, count in suggested.items()}


def list_cards(kit: Kit) -> Sequence[str]:
    """Return the cards of which everybody is dealt one. It is empty where they have no names."""
    return next(iter(kit.roles.CARD.values()), ())


def name_plain_card(kit: Kit, counts: Mapping[str, int]) -> str:
    """Return the card, in words, for everybody who gets none of the counted cards.

    It is empty where nothing is counted.
    """
    plain = [card for card in list_cards(kit) if card not in counts]
    if not counts or len(plain) != 1:
        return ""
    said = kit.words.CARDS[next(iter(kit.roles.CARD))]
    return str(said.values.get(plain[0], plain[0]))


def suggest_counts(kit: Kit, players: int, options: Mapping[str, Any]) -> dict[str, int]:
    """Return the suggested counts without the cards that the game does not need."""
    players = max(players, kit.roles.SEATS[0])
    counts = dict(kit.roles.suggestion(players, options))
    for name in counts:
        if not kit.roles.wrong_counts(players, counts | {name: 0}, options):
            counts[name] = 0
    return counts


def explain_wrong_seats(kit: Kit, players: int) -> str:
    """Return a sentence why so many people cannot play; empty when they can."""
    fewest, most = kit.roles.SEATS
    if players < fewest:
        missing = fewest - players
        return ngettext("%(count)d player more is needed.", "%(count)d players more are needed.", missing) % {
            "count": missing
        }
    if players > most:
        return _("This game takes at most %(count)d players.") % {"count": most}
    return ""


def explain_wrong_counts(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> str:
    """Return a sentence why these counts cannot be dealt to so many; empty when they can."""
    if not counts or explain_wrong_seats(kit, players):
        return ""
    return translate_message(kit, kit.roles.wrong_counts(players, counts, options))


def list_advice(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return advice for the moderator to consider before dealing."""
    if explain_wrong_seats(kit, players) or explain_wrong_counts(kit, players, counts, options):
        return ()
    return tuple(translate_message(kit, line) for line in kit.roles.warnings(players, counts, options))


def find_odds_for(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> Odds | None:
    """Return the simulated results of these cards, None where they cannot be dealt."""
    if explain_wrong_seats(kit, players) or explain_wrong_counts(kit, players, counts, options):
        return None
    return find_odds(kit, players, counts)


def translate_message(kit: Kit, said: str) -> str:
    """Return a message of a kit's roles as a sentence in the active language."""
    told = kit.translate(said)
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".") if told else ""


def list_seat_choices(
    words: Words, kit: Kit, given: Mapping[str, Any], seats: Collection[str]
) -> tuple[SeatChoice, ...]:
    """Return the options that name a seat, with the chosen seat if it is still there."""
    offered = [name for name, option in kit.roles.OPTIONS.items() if isinstance(option, OfSeats)]
    said = {name: words.OPTIONS.get(name, OptionWords(name)) for name in offered}
    return tuple(
        SeatChoice(
            name, str(said[name].label), str(said[name].help), str(one) if (one := given.get(name)) in seats else ""
        )
        for name in offered
    )


def describe_options(words: Words, kit: Kit, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the options that fit on a line, each as a label and its value."""
    said = []
    for name, value in settle(kit.roles.OPTIONS, given).items():
        label = words.OPTIONS.get(name, OptionWords(name))
        if isinstance(kit.roles.OPTIONS[name], Switch):
            said.append((str(label.label), _("yes") if value else _("no")))
        elif isinstance(option := kit.roles.OPTIONS[name], WordLists) and value:
            typed = [
                str(label.values[part]) for part in option.lengths if list(value[part]) != list(option.own[part])
            ]
            said.append((str(label.label), ", ".join(typed)))
        elif isinstance(value, str | int) and not isinstance(option, OfSeats):
            said.append((str(label.label), str(label.values.get(str(value), value))))
    return tuple(said)
