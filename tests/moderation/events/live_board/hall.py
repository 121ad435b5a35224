"""An evening with its hall, as tests of it need one."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from games import server_clock
from games.models import Event, GameSession, Round, Seat
from moderation.events import guests
from moderation.events.live_board import render, view_model
from moderation.models import Guest, Placing, Seating


class Clock:
    """The server's clock, set by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = timezone.now().replace(second=0, microsecond=0)  # a screen says the minute
        monkeypatch.setattr(server_clock, "now", lambda: self.now)
        monkeypatch.setattr(server_clock, "display_now", lambda: self.now)

    def passes(self, **span: float) -> datetime:
        """Let so much time pass."""
        self.now += timedelta(**span)
        return self.now


def put(event: Event, session: GameSession, spot: str, of: Round | None = None) -> GameSession:
    """Let a table be part of an evening, at this place of the hall."""
    GameSession.objects.filter(pk=session.pk).update(event=event, spot=spot, round=of)
    session.refresh_from_db()
    return session


def seat_everybody(of: Round, session: GameSession, runner: str = "") -> None:
    """Accept a seating that has the people of this table there, and somebody who runs it."""
    seating = Seating.objects.get_or_create(round=of, defaults={"accepted": timezone.now()})[0]
    spot = Placing.objects.filter(seating=seating).count()
    for seat in Seat.objects.filter(session=session):
        guest = arrives(of.event, seat.name)
        Placing.objects.create(seating=seating, guest=guest, spot=spot, game=session.game, session=session, seat=seat)
    if runner:
        guest = arrives(of.event, runner)
        Placing.objects.create(seating=seating, guest=guest, spot=spot, game=session.game, session=session, runs=True)


def arrives(event: Event, name: str, **wishes: Any) -> Guest:
    """Somebody who is there."""
    return guests.add_guest(event, None, name, wishes, arrived=True)


def board(event: Event, language: str = "en") -> str:
    """The board of organisers, as it is drawn."""
    with translation.override(language):
        return (
            render.build_board_view(view_model.read_evening(Event.objects.get(pk=event.pk)))
            .render(language, "token")
            .html
        )


def screen(event: Event, language: str = "en") -> str:
    """The public screen, as it is drawn."""
    with translation.override(language):
        return render.build_screen_view(view_model.read_evening(Event.objects.get(pk=event.pk))).render(language).html
