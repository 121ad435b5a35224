"""The page of the shared screen, which shows only what is public."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_GET

from games import server_clock
from games.models import TableSettings
from moderation.access.guards import TooManyGuesses, find_game, render_slowed_down
from moderation.access.qr import build_join_url, build_server_address, draw_large_svg, draw_wifi
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer
from moderation.web.request_ids import Request


@require_GET
def screen(request: Request, code: str) -> HttpResponse:
    """Return the page in the table's language, or only its region for htmx."""
    try:
        session = find_game(request, code)
    except TooManyGuesses:
        return render_slowed_down(request)
    viewer = Viewer("screen", session.language)
    rendered = surfaces.render(session.pk, [viewer], [viewer])
    html = rendered.html(viewer) or ""
    if request.htmx:
        return HttpResponse(html, headers={"X-Pulse": str(rendered.number(viewer))})
    url = build_join_url(request, session)
    context = {
        "html": html,
        "pulse": rendered.number(viewer),
        "now": server_clock.display_now_in_milliseconds(),
        "code": session.code,
        "slug": session.game,
        "server_address": build_server_address(request),
        "qr": draw_large_svg(url),
        "speaks": session.settings.voice == TableSettings.Speaker.SCREEN,
        "wifi_name": session.settings.wifi_name,
        "wifi": draw_wifi(session.settings.wifi_name, session.settings.wifi_password),
    }
    with translation.override(session.language):
        return render(request, "surfaces/screen/page.html", context)
