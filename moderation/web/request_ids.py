"""The hidden fields of every form of desk and phone: its request id and the state it saw."""

from __future__ import annotations

import secrets

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from games.engine.table import Refused

LONGEST_PSEUDONYM, LARGEST_NUMBER = 40, 999_999_999


class Request(HttpRequest):
    """A request with the attribute `htmx`, which htmx's middleware sets."""

    htmx: HtmxDetails


def new_request_id() -> str:
    """Return a new request id for the next tap."""
    return secrets.token_urlsafe(16)


def read_request_id(request: HttpRequest, who: str) -> str | None:
    """Return the request id of this tap, distinct for each sender.

    None where the form has no valid one: such a tap is not recognised when it is sent again.
    """
    text = request.POST.get("request", "")
    return f"{who}:{text}"[:64] if 0 < len(text) <= 40 and text.isascii() and text.isprintable() else None


def read_desk_step(request: HttpRequest) -> int:
    """Return the number of the move that opened the step which a desk's form saw.

    Raises `Refused`.
    """
    return parse_number(request.POST.get("opened", ""), LARGEST_NUMBER)


def read_phone_step(request: HttpRequest) -> str:
    """Return the name of the step which a phone's form saw.

    A phone's form has only the name of its step.
    """
    return request.POST.get("opened", "")[:LONGEST_PSEUDONYM]


def read_last_move(request: HttpRequest) -> int:
    """Return the number of the last valid move that the form saw. Raises `Refused`."""
    return parse_number(request.POST.get("last", ""), LARGEST_NUMBER)


def parse_number(written: str, most: int, least: int = 0) -> int:
    """Parse a whole number, as one of our forms writes it. Raises `Refused`."""
    if not (written.isascii() and written.isdigit() and len(written) < 10 and least <= int(written) <= most):
        raise Refused("illegal_answer", "That is no number that fits here.")
    return int(written)
