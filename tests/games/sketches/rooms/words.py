"""Two rooms: the words."""

from games.engine.words import OptionWords, StepWords
from tests.games.sketches.plain import *  # noqa: F403
from tests.games.sketches.plain import FIELDS

NAME = "Two rooms"
CAMPS = {"red": "Red", "blue": "Blue"}
OPTIONS = {"rounds": OptionWords("Rounds")}
STEPS = {
    "show": StepWords("In twos", question="To whom do you show your card?", fields=FIELDS),
    "leader": StepWords("Leaders", question="Who leads your room?", fields=FIELDS),
    "hostages": StepWords("Hostages", question="Who goes to the other room?", fields=FIELDS),
}
