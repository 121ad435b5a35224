"""The screen in the room: what everybody may know."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_GET

from games.models import GameSession
from moderation import surfaces
from moderation.access import open_game
from moderation.qr import join_url, svg, wifi
from moderation.surfaces import Viewer


@require_GET
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The page, in the table's own language; its region alone for htmx."""
    session = open_game(code)
    viewer = Viewer("screen", session.language)
    rendered = surfaces.render(session.pk, [viewer], [viewer])
    html = rendered.html[viewer] or ""
    if request.headers.get("HX-Request"):
        return HttpResponse(html, headers={"X-Pulse": str(rendered.number(viewer))})
    url = join_url(request, session)
    context = {
        "html": html,
        "pulse": rendered.number(viewer),
        "code": session.code,
        "join_url": url,
        "qr": svg(url),
        "speaks": session.voice == GameSession.Speaker.SCREEN,
        "wifi_name": session.wifi_name,
        "wifi": wifi(session.wifi_name, session.wifi_password),
    }
    with translation.override(session.language):
        return render(request, "screen/page.html", context)
