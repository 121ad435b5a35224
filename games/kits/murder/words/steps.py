"""Mystery Space Murder 3000: for each step, its spoken lines, question and hints."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.words import StepWords
from games.kits.murder.speech import gettext_lazy as _
from games.kits.murder.speech import pgettext_lazy
from games.kits.murder.words import todo

STEPS: Mapping[str, StepWords] = {
    "character": StepWords(
        title=pgettext_lazy("murder", "Characters"),
        wake=_("Choose one of the characters that are left."),
        question=_("Which character do you play?"),
        watch=_(
            "All six pawns stand on the board, also those that nobody plays, each in the room of its own colour."
        ),
        fields={"character": pgettext_lazy("murder", "Character")},
    ),
    "peek": StepWords(
        title=_("A card short"),
        question=_("You were dealt a card less. Shall your left neighbour show you one?"),
        watch=_("Ask with a look: a nod is a yes. Nothing of this is said aloud."),
        fields={"ask": _("See a card")},
        todo=todo.aside,
    ),
    "show": StepWords(
        title=_("Showing a card"),
        question=_("Which of your cards do you show?"),
        watch=_("The owner chooses, and only one other player may look."),
        fields={"card": pgettext_lazy("murder", "Show")},
        held=True,
        todo=todo.aside,
    ),
    "turn": StepWords(
        title=pgettext_lazy("murder", "A turn"),
        question=_("Throw the dice first, unless you stay where you are. For a hypothesis you must stand in a room."),
        watch=_(
            "Pawns, squares and rooms are on the board: the app takes the players’ word for them. "
            "Every risky ride is entered before it is taken. A player who hears their secret goes "
            "to prison at once; a prisoner who was called goes back as the turn ends."
        ),
        fields={
            "roll": _("Roll and walk"),
            "lift": _("Take a risky lift"),
            "visit": _("Challenge in prison"),
            "hypothesis": _("Make a hypothesis"),
            "room": pgettext_lazy("murder", "Room"),
            "character": pgettext_lazy("murder", "Character"),
            "weapon": pgettext_lazy("murder", "Weapon"),
            "motive": pgettext_lazy("murder", "Motive"),
            "escape": _("Try to get out: 5 or 6"),
            "end": pgettext_lazy("murder", "End the turn"),
        },
        todo=todo.turn,
    ),
    "testify": StepWords(
        title=pgettext_lazy("murder", "Testimony"),
        question=_("You are the witness. Which clue do you give, and how?"),
        watch=_(
            "A declaration is a story told aloud: a card held is in it, and at most one other element of the four."
        ),
        fields={
            "exchange": _("Offer in exchange"),
            "declare": pgettext_lazy("murder", "Declare"),
            "also": _("Also name, true or not"),
        },
        held=True,
        refused=_("The clue that you give must be one that you hold, named once. Choose again."),
        todo=todo.aside,
    ),
    "exchange": StepWords(
        title=pgettext_lazy("murder", "Exchange"),
        question=_("The witness offers you a clue for one of your cards. Which one do you give?"),
        watch=_("A refusal is answered by a declaration, and not commented on."),
        fields={"card": pgettext_lazy("murder", "Give"), "refuse": pgettext_lazy("murder", "Refuse")},
        held=True,
        todo=todo.aside,
    ),
    "dice": StepWords(
        title=pgettext_lazy("murder", "Dice"),
        question=pgettext_lazy("murder", "What do the dice show?"),
        fields={"dice": pgettext_lazy("murder", "Dice")},
    ),
}
