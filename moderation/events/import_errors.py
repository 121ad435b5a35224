"""Error messages for a game that cannot be imported, in the reader's language.

The engine reports errors in English with their place (`NotARecord`), for people who write records. Here they become
sentences for users, with the place in the file.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import importing
from games.engine.moves import NotARecord
from moderation.tables.setup.deal_section import translate_message
from moderation.web.kits import playable_kits

PLACE = re.compile(r"(\w+)\[(\d+)\]")  # moves[3], seats[0]
REASONS = {
    "game_over": gettext_lazy("the game is over before it."),
    "wrong_step": gettext_lazy("another question is open there."),
    "not_asked": gettext_lazy("whoever makes it is not asked anything there."),
    "illegal_answer": gettext_lazy("this answer is not among those that can be given there."),
    "needs_answer": gettext_lazy("the question that is open there needs an answer."),
    "nothing_to_undo": gettext_lazy("it takes back more moves than stand there."),
}


def describe_record_error(fault: NotARecord) -> str:
    """Return the error of a document as a sentence."""
    what, found = fault.where, PLACE.match(fault.where)
    if found and found[1] == "moves":
        return _("Move %(number)d is not written as a move of this table.") % {"number": int(found[2]) + 1}
    if found and found[1] == "seats":
        return _("Seat %(number)d has a name that cannot be used, or that another seat has already.") % {
            "number": int(found[2]) + 1
        }
    if what == "deal":
        return _describe_deal_error(str(fault).partition(": ")[2])
    known = {
        "not JSON": _("This is not the file of a game: it is no text, or only a part of one."),
        "size": _("The file is larger than that of any game: nothing of it was read."),
        "game": _("The file is of a game that this Veilleur does not have."),
        "kit_version": _("The file was made with another version of this game’s rules."),
        "seats": _("This game is not played with this many seats."),
        "over": _("A game of the archive is not over, or not saved as it ended."),
        "options": _("An option of the file does not belong to this game, or has an impossible value."),
        "moves": _(
            "The file has no moves, or more than are played out at once: %(most)d, or %(seconds)d seconds of them."
        )
        % {"most": importing.MOST_MOVES, "seconds": importing.MOST_SECONDS},
    }
    return known.get(what.partition(".")[0], _("This is not the file of a game that Veilleur has saved."))


def _describe_deal_error(why: str) -> str:
    """Return the message for a wrong deal, with the kit's reason if its catalogue has it."""
    said = _("The deal of the file does not belong to this game.")
    kit = next((kit for kit in playable_kits().values() if kit.translate(why) != why), None)
    return f"{said} {translate_message(kit, why)}" if kit else said


def describe_move_error(refused: dict[str, Any]) -> str:
    """Return the message for a refused move: its number, counted from 1, and the reason."""
    reason = REASONS.get(refused["code"], gettext_lazy("it is not possible there."))
    return _("Move %(number)d cannot be played: %(reason)s") % {"number": refused["move"] + 1, "reason": reason}
