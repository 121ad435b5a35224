"""Comparison of names that look or sound the same at a table (SECRECY 20)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from confusable_homoglyphs import confusables

KEY_LENGTH = 120  # characters of a stored key
FOLDED_NAMES = 4_096  # names whose folded form is remembered: each name of a table is compared with all others
OVERLAY, FIRST_ACCENT = 1, 10  # combining classes of accents; those between change which letter it is
LATIN_NAME = re.compile(r"(?:.* )?(?:LATIN|REGIONAL INDICATOR SYMBOL)\b.* LETTER (?:\w+ )*?([A-Z])(?: WITH .+)?$")
LOOKALIKES = str.maketrans("01|", "oll", "ـ")  # the last is drawn between Arabic letters only to stretch them


def are_alike(one: str, other: str) -> bool:
    """Return whether two names look or sound the same at a table.

    A capital I may be read as a small l.
    """
    return not _list_readings(one).isdisjoint(_list_readings(other))


def _list_readings(name: str) -> set[str]:
    return {fold(name), fold(name.replace("I", "l"))}


def compute_key(name: str) -> str:
    """Return the key that look-alike names share, as it is stored."""
    return fold(name)[:KEY_LENGTH]


@lru_cache(maxsize=FOLDED_NAMES)
def fold(name: str) -> str:
    """Fold case, accents, punctuation and look-alike letters, so that similar names are equal.

    A name of nothing but punctuation or pictures is compared as it is.
    """
    # Folded as typed and again in lower case.
    # A capital of another alphabet may look Latin where its lower case does not.
    drawn = "".join(map(_to_latin, _remove_accents(name))).casefold()
    plain = "".join(map(_to_latin, _remove_accents(drawn))).casefold()
    said = "".join(letter for letter in plain.translate(LOOKALIKES) if unicodedata.category(letter)[0] in "LNM")
    return said.replace("rn", "m") or "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _remove_accents(name: str) -> str:
    """Return a name without accents.

    Marks that make another letter, such as the Japanese and Hindi ones, stay.
    """
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not _is_accent(letter))


def _is_accent(letter: str) -> bool:
    drawn_on = unicodedata.combining(letter)
    return drawn_on == OVERLAY or drawn_on >= FIRST_ACCENT or unicodedata.category(letter) == "Me"


@cache
def _to_latin(letter: str) -> str:
    """Return the ASCII letters that this one looks like or is named after, or the letter itself."""
    if letter.isascii():
        return letter
    for found in confusables.is_confusable(letter, greedy=True, preferred_aliases=[]) or []:
        for twin in found["homoglyphs"]:
            if (plain := _remove_accents(twin["c"])).isascii() and plain:
                return plain.casefold()
    called = LATIN_NAME.match(unicodedata.name(letter, ""))
    return called[1].casefold() if called else letter
