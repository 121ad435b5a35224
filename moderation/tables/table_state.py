"""Settings that a table keeps from game to game: children, voice, cover, timeouts, Wi-Fi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.models import TableSettings

SETTINGS_COLUMNS = (
    "children",
    "speaker",
    "covers_after",
    "asks_after",
    "wifi_name",
    "wifi_password",
)  # columns that the moderator chooses


def apply_settings(settings: TableSettings, chosen: Mapping[str, Any]) -> None:
    """Save the chosen values of these columns."""
    settings.change(**{name: chosen[name] for name in SETTINGS_COLUMNS if name in chosen})


def read_settings(settings: TableSettings) -> dict[str, Any]:
    """Return the current values of these columns."""
    return {name: getattr(settings, name) for name in SETTINGS_COLUMNS}
