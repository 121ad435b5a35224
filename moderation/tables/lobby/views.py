"""Views for entry: find a table by its code, take a seat, open a table, redeem a link."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games import journal
from games.engine.kit import Kit
from games.engine.options import WordLists
from games.models import Agreements, GameSession, Seat, TableSettings
from games.table_cache import lock_session
from moderation.access import agreements, qr, table_codes
from moderation.access.devices import (
    find_browser,
    find_device,
    find_pass,
    give_pass,
    is_seat_there,
    list_marks,
    list_open_passes,
    renew_device,
)
from moderation.access.guards import (
    TooManyGuesses,
    explain_too_many_guesses,
    explain_unknown_code,
    find_game,
    for_organiser,
    is_here,
    is_organiser,
    render_slowed_down,
    render_unknown_code,
)
from moderation.access.invite_links import find_usable_link, redeem
from moderation.models import PIN_TRIES, Device, Kind, Link, Pass
from moderation.play.pacing import clock
from moderation.play.pacing.seat_requests import check_may_have_seat, is_kept_out, tell_of_moved_seat
from moderation.players import arrivals, identities
from moderation.tables.auto_close import close_untouched, list_lapsed_tables, reopen
from moderation.tables.event_choice import find_current_evening, find_next_place
from moderation.tables.lobby.public_state import describe_public_state
from moderation.tables.rehearsals import close_rehearsals
from moderation.tables.settings_forms import NARRATED, PREFIX, JoinForm, NewTableForm
from moderation.tables.setup.seat_views import NameTaken, create_seat
from moderation.web import join_address
from moderation.web.kits import playable_kits
from moderation.web.refusals import REFUSED, Unwanted

Stage = GameSession.Stage

TRIES = 5
A_PAGE = 25  # tables of a device on one page of the list
STAMPS = 4  # covers of other games on the home page
LATELY_LAPSED = 5  # lapsed tables of a device that are listed


@require_http_methods(["GET", "POST"])
def home(request: HttpRequest) -> HttpResponseBase:
    """Show the home page: a field for the code, and the tables and seats of this device."""
    context: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        code = table_codes.normalise(request.POST.get("code", "")[:100])
        try:
            return redirect("join", code=find_game(request, code).code)
        except Http404:
            context, status = {"wrong": explain_unknown_code(), "code": code}, 404
        except TooManyGuesses:
            context, status = {"wrong": explain_too_many_guesses()}, HTTPStatus.TOO_MANY_REQUESTS
    device = find_device(request)
    held = list_open_passes(device)
    desks = Paginator([table for kind, table, _seat in held if kind == Kind.MODERATOR], A_PAGE)
    moderated = desks.get_page(request.GET.get("tables"))
    context |= {
        "lost_desk": request.GET.get("gone") == "desk",
        "host": find_pass(device, Kind.HOST) is not None,
        "organiser": is_organiser(device),
        "here": is_here(request),
        "kits": playable_kits().values(),
        "tables": moderated,
        "moderated": [(table, clock.find_public_stage_from_columns(table).label) for table in moderated],
        "lapsed": list_lapsed_tables(device, LATELY_LAPSED),
        "seated": [seat for kind, _table, seat in held if kind == Kind.SEAT],
        "marks": list_marks(device),
        "codes_grow": settings.CODES_GROW,
        **(describe_latest_table(held) or {"slug": find_cover_of_day()}),
    }
    context["is_guest"] = not context["organiser"] and not moderated.object_list
    context["stamps"] = list_stamps(str(context["slug"]))
    return render(request, "tables/lobby/home.html", context, status=status)


def describe_latest_table(held: Sequence[tuple[str, GameSession, Seat | None]]) -> dict[str, object]:
    """Return what the home page shows of the newest table of a device; empty: it has none.

    `slug` makes its world that of the page.
    """
    surfaces = {Kind.MODERATOR: "desk", Kind.SEAT: "phone"}
    found = next(((surfaces[Kind(kind)], table) for kind, table, _seat in held if kind in surfaces), None)
    if found is None:
        return {}
    surface, table = found
    return {
        "latest": table,
        "latest_state": describe_public_state(table),
        "latest_page": reverse(surface, args=[table.code]),
        "slug": table.game,
    }


def list_stamps(slug: str) -> list[Kit]:
    """Return the games whose covers stand beside this one's on the home page."""
    return [kit for kit in playable_kits().values() if kit.look and kit.slug != slug][:STAMPS]


def find_cover_of_day() -> str:
    """Return the game whose cover the home page shows today, to a device without a table."""
    drawn = [kit.slug for kit in playable_kits().values() if kit.look]
    return drawn[timezone.localdate().toordinal() % len(drawn)] if drawn else ""


# Taking a seat


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a seat under a name. QR codes lead here."""
    try:
        session = find_game(request, code)
    except Http404:
        return render_unknown_code(request)
    except TooManyGuesses:
        return render_slowed_down(request)
    find_browser(request)  # the form sets a cookie, so that a returning browser is recognised
    if find_pass(find_device(request), Kind.SEAT, session):
        return redirect_to_phone(request, session)
    form, same = JoinForm(), None
    if request.method == "POST":
        form = JoinForm(request.POST)
        try:
            sit_down(request, session, None if request.POST.get("made_up") else form.read()["name"])
            return redirect("phone", code=session.code)
        except Unwanted as unwanted:
            session.refresh_from_db()
            form.refuse("name", unwanted)
            same = unwanted.seat if isinstance(unwanted, NameTaken) else None
    context = {
        "session": session,
        "words": session.kit.words,
        "form": form,
        "went": describe_lost_seat(request, session) if "moved" in request.GET else "",
        "here": request.get_full_path(),
        "over": clock.find_public_stage(session) == Stage.OVER,
        "marks": list_marks(find_device(request)),
        "joining": session.stage == Stage.JOINING,
        "joined": (joined := session.seats.count()),
        "places_left": max(0, session.kit.roles.SEATS[0] - joined),
        "mark": qr.build_mark_query(session),
        "same": same,
        "kept_out": is_kept_out(find_device(request), session),
    }
    may_join = not context["kept_out"] and session.stage == Stage.JOINING and not session.settings.door_closed
    page = "tables/lobby/join.html" if may_join else "tables/lobby/late.html"
    return render(request, page, context, status=REFUSED if form.first_error else 200)


def redirect_to_phone(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Redirect a device that has a seat to its page, also for an htmx request."""
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(reverse("phone", args=[session.code]))
    return redirect("phone", code=session.code)


def describe_lost_seat(request: HttpRequest, session: GameSession) -> str:
    """Return what happened to the seat that this device had, as far as its page can tell."""
    if had := request.GET.get("had", ""):
        return "moved" if is_seat_there(find_device(request), session, had) else "taken"
    return "lapsed" if session.stage == Stage.JOINING else "moved"


def sit_down(request: HttpRequest, session: GameSession, name: str | None) -> Seat:
    """Seat the asking device, or return the seat it has. Raises `Unwanted`.

    `name`: None for a made-up name.
    """
    arrivals.remove_lapsed(session.pk)
    with journal.edit_session(session.pk) as fresh:
        held = find_pass(find_device(request, anew=True), Kind.SEAT, fresh)
        if held and held.seat:
            return held.seat
        check_may_sit_down(request, fresh)
        if fresh.settings.door_closed:
            raise Unwanted(_("The door of this table is closed: ask the moderator to open it."))
        seat = create_seat(fresh, name)
        device = renew_device(request)
        arrivals.mark_expected(give_pass(device, Kind.SEAT, fresh, seat))
        if not fresh.rehearsal:
            identities.link_seat_taken(device, seat)
        return seat


def check_may_sit_down(request: HttpRequest, session: GameSession) -> None:
    """Check that this device may take a seat. Raises `Unwanted`.

    It may not if it moderates this table, saw its deal, or is kept out.
    """
    check_may_have_seat(find_device(request, anew=True), session)


@require_GET
def qr_join(request: HttpRequest, code: str) -> HttpResponse:
    """Return the QR code to a table as a picture, with the server's address under it."""
    try:
        session = find_game(request, code)
    except TooManyGuesses:
        return render_slowed_down(request)
    address = qr.build_server_address(request).partition("://")[2]
    return HttpResponse(qr.draw_picture(qr.build_join_url(request, session), address), content_type="image/svg+xml")


# Opening a table


@require_http_methods(["GET", "POST"])
@for_organiser
def create(request: HttpRequest) -> HttpResponseBase:
    """Choose a game and its settings. The device that opens a table moderates it."""
    sent = request.POST if request.method == "POST" else request.GET
    kit, evening = playable_kits().get(sent.get("game", "")), sent.get("event", "")
    if request.method == "GET" and "event" not in sent and (current := find_current_evening()):
        evening = str(current.pk)
    if kit is None:
        unknown = {"wrong": _("Please choose a game of the list.")} if sent.get("game") else {}
        offered = {"kits": playable_kits().values(), "evening": evening, **unknown}
        return render(request, "tables/lobby/games.html", offered, status=REFUSED if unknown else 200)
    alone = not kit.words.MODERATED
    usual = {"nights": NARRATED if alone else GameSession.Nights.PHONES, "language": get_language() or "en"}
    usual |= find_earlier_lists(find_device(request), kit, evening) | join_address.read_wifi()
    form = NewTableForm(kit, initial={**usual, "event": evening}, evening=evening)
    if request.method == "POST":
        form = NewTableForm(kit, request.POST, evening=evening)
        try:
            chosen = form.read_columns() | {"options": form.read_options(), "event_id": form.read()["event"] or None}
            chosen |= find_next_place(chosen["event_id"])
            opened = open_table(renew_device(request), kit, chosen)
            close_rehearsals(find_device(request))
            return redirect("desk", code=opened.code)
        except Unwanted as unwanted:
            form.refuse("event", unwanted)
    context = {"kit": kit, "form": form, "evening": evening}
    return render(request, "tables/lobby/create.html", context, status=REFUSED if form.first_error else 200)


def find_earlier_lists(device: Device | None, kit: Kit, evening: str) -> dict[str, Any]:
    """Return lists of words from the latest table of this game.

    That is the latest table that this device moderates, or that belongs to the event. So the names of cards are typed
    only once.
    """
    lists = [name for name, option in kit.roles.OPTIONS.items() if isinstance(option, WordLists)]
    if device is None or not lists:
        return {}
    theirs = Q(passes__device=device, passes__kind=Kind.MODERATOR)
    if evening.isascii() and evening.isdigit():
        theirs |= Q(event_id=evening[:18])
    latest = GameSession.objects.filter(theirs, game=kit.slug, rehearsal=False).order_by("-created").first()
    return {PREFIX + name: latest.options[name] for name in lists if latest and name in latest.options}


@require_http_methods(["GET", "POST"])
def desk_reopen(request: HttpRequest, session_id: int) -> HttpResponseBase:
    """Open a lapsed table again, for a device that has its desk."""
    session = get_object_or_404(GameSession, pk=session_id)
    if find_pass(find_device(request), Kind.MODERATOR, session) is None:
        raise Http404
    context: dict[str, object] = {}
    if session.closed is None:
        return redirect("desk", code=session.code)
    if request.method == "POST":
        try:
            return redirect("desk", code=reopen(session.pk).code)
        except Unwanted as unwanted:
            context = {"wrong": unwanted.sentence}
    return render(
        request, "tables/lobby/reopen.html", {"session": session, **context}, status=REFUSED if context else 200
    )


def open_table(device: Device | None, kit: Kit, chosen: dict[str, Any]) -> GameSession:
    """Open a table under a free code, moderated by this device, or by none.

    `chosen`: values for its columns and for those of its settings.
    """
    close_untouched()
    for attempt in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                session = GameSession.objects.create(
                    code=table_codes.choose_code(),
                    game=kit.slug,
                    kit_version=kit.rules.VERSION,
                    **{name: value for name, value in chosen.items() if name not in TableSettings.CHOSEN},
                )
                session.settings.choose(chosen)
                if device:
                    give_pass(device, Kind.MODERATOR, session)
                    if not session.rehearsal:
                        identities.record_opened_table(device, session)
                return session
        except IntegrityError:  # another table was given the same code at the same moment
            if attempt == TRIES:
                raise
    raise AssertionError("unreachable")


# One-time links: a GET does not use a link up, so a preview in a messenger does no harm


@require_http_methods(["GET", "POST"])
def host_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Become the host."""
    here = is_here(request)
    if here and request.method == "GET" and find_pass(find_device(request), Kind.HOST):
        return redirect("start")  # this machine's browser is the host already, so the link is not used up
    link = find_usable_link(request, token, Kind.HOST)
    if request.method == "POST":
        redeem(request, link)
        return redirect("start" if here else "home")
    return render(request, "tables/lobby/host_link.html")


@require_http_methods(["GET", "POST"])
def seat_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Continue a seat on this device. The device that had it before loses it."""
    link = find_usable_link(request, token, Kind.SEAT)
    session, seat = link.session, link.seat
    if session is None or seat is None or session.closed:
        raise Http404
    context: dict[str, object] = {"seat": seat, "session": session}
    if request.method == "POST":
        try:
            take_linked_seat(request, link, seat)
            return redirect("phone", code=session.code)
        except Unwanted as unwanted:
            context["wrong"] = unwanted.sentence
    return render(request, "tables/lobby/seat_link.html", context, status=REFUSED if "wrong" in context else 200)


def take_linked_seat(request: HttpRequest, link: Link, seat: Seat) -> None:
    """Give the seat of this link to the asking device. Raises `Unwanted`.

    Raises Http404 as `redeem` does.
    """
    told = seat.session.narrated  # with a moderator, nobody else is told (SECRECY 21)
    with journal.edit_session(seat.session_id, in_secret=not told) as fresh:
        check_may_sit_down(request, fresh)
        again = Link.objects.filter(pk=link.pk).exclude(used=None).exists()
        redeem(request, link)
        if not again:
            tell_of_moved_seat(fresh, seat)


@require_http_methods(["GET", "POST"])
def desk_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Moderate a table from this device too. The desk that gave the link shows the PIN."""
    link = find_usable_link(request, token, Kind.MODERATOR)
    if link.session is None or link.session.closed:
        raise Http404
    context: dict[str, object] = {"session": link.session, "stage": clock.find_public_stage(link.session)}
    if request.method == "POST":
        with lock_session(link.session.pk) as fresh:
            plays = not fresh.narrated and find_pass(find_device(request, anew=True), Kind.SEAT, fresh) is not None
            again = Link.objects.filter(pk=link.pk).exclude(used=None).exists()
            others = Pass.objects.filter(session=fresh, kind=Kind.MODERATOR).exists()
            if not plays and redeem(request, link, request.POST.get("pin", "").strip()[:20]):
                if not again:
                    transfer = Agreements.DeskTransfer
                    agreements.tell_of_desk(fresh, transfer.MORE if others else transfer.MOVED)
                journal.touch_session(fresh)
                return redirect("desk", code=fresh.code)
        link.refresh_from_db()
        left = PIN_TRIES - link.tries
        wrong = _("This device plays at the table: a player sees no desk.") if plays else _("That is not the PIN.")
        context |= {"wrong": wrong, "plays": plays, "left": left, "burnt": left <= 0}
    return render(request, "tables/lobby/desk_link.html", context, status=REFUSED if "wrong" in context else 200)
