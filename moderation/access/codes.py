"""Table codes: four letters that are never misheard, never misread, and never a word (SECRECY 19)."""

from __future__ import annotations

from datetime import timedelta
from secrets import choice

from django.db.models import Q
from django.utils import timezone

from games.models import GameSession

LETTERS = "BFHJKLMRWX"  # no vowels, none that look or sound alike in French
LENGTH = 4
REST = timedelta(days=1)  # how long a code stays unused after its last game was closed
LONG_REST = timedelta(days=30)  # ... after a game closed by itself that is not over: its desk may open it again
BANNED = frozenset({"BLJB", "FXXK", "FKXX", "HLHL", "BRLF", "FLKR"})
BANNED_ANYWHERE = ("KKK", "XXX", "WLF")


def new_code() -> str:
    """A code that no game has, nor had within a day (`LONG_REST`), two letters or more away from every open one.

    Who mistypes one letter then finds no table, instead of another one. Beyond some seven hundred open tables there
    is no room for that: then the codes are only different. Raises RuntimeError when thousands are open.
    """
    now = timezone.now()
    lately = Q(closed=None) | Q(closed__gt=now - REST)
    lately |= Q(lapsed=True, closed__gt=now - LONG_REST) & ~Q(stage=GameSession.Stage.OVER)
    games = list(GameSession.objects.filter(lately).values_list("code", "closed"))
    taken = {code for code, _closed in games}
    near = {blot for code, closed in games if closed is None for blot in blots(code)}
    spare = ""
    for _ in range(1000):
        code = "".join(choice(LETTERS) for _ in range(LENGTH))
        if code in taken or banned(code):
            continue
        if near.isdisjoint(blots(code)):
            return code
        spare = spare or code
    if not spare:
        raise RuntimeError("no code is free")
    return spare


def blots(code: str) -> list[str]:
    """A code with each of its letters hidden in turn: two codes share one if at most one letter differs."""
    return [f"{code[:place]}.{code[place + 1 :]}" for place in range(LENGTH)]


def banned(code: str) -> bool:
    """Whether a code could be read as something nobody wants on a screen."""
    return code in BANNED or any(letters in code for letters in BANNED_ANYWHERE)


def clean(typed: str) -> str:
    """A code as it was meant: case, spaces and dashes do not count."""
    return "".join(letter for letter in typed.upper() if letter.isalpha())[:LENGTH]
