"""The ring of a table as the moderator arranges it: order, names, and who plays each seat."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import journal
from games.models import GameSession, Seat
from moderation.access import qr
from moderation.access.guards import for_moderator
from moderation.access.invite_links import create_link, find_link
from moderation.models import Kind, Pass, RemovedSeat
from moderation.play.pacing import clock
from moderation.play.projections.sections.context import choose_language
from moderation.players import arrivals, avatars, confusables, names
from moderation.players.pasted_names import read_names
from moderation.tables.desk_actions import desk_action, hides_secrets
from moderation.tables.settings_forms import BotsForm, SeatForm
from moderation.tables.setup import removal
from moderation.web import request_ids
from moderation.web.refusals import Unwanted

Stage = GameSession.Stage

LARGEST = 2**31 - 1  # the largest primary key


class NameTaken(Unwanted):
    """The refusal of a name that is equal or too similar to that of another seat."""

    def __init__(self, sentence: str, seat: Seat | None) -> None:
        super().__init__(sentence)
        self.seat = seat


def create_seat(session: GameSession, name: str | None, bot: bool = False) -> Seat:
    """Create a seat at the end of the ring of a locked session. Raises `Unwanted`.

    `name`: None for a made-up name.
    """
    if session.stage != Stage.JOINING or session.closed:
        raise Unwanted(_("This game has begun. There will be a seat in the next one."))
    ring = list(session.seats.order_by("place").values_list("name", "place"))
    if len(ring) >= session.kit.roles.SEATS[1]:
        raise Unwanted(_("Every seat at this table is taken."))
    face = avatars.choose_face(avatars.list_taken(session))
    seat = Seat(session=session, place=ring[-1][1] + 1 if ring else 0, bot=bot, face=face)
    _save_name(seat, name or names.make_up_name({confusables.fold(name) for name, _place in ring}))
    return seat


def _save_name(seat: Seat, name: str) -> None:
    """Save a seat under a name. Raises `Unwanted` when another seat has a similar one."""
    seat.name, seat.folded = name, confusables.compute_key(name)
    others = Seat.objects.filter(session=seat.session).exclude(pk=seat.pk).values_list("name", flat=True)
    # Names are compared, not stored keys: an older version may have folded those differently, or not at all.
    for other in others:
        if confusables.are_alike(name, other):
            raise NameTaken(_describe_name_taken(name, other, others), seat.session.seats.filter(name=other).first())
    try:
        with transaction.atomic():
            seat.save()
    except IntegrityError:
        raise NameTaken(
            _describe_name_taken(name, name, others), seat.session.seats.filter(folded=seat.folded).first()
        ) from None


def _describe_name_taken(name: str, other: str, taken: Collection[str]) -> str:
    """Return the message for a name that is too similar to another, with one that is free."""
    words = {"name": name, "other": other, "free": names.suggest_free_name(name, [*taken, name])}
    if name == other:
        return _("Somebody at this table is called %(name)s already. You could write “%(free)s”.") % words
    return (
        _(
            "%(other)s sits here already, and at a table “%(name)s” looks or sounds the same. "
            "You could write “%(free)s”."
        )
        % words
    )


def _check_joining(session: GameSession) -> None:
    if session.stage != Stage.JOINING:
        raise Unwanted(_("The cards are dealt: collect them first, then change the ring."))


def _find_seat(session: GameSession, seat_id: int) -> Seat:
    seat = session.seats.filter(pk=seat_id).first()
    if seat is None:
        raise Unwanted(_("That seat is no longer at this table."))
    return seat


@require_GET
@for_moderator
def desk_seat(request: HttpRequest, session: GameSession, seat_id: int) -> HttpResponse:
    """Show the page of one seat: its name, its player, its link to another phone, its removal."""
    seat = get_object_or_404(session.seats, pk=seat_id)
    phone = Pass.objects.filter(kind=Kind.SEAT, seat=seat).exists()
    stage = clock.find_public_stage(session)
    alone = session.narrated and stage == Stage.PLAYING
    form = SeatForm(initial={"name": seat.name})
    context = {"session": session, "seat": seat, "form": form, "phone": phone, "stage": stage, "runs_alone": alone}
    context |= {
        "face": avatars.build_face(seat.name, seat.face),
        "faces": avatars.list_offers(avatars.list_taken(session)),
    }
    return render(request, "tables/setup/seat.html", context)


@desk_action
def desk_add_seat(request: HttpRequest, session: GameSession) -> None:
    """Add seats without a phone.

    The form has a `name`, a pasted list of `names`, or the number of seats to fill with computer players (`bots`).
    """
    with journal.edit_session(session.pk) as fresh:
        if "bots" in request.POST:
            wanted = min(BotsForm(request.POST).read()["bots"], fresh.kit.roles.SEATS[1])
            for _place in range(fresh.seats.count(), wanted):
                create_seat(fresh, None, bot=True)
        elif "names" in request.POST:
            _add_listed_seats(fresh, request.POST["names"])
        else:
            create_seat(fresh, SeatForm(request.POST).read()["name"])


def _add_listed_seats(session: GameSession, pasted: str) -> None:
    """Add a seat for each name of a pasted list.

    Raises `Unwanted` with the name that cannot be used.
    """
    listed = read_names(pasted)
    if not listed:
        raise Unwanted(_("Please write the names, one a line."))
    for name in listed:
        try:
            create_seat(session, names.clean_name(name))
        except (names.BadName, Unwanted) as error:
            why = error.sentence if isinstance(error, Unwanted) else str(error)
            raise Unwanted(_("“%(name)s”: %(why)s") % {"name": name[:40], "why": why}) from None


@desk_action
def desk_rename(request: HttpRequest, session: GameSession, seat_id: int) -> None:
    """Give a seat another name."""
    with journal.edit_session(session.pk) as fresh:
        _check_joining(fresh)
        _save_name(_find_seat(fresh, seat_id), SeatForm(request.POST).read()["name"])


@desk_action
def desk_face(request: HttpRequest, session: GameSession, seat_id: int) -> None:
    """Give a seat another face (`face`: its number)."""
    with journal.edit_session(session.pk) as fresh:
        avatars.give_face(fresh, _find_seat(fresh, seat_id).pk, request.POST.get("face", ""))


@desk_action
def desk_remove(request: HttpRequest, session: GameSession, seat_id: int) -> None:
    """Remove a seat from the ring. Its phone may join again, unless it is blocked (`keep_out`)."""
    with journal.edit_session(session.pk) as fresh:
        _check_joining(fresh)
        removal.remove_seats(fresh, [_find_seat(fresh, seat_id)], bool(request.POST.get("keep_out")))


@desk_action
def desk_put_back(request: HttpRequest, session: GameSession) -> None:
    """Put a removed seat (`removed`: the row) back, or block its phone (`keep_out`)."""
    row = request_ids.parse_number(request.POST.get("removed", ""), LARGEST)
    with journal.edit_session(session.pk) as fresh:
        _check_joining(fresh)
        removed = RemovedSeat.objects.filter(session=fresh, pk=row).first()
        if removed is None:
            raise Unwanted(_("That seat is back already, or was removed too long ago."))
        if request.POST.get("keep_out"):
            if removed.device is not None:
                removal.keep_out_removed(fresh, removed)
            return
        seat = removal.recreate_seat(fresh, removed)
        if seat.pk is None and fresh.seats.count() >= fresh.kit.roles.SEATS[1]:
            raise Unwanted(_("Every seat at this table is taken."))
        _save_name(seat, removed.name)
        removal.restore(removed, seat)


@require_http_methods(["GET", "POST"])
@for_moderator
def desk_thin_out(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Remove several seats from the ring at once (`seat`), then close entry (`close`)."""
    if request.method == "GET":
        context = {"session": session, "seats": session.seats.order_by("place")}
        return render(request, "tables/setup/thin_out.html", context)
    try:
        with journal.edit_session(session.pk) as fresh:
            _check_joining(fresh)
            wanted = [
                int(key) for key in request.POST.getlist("seat") if key.isascii() and key.isdigit() and len(key) < 19
            ]
            removal.remove_seats(fresh, fresh.seats.filter(pk__in=wanted).order_by("place"))
            if request.POST.get("close"):
                _set_entry(fresh, closed=True)
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
    return redirect("desk", code=session.code)


@desk_action
def desk_sweep(request: HttpRequest, session: GameSession) -> None:
    """Remove the seats whose phones have not come, without waiting."""
    _check_joining(session)
    arrivals.remove_lapsed(session.pk, after=timedelta(0))


@desk_action
def desk_door(request: HttpRequest, session: GameSession) -> None:
    """Close entry to the table (`closed` is `on`), so that nobody joins, or open it again."""
    if (closed := request.POST.get("closed")) not in ("on", "off"):
        raise Unwanted(_("A door is open or closed."))
    with journal.edit_session(session.pk) as fresh:
        _set_entry(fresh, closed=closed == "on")


def _set_entry(session: GameSession, closed: bool) -> None:
    session.settings.change(door_closed=closed)


@desk_action
def desk_bot(request: HttpRequest, session: GameSession, seat_id: int) -> None:
    """Let the computer play a seat (`bot` is `on`), or stop it, at any time of the game."""
    with journal.edit_session(session.pk) as fresh:
        seat = _find_seat(fresh, seat_id)
        seat.bot = request.POST.get("bot") == "on"
        seat.looked = seat.looked or (seat.bot and fresh.stage == Stage.CARDS)
        seat.save(update_fields=["bot", "looked"])


@desk_action
def desk_order(request: HttpRequest, session: GameSession) -> None:
    """Set the order of the ring: all its seats, clockwise (`seat`).

    Then one of them may move a place `up` or `down`.
    """
    with journal.edit_session(session.pk) as fresh:
        _check_joining(fresh)
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
    """Show the QR code with which another phone continues a seat.

    The code is shown once and works once.
    """
    seat = get_object_or_404(session.seats, pk=seat_id)
    token, url = _create_seat_link(request, seat)
    context = {"session": session, "seat": seat, "url": url, "qr": qr.draw_svg(url), "link": find_link(token)}
    return render(request, "tables/setup/seat_link.html", context)


@require_POST
@for_moderator
def desk_seat_links(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Show the QR codes of all seats that people play. Each works once.

    They let a whole table continue on other phones.
    """
    people = session.seats.filter(bot=False).order_by("place")
    codes = [
        (seat, qr.draw_svg(_create_seat_link(request, seat)[1]), avatars.build_face(seat.name, seat.face))
        for seat in people
    ]
    return render(request, "tables/setup/seat_links.html", {"session": session, "codes": codes})


def _create_seat_link(request: HttpRequest, seat: Seat) -> tuple[str, str]:
    """Return a token, and its address with which another phone continues a seat.

    Earlier links of the seat are void.
    """
    token, _pin = create_link(Kind.SEAT, seat.session, seat)
    return token, qr.build_server_address(request) + reverse("seat_link", kwargs={"token": token})


@require_http_methods(["GET", "POST"])
@for_moderator
@hides_secrets
def desk_card(request: HttpRequest, session: GameSession, seat_id: int) -> HttpResponseBase:
    """Show one seat's card on the desk, for a player without a phone.

    The POST confirms that the player has looked. It redirects to the card of the next seat (`pass`), or to a covered
    desk.
    """
    seat = get_object_or_404(session.seats, pk=seat_id)
    others = list_cards_to_show(session, seat)
    if request.method == "POST":
        with journal.edit_session(session.pk) as fresh:
            fresh.seats.filter(pk=seat.pk).exclude(session__stage=Stage.JOINING).update(looked=True)
        if request.POST.get("pass") in [str(other.pk) for other in others]:
            return redirect("desk_card", code=session.code, seat_id=request.POST["pass"])
        return redirect(reverse("desk", args=[session.code]) + "?covered=1")
    with journal.read_table(session.pk) as (_session, table):
        if table is None:
            raise Http404
        private = table.private(seat.name)
    with translation.override(choose_language(session, get_language() or "en")):
        card = session.kit.words.card(private)
        context = {"session": session, "seat": seat, "card": card, "next": next(iter(others), None)}
        return render(request, "tables/setup/card.html", context)


def list_cards_to_show(session: GameSession, seat: Seat) -> list[Seat]:
    """Return the other seats whose cards are still to be shown on the desk, clockwise."""
    others = list(session.seats.filter(bot=False, looked=False, passes=None).exclude(pk=seat.pk).order_by("place"))
    return [one for one in others if one.place > seat.place] + [one for one in others if one.place < seat.place]
