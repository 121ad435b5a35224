"""The time zone of the settings, or else of the machine, until a host chooses another."""

from __future__ import annotations

import re
import warnings
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import tzlocal

from moderation.web.configuration_error import NotReadable

NAME = re.compile(r"[A-Za-z][\w+-]*(/[\w+-]+){0,2}", re.ASCII)
UNKNOWN = "UTC"  # where neither settings nor machine name one


def is_zone(name: str) -> bool:
    """Return whether a time zone of this name is known here."""
    if not NAME.fullmatch(name):
        return False
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        return False
    return True


def read_time_zone(named: str) -> str:
    """Return the zone that TIME_ZONE names, or else that of the machine.

    Raises `NotReadable` for an unknown name.
    """
    if named and not is_zone(named):
        raise NotReadable(
            f"TIME_ZONE: there is no time zone {named!r}. Write one as Europe/Paris, or leave it away.\n"
            f"TIME_ZONE\u00a0: il n’y a pas de fuseau horaire {named!r}. Écrivez par exemple Europe/Paris, "
            "ou ne mettez rien."
        )
    return named or _read_zone_of_machine()


def _read_zone_of_machine() -> str:
    try:
        with warnings.catch_warnings(action="ignore"):
            found = tzlocal.get_localzone_name()
    except (LookupError, OSError, ValueError):  # the system names no zone, or several
        return UNKNOWN
    return found if found and is_zone(found) else UNKNOWN
