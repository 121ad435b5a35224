"""Before the first move: cards are dealt, collected again, looked at; a game begins, or a kept one goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import record
from games.journal import append, changed, draw_what_is_due, follow, index_seats, note_nightfall
from games.kept import alone, new
from games.models import GameSession, Seat
from games.table import Refused

Stage = GameSession.Stage


def deal_cards(session: GameSession, deal: Mapping[str, Any]) -> None:
    """Deal, or deal anew, before play begins: everybody may look at their card.

    `deal` has passed `record.read_deal`. Raises `Refused` when play has begun.
    """
    with alone(session.pk), transaction.atomic():
        session.refresh_from_db(from_queryset=GameSession.objects.select_for_update())
        if session.stage not in (Stage.JOINING, Stage.CARDS):
            raise Refused("playing", "Play has begun.")
        session.deal, session.stage, session.kit_version = dict(deal), Stage.CARDS, session.kit.rules.VERSION
        kept = new(session)
        session.told = [[told.seat, told.fact] for told in kept.table.told]
        session.save(update_fields=["deal", "stage", "kit_version", "told"])
        session.seats.update(looked=False)
        index_seats(session, kept)
        changed(session)


def take_cards_back(session: GameSession) -> None:
    """Collect the cards again, so that people can still join. Raises `Refused` when play has begun."""
    with alone(session.pk), transaction.atomic():
        session.refresh_from_db(from_queryset=GameSession.objects.select_for_update())
        if session.stage != Stage.CARDS:
            raise Refused("playing", "Play has begun.")
        session.deal, session.stage, session.told = None, Stage.JOINING, []
        session.save(update_fields=["deal", "stage", "told"])
        session.seats.update(looked=False, role="", genome="", alive=True)
        changed(session)


def begin(session: GameSession) -> None:
    """Begin play with the cards dealt; chance that is due at once is drawn. Raises `Refused`."""
    with alone(session.pk), transaction.atomic():
        session.refresh_from_db(from_queryset=GameSession.objects.select_for_update())
        if session.stage != Stage.CARDS:
            raise Refused("no_cards", "The cards have not been dealt.")
        session.started = timezone.now()
        session.save(update_fields=["started"])
        session.edition += 1
        kept = new(session)
        note_nightfall(session, kept.table)
        draw_what_is_due(session, kept)
        follow(session, kept.table)


def restore(session: GameSession, read: record.Record, fold: Callable[[str], str] = str) -> None:
    """Fill a new session from a record: its seats, its deal, and the moves of it that are accepted.

    `fold`: what look-alike names have in common. Answers to cover questions stay behind, as in a record of ours.
    """
    keys = [fold(name) for name in read.seats]
    keys = keys if len(set(keys)) == len(keys) else read.seats
    with transaction.atomic():
        session.options, session.deal, session.kit_version = read.options, read.deal, read.kit.rules.VERSION
        session.stage, session.started = Stage.PLAYING, timezone.now()
        session.save()
        Seat.objects.bulk_create(
            Seat(session=session, place=place, name=name, folded=keys[place]) for place, name in enumerate(read.seats)
        )
        kept = new(session)
        session.told = [[told.seat, told.fact] for told in kept.table.told]
        session.save(update_fields=["told"])
        for move in record.replay(read).taken:
            if "cover" not in move:
                append(session, kept, dict(move))
        follow(session, kept.table)
