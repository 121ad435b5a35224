"""Spree!: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.words import HelpPage

HELP: Sequence[HelpPage] = (
    HelpPage(
        "turn",
        _("What can I do on my turn?"),
        (
            _("At your car: leave it, with a roll of two dice, or spend the turn on another parking space."),
            _("The app throws all dice: tap on your phone, and everybody sees what they show. The table needs none."),
            _("Away from it: roll once and walk, take goods, rob, shoot, go back to the car. Any order will do."),
            _("Your hand is five cards again as your turn begins and as it ends."),
        ),
    ),
    HelpPage(
        "walk",
        _("How do I walk?"),
        (
            _("Along rows and columns, never through a wall or the fountain. You may stop early, on any square."),
            _("Never step back to the square you have just left: a dead end stops you."),
            _("A ten or a two from your hand gives as many steps more, even after you have walked."),
        ),
    ),
    HelpPage(
        "goods",
        _("How do goods get into my cart?"),
        (
            _("Walk through the shop that sells a card you hold, and play it. Two identical cards may go together."),
            _("Or stand on somebody's square and discard a card: all of its rank in their cart goes into yours."),
            _("A joker robs any rank, but no shop sells it."),
            _("Played to walk, a joker is a ten or a two: say aloud which."),
        ),
    ),
    HelpPage(
        "shots",
        _("How do I shoot?"),
        (
            _("At somebody in line with you, on another square, no wall between. Your own square counts as 1."),
            _("One die: far enough, the other falls and you have another turn. Too short, you fall yourself."),
            _("Each point beyond the distance pushes the victim one square further, in the line of the shot."),
            _("A wall, the fountain or the edge of the board ends the push; players and cars do not."),
            _("Whoever is down cannot be shot and plays no card, until their next turn begins."),
        ),
    ),
    HelpPage(
        "aces",
        _("What does an ace stop?"),
        (
            _("A shop, a robbery, a card of movement, a shot that would hit, or another ace. A joker can be an ace."),
            _("The stopped card is lost. The last ace played decides."),
            _("Nobody plays an ace while down or at the car. Nothing stops goods from going into a car."),
        ),
    ),
    HelpPage(
        "car",
        _("What is my car good for?"),
        (
            _("Goods score there, and are safe. Getting back to it ends your turn."),
            _("A number counts its number, an ace 15, a joker nothing; jacks, queens and kings what the table set."),
            _("At your car you play no card, do not shoot and cannot be shot."),
        ),
    ),
    HelpPage(
        "hong-kong",
        pgettext_lazy("Spree!", "What changes in Hong Kong?"),
        (
            _("A shot counts one more than its die, and the fountain stops nobody who is pushed."),
            _("From a car one may shoot and be shot: whoever is hit there lies there. Leaving it is the whole turn."),
            _("A car may drive by one die, before anything else in a turn, on the walkways of the mall too."),
            _("Everybody on foot in its way is run over: they fall, and their goods are lost. No ace helps."),
            _("Parking it ends the turn; so does staying on the road. Nobody gets out of a car on the road."),
        ),
    ),
)
