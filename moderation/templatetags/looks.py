"""Tags of the look: which world a page wears, the emblems of its game, and the faces of people."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import asdict
from functools import lru_cache
from math import ceil

from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader import get_template
from django.templatetags.static import static
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from games.engine.kit import all_kits
from moderation.players.avatars import Face, Faces

register = template.Library()

NARROW, USUAL, CAPITAL, WIDE = 0.38, 0.59, 0.69, 0.9  # ems of a bold letter
OF_ALL, SMALLEST = 0.6, 1.0  # how much of a name stands on the longer of two lines; ems of the shortest name
LIGHT = f"light{settings.COOKIE_ENDING}"  # the name of the cookie by which a device keeps its choice


@register.simple_tag(takes_context=True)
def world(context: Context) -> str:
    """The game whose world a page wears, by what the page is about; empty: it looks like the house."""
    session, kit = context.get("session"), context.get("kit")
    slug = getattr(session, "game", "") or getattr(kit, "slug", "") or context.get("slug") or ""
    return slug if slug in all_kits() and all_kits()[slug].look else ""


@register.simple_tag(takes_context=True)
def light(context: Context) -> str:
    """How a device likes its pages by day: "bright" or "dimmed", which are as long as each other."""
    request = context.get("request")
    return "bright" if request is not None and request.COOKIES.get(LIGHT) == "bright" else "dimmed"


@register.inclusion_tag("parts/_emblem.html")
def emblem(game: str, slot: str, name: str) -> dict[str, str]:
    """The emblem that a game has for a "role", a "camp" or a "deed"; nothing where it has none."""
    look = all_kits()[game].look
    number = look.number(slot, name) if look else ""
    return {"drawing": number and f"{static(f'worlds/{game}/emblems.svg')}#{number}"}


@register.simple_tag
def sounds(game: str) -> str:
    """What is heard of a game from a desk or a screen, as JSON for the script that makes it; empty: nothing."""
    look = all_kits()[game].look if game in all_kits() else None
    return json.dumps(asdict(look.sounds), separators=(",", ":")) if look and look.sounds else ""


@register.simple_tag
def cut(game: str, side: str) -> int:
    """Which of the ribbons a camp has, and which colour; 0: none."""
    look = all_kits()[game].look
    return look.camp_number(side) if look else 0


@register.simple_tag(name="face")
def draw_face(face: Face | None) -> SafeString:
    """Somebody's face, beside the name that says who it is; nothing where there is none."""
    return _drawn(face) if face else SafeString("")


@lru_cache(maxsize=4096)
def _drawn(face: Face) -> SafeString:
    return mark_safe(get_template("parts/_face.html").render({"face": face}).strip())


@register.filter
def of(faces: Faces | None, name: str) -> Face | None:
    """The face of whoever has this name."""
    return faces.get(name) if faces else None


@register.filter
def widest(name: str) -> int:
    """Return how wide a name is set on at most two lines, which no word is broken for: half ems of bold letters."""
    words = [sum(map(_width, word)) for word in re.split(r"(?<=-)|\s", name)]
    return ceil(2 * max(*words, OF_ALL * sum(words), SMALLEST))


@register.filter
def longest(said: str) -> int:
    """Return how wide the widest word of a title is, as `widest` returns it of a name."""
    return max(map(widest, said.split()), default=0)


def _width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    plain = unicodedata.normalize("NFD", letter)[0]
    return (
        NARROW if plain in "iljtfrI1.,'’-!" else WIDE if plain in "mwMWQ@%" else CAPITAL if plain.isupper() else USUAL
    )


@register.filter
def faced(said: str, faces: Faces | None) -> str | SafeString:
    """A line with a face before each name in it. No name is a word of the app or of a game (SECRECY 20)."""
    if not faces or not faces.names:
        return said
    found = faces.by_html
    return mark_safe(faces.names.sub(lambda name: _faced(found[name[0]], name[0]), conditional_escape(said)))


def _faced(face: Face, name: str) -> str:
    """Put a face before a name: a line may break between the words of the name, not after the face."""
    first, gap, rest = name.partition(" ")
    return f'<span class="faced" data-word="{widest(first)}">{_drawn(face)}{first}</span>{gap}{rest}'
