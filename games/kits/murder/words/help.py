"""Mystery Space Murder 3000: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.words import HelpPage

HELP: Sequence[HelpPage] = (
    HelpPage(
        "goal",
        _("How do I win?"),
        (
            _("Name the room, the character, the weapon and the motive that are sealed in the envelope."),
            _("Be the last player neither in prison nor lost in space."),
            _("Be the culprit yourself, unknown to the others, and still aboard when time is up."),
        ),
    ),
    HelpPage(
        "turn",
        _("What happens on my turn?"),
        (
            _("Roll two dice and walk exactly that far, unless you reach a room: there you stop."),
            _("The app throws all dice: tap on your phone, and everybody sees what they show. The table needs none."),
            _("In a room you may make one hypothesis. In the prison you may challenge whoever is locked up."),
            _("Pawns start in the room of their own colour. Rooms hold any number of pawns, squares and lifts one."),
        ),
    ),
    HelpPage(
        "hypothesis",
        _("What does a hypothesis bring?"),
        (
            _("It names the room you are in, a character, a weapon and a motive. The character’s pawn joins you."),
            _("From your left on, the first player who holds one of the four cards becomes the witness."),
            _("If nobody does, it is compared with the envelope: a match wins; if not, you alone are told."),
            _("It may name cards of your own: that is a bluff."),
        ),
    ),
    HelpPage(
        "witness",
        _("What does a witness do?"),
        (
            _("Offers one of the matching cards in exchange for a card of your choice. You may refuse."),
            _("Or tells a story, aloud, that names a matching card; it may name one other element as well."),
        ),
    ),
    HelpPage(
        "prison",
        _("How does one get into prison, and out?"),
        (
            _("Whoever is accused with their own secret, weapon or motive, goes to prison at once."),
            _("A prisoner still testifies. On their turn, a 5 or a 6 opens the door and the turn goes on."),
            _("A visitor challenges: both throw a die. If the visitor’s is higher, the prisoner shows a card."),
        ),
    ),
    HelpPage(
        "lift",
        pgettext_lazy("murder", "Which lifts are risky?"),
        (
            _("Going up, if your pawn started below; going down, if it started above. One throw for each ride."),
            _("On a 1 you are lost in space, and the others share your clues."),
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
)
