"""Which club a path leads into. What stands behind its prefix is the path of a house that keeps one club."""

from __future__ import annotations

import re
import secrets
from time import monotonic

from django.urls import get_script_prefix, set_script_prefix

from games import clubs
from games.clubs import Entered
from games.models import Club

LETTERS, LENGTH = "bcdfghjkmnpqrstvwxz", 10  # of a key: nobody finds one by trying
PATH = re.compile(rf"/{clubs.WAY}/([{LETTERS}]{{{LENGTH}}})(/.*)", re.DOTALL)
REMEMBERED = 30.0  # seconds for which a process knows a club without asking
MOST = 1000

_known: dict[str, tuple[float, Entered]] = {}


def lead(prefix: str) -> str:
    """Have the addresses that Django writes lead under this prefix; under which they led before."""
    before = get_script_prefix()
    set_script_prefix(prefix)
    return before


def new_key() -> str:
    """A key that no club has."""
    while Club.objects.filter(key=(key := "".join(secrets.choice(LETTERS) for _ in range(LENGTH)))).exists():
        pass
    return key


def split(path: str) -> tuple[str, str]:
    """The key of the club that a path leads into, and the path within it; an empty key where it leads into none."""
    found = PATH.fullmatch(path) if clubs.are_kept() else None
    return (found[1], found[2]) if found else ("", path)


def is_known(key: str) -> bool:
    """Whether this process has met a club of this key, and not only the key."""
    return key in _known


def club_of(key: str) -> Entered | None:
    """The club that has this key. Raises DatabaseError."""
    known = _known.get(key)
    if known and monotonic() - known[0] < REMEMBERED:
        return known[1]
    club = Club.objects.filter(key=key).first() if key else None
    if club is None:
        _known.pop(key, None)
        return None
    if len(_known) >= MOST:
        _known.clear()
    _known[key] = monotonic(), club.entered
    return club.entered


def forget() -> None:
    """Ask anew for every club."""
    _known.clear()


def first() -> Club:
    """The club that the house was before it kept several, made known if it was not."""
    return Club.objects.get_or_create(pk=clubs.FIRST, defaults={"name": "Veilleur", "key": new_key()})[0]
