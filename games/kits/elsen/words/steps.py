"""ELSEN: for each step, the spoken lines, the question, and hints for the moderator.

Spoken lines never change, whichever player is absent.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.words import StepWords
from games.kits.elsen.roles import POLICE, SEER
from games.kits.elsen.speech import gettext_lazy as _
from games.kits.elsen.speech import pgettext_lazy
from games.kits.elsen.words.names import ROLE

# A night begins with the police, the saboteurs or the seer: whichever is called first says it (E-20 to E-23).
FALLS = _("Night falls. Everybody closes their eyes.")

STEPS: Mapping[str, StepWords] = {
    "recognise": StepWords(
        title=_("The saboteurs meet"),
        falls=_("Everybody closes their eyes."),
        wake=_("Saboteurs, open your eyes and recognise each other."),
        sleep=_("Saboteurs, close your eyes. Day breaks: everybody opens their eyes."),
        question=_("Have you seen who is with you?"),
        watch=_(
            "Without phones, before this: a role card each, and eight action cards. Two life "
            "cards, face down: “alive” near the player, “dead” towards the middle. The rulebook "
            "also lays two ladders of tokens in the middle: here Veilleur keeps them."
        ),
        fields={"ok": pgettext_lazy("elsen", "Seen")},
    ),
    "crew": StepWords(
        title=_("The crew is chosen"),
        wake=_("The first player chooses who goes on the mission: three players or more."),
        question=_("Who goes on the mission? You may go too."),
        watch=_("When fewer than three are left aboard, all of them go."),
        fields={"seats": pgettext_lazy("elsen", "Crew")},
    ),
    "mission": StepWords(
        title=pgettext_lazy("elsen", "The mission"),
        wake=_("Crew, each of you plays one card, face down."),
        question=_("Which card do you play, face down?"),
        watch=_(
            "Without phones: collect the cards one by one, look at each and enter it. Then shuffle "
            "and show them. A refused card is changed without a word. The whole crew plays: wait "
            "for the last card before you go on. At night, while all sleep, give them all back. A "
            "spent card is refused next time."
        ),
        fields={"card": pgettext_lazy("elsen", "Card")},
        # A night in which nobody is called (E-20 to E-23) has no step of its own.
        brings={"day": _("Night falls, and nobody is called. Day breaks, everybody wakes up.")},
    ),
    POLICE: StepWords(
        title=ROLE[POLICE],
        falls=FALLS,
        wake=_("Police, open your eyes. Show me whom you protect tonight."),
        sleep=_("Police, close your eyes."),
        question=_("Whom do you protect tonight?"),
        watch=_("One player aboard, the police perhaps. It holds for the whole night."),
        fields={"seat": pgettext_lazy("elsen", "Protect")},
    ),
    "saboteurs": StepWords(
        title=_("The saboteurs"),
        falls=FALLS,
        wake=_("Saboteurs, open your eyes. Show me whom you eliminate."),
        shown=True,
        sleep=_("Saboteurs, close your eyes."),
        question=_("Whom do you eliminate?"),
        watch=_(
            "They agree by signs, on somebody alive. If you close while they disagree, it is the "
            "player named most; on a tie, nobody."
        ),
        fields={"seat": pgettext_lazy("elsen", "Eliminate")},
    ),
    SEER: StepWords(
        title=ROLE[SEER],
        falls=FALLS,
        wake=_("Seer, open your eyes. Show me whose fate you want to know."),
        shown=True,
        sleep=_("Seer, close your eyes."),
        question=_("Alive or dead: whose fate do you want to know?"),
        watch=_("Thumb up: alive. Thumb down: dead."),
        fields={"seat": pgettext_lazy("elsen", "Examine"), "nobody": _("Nobody tonight")},
    ),
    "exclude": StepWords(
        title=pgettext_lazy("elsen", "The vote"),
        rises=_("Day breaks, everybody wakes up."),
        wake=_(
            "Look at your life card, the nearest to you, and show it to nobody. Then talk: do you exclude somebody?"
        ),
        question=_("Whom do you exclude from the ship?"),
        watch=_("Without phones: a show of hands; the dead vote like the living. Enter the votes, then go on."),
        fields={"seat": pgettext_lazy("elsen", "Exclude"), "nobody": pgettext_lazy("elsen", "Nobody")},
    ),
}
