"""Mystery Space Murder 3000: its credits, and the rulings where its rulebook is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.words import Silence
from games.kits.murder.speech import gettext_lazy as _
from games.kits.murder.speech import pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

CREDITS: Sequence[Said] = (
    _(
        "Mystery Space Murder 3000 is by the team of the blog Les jeux sont faits, a gift to its readers for "
        "Christmas 2012."
    ),
    _("They made it in homage to science fiction and murder parties, and name Cluedo for some of its rules."),
    _(
        "Read from their rules, in French. The board, to print in two parts, belongs to that gift: Veilleur "
        "does not hold it, and prints a ship of its own drawing."
    ),
)
SILENT: Sequence[Silence] = (
    Silence(
        pgettext_lazy("murder", "Before the game"),
        {
            "M-01": _(
                "The rulebook names seventeen of the 28 clues. The other eleven are ours, unless the table "
                "types in names of its own."
            ),
            "M-02": _(
                "Cards are dealt clockwise, from the player who begins. With five players the last one "
                "is a card short. They may ask to see a card once the characters are chosen, and their "
                "left neighbour chooses which."
            ),
            "M-03": _("Characters are chosen in the order of play."),
            "M-04": _(
                "The app draws who begins, in the place of dice. A table may set more or fewer than fifteen hours."
            ),
        },
    ),
    Silence(
        pgettext_lazy("murder", "A turn"),
        {
            "M-05": _(
                "No dice follow a hypothesis. If you stay in a room, you may make one there again in "
                "your next turn. Any character may be named: your own, one that nobody plays, one lost "
                "in space. The clues of somebody lost are dealt from their left."
            ),
            "M-06": _("Nobody else learns whether an exchange was offered or refused."),
            "M-07": _("Naming your own character sends nobody to prison."),
            "M-08": _(
                "Out of prison, you walk with two dice as usual; the rulebook may be read as one. The prisoner "
                "chooses the card to show; a tie shows none. A visit ends your turn."
            ),
            "M-09": _(
                "When nobody can testify and the envelope holds something else, the rulebook calls the "
                "game void, as a card must be lost. Here none can be lost: you named a card of your "
                "own. You alone learn that it is not solved, and play goes on."
            ),
        },
    ),
    Silence(
        pgettext_lazy("murder", "The end"),
        {
            "M-10": _(
                "The culprit wins in prison too, and not when lost in space. When nobody in the game plays the "
                "culprit, nobody wins."
            ),
            "M-11": _("The last one free wins at once."),
            "M-12": _("Each phone keeps its own hand in secret, and a sheet to tick."),
        },
    ),
    Silence(
        pgettext_lazy("murder", "Waiting"),
        {
            "M-13": _(
                "Time plays for nobody. Without a moderator a turn is passed, or the computer plays "
                "for somebody who has left, only once all others agree. Nobody testifies, or shows a "
                "card, by lot."
            ),
        },
    ),
)
