"""Template tags of the look: the world of a page, the emblems of its game, and faces."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.engine.kit import all_kits
from moderation.play.projections.end_poster import EndPoster
from moderation.players.avatars import Face, Faces

register = template.Library()

NARROW, USUAL, CAPITAL, WIDE = 0.38, 0.59, 0.69, 0.9  # ems of a bold letter
OF_ALL, SMALLEST = 0.6, 1.0  # share of a name on the longer of two lines; ems of the shortest name
ROOM, ROOM_BESIDE = 54, 36  # hundredths of the width of a poster for its title, alone and beside what stands there
TITLE_SIZES = ((10, 2), (9, 3), (8, 3), (7, 3), (6, 3), (5, 4), (4, 5))  # in hundredths, with the most lines of each
# Above a row of winners, two smaller lines are better than three.
CROWDED_TITLE_SIZES = ((8, 2), (7, 2), (6, 2), (6, 3), (5, 4), (4, 5))
ROOM_AT_DAWN, DAWN_SIZES = 50, ((9, 3), (8, 3), (7, 3), (6, 4), (5, 5), (4, 6))  # beside the bell of a dawn
CROWDED, BELOW = 4, 6  # so many winners stand in a row, so many others fit below three huge lines (end/people.css)
LIGHT = f"light{settings.COOKIE_ENDING}"  # the name of the cookie that stores a device's choice


@register.simple_tag(takes_context=True)
def world(context: Context) -> str:
    """Return the game whose world a page shows; empty: the app's own look.

    It is derived from the session, kit or slug in the context.
    """
    session, kit = context.get("session"), context.get("kit")
    slug = getattr(session, "game", "") or getattr(kit, "slug", "") or context.get("slug") or ""
    return slug if slug in all_kits() and all_kits()[slug].look else ""


@register.simple_tag(takes_context=True)
def light(context: Context) -> str:
    """Return the brightness of a device's pages by day: "bright" or "dimmed".

    Both words have the same length.
    """
    request = context.get("request")
    return "bright" if request is not None and request.COOKIES.get(LIGHT) == "bright" else "dimmed"


@register.inclusion_tag("parts/_emblem.html")
def emblem(game: str, slot: str, name: str) -> dict[str, str]:
    """Return the emblem of a game's "role", "camp" or "deed"; empty where there is none."""
    look = all_kits()[game].look if game in all_kits() else None
    number = look.number(slot, name) if look else ""
    return {"drawing": number and f"{static(f'worlds/{game}/emblems.svg')}#{number}"}


@register.simple_tag
def sounds(game: str) -> str:
    """Return the sounds of a game as JSON for the script that plays them; empty: none."""
    look = all_kits()[game].look if game in all_kits() else None
    return json.dumps(asdict(look.sounds), separators=(",", ":")) if look and look.sounds else ""


@register.simple_tag
def cut(game: str, side: str) -> int:
    """Return the number of a camp's ribbon and colour; 0: none."""
    look = all_kits()[game].look
    return look.camp_number(side) if look else 0


@register.simple_tag
def cover(game: str) -> str:
    """Return the address of a game's cover; empty where the kit has none."""
    return static(f"worlds/{game}/cover.svg") if game in all_kits() and all_kits()[game].look else ""


@register.filter
def tie_short_words(name: str) -> str:
    """Return a name in which a word of one or two letters stays on the line of the next word."""
    return re.sub(r"\b(\w{1,2}) ", "\\1\u00a0", str(name))


@register.simple_tag
def title(poster: EndPoster) -> FittedTitle:
    """Return the title of an end's poster in lines, for the room beside its picture."""
    look = all_kits()[poster.game].look if poster.game in all_kits() else None
    room = ROOM_BESIDE if poster.cards or poster.has_podium else ROOM
    is_crowded = len(poster.winners) >= CROWDED or len(poster.others) > BELOW
    sizes = CROWDED_TITLE_SIZES if is_crowded else TITLE_SIZES
    return fit_title(poster.whole_title, look.letters if look else 1.0, sizes, room)


@register.simple_tag
def fit_at_dawn(said: str, game: str) -> FittedTitle:
    """Return a sentence about a night without a death in lines, for the room beside its picture."""
    look = all_kits()[game].look if game in all_kits() else None
    return fit_title(said, look.letters if look else 1.0, DAWN_SIZES, ROOM_AT_DAWN)


@register.filter
def split_at_name(line: str, name: str) -> list[tuple[str, bool]]:
    """Split a line of a title around a person's name, which has letters of its own.

    Each part has true where it belongs to the name. A line may hold a part of the name alone.
    """
    own = set(name.split())
    parts: list[tuple[str, bool]] = []
    for word in line.split(" "):
        bare = word.rstrip("!.")
        is_name = bare in own
        parts.append((bare if is_name else word, is_name))
        if is_name and bare != word:
            parts.append((word.removeprefix(bare), False))
    return parts


@register.simple_tag(name="face")
def draw_face(face: Face | None) -> SafeString:
    """Render somebody's face, for use beside the name; empty where there is none."""
    return _draw_face(face) if face else SafeString("")


@lru_cache(maxsize=4096)
def _draw_face(face: Face) -> SafeString:
    return mark_safe(get_template("parts/_face.html").render({"face": face}).strip())


@register.filter("of")
def get_face(faces: Faces | None, name: str) -> Face | None:
    """Return the face of the person with this name."""
    return faces.get(name) if faces else None


@register.filter
def join_names(names: Sequence[str], end: str = "") -> SafeString:
    """Return names as a list in a sentence, with a mark at its `end`.

    No line begins with a comma or that mark.
    """
    last = len(names) - 1
    pieces = ((name, end if place == last else ",") for place, name in enumerate(names))
    return format_html_join(" ", '<span class="joined-name"><bdi>{}</bdi>{}</span>', pieces)


@register.filter
def widest(name: str, lines: int = 2) -> int:
    """Return the width of a name set on one line or at most two, without breaks inside words.

    The unit is half an em of bold letters.
    """
    if lines == 1:
        return ceil(2 * max(_measure(name), SMALLEST))
    words = [sum(map(_compute_width, word)) for word in re.split(r"(?<=-)|\s", name)]
    return ceil(2 * max(*words, OF_ALL * sum(words), SMALLEST))


@register.filter
def longest(said: str) -> int:
    """Return the width of the widest word of a title, in the unit of `widest`."""
    return max(map(widest, said.split()), default=0)


class FittedTitle(NamedTuple):
    """A title set as large as its room allows: its size, and its lines."""

    size: int
    lines: tuple[str, ...]


def fit_title(said: str, letters: float, sizes: Sequence[tuple[int, int]], room: float) -> FittedTitle:
    """Return a title in the first of these sizes in which it fits, else in the last one.

    `letters`: the width of the letters, as a share of those of text. `sizes`: each with the most lines that it may
    have. `room`: the width of a line, in the unit of the sizes. A line breaks between words alone.
    """
    for size, most in sizes:
        lines = _break_lines(said, room / size / letters)
        if len(lines) <= most and all(_measure(line) * letters * size <= room for line in lines):
            break
    return FittedTitle(size, lines)


def _break_lines(said: str, ems: float) -> tuple[str, ...]:
    lines: list[str] = []
    for word in said.split(" "):
        if lines and _measure(f"{lines[-1]} {word}") <= ems:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return tuple(lines)


def _measure(said: str) -> float:
    return sum(map(_compute_width, said))


def _compute_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    plain = unicodedata.normalize("NFD", letter)[0]
    return (
        NARROW
        if plain in "iljtfrI1.,'’-! "
        else WIDE
        if plain in "mwMWQ@%"
        else CAPITAL
        if plain.isupper()
        else USUAL
    )


@register.filter("faced")
def add_faces(said: str, faces: Faces | None) -> str | SafeString:
    """Put a face before each name in a line.

    No name is a word of the app or of a game (SECRECY 20).
    """
    if not faces or not faces.pattern:
        return said
    found = faces.by_html
    return mark_safe(faces.pattern.sub(lambda name: _add_face(found[name[0]], name[0]), conditional_escape(said)))


def _add_face(face: Face, name: str) -> str:
    """Put a face before a name. A line may break inside the name, but not after the face."""
    first, gap, rest = name.partition(" ")
    return f'<span class="faced" data-word="{widest(first)}">{_draw_face(face)}{first}</span>{gap}{rest}'
