"""Who asks: the device's cookie, and the passes that the device holds.

A secret is shown once, in a cookie that scripts cannot read; the database keeps only its digest.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CSRF_TOKEN_LENGTH
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.models import GameSession, Seat
from games.prepared_queries import Prepared
from moderation.models import Device, Kind, Pass, Recognised, SawDeal

COOKIE = settings.DEVICE_COOKIE_NAME
# What most requests of a pass, its device, seat and table look at: the rest is read when it is asked for.
ASKED_FOR = (
    "kind",
    "expected",
    "loads",
    "device__comfort",
    "device__takes_over",
    "seat__name",
    "seat__session",
    *(f"session__{column}" for column in ("code", "game", "stage", "nights", "language", "narrated", "closed")),
)
COOKIE_AGE = 60 * 60 * 24 * 180
STRANGERS_KEPT = timedelta(days=1)  # devices with nothing of their own


def digest(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def device_with(cookie: str | None) -> Device | None:
    """The device that holds this cookie."""
    found = Device.objects.filter(key=digest(cookie)).first() if cookie else None
    return settled(found) if found and found.takes_over_id else found


def device_of(request: HttpRequest, anew: bool = False) -> Device | None:
    """The device that asks, if it is known; a form that comes again is known by what it brought the first time.

    `anew`: look again, as the form may have come twice at the same instant.
    """
    if anew or not hasattr(request, "device"):
        cookie = request.COOKIES.get(COOKIE)
        token = next_token(request, cookie)
        if token and (device := device_with(token)):
            _carry(request, device, token)
        else:
            request.device = device_with(cookie)  # type: ignore[attr-defined]
    return request.device  # type: ignore[attr-defined,no-any-return]


def known_device(request: HttpRequest) -> Device:
    """The device that asks, made known if it was not; `remember` sets its cookie on the answer."""
    device = device_of(request)
    if device is None:
        token = secrets.token_urlsafe(32)
        device = Device.objects.create(key=digest(token))
        _carry(request, device, token)
    return device


def browser_of(request: HttpRequest) -> str:
    """The digest of the cookie that the asking browser holds, or is given now: nothing is kept of it here."""
    token = getattr(request, "new_cookie", "") or request.COOKIES.get(COOKIE, "")
    if not token:
        token = request.new_cookie = secrets.token_urlsafe(32)  # type: ignore[attr-defined]
    return digest(token)


def _carry(request: HttpRequest, device: Device, token: str) -> None:
    """Let the answer to this request give its device this cookie."""
    request.device, request.new_cookie, request.renewed = device, token, True  # type: ignore[attr-defined]


# A cookie is renewed when its device gains a pass: a cookie that was known or planted beforehand opens nothing.


def renewed_device(request: HttpRequest) -> Device:
    """The device that asks, under a fresh cookie, for the pass that it gains now.

    Until the fresh cookie is first seen, it holds that pass alone, and the one before keeps what it had: an answer
    that is lost on the way takes nothing away.
    """
    device = device_of(request)
    if device is not None and getattr(request, "renewed", False):
        return device
    cookie = request.COOKIES.get(COOKIE)
    token = next_token(request, cookie) or secrets.token_urlsafe(32)
    with transaction.atomic():
        before = Device.objects.select_for_update().filter(key=digest(cookie)).first() if cookie else None
        device, _ = Device.objects.get_or_create(key=digest(token), defaults={"takes_over": before})
    _carry(request, device, token)
    return device


def next_token(request: HttpRequest, cookie: str | None) -> str:
    """The cookie that follows this one by this form, the same when the form comes again; empty where there is none.

    Every page that is drawn writes its form's token anew (`csrfmiddlewaretoken`), so that a cookie known from before
    does not tell the one that follows.
    """
    form = request.POST.get("csrfmiddlewaretoken", "")
    if (
        not cookie or len(form) != CSRF_TOKEN_LENGTH
    ):  # shorter is the secret in the cookie itself, which a page may repeat
        return ""
    return salted_hmac("moderation.access.devices", f"{cookie} {form}", algorithm="sha256").hexdigest()


def settled(fresh: Device) -> Device | None:
    """The device whose fresh cookie is seen for the first time: it has all its passes again, under this cookie alone.

    None when there is no such device any more.
    """
    with transaction.atomic():
        rows = Device.objects.select_for_update()
        before = rows.filter(device=fresh).first()
        still = rows.filter(pk=fresh.pk, takes_over=before).first() if before else None
        if before is None or still is None:  # another request of this device was faster
            return Device.objects.filter(key=fresh.key).first()
        # What others gained by the cookie before, they keep for themselves: they take over nothing.
        Device.objects.filter(takes_over=before).update(takes_over=None)
        for gained in Pass.objects.filter(device=still):
            before.passes.filter(kind=gained.kind, session=gained.session_id).delete()
        Pass.objects.filter(device=still).update(device=before)
        take_over_tables(still, before)
        SawDeal.objects.bulk_create(
            [SawDeal(device=before, session_id=one.session_id) for one in SawDeal.objects.filter(device=still)],
            ignore_conflicts=True,
        )
        if not Recognised.objects.filter(device=before).exists():
            Recognised.objects.filter(device=still).update(device=before)
        still.delete()
        before.key = fresh.key
        before.save(update_fields=["key"])
        return before


def take_over_tables(gained: Device, device: Device) -> None:
    """Give a device what tables keep of its fresh cookie: what it asks for, and what was taken from it."""
    asked = list(gained.claims.values_list("session", flat=True))
    device.claims.filter(session__in=asked).delete()
    gained.claims.update(device=device)
    gained.removed_seats.update(device=device)
    known = device.kept_out.values_list("session", flat=True)
    gained.kept_out.exclude(session__in=list(known)).update(device=device)


def forget_strangers() -> None:
    """Remove old devices that hold no pass: at once those with nothing of their own, the others with their cookie.

    A device that tells who somebody is, who has agreed to be remembered, stays until they are forgotten. One that has
    a line on a list, or may take one back, stays as long as its cookie.
    """
    now = timezone.now()
    unused = Device.objects.filter(passes=None, recognised=None)
    unused.filter(guest=None, left_lines=None, comfort={}, created__lt=now - STRANGERS_KEPT).delete()
    unused.filter(created__lt=now - timedelta(seconds=COOKIE_AGE)).delete()


def remember(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: give a browser its new cookie, unless the page failed and nothing of it was kept."""

    def page(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        token = getattr(request, "new_cookie", "")
        if token and response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            response.set_cookie(
                COOKIE,
                token,
                max_age=COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response

    return page


# Passes

# Who plays has no desk (SECRECY 30): beside a seat a pass to moderate opens nothing, unless nobody moderates.
_SEATS_BESIDE = Pass.objects.filter(kind=Kind.SEAT, device=OuterRef("device"), session=OuterRef("session"))
OPENS = ~Q(kind=Kind.MODERATOR) | Q(session__narrated=True) | ~Exists(_SEATS_BESIDE)


def pass_of(device: Device | None, kind: Kind, session: GameSession | None = None) -> Pass | None:
    """The pass of this kind that a device holds, at this table."""
    if device is None:
        return None
    passes = Pass.objects.filter(OPENS, device=device, kind=kind, session=session)
    return passes.select_related("seat", "device").first()


def desk_plays(session: GameSession) -> bool:
    """Whether a device that holds the desk of this table has a seat there too."""
    desks = Pass.objects.filter(session=session, kind=Kind.MODERATOR).values_list("device", "device__takes_over")
    devices = {device for pair in desks for device in pair if device}
    seats = Pass.objects.filter(session=session, kind=Kind.SEAT)
    return seats.filter(Q(device__in=devices) | Q(device__takes_over__in=devices)).exists()


def _passes(key: str, kind: str, code: str) -> QuerySet[Pass]:
    passes = Pass.objects.filter(OPENS, device__key=key, kind=kind, session__code=code, session__closed=None)
    return passes.select_related("device", "seat", "session").only(*ASKED_FOR).order_by("pk")[:1]


_held = Prepared(_passes, "the device's key", "kind", "code")


def passes_at_open_tables(device: Device | None) -> list[tuple[str, GameSession, Seat | None]]:
    """What this very device may do at which open table, the newest table first: kind, table and seat."""
    if device is None:
        return []
    passes = Pass.objects.filter(OPENS, device=device, session__closed=None).exclude(session=None)
    held = passes.select_related("session__upkeep", "seat__session").order_by("-session__created", "-pk")
    return [(one.kind, one.session, one.seat) for one in held if one.session]


def pass_at(request: HttpRequest, code: str, kind: Kind) -> Pass | None:
    """The pass of this kind that the device which asks holds at the open table of this code."""
    cookie = request.COOKIES.get(COOKIE)
    if not cookie:
        return None
    wanted = digest(cookie), kind, code
    held = _held.first(*wanted)
    if held is None or held.device.takes_over_id:  # perhaps the first time that a fresh cookie is seen
        device_of(request)
        held = _held.first(*wanted)
    if held is not None:
        request.device, request.held = held.device, held  # type: ignore[attr-defined]
    return held


def give_pass(device: Device, kind: Kind, session: GameSession | None = None, seat: Seat | None = None) -> Pass:
    """Give a device a pass; one of the same kind at the same table gives way."""
    given, _ = Pass.objects.update_or_create(device=device, kind=kind, session=session, defaults={"seat": seat})
    return given


def mark_of(held: Pass) -> str:
    """By what a browser tells what it keeps for this seat from what it keeps for others; it opens nothing."""
    return _mark(held.device_id, held.session.code if held.session else "", held.seat.name if held.seat else "")


def _mark(device_id: int, code: str, seat: str) -> str:
    told = f"{device_id} {code} {seat}"
    return salted_hmac("moderation.access.devices.mark", told, algorithm="sha256").hexdigest()[:32]


def still_there(device: Device | None, session: GameSession, mark: str) -> bool:
    """Whether the seat that this device had under this mark is still at the table: then it went to another device."""
    return device is not None and any(_mark(device.pk, session.code, seat) == mark for seat in session.seat_names())


def marks_of(device: Device | None) -> str:
    """The marks of all seats that a device has at open tables, with spaces between them."""
    if device is None:
        return ""
    held = Pass.objects.filter(device=device, kind=Kind.SEAT, session__closed=None)
    return " ".join(mark_of(one) for one in held.select_related("seat", "session"))


def end_moderating(desks: QuerySet[Pass], session: GameSession) -> int:
    """Delete passes to moderate a table and return how many there were; remember which devices saw its deal."""
    if session.stage != GameSession.Stage.JOINING and not session.narrated:
        saw = [SawDeal(device_id=device, session=session) for device in desks.values_list("device", flat=True)]
        SawDeal.objects.bulk_create(saw, ignore_conflicts=True)
    return desks.delete()[0]


def has_seen_deal(device: Device | None, session: GameSession) -> bool:
    """Return whether this device had the desk of a game after its deal, and has it no longer."""
    if device is None:
        return False
    known_as = [device.pk, *([device.takes_over_id] if device.takes_over_id else [])]
    return SawDeal.objects.filter(session=session, device__in=known_as).exists()


def move_seat(device: Device, seat: Seat) -> None:
    """Give a seat to this device and to no other."""
    with transaction.atomic():
        Pass.objects.filter(kind=Kind.SEAT, seat=seat).exclude(device=device).delete()
        give_pass(device, Kind.SEAT, seat.session, seat)
