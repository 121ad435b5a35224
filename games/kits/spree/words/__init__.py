"""Spree!: the words, in English here and in French in the catalogue beside this folder.

The pages use the names that are gathered here. Each file says one kind of thing: names.py what cards and options are
called, steps.py the questions and the lines spoken aloud, facts.py the news, help.py the pages that all may look up,
rulebook.py whose game it is and what is played where its rulebook is silent.
"""

from games.kits.spree.words.facts import (
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
from games.kits.spree.words.help import HELP
from games.kits.spree.words.moments import MOMENTS
from games.kits.spree.words.names import CAMPS, CARDS, COUNTS, MODERATED, NAME, OPTIONS, PITCH, PLAYERS, PROPOSED
from games.kits.spree.words.rulebook import CREDITS, SILENT
from games.kits.spree.words.steps import STEPS
from games.kits.spree.words.tokens import tokens

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
