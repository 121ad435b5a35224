"""Mystery Space Murder 3000: the case: players and their cards, the envelope, the time.

Everything here is the truth. rules.py, where reading starts, tells each player a part of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.engine.table import Outcome, Table
from games.kits.murder.roles import Cards, Deck, said


@dataclass
class Investigator:
    """A player: the character, the secret to guard, the clues in hand, and the present state."""

    seat: str
    secret: str
    hand: list[str]
    character: str | None = None  # until it has been chosen
    imprisoned: bool = False
    lost: bool = False

    @property
    def free(self) -> bool:
        """True if neither in prison nor lost in space."""
        return not self.imprisoned and not self.lost


class Case:
    """The ship and everybody aboard."""

    def __init__(self, table: Table) -> None:
        deal = table.deal
        self.table = table
        self.deck = Deck.of(table.options["deck"])
        self.envelope: Cards = dict(deal["envelope"])
        self.people = {
            seat: Investigator(seat, deal["secrets"][seat], self.deck.in_order(deal["hands"][seat]))
            for seat in table.seats
        }
        self.round = table.round_from(deal["first"])  # M-04: everybody, clockwise from who begins
        self.hours: int = table.options["hours"]
        table.truth = self.truth
        table.hidden = lambda: {"envelope": dict(self.envelope)}

    def truth(self) -> dict[str, dict[str, Any]]:
        """Return character, secret, hand, free and lost of every seat."""
        return {
            seat: {
                "character": one.character,
                "secret": one.secret,
                "hand": list(one.hand),
                "free": one.free,
                "lost": one.lost,
            }
            for seat, one in self.people.items()
        }

    # Who is where

    def aboard(self) -> list[str]:
        """Return the seats in the game: everybody not lost in space."""
        return [seat for seat, one in self.people.items() if not one.lost]

    def left_of(self, seat: str) -> list[str]:
        """Return the other seats in the game, clockwise from the left neighbour."""
        return [other for other in self.table.round_from(seat)[1:] if not self.people[other].lost]

    def prisoners(self) -> list[str]:
        """Return the seats in prison."""
        return [seat for seat, one in self.people.items() if one.imprisoned]

    def player_of(self, character: str) -> Investigator | None:
        """Return the player in the game who plays this character; None when nobody does."""
        return next((self.people[seat] for seat in self.aboard() if self.people[seat].character == character), None)

    def witness_to(self, hypothesis: Cards, investigator: str) -> str | None:
        """Return the first on the investigator's left who has one of the cards (M-06).

        Prisoners testify too (M-08).
        """
        return next((seat for seat in self.left_of(investigator) if self.matches(hypothesis, seat)), None)

    def matches(self, hypothesis: Cards, seat: str) -> list[str]:
        """Return the cards of a hypothesis that a seat has, in the order in which it is said."""
        return [card for card in said(hypothesis) if card in self.people[seat].hand]

    # Cards that change hands

    def tell_hand(self, seat: str, **more: list[str]) -> None:
        """Tell a seat which clues it has now.

        `new`, after the deal: those of which no other fact tells.
        """
        self.table.tell(seat, "hand", cards=list(self.people[seat].hand), **more)

    def give(self, card: str, giver: str, taker: str) -> None:
        """Move a clue from one hand to another."""
        self.people[giver].hand.remove(card)
        self.people[taker].hand = self.deck.in_order([*self.people[taker].hand, card])

    def show(self, card: str, owner: str, to: str) -> None:
        """Show a clue, which stays where it is."""
        self.table.tell(to, "shown", by=owner, card=card)
        self.table.tell(owner, "showed", to=to, card=card)

    def scatter(self, lost: str) -> None:
        """Deal the clues of a lost player to the others in the game, from the left (M-05).

        They go out one at a time.
        """
        others = self.left_of(lost)
        new: dict[str, list[str]] = {lost: []}
        for place, card in enumerate(list(self.people[lost].hand)):
            taker = others[place % len(others)]
            self.give(card, lost, taker)
            new.setdefault(taker, []).append(card)
        for seat in self.table.in_order(new):
            self.tell_hand(seat, new=new[seat])

    # How it ends

    def last_free(self) -> Outcome | None:
        """Return an outcome when one player is neither in prison nor lost in space (M-11).

        That player wins, at once.
        """
        free = [seat for seat, one in self.people.items() if one.free]
        return won_by(free, "last_free") if len(free) == 1 else None

    def out_of_time(self) -> Outcome:
        """Return the outcome where the culprit escapes with the ship (M-10).

        Nobody wins if no such player is aboard.
        """
        culprit = self.player_of(self.envelope["character"])
        return won_by([culprit.seat] if culprit else [], "out_of_time")


def won_by(seats: Iterable[str], reason: str) -> Outcome:
    """Return the outcome: players win for themselves alone."""
    winners = list(seats)
    return Outcome(winners, reason, list(winners))
