"""Mystery Space Murder 3000: the pages of help, open to everybody, in the order of need."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import lazy

from games.engine.words import HelpPage
from games.kits.murder.speech import gettext_lazy as _
from games.kits.murder.speech import pgettext_lazy
from games.kits.murder.words.names import CATEGORIES, listed

HELP: Sequence[HelpPage] = (
    HelpPage(  # M-09 to M-11
        "goal",
        _("How do I win?"),
        (
            _("Captain Picard lies dead aboard the Nabuchodonosor. Nobody remembers a thing, not even the culprit."),
            _(
                "Be the first to name the room, the character, the weapon and the motive in the "
                "envelope: you take command. If nobody does, the crew will be hunted as mercenaries."
            ),
            _("Or be the last player neither in prison nor lost in space."),
            _("Or be the culprit (your character is sealed) and in the game at the end, here even in prison."),
            _("You think it is you? Bring out the others’ secrets, mislead them, and play for time."),
            _("When time is up and nobody in the game plays the culprit, here nobody wins."),
        ),
        rulings=("M-10",),
    ),
    HelpPage(  # M-01 to M-04
        "set-up",
        _("How do we set up?"),
        (
            _("Put all six pawns on the board, also those that nobody plays, each in the room of its own colour."),
            _("Ripley in the sleeping quarters, Spock in the briefing room, Jack Harkness in the swimming pool,"),
            _("Terminator in the engine room, Han Solo in the store room, Starbuck in the hangar."),
            _("Below or above? Your starting room decides which lifts are risky for you: remember your floor."),
            _("With Veilleur the app seals a card of each kind, deals the other 24, and draws who begins."),
            _(
                "Choose a character, and read your secret. With five players, the one who is a card "
                "short may ask to see one."
            ),
            _("There are fifteen hours: one passes with every full round of the table. Turns go clockwise."),
        ),
        rulings=("M-04", "M-02"),
    ),
    HelpPage(  # M-01
        "cards",
        _("Which cards are there?"),
        (
            _("28 clues: 8 characters, 8 rooms, 6 motives, 6 weapons. The captain is the victim and no card."),
            *(lazy(listed, str)(category) for category in CATEGORIES),
            _("A star marks a name of ours: the rulebook gives no more. You may replace them."),
            _("Then type them in the settings, before the cards are dealt; the table's board is printed with them."),
        ),
        rulings=("M-01",),
    ),
    HelpPage(  # M-05
        "turn",
        _("What happens on my turn?"),
        (
            _(
                "Roll two dice and walk exactly that many squares, unless you reach a room: there you "
                "stop for this turn."
            ),
            _(
                "With Veilleur the app throws all dice: tap on your phone, and everybody sees what "
                "they show. The table needs none."
            ),
            _("In a room, any number of pawns. On a square or a lift, only one. In prison, one visitor at a time."),
            _("In a room you may make one hypothesis. With Veilleur, you may stay and ask there again next turn."),
            _("With Veilleur the dice come first: after a hypothesis or a visit your turn is over."),
        ),
        rulings=("M-05",),
    ),
    HelpPage(
        "lift",
        pgettext_lazy("murder", "Which lifts are risky?"),
        (
            _("A lift leads to the other floor and counts as one square. It never leads to another lift."),
            _("Risky for you: going up, if your pawn started below; going down, if it started above."),
            _("One die for every such ride, even several in a turn. Throw it in the app before you take the lift."),
            _("On a 1 you are lost in space and out of the game, and the others share your clues."),
        ),
    ),
    HelpPage(
        "hypothesis",
        _("What does a hypothesis bring?"),
        (
            _("It names the room you are in, a character, a weapon and a motive. The character’s pawn joins you."),
            _("From your left on, the first player who holds one of the four cards becomes the witness."),
            _(
                "If nobody does, it is compared with the envelope. All four match: you win. If not, "
                "here you alone are told."
            ),
            _("Here it may name cards of your own: then even an unanswered hypothesis may be wrong."),
        ),
        rulings=("M-09",),
    ),
    HelpPage(
        "witness",
        _("What does a witness do?"),
        (
            _(
                "The witness offers one of the matching cards in exchange for a card of your choice. "
                "You may refuse. Exchanged cards stay in the hand and are used like any other."
            ),
            _(
                "Or the witness tells a story, aloud, that names a matching card; it may name one "
                "other element as well."
            ),
            _("Such as: “I swam in the pool all evening, and the wrench was still hanging on its nail.”"),
            _("Of two elements named, the others do not know which is held. Use that to hide your secret."),
        ),
    ),
    HelpPage(
        "secret",
        _("What is my secret for?"),
        (
            _("It is a weapon or a motive that must not be named together with your character. Guard it."),
            _("It says nothing about the envelope: it may be the sealed card, or one of your own."),
        ),
    ),
    HelpPage(
        "prison",
        _("How does one get into prison, and out?"),
        (
            _("Whoever is accused with their own secret, weapon or motive, goes to prison at once."),
            _("A prisoner still testifies. In the prisoner’s turn, a 5 or a 6 opens the door and the turn goes on."),
            _("A visitor challenges: both throw a die. If the visitor’s is higher, the prisoner shows a card."),
            _("A prisoner whom a hypothesis calls to a room is back in prison at the end of that turn."),
        ),
    ),
)
