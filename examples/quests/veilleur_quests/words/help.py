"""Quests: the pages of help, open to everybody alike."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.words import HelpPage
from veilleur_quests.speech import gettext_lazy as _

HELP: Sequence[HelpPage] = (
    HelpPage(
        "game",
        _("What is Quests?"),
        (
            _("Win three quests of five. The traitors want three to fail, or the right name at the end."),
            _("A leader proposes a team, all vote on it at once, and the team plays its cards in secret."),
            _("One card that hinders makes a quest fail; the fourth, from seven players on, takes two."),
            _("If so many teams in a row are refused as the table has set, five as a rule, the traitors win."),
        ),
    ),
    HelpPage(
        "roles",
        _("Who is who?"),
        (
            _("Merlin is shown all traitors. Percival is shown Merlin and Morgana, and not which is which."),
            _("The traitors see each other, all but the stranger, who sees nobody and is seen by Merlin alone."),
            _("From seven players on one traitor is a minion or the stranger: nobody is told which was drawn."),
            _("When three quests are won the assassin names somebody: if it is Merlin, the traitors win."),
        ),
    ),
)
