"""Spree!: the state that the rules change: hands, carts, cars, positions and piles.

The board stays on the table. Which square a pawn stands on is nowhere in here. What players may do, and when,
is in rules.py.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.asks import Order, either
from games.engine.table import Reply, Step, Table
from games.kits.spree.roles import HAND, points, target

Turn = Generator[Step, Reply, None]


@dataclass
class Shopper:
    """A player: cards in hand, goods in the cart, points in the car, whether down or at the car."""

    hand: list[str]
    cart: list[str] = field(default_factory=list)
    score: int = 0
    down: bool = False
    at_car: bool = True
    parked: bool = True  # the car: in a parking space, not on the road (P-12)


class Mall:
    """The players, the stock, the discards, and the cards on the table until aces have decided."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.hong_kong: bool = table.options["hong_kong"]
        self.target = target(table.seats, table.options)
        self.shoppers = {seat: Shopper(list(table.deal["hands"][seat])) for seat in table.seats}
        self.stock: list[str] = list(table.deal["stock"])  # next drawn first
        self.discards: list[str] = []  # latest last
        self.on_table: list[str] = []
        table.truth = self.truth
        table.hidden = self.hidden

    def truth(self) -> dict[str, dict[str, Any]]:
        """Return hand, cart, score, down and at_car of every seat, in Hong Kong parked too."""
        return {
            seat: {
                "hand": list(one.hand),
                "cart": list(one.cart),
                "score": one.score,
                "down": one.down,
                "at_car": one.at_car,
                **({"parked": one.parked} if self.hong_kong else {}),
            }
            for seat, one in self.shoppers.items()
        }

    def hidden(self) -> dict[str, Any]:
        """Return the piles, and the cards on the table while they may still be stopped."""
        piles = {"stock": list(self.stock), "discards": list(self.discards)}
        return piles | ({"table": list(self.on_table)} if self.on_table else {})

    # Who is where.

    def others(self, seat: str) -> list[str]:
        """Return everybody but this seat, in seat order."""
        return [other for other in self.table.seats if other != seat]

    def on_foot(self, seat: str) -> bool:
        """Return whether a player stands, away from the car."""
        one = self.shoppers[seat]
        return not one.down and not one.at_car

    def left_of(self, seat: str) -> str:
        """Return the next seat clockwise."""
        return self.table.round_from(seat)[1]

    def knock_down(self, seat: str, pushed: int = 0) -> None:
        """Knock a player down (P-07).

        The player is pushed by so many squares, if nothing on the board stops the player before.
        """
        self.shoppers[seat].down = True
        self.table.announce("down", seat=seat, **({"pushed": pushed} if pushed else {}))

    def stand_up(self, seat: str) -> None:
        """Stand a player up who is down (P-07)."""
        if self.shoppers[seat].down:
            self.shoppers[seat].down = False
            self.table.announce("up", seat=seat)

    # Where cards go.

    def lay_down(self, seat: str, cards: Sequence[str]) -> None:
        """Take cards from a hand, and tell its holder which cards are left.

        Ruling: of two identical cards the one held longer goes.
        """
        for card in cards:
            self.shoppers[seat].hand.remove(card)
        self.tell_hand(seat)

    def discard(self, seat: str, card: str) -> None:
        """Move a card from a hand to the discards."""
        self.discards.append(card)
        self.lay_down(seat, [card])

    def fill_cart(self, seat: str, cards: Sequence[str]) -> None:
        """Put goods into a cart, on top of the goods that are there."""
        self.shoppers[seat].cart += cards
        self.show_cart(seat)

    def empty_cart(self, seat: str) -> None:
        """Move the goods in a cart to the discards.

        An empty cart has not changed, so nobody is told.
        """
        cart = self.shoppers[seat].cart
        if cart:
            self.discards += cart
            cart.clear()
            self.show_cart(seat)

    def worth(self, cards: Sequence[str]) -> int:
        """Return the points of these cards (P-09)."""
        return sum(points(card, self.table.options["face_cards"]) for card in cards)

    def draw_up(self, seat: str) -> Turn:
        """Fill a hand up to five (P-03).

        P-01: an empty stock is made of the shuffled discards. With neither stock nor discards left the hand stays
        short.
        """
        hand, drawn = self.shoppers[seat].hand, list[str]()
        while len(hand) < HAND and (self.stock or self.discards):
            if not self.stock:
                yield from self.shuffle()
            card = self.stock.pop(0)
            hand.append(card)
            drawn.append(card)
        if drawn:
            self.tell_hand(seat, drawn)

    def shuffle(self) -> Turn:
        """Make the discards the stock, in an order that chance gives (P-01)."""
        reply = yield self.table.chance("shuffle", either(Order("cards", tuple(self.discards))))
        self.stock = list(reply.require_answer()["cards"])
        self.discards = []
        self.table.announce("shuffled")

    # Telling.

    def tell_hand(self, seat: str, drawn: Sequence[str] = ()) -> None:
        """Tell a hand to its holder, in its order; `drawn` is what has just come into it."""
        self.table.tell(seat, "hand", cards=list(self.shoppers[seat].hand), drawn=list(drawn))

    def show_cart(self, seat: str) -> None:
        """Announce a cart, with what it would be worth in the car."""
        cart = list(self.shoppers[seat].cart)
        self.table.announce("cart", seat=seat, cards=cart, points=self.worth(cart))
