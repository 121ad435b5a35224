"""Quests: whose game it is, and what is played where its rulebook is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.words import Silence
from veilleur_quests.speech import gettext_lazy as _

if TYPE_CHECKING:
    from games.engine.words import Said

CREDITS: Sequence[Said] = (
    _("Written as an example, after the games of quests and hidden camps that many have played."),
)
SILENT: Sequence[Silence] = ()
