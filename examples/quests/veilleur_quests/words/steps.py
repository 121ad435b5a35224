"""Quests: at each step, the lines spoken aloud, the question, what the moderator watches for."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.words import StepWords
from veilleur_quests.roles import ASSASSIN, MERLIN, PERCIVAL
from veilleur_quests.speech import gettext_lazy as _
from veilleur_quests.words.names import ROLE

STEPS: Mapping[str, StepWords] = {
    "traitors": StepWords(
        title=_("The traitors"),
        wake=_("Everybody closes their eyes. Traitors, but for a stranger, open yours and look at each other."),
        sleep=_("Traitors, close your eyes."),
        question=_("Have you seen who they are?"),
        watch=_("The traitors but the stranger. Wait until all have seen each other."),
        fields={"ok": _("Seen")},
    ),
    "merlin": StepWords(
        title=ROLE[MERLIN],
        wake=_("Merlin, open your eyes: you are shown the traitors."),
        sleep=_("Merlin, close your eyes."),
        question=_("Have you seen who they are?"),
        watch=_("Point at every traitor, the stranger included."),
        fields={"ok": _("Seen")},
    ),
    "percival": StepWords(
        title=ROLE[PERCIVAL],
        wake=_("Percival, open your eyes: you are shown Merlin and Morgana."),
        sleep=_("Percival, close your eyes."),
        question=_("Have you seen who they are?"),
        watch=_("Point at the two alike, clockwise."),
        fields={"ok": _("Seen")},
    ),
    "team": StepWords(
        title=_("The team"),
        wake=_("The leader chooses who rides out."),
        question=_("Whom do you send out?"),
        decides=_("Whom does the leader send out?"),
        fields={"seats": _("Team")},
    ),
    "approve": StepWords(
        title=_("The vote"),
        wake=_("All vote for this team or against it, hands up together."),
        question=_("Should this team ride out?"),
        fields={"approve": _("This team")},
    ),
    "quest": StepWords(
        title=_("The quest"),
        wake=_("The team rides out. Each of them helps or hinders, in secret."),
        question=_("Do you help or hinder? Both stand here for everybody; a knight can only help."),
        fields={"card": _("Quest card")},
        held=True,
    ),
    "assassin": StepWords(
        title=ROLE[ASSASSIN],
        wake=_("Three quests are won. Everybody closes their eyes. Assassin, open yours and point at Merlin."),
        sleep=_("Assassin, close your eyes."),
        question=_("Who is Merlin?"),
        watch=_("Another player than the assassin."),
        fields={"seat": ROLE[MERLIN]},
    ),
}
