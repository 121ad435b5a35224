"""The ring of a table as the moderator arranges it: who sits where, under which name, played by whom."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import journal
from games.models import GameSession, Seat
from moderation import names, qr, tending
from moderation.access import for_moderator, hides_secrets, new_link
from moderation.choices import whole
from moderation.desk import deed
from moderation.forms import Unwanted
from moderation.models import Kind, Pass

Stage = GameSession.Stage


def new_seat(session: GameSession, typed: str | None, bot: bool = False) -> Seat:
    """A seat at the end of the ring of a locked session; None: with a made-up name. Raises `Unwanted`."""
    if session.stage != Stage.JOINING or session.closed:
        raise Unwanted(_("This game has begun. There will be a seat in the next one."))
    ring = list(session.seats.order_by("place").values_list("folded", "place"))
    if len(ring) >= session.kit.roles.SEATS[1]:
        raise Unwanted(_("Every seat at this table is taken."))
    name = names.made_up({key for key, _place in ring}) if typed is None else _clean(typed)
    seat = Seat(session=session, place=ring[-1][1] + 1 if ring else 0, bot=bot)
    _name(seat, name)
    return seat


def _clean(typed: str) -> str:
    try:
        return names.clean(typed)
    except names.BadName as bad:
        raise Unwanted(str(bad)) from None


def _name(seat: Seat, name: str) -> None:
    """Keep a seat under a name. Raises `Unwanted` when somebody has one like it."""
    seat.name, seat.folded = name, names.key(name)
    taken = _("Somebody at this table has that name, or one that looks like it. Please choose another.")
    if Seat.objects.filter(session=seat.session, folded=seat.folded).exclude(pk=seat.pk).exists():
        raise Unwanted(taken)
    try:
        with transaction.atomic():
            seat.save()
    except IntegrityError:
        raise Unwanted(taken) from None


def _want_joining(session: GameSession) -> None:
    if session.stage != Stage.JOINING:
        raise Unwanted(_("The cards are dealt: collect them first, then change the ring."))


def _seat(session: GameSession, seat_id: int) -> Seat:
    seat = session.seats.filter(pk=seat_id).first()
    if seat is None:
        raise Unwanted(_("That seat is no longer at this table."))
    return seat


@require_GET
@for_moderator
def desk_seat(request: HttpRequest, session: GameSession, seat_id: int) -> HttpResponse:
    """The page of one seat: its name, who plays it, its way onto another phone, its end."""
    seat = get_object_or_404(session.seats, pk=seat_id)
    phone = Pass.objects.filter(kind=Kind.SEAT, seat=seat).exists()
    stage = tending.stage(session)
    alone = session.narrated and stage == Stage.PLAYING
    context = {"session": session, "seat": seat, "phone": phone, "stage": stage, "runs_alone": alone}
    return render(request, "seats/seat.html", context)


@deed
def desk_add_seat(request: HttpRequest, session: GameSession) -> None:
    """Add a seat without a phone under a `name`, or computer players until there are `bots` seats."""
    with journal.set_up(session.pk) as fresh:
        if written := request.POST.get("bots", ""):
            wanted = min(whole(written), fresh.kit.roles.SEATS[1])
            for _place in range(fresh.seats.count(), wanted):
                new_seat(fresh, None, bot=True)
        else:
            new_seat(fresh, request.POST.get("name", ""))


@deed
def desk_rename(request: HttpRequest, session: GameSession, seat_id: int) -> None:
    """Give a seat another name."""
    with journal.set_up(session.pk) as fresh:
        _want_joining(fresh)
        _name(_seat(fresh, seat_id), _clean(request.POST.get("name", "")))


@deed
def desk_remove(request: HttpRequest, session: GameSession, seat_id: int) -> None:
    """Take a seat out of the ring; its phone may join again."""
    with journal.set_up(session.pk) as fresh:
        _want_joining(fresh)
        _seat(fresh, seat_id).delete()


@deed
def desk_bot(request: HttpRequest, session: GameSession, seat_id: int) -> None:
    """Have the computer play a seat (`bot` is `on`), or no longer; at any moment of the game."""
    with journal.set_up(session.pk) as fresh:
        seat = _seat(fresh, seat_id)
        seat.bot = request.POST.get("bot") == "on"
        seat.looked = seat.looked or (seat.bot and fresh.stage == Stage.CARDS)
        seat.save(update_fields=["bot", "looked"])


@deed
def desk_order(request: HttpRequest, session: GameSession) -> None:
    """Put the ring in order: all its seats, clockwise (`seat`), then perhaps one of them `up` or `down` a place."""
    with journal.set_up(session.pk) as fresh:
        _want_joining(fresh)
        seats = {str(seat.pk): seat for seat in fresh.seats.all()}
        order = request.POST.getlist("seat")
        if len(order) != len(seats) or set(order) != set(seats):
            raise Unwanted(_("The ring has changed meanwhile. Please look again."))
        for direction, step in (("up", -1), ("down", 1)):
            if (moved := request.POST.get(direction, "")) in seats:
                order.insert((order.index(moved) + step) % len(order), order.pop(order.index(moved)))
        for place, key in enumerate(order):
            seats[key].place = place
        Seat.objects.bulk_update(seats.values(), ["place"])


@require_POST
@for_moderator
def desk_seat_link(request: HttpRequest, session: GameSession, seat_id: int) -> HttpResponse:
    """The QR code by which another phone goes on in a seat: shown once, good for one use."""
    seat = get_object_or_404(session.seats, pk=seat_id)
    token, _pin = new_link(Kind.SEAT, session, seat)
    url = qr.address(request) + reverse("seat_link", kwargs={"token": token})
    return render(request, "seats/seat_link.html", {"session": session, "seat": seat, "url": url, "qr": qr.svg(url)})


@require_http_methods(["GET", "POST"])
@for_moderator
@hides_secrets
def desk_card(request: HttpRequest, session: GameSession, seat_id: int) -> HttpResponseBase:
    """One seat's card, for whoever has no phone to look at it on the desk; then it has been looked at."""
    seat = get_object_or_404(session.seats, pk=seat_id)
    if request.method == "POST":
        with journal.set_up(session.pk) as fresh:
            fresh.seats.filter(pk=seat.pk).exclude(session__stage=Stage.JOINING).update(looked=True)
        return redirect("desk", code=session.code)
    with journal.at_rest(session.pk) as (_session, table):
        if table is None:
            raise Http404
        card = session.kit.words.card(table.private(seat.name))
    return render(request, "seats/card.html", {"session": session, "seat": seat, "card": card})
