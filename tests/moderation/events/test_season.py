"""A whole season: what lists it sends as many statements as for a few evenings, and tells no end early."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import journal, server_clock
from games.models import Event, GameSession, Pacing
from moderation.models import Kind, Pass
from moderation.play.pacing import clock
from qa.bench.lists import give_desks, pages
from tests.moderation.clients import text
from tests.moderation.events.test_record_import import CHIEF, TO_THE_END
from tests.moderation.sporz_table import CLOSE, playing
from tests.season import Season, season

pytestmark = pytest.mark.django_db

MOST = 24  # statements of a page, however large the season is
SMALL, LARGE = {"games": 60, "never_closed": 20}, {"games": 180, "never_closed": 60}


def a_season(**sizes: int) -> Season:
    return season(evenings=3, people=60, of_each=1, **sizes)


def counted(host: Client) -> dict[str, list[str]]:
    """The statements of each page, at its second visit."""
    root = Client()
    root.force_login(User.objects.filter(username="root").first() or User.objects.create_superuser("root"))
    made = Season(list(Event.objects.all()), Event.objects.order_by("pk")[0], 0, 0, 0)
    found = {}
    for name, client, path in pages(made, host, root):
        assert client.get(path).status_code == 200, path
        with CaptureQueriesContext(connection) as statements:
            client.get(path)
        found[name] = [one["sql"] for one in statements]
    return found


@pytest.mark.full
@pytest.mark.slow
def test_a_large_season_needs_no_more_queries_and_no_replay(host: Client) -> None:
    a_season(**SMALL)
    give_desks(host)
    small = counted(host)
    Pass.objects.filter(kind=Kind.MODERATOR).delete()
    GameSession.objects.all().delete()
    Event.objects.all().delete()
    a_season(**LARGE)
    give_desks(host)
    large = counted(host)
    assert small.keys() == large.keys()
    for page, statements in large.items():
        assert len(statements) <= MOST, (page, statements)
        assert len(statements) <= len(small[page]) + 5, page  # one game a page whose end was not noted is looked up
        assert not [one for one in statements if 'FROM "games_move"' in one], page


def test_an_end_that_is_not_public_is_on_no_list(host: Client) -> None:
    """Its table is held at a moment: what the room does not see, a list, a file and the admin do not tell."""
    table = playing(nights="eyes_closed")
    for body in (CHIEF, *TO_THE_END):
        journal.submit(table.pk, body)
    evening = Event.objects.create(name="Friday")
    GameSession.objects.filter(pk=table.pk).update(event=evening)
    held = GameSession.objects.get(pk=table.pk)
    Pacing.objects.filter(session=table).update(end_move=held.head, end_due=None)  # as where moments are shown
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    paths = [(host, reverse("event", args=[evening.pk])), (host, reverse("results_file", args=[evening.pk]))]
    for client, path in (*paths, (root, "/admin/games/gamesession/")):
        page = text(client.get(path))
        assert "astronauts win" not in page and "winning side" not in page
    assert ">BFHJ<" not in text(root.get("/admin/games/gamesession/"))
    Pacing.objects.filter(session=table).update(end_due=server_clock.now())
    assert "astronauts win" in text(host.get(paths[0][1]))
    assert ">BFHJ<" in text(root.get("/admin/games/gamesession/"))


def ended_at_night() -> GameSession:
    """On phones: the last call in which the mutants are left alone has ended the game, and its time is not over."""
    table = playing(nights="phones")
    journal.submit(table.pk, CHIEF)
    for body in TO_THE_END:
        journal.submit(table.pk, body)
    return GameSession.objects.select_related("pacing").get(pk=table.pk)


def test_publication_of_an_end_is_stored_as_the_game_ends(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ended_at_night()
    assert game.pacing.end_move == game.head
    with CaptureQueriesContext(connection) as statements:
        kept = clock.find_public_stage(game)
    assert len(statements) == 0  # nothing is played out to find out
    with journal.read_table(game.pk) as (fresh, table):
        shown = clock.build_release(fresh, table)
    assert (kept == GameSession.Stage.OVER) is (shown.until is None)


def test_a_longer_call_puts_the_end_off(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ended_at_night()
    later = server_clock.now() + timedelta(minutes=5)
    monkeypatch.setattr(clock, "find_public_end", lambda *_any: later)
    with journal.edit_session(game.pk):
        pass
    game.pacing.refresh_from_db()
    assert game.pacing.end_due == later
    assert clock.find_public_stage(game) == clock.find_public_stage_from_columns(game) == GameSession.Stage.PLAYING
    assert not GameSession.objects.filter(clock.is_publicly_over()).exists()
    monkeypatch.setattr(server_clock, "now", lambda: later + timedelta(seconds=1))
    assert clock.find_public_stage_from_columns(game) == GameSession.Stage.OVER
    assert GameSession.objects.filter(clock.is_publicly_over()).exists()


def test_an_end_that_was_taken_back_is_on_no_list() -> None:
    game = ended_at_night()
    journal.submit(game.pk, {"by": "moderator", "undo": 1})
    game = GameSession.objects.select_related("pacing").get(pk=game.pk)
    assert clock.find_public_stage_from_columns(game) == GameSession.Stage.PLAYING
    journal.submit(game.pk, CLOSE)
    game = GameSession.objects.select_related("pacing").get(pk=game.pk)
    assert game.stage == "over" and game.pacing.end_move == game.head


@pytest.mark.full
def test_a_large_evening_and_a_long_list_have_pages(host: Client) -> None:
    made = a_season(**LARGE)
    first = reverse("event", args=[made.biggest.pk])
    assert "Page 1 of 2" in text(host.get(first))
    codes = set(GameSession.objects.filter(event=made.biggest).values_list("code", flat=True))
    shown = [
        {code for code in codes if f"<strong>{code}</strong>" in text(host.get(f"{first}?tables={page}"))}
        for page in (1, 2)
    ]
    assert shown[0] | shown[1] == codes and not shown[0] & shown[1]
    give_desks(host)
    assert "Page 1 of 3" in text(host.get(reverse("home")))
