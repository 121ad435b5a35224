"""The index of finished games: what their journals say, also after an end that was taken back."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games import index, journal, table_cache
from games.engine.kit import all_kits
from games.engine.moves import MODERATOR
from games.engine.story import Setting
from games.engine.table import Table
from games.models import GameSession
from games.story import build_pages
from tests.games.journals import played
from tests.thorough import seeds

pytestmark = pytest.mark.django_db
SEEDS = seeds(1, 8)


def columns(session: GameSession) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """What the index has of a game, and of its seats."""
    of_game = GameSession.objects.values(*index.GAME_COLUMNS).get(pk=session.pk)
    return of_game, {
        seat.name: {one: getattr(seat, one) for one in index.SEAT_COLUMNS} for seat in session.seats.all()
    }


def camp(session: GameSession, row: dict[str, Any]) -> str:
    """The camp of a seat of this truth, as other parts of the kits know it."""
    kit = all_kits()[session.game]
    if kit.wishes:
        return kit.wishes.camp(row)
    if session.game == "elsen":
        return "saboteurs" if row["role"] == "saboteur" else "passengers"
    return ""


@pytest.mark.parametrize("slug", all_kits())
def test_the_index_is_what_a_replay_says(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in SEEDS:
        session = played(slug, seed, monkeypatch, code="BFHJ")
        table_cache.tables.clear()
        of_game, of_seats = columns(session)
        with journal.read_table(session.pk) as (fresh, table):
            assert table is not None and table.outcome is not None
            as_replayed(fresh, table, of_game, of_seats)
        GameSession.objects.filter(pk=session.pk).update(closed=session.ended)


def as_replayed(session: GameSession, table: Table, of_game: dict[str, Any], of_seats: dict[str, Any]) -> None:
    """Compare every column with what the table says, told in other ways where there are any."""
    end, truth = table.outcome, table.truth()
    assert end is not None
    assert of_game["winner"] == next((one for one in end.winners if one in session.kit.words.CAMPS), "")
    assert (of_game["players"], of_game["people"], of_game["indexed"]) == (len(table.seats),) * 2 + (index.EDITION,)
    for seat, row in of_seats.items():
        assert row["won"] is (None if seat in end.changed else seat in end.seats), seat
        assert row["camp"] == camp(session, truth[seat]), seat
        if "alive" in truth[seat]:
            out = not truth[seat].get("aboard", truth[seat]["alive"])  # who is dead in secret plays on (E-12)
            assert (row["died"] is not None) == out, seat
        assert row["hits"] <= row["ballots"]
    order = sorted(row["died"] for row in of_seats.values() if row["died"])
    assert all(died == order.index(died) + 1 for died in order)  # who goes together shares a place
    assert session.kit.story is not None and {
        (seat, row["hits"], row["ballots"]) for seat, row in of_seats.items() if row["ballots"]
    } <= {
        (seat, *counts)
        for seat, counts in session.kit.story.tale(
            Setting(table.seats, session.deal or {}, truth), build_pages(session, table)
        ).aimed.items()
    }


@pytest.mark.parametrize("slug", all_kits())
def test_undoing_an_end_clears_the_index_and_redo_fills_it(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(slug, 1, monkeypatch)
    before = columns(session)
    journal.submit(session.pk, {"by": MODERATOR, "undo": 1})
    of_game, of_seats = columns(session)
    assert of_game == index.GAME_COLUMNS
    assert all(row == index.SEAT_COLUMNS for row in of_seats.values())
    journal.write_table(session.pk, journal.redo)
    assert columns(session) == before


def test_while_a_game_is_played_its_index_tells_no_camp(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("lupus", 1, monkeypatch)
    journal.submit(session.pk, {"by": MODERATOR, "undo": 1})
    assert not session.seats.exclude(camp="").exists()


@pytest.mark.parametrize("slug", all_kits())
def test_old_games_can_be_indexed_again_any_number_of_times(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(slug, 2, monkeypatch)
    before = columns(session)
    session.seats.update(**index.SEAT_COLUMNS)
    GameSession.objects.filter(pk=session.pk).update(**index.GAME_COLUMNS)
    assert index.count_missing() == 1
    for _again in range(2):
        call_command("index", stdout=StringIO())
        assert columns(session) == before
    assert index.count_missing() == 0


def test_a_game_of_another_version_is_indexed_by_its_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("lupus", 3, monkeypatch)
    before = columns(session)
    session.seats.update(**index.SEAT_COLUMNS)
    GameSession.objects.filter(pk=session.pk).update(**index.GAME_COLUMNS, kit_version=999)
    table_cache.tables.clear()
    assert index.reindex(session.pk)
    after = columns(session)
    assert after[0] == before[0]
    assert [row["won"] for row in after[1].values()] == [row["won"] for row in before[1].values()]
    assert [row["camp"] for row in after[1].values()] == [row["camp"] for row in before[1].values()]


def test_a_game_of_no_kit_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("spree", 1, monkeypatch)
    GameSession.objects.filter(pk=session.pk).update(**index.GAME_COLUMNS, game="gone")
    assert index.reindex_some() == (0, session.pk)


def test_a_broken_story_does_not_stop_a_game_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> object:
        raise ValueError("Zephyrine")

    monkeypatch.setattr(all_kits()["elsen"].story, "tale", broken)
    session = played("elsen", 1, monkeypatch)
    assert columns(session)[0]["winner"]
    assert set(session.seats.values_list("won", flat=True)) == {True, False}
