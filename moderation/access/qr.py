"""QR codes drawn by this program: inline SVG for a page, or a picture for an `<img>`.

They contain no `style` attribute and no script, so the strict content security policy allows them.
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
from moderation.web.lan_addresses import build_address as in_numbers
from moderation.web.lan_addresses import is_local_name, is_loopback, list_candidates

BORDER = 3  # light modules around the code: fewer, and some phones no longer find it
WIDE_BORDER = 4  # the quiet zone of the standard, for a code that is read from across a room
HTTP = 80  # the port of an address without one
CAPTION = 5  # height of the line under a picture, in modules


def build_server_address(request: HttpRequest) -> str:
    """Return the address of this server for phones, such as `http://192.168.1.20:8000`.

    It is the address that the requesting device used. A page seen on the serving machine itself calls the server
    `localhost`, which no phone can reach. There the address chosen for phones is used, or the likeliest one on the
    local network.
    """
    domain, port = split_domain_port(request.get_host())
    if is_loopback(domain) and (found := join_address.choose_for_phones(list_candidates())):
        domain = found
    host = f"{domain}:{port}" if port else domain
    return f"{request.scheme}://{host}"


@dataclass(frozen=True)
class UnknownName:
    """A name in the address of the QR codes that phones may fail to look up.

    Also holds the address in numbers, if there is one.
    """

    name: str
    numbers: str


def find_unknown_name(request: HttpRequest) -> UnknownName | None:
    """Return the name in the server's address that phones may fail to look up.

    None if every phone can look it up. The address in numbers is that at which this request arrived. Where that is
    unusable, it is the likeliest address of the machine. Behind TLS it is empty.
    """
    domain, port = split_domain_port(build_server_address(request).partition("://")[2])
    if not is_local_name(domain) and not is_loopback(domain):
        return None
    arrived = str(request.META.get("SERVER_NAME", ""))
    known = not is_local_name(arrived) and not is_loopback(arrived)
    found = "" if settings.BEHIND_TLS else arrived if known else join_address.choose_for_phones(list_candidates())
    return UnknownName(domain, in_numbers(found, int(port or HTTP)) if found else "")


def build_join_url(request: HttpRequest, session: GameSession) -> str:
    """Return the address that takes a phone to a table, for a QR code."""
    return build_server_address(request) + reverse("join", kwargs={"code": session.code}) + build_mark_query(session)


def build_mark_query(session: GameSession) -> str:
    """Return the query string that shows that a table's address was scanned and not guessed.

    Empty where guesses are not counted.
    """
    return f"?{table_codes.MARK_PARAMETER}={table_codes.compute_mark(session.code)}" if settings.CODES_GROW else ""


def draw_svg(text: str) -> SafeString:
    """Return the QR code of a text as inline SVG."""
    return mark_safe(_draw(segno.make(text, error="m", micro=False), svgclass=None, omitsize=True))


def draw_large_svg(text: str) -> SafeString:
    """Return a QR code for a screen on the wall, with few modules so that each is large.

    Nothing dirties a screen, so the lowest error level is enough.
    """
    code = segno.make(text, error="l", micro=False)
    return mark_safe(_draw(code, border=WIDE_BORDER, svgclass=None, omitsize=True))


def _draw(code: segno.QRCode, border: int = BORDER, **manner: Any) -> str:
    return str(code.svg_inline(border=border, dark="#000", light="#fff", lineclass=None, **manner))


def draw_picture(text: str, caption: str) -> str:
    """Return the QR code of a text as a standalone SVG, with a caption below it."""
    code = segno.make(text, error="m", micro=False)
    width, height = code.symbol_size(border=BORDER)
    drawn = _draw(code, svgclass=None)
    size = min(3.2, 1.6 * width / max(1, len(caption)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + CAPTION}">'
        f'<path fill="#fff" d="M0 0h{width}v{height + CAPTION}H0z"/>{drawn}'
        f'<text x="{width / 2}" y="{height + CAPTION / 3}" font-size="{size:.2f}" text-anchor="middle" '
        f'font-family="system-ui, sans-serif" font-weight="600">{escape(caption)}</text></svg>'
    )


def draw_wifi(name: str, password: str) -> SafeString:
    """Return the QR code that joins a Wi-Fi; empty when it has no name."""
    if not name:
        return SafeString("")
    return draw_svg(helpers.make_wifi_data(name, password or None, "WPA" if password else None))
