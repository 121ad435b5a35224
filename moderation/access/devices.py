"""Identification of a device by its cookie, and the passes that the device holds.

A secret is shown once, in a cookie that scripts cannot read. The database stores only its digest.
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
# The columns of a pass, its device, seat and table that most requests read. The others are deferred.
PASS_COLUMNS = (
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
STRANGER_LIFE = timedelta(days=1)  # devices with nothing of their own


def digest(token: str) -> str:
    """Return the digest of a secret, which is all that the database stores of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_device_by_cookie(cookie: str | None) -> Device | None:
    """Return the device that holds this cookie."""
    found = Device.objects.filter(key=digest(cookie)).first() if cookie else None
    return merge_fresh_device(found) if found and found.takes_over_id else found


def find_device(request: HttpRequest, anew: bool = False) -> Device | None:
    """Return the device that sends this request, if it is known.

    A repeated form is recognised by the cookie that its first submission brought. `anew`: look again, because the
    form may have arrived twice at the same instant.
    """
    if anew or not hasattr(request, "device"):
        cookie = request.COOKIES.get(COOKIE)
        token = build_next_token(request, cookie)
        if token and (device := find_device_by_cookie(token)):
            _set_cookie(request, device, token)
        else:
            request.device = find_device_by_cookie(cookie)  # type: ignore[attr-defined]
    return request.device  # type: ignore[attr-defined,no-any-return]


def find_or_create_device(request: HttpRequest) -> Device:
    """Return the device that sends this request, and create it if it is unknown.

    The middleware `remember` sets its cookie on the response.
    """
    device = find_device(request)
    if device is None:
        token = secrets.token_urlsafe(32)
        device = Device.objects.create(key=digest(token))
        _set_cookie(request, device, token)
    return device


def find_browser(request: HttpRequest) -> str:
    """Return the digest of the browser's cookie, and issue a cookie if it has none.

    Stores nothing in the database.
    """
    token = getattr(request, "new_cookie", "") or request.COOKIES.get(COOKIE, "")
    if not token:
        token = request.new_cookie = secrets.token_urlsafe(32)  # type: ignore[attr-defined]
    return digest(token)


def _set_cookie(request: HttpRequest, device: Device, token: str) -> None:
    """Make the response to this request set this cookie for its device."""
    request.device, request.new_cookie, request.renewed = device, token, True  # type: ignore[attr-defined]


# A cookie is renewed when its device gains a pass: a cookie that was known or planted beforehand opens nothing.


def renew_device(request: HttpRequest) -> Device:
    """Return the requesting device, under a fresh cookie for the pass that it gains now.

    Until the fresh cookie is first seen, it holds that pass alone. The previous cookie keeps its passes until then.
    This avoids that a lost response takes anything away.
    """
    device = find_device(request)
    if device is not None and getattr(request, "renewed", False):
        return device
    cookie = request.COOKIES.get(COOKIE)
    token = build_next_token(request, cookie) or secrets.token_urlsafe(32)
    with transaction.atomic():
        before = Device.objects.select_for_update().filter(key=digest(cookie)).first() if cookie else None
        device, _ = Device.objects.get_or_create(key=digest(token), defaults={"takes_over": before})
    _set_cookie(request, device, token)
    return device


def build_next_token(request: HttpRequest, cookie: str | None) -> str:
    """Return the cookie that follows this one by this form; empty where there is none.

    A repeated form gives the same cookie. Every rendered page has a new form token (`csrfmiddlewaretoken`). This
    avoids that somebody who knows the old cookie can compute the next one.
    """
    form = request.POST.get("csrfmiddlewaretoken", "")
    if (
        not cookie or len(form) != CSRF_TOKEN_LENGTH
    ):  # a shorter token is the secret of the CSRF cookie itself, which several pages may repeat
        return ""
    return salted_hmac("moderation.access.devices", f"{cookie} {form}", algorithm="sha256").hexdigest()


def merge_fresh_device(fresh: Device) -> Device | None:
    """Merge a device whose fresh cookie is seen for the first time, and return it.

    The device then has all its passes again, under this cookie alone. Returns None when the device no longer exists.
    """
    with transaction.atomic():
        rows = Device.objects.select_for_update()
        before = rows.filter(device=fresh).first()
        still = rows.filter(pk=fresh.pk, takes_over=before).first() if before else None
        if before is None or still is None:  # another request of this device was faster
            return Device.objects.filter(key=fresh.key).first()
        # Other devices that gained a pass with the previous cookie keep it, and take over nothing.
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
    """Move the table records of a fresh cookie to its device.

    These are its claims, and the seats and tables that were taken from it.
    """
    asked = list(gained.claims.values_list("session", flat=True))
    device.claims.filter(session__in=asked).delete()
    gained.claims.update(device=device)
    gained.removed_seats.update(device=device)
    known = device.kept_out.values_list("session", flat=True)
    gained.kept_out.exclude(session__in=list(known)).update(device=device)


def forget_strangers() -> None:
    """Delete old devices that hold no pass.

    A device with nothing of its own goes after `STRANGER_LIFE`. The others go when their cookie expires. A device
    that identifies a remembered person stays until that person is forgotten. One that has a line on a list, or may
    take one back, stays as long as its cookie.
    """
    now = timezone.now()
    unused = Device.objects.filter(passes=None, recognised=None)
    unused.filter(guest=None, left_lines=None, comfort={}, created__lt=now - STRANGER_LIFE).delete()
    unused.filter(created__lt=now - timedelta(seconds=COOKIE_AGE)).delete()


def build_cookie_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Build the middleware that sets a new cookie on a response, unless the page failed.

    A failed page stored nothing, so its cookie would be of no use.
    """

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

# A player has no desk (SECRECY 30). A pass to moderate is void for a device with a seat at the table, unless the app
# moderates.
_SEATS_BESIDE = Pass.objects.filter(kind=Kind.SEAT, device=OuterRef("device"), session=OuterRef("session"))
OPENS = ~Q(kind=Kind.MODERATOR) | Q(session__narrated=True) | ~Exists(_SEATS_BESIDE)


def find_pass(device: Device | None, kind: Kind, session: GameSession | None = None) -> Pass | None:
    """Return the pass of this kind that a device holds at this table."""
    if device is None:
        return None
    passes = Pass.objects.filter(OPENS, device=device, kind=kind, session=session)
    return passes.select_related("seat", "device").first()


def has_desk_with_seat(session: GameSession) -> bool:
    """Return whether a device that holds the desk of this table also has a seat there."""
    desks = Pass.objects.filter(session=session, kind=Kind.MODERATOR).values_list("device", "device__takes_over")
    devices = {device for pair in desks for device in pair if device}
    seats = Pass.objects.filter(session=session, kind=Kind.SEAT)
    return seats.filter(Q(device__in=devices) | Q(device__takes_over__in=devices)).exists()


def _list_passes(key: str, kind: str, code: str) -> QuerySet[Pass]:
    passes = Pass.objects.filter(OPENS, device__key=key, kind=kind, session__code=code, session__closed=None)
    return passes.select_related("device", "seat", "session").only(*PASS_COLUMNS).order_by("pk")[:1]


_find_passes = Prepared(_list_passes, "the device's key", "kind", "code")


def list_open_passes(device: Device | None) -> list[tuple[str, GameSession, Seat | None]]:
    """List what a device may do at open tables, the newest table first: kind, table and seat."""
    if device is None:
        return []
    passes = Pass.objects.filter(OPENS, device=device, session__closed=None).exclude(session=None)
    held = passes.select_related("session__pacing", "seat__session").order_by("-session__created", "-pk")
    return [(one.kind, one.session, one.seat) for one in held if one.session]


def find_pass_at(request: HttpRequest, code: str, kind: Kind) -> Pass | None:
    """Return the requesting device's pass of this kind at the open table with this code."""
    cookie = request.COOKIES.get(COOKIE)
    if not cookie:
        return None
    wanted = digest(cookie), kind, code
    held = _find_passes.first(*wanted)
    if held is None or held.device.takes_over_id:  # perhaps the first time that a fresh cookie is seen
        find_device(request)
        held = _find_passes.first(*wanted)
    if held is not None:
        request.device, request.held = held.device, held  # type: ignore[attr-defined]
    return held


def give_pass(device: Device, kind: Kind, session: GameSession | None = None, seat: Seat | None = None) -> Pass:
    """Give a device a pass. It replaces one of the same kind at the same table."""
    given, _ = Pass.objects.update_or_create(device=device, kind=kind, session=session, defaults={"seat": seat})
    return given


def compute_mark(held: Pass) -> str:
    """Return the mark that separates a browser's stored data of this seat from that of others.

    The mark gives no access.
    """
    return _compute_mark(
        held.device_id, held.session.code if held.session else "", held.seat.name if held.seat else ""
    )


def _compute_mark(device_id: int, code: str, seat: str) -> str:
    told = f"{device_id} {code} {seat}"
    return salted_hmac("moderation.access.devices.mark", told, algorithm="sha256").hexdigest()[:32]


def is_seat_there(device: Device | None, session: GameSession, mark: str) -> bool:
    """Return whether the seat that this device had under this mark is still at the table.

    If it is, the seat went to another device.
    """
    return device is not None and any(
        _compute_mark(device.pk, session.code, seat) == mark for seat in session.seat_names()
    )


def list_marks(device: Device | None) -> str:
    """Return the marks of all seats that a device has at open tables, separated by spaces."""
    if device is None:
        return ""
    held = Pass.objects.filter(device=device, kind=Kind.SEAT, session__closed=None)
    return " ".join(compute_mark(one) for one in held.select_related("seat", "session"))


def end_moderating(desks: QuerySet[Pass], session: GameSession) -> int:
    """Delete passes to moderate a table and return their number.

    Records which devices saw its deal.
    """
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
