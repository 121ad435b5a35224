"""Seating a round, for organisers: request a seating, check it, change it, open its tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from games import journal
from games.models import GameSession, Round
from moderation.access import qr
from moderation.access.devices import end_moderating, find_device, find_pass
from moderation.access.guards import for_organiser
from moderation.access.invite_links import create_link
from moderation.events.results import Options
from moderation.events.seating import service
from moderation.events.seating.reasons import explain_place, list_trades
from moderation.models import Guest, Kind, Pass, Placing, Seating
from moderation.play.pacing import clock
from moderation.players.avatars import Face, build_face
from moderation.players.names import build_sort_key
from moderation.web.refusals import Unwanted

MOST_NAMES = 12  # people who have moved, at most, whose names are told


@dataclass(frozen=True)
class SeatingEntry:
    """A person in a seating, and the reason for their place."""

    guest: Guest
    face: Face | None
    runs: bool
    pinned: bool
    reason: str
    to: SafeString  # the places to which they can be moved, as the options of a list


@dataclass(frozen=True)
class TableRow:
    """A table of a seating."""

    spot: int
    name: str
    game: str
    minutes: int | None  # how long a board game lasts
    explains: str  # who explains a board game
    players: int
    people: list[SeatingEntry]
    wrong: str
    session: GameSession | None
    unclaimed: bool  # open, and no device has its desk
    claimed: bool  # open, and a device has its desk
    fixed: bool  # its game is fixed to this place
    pinned: bool  # everybody at it is
    others: list[tuple[str, str]]  # other games that its people can play together in the next round


@dataclass(frozen=True)
class PlaceRow:
    """A place of the hall, and the game that is fixed to it; empty: none."""

    spot: int
    name: str
    fixed: str


@require_GET
@for_organiser
def round_seats(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the seating of a round: its tables, who sits out, and why."""
    of = get_object_or_404(Round.objects.select_related("event"), pk=round_id)
    what = service.build_problem(of)
    kept = Seating.objects.filter(pk=of.pk).first()
    placings = list(Placing.objects.filter(seating=of.pk).select_related("guest", "session__pacing"))
    seats = SeatingPlaces(what, placings)
    tables = list_rows(what, placings, seats)
    if kept is None or not kept.accepted:
        service.prepare_search()
    known = {one.guest_id for one in placings}
    late = [one for number, one in what.people.items() if placings and number not in known]
    context = {
        "event": of.event,
        "round": of,
        "seating": kept,
        "version": kept.version if kept else 0,
        "tables": tables,
        "out": seats.list_people(None),
        "late": late,
        "late_names": [one.name for one in late],
        "room": bool(service.list_tables_with_room(of)) if kept and kept.accepted else False,
        "leaving": [one for one in what.people.values() if service.leaves_early(of, one)],
        "places": (places := list_places(what)),
        "fixed": [place for place in places if place.fixed],
        "games": what.games.values(),
        "there": len(what.people),
        "wrong": any(table.wrong for table in tables),
        "following": service.find_next_round(of),
        "trades": list_trades(what, list(seats.tables.values())) if tables else [],
    }
    return render(request, "events/seating/round.html", context)


def list_places(what: service.RoundProblem) -> list[PlaceRow]:
    """Return the places of the hall, for the form that fixes a game to one of them."""
    fixed = what.problem.fixed
    return [
        PlaceRow(spot, name, what.games[fixed[spot]].name if spot in fixed else "")
        for spot, name in enumerate(what.spots)
    ]


def list_rows(what: service.RoundProblem, placings: list[Placing], seats: SeatingPlaces) -> list[TableRow]:
    """Return the tables of a seating as the page shows them."""
    wrong = service.find_problems(what, placings)
    sessions = {one.spot: one.session for one in placings if one.session}
    held = set(
        Pass.objects.filter(kind=Kind.MODERATOR, session__in=sessions.values()).values_list("session", flat=True)
    )
    rows = []
    for table in seats.tables.values():
        game, session = what.games.get(table.game), sessions.get(table.spot)
        rows.append(
            TableRow(
                spot=table.spot,
                name=(session.spot if session else "") or seats.name(table.spot),
                game=game.name if game else table.game,
                minutes=game.minutes if game else None,
                explains=game.explains if game else "",
                players=len(table.players),
                people=seats.list_people(table.spot),
                wrong="" if session else wrong.get(table.spot, ""),
                session=session,
                unclaimed=session is not None and session.closed is None and session.pk not in held,
                claimed=session is not None and session.closed is None and session.pk in held,
                fixed=what.problem.fixed.get(table.spot) == table.game,
                pinned=all(one.pinned for one in placings if one.spot == table.spot),
                others=[
                    (other.slug, what.games[other.slug].name)
                    for other in what.problem.games
                    if other.slug != table.game
                    and len(table.everybody) - (other.moderated and table.moderator is not None) <= other.most
                ],
            )
        )
    return rows


class SeatingPlaces:
    """The people of a seating by place, computed once for all of its tables."""

    def __init__(self, what: service.RoundProblem, placings: list[Placing]) -> None:
        self.what = what
        self.tables = {table.spot: table for table in service.build_tables(placings)}
        self.people = what.problem.by_number
        self._there: dict[int | None, list[Placing]] = {}
        for one in placings:
            self._there.setdefault(one.spot, []).append(one)
        self._targets = Options(self._list_targets())

    def name(self, spot: int) -> str:
        """Return the name of a place of the hall."""
        return self.what.spots[spot] if spot < len(self.what.spots) else str(spot + 1)

    def _list_targets(self) -> Iterator[tuple[str, str]]:
        """Yield the places to which somebody can be moved, as `target` reads them.

        They are a table to play at, a table to run, or none.
        """
        games = self.what.games
        called = {spot: games[one.game].name for spot, one in self.tables.items() if one.game in games}
        for spot, game in called.items():
            yield str(spot), f"{self.name(spot)} · {game}"
        for spot, game in called.items():
            if games[self.tables[spot].game].moderated:
                said = _("%(table)s · %(game)s: runs it")
                yield f"{spot}r", said % {"table": self.name(spot), "game": game}
        yield "out", _("Sits this round out")

    def list_people(self, spot: int | None) -> list[SeatingEntry]:
        """Return who is at this place, the moderator first; None: who sits the round out."""
        found = [self._build_entry(one) for one in self._there.get(spot, ())]
        return sorted(found, key=lambda one: (not one.runs, build_sort_key(one.guest.name)))

    def _build_entry(self, one: Placing) -> SeatingEntry:
        reason = _("Has gone home.")
        if one.guest_id in self.people:
            table = self.tables.get(one.spot) if one.spot is not None else None
            reason = explain_place(self.what, self.people[one.guest_id], table, one.pinned)
        here = "out" if one.spot is None else f"{one.spot}{'r' * one.runs}"
        face = build_face(one.guest.name, one.guest.face)
        return SeatingEntry(one.guest, face, one.runs, one.pinned, reason, self._targets.render_with(here))


@require_POST
@for_organiser
def round_deed(request: HttpRequest, round_id: int) -> HttpResponse:
    """Request a seating, move or pin somebody, fix a game, or open the tables.

    `version`: the version that the organiser has seen.
    """
    of = get_object_or_404(Round.objects.select_related("event"), pk=round_id)
    back = reverse("round_seats", args=[of.pk])
    try:
        version = read_number(request, "version")
        match request.POST.get("do"):
            case "propose":
                messages.success(request, describe_reseated(service.propose(of, version)))
            case "anew":
                messages.success(request, describe_reseated(service.propose(of, version, anew=True)))
            case "pin_table" | "loose_table" as do:
                service.pin_table(of, version, read_number(request, "spot"), do == "pin_table")
            case "together":
                following = service.keep_together(of, read_number(request, "spot"), request.POST.get("game", ""))
                said = _("They stay together in the next round: %(round)s.")
                messages.success(request, said % {"round": following.name})
            case "move":
                spot, runs = parse_target(request.POST.get("to", ""))
                service.move(of, version, read_number(request, "guest"), spot, runs)
            case "pin" | "loose" as do:
                service.pin(of, version, read_number(request, "guest"), do == "pin")
            case "stay" | "roam" as do:
                service.keep_place(of, version, read_number(request, "guest"), do == "stay")
            case "fix":
                service.fix(of, version, read_number(request, "spot"), request.POST.get("game", ""))
            case "late":
                where = service.seat_latecomer(of, read_number(request, "guest"))
                messages.success(request, _("There is a seat at: %(table)s.") % {"table": where})
            case "accept":
                service.accept(of, version)
                messages.success(request, _("The tables are open. Everybody’s phone shows where they sit."))
            case _:
                raise Unwanted(_("Please choose what is to be done."))
    except Unwanted as unwanted:
        messages.error(request, unwanted.sentence)
    return redirect(back)


def describe_reseated(reseated: service.Reseated) -> str:
    """Return the sentence about the people whom a new proposal has moved."""
    moved, added = reseated.moved, reseated.added
    if reseated.first:
        return ngettext("%(count)d person has a seat.", "%(count)d people have a seat.", len(added)) % {
            "count": len(added)
        }
    said = [
        ngettext("%(count)d person has moved", "%(count)d people have moved", len(moved)) % {"count": len(moved)}
        if moved
        else _("Nobody has moved")
    ]
    if 0 < len(moved) <= MOST_NAMES:
        said[0] += _(": %(names)s") % {"names": ", ".join(moved)}
    if added:
        said.append(
            ngettext(
                "%(count)d person who had no seat has one", "%(count)d people who had no seat have one", len(added)
            )
            % {"count": len(added)}
        )
    return ". ".join(said) + "."


@require_GET
@for_organiser
def round_search(request: HttpRequest, round_id: int) -> JsonResponse:
    """Return how much of the search of a round is made, in percent."""
    searched = Seating.objects.filter(pk=round_id).values_list("searched", flat=True).first()
    return JsonResponse({"searched": searched or 0})


@require_POST
@for_organiser
def round_stop(request: HttpRequest, round_id: int) -> HttpResponse:
    """Stop the search of a round. It keeps the best seating that it has found."""
    service.stop_search(get_object_or_404(Round, pk=round_id))
    return redirect("round_seats", round_id=round_id)


def read_number(request: HttpRequest, name: str) -> int:
    """Return a number that a form sends. Raises `Unwanted`."""
    sent = request.POST.get(name, "")
    if not (sent.isascii() and sent.isdigit() and len(sent) < 10):
        raise Unwanted(_("That form was not complete. Please look again."))
    return int(sent)


def parse_target(sent: str) -> tuple[int | None, bool]:
    """Parse a destination: `out`, `3` to play at a table, `3r` to run it. Raises `Unwanted`."""
    if sent == "out":
        return None, False
    spot = sent.removesuffix("r")
    if not (spot.isascii() and spot.isdigit() and len(spot) < 4):
        raise Unwanted(_("Please choose a table of the list."))
    return int(spot), sent.endswith("r")


@require_POST
@for_organiser
def round_desk(request: HttpRequest, session_id: int) -> HttpResponse:
    """Show the QR code and the PIN of a desk, for the person who runs the table.

    A desk that a device has is given away only by `do=replace`, and that device loses it at once. Everybody at the
    table is told as soon as another device has it. Whoever plays at the table cannot do this.
    """
    game = get_object_or_404(GameSession.objects.filter(closed=None).exclude(round=None), pk=session_id)
    replaces = request.POST.get("do") == "replace"
    desks = Pass.objects.filter(session=game, kind=Kind.MODERATOR)
    begun = clock.find_public_stage(game) != GameSession.Stage.JOINING
    if not replaces and (begun or desks.exists()):
        messages.error(request, _("Somebody has the desk of this table already."))
        return redirect("round_seats", round_id=game.round_id)
    if find_pass(find_device(request), Kind.SEAT, game):
        messages.error(request, _("This device plays at the table: who plays sees no desk."))
        return redirect("round_seats", round_id=game.round_id)
    if replaces:
        with journal.edit_session(game.pk) as fresh:
            end_moderating(desks, fresh)
    token, pin = create_link(Kind.MODERATOR, game, pin=True)
    url = qr.build_server_address(request) + reverse("desk_link", kwargs={"token": token})
    return render(
        request, "events/seating/round_desk.html", {"game": game, "url": url, "qr": qr.draw_svg(url), "pin": pin}
    )
