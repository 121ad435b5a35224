"""Lupus in Tabula: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.words import HelpPage

HELP: Sequence[HelpPage] = (
    HelpPage(
        "game",
        pgettext_lazy("lupus", "What is Lupus in Tabula?"),
        (
            _("Some people of a lost village are werewolves. Every night they tear one of the others."),
            _("Every day the village talks, accuses, and lynches somebody it takes for a werewolf."),
            _(
                "The humans win when every werewolf is dead, the werewolves as soon as they are as many as the "
                "others. A whole faction wins, its dead included."
            ),
        ),
    ),
    HelpPage(
        "vote",
        _("How is somebody lynched?"),
        (
            _("After three minutes of talk, everybody openly names somebody, beginning left of the last victim."),
            _("The two most named are nominated, more on a tie. They defend themselves and do not vote."),
            _("The others vote for one of them. A tie: defence and vote again. Still a tie: the lot decides."),
        ),
    ),
    HelpPage(
        "death",
        _("What if I die?"),
        (
            _("You are silent until the end, and nobody learns what you were. You still win with your faction."),
            _("You may lie as much as you like while you live, but never show your card."),
        ),
    ),
    HelpPage(
        "ghosts",
        _("What are ghosts?"),
        (
            _("If the table plays with ghosts, the dead go on naming in the nomination, but not in the lynching."),
            _("A ghost keeps its eyes closed at night and has lost every power."),
        ),
    ),
    HelpPage(
        "werewolf",
        _("What does a werewolf do?"),
        (
            _("The werewolves wake together, know each other, and agree without a word on one player to tear."),
            _("By day they pass for humans. They may tear anybody living but one of their own."),
            _("If the moderator is the first victim, they only get to know each other on the first night."),
        ),
    ),
    HelpPage(
        "seer",
        pgettext_lazy("lupus", "What does the seer do?"),
        (
            _("Each night the seer names a living player and learns: werewolf or not."),
            _("The possessed and the were-hamster are no werewolves; a mythomaniac who has turned is one."),
        ),
    ),
    HelpPage(
        "medium",
        _("What does the medium do?"),
        (_("Each night from the second on, the medium learns whether the player lynched by day was a werewolf."),),
    ),
    HelpPage(
        "possessed",
        _("What does the possessed do?"),
        (
            _("The possessed is human, wakes for nothing, and wins with the werewolves without knowing them."),
            _("As long as the possessed lives, it counts as human: the werewolves still need to be as many."),
        ),
    ),
    HelpPage(
        "bodyguard",
        _("What does the bodyguard do?"),
        (
            _("Each night from the second on, the bodyguard names another player, whom the werewolves cannot tear."),
            _("If they choose the guarded player, nobody is torn that night."),
        ),
    ),
    HelpPage(
        "owl",
        _("What does the owl do?"),
        (
            _("Each night the owl names a living player. By day, once all have named, the choice is announced."),
            _("That player is then nominated with the first in the votes alone, unless nominated anyway."),
        ),
    ),
    HelpPage(
        "masons",
        _("What do the masons do?"),
        (_("There are always two of them. On the first night they open their eyes and know each other as humans."),),
    ),
    HelpPage(
        "werehamster",
        _("What does the were-hamster do?"),
        (
            _("It plays for itself and cannot be torn. If it is alive when the game ends, it wins, and nobody else."),
            _("If the seer names it, it dies at dawn, bodyguard or not. It can be lynched like anybody."),
            _("It counts as human when the sides are counted."),
        ),
    ),
    HelpPage(
        "mythomaniac",
        _("What does the mythomaniac do?"),
        (
            _("Once, at the end of the second night, the mythomaniac names another living player."),
            _("A werewolf or the seer: the mythomaniac becomes one, wakes with them, and decides with them."),
            _("Otherwise the mythomaniac stays a plain human until the end."),
        ),
    ),
)
