"""QR codes as drawings of ours: inline SVG for a page, or a picture of its own for an `<img>`.

No `style` attribute and no script is in them, so the strict content security policy lets them through.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import segno
from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from segno import helpers

from games.models import GameSession
from moderation.access import table_codes
from moderation.web import join_address
from moderation.web.lan_addresses import address as in_numbers
from moderation.web.lan_addresses import candidates, is_local_name, loops_back

BORDER = 3  # light modules around the code: fewer, and some phones no longer find it
HTTP = 80  # the port of an address that names none
CAPTION = 5  # height of the line under a picture, in modules


def address(request: HttpRequest) -> str:
    """Where phones find this house, `http://192.168.1.20:8000`, as whoever asks has found it.

    A page seen on the serving machine itself calls the house `localhost`, which leads a phone nowhere: there the
    address that was chosen for phones, or the likeliest one on the local network, takes its place.
    """
    domain, port = split_domain_port(request.get_host())
    if loops_back(domain) and (found := join_address.chosen(candidates())):
        domain = found
    host = f"{domain}:{port}" if port else domain
    return f"{request.scheme}://{host}"


@dataclass(frozen=True)
class UnknownName:
    """A name in the address of the QR codes that phones may not look up, and the address in numbers, if any."""

    name: str
    numbers: str


def unknown_name(request: HttpRequest) -> UnknownName | None:
    """Return the name in this house's address that phones may not know; None where the address is well known.

    The address in numbers is that at which this request arrived. Behind a proxy it is the likeliest of the machine.
    """
    domain, port = split_domain_port(address(request).partition("://")[2])
    if not is_local_name(domain) and not loops_back(domain):
        return None
    arrived = str(request.META.get("SERVER_NAME", ""))
    known = not is_local_name(arrived) and not loops_back(arrived)
    found = "" if settings.BEHIND_TLS else arrived if known else join_address.chosen(candidates())
    return UnknownName(domain, in_numbers(found, int(port or HTTP)) if found else "")


def join_url(request: HttpRequest, session: GameSession) -> str:
    """The address that takes a phone to a table, for a QR code."""
    return address(request) + reverse("join", kwargs={"code": session.code}) + marked(session)


def marked(session: GameSession) -> str:
    """What says that a table's address was scanned, and not guessed; nothing where nobody counts guesses."""
    return f"?{table_codes.MARKED}={table_codes.mark(session.code)}" if settings.CODES_GROW else ""


def svg(text: str) -> SafeString:
    """The QR code of a text, to stand in a page."""
    return mark_safe(_drawn(segno.make(text, error="m", micro=False), svgclass=None, omitsize=True))


def _drawn(code: segno.QRCode, **manner: Any) -> str:
    return str(code.svg_inline(border=BORDER, dark="#000", light="#fff", lineclass=None, **manner))


def picture(text: str, caption: str) -> str:
    """The QR code of a text as a drawing of its own, with a line for people to read under it."""
    code = segno.make(text, error="m", micro=False)
    width, height = code.symbol_size(border=BORDER)
    drawn = _drawn(code, svgclass=None)
    size = min(3.2, 1.6 * width / max(1, len(caption)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + CAPTION}">'
        f'<path fill="#fff" d="M0 0h{width}v{height + CAPTION}H0z"/>{drawn}'
        f'<text x="{width / 2}" y="{height + CAPTION / 3}" font-size="{size:.2f}" text-anchor="middle" '
        f'font-family="system-ui, sans-serif" font-weight="600">{escape(caption)}</text></svg>'
    )


def wifi(name: str, password: str) -> SafeString:
    """The QR code that joins a Wi-Fi; nothing when it has no name."""
    if not name:
        return SafeString("")
    return svg(helpers.make_wifi_data(name, password or None, "WPA" if password else None))
