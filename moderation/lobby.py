"""The way in: find a table by its code, take a seat, open a table, redeem a link."""

from __future__ import annotations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import journal
from games.kits import Kit
from games.models import Event, GameSession, Seat
from moderation import codes, limits, qr, tending
from moderation.access import (
    PIN_TRIES,
    device_of,
    for_host,
    give_pass,
    known_device,
    open_game,
    pass_of,
    redeem,
    usable_link,
)
from moderation.choices import Manner, option_fields, playable_kits, read_manner, read_options
from moderation.forms import REFUSED, Unwanted
from moderation.models import Device, Kind
from moderation.seating import new_seat

Stage = GameSession.Stage

WRONG_CODES, FORGOTTEN_AFTER = 12, 5 * 60  # guesses of one device, seconds
TRIES = 5


@require_http_methods(["GET", "POST"])
def home(request: HttpRequest) -> HttpResponseBase:
    """The front door: a field for the code, and what this device has here already."""
    context: dict[str, object] = {}
    status = 200
    if request.method == "POST":
        code = codes.clean(request.POST.get("code", "")[:100])
        try:
            return redirect("join", code=_found(request, code).code)
        except Http404:
            context, status = {"wrong": _("No table has this code just now."), "code": code}, 404
        except Unwanted as unwanted:
            context, status = {"wrong": unwanted.sentence}, 429
    device = device_of(request)
    tables = GameSession.objects.filter(closed=None, passes__device=device) if device else GameSession.objects.none()
    context |= {
        "host": pass_of(device, Kind.HOST) is not None,
        "moderated": [(table, tending.stage(table).label) for table in tables.filter(passes__kind=Kind.MODERATOR)],
        "seated": tables.filter(passes__kind=Kind.SEAT),
    }
    return render(request, "lobby/home.html", context, status=status)


def _found(request: HttpRequest, code: str) -> GameSession:
    """The open game under this code. Raises Http404, and `Unwanted` when this device has guessed too often.

    A code only leads to a door, and whoever comes in unwanted is seen by the moderator. So a device that guesses is
    slowed down, and never an address, which a whole hall may share.
    """
    device = device_of(request)
    guesses = f"wrong-codes-{device.pk}" if device else ""
    if guesses and limits.tries(guesses) >= WRONG_CODES:
        raise Unwanted(_("So many codes that do not exist: please wait a few minutes, or ask the moderator."))
    try:
        return open_game(code)
    except Http404:
        limits.tried(guesses or f"wrong-codes-{known_device(request).pk}", FORGOTTEN_AFTER)
        raise


# Taking a seat


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponseBase:
    """Take a seat under a name; where a QR code leads."""
    try:
        session = _found(request, code)
    except Http404:
        return render(request, "lobby/home.html", {"wrong": _("No table has this code just now.")}, status=404)
    except Unwanted as unwanted:
        return render(request, "lobby/home.html", {"wrong": unwanted.sentence}, status=429)
    device = known_device(request)
    if pass_of(device, Kind.SEAT, session):
        return redirect("phone", code=session.code)
    context: dict[str, object] = {"session": session, "words": session.kit.words, "moved": "moved" in request.GET}
    status = 200
    if request.method == "POST":
        made_up = bool(request.POST.get("made_up"))
        try:
            sit_down(device, session, None if made_up else request.POST.get("name", ""))
            return redirect("phone", code=session.code)
        except Unwanted as unwanted:
            session.refresh_from_db()
            context |= {"wrong": unwanted.sentence, "name": request.POST.get("name", "")[:40]}
            status = REFUSED
    page = "lobby/join.html" if session.stage == Stage.JOINING else "lobby/late.html"
    context["over"] = tending.stage(session) == Stage.OVER
    return render(request, page, context, status=status)


def sit_down(device: Device, session: GameSession, name: str | None) -> Seat:
    """Give a device a seat, the one it has if it has one; None: the name is made up. Raises `Unwanted`."""
    with journal.set_up(session.pk) as fresh:
        held = pass_of(device, Kind.SEAT, fresh)
        if held and held.seat:
            return held.seat
        seat = new_seat(fresh, name)
        give_pass(device, Kind.SEAT, fresh, seat)
        return seat


@require_GET
def qr_join(request: HttpRequest, code: str) -> HttpResponse:
    """The QR code that leads to a table, as a picture with the address of the house under it."""
    session = open_game(code)
    house = qr.address(request).partition("://")[2]
    return HttpResponse(qr.picture(qr.join_url(request, session), house), content_type="image/svg+xml")


# Opening a table


@require_http_methods(["GET", "POST"])
@for_host
def create(request: HttpRequest) -> HttpResponseBase:
    """Choose a game, then how it is played; the device that opens a table moderates it."""
    sent = request.POST if request.method == "POST" else request.GET
    kit = playable_kits().get(sent.get("game", ""))
    if kit is None:
        unknown = {"wrong": _("Please choose a game of the list.")} if sent.get("game") else {}
        context = {"kits": playable_kits().values(), **unknown}
        return render(request, "lobby/games.html", context, status=REFUSED if unknown else 200)
    wrong = ""
    if request.method == "POST":
        try:
            options, manner, event = read_options(kit, sent), read_manner(sent), _event(sent.get("event", ""))
            session = open_table(known_device(request), kit, manner, options, event)
            return redirect("desk", code=session.code)
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    page: dict[str, object] = {
        "kit": kit,
        "fields": option_fields(kit, {}),
        "languages": settings.LANGUAGES,
        "events": Event.objects.all()[:20],
        "manner": Manner(
            GameSession.Nights.PHONES,
            get_language() or "en",
            "",
            "",
            narrated=not getattr(kit.words, "MODERATED", True),
        ),
        "wrong": wrong,
    }
    return render(request, "lobby/create.html", page, status=REFUSED if wrong else 200)


def _event(written: str) -> Event | None:
    if not written:
        return None
    event = Event.objects.filter(pk=int(written)).first() if written.isdecimal() and len(written) < 10 else None
    if event is None:
        raise Unwanted(_("That evening does not exist."))
    return event


def open_table(
    device: Device, kit: Kit, manner: Manner, options: dict[str, object], event: Event | None = None
) -> GameSession:
    """A new table under a free code, moderated by this device."""
    for attempt in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                session = GameSession.objects.create(
                    code=codes.new_code(),
                    game=kit.slug,
                    kit_version=kit.rules.VERSION,
                    event=event,
                    options=options,
                    nights=manner.nights,
                    narrated=manner.narrated,
                    language=manner.language,
                    speaker=manner.speaker,
                    wifi_name=manner.wifi_name,
                    wifi_password=manner.wifi_password,
                )
                give_pass(device, Kind.MODERATOR, session)
                return session
        except IntegrityError:  # somebody was given the same code at the same instant
            if attempt == TRIES:
                raise
    raise AssertionError("unreachable")


# One-time links: looking at one uses nothing up, so a preview in a messenger does no harm


@require_http_methods(["GET", "POST"])
def host_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Become the host."""
    link = usable_link(token, Kind.HOST)
    if request.method == "POST":
        redeem(request, link)
        return redirect("home")
    return render(request, "lobby/host_link.html")


@require_http_methods(["GET", "POST"])
def seat_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Go on in a seat on this device; the one that had it before knows nothing any more."""
    link = usable_link(token, Kind.SEAT)
    session, seat = link.session, link.seat
    if session is None or seat is None or session.closed:
        raise Http404
    if request.method == "POST":
        with journal.set_up(session.pk) as fresh:
            redeem(request, link)
            if fresh.narrated and fresh.stage != Stage.JOINING:  # everybody is told that it has been done
                fresh.moved = [*fresh.moved, seat.name]
                fresh.save(update_fields=["moved"])
        return redirect("phone", code=session.code)
    return render(request, "lobby/seat_link.html", {"seat": seat, "session": session})


@require_http_methods(["GET", "POST"])
def desk_link(request: HttpRequest, token: str) -> HttpResponseBase:
    """Moderate a table from this device as well; the PIN stands on the desk that gave the link."""
    link = usable_link(token, Kind.MODERATOR)
    if link.session is None or link.session.closed:
        raise Http404
    context: dict[str, object] = {"session": link.session}
    if request.method == "POST":
        if redeem(request, link, request.POST.get("pin", "").strip()[:20]):
            return redirect("desk", code=link.session.code)
        link.refresh_from_db()
        left = PIN_TRIES - link.tries
        context |= {"wrong": _("That is not the PIN."), "left": left, "burnt": left <= 0}
    return render(request, "lobby/desk_link.html", context, status=REFUSED if "wrong" in context else 200)
