"""The template tag that evens out how much light held cards give (docs/secrecy.md, 2 and 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import pi
from unicodedata import normalize

from django import template
from django.utils.translation import get_language

from games.engine.kit import all_kits
from moderation.players.avatars import Faces

register = template.Library()

# Letters of all text, and bold ones, by how many hundredths of a square em each covers. `Look.ink` has a game's own.
TEXT = {
    1: ".'·",
    2: ",’-",
    3: ":;",
    5: "!",
    6: "ir",
    7: "ltîï()+",
    8: "1cfjv«»",
    9: "7xzIJL?",
    10: "nsuyçTY",
    11: "aoù",
    12: "2ehkûCF",
    13: "3459éèàâôPV",
    14: "bdpqwêëAESUXZÇ",
    15: "68gHKOÉÈ",
    16: "mDGRÀ",
    18: "0B",
    19: "NQ",
    20: "♦",
    21: "œ",
    23: "W♠",
    24: "M",
    27: "♣",
    33: "♥",
}
BOLD = {
    2: ".·",
    3: "'",
    4: ",’-",
    8: "!",
    9: "r",
    10: "i",
    11: "1lîï",
    12: "cjt",
    13: "fvJ",
    14: "7xçIL",
    15: "syzT",
    16: "aenouY",
    18: "kéèàCF",
    19: "hêëâôV",
    20: "pPS",
    21: "bdqwAUXZÇ",
    23: "gEHKÀ",
    24: "mDGOÉÈ",
    25: "BR",
    27: "N",
    28: "œQ",
    32: "MW",
}
USUAL = 14  # of a letter that is in no list
OF_CAMP = 0.8  # how much larger, as an area, the letters of a camp are than those of text
DOT, DOT_OF_NAME = 0.64, 0.19  # ems: how wide a dot is, in text and in a name (`.evens` in held_card.css)
IN_ROW, STEP = 20, 10  # dots in a row, units from one dot to the next
OF_NO_ROLE = 1600  # ink of a card that has no words of a role: the clues or the goods in a hand
RESERVE = 450  # ink of what a seat learns beside what its role says, at least
MOST_NAMED, OF_SENTENCE = 4, 120  # partners whom a card may name, and the ink of the words around their names
OF_FACE, MOST_FACES = 58, 4  # ink of a face before a name, and how many faces a card shows at most


def measure_ink(said: object, letters: Mapping[int, str] = TEXT) -> int:
    """Return how much ink a text has, in hundredths of a square em."""
    found = _list_by_letter(tuple(letters.items()))
    return sum(found.get(letter, USUAL) for letter in normalize("NFC", str(said)) if not letter.isspace())


@lru_cache(maxsize=64)
def _list_by_letter(letters: tuple[tuple[int, str], ...]) -> dict[str, int]:
    return {letter: ink for ink, covered in letters for letter in covered}


@register.inclusion_tag("parts/_evens.html")
def even_card(
    game: str,
    name: str,
    camp: str,
    lines: Iterable[str],
    latest: Iterable[str],
    faces: Faces,
    has_faces: bool,
    reserve: int,
) -> dict[str, object]:
    """Draw the ink that this card lacks to give as much light as the fullest card of its game.

    `faces`: those that it shows before names. `has_faces`: other cards may show some now.
    `reserve`: the ink of what a card of this table may say beside the words of its role.
    """
    most_of_name, most_of_words = measure_fullest_card(game, get_language() or "")
    most_of_words += reserve + OF_FACE * MOST_FACES * has_faces
    said = (*lines, *latest)
    words = measure_words(camp, said) + OF_FACE * faces.count_names(said)
    of_name = lay_dots(most_of_name - measure_ink(name, get_letters(game)), DOT_OF_NAME)
    return {"rows": lay_dots(most_of_words - words, DOT), "rows_of_name": of_name}


@register.inclusion_tag("parts/_evens.html")
def even_words(budget: int, *said: str) -> dict[str, object]:
    """Draw the ink that these texts lack of a budget, in hundredths of a square em."""
    return {"rows": lay_dots(budget - sum(map(measure_ink, said)), DOT)}


@lru_cache(maxsize=64)
def measure_fullest_card(game: str, language: str) -> tuple[int, int]:
    """Return the ink of the longest name and of the most words on a game's cards."""
    kit = all_kits()[game]
    dealt = [kit.words.card([{"fact": "role", "role": role}]) for role in (kit.look.roles if kit.look else ())]
    cards = dealt or [kit.words.card([])]
    names = max(measure_ink(card.name, get_letters(game)) for card in cards)
    words = max(measure_words(card.camp, card.lines) for card in cards) if dealt else OF_NO_ROLE
    return names, words


@lru_cache(maxsize=256)
def measure_reserve(people: tuple[str, ...]) -> int:
    """Return the ink of what a card may say of these people beside the words of its role."""
    return max(RESERVE, OF_SENTENCE + sum(sorted(map(measure_ink, people))[-MOST_NAMED:]))


def get_letters(game: str) -> Mapping[int, str]:
    """Return the ink of the letters in which a game's cards have their name."""
    look = all_kits()[game].look
    return look.ink if look and look.ink else BOLD


def measure_words(camp: object, lines: Iterable[object]) -> int:
    """Return the ink of a card's words besides its name."""
    return round(OF_CAMP * measure_ink(camp, BOLD)) + sum(map(measure_ink, lines))


def lay_dots(ink: float, wide: float) -> list[dict[str, int]]:
    """Return rows of dots with this much ink: where each begins, and how long it is."""
    dots = max(0, round(ink / (100 * pi / 4 * wide**2)))
    counts = [IN_ROW] * (dots // IN_ROW) + [dots % IN_ROW] * (dots % IN_ROW > 0)
    return [
        {"x": (IN_ROW - count) * STEP // 2 + STEP // 2, "y": row * STEP + STEP // 2, "long": (count - 1) * STEP + 1}
        for row, count in enumerate(counts)
    ]
