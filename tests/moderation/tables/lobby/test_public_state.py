"""The line of the home page on the latest table: what its screen shows of the game, and no more."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from games import journal
from games.models import GameSession
from moderation.tables.lobby import public_state
from moderation.tables.lobby.public_state import describe_public_state
from tests.moderation.clients import said_in, text
from tests.moderation.sporz_table import at_night, desk, joining

pytestmark = pytest.mark.django_db

KILL = {"step": "mutants", "by": "Ann", "answer": {"kill": "Bob", "paralyse": "Eve"}}


def read_state(session: GameSession) -> str:
    """Return the line of this table as it is stored now."""
    return describe_public_state(GameSession.objects.get(pk=session.pk))


def test_before_the_game_the_stage_stands_in_words() -> None:
    table = joining()
    assert read_state(table) == GameSession.Stage.JOINING.label


def test_a_game_shows_the_phase_of_its_screen() -> None:
    table = at_night()
    assert read_state(table) == "Night 1"
    assert "Night 1" in said_in(text(desk(table).get("/")), "state")


def test_nobody_is_counted_before_the_screen_shows_who_is_out() -> None:
    table = at_night()
    journal.submit(table.pk, KILL)
    assert read_state(table) == "Night 1"


def test_people_in_play_are_those_of_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = SimpleNamespace(seats=[SimpleNamespace(out=out) for out in (True, False, False)])
    table = SimpleNamespace(stage="playing", game="Sporz")
    view = SimpleNamespace(table=table, phase=SimpleNamespace(title="Day 2"), ring=ring)
    monkeypatch.setattr(public_state, "_read_public_view", lambda _session_id: view)
    assert read_state(at_night()) == "Day 2 · 2 in play"


def test_a_game_that_cannot_be_replayed_shows_its_stage() -> None:
    table = at_night()
    GameSession.objects.filter(pk=table.pk).update(game="chess")
    assert read_state(table) == GameSession.Stage.PLAYING.label
