"""One picture of a game's end, to save and share: an SVG with its drawings and fonts inside.

It shows names, or faces alone. See docs/decisions/words-and-looks.md.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from textwrap import wrap
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from games.engine.story import GIVE, HARM, HELP, LOOK, SUSPECT, VOTE
from moderation.recap.frames import build_frame
from moderation.recap.ring import DeedArrow, RingShape
from moderation.recap.scenes import Recap

WIDTH, HEIGHT = 1080, 1350
RING = RingShape(1000, 800, 50, 28, 24)
LINE = 27  # characters of the outcome in a line
MOST_LINES, MOST_AWARDS = 3, 3
SYMBOL = re.compile(r'<symbol id="(e\d\d)" viewBox="0 0 512 512">(.*?)</symbol>', re.DOTALL)
COLOUR = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})\b")
THICK = {
    HARM: 6,
    HELP: 5,
    LOOK: 4,
    VOTE: 2.5,
    SUSPECT: 3,
    GIVE: 4,
}  # by kinds, as in static/css/story/deed_line.css
DASHES = {HELP: "0 11", LOOK: "3 9", SUSPECT: "12 8", GIVE: "20 6 2 6"}
PLAIN = {"ground": "#0e131b", "deep": "#090c11", "ink": "#f1ebdc", "soft": "#b3bccb", "lamp": "#f0c26a"}


def draw_svg(show: Recap, names: bool) -> str:
    """Return the picture as SVG, in the active language."""
    colours = {**PLAIN, **_read_colours("css/tokens.css"), **_read_colours(f"worlds/{show.slug}/world.css")}
    last = build_frame(show, show.last_page, RING)
    faces = [one.face for one in show.people if one.face and not one.face.letters]
    drawings = _read_symbols("faces.svg")
    outcome = show.outcome
    if not names and any(re.search(rf"\b{re.escape(one.name)}\b", outcome) for one in show.people):
        outcome = _("The game is over")
    lines = wrap(outcome, LINE)
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1] + "…"]
    return render_to_string(
        "recap/picture.svg",
        {
            "show": show,
            "frame": last,
            "arrows": [_style_arrow(arrow, colours) for arrow in last.drawing.arrows],
            "names": names,
            "lines": [(line, 150 + 66 * place) for place, line in enumerate(lines)],
            "ring_y": 170 + 66 * len(lines),
            "awards": [
                (award, [show.find_seat(name) for name in award.seats], 1130 + 66 * place)
                for place, award in enumerate(show.awards[:MOST_AWARDS])
            ],
            "colours": {name.replace("-", "_"): value for name, value in colours.items()},
            "camps": [colours.get(f"camp-{number}", colours["soft"]) for number in (1, 2, 3)],
            "face_colours": {number: colours.get(f"face-{number:02}", "#888888") for number in range(24)},
            "symbols": {face.colour: drawings.get(f"e{face.colour:02}", "") for face in faces},
            "letters": _read_font(f"worlds/{show.slug}/letters.woff2"),
            "text": _read_font("css/letters/text-700.woff2"),
            "date": date_format(localtime(show.ended), "DATE_FORMAT") if show.ended else "",
            "width": WIDTH,
            "height": HEIGHT,
        },
    )


def _style_arrow(arrow: DeedArrow, colours: Mapping[str, str]) -> dict[str, Any]:
    """Return an arrow with the style that the pages' style sheet has for its kind."""
    colour = {
        HARM: colours.get("camp-2", colours["ink"]),
        HELP: colours.get("good", colours["ink"]),
        LOOK: "#8fc7ff",
        VOTE: colours["ink"],
        SUSPECT: colours["lamp"],
        GIVE: colours.get("world", colours["lamp"]),
    }[arrow.kind]
    return {**asdict(arrow), "colour": colour, "thick": THICK[arrow.kind], "dashes": DASHES.get(arrow.kind, "")}


def _read_static_file(name: str) -> bytes:
    found = finders.find(name)
    return Path(str(found)).read_bytes() if found else b""


@lru_cache(maxsize=16)
def _read_colours(name: str) -> Mapping[str, str]:
    """Return the first value of each colour in a style sheet: by day."""
    found: dict[str, str] = {}
    for token, value in COLOUR.findall(_read_static_file(name).decode()):
        found.setdefault(token, value)
    return found


@lru_cache(maxsize=4)
def _read_symbols(name: str) -> Mapping[str, str]:
    """Return the content of a sprite's drawings, by their ids."""
    return dict(SYMBOL.findall(_read_static_file(name).decode()))


@lru_cache(maxsize=8)
def _read_font(name: str) -> str:
    """Return a font in Base64, for a data address."""
    return b64encode(_read_static_file(name)).decode()
