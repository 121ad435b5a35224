"""Table codes: letters never misheard, never misread, and never a word (SECRECY 19).

A code has four letters where only people in the venue can try codes. Where anybody in the world can (`CODES_GROW`),
its length grows with the number of open tables. At most one code in ten thousand then leads anywhere.
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
SPARSE = 10_000  # possible codes of a length for each open one, where anybody may try them
REST = timedelta(days=1)  # how long a code stays unused after its last game was closed
LONG_REST = timedelta(days=30)  # ... after an unfinished game closed automatically: its desk may open it again
BANNED = frozenset({"BLJB", "FXXK", "FKXX", "HLHL", "BRLF", "FLKR"})
BANNED_ANYWHERE = ("KKK", "XXX", "WLF")
MARK, MARK_PARAMETER = 10, "q"  # length of the mark in a QR code's address, and the name of its query parameter


def choose_code() -> str:
    """Return an unused code that differs in two letters or more from every open one.

    No game has it, nor had it within a day (`LONG_REST`). Somebody who mistypes one letter then finds no table,
    instead of another one. Beyond some seven hundred open tables no such code is left. Codes are then only different.
    Raises RuntimeError when thousands are open.
    """
    now = timezone.now()
    lately = Q(closed=None) | Q(closed__gt=now - REST)
    lately |= Q(lapsed=True, closed__gt=now - LONG_REST) & ~Q(stage=GameSession.Stage.OVER)
    games = list(GameSession.objects.filter(lately).values_list("code", "closed"))
    taken = {code for code, _closed in games}
    opened = {code for code, closed in games if closed is None}
    near = {blot for code in opened for blot in list_blots(code)}
    beginnings = {code[:letters] for code in opened for letters in range(LENGTH, len(code))}
    letters = compute_length(len(opened))
    spare = ""
    for _ in range(1000):
        code = "".join(choice(LETTERS) for _ in range(letters))
        if code in taken or is_banned(code):
            continue
        if code in beginnings or any(code[:fewer] in opened for fewer in range(LENGTH, letters)):
            continue  # somebody who omits the last letter would find another table
        if near.isdisjoint(list_blots(code)):
            return code
        spare = spare or code
    if not spare:
        raise RuntimeError("no code is free")
    return spare


def compute_length(opened: int) -> int:
    """Return the number of letters of the code of one more table, with so many open.

    Where anybody may try codes, at most one code in `SPARSE` of this length is open. Every open table counts.
    """
    letters = LENGTH
    while settings.CODES_GROW and letters < LONGEST and (opened + 1) * SPARSE > len(LETTERS) ** letters:
        letters += 1
    return letters


def is_open(code: str) -> bool:
    """Return whether a table is open under this code."""
    return GameSession.objects.filter(code=code, closed=None).exists()


def list_blots(code: str) -> list[str]:
    """List a code with each of its letters hidden in turn.

    Two codes share an entry if at most one letter differs.
    """
    return [f"{code[:place]}.{code[place + 1 :]}" for place in range(len(code))]


def is_banned(code: str) -> bool:
    """Return whether a code could be read as something nobody wants on a screen."""
    return any(letters in code for letters in (*BANNED, *BANNED_ANYWHERE))


def normalise(typed: str) -> str:
    """Normalise a typed code: upper case, without spaces and dashes."""
    return "".join(letter for letter in typed.upper() if letter.isalpha())[:LONGEST]


def compute_mark(code: str) -> str:
    """Return the signature that the QR code of a table carries beside its code.

    It proves that the device scanned the code and did not guess it.
    """
    return salted_hmac("moderation.access.table_codes.compute_mark", code, algorithm="sha256").hexdigest()[:MARK]


def is_scanned(code: str, found: str) -> bool:
    """Return whether this is the mark of that code."""
    return compare_digest(compute_mark(normalise(code)).encode(), found.encode("utf-8", "replace"))
