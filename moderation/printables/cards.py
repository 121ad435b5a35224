"""Real cards of a game: which there are, and how many of each for so many players.

Knows no table: a deal is drawn from the numbers for seats that nobody sits in, and only counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.engine.kit import Kit
from games.engine.options import settle
from moderation.tables.setup.view_model import plain_card, sentence, wrong_seats
from moderation.web.forms import Form, Number
from moderation.web.refusals import Unwanted

MOST = 99  # players: a table of more is dealt on phones


@dataclass(frozen=True)
class PrintedCard:
    """A card: of which kind (`key`: a role, a genome), what it says, and the name of its camp in the kit's look."""

    key: str
    kind: str
    value: str
    name: str
    camp: str = ""
    side: str = ""
    lines: tuple[str, ...] = ()


class NumbersForm(Form):
    """For how many players cards are printed, and how many of each; what is not filled in is proposed."""

    def __init__(self, kit: Kit, data: QueryDict) -> None:
        fewest, most = kit.roles.SEATS
        self.kit, self.most = kit, min(most, MOST)
        filled = data.copy()
        players = min(max(fewest, _number(data.get("players", ""))), self.most)
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
        """The players, and how many of each to deal. Raises `Unwanted` when they cannot be dealt."""
        read = self.read()
        players, counts = read["players"], {name: read[f"count.{name}"] for name in self.suggested}
        wrong = self.kit.roles.wrong_counts(players, counts, self.kit.usual)
        if wrong := wrong_seats(self.kit, players) or sentence(self.kit, wrong):
            raise Unwanted(wrong)
        return players, counts

    @property
    def plain(self) -> str:
        """What whoever gets none of the counted cards is dealt, in words; nothing where nothing is counted."""
        return plain_card(self.kit, self.suggested)


def _number(written: str) -> int:
    return int(written) if written.isascii() and written.isdigit() and len(written) < 5 else 0


def deck(kit: Kit, players: int, counts: Mapping[str, int]) -> list[PrintedCard]:
    """Every card that a deal of these numbers takes, sorted: roles, then what else a seat is dealt."""
    seats = [str(number) for number in range(players)]
    deal = kit.roles.deal(seats, settle(kit.roles.OPTIONS, {}), lambda choices: choices[0], counts or None)
    faces = {(card.key, card.value): card for card in kinds(kit)}
    return [
        faces[key, value]
        for key, values in kit.roles.CARD.items()
        for value in values
        for seat in seats
        if deal[seat][key] == value
    ]


def kinds(kit: Kit) -> list[PrintedCard]:
    """Every different card of a game."""
    return [card for key, values in kit.roles.CARD.items() for card in _of_one_key(kit, key, values)]


def _of_one_key(kit: Kit, key: str, values: Sequence[str]) -> list[PrintedCard]:
    words = kit.words.CARDS[key]
    if key != "role" or kit.look is None or not kit.look.roles:  # what a card is told of them is not known
        named = [(value, str(words.values.get(value, value))) for value in values]
        return [PrintedCard(key, str(words.label), value, name[:1].upper() + name[1:]) for value, name in named]
    cards = {value: kit.words.card([{"fact": "role", "role": value}]) for value in values}
    lines = {value: tuple(str(line) for line in card.lines) for value, card in cards.items()}
    same = set.intersection(*map(set, lines.values()))  # about the phone: on paper it tells no role from another
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
