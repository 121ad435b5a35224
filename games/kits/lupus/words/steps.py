"""Lupus in Tabula: for each step, the spoken lines, the question, hints for the moderator.

Spoken lines never change, whichever player is absent, dead or doubled by the mythomaniac (L-10).
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.table import Step, Table
from games.engine.words import StepWords
from games.kits.lupus.roles import BODYGUARD, MEDIUM, MYTHOMANIAC, OWL, SEER
from games.kits.lupus.speech import gettext, pgettext_lazy
from games.kits.lupus.speech import gettext_lazy as _
from games.kits.lupus.words.names import ROLE

# A night begins with the seer, or with the medium before: whichever is called first says it (L-10).
FALLS = _("Night falls. Everybody closes their eyes and drums on the table.")


# Hints that differ from table to table.


def two_seers(table: Table, step: Step) -> str:
    """Return a hint that there may be two seers, with a mythomaniac in the deck (L-12, L-19).

    It may be so from the third night on.
    """
    if not any(card["role"] == MYTHOMANIAC for card in table.deal.values()):
        return ""
    return gettext("If a mythomaniac has turned seer, both wake, and must agree.")


def prey(table: Table, step: Step) -> str:
    """Return a hint on what the werewolves do tonight (L-15, L-16)."""
    if step.manner == "recognition":
        return gettext("Tonight you are the prey: they only look at each other, and name nobody.")
    return gettext(
        "Enter whom all point at. Closing while they disagree takes the player named most; on a tie, nobody."
    )


def dead(table: Table, step: Step) -> str:
    """Return a hint on who is announced (L-16, L-22)."""
    told = [one.fact["fact"] for one in table.told if one.at == step.opened]
    if "moderator_torn" in told:
        return gettext("It is you whom the werewolves have devoured: say so, and continue as the moderator.")
    if "death" not in told:
        return ""
    return gettext("Name the dead, never their roles: from now on they are silent.")


def naming(table: Table, step: Step) -> str:
    """Return a hint on the order of naming, and whether the dead name too (L-24, L-29)."""
    if table.options["voting"] == "in_turn":
        said = gettext(
            "Round the table from the left of the last victim; before any victim, from the first "
            "seat, on your left. Closing passes over the player who is asked."
        )
    else:
        said = gettext("All name at once, on a sign of yours. Closing passes over those who have named nobody.")
    ghosts = gettext("The dead name somebody too.") if table.options["ghosts"] else ""
    return f"{said} {ghosts}".rstrip()


STEPS: Mapping[str, StepWords] = {
    "medium": StepWords(
        title=ROLE[MEDIUM],
        falls=FALLS,
        wake=_("Medium, open your eyes: the departed answer you."),
        sleep=_("Medium, close your eyes."),
        question=_("What do the departed say? The answer is in your notebook."),
        watch=_("A werewolf was lynched: nod. No werewolf: shake your head. Nobody was lynched: show empty hands."),
        fields={"ok": pgettext_lazy("lupus", "Seen")},
    ),
    "seer": StepWords(
        title=ROLE[SEER],
        falls=FALLS,
        wake=_("Seer, open your eyes and point at somebody."),
        shown=True,
        sleep=pgettext_lazy("lupus", "Seer, close your eyes."),
        question=_("Werewolf or not: about whom do you want to know?"),
        watch=_("A werewolf: nod. No werewolf: shake your head."),
        hint=two_seers,
        fields={"seat": pgettext_lazy("lupus", "Look at")},
    ),
    "bodyguard": StepWords(
        title=ROLE[BODYGUARD],
        wake=_("Bodyguard, open your eyes and point at somebody else, to be guarded tonight."),
        sleep=_("Bodyguard, close your eyes."),
        question=_("Whom do you guard tonight? Not yourself."),
        watch=_("A pointed finger. The bodyguard may choose the same player night after night."),
        fields={"seat": pgettext_lazy("lupus", "Guard")},
    ),
    "owl": StepWords(
        title=ROLE[OWL],
        wake=_("Owl, open your eyes and point at somebody."),
        sleep=_("Owl, close your eyes."),
        question=_("Whom do you accuse tomorrow?"),
        watch=_("A pointed finger. You announce it once all have named somebody by day."),
        fields={"seat": pgettext_lazy("lupus", "Accuse")},
    ),
    "werewolves": StepWords(
        title=pgettext_lazy("lupus", "Werewolves"),
        wake=_("Werewolves, open your eyes, know each other, and agree on your prey without a word."),
        wakes={"recognition": _("Werewolves, open your eyes and know each other.")},
        sleep=_("Werewolves, close your eyes."),
        question=_("Your pack, and its prey if it hunts tonight"),
        hint=prey,
        fields={"seat": pgettext_lazy("lupus", "Devour"), "ok": pgettext_lazy("lupus", "Seen")},
    ),
    "masons": StepWords(
        title=pgettext_lazy("lupus", "Masons"),
        wake=_("Masons, open your eyes and know each other."),
        sleep=_("Masons, close your eyes."),
        question=_("The masons are in your notebook."),
        watch=_("The two masons look at each other. They are called on this night only."),
        fields={"ok": pgettext_lazy("lupus", "Seen")},
    ),
    "mythomaniac": StepWords(
        title=ROLE[MYTHOMANIAC],
        wake=_("Mythomaniac, open your eyes and point at somebody else, once and for all."),
        shown=True,
        sleep=_("Mythomaniac, close your eyes."),
        question=_("Whom do you imitate? Not yourself."),
        watch=_("A werewolf now: show claws. A seer now: point at your eye. Neither: shake your head."),
        fields={"seat": pgettext_lazy("lupus", "Imitate")},
    ),
    "debate": StepWords(
        title=pgettext_lazy("lupus", "The debate"),
        rises=_("Day breaks, everybody wakes up. Here is what the night has done."),
        wake=_("Talk to each other: three minutes at most."),
        watch=_("The three minutes run by themselves. When the talking is over, tap “Next”."),
        hint=dead,
    ),
    "nominate": StepWords(
        title=pgettext_lazy("lupus", "The accusation"),
        wake=_("Before the whole village: who should be lynched?"),
        question=_("Whom do you name?"),
        hint=naming,
        fields={"seat": pgettext_lazy("lupus", "Name")},
    ),
    "defence": StepWords(
        title=pgettext_lazy("lupus", "The defence"),
        wake=_("The accused speak in their defence."),
        watch=_("When they have spoken, tap “Next”. Here a player accused alone is lynched at once."),
    ),
    "lynch": StepWords(
        title=pgettext_lazy("lupus", "The lynching"),
        wake=_("Before the whole village: which of the accused should be lynched?"),
        question=_("Who is lynched?"),
        watch=_(
            "The living who are not accused vote. A tie: one more defence and vote, then the lot. "
            "With nobody to vote, simply tap “Next”."
        ),
        fields={"seat": pgettext_lazy("lupus", "Lynch")},
    ),
    "draw": StepWords(
        title=pgettext_lazy("lupus", "The lot"),
        wake=_("Still a tie: let the lot decide."),
        question=_("On whom does the lot fall?"),
        fields={"seat": pgettext_lazy("lupus", "Drawn")},
    ),
}
