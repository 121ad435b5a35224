"""Template tags for the address of the server."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from django import template
from django.template.context import Context

from moderation.access import qr

register = template.Library()


@register.inclusion_tag("parts/_unknown_name.html", takes_context=True)
def name_warning(context: Context, url: str = "/") -> dict[str, object]:
    """Warn that phones may not know the host name in this page's QR codes.

    Shows the address in numbers. `url`: the page to which that address leads, with its host or without.
    """
    request = context.get("request")
    unknown = qr.find_unknown_name(request) if request is not None else None
    if unknown is None:
        return {"name": ""}
    found = unknown.numbers and urljoin(unknown.numbers, urlsplit(url).path)
    return {"name": unknown.name, "url": found, "qr": qr.draw_svg(found) if found else ""}
