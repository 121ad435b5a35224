"""Spree!: its credits, and the rulings where its rulebook is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.words import Silence
from games.kits.spree.speech import gettext_lazy as _
from games.kits.spree.speech import pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

CREDITS: Sequence[Said] = (
    _(
        "Spree! is by Phil Foglio. These are the rules of the “classic” edition, with those of the short “Hong "
        "Kong” edition."
    ),
    _("Read in French, from a text that names neither translator nor date, nor says where the board comes from."),
    _("Veilleur does not hold that board, and prints a mall of its own drawing, with pawns and cars."),
)
SILENT: Sequence[Silence] = (
    Silence(
        pgettext_lazy("Spree!", "Before the game"),
        {
            "P-01": _(
                "Four jokers, unless the table has set more. The stock is shuffled anew when a card is due "
                "and none is left."
            ),
            "P-02": _(
                "The app draws who parks first, in the place of dice. Dice, thrown again on a tie, "
                "would favour nobody either."
            ),
        },
    ),
    Silence(
        pgettext_lazy("Spree!", "A turn"),
        {
            "P-03": _("A shot that hits ends the turn: your hand is brought to five before the next one."),
            "P-04": _("Leaving the car is the throw of that turn."),
            "P-05": _(
                "Two identical cards taken together are one purchase: one ace stops both. Cards lie on the "
                "table until no ace is left to come."
            ),
            "P-06": _("Somebody who is down can be robbed."),
            "P-07": _(
                "Players and cars do not stop a pawn that is pushed. The app offers distances up to "
                "seven squares. Your other turn has its own throw of the dice."
            ),
            "P-08": _(
                "A stopped shot has missed, and the shooter falls; only a shot that would hit can be "
                "stopped. Everybody on foot, except the player who played it, may answer an ace; the "
                "first answer counts."
            ),
            "P-08b": _(
                "A joker played to walk is a ten or a two; its player says which, and the app does not "
                "record it. The rulebook speaks of a joker in a cart, worth nothing; here it never "
                "lies in one."
            ),
        },
    ),
    Silence(
        pgettext_lazy("Spree!", "At the car"),
        {
            "P-09": _(
                "A jack, a queen or a king counts 10, unless the settings say otherwise. You may go back to the"
                " car with an empty cart."
            ),
            "P-11": _("The player who reaches the target wins at once. The settings may change it."),
        },
    ),
    Silence(
        pgettext_lazy("Spree!", "Hong Kong"),
        {
            "P-12": _(
                "Driving is the first action of a turn, and a turn may end on the road. Everybody on "
                "foot in the way is run over, however many; those who lie there already are not. A "
                "player shot in the car is down there and not pushed. Getting out takes no dice."
            ),
        },
    ),
    Silence(
        pgettext_lazy("Spree!", "Waiting"),
        {
            "P-13": _(
                "Time plays for nobody. Without a moderator a turn is passed, or the computer plays "
                "for somebody who has left, only once all others agree. An action waits until "
                "everybody who may stop it has answered."
            ),
        },
    ),
)
