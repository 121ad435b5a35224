"""A table from evening to evening: its settings, its moderators, its record, its next game."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import journal, record
from games.models import GameSession, Seat
from games.story import story
from moderation import qr, tending
from moderation.access import (
    LINK_LIFE,
    device_of,
    for_host,
    for_moderator,
    give_pass,
    hides_secrets,
    known_device,
    new_link,
    open_game,
    pass_of,
)
from moderation.choices import Manner, option_fields, read_manner, read_options
from moderation.forms import REFUSED, Unwanted
from moderation.models import Kind, Link, Pass

Stage = GameSession.Stage
KEPT = ("language", "speaker", "wifi_name", "wifi_password")  # of a table's manner: what may change at any time


@require_http_methods(["GET", "POST"])
@for_moderator
def desk_settings(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Nights, language, voice and Wi-Fi at any time; the game's options until the cards are dealt."""
    kit, names, wrong = session.kit, session.seat_names(), ""
    if request.method == "POST":
        try:
            manner = read_manner(request.POST)
            with journal.set_up(session.pk) as fresh:
                if fresh.stage == Stage.JOINING:
                    fresh.options = read_options(kit, request.POST, names)
                if fresh.stage == Stage.JOINING or not (fresh.narrated or manner.narrated):
                    fresh.nights, fresh.narrated = manner.nights, manner.narrated
                for field in KEPT:
                    setattr(fresh, field, getattr(manner, field))
                fresh.save(update_fields=["options", "nights", "narrated", *KEPT])
            return redirect("desk", code=session.code)
        except Unwanted as unwanted:
            wrong = unwanted.sentence
    context = {
        "session": session,
        "fields": option_fields(kit, session.options, names) if session.stage == Stage.JOINING else (),
        "languages": settings.LANGUAGES,
        "manner": Manner(
            nights=session.nights, narrated=session.narrated, **{one: getattr(session, one) for one in KEPT}
        ),
        "moderators": Pass.objects.filter(session=session, kind=Kind.MODERATOR).count(),
        "begun": session.stage in (Stage.PLAYING, Stage.OVER),
        "stage": (stage := tending.stage(session)),
        "keeps_secrets": session.narrated and stage != Stage.OVER,
        "wrong": wrong,
    }
    return render(request, "seats/settings.html", context, status=REFUSED if wrong else 200)


# Moderators


@require_POST
@for_moderator
def desk_invite(request: HttpRequest, session: GameSession) -> HttpResponse:
    """The QR code and the PIN by which another device moderates this table as well: shown once, good for one use."""
    token, pin = new_link(Kind.MODERATOR, session, pin=True)
    url = qr.address(request) + reverse("desk_link", kwargs={"token": token})
    minutes = int(LINK_LIFE.total_seconds() // 60)
    context = {"session": session, "url": url, "qr": qr.svg(url), "pin": pin, "minutes": minutes}
    return render(request, "seats/invite.html", context)


@require_POST
@for_moderator
def desk_hand_over(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Give the desk up on this device, once another one has it."""
    with journal.set_up(session.pk) as fresh:
        mine = Pass.objects.filter(session=fresh, kind=Kind.MODERATOR, device=device_of(request))
        others = Pass.objects.filter(session=fresh, kind=Kind.MODERATOR).exclude(device=device_of(request))
        alone = not others.exists()
        if not alone:
            mine.delete()
            Link.objects.filter(session=fresh, used=None).delete()  # it may have kept one to come back by
    if alone:
        messages.error(request, _("No other device moderates this table yet."))
        return redirect("desk_settings", code=session.code)
    messages.success(request, _("This device has handed the table over, and knows nothing of it any more."))
    return redirect("home")


@require_http_methods(["GET", "POST"])
@for_host
def desk_take(request: HttpRequest, code: str) -> HttpResponseBase:
    """Moderate a table whose moderator's device is lost: the host may, unless this device plays at it.

    Whoever had the desk sees that it is gone: a lost tablet tells nobody anything, and nobody takes a desk unnoticed.
    """
    session = open_game(code)
    if pass_of(device_of(request), Kind.SEAT, session):
        raise Http404
    if request.method == "POST":
        device = known_device(request)
        with journal.set_up(session.pk) as fresh:
            Pass.objects.filter(session=fresh, kind=Kind.MODERATOR).exclude(device=device).delete()
            Link.objects.filter(session=fresh, used=None).delete()
            give_pass(device, Kind.MODERATOR, fresh)
        return redirect("desk", code=session.code)
    return render(request, "seats/take.html", {"session": session})


# The next game, and the end


@require_http_methods(["GET", "POST"])
@for_moderator
def desk_again(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Play again with the same people; a game that is not over is asked about first."""
    if request.method == "GET":
        return render(request, "seats/again.html", {"session": session, "stage": tending.stage(session)})
    play_again(session)
    return redirect("desk", code=session.code)


def play_again(session: GameSession) -> GameSession:
    """The next game of a table: the same code, ring and devices. A second tap finds the game made by the first."""
    with journal.set_up(session.pk) as old:
        if old.closed and old.next_game:
            return old.next_game
        if old.closed or old.stage not in (Stage.PLAYING, Stage.OVER):
            return old
        old.closed = timezone.now()
        old.save(update_fields=["closed"])
        kept = ("event", "code", "game", "nights", "narrated", "options", "counts", *KEPT)
        again = GameSession.objects.create(
            kit_version=old.kit.rules.VERSION, **{field: getattr(old, field) for field in kept}
        )
        old.next_game = again
        old.save(update_fields=["next_game"])
        _seat_again(old, again)
        journal.changed(again)
        return again


def _seat_again(old: GameSession, again: GameSession) -> None:
    """Copy the ring and all that its people and moderators may do; links that lead to the old game are void."""
    seats: dict[int | None, Seat] = {}
    for seat in old.seats.order_by("place"):
        seats[seat.pk] = Seat.objects.create(
            session=again, place=seat.place, name=seat.name, folded=seat.folded, bot=seat.bot
        )
    for held in Pass.objects.filter(session=old).select_related("device"):
        give_pass(held.device, Kind(held.kind), again, seats.get(held.seat_id))
    Link.objects.filter(session=old).delete()


@require_POST
@for_moderator
def desk_close(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Close the table: its people have gone, and its code rests."""
    with journal.set_up(session.pk) as fresh:
        fresh.closed = fresh.closed or timezone.now()
        fresh.save(update_fields=["closed"])
        Link.objects.filter(session=fresh).delete()
    return redirect("home")


# The record


@require_GET
@for_moderator
@hides_secrets
def desk_export(request: HttpRequest, session: GameSession) -> HttpResponse:
    """The game as a record to keep, to replay, or to go on with elsewhere. Raises Http404 before the deal."""
    with journal.at_rest(session.pk) as (kept, table):
        if kept.deal is None:
            raise Http404
        document = record.write(kept.kit, table) if table and kept.current else as_told(kept)
    body = json.dumps(document, ensure_ascii=False, indent=1)
    name = f"{session.game}-{session.code.lower()}-{session.created:%Y-%m-%d}.json"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(body, content_type="application/json", headers={"Content-Disposition": disposition})


def as_told(session: GameSession) -> dict[str, Any]:
    """A game of another version of its rules: every move as it was made, and every fact as it was told."""
    return {
        "format": record.FORMAT,
        "game": session.game,
        "kit_version": session.kit_version,
        "seats": session.seat_names(),
        "options": session.options,
        "deal": session.deal,
        "moves": [move.body for move in session.moves.order_by("number")],
        "told": [[number, seat, fact] for number, seat, fact in story(session)],
    }
