"""Spree!: how the computer plays a seat.

A bot sees no board, so it pretends, as far as its throw goes. It imagines a shop every few squares, and cards of
movement for as many squares more. Now and then it imagines another pawn in line or on the same square. Goods go home
when they are worth the way, and the throw is long enough for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.asks import Answer, Ask, Choose
from games.engine.table import Fact
from games.kits.spree.roles import ACE, JOKER, points, rank_of

FACE_CARDS = 10  # near enough for a bot
APART = 3  # squares from one shop to the next, and to another pawn, as a bot estimates
HOME = 3  # squares at least on the way back to the car
NEAR = 4  # squares within which a bot shoots
HEAVY = 30  # points in a cart that are better taken home
ANNOUNCED = ("move", "shop", "rob", "shoot")


def answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """React to what concerns the seat, or act as a looter who knows the mall would."""
    possible = ask.report()
    if step == "react":
        return react(possible, seat, told, choose)
    return leave_or_drive(possible, told, choose) if "bank" not in possible else loot(possible, seat, told, choose)


def react(possible: Answer, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Play an ace, if there is one, against harm to the seat or for its own action.

    A joker is played if need be.
    """
    start = max(place for place, fact in enumerate(told) if fact["fact"] in ANNOUNCED)
    deed, aces = told[start], sum(fact["fact"] == "ace" for fact in told[start:])
    stands = aces % 2 == 0
    concerned = seat in (deed.get("from"), deed.get("at")) if stands else seat == deed["seat"]
    costly = stands and worth(deed.get("cards", ())) >= 2 * FACE_CARDS
    cards = possible.get("ace", [])
    if cards and ((concerned and not happens(3, choose)) or (costly and happens(8, choose))):
        return {"ace": min(cards, key=lambda card: card == JOKER)}
    return {"pass": True}


def leave_or_drive(possible: Answer, told: Sequence[Fact], choose: Choose) -> Answer:
    """Leave for the mall; in Hong Kong, a laden player in reach of the car comes first at times."""
    for victim in possible.get("run_over", ()):
        if worth(cart_of(victim, told)) >= HEAVY // 2 or happens(3, choose):
            return {"run_over": victim}
    if "shoot" in possible and happens(6, choose):
        return {"shoot": aim(possible["shoot"], choose)}
    if "park" in possible:
        return {"end": True} if happens(4, choose) else {"park": True}
    if "leave" not in possible:
        return {"drive": True}
    laden = {fact["seat"] for fact in told if fact["fact"] == "cart" and fact["points"] >= HEAVY // 2}
    if "drive" in possible and happens(2 if laden else 8, choose):
        return {"drive": True}
    return {"leave": True}


def loot(possible: Answer, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Roll, rob, shop, shoot, and go home when the cart is heavy or wins the game."""
    if "roll" in possible:
        return {"roll": True}
    this_turn = [fact["fact"] for fact in told[latest("turn", told) :]]
    passed = this_turn.count("shop") + this_turn.count("rob")
    squares = walked(told[latest("turn", told) :]) - APART * passed
    cart = worth(cart_of(seat, told))
    if squares >= HOME and cart and (cart >= missing(seat, told) or cart >= HEAVY):
        return {"bank": True}
    if "rob" in possible and squares >= APART and happens(4, choose):
        return {"rob": choose(possible["rob"])}
    if "shop" in possible and squares >= APART:
        return {"shop": max(possible["shop"], key=bargain)}
    if "shoot" in possible and happens(6, choose):
        return {"shoot": aim(possible["shoot"], choose)}
    if "move" in possible and "move" not in this_turn and happens(4, choose):
        return {"move": choose(possible["move"])}
    return {"end": True}


def walked(this_turn: Sequence[Fact]) -> int:
    """Return the squares that this turn's dice and cards of movement allow (P-04).

    A joker is a ten.
    """
    dice = sum(sum(fact["dice"]) for fact in this_turn if fact["fact"] == "roll")
    cards = [fact["card"] for fact in this_turn if fact["fact"] == "move"]
    return dice + sum(10 if card == JOKER else int(rank_of(card)) for card in cards)


def aim(shots: Sequence[Answer], choose: Choose) -> Answer:
    """Choose a shot at a target that is near."""
    shot: Answer = choose([shot for shot in shots if shot["distance"] <= NEAR])
    return shot


def bargain(cards: Sequence[str]) -> tuple[bool, int]:
    """Return the value of a purchase, for comparison.

    An ace is worth more in the hand than in the cart.
    """
    return rank_of(cards[0]) != ACE, worth(cards)


def worth(cards: Sequence[str]) -> int:
    """Return the points of these cards."""
    return sum(points(card, FACE_CARDS) for card in cards)


def cart_of(seat: str, told: Sequence[Fact]) -> Sequence[str]:
    """Return the goods in this seat's cart."""
    carts = [fact["cards"] for fact in told if fact["fact"] == "cart" and fact["seat"] == seat]
    return carts[-1] if carts else ()


def missing(seat: str, told: Sequence[Fact]) -> int:
    """Return the points that the seat still needs to win."""
    target: int = next(fact["target"] for fact in told if fact["fact"] == "parking")
    banked: int = sum(fact["points"] for fact in told if fact["fact"] == "bank" and fact["seat"] == seat)
    return target - banked


def latest(name: str, told: Sequence[Fact]) -> int:
    """Return the index of the latest fact of this name."""
    return max(place for place, fact in enumerate(told) if fact["fact"] == name)


def happens(in_how_many: int, choose: Choose) -> bool:
    """Return True once in so many times, at random."""
    return bool(choose(range(in_how_many)) == 0)
