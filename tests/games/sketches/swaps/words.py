"""One night: the words."""

from games.engine.words import StepWords
from tests.games.sketches.plain import *  # noqa: F403
from tests.games.sketches.plain import FIELDS

NAME = "One night"
CAMPS = {"village": "The village", "wolves": "The wolves"}
STEPS = {
    "wolves": StepWords("Wolves", "Wolves, look up.", "Wolves, sleep.", "Have you seen each other?", fields=FIELDS),
    "seer": StepWords("Seer", "Seer, look at a card of the middle.", "Seer, sleep.", "Which card?", fields=FIELDS),
    "robber": StepWords("Robber", "Robber, take somebody's card.", "Robber, sleep.", "Whose card?", fields=FIELDS),
    "mixer": StepWords("Mixer", "Mixer, swap two cards.", "Mixer, sleep.", "Whose cards?", fields=FIELDS),
    "vote": StepWords("Vote", "Vote all at once.", question="Who is a wolf?", fields=FIELDS),
}
