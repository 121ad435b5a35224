"""Template tags for fragments: placeholders, and lists of tiles that many forms share."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable

from django import template
from django.template.context import Context
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from moderation.play.forms.answer_forms import Column
from moderation.play.rendering.fragments import STEP_PLACEHOLDER, build_placeholder, render_template
from moderation.players.avatars import NO_FACES

register = template.Library()

RED, BLACK = frozenset("♥♦"), frozenset("♠♣")
SUIT = re.compile("[♠♥♦♣]")
PLAYING_CARD = re.compile(r"(\w+)([♠♥♦♣])|joker\b", re.IGNORECASE)


@register.simple_tag
def part(name: str, tag: str = "div", look: str = "part") -> SafeString:
    """Return the element that holds the fragment of this name.

    With the class `part`, it creates no box in the layout.
    """
    return format_html('<{} id="{}" class="{}">{}</{}>', tag, element_id(name), look, build_placeholder(name), tag)


@register.filter
def suits(said: str) -> str | SafeString:
    """Mark the playing cards of a line in two colours.

    The markup has the same length for both colours, so that no length reveals one.
    """
    if not RED.union(BLACK).intersection(said):
        return said
    marked = SUIT.sub(
        lambda sign: f'<span class="suit-{"r" if sign[0] in RED else "b"}">{sign[0]}</span>', conditional_escape(said)
    )
    return mark_safe(marked)


@register.filter("hand")
def list_playing_cards(lines: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return the playing cards with which lines begin: rank, suit, and the letter of its colour."""
    found = [PLAYING_CARD.match(str(line)) for line in lines]
    cards = [(card[1] or "★", card[2] or "") for card in found if card]
    return [(rank, suit, "r" if suit in RED else "b") for rank, suit in cards]


@register.simple_tag(name="inside")
def render_placeholder(name: str) -> SafeString:
    """Return the placeholder of a fragment, for an element with the id `part-<name>`."""
    return build_placeholder(name)


def element_id(name: str) -> str:
    """Return the id of the element that holds the fragment of this name."""
    return f"part-{name}"


@register.simple_tag(name="cached_include")
def include_from_cache(template_name: str, **values: Hashable) -> SafeString:
    """Render a template with these values alone, from the cache of fragments if possible."""
    return mark_safe(render_template(template_name, get_language() or "", tuple(values.items())))


@register.simple_tag(takes_context=True)
def tiles(context: Context, column: Column, form: str, opened: int | str) -> SafeString:
    """Render the tiles of a column, for one form of one step.

    The rendering is cached, because the next step often lists the same tiles. Tiles of people show the `faces` of the
    context.
    """
    faces = (context.get("faces") or NO_FACES) if column.people else NO_FACES
    values = (("column", column), ("here", STEP_PLACEHOLDER), ("faces", faces))
    drawn = render_template("parts/_tiles.html", get_language() or "", values)
    return mark_safe(drawn.replace(STEP_PLACEHOLDER, f"{form}-{opened}"))
