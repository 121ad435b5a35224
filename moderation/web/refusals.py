"""Refusals in the language of the person who is refused."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.engine.table import Refused

REFUSED = 409


class Unwanted(Refused):
    """A refusal whose sentence is already translated for its reader."""

    def __init__(self, sentence: str) -> None:
        super().__init__("unwanted", sentence)


class UnfinishedChoice(Unwanted):
    """An incomplete choice. The page keeps the part that was chosen."""


def translate_refusal(refusal: Refused) -> str:
    """Return the translated sentence of a refusal."""
    if isinstance(refusal, Unwanted):
        return refusal.sentence
    return {
        "game_over": _("The game is over."),
        "wrong_step": _("That question has passed. Here is the present one."),
        "moment": _("Everybody looks at what has happened. It goes on in a moment; nothing has changed."),
        "not_asked": _("You have nothing to answer just now."),
        "illegal_answer": _("That cannot be chosen. Nothing has changed."),
        "needs_answer": _("This cannot be closed without an answer."),
        "nothing_to_undo": _("There is nothing to undo."),
        "entered_since": _("Something else was entered meanwhile. Look again before you undo it."),
        "nothing_to_redo": _("There is nothing to redo."),
        "not_playing": _("The game has not begun."),
        "too_fast": _("That was too fast. Wait a few seconds, then try again."),
        "narrated": _("Nobody moderates this game: the app runs it by itself."),
        "own_seat": _("The others decide that, not you. To play on, answer your question or tap “Wait”."),
        "not_late": _("The table has not waited long enough for that. Nothing has changed."),
        "old_version": _("This game was begun with another version of its rules: it can be read, not continued."),
    }.get(refusal.code, _("That is not possible now. Nothing has changed."))
