"""Quests: the words, in English here and in French in the catalogue beside this folder.

The pages use the names that are gathered here. Each file says one kind of thing: names.py what cards and options are
called, steps.py the questions and the lines spoken aloud, facts.py the news, help.py the pages that all may look up,
rulebook.py whose game it is and what is played where its rulebook is silent.
"""

from games.engine.words import NO_MOMENTS as MOMENTS
from veilleur_quests.words.facts import (
    board,
    card,
    hidden,
    hunted,
    in_truth,
    outcome,
    phase,
    ring,
    sheet,
    to_moderator,
    to_player,
    to_room,
    truth,
    value,
)
from veilleur_quests.words.help import HELP
from veilleur_quests.words.names import (
    CAMPS,
    CARDS,
    COUNTS,
    MODERATED,
    NAME,
    OPTIONS,
    PITCH,
    PLAYERS,
    PROPOSED,
)
from veilleur_quests.words.rulebook import CREDITS, SILENT
from veilleur_quests.words.steps import STEPS
from veilleur_quests.words.tokens import tokens

__all__ = [
    "CAMPS",
    "CARDS",
    "COUNTS",
    "CREDITS",
    "HELP",
    "MODERATED",
    "MOMENTS",
    "NAME",
    "OPTIONS",
    "PITCH",
    "PLAYERS",
    "PROPOSED",
    "SILENT",
    "STEPS",
    "board",
    "card",
    "hidden",
    "hunted",
    "in_truth",
    "outcome",
    "phase",
    "ring",
    "sheet",
    "to_moderator",
    "to_player",
    "to_room",
    "tokens",
    "truth",
    "value",
]
