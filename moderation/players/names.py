"""Names of players: validation, and generated names for players who want one (SECRECY 20)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from secrets import SystemRandom

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderation.players.confusables import are_alike, fold
from moderation.players.reserved_names import is_reserved

# Visible characters, without the marks drawn over letters. Also in seat_name.css and docs/secrecy.md, 20. Above
# `MOST_STORED`, the columns and docs/record.md change, too.
LONGEST = 24
LIMIT = format_lazy(gettext_lazy("At most {count} characters."), count=LONGEST)
MOST_STORED = 30  # characters with their marks, as a seat and a record store a name (docs/record.md)
MARKS = 2  # accents that one letter may carry, because more would overlap its neighbours
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
FILLERS = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\U00016fe4\U0001d159"  # invisible letters
# Variation selectors: they choose the glyph of the letter before.
SELECTORS = {*map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x180B, 0x180C, 0x180D, 0x180F))}
CLIMBING = {"Mn", "Me"}  # marks that are drawn over or under the letter before

# Translators: names of stars, moons and constellations, one word each, of no gender that anybody would mind.
SKY = gettext_lazy(
    "Comet Orion Vega Sirius Altair Rigel Lyra Nova Pulsar Quasar Betelgeuse Capella Cassini Doppler Kepler Callisto "
    "Europa Ganymede Titan Enceladus Mimas Rhea Iapetus Oberon Miranda Ariel Triton Charon Ceres Vesta Pallas Juno "
    "Andromeda Perseus Cepheus Hydra Phoenix Dorado Toucan Lynx Giraffe Unicorn Compass Sextant Sails Zenith Nadir"
)


SEPARATORS = re.compile(r"[,;/&+\n]|\s(?:and|et)\s")  # separators between names in free text


def split_names(written: str) -> list[str]:
    """Split free text into the names that it contains, in order."""
    return [name.strip() for name in SEPARATORS.split(written) if name.strip()]


class BadName(ValueError):
    """An error for a name that is refused.

    The message is a sentence for the person who typed it.
    """


def clean_name(typed: str) -> str:
    """Return a name as it will be displayed.

    Raises `BadName` when nothing is left, when it is too long, and when it is reserved.
    """
    visible = "".join(
        " " if unicodedata.category(letter) == "Zs" else letter
        for letter in unicodedata.normalize("NFC", typed[:1000])
        if unicodedata.category(letter) not in INVISIBLE and letter not in FILLERS and letter not in SELECTORS
    )
    name = " ".join(map(remove_stray_marks, visible.split()))
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise BadName(_("Please give a name that can be seen."))
    if count_visible(name) > LONGEST or len(name) > MOST_STORED:
        raise BadName(_("Please give a name of at most %(count)s characters.") % {"count": LONGEST})
    if is_reserved(name):
        raise BadName(_("That name is reserved for the game itself. Please choose another."))
    return name


def count_visible(name: str) -> int:
    """Return the number of visible characters of a name.

    Marks belong to the letter before them.
    """
    return sum(unicodedata.category(letter) not in CLIMBING for letter in name)


def suggest_free_name(name: str, taken: Collection[str]) -> str:
    """Return this name with a number behind it, so that it is unlike every name in `taken`.

    The name is shortened where it is too long.
    """
    for number in range(2, 10_000):
        ending = f" {number}"
        free = shorten(name, LONGEST - len(ending)) + ending
        if not any(are_alike(free, other) for other in taken):
            return free
    return make_up_name({fold(other) for other in taken})


def shorten(name: str, most: int) -> str:
    """Return a name of at most this many characters, cut between words if it has several."""
    if len(name) <= most:
        return name
    cut = name[:most].rstrip()
    whole_words = name[: most + 1].rpartition(" ")[0].rstrip(" -’'.,")
    return whole_words or cut


def remove_stray_marks(word: str) -> str:
    """Return a word without marks that belong to no letter.

    Each letter keeps at most `MARKS` marks.
    """
    few, marks = "", MARKS
    for letter in word:
        marks = marks + 1 if unicodedata.category(letter) in CLIMBING else 0
        few += letter if marks <= MARKS else ""
    return few


def is_visible(name: str) -> bool:
    """Return whether a name from elsewhere, of any length, shows something and hides nothing."""
    shown = [letter for letter in name if letter not in FILLERS and not letter.isspace()]
    return name.isprintable() and bool(shown) and not any(letter in FILLERS for letter in name)


def make_up_name(taken: Collection[str]) -> str:
    """Return a generated name that no seat of the table has, in the active language.

    `taken`: the folded names of its seats.
    """
    free = [name for name in str(SKY).split() if fold(name) not in taken]
    if free:
        return SystemRandom().choice(free)
    return next(name for number in range(1, 10_000) if fold(name := f"Nova {number}") not in taken)


# Letters that Unicode does not decompose into a base letter and an accent.
BARE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe"})


def build_sort_key(name: str) -> tuple[str, str]:
    """Return the sort key of a name: its letters without accents, as people look for it."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(BARE)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)), name
