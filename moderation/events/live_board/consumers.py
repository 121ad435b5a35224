"""WebSocket routes of the live boards of an event. Sockets only push; devices send by POST."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import path

from games.models import Event
from moderation.access.devices import COOKIE, find_device_by_cookie, find_pass
from moderation.events.guests import find_guest
from moderation.events.live_board.broadcast import live_boards
from moderation.events.live_board.render import BOARD, GUEST, SCREEN
from moderation.models import Kind, SignUp
from moderation.play.realtime.consumers import Admitted, Scope, build_application, find_language, read_cookies
from moderation.play.rendering.render import Viewer


def admit_to_board(scope: Scope) -> Admitted:
    """Admit a device with a host's or an organiser's pass."""
    cookies, event_id = read_cookies(scope), scope["url_route"]["kwargs"]["event_id"]
    device = find_device_by_cookie(cookies.get(COOKIE))
    held = find_pass(device, Kind.HOST) or find_pass(device, Kind.ORGANISER)
    if held is None or not Event.objects.filter(pk=event_id).exists():
        return None
    csrf = cookies.get(settings.CSRF_COOKIE_NAME, "")
    return event_id, Viewer(BOARD, find_language(scope, cookies), held.pk, csrf=csrf)


def admit_to_screen(scope: Scope) -> Admitted:
    """Admit everybody who has the event's address, while organisers have the screen switched on."""
    opened = SignUp.objects.filter(key=scope["url_route"]["kwargs"]["key"], hall=True).first()
    return (opened.event_id, Viewer(SCREEN, find_language(scope, read_cookies(scope)))) if opened else None


def admit_to_seat(scope: Scope) -> Admitted:
    """Admit the device of a guest of the event."""
    opened = SignUp.objects.select_related("event").filter(key=scope["url_route"]["kwargs"]["key"]).first()
    cookies = read_cookies(scope)
    mine = find_guest(opened.event, find_device_by_cookie(cookies.get(COOKIE))) if opened else None
    if opened is None or mine is None:
        return None
    return opened.event_id, Viewer(GUEST, find_language(scope, cookies), mine.device_id, mine.pk)


routes: list[Any] = [
    path(address, build_application(admit, live_boards.join, live_boards.leave))
    for address, admit in (
        ("ws/hall/<int:event_id>/", admit_to_board),
        ("ws/e/<key>/hall/", admit_to_screen),
        ("ws/e/<key>/seat/", admit_to_seat),
    )
]
