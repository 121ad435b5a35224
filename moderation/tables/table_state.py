"""Settings that a table keeps from game to game: children, voice, cover, timeouts, Wi-Fi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import Upkeep

UPKEEP_COLUMNS = (
    "children",
    "speaker",
    "covers_after",
    "asks_after",
    "wifi_name",
    "wifi_password",
)  # columns that the moderator chooses


def apply_settings(upkeep: Upkeep, chosen: Mapping[str, Any]) -> None:
    """Save the chosen values of these columns."""
    upkeep.change(**{name: chosen[name] for name in UPKEEP_COLUMNS if name in chosen})


def read_settings(upkeep: Upkeep) -> dict[str, Any]:
    """Return the current values of these columns."""
    return {name: getattr(upkeep, name) for name in UPKEEP_COLUMNS}
