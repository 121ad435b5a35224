"""Spree! told again, round by round: robberies, shots and aces, how carts and cars filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.engine.story import GIVE, HARM, Feat, Page, Setting, Tale, ToldGame
from games.engine.table import Fact
from games.kits.spree.speech import gettext, number_of, pgettext
from games.kits.spree.words.facts import to_room

ROBBED, FELLED = "robbed", "felled"  # deeds that are told to who did them


@dataclass
class Telling(ToldGame):
    """The game as far as it is told: the current round, carts and cars, who acts now."""

    first: str = ""  # the seat that plays first in each round
    carts: dict[str, int] = field(default_factory=dict)
    cars: dict[str, int] = field(default_factory=dict)
    active: str = ""  # the seat whose action or ace the next ace would stop
    robbed: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)
    stopped: Counter[str] = field(default_factory=Counter)
    tried: tuple[str, str] = ("", "")  # a deed that an ace may stop, and to whom it is done
    fullest: dict[str, int] = field(default_factory=dict)
    largest: dict[str, int] = field(default_factory=dict)  # the most points brought to a car at once

    def held(self) -> Mapping[str, str]:
        """Return the points in carts and cars."""
        held = {}
        for seat in self.setting.seats:
            points = {"cart": self.carts.get(seat, 0), "car": self.cars.get(seat, 0)}
            both = gettext("car %(car)d, cart %(cart)d")
            held[seat] = (both if points["cart"] else gettext("car %(car)d")) % points
        return held

    def close(self) -> None:
        """End the current round."""
        if self.bar:
            self.heading = gettext("Round %(number)d") % {"number": self.bar}
        if not self.big:
            self.big = gettext("The carts fill up.") if any(self.carts.values()) else gettext("All carts are empty.")
        super().close()


def tale(setting: Setting, pages: Sequence[Page]) -> Tale:
    """Return the whole game."""
    telling = Telling(setting)
    for page in pages:
        telling.hear(page, announced)
    telling.close()
    return telling.tale(feats(telling), tell_robbed, tell_felled, tell_banked, tell_filled)


def announced(telling: Telling, fact: Fact) -> None:
    """Add what everybody was told."""
    match fact:
        case {"fact": "turn", "seat": str(seat)}:
            telling.first = telling.first or seat
            if seat == telling.first and telling.active != seat:
                telling.close()
                telling.bar += 1
            telling.active = seat
        case {"fact": "cart", "seat": str(seat), "points": int(points)}:
            telling.carts[seat] = points
            telling.fullest[seat] = max(telling.fullest.get(seat, 0), points)
        case {"fact": "bank", "seat": str(seat), "points": int(points), "total": int(total)}:
            telling.cars[seat], telling.carts[seat] = total, 0
            telling.largest[seat] = max(telling.largest.get(seat, 0), points)
            if points:
                telling.big = to_room(fact)
                telling.add(GIVE, to_room(fact), [seat])
        case _:
            hurt(telling, fact)


def hurt(telling: Telling, fact: Fact) -> None:
    """Add a robbery, a shot, an ace, or an accident."""
    match fact:
        case {"fact": "rob", "seat": str(seat), "from": str(victim)}:
            telling.active = seat
            telling.robbed[victim] += 1
            telling.tried = (ROBBED, victim)
            telling.add(HARM, to_room(fact), [seat], [victim])
        case {"fact": "shoot", "seat": str(seat), "at": str(victim), "hit": bool(hit)}:
            telling.active = seat
            telling.hit[seat] += hit
            telling.tried = (FELLED, victim) if hit else ("", "")
            telling.add(HARM, to_room(fact), [seat], [victim])
        case {"fact": "run_over", "seat": str(seat), "victim": str(victim)}:
            telling.hit[seat] += 1
            telling.note_done(FELLED, [seat], victim)
            telling.add(HARM, to_room(fact), [seat], [victim])
        case {"fact": "done", "seat": str(seat)} if telling.tried[0]:
            telling.note_done(telling.tried[0], [seat], telling.tried[1])
            telling.tried = ("", "")
        case {"fact": "ace", "seat": str(seat)}:
            telling.stopped[seat] += 1
            telling.add(HARM, to_room(fact), [seat], [telling.active] if telling.active != seat else [])
            telling.active = seat
        case {"fact": "move" | "shop", "seat": str(seat)}:
            telling.active = seat


def feats(telling: Telling) -> tuple[Feat, ...]:
    """Return the deeds for which a seat may be thanked or teased."""
    points = number_of("%(number)d point in one cart", "%(number)d points in one cart")
    hits = number_of("%(number)d hit", "%(number)d hits")
    stopped = number_of("%(number)d ace played", "%(number)d aces played")
    robbed = number_of("robbed %(number)d time", "robbed %(number)d times")
    return (
        Feat(pgettext("award", "The fullest cart"), telling.fullest, points),
        Feat(pgettext("award", "Sharpshooter"), telling.hit, hits),
        Feat(pgettext("award", "Always an ace"), telling.stopped, stopped, least=2),
        Feat(pgettext("award", "Everybody’s favourite shop"), telling.robbed, robbed, least=2),
    )


# What each did, in a sentence to that seat, the most telling first


def tell_robbed(telling: Telling, seat: str) -> str:
    """Return whom a seat has robbed."""
    once, twice = gettext("You robbed %(first)s."), gettext("You robbed %(first)s, then %(second)s.")
    more = number_of("You robbed %(number)d person.", "You robbed %(number)d people.")
    return telling.tell_done(ROBBED, seat, once, twice, more)


def tell_felled(telling: Telling, seat: str) -> str:
    """Return whom a seat has knocked down, with a shot or its car."""
    once, twice = gettext("You knocked %(first)s down."), gettext("You knocked %(first)s down, then %(second)s.")
    more = number_of("You knocked %(number)d person down.", "You knocked %(number)d people down.")
    return telling.tell_done(FELLED, seat, once, twice, more)


def tell_banked(telling: Telling, seat: str) -> str:
    """Return the most points that a seat has brought to its car at once."""
    said = number_of(
        "You brought %(number)d point to your car at once.", "You brought %(number)d points to your car at once."
    )
    return said(telling.largest[seat]) if telling.largest.get(seat) else ""


def tell_filled(telling: Telling, seat: str) -> str:
    """Return the most points that a seat has had in its cart."""
    said = number_of("Your cart held up to %(number)d point.", "Your cart held up to %(number)d points.")
    return said(telling.fullest[seat]) if telling.fullest.get(seat) else ""
