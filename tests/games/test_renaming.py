"""A name is taken away from a game: from every place where it stood, and the game is still the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import anonymise, journal, table_cache
from games.engine.kit import all_kits
from games.engine.moves import MODERATOR
from games.models import GameSession, Move, Seat
from tests.games.journals import PEOPLE, columns_with, played

pytestmark = pytest.mark.django_db
GONE, NOBODY = PEOPLE[1], "Somebody 1"
NAMES = {GONE: NOBODY}


def told(session: GameSession) -> list[Any]:
    """Everything that a replay of a game tells."""
    table_cache.tables.clear()
    with journal.read_table(session.pk) as (_fresh, table):
        assert table is not None and table.outcome is not None
        return [list(table.told), table.truth(), table.hidden(), vars(table.outcome), table.standing]


@pytest.mark.parametrize("slug", all_kits())
def test_no_name_is_left_in_any_column_after_renaming(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(slug, 1, monkeypatch)
    assert columns_with(GONE)
    before = told(session)
    rows = list(session.seats.order_by("place").values("role", "alive", "camp", "won", "died", "ballots", "hits"))
    assert anonymise.rename(session.pk, NAMES, str.casefold)
    assert columns_with(GONE) == []
    after = told(session)
    wanted, found = (json.loads(json.dumps(one, default=str)) for one in (before, after))
    assert json.dumps(found) == json.dumps(wanted).replace(GONE, NOBODY)
    assert rows == list(
        session.seats.order_by("place").values("role", "alive", "camp", "won", "died", "ballots", "hits")
    )


def test_every_process_plays_on_with_the_new_name(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("sporz", 1, monkeypatch)
    with journal.read_table(session.pk):
        pass
    there = table_cache.tables[session.pk]  # as another process has it
    anonymise.rename(session.pk, NAMES, str.casefold)
    table_cache.tables[session.pk] = there
    journal.submit(session.pk, {"by": MODERATOR, "undo": 1})
    with journal.read_table(session.pk) as (_fresh, table):
        assert table is not None and NOBODY in table.seats and GONE not in table.seats
    assert Seat.objects.get(session=session, name=NOBODY).camp == ""


def test_a_name_that_is_a_game_word_removes_the_story(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.games.journals.PEOPLE", ["seat", *PEOPLE[1:]])
    session = played("lupus", 1, monkeypatch)
    outcome, won = dict(session.outcome or {}), list(session.seats.order_by("place").values_list("won", flat=True))
    assert not anonymise.rename(session.pk, {"seat": NOBODY}, str.casefold)
    session.refresh_from_db()
    assert not Move.objects.filter(session=session).exists() and session.deal is None
    assert not session.seats.filter(name="seat").exists()
    assert list(session.seats.order_by("place").values_list("won", flat=True)) == won
    assert (session.outcome or {})["winners"] == outcome["winners"]
    with journal.read_table(session.pk) as (_fresh, table):
        assert table is not None and table.outcome is not None


def test_a_game_of_other_rules_loses_the_name_too(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("elsen", 1, monkeypatch)
    GameSession.objects.filter(pk=session.pk).update(kit_version=999)
    table_cache.tables.clear()
    assert anonymise.rename(session.pk, NAMES, str.casefold)
    assert columns_with(GONE) == []
    assert Move.objects.filter(session=session).exists()


def test_when_it_cannot_be_kept_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("spree", 1, monkeypatch)
    before = told(session)

    def broken(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(anonymise, "_rename_in_columns", broken)
    with pytest.raises(RuntimeError):
        anonymise.rename(session.pk, NAMES, str.casefold)
    assert told(session) == before
