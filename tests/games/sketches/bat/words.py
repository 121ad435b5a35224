"""The bat: the words."""

from games.engine.words import OptionWords, StepWords
from tests.games.sketches.plain import *  # noqa: F403
from tests.games.sketches.plain import FIELDS

NAME = "The bat"
CAMPS = {"village": "The village", "vampires": "The vampires"}
OPTIONS = {"nights": OptionWords("Nights")}
CARDS = {"role": OptionWords("Role", values={"vampire": "Vampire", "villager": "Villager"})}
STEPS = {
    "bat": StepWords("The bat is drawn", fields=FIELDS),
    "vampires": StepWords("Vampires", "Vampires, look up.", "Vampires, sleep.", "Whom do you bite?", fields=FIELDS),
    "give": StepWords("The bat", question="To whom do you give the bat?", fields=FIELDS),
    "talk": StepWords("Two talk", question="Have you talked?", fields=FIELDS),
    "stake": StepWords("The stake", question="At whom do you point?", fields=FIELDS),
}
