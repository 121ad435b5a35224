"""Spree!: the texts of the printed mall, its figures and mats, and the rules of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.engine.board import Figure, Label, Note, Slip, Standing
from games.engine.table import Fact
from games.kits.spree.board import SHOPS
from games.kits.spree.roles import SEATS
from games.kits.spree.speech import gettext, pgettext_lazy
from games.kits.spree.speech import gettext_lazy as _
from games.kits.spree.words.names import LETTERS

if TYPE_CHECKING:
    from games.engine.words import Said

SHEETS: Mapping[str, Said] = {
    "west": _("The mall, left part. Cut along its right edge and glue it over the strip of the right part."),
    "east": _("The mall, right part. The strip at its left goes under the left part."),
}
JOIN: Said = _(
    "The mall is two sheets: cut the left one along its right edge, and glue it over the strip of the other."
)
SHOP_NAMES: Mapping[str, Said] = {
    "2": pgettext_lazy("shop", "Sweets"),
    "3": pgettext_lazy("shop", "Bakery"),
    "4": pgettext_lazy("shop", "Toys"),
    "5": pgettext_lazy("shop", "Records"),
    "6": pgettext_lazy("shop", "Books"),
    "7": pgettext_lazy("shop", "Shoes"),
    "8": pgettext_lazy("shop", "Sports"),
    "9": pgettext_lazy("shop", "Tools"),
    "10": pgettext_lazy("shop", "Electronics"),
    "J": pgettext_lazy("shop", "Hats"),
    "Q": pgettext_lazy("shop", "Perfumes"),
    "K": pgettext_lazy("shop", "Furs"),
    "A": pgettext_lazy("shop", "Jewels"),
}
RULES: Mapping[str, Said] = {
    "parks": _("Park on a space with a car drawn on it, one car to a space; your pawn begins there too."),
    "walk": _(
        "You walk to the next square of the row or of the column, never through a wall (a "
        "thick line) or the fountain."
    ),
    "stop early": _("Walk as far as the dice show, or less: you may stop on any square."),
    "no step back": _(
        "You may cross a square again, but never step straight back to the one you have just "
        "left, even after a card of movement: a dead end stops you."
    ),
    "pass": _("Squares with pawns and cars on them are free for everybody, to walk through and to stop on."),
    "leave": _("To leave the car, throw two dice and walk from its space."),
    "ten or two": _("A ten or a two adds 10 or 2 squares to the walk."),
    "shop": _("A grey square belongs to a shop. The shop sells the cards whose rank stands on it, in all suits."),
    "start counts": _("Where your walk begins and where it ends counts as well: you are in that shop."),
    "rob": _("To rob somebody your pawns must be on the same square, in a shop or outside."),
    "line": _(
        "A shot goes along a row or a column. Walls (thick lines) stop it; doors, pawns, cars and the fountain do "
        "not."
    ),
    "count": _("Count the squares of a shot: yours is 1, the next one 2. The squares of the fountain count."),
    "over the fountain": _("You may shoot across the fountain."),
    "push": _(
        "A pawn that is pushed goes on in the line of the shot, until a wall, the fountain or the edge of the board."
    ),
    "home": _("Stopping on the square of your own car brings you back to it."),
    "repark": _("At the car, a turn may go to moving it to any free parking space."),
    "one further": _("Hong Kong: a shot counts one square more than its die."),
    "push through": _("Hong Kong: a pawn that is pushed goes on across the fountain and may lie in it."),
    "out of the fountain": _(
        "Hong Kong: a pawn that lies in the fountain walks out of it on any side. Nobody walks or drives in."
    ),
    "drive": _(
        "Hong Kong: throw a die to drive, up to this number of squares, on the parking and on "
        "the white squares of the mall."
    ),
    "run over": _("Hong Kong: everybody on foot and standing on a square of the drive is run over."),
    "park": _("Hong Kong: a drive that ends on a free parking space may park there."),
    "road": _(
        "Hong Kong: any other drive ends on the road, and goes on with a later turn; cars never turn straight back."
    ),
    "get out": _("Hong Kong: from a parked car the pawn gets out on the space of the car, and that is the turn."),
    "shoot from car": _("Hong Kong: a shot from a car, or at one, is counted from the square of the car."),
}


HONG_KONG = tuple(RULES)[tuple(RULES).index("one further") :]  # rules that only Hong Kong has


def rules(options: Mapping[str, Any] | None) -> Sequence[str]:
    """Return the rules; those of Hong Kong only for paper of any table, or a table that has it."""
    there = options is None or options["hong_kong"]
    return [str(said) for name, said in RULES.items() if there or name not in HONG_KONG]


def labels(options: Mapping[str, Any]) -> Mapping[str, Label]:
    """Return the shops by their letters: what they sell."""
    return {
        letter: Label(str(SHOP_NAMES[rank]), large=str(LETTERS.get(rank, rank))) for letter, rank in SHOPS.items()
    }


def track(options: Mapping[str, Any]) -> Sequence[str]:
    """Return no track: the app counts points."""
    return []


def figures(options: Mapping[str, Any]) -> Sequence[Figure]:
    """Return a pawn and a car for each player."""
    numbers = range(1, SEATS[1] + 1)
    pawns = [Figure("pawn", gettext("Looter %(number)d") % {"number": one}, str(one), one) for one in numbers]
    return [*pawns, *(Figure("car", "", str(one), one) for one in numbers)]


def cards(options: Mapping[str, Any]) -> Sequence[Slip]:
    """Return no cards: they are playing cards, and the app deals them."""
    return []


def mats(options: Mapping[str, Any]) -> Sequence[Slip]:
    """Return the carts: where goods lie face up."""
    return [
        Slip(
            gettext("Cart %(number)d") % {"number": one},
            [gettext("Goods lie here, face up."), gettext("At your car they become points.")],
            one,
        )
        for one in range(1, SEATS[1] + 1)
    ]


def notes(options: Mapping[str, Any]) -> Sequence[Note]:
    """Return no notes."""
    return []


def standing(public: Sequence[Fact]) -> Standing:
    """Return nothing: the app is not told on which square a pawn or a car stands."""
    return Standing()
