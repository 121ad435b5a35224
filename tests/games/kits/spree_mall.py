"""A mall with the hands that a scene of Spree! needs."""

from __future__ import annotations

from typing import Any

from games.engine.table import Fact
from games.kits.spree.roles import TWO_DECKS
from tests.games.table_scenes import Scene, fact

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
DULL = "3C 3D 3H 3S 4C", "3C 3D 3H 3S 4C", "4D 4H 4S 5C 5D", "4D 4H 4S 5C 5D"


def deal(*hands: str, stock: str = "") -> dict[str, Any]:
    """A deal in which the first seat plays first; the stock begins with these cards."""
    seats = NAMES[: len(hands)]
    held = {seat: hand.split() for seat, hand in zip(seats, hands, strict=True)}
    left = list(TWO_DECKS)
    for card in [card for hand in held.values() for card in hand] + stock.split():
        left.remove(card)
    return {"parks_first": seats[-1], "hands": held, "stock": stock.split() + left}


def mall(*hands: str, stock: str = "", **options: Any) -> Scene:
    """A table of as many seats as hands, about to play; what was told so far has been seen."""
    scene = Scene("spree", NAMES[: len(hands)], deal(*hands, stock=stock), **options)
    scene.news()
    return scene


def in_the_mall(scene: Scene, *seats: str) -> Scene:
    """Each of these seats, from the active one on, leaves the car and ends the turn; that has been seen."""
    for seat in seats:
        scene.act(seat, leave=True)
        if not scene.table.options["hong_kong"]:
            scene.chance(dice=[1, 2]).act(seat, end=True)
    scene.news()
    return scene


def walking(scene: Scene, seat: str) -> Scene:
    """The active seat leaves the car; its turn goes on."""
    scene.act(seat, leave=True).chance(dice=[1, 2])
    scene.news()
    return scene


def spend_the_stock(scene: Scene) -> Scene:
    """Turn after turn everybody shops all they hold, unanswered, until no card can be drawn; that has been seen."""
    while any(scene.table.hidden().values()) and scene.waits()[0] != "shuffle":
        step, asked = scene.waits()
        possible = scene.choices(asked[0])
        if step == "turn" and "leave" in possible:
            scene.act(asked[0], leave=True).chance(dice=[1, 2])
        elif step == "turn" and "shop" in possible:
            scene.act(asked[0], shop=possible["shop"][-1])
        else:
            scene.close()
    scene.news()
    return scene


def hand(cards: str, drawn: str = "") -> Fact:
    """What a seat is told of its own hand."""
    return fact("hand", cards=cards.split(), drawn=drawn.split())


def cart(seat: str, cards: str, points: int) -> Fact:
    """What everybody is told of a cart."""
    return fact("cart", seat=seat, cards=cards.split(), points=points)


def truth(scene: Scene, seat: str) -> dict[str, Any]:
    """A seat's row of the truth."""
    return scene.table.truth()[seat]
