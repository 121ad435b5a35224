"""Spree!: what the device in the middle says to do now, from what everybody knows."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.table import Fact
from games.kits.spree.speech import gettext


def turn(public: Sequence[Fact]) -> str:
    """Say to leave the car; then to throw, walk, and take things (P-04, P-10, P-12).

    Throwing, walking and taking may come in any order.
    """
    seat, deeds = "", set[str]()
    away: dict[str, bool] = {}
    on_road: dict[str, bool] = {}
    for fact in public:
        if fact["fact"] == "turn":
            seat, deeds = fact["seat"], set()
        elif fact["fact"] in ("leave", "bank"):
            away[fact["seat"]] = fact["fact"] == "leave"
        elif fact["fact"] in ("drive", "park"):
            on_road[fact["seat"]] = fact["fact"] == "drive"
        deeds.add(fact["fact"])
    if "drive" in deeds:
        said = gettext("%(seat)s: drive as far as the die shows. Then run over, shoot, park, or end the turn.")
    elif on_road.get(seat):
        said = gettext("%(seat)s: in the car, on the road. Drive, shoot, or end the turn.")
    elif not away.get(seat):
        said = gettext("%(seat)s: at the car. Leave it, or spend the turn there.")
    elif "roll" in deeds:
        said = gettext("%(seat)s: walk, take, rob or shoot; then end the turn.")
    else:
        said = gettext("%(seat)s: throw the dice, then walk. Taking, robbing and shooting may come before.")
    return said % {"seat": seat}
