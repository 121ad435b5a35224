"""WebSocket routes of the live boards of an event. Sockets only push; devices send by POST."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import path

from games.models import Event
from moderation.access.devices import COOKIE, device_with, pass_of
from moderation.events.guests import guest_of
from moderation.events.live_board.broadcast import halls
from moderation.events.live_board.render import BOARD, GUEST, SCREEN
from moderation.models import Kind, SignUp
from moderation.play.realtime.consumers import Admitted, Scope, cookies_of, language_of, watching
from moderation.play.rendering.render import Viewer


def to_board(scope: Scope) -> Admitted:
    """Admit a device with a host's or an organiser's pass."""
    cookies, event_id = cookies_of(scope), scope["url_route"]["kwargs"]["event_id"]
    device = device_with(cookies.get(COOKIE))
    held = pass_of(device, Kind.HOST) or pass_of(device, Kind.ORGANISER)
    if held is None or not Event.objects.filter(pk=event_id).exists():
        return None
    csrf = cookies.get(settings.CSRF_COOKIE_NAME, "")
    return event_id, Viewer(BOARD, language_of(scope, cookies), held.pk, csrf=csrf)


def to_screen(scope: Scope) -> Admitted:
    """Admit everybody who has the event's address, while organisers have the screen switched on."""
    opened = SignUp.objects.filter(key=scope["url_route"]["kwargs"]["key"], hall=True).first()
    return (opened.event_id, Viewer(SCREEN, language_of(scope, cookies_of(scope)))) if opened else None


def to_seat(scope: Scope) -> Admitted:
    """Admit the device of a guest of the event."""
    opened = SignUp.objects.select_related("event").filter(key=scope["url_route"]["kwargs"]["key"]).first()
    cookies = cookies_of(scope)
    mine = guest_of(opened.event, device_with(cookies.get(COOKIE))) if opened else None
    if opened is None or mine is None:
        return None
    return opened.event_id, Viewer(GUEST, language_of(scope, cookies), mine.device_id, mine.pk)


routes: list[Any] = [
    path(address, watching(admit, halls.join, halls.leave))
    for address, admit in (
        ("ws/hall/<int:event_id>/", to_board),
        ("ws/e/<key>/hall/", to_screen),
        ("ws/e/<key>/seat/", to_seat),
    )
]
