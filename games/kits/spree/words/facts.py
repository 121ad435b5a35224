"""Spree!: the texts of facts for players, for the moderator (with gestures), for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine.table import Fact, Outcome
from games.engine.words import BETWEEN_PARTS, Card, EndWords, Gauge, Mark, Telling
from games.kits.spree.roles import ACE, JOKER, moves, rank_of
from games.kits.spree.speech import gettext, ngettext, pgettext, pgettext_lazy
from games.kits.spree.speech import gettext_lazy as _
from games.kits.spree.words.names import by_rank, card_name, card_names, in_hand, loot


def card(private: Sequence[Fact]) -> Card:
    """Return the card: the hand as it was told last, with the use of each card."""
    hands = [fact["cards"] for fact in private if fact["fact"] == "hand"]
    cards = in_hand(hands[-1] if hands else ())
    return Card(gettext("Your shopping list"), "", [_line(card) for card in cards], "loot")


def _line(card: str) -> str:
    name = card_name(card)
    if card == JOKER:
        return gettext("%(card)s · any card: robs, walks on (ten or two), stops; never shops") % {"card": name}
    if rank_of(card) == ACE:
        return gettext("%(card)s · also stops somebody") % {"card": name}
    if moves(card):
        return gettext("%(card)s · also %(steps)s squares more") % {"card": name, "steps": rank_of(card)}
    return name


def to_player(fact: Fact) -> str:
    """Return the cards that came into the hand; the hand itself stands on the card."""
    drawn = fact["drawn"]
    return pgettext("Spree!", "You draw %(cards)s.") % {"cards": card_names(in_hand(drawn))} if drawn else ""


def to_moderator(fact: Fact) -> Telling | None:
    """Return how to show a hand with new cards to its holder; None when cards were only played."""
    if not fact["drawn"]:
        return None
    return Telling(
        pgettext("Spree!", "Hand: %(cards)s") % {"cards": card_names(in_hand(fact["cards"]))},
        gettext("Turn the tablet to this player and nobody else, then cover it."),
    )


SENTENCES = {
    "parking_throw": _("They throw for who parks first: %(throws)s."),
    "parking": _("Look at your hands, then park in this order: %(seats)s."),
    "up": _("%(seat)s is up again."),
    "leave": _("%(seat)s leaves the car."),
    "repark": _("%(seat)s parks elsewhere."),
    "roll": _("%(seat)s rolls %(dice)s: up to %(squares)s squares."),
    "move": _("%(seat)s plays %(card)s to walk on."),
    "shop": _("%(seat)s takes %(cards)s from a shop."),
    "shop_two": _("%(seat)s takes %(cards)s from a shop: one ace stops both."),
    "rob": _("%(seat)s plays %(card)s to rob %(from)s: %(loot)s."),
    "hit": _("%(seat)s shoots at %(at)s on square %(distance)s: the die shows %(die)s, far enough."),
    "hit_in_hong_kong": _(
        "%(seat)s shoots at %(at)s on square %(distance)s: the die shows %(die)s, one more in Hong Kong, far enough."
    ),
    "miss": _("%(seat)s shoots at %(at)s on square %(distance)s: the die shows %(die)s, too short."),
    "ace": _("%(seat)s plays %(card)s: stop!"),
    "stopped": _("%(seat)s has been stopped."),
    "done": _("Nothing stops %(seat)s."),
    "cart": _("In %(seat)s's cart: %(cards)s."),
    "no_cart": _("There is nothing left in %(seat)s's cart."),
    "move_joker": _("%(seat)s plays a joker to walk on, and says how far: ten squares or two."),
    "down": _("%(seat)s is down."),
    "drive": _("%(seat)s drives: the die shows %(die)s."),
    "park": pgettext_lazy("Spree!", "%(seat)s parks the car."),
    "run_over": _("%(seat)s runs over %(victim)s, who falls and loses the goods of the cart."),
    "bank": _("%(seat)s is at the car. Points: %(points)s more, %(total)s in all."),
    "shuffled": _("The discards have been shuffled: they are the new stock."),
}


def to_room(fact: Fact) -> str:
    """Return the event as a sentence."""
    if "pushed" in fact:
        return ngettext(
            "%(seat)s falls, pushed %(pushed)d square or to a wall, the edge or (not in Hong Kong) the fountain.",
            "%(seat)s falls, pushed %(pushed)d squares or to a wall, the edge or (not in Hong Kong) the fountain.",
            fact["pushed"],
        ) % {"seat": fact["seat"], "pushed": fact["pushed"]}
    return "" if fact["fact"] == "turn" else str(SENTENCES[_kind(fact)]) % _in_words(fact)


def _kind(fact: Fact) -> str:
    name: str = fact["fact"]
    if name == "shoot":
        if fact["hit"] and fact["die"] < fact["distance"]:
            return "hit_in_hong_kong"  # P-12: the die counts one more
        return "hit" if fact["hit"] else "miss"
    if name == "move" and fact["card"] == JOKER:
        return "move_joker"  # P-08b: the app does not store which of the two
    if name == "shop" and len(fact["cards"]) > 1:
        return "shop_two"  # P-05
    return "no_cart" if name == "cart" and not fact["cards"] else name


def _in_words(fact: Fact) -> dict[str, Any]:
    words = dict(fact)
    if "seats" in fact:
        words["seats"] = ", ".join(fact["seats"])
    if "dice" in fact:
        words |= {"dice": " + ".join(map(str, fact["dice"])), "squares": sum(fact["dice"])}
    if "sums" in fact:
        reached = zip(fact["seats"], fact["sums"], strict=True)
        words["throws"] = ", ".join(f"{seat} {total}" for seat, total in reached)
    if "card" in fact:
        words["card"] = card_name(fact["card"])
    if "cards" in fact:
        words["cards"] = card_names(fact["cards"])
    if "rank" in fact:
        words["loot"] = loot(fact["rank"])
    return words


def phase(fact: Fact) -> str:
    """Return the phase of a turn that begins."""
    return pgettext("Spree!", "%(seat)s to play") % fact if fact["fact"] == "turn" else ""


def ring(public: Sequence[Fact]) -> dict[str, Mark]:
    """Return the marks: who is down, who is at the car, and the goods in the carts."""
    seats: list[str] = next((fact["seats"] for fact in public if fact["fact"] == "parking"), [])
    down = dict.fromkeys(seats, False)
    at_car, parked = dict.fromkeys(seats, True), dict.fromkeys(seats, True)
    carts: dict[str, Fact] = {}
    for fact in public:
        match fact["fact"]:
            case "down" | "up":
                down[fact["seat"]] = fact["fact"] == "down"
            case "leave" | "bank":
                at_car[fact["seat"]] = fact["fact"] == "bank"
            case "drive" | "park":
                parked[fact["seat"]] = fact["fact"] == "park"
            case "cart":
                carts[fact["seat"]] = fact
    return {seat: Mark(badges=_badges(down[seat], at_car[seat], parked[seat], carts.get(seat))) for seat in seats}


def _badges(down: bool, at_car: bool, parked: bool, cart: Fact | None = None) -> tuple[str, ...]:
    badges = [pgettext("Spree!", "down")] if down else []
    if at_car:
        badges.append(pgettext("Spree!", "at the car") if parked else pgettext("Spree!", "in the car, on the road"))
    if cart and cart["cards"]:
        badges.append(
            gettext("cart: %(cards)s = %(points)s") % {"cards": by_rank(cart["cards"]), "points": cart["points"]}
        )
    return tuple(badges)


def board(public: Sequence[Fact]) -> list[Gauge]:
    """Return the points to reach, and the points in everybody's car."""
    parking = next((fact for fact in public if fact["fact"] == "parking"), None)
    if parking is None:
        return []
    scores = _scores(public)
    target = str(parking["target"])
    goal = Gauge(pgettext("Spree!", "Points to win"), target)
    return [goal, *(Gauge(seat, str(score), target) for seat, score in scores.items())]


def _scores(public: Sequence[Fact]) -> dict[str, int]:
    """Return the points in everybody's car."""
    seats: list[str] = next((fact["seats"] for fact in public if fact["fact"] == "parking"), [])
    return dict.fromkeys(seats, 0) | {fact["seat"]: fact["total"] for fact in public if fact["fact"] == "bank"}


def value(name: str, value: Any) -> str:
    """Return the text of a card, a few cards, a robbery or a shot to choose."""
    if name == "rob":
        return gettext("%(seat)s, %(loot)s, with %(card)s") % {
            "seat": value["seat"],
            "loot": loot(value["rank"]),
            "card": card_name(value["card"]),
        }
    if name == "shoot":
        return str(gettext("%(seat)s, on square %(distance)s") % value)
    if name == "rank":
        return loot(value)
    if name == "move" and value == JOKER:  # P-08b
        return gettext("%(card)s (say aloud: ten or two)") % {"card": card_name(value)}
    if name in ("move", "shop", "ace", "card", "cards"):
        return card_names([value] if isinstance(value, str) else value)
    return "" if value is True else str(value)


def truth(row: Fact) -> str:
    """Return a seat's hand, cart and points, and where it is."""
    said = [
        pgettext("Spree!", "Hand: %(cards)s") % {"cards": card_names(in_hand(row["hand"])) or "–"},
        gettext("Cart: %(cards)s") % {"cards": card_names(row["cart"]) or "–"},
        pgettext("Spree!", "Points: %(points)s") % {"points": row["score"]},
    ]
    return BETWEEN_PARTS.join([*said, *_badges(row["down"], row["at_car"], row.get("parked", True))])


def poster(end: Outcome, public: Sequence[Fact], _row: Fact) -> EndWords:
    """Return the winner, and the points that everybody has brought to their car."""
    scores = _scores(public)
    winner = end.winners[0]
    points = scores.get(winner, 0)
    why = ngettext("%(points)d point in the car", "%(points)d points in the car", points) % {"points": points}
    return EndWords(gettext("%(seat)s wins!") % {"seat": winner}, why, winner=winner, scores=scores)


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return a sentence that says whose car is full enough."""
    return gettext("%(seat)s wins: the target is in the car.") % {"seat": ", ".join(winners)}
