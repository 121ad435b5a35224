"""A player's phone: the covered card, the notebook, the question of the moment."""

from __future__ import annotations

from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import journal
from games.models import GameSession, Seat
from games.table import Refused, Step
from moderation import covers, forms, limits, surfaces
from moderation.access import device_of, for_player, known_device, pass_of
from moderation.calls import hushed
from moderation.models import Kind, Pass
from moderation.surfaces import Viewer, viewer_of

ANSWERS, SECONDS = 100, 10  # more than fingers do, and little enough for a table not to notice
COMFORTS = ("tap", "large", "spaced", "left", "slow")


def viewer(request: HttpRequest, seat: Seat) -> Viewer:
    """Whoever looks at this phone."""
    held = pass_of(device_of(request), Kind.SEAT, seat.session)
    assert held is not None
    return viewer_of(held, "phone", get_language() or "en")


@require_GET
@for_player
def phone(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The page; its region alone for htmx."""
    rendered = surfaces.render(seat.session.pk, [who := viewer(request, seat)], [who])
    html = rendered.html[who] or ""
    if request.headers.get("HX-Request"):
        body = surfaces.padded(html.encode(), rendered, who)
        return HttpResponse(body, headers={"X-Pulse": str(rendered.number(who))})
    device = known_device(request)
    context = {
        "html": surfaces.padded(html.encode(), rendered, who).decode(),
        "pulse": rendered.number(who),
        "seat_name": seat.name,
        "code": seat.session.code,
        "slug": seat.session.game,
        "request_id": forms.new_request_id(),
        "comfort": device.comfort,
    }
    return render(request, "phone/page.html", context)


@require_POST
@for_player
def answer(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Answer the question of the moment for one's own seat; in a call that is for others, a cover question.

    Where nobody may see what somebody can answer, every tap gets the same reply, and what became of it stands on the
    card: a refusal in the open would tell who is called, or what they hold.
    """
    refusal, noted, name = None, False, forms.request_id(request, f"s{seat.pk}")
    try:
        if limits.tried(f"answers-{seat.pk}", SECONDS) > ANSWERS:
            raise Refused("too_fast", "Nobody answers that often.")
        if not journal.heard(seat.session.pk, name):
            noted = take_answer(request, seat, name)
        else:
            with suppress(Refused):  # the question has passed meanwhile
                noted = hushed(forms.shown_step(seat.session.pk, forms.name_of_step(request))[0])
    except Refused as refused:
        refusal = refused
    return forms.region(request, seat.session, viewer(request, seat), "phone", refusal, noted)


def take_answer(request: HttpRequest, seat: Seat, name: str | None) -> bool:
    """Take what a phone was shown a form for, and nothing else, under the name of its tap. Raises `Refused`.

    Whether nobody may see what becomes of it.
    """
    step, _waits = forms.shown_step(seat.session.pk, forms.name_of_step(request))
    if step.asleep and seat.session.nights == GameSession.Nights.EYES_CLOSED:
        raise Refused("not_asked", "With eyes closed the desk enters everything.")
    try:
        take_for_step(request, seat, step, name)
    except Refused:
        answered = forms.offered(request, step)
        if not hushed(step) or not answered:  # what no page offers is refused in the open
            raise
        with journal.set_up(seat.session.pk, in_secret=True) as fresh:
            forms.shown_step(seat.session.pk, forms.name_of_step(request))  # so is what came too late, for everybody
            wrong = {"opened": step.opened, "at": fresh.head, "answer": answered}
            fresh.refused = {**fresh.refused, seat.name: wrong}
            fresh.save(update_fields=["refused"])
    return hushed(step)


def take_for_step(request: HttpRequest, seat: Seat, step: Step, name: str | None) -> None:
    """Take an answer to a step, or in a call to the cover question of whoever is not called. Raises `Refused`."""
    if not step.asleep or seat.name in step.asks:
        move = forms.answer(request, seat.session, seat.name, seat.name, step.opened)
        journal.submit(seat.session.pk, move, opened=step.opened, request=name)
        return
    cover = {"by": seat.name, "cover": covers.read(step, request.POST)}
    try:
        journal.submit(seat.session.pk, cover, request=name)
    except Refused as refused:
        if refused.code != "game_over":
            raise
        # Nobody hears that before the call has had its time: the answer is kept, and looks like any other.
        with journal.set_up(seat.session.pk, in_secret=True) as fresh:
            fresh.late_covers = {**fresh.late_covers, seat.name: cover["cover"]}
            fresh.save(update_fields=["late_covers"])


@require_POST
@for_player
def looked(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The player has looked at the card."""
    with journal.set_up(seat.session.pk) as session:
        if session.stage != GameSession.Stage.JOINING:
            session.seats.filter(pk=seat.pk).update(looked=True)
    return forms.region(request, seat.session, viewer(request, seat), "phone")


@require_POST
@for_player
def leave(request: HttpRequest, seat: Seat) -> HttpResponse:
    """Leave: before play the seat goes, during play it stays and the desk answers for it."""
    with journal.set_up(seat.session.pk) as session:
        Pass.objects.filter(kind=Kind.SEAT, seat=seat).delete()
        if session.stage == GameSession.Stage.JOINING:
            seat.delete()
    return redirect("home")


@require_http_methods(["GET", "POST"])
def comfort(request: HttpRequest) -> HttpResponse:
    """How this device likes to be read: seen and set by its owner alone."""
    device = known_device(request)
    if request.method == "POST":
        device.comfort = {name: True for name in COMFORTS if request.POST.get(name) == "on"}
        device.save(update_fields=["comfort"])
        back = request.POST.get("code", "")
        return redirect("phone", code=back[:4]) if back.isalpha() else redirect("comfort")
    return render(request, "phone/comfort.html", {"comfort": device.comfort, "code": request.GET.get("code", "")[:4]})
