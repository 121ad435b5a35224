"""Spree!: whose game it is, and what is played where its rulebook is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.words import Silence

if TYPE_CHECKING:
    from games.engine.words import Said

CREDITS: Sequence[Said] = ()
SILENT: Sequence[Silence] = ()
