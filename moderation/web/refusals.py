"""Refusals in the language of the person who is refused."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.engine.table import Refused

REFUSED = 409
SENTENCES: dict[str, Promise] = {
    "game_over": gettext_lazy("The game is over."),
    "wrong_step": gettext_lazy("That question has passed. Here is the present one."),
    "moment": gettext_lazy("Everybody looks at what has happened. It goes on in a moment; nothing has changed."),
    "not_asked": gettext_lazy("You have nothing to answer just now."),
    "illegal_answer": gettext_lazy("That cannot be chosen. Nothing has changed."),
    "needs_answer": gettext_lazy("This cannot be closed without an answer."),
    "nothing_to_undo": gettext_lazy("There is nothing to undo."),
    "entered_since": gettext_lazy("Something else was entered meanwhile. Look again before you undo it."),
    "nothing_to_redo": gettext_lazy("There is nothing to redo."),
    "not_playing": gettext_lazy("The game has not begun."),
    "too_fast": gettext_lazy("That was too fast. Wait a few seconds, then try again."),
    "narrated": gettext_lazy("Nobody moderates this game: the app runs it by itself."),
    "own_seat": gettext_lazy("The others decide that, not you. To play on, answer your question or tap “Wait”."),
    "not_late": gettext_lazy("The table has not waited long enough for that. Nothing has changed."),
    "old_version": gettext_lazy(
        "This game was begun with another version of its rules: it can be read, not continued."
    ),
}
OTHER = gettext_lazy("That is not possible now. Nothing has changed.")


class Unwanted(Refused):
    """A refusal whose sentence is already translated for its reader."""

    def __init__(self, sentence: str) -> None:
        super().__init__("unwanted", sentence)


class UnfinishedChoice(Unwanted):
    """An incomplete choice. The page keeps the part that was chosen."""


def translate_refusal(refusal: Refused) -> str:
    """Return the translated sentence of a refusal."""
    return refusal.sentence if isinstance(refusal, Unwanted) else str(SENTENCES.get(refusal.code, OTHER))


def get_public_code(refusal: Refused) -> str:
    """Return the code of a refusal, or "other": a page says no more than the sentence does."""
    return refusal.code if refusal.code in SENTENCES or isinstance(refusal, Unwanted) else "other"
