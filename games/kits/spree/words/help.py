"""Spree!: the pages of help, open to everybody alike, in the order of need."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.words import HelpPage
from games.kits.spree.speech import gettext_lazy as _
from games.kits.spree.speech import pgettext_lazy

HELP: Sequence[HelpPage] = (
    HelpPage(  # P-09, P-11
        "goal",
        pgettext_lazy("Spree!", "How do I win?"),
        (
            _(
                "Be the first to have the target in your car: the game ends at once. Only what has "
                "reached your car scores."
            ),
            _(
                "The target: with 3 players, 200 points; with 4, 150; with 5, 120; with 6, 100; with "
                "7, 85; with 8, 75. The table may set another."
            ),
            _("A card scores its number, an ace 15, a joker nothing."),
            _("The rulebook is silent about jacks, queens and kings; here they count 10, or what the table sets."),
        ),
        rulings=("P-09",),
    ),
    HelpPage(  # P-01, P-02
        "set-up",
        _("How do we set up?"),
        (
            _("Two decks with their jokers, four in all, and five cards each: the app shuffles and deals."),
            _(
                "Here it draws who parks first, unless the table throws dice. "
                "Parking goes on counter-clockwise from there."
            ),
            _("Look at your hand before you park: it is your shopping list. A taken parking space is taken."),
            _("Pawn and car stand on the parking space. Who parked last plays first; turns go clockwise."),
        ),
        rulings=("P-02",),
    ),
    HelpPage(  # P-03, P-04, P-10
        "turn",
        _("What can I do on my turn?"),
        (
            _("At your car: leave it, with a roll of two dice, or spend the turn on another parking space."),
            _("Away from it: roll once and walk, take goods and rob, in any order, as you please."),
            _("A shot, or the way back to your car, ends the turn. A shot that hits gives you another one."),
            _("Your hand is five cards again as your turn begins and as it ends."),
            _(
                "With Veilleur the app throws all dice: tap on your phone, and everybody sees what "
                "they show. The table needs none."
            ),
        ),
        rulings=("P-04",),
    ),
    HelpPage(
        "walk",
        _("How do I walk?"),
        (
            _("Along rows and columns, never through a wall or the fountain. You may stop early, on any square."),
            _("Others’ pawns and cars are in nobody’s way."),
            _(
                "You may cross a square several times, but never step straight back to the one you "
                "have just left: a dead end stops you."
            ),
            _(
                "A ten or a two from your hand gives as many squares more, even after you have walked. "
                "You may play one just to be rid of it."
            ),
            _("Played to walk, a joker is a ten or a two: say aloud which."),
        ),
    ),
    HelpPage(
        "goods",
        _("How do goods get into my cart?"),
        (
            _("Walk through the shop that sells a card you hold, and play it. Where you start and stop counts too."),
            _("Two identical cards, of the same suit, may go together. Here they then fall to a single ace."),
            _(
                "Or stand on somebody's square and discard a card: you take all of its rank from their "
                "cart, whatever the suit."
            ),
            _("You may rob as often as you like, one card after the other, so that each can be stopped."),
        ),
        rulings=("P-05",),
    ),
    HelpPage(
        "shots",
        _("How do I shoot?"),
        (
            _("At somebody in your row or column, on another square, no wall between. Your own square counts as 1."),
            _("You shoot through the fountain, through players and through cars."),
            _(
                "One die: far enough, the other falls and you have another turn. Too short, you fall "
                "yourself; a 1 always misses."
            ),
            _("Either way this turn is over. No ace makes your own shot better."),
            _("Each point beyond the distance pushes the victim one square further, in the line of the shot."),
            _("A wall, the fountain or the edge of the board ends the push; here players and cars do not."),
            _(
                "Lay down the pawn of whoever is down: they cannot be shot and play no card, until "
                "their next turn begins."
            ),
        ),
        rulings=("P-07",),
    ),
    HelpPage(
        "aces",
        _("What does an ace stop?"),
        (
            _("A shop, a robbery, a card of movement, a shot that would hit, or another ace."),
            _("The stopped card is lost. The last ace played decides. Here a shot that is stopped has missed."),
            _("Nobody plays an ace while down or at the car. Nothing stops goods from going into a car."),
        ),
        rulings=("P-08",),
    ),
    HelpPage(  # P-08b
        "joker",
        _("What can a joker be?"),
        (
            _("In your hand, any card that you want: an ace to stop, a ten or a two to walk, any rank to rob."),
            _("When an ace could stop something, a joker can."),
            _("It takes nothing from a shop and scores nothing. Here it therefore never lies in a cart."),
        ),
        rulings=("P-08b",),
    ),
    HelpPage(
        "car",
        _("What is my car good for?"),
        (
            _("Goods score there, and are safe. Getting back to it ends your turn; here, even without goods."),
            _("At your car you are safe: you play no card, do not shoot and cannot be shot."),
            _("A turn that begins there may be spent on parking elsewhere, and on nothing else."),
        ),
        rulings=("P-09",),
    ),
    HelpPage(
        "hong-kong",
        pgettext_lazy("Spree!", "What changes in Hong Kong?"),
        (
            _("A shot counts one more than its die, and the fountain no longer stops a player who is pushed."),
            _("From a car one may shoot and be shot: a player hit there lies in it. Leaving it ends the turn."),
            _("To change your parking space, drive: one die, on the parking and on the walkways of the mall."),
            _("With Veilleur driving comes first. Nobody robs from a car, or gets out of one that is not parked."),
            _("Everybody on foot in its way is run over: they fall, and their goods are lost. No ace helps."),
            _("Parking it ends the turn; so does staying on the road."),
        ),
        rulings=("P-12",),
    ),
)
