"""The pages of a finished game: scene by scene, its figures, its picture.

Before its end they answer 404. Everybody at the table may look, at their own pace. The desk may stop the screen, or
step through it.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import journal
from games.models import GameSession, Seat
from moderation.access.guards import (
    TooManyGuesses,
    find_game,
    for_host,
    for_moderator,
    for_player,
    render_slowed_down,
)
from moderation.play.projections.sections.ending import SHOWS_POSTER, STOPS, build_story_key, find_story_scene
from moderation.play.rendering import render as view
from moderation.recap import charts, frames, picture, ring_geometry, scenes
from moderation.recap.scenes import Recap
from moderation.web.venue_time import in_venue_zone

FIGURES, STILL, ALL = "figures", "still", "all"  # values of `scene` other than numbers


@dataclass(frozen=True)
class RecapLinks:
    """The addresses of a game's pages for one viewer: here, back, the picture and the form."""

    here: str
    back: str = ""
    picture: str = ""
    steps: str = ""
    surface: str = ""


@require_GET
@for_player
def phone_story(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Show the recap on a phone, at its own pace."""
    here = {"code": seat.session.code}
    way = RecapLinks(
        here=reverse("phone_story", kwargs=here),
        back=reverse("phone", kwargs=here),
        picture=reverse("phone_picture", kwargs=here),
        surface="phone",
    )
    return _render_page(request, seat.session, way)


@require_GET
@for_moderator
def desk_story(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Show the recap at the desk, which also controls the screen."""
    here = {"code": session.code}
    way = RecapLinks(
        here=reverse("desk_story", kwargs=here),
        back=reverse("desk", kwargs=here),
        picture=reverse("desk_picture", kwargs=here),
        steps=reverse("desk_story_step", kwargs=here),
        surface="desk",
    )
    with translation.override(view.choose_desk_language(session, translation.get_language() or "en")):
        return _render_page(request, session, way)


@require_GET
@for_host
def event_story(request: HttpRequest, session_id: int) -> HttpResponseBase:
    """Show the recap among the results of an evening, also of a closed table."""
    session = get_object_or_404(GameSession, pk=session_id)
    back = reverse("event", args=[session.event_id]) if session.event_id else reverse("events")
    return _render_page(request, session, RecapLinks(here=reverse("event_story", args=[session.pk]), back=back))


@require_GET
def screen_story(request: HttpRequest, code: str) -> HttpResponse:
    """Show the recap on the shared screen, in the table's language.

    `scene=all` returns all scenes at once for its script.
    """
    try:
        session = find_game(request, code)
    except TooManyGuesses:
        return render_slowed_down(request)
    with translation.override(session.language):
        show = scenes.build_recap(session)
        shown = {
            "show": show,
            "frames": frames.build_frames(show, ring_geometry.SCREEN),
            "shape": ring_geometry.SCREEN,
        }
        shown["named"] = len(show.people) <= ring_geometry.SCREEN.named
        if request.GET.get("scene") == ALL:
            return render(request, "recap/_show.html", shown)
        way = RecapLinks(
            here=reverse("screen_story", args=[session.code]),
            back=reverse("screen", args=[session.code]),
            surface="screen",
        )
        return _render_page(request, session, way)


@require_GET
@for_player
def phone_picture(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Return the picture to save, for a phone."""
    return _build_picture(request, seat.session)


@require_GET
@for_moderator
def desk_picture(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Return the picture to save, for the desk."""
    return _build_picture(request, session)


@require_POST
@for_moderator
def desk_story_step(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Set what the screen shows (`at`).

    0: all scenes, by itself. A number: that scene. `stop`: the scene that it shows now.
    """
    show, wanted = scenes.build_recap(session), request.POST.get("at", "")
    here = reverse("desk_story", kwargs={"code": session.code})
    if wanted != "stop" and not (wanted.isdecimal() and len(wanted) < 5):
        messages.error(request, _("The story has no such scene."))
        return redirect(here)
    at = STOPS if wanted == "stop" else min(int(wanted), show.last_page)
    with journal.edit_session(session.pk) as fresh:
        scenes.build_recap(fresh)  # it may have been reopened meanwhile
        fresh.pacing.change(lines_said={**fresh.pacing.lines_said, build_story_key(fresh): at})
    seen = request.POST.get("seen", "")
    return redirect(f"{here}?scene={at if at > 0 else seen if seen.isdecimal() else 1}")


def _render_page(request: HttpRequest, session: GameSession, way: RecapLinks) -> HttpResponse:
    """Show one scene, the end or the figures, by `scene`."""
    show = scenes.build_recap(session)
    wanted = request.GET.get("scene", "1")
    if wanted == STILL:  # a page asks whether the game is still over
        return HttpResponse("over")
    at = find_story_scene(session)[1]
    context = {"show": show, "way": way, "session": session, "at": at, "stops": STOPS, "shows_poster": SHOWS_POSTER}
    if wanted == FIGURES:
        figs, shape = charts.build_figures(show), ring_geometry.PHONE
        named = len(show.people) <= shape.named
        return render(request, "recap/figures.html", {**context, "figures": figs, "shape": shape, "named": named})
    number = min(max(int(wanted), 1), show.last_page) if wanted.isdecimal() and len(wanted) < 5 else 1
    shape = ring_geometry.PHONE if way.surface == "phone" else ring_geometry.SCREEN
    frame = frames.build_frame(show, number, shape)
    named = len(show.people) <= shape.named
    return render(request, "recap/page.html", {**context, "frame": frame, "shape": shape, "named": named})


@in_venue_zone
def _build_picture(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Return the picture as a file. `names=0`: without names. `tall`: in the shape of a phone."""
    show: Recap = scenes.build_recap(session)
    drawn = picture.draw_svg(show, names=request.GET.get("names") != "0", tall="tall" in request.GET)
    answer = HttpResponse(drawn, content_type="image/svg+xml")
    if "save" in request.GET:
        answer["Content-Disposition"] = f'attachment; filename="{slugify(show.game)}.svg"'
    return answer
