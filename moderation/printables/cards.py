"""The printed cards of a game, and their numbers for so many players.

This module knows no table. It deals the numbers to placeholder seats, and only counts the cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine.kit import Kit
from games.engine.options import settle
from moderation.tables.setup.deal_section import explain_wrong_seats, name_plain_card, translate_message
from moderation.web.forms import Form, Number
from moderation.web.refusals import Unwanted

MOST = 99  # players: a larger table is dealt on phones


@dataclass(frozen=True)
class PrintedCard:
    """A printed card: its kind (`key`: a role, a genome), its text, and its camp.

    The camp is named as in the kit's look.
    """

    key: str
    kind: str
    value: str
    name: str
    camp: str = ""
    side: str = ""
    lines: tuple[str, ...] = ()


class NumbersForm(Form):
    """The form for the number of players and of each card. Empty fields get a proposal."""

    def __init__(self, kit: Kit, data: QueryDict) -> None:
        fewest, most = kit.roles.SEATS
        self.kit, self.most = kit, min(most, MOST)
        filled = data.copy()
        players = min(max(fewest, _parse_number(data.get("players", ""))), self.most)
        self.suggested = dict(kit.roles.suggestion(players, kit.usual))
        if data.get("proposed"):
            filled = QueryDict(mutable=True)
            filled["players"] = data.get("players", "")
        filled.setdefault("players", str(fewest))
        for name, count in self.suggested.items():
            filled.setdefault(f"count.{name}", str(count))
        super().__init__(filled)
        self.fields["players"] = Number(most=self.most, label=_("Players"))
        for name in self.suggested:
            self.fields[f"count.{name}"] = Number(most=self.most, label=kit.words.COUNTS.get(name, name))

    def numbers(self) -> tuple[int, dict[str, int]]:
        """Return the number of players, and of each card to deal.

        Raises `Unwanted` when they cannot be dealt.
        """
        read = self.read()
        players, counts = read["players"], {name: read[f"count.{name}"] for name in self.suggested}
        wrong = self.kit.roles.wrong_counts(players, counts, self.kit.usual)
        if wrong := explain_wrong_seats(self.kit, players) or translate_message(self.kit, wrong):
            raise Unwanted(wrong)
        return players, counts

    @property
    def plain(self) -> str:
        """The name of the card of seats without a counted one; empty where nothing is counted."""
        return name_plain_card(self.kit, self.suggested)


def _parse_number(written: str) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 5 else 0


def list_deck(kit: Kit, players: int, counts: Mapping[str, int]) -> list[PrintedCard]:
    """Return every card of a deal of these numbers.

    Roles come first, then the other cards of a seat.
    """
    seats = [str(number) for number in range(players)]
    deal = kit.roles.deal(seats, settle(kit.roles.OPTIONS, {}), lambda choices: choices[0], counts or None)
    faces = {(card.key, card.value): card for card in list_kinds(kit)}
    return [
        faces[key, value]
        for key, values in kit.roles.CARD.items()
        for value in values
        for seat in seats
        if deal[seat][key] == value
    ]


def list_loose_cards(kit: Kit) -> list[PrintedCard]:
    """Return the cards of the box that are not dealt, as often as the box has them."""
    role = str(kit.words.CARDS["role"].label) if "role" in kit.words.CARDS else ""
    return [
        PrintedCard(
            "role" if one.dealt else "loose", role if one.dealt else "", "", str(one.name), lines=(str(one.line),)
        )
        for one in kit.words.LOOSE
        for _copy in range(one.copies)
    ]


def list_kinds(kit: Kit) -> list[PrintedCard]:
    """Return every different card of a game."""
    return [card for key, values in kit.roles.CARD.items() for card in _list_cards_of_key(kit, key, values)]


def _list_cards_of_key(kit: Kit, key: str, values: Sequence[str]) -> list[PrintedCard]:
    words = kit.words.CARDS[key]
    if key != "role" or kit.look is None or not kit.look.roles:  # the facts of such cards are not known here
        named = [(value, str(words.values.get(value, value))) for value in values]
        return [PrintedCard(key, str(words.label), value, name[:1].upper() + name[1:]) for value, name in named]
    cards = {value: kit.words.card([{"fact": "role", "role": value}]) for value in values}
    lines = {value: tuple(str(line) for line in card.lines) for value, card in cards.items()}
    same = set.intersection(*map(set, lines.values()))  # lines about the phone, equal for all roles
    return [
        PrintedCard(
            key,
            str(words.label),
            value,
            str(card.name),
            str(card.camp),
            card.side,
            tuple(line for line in lines[value] if line not in same),
        )
        for value, card in cards.items()
    ]
