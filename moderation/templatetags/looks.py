"""Tags of the look: which world a page wears, and the emblems of its game."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.templatetags.static import static

from games.engine.kit import all_kits

register = template.Library()


@register.simple_tag(takes_context=True)
def world(context: Context) -> str:
    """The game whose world a page wears, by what the page is about; empty: it looks like the house."""
    session, kit = context.get("session"), context.get("kit")
    slug = getattr(session, "game", "") or getattr(kit, "slug", "") or context.get("slug") or ""
    return slug if slug in all_kits() and all_kits()[slug].look else ""


@register.inclusion_tag("parts/_emblem.html")
def emblem(game: str, slot: str, name: str) -> dict[str, str]:
    """The emblem that a game has for a "role", a "camp" or a "deed"; nothing where it has none."""
    look = all_kits()[game].look
    number = look.number(slot, name) if look else ""
    return {"drawing": number and f"{static(f'worlds/{game}/emblems.svg')}#{number}"}


@register.simple_tag
def cut(game: str, side: str) -> int:
    """Which of the ribbons a camp has, and which colour; 0: none."""
    look = all_kits()[game].look
    return look.camp_number(side) if look else 0
