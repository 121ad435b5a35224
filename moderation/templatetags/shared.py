"""Parts of a page that many devices show alike, rendered once for all of them.

In a hall of three hundred most of a view is lists of names, the same on every phone: rendering them anew for each
would take seconds whenever somebody votes. What is kept depends on its arguments and the language, on nothing else.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from moderation.questions import Column

register = template.Library()

LISTS, ROWS = 128, 4096  # rendered parts that are kept; the longest list has some fifty kilobytes
HERE = "\x00"  # stands in a kept list of tiles where its ids begin; no name has it


@register.simple_tag
def shared(partial: str, **parts: Any) -> SafeString:
    """The partial with these parts, which can be hashed."""
    return _list(partial, get_language(), tuple(parts.items()))


@register.simple_tag
def row(partial: str, **parts: Any) -> SafeString:
    """The same for one line of many, most of which stay as they are from view to view."""
    return _row(partial, get_language(), tuple(parts.items()))


@register.simple_tag
def tiles(column: Column, form: str, opened: int) -> SafeString:
    """The tiles of a column, for one form of one step; the next step often lists the same ones again."""
    return _tiles(column, form, opened, get_language())


@lru_cache(maxsize=LISTS)
def _tiles(column: Column, form: str, opened: int, language: str | None) -> SafeString:
    looks = tuple((field.name, getattr(column, field.name)) for field in fields(column))
    return mark_safe(_blank_tiles(language, looks).replace(HERE, f"{form}-{opened}"))


@lru_cache(maxsize=LISTS)
def _blank_tiles(language: str | None, looks: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string("parts/_tiles.html", {"column": Column(**dict(looks)), "here": HERE})


@lru_cache(maxsize=LISTS)
def _list(partial: str, language: str | None, parts: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string(partial, dict(parts))


@lru_cache(maxsize=ROWS)
def _row(partial: str, language: str | None, parts: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string(partial, dict(parts))
