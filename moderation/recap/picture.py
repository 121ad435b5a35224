"""The poster of a game's end as a picture to save and share.

It is an SVG with its drawings and fonts inside. It shows names, or faces alone.
See docs/decisions/words-and-looks.md.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from textwrap import wrap

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.engine.kit import all_kits
from moderation.play.projections.end_poster import PosterSeat
from moderation.recap.scenes import Recap
from moderation.templatetags.looks import fit_title

WIDTH, HEIGHT, TALL = 1080, 1350, 1920
EDGE, LINE = 74, 58  # the margin; characters of the reason in a line
TITLE_SIZES = ((156, 2), (136, 2), (116, 2), (100, 3), (84, 3), (68, 4), (54, 5))  # each with the most lines
GRIDS = ((8, 4, 50), (12, 4, 42), (18, 6, 34), (99, 8, 26))  # at most so many seats: columns, radius of a disc
SYMBOL = re.compile(r'<symbol id="(e\d\d)" viewBox="0 0 512 512">(.*?)</symbol>', re.DOTALL)
COLOUR = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})\b")
TINT = re.compile(r"--(tint-\d):\s*([^;]+);")
ROOT = re.compile(r"^<svg[^>]*>|</svg>\s*$")
PLAIN = {"ground": "#0e131b", "deep": "#090c11", "ink": "#f1ebdc", "soft": "#b3bccb", "lamp": "#f0c26a"}


@dataclass(frozen=True)
class DrawnSeat:
    """A seat of the picture, with the centre of its disc."""

    seat: PosterSeat
    x: int
    y: int
    colour: str
    role: str  # the id of its role's emblem; empty: none

    @property
    def note(self) -> str:
        """Its role, or its points."""
        return self.seat.title if self.seat.points is None else str(self.seat.points)

    @property
    def end(self) -> str:
        """The day of its end, of a seat that has not won."""
        return "" if self.seat.won else self.seat.fell


def draw_svg(show: Recap, names: bool, tall: bool = False) -> str:
    """Return the picture as SVG, in the active language."""
    poster, look = show.poster, all_kits()[show.slug].look
    colours = {**PLAIN, **_read_colours("css/tokens.css"), **_read_colours(f"worlds/{show.slug}/world.css")}
    height = TALL if tall else HEIGHT
    title, why = (_hide(text, show, names) for text in (poster.whole_title, poster.why))
    fitted = fit_title(title or _("The game is over"), look.letters if look else 1.0, TITLE_SIZES, WIDTH - 2 * EDGE)
    reasons = wrap(why, LINE)[:2]
    people = (*poster.winners, *poster.others)
    columns, radius = next((columns, radius) for most, columns, radius in GRIDS if len(people) <= most)
    rows = -(-len(people) // columns)
    step = 2 * radius + (118 if columns < 8 else 84)
    top = height - 60 - rows * step
    title_y = top - 40 - 42 * len(reasons) - fitted.size * len(fitted.lines)
    return render_to_string(
        "recap/picture.svg",
        {
            "show": show,
            "names": names,
            "lines": [
                (line, title_y + round(fitted.size * (place + 0.8))) for place, line in enumerate(fitted.lines)
            ],
            "size": fitted.size,
            "reasons": [(line, top - 34 - 42 * (len(reasons) - place - 1)) for place, line in enumerate(reasons)],
            "seats": _place_seats(people, show.slug, colours, columns, radius, top),
            "radius": radius,
            "token": round(radius * 0.46),
            "cover": _read_cover(f"worlds/{show.slug}/cover.svg"),
            "cover_height": max(top - 20, title_y + 200),
            "tint": _read_tints(f"worlds/{show.slug}/world.css").get(f"tint-{poster.camp}", "none"),
            "colours": {name.replace("-", "_"): value for name, value in colours.items()},
            "lit": colours.get(f"camp-{poster.camp}", colours["lamp"]),
            "faces": _read_symbols("faces.svg"),
            "emblems": _read_symbols(f"worlds/{show.slug}/emblems.svg"),
            "letters": _read_font(f"worlds/{show.slug}/letters.woff2"),
            "text": _read_font("css/letters/text-700.woff2"),
            "date": date_format(localtime(show.ended), "DATE_FORMAT") if show.ended else "",
            "width": WIDTH,
            "height": height,
        },
    )


def _hide(text: str, show: Recap, names: bool) -> str:
    """Return a text, or nothing where it names somebody and names are left out."""
    named = any(re.search(rf"\b{re.escape(one.name)}\b", text) for one in show.people)
    return "" if named and not names else text


def _place_seats(
    people: Sequence[PosterSeat], slug: str, colours: Mapping[str, str], columns: int, radius: int, top: int
) -> list[DrawnSeat]:
    """Return the seats in rows, winners first."""
    look, cell = all_kits()[slug].look, (WIDTH - EDGE) / columns
    step = 2 * radius + (118 if columns < 8 else 84)
    return [
        DrawnSeat(
            seat=seat,
            x=round(EDGE / 2 + cell * (place % columns + 0.5)),
            y=top + radius + step * (place // columns),
            colour=colours.get(f"face-{seat.face.colour:02}", colours["soft"]) if seat.face else colours["soft"],
            role=look.number("role", seat.role) if look and seat.role else "",
        )
        for place, seat in enumerate(people)
    ]


def _read_static_file(name: str) -> bytes:
    found = finders.find(name)
    return Path(str(found)).read_bytes() if found else b""


@lru_cache(maxsize=8)
def _read_cover(name: str) -> str:
    """Return the drawing of a cover without its root element."""
    return ROOT.sub("", _read_static_file(name).decode().strip())


@lru_cache(maxsize=16)
def _read_tints(name: str) -> Mapping[str, str]:
    """Return the filters over a world's cover, by the number of the camp that has won."""
    return dict(TINT.findall(_read_static_file(name).decode()))


@lru_cache(maxsize=16)
def _read_colours(name: str) -> Mapping[str, str]:
    """Return the first value of each colour in a style sheet: by day."""
    found: dict[str, str] = {}
    for token, value in COLOUR.findall(_read_static_file(name).decode()):
        found.setdefault(token, value)
    return found


@lru_cache(maxsize=8)
def _read_symbols(name: str) -> Mapping[str, str]:
    """Return the content of a sprite's drawings, by their ids."""
    return dict(SYMBOL.findall(_read_static_file(name).decode()))


@lru_cache(maxsize=8)
def _read_font(name: str) -> str:
    """Return a font in Base64, for a data address."""
    return b64encode(_read_static_file(name)).decode()
