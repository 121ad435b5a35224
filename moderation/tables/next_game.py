"""The next game of a table: its people play again, with the same code, ring and devices."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from games import journal
from games.models import GameSession, Seat
from moderation.access.devices import give_pass
from moderation.models import KeptOut, Kind, Link, ModeratedTable, Pass, PlayedSeat

Stage = GameSession.Stage


def play_again(session: GameSession) -> GameSession:
    """Create the next game of a table, with the same code, ring and devices.

    A second tap returns the game that the first tap created.
    """
    with journal.edit_session(session.pk) as old:
        if old.closed and old.next_game:
            return old.next_game
        if old.closed or old.stage not in (Stage.PLAYING, Stage.OVER):
            return old
        old.closed = timezone.now()
        old.save(update_fields=["closed"])
        where, what = ("event", "round", "spot", "code"), ("game", "rehearsal", "nights", "narrated", "language")
        kept = (*where, *what, "options", "counts")
        again = GameSession.objects.create(
            kit_version=old.kit.rules.VERSION, **{field: getattr(old, field) for field in kept}
        )
        again.settings.choose(old.settings.read_chosen())
        again.settings.change(door_closed=old.settings.door_closed)
        kept_on = ("announcements", "help_asked_at", "help_coming")
        again.organiser_contact.change(**{field: getattr(old.organiser_contact, field) for field in kept_on})
        old.next_game = again
        old.save(update_fields=["next_game"])
        _copy_seats(old, again)
        journal.touch_session(again)
        return again


def _copy_seats(old: GameSession, again: GameSession) -> None:
    """Copy the ring, and the passes of its people and moderators.

    Links to the old game are deleted.
    """
    seats: dict[int | None, Seat] = {}
    for seat in old.seats.order_by("place"):
        seats[seat.pk] = Seat.objects.create(
            session=again,
            place=seat.place,
            name=seat.name,
            folded=seat.folded,
            bot=seat.bot and seat.pk not in old.agreements.stand_ins,
            face=seat.face,
        )
    for held in Pass.objects.filter(session=old).select_related("device"):
        give_pass(held.device, Kind(held.kind), again, seats.get(held.seat_id))
    of_people = Q(seat__bot=False) | Q(seat__in=old.agreements.stand_ins)
    people = PlayedSeat.objects.filter(of_people, seat__in=seats).values_list("person", "seat")
    PlayedSeat.objects.bulk_create(PlayedSeat(person_id=person, seat=seats[seat]) for person, seat in people)
    ModeratedTable.objects.bulk_create(
        ModeratedTable(person_id=one.person_id, session=again) for one in ModeratedTable.objects.filter(session=old)
    )
    KeptOut.objects.filter(session=old).update(session=again)
    Link.objects.filter(session=old).delete()
