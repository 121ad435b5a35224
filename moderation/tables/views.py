"""Views of a table outside of play: settings, moderators, record and next game."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import journal
from games.engine import record
from games.models import Agreements, GameSession, TableSettings
from games.story import list_told
from moderation.access import agreements, qr
from moderation.access.devices import (
    end_moderating,
    find_device,
    find_pass,
    give_pass,
    has_desk_with_seat,
    renew_device,
)
from moderation.access.guards import for_host, for_moderator, is_organiser, open_game
from moderation.access.invite_links import LINK_LIFE, create_link, find_link
from moderation.models import Kind, Link, Pass
from moderation.play.pacing import clock
from moderation.tables.desk_actions import hides_secrets
from moderation.tables.next_game import play_again
from moderation.tables.record_metadata import read_play_mode
from moderation.tables.settings_forms import NARRATED, PREFIX, TableForm
from moderation.web.refusals import REFUSED, Unwanted

Stage = GameSession.Stage


@require_http_methods(["GET", "POST"])
@for_moderator
def desk_settings(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Show and change the settings of a table.

    The game's options can be changed only before the deal, other settings at any time.
    """
    form = build_settings_form(session)
    if request.method == "POST":
        with suppress(Unwanted), journal.edit_session(session.pk) as fresh:
            form = build_settings_form(fresh, request.POST)
            try:
                save_settings(fresh, form)
            except Unwanted as unwanted:
                form.refuse("nights", unwanted)
                raise
            return redirect("desk", code=session.code)
    stage = clock.find_public_stage(session)
    context = {
        "session": session,
        "form": form,
        "moderators": Pass.objects.filter(session=session, kind=Kind.MODERATOR).count(),
        "begun": session.stage in (Stage.PLAYING, Stage.OVER),
        "stage": stage,
        "keeps_secrets": session.narrated and stage != Stage.OVER,
    }
    return render(request, "tables/settings.html", context, status=REFUSED if form.first_error else 200)


def build_settings_form(session: GameSession, sent: QueryDict | None = None) -> TableForm:
    """Return the form with the current settings, or with those that were sent."""
    now = {PREFIX + name: value for name, value in session.options.items()}
    now |= {"nights": session.nights, "language": session.language, **session.settings.read_chosen()}
    now |= {"nights": NARRATED} if session.narrated else {}
    joining = session.stage == Stage.JOINING
    return TableForm(session.kit, sent, initial=now, seats=session.seat_names(), rules=joining)


def save_settings(fresh: GameSession, form: TableForm) -> None:
    """Save the chosen settings on a locked session. Raises `Unwanted`.

    Once the cards are dealt, the way of playing of a game without a moderator stays as it is.
    How the table plays is public. Until the cards are dealt, all who have joined are told of a change. The cards are
    not dealt before all have agreed to it.
    """
    chosen = form.read_columns()
    if fresh.stage == Stage.JOINING:
        if fresh.narrated and not chosen["narrated"] and has_desk_with_seat(fresh):
            raise Unwanted(
                _("A device that holds the desk also plays: it would see everybody’s cards. Let its seat go first.")
            )
        fresh.options = form.read_options()
        changed = any(chosen[name] != getattr(fresh, name) for name in ("narrated", "nights"))
        if changed and fresh.seats.exists():
            fresh.agreements.change(settings_changed=True)
        if changed:
            agreements.ask_all_to_agree(fresh)
    elif fresh.narrated or chosen["narrated"]:
        chosen |= {"nights": fresh.nights, "narrated": fresh.narrated}
    columns = {name: value for name, value in chosen.items() if name not in TableSettings.CHOSEN}
    for name, value in columns.items():
        setattr(fresh, name, value)
    fresh.save(update_fields=["options", *columns])
    fresh.settings.choose(chosen)


# Moderators


@require_POST
@for_moderator
def desk_invite(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Show the QR code and the PIN with which another device can moderate this table too.

    They are shown once and work once.
    """
    token, pin = create_link(Kind.MODERATOR, session, pin=True)
    url = qr.build_server_address(request) + reverse("desk_link", kwargs={"token": token})
    minutes = int(LINK_LIFE.total_seconds() // 60)
    context = {"session": session, "url": url, "qr": qr.draw_svg(url), "pin": pin, "minutes": minutes}
    context["link"] = find_link(token)
    return render(request, "tables/invite.html", context)


@require_GET
@for_moderator
def desk_link_state(request: HttpRequest, session: GameSession, link_id: int) -> HttpResponse:
    """Return the text that replaces a code once a device has used it, or it is void.

    Until then the answer is 204.
    """
    link = Link.objects.filter(session=session, pk=link_id).first()
    if link and link.is_usable:
        return HttpResponse(status=204)
    return render(request, "tables/_link_done.html", {"used": link is not None and link.used is not None})


@require_POST
@for_moderator
def desk_hand_over(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Take the desk from this device, once another device has it."""
    with journal.edit_session(session.pk) as fresh:
        mine = Pass.objects.filter(session=fresh, kind=Kind.MODERATOR, device=find_device(request))
        others = Pass.objects.filter(session=fresh, kind=Kind.MODERATOR).exclude(device=find_device(request))
        alone = not others.exists()
        if not alone:
            if end_moderating(mine, fresh):
                agreements.tell_of_desk(fresh, Agreements.DeskTransfer.MOVED)
            Link.objects.filter(session=fresh, used=None).delete()  # this device may have kept a link to come back
    if alone:
        messages.error(request, _("No other device moderates this table yet."))
        return redirect("desk_settings", code=session.code)
    messages.success(request, _("This device has handed the table over, and no longer knows anything of it."))
    return redirect("home")


@require_http_methods(["GET", "POST"])
@for_host
def desk_take(request: HttpRequest, code: str) -> HttpResponseBase:
    """Moderate a table whose moderator's device is lost.

    The host may do this, unless this device plays at the table. Every device that had the desk loses it. So a lost
    tablet shows no secret, and no desk is taken over unnoticed.
    """
    session = open_game(code)
    if find_pass(find_device(request), Kind.SEAT, session):
        raise Http404
    if request.method == "POST":
        with journal.edit_session(session.pk) as fresh:
            if find_pass(find_device(request, anew=True), Kind.SEAT, fresh):
                raise Http404
            desks = Pass.objects.filter(session=fresh, kind=Kind.MODERATOR)
            had = list(desks.values_list("device_id", flat=True))
            mine = find_device(request)
            device = renew_device(request)
            end_moderating(desks.exclude(device=device), fresh)
            Link.objects.filter(session=fresh, used=None).delete()
            give_pass(device, Kind.MODERATOR, fresh)
            if had not in ([mine and mine.pk], [device.pk]):
                agreements.tell_of_desk(fresh, Agreements.DeskTransfer.MOVED)
        return redirect("desk", code=session.code)
    return render(request, "tables/take.html", {"session": session, "stage": clock.find_public_stage(session)})


# The next game, and the end


@require_http_methods(["GET", "POST"])
@for_moderator
def desk_again(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Play again with the same people. A game that is not over asks for confirmation first."""
    if request.method == "GET":
        return render(request, "tables/again.html", {"session": session, "stage": clock.find_public_stage(session)})
    play_again(session)
    return redirect("desk", code=session.code)


@require_POST
@for_moderator
def desk_close(request: HttpRequest, session: GameSession) -> HttpResponseBase:
    """Close the table. Its people have left, and its code is free.

    For a rehearsal, the answer says that it was one.
    """
    with journal.edit_session(session.pk) as fresh:
        fresh.closed = fresh.closed or timezone.now()
        fresh.save(update_fields=["closed"])
        Link.objects.filter(session=fresh).delete()
    if session.rehearsal and is_organiser(find_device(request)):
        return redirect(f"{reverse('rehearse')}?{urlencode({'game': session.game, 'closed': 1})}")
    if session.rehearsal:
        messages.success(request, _("The rehearsal is closed. Nothing of it is counted or listed."))
    return redirect("home")


# The record


@require_GET
@for_moderator
@hides_secrets
def desk_export(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Return the game as a record to store, to replay, or to continue elsewhere.

    Raises Http404 before the deal.
    """
    with journal.read_table(session.pk) as (kept, table):
        if kept.deal is None:
            raise Http404
        document = record.write(kept.kit, table) if table and kept.is_current else build_told_record(kept)
    body = json.dumps(document | read_play_mode(kept), ensure_ascii=False, indent=1)
    name = f"{session.game}-{session.code.lower()}-{session.created:%Y-%m-%d}.json"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(body, content_type="application/json", headers={"Content-Disposition": disposition})


def build_told_record(session: GameSession) -> dict[str, Any]:
    """Return a game of another rules version: every move as made, every fact as told."""
    return {
        "format": record.FORMAT,
        "game": session.game,
        "kit_version": session.kit_version,
        "seats": session.seat_names(),
        "options": session.options,
        "deal": session.deal,
        "moves": [move.body for move in session.moves.order_by("number")],
        "told": [[number, seat, fact] for number, seat, fact in list_told(session)],
    }
