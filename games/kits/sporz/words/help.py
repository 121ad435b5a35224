"""Sporz: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.words import HelpPage
from games.kits.sporz.speech import gettext_lazy as _
from games.kits.sporz.speech import pgettext_lazy

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
        "winning",
        pgettext_lazy("sporz", "Who wins, and when?"),
        (
            _("The astronauts win when no living mutant is left, at dawn or after a vote."),
            _(
                "The mutants win when only mutants are left. Or at nightfall, when at least two "
                "mutants live and every living doctor is a mutant; here, also when no doctor is left "
                "alive."
            ),
            _("If the mutants cannot agree at night and never will, the astronauts win by forfeit."),
            _(
                "A camp wins, not a person. Whoever has changed camp belongs to none, and has neither won nor lost: "
                "play for the camp of the moment, and for fun."
            ),
        ),
        rulings=("S-41",),
    ),
    HelpPage(
        "setup",
        pgettext_lazy("sporz", "How does the game begin?"),
        (
            _("Roles are dealt by lot and, here, genomes too. Look at your card in secret."),
            _("The doctors recognise each other before the first night: they alone know a fellow from the start."),
            _("Then the crew elects a chief by a show of hands, and the first night falls."),
        ),
        rulings=("S-05",),
    ),
    HelpPage(
        "chief",
        pgettext_lazy("sporz", "What is the chief for?"),
        (
            _(
                "The chief settles tied votes, and nothing else. A badge that all can see goes with it: a hat, a "
                "scarf."
            ),
            _("A chief who dies in the night is replaced that morning; one whom the vote puts off, the next day."),
        ),
    ),
    HelpPage(
        "night",
        pgettext_lazy("sporz", "What happens at night?"),
        (
            _(
                "Everybody closes their eyes. Then wake, in this order: the mutants, the doctors, the computer "
                "scientist, the psychologist, the geneticist, the spy, the hacker. A table may call the computer "
                "scientist, the psychologist and the geneticist in another order."
            ),
            _(
                "Whoever is paralysed does not wake for the rest of the night, and may show a level thumb instead. "
                "No cure lifts a paralysis."
            ),
            _(
                "The calls always have the same words, even if nobody can answer. Here a role is no "
                "longer called when nobody who has it is alive at nightfall."
            ),
            _(
                "A murder by the mutants is said aloud at once, without a name, unless the table has set it "
                "otherwise."
            ),
            _("A killed player is out at once. Whoever wakes afterwards sees who it was; the others hear at dawn."),
        ),
        crib=True,
        rulings=("S-25",),
    ),
    HelpPage(
        "signs",
        pgettext_lazy("sporz", "Which signs do we use at night?"),
        (
            _("Point at a player, then thumb up to mutate or to heal, thumb down to kill, thumb level to paralyse."),
            _("The ship's computer answers: a fierce face for a mutant, a shake of the head for healthy or normal."),
            _("For a genome: a flexed arm for resistant, a frightened face for a host."),
            _("To the spy: after each word, thumb up for yes, thumb down for no."),
            _(
                "The hacker types on a keyboard for the computer scientist, makes a Ψ of three fingers for the "
                "psychologist, crosses two fingers for the geneticist. Nothing available: thumb level."
            ),
        ),
    ),
    HelpPage(
        "touches",
        pgettext_lazy("sporz", "What does a hand on the forehead mean?"),
        (
            _(
                "Without phones, the ship's computer walks round the circle and touches those it has something to "
                "tell."
            ),
            _("After the mutants, first round. One touch: mutated. Several: they tried, and you are resistant."),
            _("Second round, one touch: you are paralysed."),
            _("After the doctors. One touch: you receive a cure. Several: you are a host, and remain a mutant."),
            _("A hand on the shoulder is Veilleur's own sign: you have been killed, and may open your eyes."),
        ),
        crib=True,
        rulings=("S-13",),
    ),
    HelpPage(
        "base_mutant",
        pgettext_lazy("sporz", "What does the base mutant do?"),
        (
            _("The base mutant is a mutant from the start and wakes first, every night, with all the others."),
            _(
                "Together the mutants have two actions a night, however many they are: mutate or kill one player, "
                "and paralyse one. Either may be left out. They agree in silence."
            ),
            _("They may paralyse one of their own, or mutate and paralyse the same player."),
            _("Whether a mutation has worked they see the next night: the new mutant wakes with them."),
            _("The base mutant is a host, knows it, and is never healed. In death it is announced as an astronaut."),
        ),
    ),
    HelpPage(
        "mutated",
        pgettext_lazy("sporz", "What if I am mutated?"),
        (
            _(
                "From now on you want the mutants to win, and from the next night on you wake with "
                "them. If your own camp kills you, you lose nothing: only the camp counts."
            ),
            _("You keep your role and still wake for it, unless you are a doctor: a mutant doctor heals nobody."),
            _("A cure makes you healthy again, and you change sides again. A host stays a mutant for good."),
        ),
    ),
    HelpPage(
        "doctor",
        pgettext_lazy("sporz", "What does the doctor do?"),
        (
            _("The doctors know each other. Those who are neither mutant nor paralysed wake together."),
            _("Each of them heals one player. They agree by signs, in silence. A doctor who sleeps can be healed."),
            _("If the other doctor does not wake, you cannot tell whether it is a mutation or a paralysis."),
            _(
                "Instead of healing, the doctors awake may kill one player. It seldom pays. Examples: "
                "a mutated host whom the vote has spared; a fellow whom the mutants strike night after "
                "night."
            ),
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
                "Seven things, yes or no: eyes open, a mutation, a paralysis, an infection, a cure, an inspection "
                "by the psychologist, one by the geneticist."
            ),
        ),
    ),
    HelpPage(
        "hacker",
        pgettext_lazy("sporz", "What does the hacker do?"),
        (
            _(
                "Each night the hacker names the computer scientist, the psychologist or the "
                "geneticist, and learns what that role has found out this night, but not who has it."
            ),
            _(
                "If the player with that role is paralysed, nothing is available. No other role may be "
                "hacked that night."
            ),
            _("Before you hack a role again, you must have hacked all the other roles still in play."),
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
            _(
                "At the start, the base mutant knows their genome (host), and the doctors know theirs "
                "(normal). The others learn theirs from the geneticist, or when a mutation or a cure "
                "fails on them."
            ),
            _("A cure feels the same to a healthy host as to anybody."),
        ),
    ),
    HelpPage(
        "day",
        pgettext_lazy("sporz", "What happens by day?"),
        (
            _("The night's dead and their roles are announced. Then all talk, aloud or in corners: bluff, trade."),
            _("Stand up and move about: what is whispered in a corner counts as much as what all can hear."),
            _(
                "With beginners, the ship's computer may forbid groups of more than three, short talks of all "
                "together excepted: it keeps everybody in the game."
            ),
            _("The dead neither speak nor act nor vote."),
        ),
    ),
    HelpPage(
        "vote",
        pgettext_lazy("sporz", "How does the vote work?"),
        (
            _("Every living player votes in secret: against a living player, or blank, or not at all."),
            _("You may change your ballot until the vote is closed; the ship's computer may close it without yours."),
            _("Without phones you whisper your vote in the ear of the ship's computer."),
            _(
                "Whoever has the most ballots leaves the ship. Blank counts like a player: if blank is "
                "first, everybody stays."
            ),
            _("The chief breaks a tie, among the tied only, blank included if it is one of them."),
            _("Role, genome and state of the dead are announced."),
        ),
    ),
    HelpPage(
        "moderator",
        pgettext_lazy("sporz", "Advice to the ship's computer"),
        (
            _("At night all sit in a circle round you, within reach of your arm. Walk past everybody, at one pace."),
            _("Have everybody hum or drum at night: it covers the sound of signs. Tell a story between the calls."),
            _("Pretend for a role that cannot answer: same words, same time, same gestures."),
            _("By day you tell nothing that the rules do not announce. Draw in those who stand alone."),
            _("Cut short a talk that goes on for too long. Announce that you will close the vote, then close it."),
            _(
                "The ship's computer should know the game well. Two people may share the job: one "
                "speaks, one takes notes. Keep the notes secret."
            ),
        ),
        aid=False,
        crib=True,
    ),
)
