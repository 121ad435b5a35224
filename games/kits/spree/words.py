"""Spree!: what is said, in English here and in French in the catalogue beside this file.

A card is written as its rank and the sign of its suit, so that colour is never needed to read it. The pages of help
are in help_pages.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext, pgettext_lazy

from games.kits.spree.cards import ACE, JOKER, RANKS, moves, rank_of
from games.kits.spree.help_pages import HELP as HELP
from games.table import Fact
from games.words import Card, Gauge, Mark, OptionWords, StepWords, Telling

NAME = "Spree!"
PITCH = gettext_lazy(
    "Loot the mall by night, one cart at a time. What your friends have looted is easier to carry off."
)
PLAYERS = gettext_lazy("3 to 8 players, the printed mall, a pawn and a car each")
MODERATED = False

STEPS = {
    "turn": StepWords(
        title=pgettext_lazy("Spree!", "A turn"),
        question=gettext_lazy("What do you do? To shoot, count the squares from your own, which is 1."),
        watch=gettext_lazy(
            "Walls, squares and lines of fire are on the board: the app takes the players' word for them."
        ),
        fields={
            "repark": gettext_lazy("Park elsewhere: that is the whole turn"),
            "leave": gettext_lazy("Leave the car"),
            "roll": gettext_lazy("Roll and walk"),
            "move": gettext_lazy("Walk on with a card"),
            "shop": pgettext_lazy("Spree!", "Take from a shop"),
            "rob": pgettext_lazy("Spree!", "Rob"),
            "shoot": pgettext_lazy("Spree!", "Shoot at"),
            "bank": gettext_lazy("Back to the car with the goods"),
            "run_over": gettext_lazy("Run over"),
            "end": gettext_lazy("End the turn"),
            "seat": gettext_lazy("Whom"),
            "distance": gettext_lazy("Square"),
            "card": gettext_lazy("With"),
            "rank": gettext_lazy("Loot"),
        },
    ),
    "react": StepWords(
        title=pgettext_lazy("Spree!", "Stop?"),
        wake=gettext_lazy("Does anybody stop this?"),
        question=gettext_lazy("Do you stop it? An ace can be stopped by another ace."),
        watch=gettext_lazy("A raised hand plays an ace or a joker. Only the first one counts."),
        fields={"ace": gettext_lazy("Stop it with"), "pass": gettext_lazy("Let it happen")},
    ),
    "dice": StepWords(
        title=pgettext_lazy("Spree!", "Dice"),
        question=pgettext_lazy("Spree!", "What do the dice show?"),
        fields={"dice": pgettext_lazy("Spree!", "Dice")},
    ),
    "shuffle": StepWords(
        title=gettext_lazy("The stock is empty"),
        question=gettext_lazy("In which order do the shuffled discards come back, the next one first?"),
        fields={"cards": gettext_lazy("New stock")},
    ),
}

OPTIONS = {
    "target": OptionWords(
        pgettext_lazy("Spree!", "Points to win"),
        gettext_lazy("Usually 200 with 3 players, 150 with 4, 120 with 5, 100 with 6, 85 with 7, 75 with 8."),
    ),
    "face_cards": OptionWords(
        gettext_lazy("Points for a jack, a queen or a king"),
        gettext_lazy("A number counts its number, an ace 15, a joker nothing."),
    ),
    "hong_kong": OptionWords(
        gettext_lazy("Hong Kong: more violence"),
        gettext_lazy("Shots carry further, cars run people over, nobody is safe in a car."),
    ),
}
COUNTS: dict[str, str] = {}
CARDS: dict[str, OptionWords] = {}

WRONG_DEALS = (  # what roles.wrong_deal says
    gettext_noop("parks_first must be a seat"),
    gettext_noop("hands must hold five cards for every seat"),
    gettext_noop("stock must be a list of cards"),
    gettext_noop("hands and stock must be the 108 cards of two decks"),
)

SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
LETTERS = {
    "J": pgettext_lazy("letter on a jack", "J"),
    "Q": pgettext_lazy("letter on a queen", "Q"),
    "K": pgettext_lazy("letter on a king", "K"),
    "A": pgettext_lazy("letter on an ace", "A"),
}
LOOT = {
    "J": gettext_lazy("all jacks"),
    "Q": gettext_lazy("all queens"),
    "K": gettext_lazy("all kings"),
    "A": gettext_lazy("all aces"),
}

SENTENCES = {
    "parking": gettext_lazy("The cars park in this order: %(seats)s."),
    "turn": pgettext_lazy("Spree!", "%(seat)s plays."),
    "up": gettext_lazy("%(seat)s is up again."),
    "leave": gettext_lazy("%(seat)s leaves the car."),
    "repark": gettext_lazy("%(seat)s parks elsewhere."),
    "roll": gettext_lazy("%(seat)s rolls %(dice)s: as many squares at most."),
    "move": gettext_lazy("%(seat)s plays %(card)s to walk on."),
    "shop": gettext_lazy("%(seat)s is after %(cards)s in a shop."),
    "rob": gettext_lazy("%(seat)s plays %(card)s to rob %(from)s: %(loot)s."),
    "hit": gettext_lazy("%(seat)s shoots at %(at)s on square %(distance)s: the die shows %(die)s, far enough."),
    "miss": gettext_lazy("%(seat)s shoots at %(at)s on square %(distance)s: the die shows %(die)s, too short."),
    "ace": gettext_lazy("%(seat)s plays %(card)s: stop!"),
    "stopped": gettext_lazy("%(seat)s has been stopped."),
    "done": gettext_lazy("Nobody has stopped %(seat)s."),
    "cart": gettext_lazy("In %(seat)s's cart: %(cards)s."),
    "no_cart": gettext_lazy("There is nothing left in %(seat)s's cart."),
    "down": gettext_lazy("%(seat)s is down."),
    "run_over": gettext_lazy("%(seat)s runs over %(victim)s."),
    "bank": gettext_lazy("%(seat)s is at the car: %(points)s more, %(total)s in all."),
    "shuffled": gettext_lazy("The discards have been shuffled: they are the new stock."),
}


def card_name(card: str) -> str:
    """A card in few signs: `7♥`, `10♠`, and what this language calls a jack."""
    if card == JOKER:
        return pgettext("playing card", "joker")
    rank = rank_of(card)
    return f"{LETTERS.get(rank, rank)}{SUIT_SIGNS[card[-1]]}"


def card_names(cards: Sequence[str]) -> str:
    """Several cards, in the order given."""
    return " ".join(map(card_name, cards))


def by_rank(cards: Sequence[str]) -> str:
    """Cards as a robber counts them: `7×2 Q`."""
    counted = Counter(map(rank_of, cards))
    return " ".join(
        f"{LETTERS.get(rank, rank)}×{counted[rank]}" if counted[rank] > 1 else str(LETTERS.get(rank, rank))
        for rank in RANKS
        if counted[rank]
    )


def loot(rank: str) -> str:
    """What a robbery takes from a cart."""
    return str(LOOT[rank]) if rank in LOOT else _("all %(number)ss") % {"number": rank}


def card(private: Sequence[Fact]) -> Card:
    """The hand as it was told last, with what each card is good for."""
    hands = [fact["cards"] for fact in private if fact["fact"] == "hand"]
    return Card(_("Your shopping list"), "", [_line(card) for card in (hands[-1] if hands else ())])


def _line(card: str) -> str:
    name = card_name(card)
    if card == JOKER:
        return _("%(card)s · robs, moves or stops, never shops") % {"card": name}
    if rank_of(card) == ACE:
        return _("%(card)s · also stops somebody") % {"card": name}
    if moves(card):
        return _("%(card)s · also %(steps)s squares more") % {"card": name, "steps": rank_of(card)}
    return name


def to_player(fact: Fact) -> str:
    """What came into the hand; the hand itself stands on the card."""
    drawn = fact["drawn"]
    return pgettext("Spree!", "You draw %(cards)s.") % {"cards": card_names(drawn)} if drawn else ""


def to_moderator(fact: Fact) -> Telling | None:
    """A hand with new cards is shown to its holder; cards laid down are no news to anybody."""
    if not fact["drawn"]:
        return None
    return Telling(
        pgettext("Spree!", "Hand: %(cards)s") % {"cards": card_names(fact["cards"])},
        _("Turn the tablet to this player alone, then cover it."),
    )


def to_room(fact: Fact) -> str:
    """What has happened, in a sentence."""
    return str(SENTENCES[_kind(fact)]) % _in_words(fact)


def _kind(fact: Fact) -> str:
    name: str = fact["fact"]
    if name == "shoot":
        return "hit" if fact["hit"] else "miss"
    return "no_cart" if name == "cart" and not fact["cards"] else name


def _in_words(fact: Fact) -> dict[str, Any]:
    words = dict(fact)
    if "seats" in fact:
        words["seats"] = ", ".join(fact["seats"])
    if "dice" in fact:
        words["dice"] = " + ".join(map(str, fact["dice"]))
    if "card" in fact:
        words["card"] = card_name(fact["card"])
    if "cards" in fact:
        words["cards"] = card_names(fact["cards"])
    if "rank" in fact:
        words["loot"] = loot(fact["rank"])
    return words


def phase(fact: Fact) -> str:
    """A turn begins."""
    return pgettext("Spree!", "%(seat)s to play") % fact if fact["fact"] == "turn" else ""


def ring(public: Sequence[Fact]) -> dict[str, Mark]:
    """Who is down, who is at the car, and what lies in the carts."""
    seats: list[str] = next((fact["seats"] for fact in public if fact["fact"] == "parking"), [])
    down = dict.fromkeys(seats, False)
    at_car = dict.fromkeys(seats, True)
    carts: dict[str, Fact] = {}
    for fact in public:
        match fact["fact"]:
            case "down" | "up":
                down[fact["seat"]] = fact["fact"] == "down"
            case "leave" | "bank":
                at_car[fact["seat"]] = fact["fact"] == "bank"
            case "cart":
                carts[fact["seat"]] = fact
    return {seat: Mark(badges=_badges(down[seat], at_car[seat], carts.get(seat))) for seat in seats}


def _badges(down: bool, at_car: bool, cart: Fact | None = None) -> tuple[str, ...]:
    badges = [pgettext("Spree!", "down")] if down else []
    if at_car:
        badges.append(pgettext("Spree!", "at the car"))
    if cart and cart["cards"]:
        badges.append(_("cart: %(cards)s = %(points)s") % {"cards": by_rank(cart["cards"]), "points": cart["points"]})
    return tuple(badges)


def board(public: Sequence[Fact]) -> list[Gauge]:
    """The points to reach, and what everybody has in the car."""
    parking = next((fact for fact in public if fact["fact"] == "parking"), None)
    if parking is None:
        return []
    scores = dict.fromkeys(parking["seats"], 0) | {f["seat"]: f["total"] for f in public if f["fact"] == "bank"}
    target = str(parking["target"])
    goal = Gauge(pgettext("Spree!", "Points to win"), target)
    return [goal, *(Gauge(seat, str(score), target) for seat, score in scores.items())]


def value(name: str, value: Any) -> str:
    """A card, a few cards, a robbery or a shot to choose."""
    if name == "rob":
        return _("%(seat)s, %(loot)s, with %(card)s") % {
            "seat": value["seat"],
            "loot": loot(value["rank"]),
            "card": card_name(value["card"]),
        }
    if name == "shoot":
        return str(_("%(seat)s, on square %(distance)s") % value)
    if name == "rank":
        return loot(value)
    if name in ("move", "shop", "ace", "card", "cards"):
        return card_names([value] if isinstance(value, str) else value)
    return "" if value is True else str(value)


def truth(row: Fact) -> str:
    """A seat's hand, cart and points, and where it is."""
    said = [
        pgettext("Spree!", "Hand: %(cards)s") % {"cards": card_names(row["hand"]) or "–"},
        _("Cart: %(cards)s") % {"cards": card_names(row["cart"]) or "–"},
        pgettext("Spree!", "Points: %(points)s") % {"points": row["score"]},
    ]
    return " · ".join([*said, *_badges(row["down"], row["at_car"])])


def outcome(winners: Sequence[str], reason: str) -> str:
    """Whose car is full enough."""
    return _("%(seat)s wins: the car holds enough.") % {"seat": ", ".join(winners)}
