"""Sporz: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.words import HelpPage

HELP: Sequence[HelpPage] = (
    HelpPage(
        "game",
        pgettext_lazy("sporz", "What is Sporz?"),
        (
            _("You are the crew of a ship that has fled the Earth. Somebody has brought the Spore aboard."),
            _(
                "By night the mutants make more mutants, while doctors heal and others investigate. By day everybody "
                "talks, and the crew votes one player off the ship."
            ),
            _("The ship's computer is the moderator: it knows everything and takes no side."),
        ),
    ),
    HelpPage(
        "base_mutant",
        pgettext_lazy("sporz", "What does the base mutant do?"),
        (
            _("The base mutant is a mutant from the start and wakes first, every night, with all the others."),
            _(
                "Together the mutants have two actions a night, however many they are: mutate or kill one player, "
                "and paralyse one. Either may be left out. They agree by signs; if they cannot, the astronauts win."
            ),
            _("The base mutant is a host, knows it, and is never healed. In death it is announced as an astronaut."),
        ),
    ),
    HelpPage(
        "mutated",
        pgettext_lazy("sporz", "What if I am mutated?"),
        (
            _("From now on you want the mutants to win, and from the next night on you wake with them."),
            _("You keep your role and still wake for it, unless you are a doctor: a mutant doctor heals nobody."),
            _("A cure makes you healthy again, and you change sides again. A host stays a mutant for good."),
        ),
    ),
    HelpPage(
        "doctor",
        pgettext_lazy("sporz", "What does the doctor do?"),
        (
            _("The doctors know each other. Those who are neither mutant nor paralysed wake together."),
            _("Each of them heals one player; it may be a doctor, and two doctors may choose the same."),
            _("Instead of healing, all doctors awake may kill one player, if they all point at the same."),
            _("If the other doctor does not wake, you cannot tell whether it is a mutation or a paralysis."),
        ),
    ),
    HelpPage(
        "computer_scientist",
        pgettext_lazy("sporz", "What does the computer scientist do?"),
        (
            _("Each night the computer scientist learns how many living mutants are aboard."),
            _("The number is taken after the mutations and cures of this night."),
        ),
    ),
    HelpPage(
        "psychologist",
        pgettext_lazy("sporz", "What does the psychologist do?"),
        (
            _("Each night the psychologist names a living player and learns: mutant or healthy."),
            _("It is the state of this moment, after the mutations and cures of this night. It may change tomorrow."),
        ),
    ),
    HelpPage(
        "geneticist",
        pgettext_lazy("sporz", "What does the geneticist do?"),
        (
            _("Each night the geneticist names a living player and learns the genome: normal, host or resistant."),
            _("A genome never changes. Whoever learns theirs from you knows what cures and mutations would do."),
        ),
    ),
    HelpPage(
        "spy",
        pgettext_lazy("sporz", "What does the spy do?"),
        (
            _("Each night the spy names a living player and learns what has happened to them so far this night."),
            _(
                "Did they open their eyes, were they mutated, paralysed, healed, examined by the psychologist or by "
                "the geneticist? A mutation or a cure counts even where it had no effect."
            ),
            _("Nobody is ever infected in this version of the game: the answer to that question is always no."),
        ),
    ),
    HelpPage(
        "hacker",
        pgettext_lazy("sporz", "What does the hacker do?"),
        (
            _(
                "Each night the hacker names the computer scientist, the psychologist or the geneticist, and learns "
                "what that role has found out this night. Not who holds it."
            ),
            _("If that role has found out nothing this night, the hacker learns nothing either."),
            _("A role can be named again once all the others still alive have been named since."),
        ),
    ),
    HelpPage(
        "astronaut",
        pgettext_lazy("sporz", "What does an astronaut do?"),
        (
            _("An astronaut sleeps all night, and paralysis does not matter to one who sleeps."),
            _("By day astronauts take risks, compare stories, and often decide the vote."),
        ),
    ),
    HelpPage(
        "genome",
        pgettext_lazy("sporz", "What is a genome?"),
        (
            _("Normal: can be mutated and healed any number of times. Doctors are always normal."),
            _("Resistant: is never mutated, but can be paralysed. There is one aboard."),
            _("Host: once mutated, is never healed. There is one aboard beside the base mutant."),
            _("Only the base mutant knows their own genome at the start."),
        ),
    ),
    HelpPage(
        "chief",
        pgettext_lazy("sporz", "What is the chief for?"),
        (
            _("The crew elects a chief before the first night, and again when the chief dies."),
            _("The chief settles tied votes, and nothing else."),
            _("It is a show of hands: when it closes, everybody sees who voted for whom."),
        ),
    ),
    HelpPage(
        "night",
        pgettext_lazy("sporz", "What happens at night?"),
        (
            _(
                "All eyes close. Then wake, in this order: the mutants, the doctors, the computer scientist, the "
                "psychologist, the geneticist, the spy, the hacker. A table may call the computer scientist, the "
                "psychologist and the geneticist in another order."
            ),
            _("Whoever is paralysed does not wake for the rest of the night, and may show a level thumb instead."),
            _("Every role that was alive at nightfall is called, in the same words, even if nobody can answer."),
            _("A killed player is out at once. Whoever wakes afterwards sees who it was; the others hear at dawn."),
            _("That the mutants have murdered is said aloud at once, unless the table has set it otherwise."),
        ),
    ),
    HelpPage(
        "touches",
        pgettext_lazy("sporz", "What does a touch mean?"),
        (
            _("Without phones, the computer walks round the circle and touches those it has something to tell."),
            _("After the mutants, first round. One touch: mutated. Several: they tried, and you are resistant."),
            _("A hand on your shoulder: you have been killed, and may open your eyes. Second round: paralysed."),
            _("After the doctors. One touch: you receive a cure. Several: you are a host, and remain a mutant."),
        ),
    ),
    HelpPage(
        "signs",
        pgettext_lazy("sporz", "Which signs do we use at night?"),
        (
            _("Point at a player, then thumb up to mutate or to heal, thumb down to kill, thumb level to paralyse."),
            _("The computer answers: a fierce face for a mutant, a shake of the head for healthy or normal."),
            _("For a genome: a flexed arm for resistant, a frightened face for a host."),
            _(
                "The hacker types on a keyboard for the computer scientist, holds three fingers like a fork for the "
                "psychologist, crosses two fingers for the geneticist."
            ),
        ),
    ),
    HelpPage(
        "day",
        pgettext_lazy("sporz", "What happens by day?"),
        (
            _("The night's dead and their roles are announced. Then all talk, aloud or in corners: bluff, trade."),
            _(
                "With beginners, a table may forbid groups of more than three, short talks of all together excepted: "
                "it keeps everybody in the game."
            ),
            _("The dead neither speak nor act nor vote."),
        ),
    ),
    HelpPage(
        "vote",
        pgettext_lazy("sporz", "How does the vote work?"),
        (
            _("Each living player votes in secret: for a living player, oneself included, or blank, or not at all."),
            _("You may change your ballot until the computer closes the vote, with or without yours."),
            _("Ballots may also be counted on paper or by hands: then the computer enters the count alone."),
            _("Most ballots leaves the ship. Blank counts like a player: if blank is first, everybody stays."),
            _("The chief breaks a tie, among the tied only. Role, genome and state of the dead are announced."),
        ),
    ),
    HelpPage(
        "winning",
        pgettext_lazy("sporz", "Who wins, and when?"),
        (
            _("The astronauts win when no living mutant is left, at dawn or after a vote."),
            _(
                "The mutants win when only mutants are left, or at nightfall when no healthy doctor lives and there "
                "are at least two mutants."
            ),
            _("A camp wins, not a person. Whoever has changed camp belongs to none, and has neither won nor lost."),
            _("If nobody is left, nobody wins."),
        ),
    ),
)
