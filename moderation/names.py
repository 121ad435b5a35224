"""Names of players: what may be one, when two are too alike, and names for whoever wants one made up (SECRECY 20)."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache
from secrets import SystemRandom

from confusable_homoglyphs import confusables
from django.utils.translation import gettext as _

from games.table import NOT_SEATS

LONGEST = 16
KEY_LENGTH = 120  # of what look-alike names have in common, as it is kept
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
FILLERS = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U00016fe4\U0001d159"  # letters that show nothing
# Which drawing of the letter before is meant: most letters have but one.
SELECTORS = {*map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x180B, 0x180C, 0x180D, 0x180F))}

SKY = """
    Comète Orion Véga Sirius Altaïr Rigel Lyra Nova Pulsar Quasar Bételgeuse Capella Cassini Doppler Kepler
    Callisto Europe Ganymède Titan Encelade Mimas Rhéa Japet Obéron Miranda Ariel Triton Charon Cérès Vesta
    Pallas Junon Andromède Persée Céphée Hydre Phénix Dorade Toucan Lynx Girafe Licorne Boussole Sextant
    Voilier Zénith Nadir
"""


class BadName(ValueError):
    """A name that cannot be taken; the message is a sentence for the person who typed it."""


def clean(typed: str) -> str:
    """A name as it will be shown. Raises `BadName` when nothing is left, or too much."""
    visible = "".join(
        " " if unicodedata.category(letter) == "Zs" else letter
        for letter in unicodedata.normalize("NFC", typed[:1000])
        if unicodedata.category(letter) not in INVISIBLE and letter not in FILLERS and letter not in SELECTORS
    )
    name = " ".join(visible.split())
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise BadName(_("Please give a name that can be seen."))
    if len(name) > LONGEST:
        raise BadName(_("Please give a name of at most %(count)s characters.") % {"count": LONGEST})
    if folded(name) in NOT_SEATS:
        raise BadName(_("That name is kept for the game itself. Please choose another."))
    return name


def visible(name: str) -> bool:
    """Whether a name from elsewhere, of any length, shows something and hides nothing."""
    shown = [letter for letter in name if letter not in FILLERS and not letter.isspace()]
    return name.isprintable() and bool(shown) and not any(letter in FILLERS for letter in name)


def key(name: str) -> str:
    """What look-alike names have in common, as it is kept."""
    return folded(name)[:KEY_LENGTH]


def folded(name: str) -> str:
    """What look-alike names have in common: compatibility forms, case and letters of other alphabets folded."""
    # As typed and again in small letters: a capital of another alphabet may look Latin where its small form does not.
    drawn = "".join(map(_latin, unicodedata.normalize("NFKC", name))).casefold()
    plain = "".join(map(_latin, drawn))
    return "".join(unicodedata.normalize("NFKC", plain).casefold().split())


@cache
def _latin(letter: str) -> str:
    """The ASCII letter that this one is drawn like, or the letter itself."""
    if letter.isascii():
        return letter
    for found in confusables.is_confusable(letter, greedy=True, preferred_aliases=[]) or []:
        for twin in found["homoglyphs"]:
            if twin["c"].isascii() and twin["c"].isalnum():
                # The table has one drawing for a small l and a capital I; only a capital is the latter.
                return "i" if twin["c"] == "l" and letter.isupper() else str(twin["c"]).casefold()
    return letter


def made_up(taken: Collection[str]) -> str:
    """A name nobody at the table has; `taken` are folded names."""
    free = [name for name in SKY.split() if folded(name) not in taken]
    if free:
        return SystemRandom().choice(free)
    return next(name for number in range(1, 10_000) if folded(name := f"Nova {number}") not in taken)
