"""The export of all stored data of a person as JSON, for themselves.

Of a game that is not over, it contains only that they have a seat there. Their card is shown on their phone. Others
appear under the names that they had at the table, where this person named them or was told of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from games.models import GameSession, Move, Seat
from moderation.models import Guest, ModeratedTable, Person, PlayedSeat, Recognised
from moderation.play.pacing import clock

FORMAT = "veilleur-person/1"
WISHES = ("name", "other_name", "games", "moderates", "first", "friends", "stays_at")
MOMENTS = ("signed", "promised", "cancelled", "arrived", "left", "released", "moved", "swept")
SEAT_COLUMNS = ("role", "genome", "alive", "camp", "won", "died", "ballots", "hits")


def export_person(person: Person, own: bool = True) -> dict[str, Any]:
    """Return all stored data of a person.

    Runs a small fixed number of queries. `own`: include data that nobody else sees. These are codes for another
    device, and the display settings of a device.
    """
    played = PlayedSeat.objects.filter(person=person).select_related("seat__session__event", "seat__session__pacing")
    ran = ModeratedTable.objects.filter(person=person).select_related("session__event", "session__pacing")
    devices = Recognised.objects.filter(person=person).select_related("device")
    guests = Guest.objects.filter(Q(person=person) | Q(device__recognised__person=person, moved=None)).select_related(
        "event"
    )
    return {
        "format": FORMAT,
        "name": person.name,
        "agreed": {"at": person.agreed.isoformat(), "how": person.how},
        **({"code": person.code} if own else {}),
        "devices": [
            {"since": one.device.created.isoformat(), **({"comfort": one.device.comfort} if own else {})}
            for one in devices
        ],
        "evenings": [_export_line(one, own) for one in guests.distinct().order_by("pk")],
        "played": _export_seats([one.seat for one in played.order_by("seat__session__created")]),
        "ran": [_export_table(one.session) for one in ran.order_by("session__created")],
    }


def _export_line(guest: Guest, own: bool) -> dict[str, Any]:
    """Return a line on the list of an evening."""
    moments = {name: moment and moment.isoformat() for name in MOMENTS for moment in [getattr(guest, name)]}
    until = f"{guest.until:%H:%M}" if guest.until else None
    wishes = {name: getattr(guest, name) for name in WISHES} | (
        {"code": guest.code, "network": guest.network} if own else {}
    )
    return {"evening": guest.event.name, "date": f"{guest.event.date}", **wishes, "until": until, **moments}


def _export_table(session: GameSession) -> dict[str, Any]:
    """Return the public data of a table."""
    over = clock.find_public_stage(session) == GameSession.Stage.OVER
    began, ended = session.started, session.ended if over else None
    return {
        "evening": session.event.name if session.event else None,
        "code": session.code,
        "game": session.game,
        "began": began and began.isoformat(),
        "over": over,
        "ended": ended and ended.isoformat(),
    }


def _export_seats(seats: Sequence[Seat]) -> list[dict[str, Any]]:
    """Return seats, with results, actions and facts of games that are over."""
    tables = {seat.pk: _export_table(seat.session) for seat in seats}
    over = {(seat.session_id, seat.name): seat.pk for seat in seats if tables[seat.pk]["over"]}
    done: dict[int, list[Any]] = {pk: [] for pk in tables}
    told: dict[int, list[Any]] = {pk: [] for pk in tables}
    for seat in seats:
        if tables[seat.pk]["over"]:
            told[seat.pk] = [fact for to, fact in seat.session.told if to == seat.name]
    moves = Move.objects.filter(session__in={session for session, _name in over}).order_by("session", "number")
    for session, body, facts, at in moves.values_list("session", "body", "told", "at").iterator():
        if pk := over.get((session, body.get("for") or body.get("by"))):
            done[pk].append({**body, "at": at.isoformat()})
        for to, fact in facts:
            if pk := over.get((session, to)):
                told[pk].append(fact)
    return [
        {
            **tables[seat.pk],
            "seat": {"name": seat.name, "place": seat.place, "face": seat.face},
            **({column: getattr(seat, column) for column in SEAT_COLUMNS} if tables[seat.pk]["over"] else {}),
            "done": done[seat.pk],
            "told": told[seat.pk],
        }
        for seat in seats
    ]
