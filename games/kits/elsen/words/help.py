"""ELSEN: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from games.engine.words import HelpPage

HELP: Sequence[HelpPage] = (
    HelpPage(
        "turn",
        _("How does a turn go?"),
        (
            _("The first player sends three players or more on a mission. Each of them plays a card, face down."),
            _("The cards are shuffled, shown and applied. Then everybody sleeps, and those with a power wake."),
            _("In the morning all look at their own card, alive or dead. They talk, and may exclude one player."),
            _("The first-player token goes to the left. After ten turns the saboteurs have won."),
        ),
    ),
    HelpPage(
        "missions",
        _("How does a mission succeed?"),
        (
            _("Success is worth one token, worker two, lazy one a half. Five completed missions win the game."),
            _("A mission takes 3 tokens with 5 or 6 players, 4 up to 8, 5 up to 11, 6 up to 14, 7 with 15."),
            _("A sabotage takes all its tokens away, unless an engineer plays too. What is too much is lost."),
        ),
    ),
    HelpPage(
        "ghosts",
        _("What if I am dead?"),
        (
            _("Nobody knows but you, the saboteurs and perhaps the seer. You go on playing: mission, talk, vote."),
            _("Your only card is ghost success. It fills a mission of the ghosts that no sabotage can touch."),
            _("A completed mission of the ghosts counts like any other."),
        ),
    ),
    HelpPage(
        "elimination",
        _("When does somebody die?"),
        (
            _("When an elimination was played and no doctor with it: one player that night, never two."),
            _("On the fifth night there is one elimination more, whatever was played."),
            _("Whom the police protect stays alive."),
        ),
    ),
    HelpPage(
        "vote",
        _("Who is excluded?"),
        (
            _("Whoever has more than half of all aboard against them; the table may have set: at least half."),
            _("The dead aboard vote too. Who is off the ship plays no more and keeps their role to themselves."),
        ),
    ),
    HelpPage(
        "saboteur",
        _("What does the saboteur do?"),
        (
            _("Plays success, sabotage or elimination, and knows the other saboteurs."),
            _("Dead, still wakes at night and still has a say in the eliminations."),
        ),
    ),
    HelpPage(
        "seer",
        _("What does the seer do?"),
        (_("Names a player each night and learns: alive or dead. Tonight's victim is dead already."),),
    ),
    HelpPage(
        "police",
        _("What do the police do?"),
        (_("Protect a player each night, themselves if they like, before the saboteurs wake."),),
    ),
    HelpPage(
        "doctor",
        _("What does the doctor do?"),
        (_("Plays the doctor card once in the game. It undoes one elimination card of the same mission."),),
    ),
    HelpPage(
        "engineer",
        _("What does the engineer do?"),
        (_("Plays the engineer card once in the game. It undoes one sabotage card of the same mission."),),
    ),
    HelpPage(
        "worker",
        _("What does the worker do?"),
        (_("Plays worker for two tokens, or success for one."),),
    ),
    HelpPage(
        "lazy",
        _("What does the lazy one do?"),
        (_("Has no other card than lazy one: half a token. It looks bad, and it is honest."),),
    ),
)
