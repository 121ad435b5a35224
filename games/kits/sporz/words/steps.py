"""Sporz: for each step, the spoken lines, the question, and hints for the moderator.

Spoken lines never change, in number and gender, whichever player is absent (S-26).
"""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.words import StepWords
from games.kits.sporz.roles import COMPUTER_SCIENTIST, GENETICIST, HACKER, PSYCHOLOGIST, SPY
from games.kits.sporz.speech import gettext_lazy as _
from games.kits.sporz.speech import pgettext_lazy
from games.kits.sporz.words.names import ROLE

MURDER = _("The mutants have committed a murder.")  # S-13: aloud, without a name

RISES = _("Day breaks aboard. Everybody wakes up.")

STEPS: Mapping[str, StepWords] = {
    "chief": StepWords(
        title=pgettext_lazy("sporz", "The chief"),
        opens=(
            _("Night falls. Everybody closes their eyes."),
            _("Doctors, wake up, and see who you are."),
            _("Doctors, go back to sleep. Everybody wakes up."),
        ),
        rises=RISES,
        wake=_("Elect a chief: the chief settles tied votes."),
        question=_("Whom do you want as chief?"),
        watch=_(
            "They choose by a show of hands: enter whom; on a tie they vote again. The chief wears a badge that all "
            "can see."
        ),
        watch_on_phones=_(
            "They vote on their phones, and all see who voted for whom when you close; on a tie they vote again. "
            "After a show of hands, enter whom."
        ),
        fields={"seat": pgettext_lazy("sporz", "Chief"), "tally": pgettext_lazy("sporz", "Ballots")},
    ),
    "mutants": StepWords(
        title=pgettext_lazy("sporz", "The mutants"),
        falls=_("Night falls. Everybody closes their eyes."),
        wake=_("Mutants, wake up. Show me whom you mutate, and whom you paralyse."),
        sleep=_(
            "Mutants, sleep. I walk round everybody twice. First, for the one the mutants chose. "
            "Then, for the one they paralysed."
        ),
        walk=True,
        question=_("Whom do the mutants mutate or kill, and whom do they paralyse?"),
        watch=_(
            "Thumb up: mutate. Thumb down: kill. Thumb level: paralyse. Either may be left out. "
            "They must agree: otherwise they have lost."
        ),
        fields={
            "mutate": pgettext_lazy("sporz", "Mutate"),
            "kill": pgettext_lazy("sporz", "Kill"),
            "paralyse": pgettext_lazy("sporz", "Paralyse"),
            "disagree": _("They cannot agree"),
        },
        brings={"murder": MURDER},
        sure=_("The mutants cannot agree, so the astronauts win by forfeit and the game is over. Shall they?"),
    ),
    "doctors": StepWords(
        title=pgettext_lazy("sporz", "The doctors"),
        wake=_("Doctors, wake up. Show me whom you heal."),
        sleep=_("Doctors, sleep. I walk round everybody once, for those you have treated."),
        walk=True,
        question=_("Whom do the doctors heal (one each)? Or whom do they kill together?"),
        watch=_("Thumb up: heal, one player each. Thumb down: kill, and all of them the same player."),
        usual="heal",
        fields={"heal": pgettext_lazy("sporz", "Heal"), "kill": pgettext_lazy("sporz", "Kill")},
    ),
    COMPUTER_SCIENTIST: StepWords(
        title=ROLE[COMPUTER_SCIENTIST],
        wake=_("Computer scientist, wake up. I show you on my fingers how many mutants are aboard."),
        sleep=_("Computer scientist, sleep."),
        question=_("Have you seen the number?"),
        watch=_("Show the number of mutants on your fingers."),
        fields={"ok": pgettext_lazy("sporz", "Seen")},
    ),
    PSYCHOLOGIST: StepWords(
        title=ROLE[PSYCHOLOGIST],
        wake=_("Psychologist, wake up. Show me whom you examine."),
        shown=True,
        sleep=_("Psychologist, sleep."),
        question=_("Mutant or healthy: about whom do you want to know?"),
        watch=_("Mutant: a fierce face. Healthy: shake your head."),
        fields={"seat": pgettext_lazy("sporz", "Examine")},
    ),
    GENETICIST: StepWords(
        title=ROLE[GENETICIST],
        wake=_("Geneticist, wake up. Show me whose genome you analyse."),
        shown=True,
        sleep=_("Geneticist, sleep."),
        question=_("Whose genome do you want to know?"),
        watch=_("Resistant: flex an arm. Normal: shake your head. Host: a frightened face."),
        fields={"seat": pgettext_lazy("sporz", "Analyse")},
    ),
    SPY: StepWords(
        title=ROLE[SPY],
        wake=_("Spy, wake up. Show me whom you watch."),
        shown=True,
        shows=_(
            "At each word, look at my thumb. Eyes open… A mutation… A paralysis… An infection… A cure… An inspection "
            "by the psychologist… An inspection by the geneticist…"
        ),
        sleep=_("Spy, sleep."),
        question=_("Whose night do you want to see?"),
        watch=_(
            "First the name, by a pointed finger. Then you say seven words, with a thumb for each: the desk has the "
            "answers."
        ),
        fields={"seat": pgettext_lazy("sporz", "Watch")},
    ),
    HACKER: StepWords(
        title=ROLE[HACKER],
        wake=_("Hacker, wake up. Show me which role you hack."),
        shown=True,
        sleep=_("Hacker, sleep."),
        question=_("Which role do you hack?"),
        watch=_(
            "Typing: the computer scientist. Three fingers like a fork: the psychologist. "
            "Two fingers crossed: the geneticist. Nothing available: thumb level."
        ),
        fields={"role": pgettext_lazy("sporz", "Hack")},
    ),
    "vote": StepWords(
        title=pgettext_lazy("sporz", "The vote"),
        rises=RISES,
        wake=_("Talk with whom you like; then each of you votes in secret."),
        wakes={
            "small_groups": _(
                "Talk three together at most: the oxygen is low. Now and then, all of you for a "
                "moment. Then each of you votes in secret."
            )
        },
        question=_("Whom do you want off the ship?"),
        watch=_(
            "A ballot may change until you close the vote; some may be missing, and you may say that you are about "
            "to close it. Ballots whispered in your ear or written on paper: enter the count."
        ),
        fields={
            "seat": pgettext_lazy("sporz", "Against"),
            "blank": pgettext_lazy("sporz", "Blank"),
            "abstain": pgettext_lazy("sporz", "No ballot"),
            "tally": pgettext_lazy("sporz", "Ballots"),
        },
    ),
    "tie": StepWords(
        title=_("The chief decides"),
        wake=_("The vote is tied. The chief decides."),
        question=_("Who leaves the ship?"),
        watch=_("The chief may listen to a few words, then chooses among the tied."),
        fields={"seat": pgettext_lazy("sporz", "Against"), "blank": pgettext_lazy("sporz", "Nobody")},
    ),
}
