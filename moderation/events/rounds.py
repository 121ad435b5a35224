"""A round of an evening, for its organisers: ask for a seating, look at it, change it, open its tables by a tap."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.models import GameSession, Round
from moderation.access import qr
from moderation.access.guards import for_organiser
from moderation.access.links import new_link
from moderation.events import seated
from moderation.events.reasons import why
from moderation.live.faces import Face, face_of
from moderation.live.refusals import Unwanted
from moderation.models import Guest, Kind, Pass, Placing, Seating
from moderation.night import clock
from moderation.table.kits import playable_kits


@dataclass(frozen=True)
class Sits:
    """Somebody in a seating, and why they are there."""

    guest: Guest
    face: Face | None
    runs: bool
    pinned: bool
    reason: str


@dataclass(frozen=True)
class TableRow:
    """A table of a seating."""

    spot: int
    name: str
    game: str
    moderated: bool
    players: int
    people: list[Sits]
    wrong: str
    session: GameSession | None
    unclaimed: bool  # open, and no device has its desk


@require_GET
@for_organiser
def round_seats(request: HttpRequest, round_id: int) -> HttpResponse:
    """The seating of a round: its tables, who sits out, and why."""
    of = get_object_or_404(Round.objects.select_related("event"), pk=round_id)
    what = seated.asked(of)
    kept = Seating.objects.filter(pk=of.pk).first()
    placings = list(Placing.objects.filter(seating=of.pk).select_related("guest", "session__upkeep"))
    tables = rows_of(what, placings)
    known = {one.guest_id for one in placings}
    context = {
        "event": of.event,
        "round": of,
        "seating": kept,
        "version": kept.version if kept else 0,
        "tables": tables,
        "out": sits(what, placings, None),
        "late": [one for number, one in what.people.items() if placings and number not in known],
        "leaving": leaving(of, what),
        "there": len(what.people),
        "gap": seated.gap(kept, len(placings)) if kept and placings else None,
        "wrong": any(table.wrong for table in tables),
    }
    return render(request, "events/round.html", context)


def leaving(of: Round, what: seated.Asked) -> list[Guest]:
    """Who has to leave before this round ends, on whichever side of midnight."""
    ends = of.event.at(of.ends)
    return [one for one in what.people.values() if ends and (until := of.event.at(one.until)) and until < ends]


def rows_of(what: seated.Asked, placings: list[Placing]) -> list[TableRow]:
    """The tables of a seating as they are shown."""
    wrong = seated.wrong_with(what, placings)
    sessions = {one.spot: one.session for one in placings if one.session}
    held = set(
        Pass.objects.filter(kind=Kind.MODERATOR, session__in=sessions.values()).values_list("session", flat=True)
    )
    kits, rows = playable_kits(), []
    for table in seated.tables_of(placings):
        kit, session = kits.get(table.game), sessions.get(table.spot)
        rows.append(
            TableRow(
                spot=table.spot,
                name=what.spots[table.spot] if table.spot < len(what.spots) else str(table.spot + 1),
                game=str(kit.words.NAME) if kit else table.game,
                moderated=bool(kit and kit.words.MODERATED),
                players=len(table.players),
                people=sits(what, placings, table.spot),
                wrong="" if session else wrong.get(table.spot, ""),
                session=session,
                unclaimed=session is not None and session.closed is None and session.pk not in held,
            )
        )
    return rows


def sits(what: seated.Asked, placings: list[Placing], spot: int | None) -> list[Sits]:
    """Who is at this place, who runs it first."""
    people = what.question.by_number
    tables = {table.spot: table for table in seated.tables_of(placings)}
    found = [
        Sits(
            one.guest,
            face_of(one.guest.name, one.guest.face),
            one.runs,
            one.pinned,
            why(what, people[one.guest_id], tables.get(spot) if spot is not None else None, one.pinned)
            if one.guest_id in people
            else _("Has gone home."),
        )
        for one in placings
        if one.spot == spot
    ]
    return sorted(found, key=lambda one: (not one.runs, one.guest.folded))


@require_POST
@for_organiser
def round_deed(request: HttpRequest, round_id: int) -> HttpResponse:
    """Ask for a seating, put somebody elsewhere, pin them, or open the tables; `version`: of what was looked at."""
    of = get_object_or_404(Round.objects.select_related("event"), pk=round_id)
    back = reverse("round_seats", args=[of.pk])
    try:
        version = number(request, "version")
        match request.POST.get("do"):
            case "propose":
                seated.propose(of, version)
            case "move":
                spot, runs = target(request.POST.get("to", ""))
                seated.move(of, version, number(request, "guest"), spot, runs)
            case "pin" | "loose" as do:
                seated.pin(of, version, number(request, "guest"), do == "pin")
            case "accept":
                seated.accept(of, version)
                messages.success(request, _("The tables are open. Everybody’s phone shows where they sit."))
            case _:
                raise Unwanted(_("Please choose what is to be done."))
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
    return redirect(back)


def number(request: HttpRequest, name: str) -> int:
    """A number that a form sends. Raises `Unwanted`."""
    sent = request.POST.get(name, "")
    if not (sent.isascii() and sent.isdigit() and len(sent) < 10):
        raise Unwanted(_("That form was not complete. Please look again."))
    return int(sent)


def target(sent: str) -> tuple[int | None, bool]:
    """Where somebody is to go: `out`, `3` to play at a table, `3r` to run it. Raises `Unwanted`."""
    if sent == "out":
        return None, False
    spot = sent.removesuffix("r")
    if not (spot.isascii() and spot.isdigit() and len(spot) < 4):
        raise Unwanted(_("Please choose a table of the list."))
    return int(spot), sent.endswith("r")


@require_POST
@for_organiser
def round_desk(request: HttpRequest, session_id: int) -> HttpResponse:
    """The QR code and the PIN of the desk of a table that nobody has claimed, for whoever runs it.

    Only while people take their seats, and only while no device has it: who organises may be playing.
    """
    game = get_object_or_404(GameSession.objects.filter(closed=None).exclude(round=None), pk=session_id)
    if (
        clock.stage(game) != GameSession.Stage.JOINING
        or Pass.objects.filter(session=game, kind=Kind.MODERATOR).exists()
    ):
        messages.error(request, _("Somebody has the desk of this table already."))
        return redirect("round_seats", round_id=game.round_id)
    token, pin = new_link(Kind.MODERATOR, game, pin=True)
    url = qr.address(request) + reverse("desk_link", kwargs={"token": token})
    return render(request, "events/round_desk.html", {"game": game, "url": url, "qr": qr.svg(url), "pin": pin})
