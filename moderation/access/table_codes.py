"""Table codes: letters that are never misheard, never misread, and never a word (SECRECY 19).

Four of them, where only the people of a room can try codes. Where anybody in the world can (`CODES_GROW`), they grow
with the tables that are open, so that at most one code in ten thousand leads anywhere.
"""

from __future__ import annotations

from datetime import timedelta
from secrets import choice, compare_digest

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import GameSession

LETTERS = "BFHJKLMRWX"  # no vowels, none that look or sound alike in French
LENGTH, LONGEST = 4, 8
SPARSE = 10_000  # codes of a length for each of them that is open, where anybody may try them
REST = timedelta(days=1)  # how long a code stays unused after its last game was closed
LONG_REST = timedelta(days=30)  # ... after a game closed by itself that is not over: its desk may open it again
BANNED = frozenset({"BLJB", "FXXK", "FKXX", "HLHL", "BRLF", "FLKR"})
BANNED_ANYWHERE = ("KKK", "XXX", "WLF")
MARK, MARKED = 10, "q"  # letters of the mark in a QR code's address, and the name under which it stands there


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
    opened = {code for code, closed in games if closed is None}
    near = {blot for code in opened for blot in blots(code)}
    beginnings = {code[:letters] for code in opened for letters in range(LENGTH, len(code))}
    letters = length(len(opened))
    spare = ""
    for _ in range(1000):
        code = "".join(choice(LETTERS) for _ in range(letters))
        if code in taken or banned(code):
            continue
        if code in beginnings or any(code[:fewer] in opened for fewer in range(LENGTH, letters)):
            continue  # whoever leaves the last letter out would find another table
        if near.isdisjoint(blots(code)):
            return code
        spare = spare or code
    if not spare:
        raise RuntimeError("no code is free")
    return spare


def length(opened: int) -> int:
    """How many letters the code of one more table has, beside so many that are open.

    Where anybody may try them, no more tables than one in `SPARSE` have a code of this length: every table counts.
    """
    letters = LENGTH
    while settings.CODES_GROW and letters < LONGEST and (opened + 1) * SPARSE > len(LETTERS) ** letters:
        letters += 1
    return letters


def is_open(code: str) -> bool:
    """Whether a table is open under this code."""
    return GameSession.objects.filter(code=code, closed=None).exists()


def blots(code: str) -> list[str]:
    """A code with each of its letters hidden in turn: two codes share one if at most one letter differs."""
    return [f"{code[:place]}.{code[place + 1 :]}" for place in range(len(code))]


def banned(code: str) -> bool:
    """Whether a code could be read as something nobody wants on a screen."""
    return any(letters in code for letters in (*BANNED, *BANNED_ANYWHERE))


def clean(typed: str) -> str:
    """A code as it was meant: case, spaces and dashes do not count."""
    return "".join(letter for letter in typed.upper() if letter.isalpha())[:LONGEST]


def mark(code: str) -> str:
    """What the QR code of a table says beside its code: whoever has scanned it has guessed nothing."""
    return salted_hmac("moderation.access.table_codes.mark", code, algorithm="sha256").hexdigest()[:MARK]


def scanned(code: str, found: str) -> bool:
    """Whether this is the mark of that code."""
    return compare_digest(mark(clean(code)).encode(), found.encode("utf-8", "replace"))
