"""A host deletes a table or an evening: not a name, a word or a row of it is left, and nothing else is touched."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import SESSION_PARTS, Event, GameSession, Move, Round, Seat, TableSettings, Vote
from moderation.access.invite_links import create_link
from moderation.events import guests
from moderation.models import (
    Announcement,
    Guest,
    Kind,
    Link,
    ModeratedTable,
    Pass,
    Person,
    Placing,
    PlayedSeat,
    SignUp,
    ToForget,
)
from moderation.people import anonymise
from moderation.project.settings import INIT_COMMAND
from moderation.tables.next_game import play_again
from tests.games.journals import PEOPLE, columns_with, played
from tests.moderation.clients import joins, notices, numbers_in, opens, text
from tests.moderation.people.test_people import agrees, hall, seats

pytestmark = pytest.mark.django_db
SURE = {"sure": "on"}
OF_GAMES: tuple[Any, ...] = (
    GameSession,
    *SESSION_PARTS.values(),
    Seat,
    Move,
    Vote,
    Placing,
    PlayedSeat,
    ModeratedTable,
    ToForget,
)
WORDS = {
    "name": "Vendredivin",
    "place": "Chez Zanzibar",
    "notes": "Apportez Xylophones",
    "sponsors": "Librairie Quux",
}


@pytest.fixture
def part() -> Round:
    event = Event.objects.create(spots=["Table Wagram"], **WORDS)
    guests.open_list(event)
    return Round.objects.create(event=event, name="Manche Yttrium")


def closed(*sessions: GameSession) -> None:
    """These tables are closed; without any, all of them."""
    found = GameSession.objects.filter(pk__in=[one.pk for one in sessions]) if sessions else GameSession.objects.all()
    found.update(closed=timezone.now())


def say(event: Event, words: str, *tables: str) -> None:
    now = timezone.now()
    Announcement.objects.create(
        event=event, text=words, tables=list(tables), said=now, until=now + timedelta(hours=1)
    )


def deletes(host: Client, page: str, number: int) -> str:
    """What the host reads once it is done."""
    answer = host.post(reverse(page, args=[number]), SURE, follow=True)
    assert answer.status_code == 200
    return text(answer)


def test_a_deleted_evening_is_in_no_column(host: Client, part: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names, words, wishes, moves: all of it, but a pseudonym of who agreed to be remembered."""
    game = played("lupus", 1, monkeypatch)
    GameSession.objects.filter(pk=game.pk).update(event=part.event)
    player, _moderator = hall(part)
    agrees("Remembered", player)
    session = seats(part)
    anonymise.forget_seats([Seat.objects.filter(session=game)[0].pk])
    create_link(Kind.SEAT, session, session.seats.get(place=0))
    say(part.event, "Mirabelles pour tous", session.code)
    TableSettings.objects.filter(session=session).update(wifi_name="Chez Zanzibar", wifi_password="Xylophones")
    closed()
    page = text(host.get(reverse("event_delete", args=[part.event_id])))
    assert numbers_in(page, "what-goes") == [2, 12] and 'data-test="for-good"' in page  # games and people
    assert "success" in notices(deletes(host, "event_delete", part.event_id))
    words = [*PEOPLE[:20], *WORDS.values(), "Wagram", "Yttrium", "Mirabelles", "Xylophones"]
    assert {word: columns_with(word) for word in words if columns_with(word)} == {}
    assert [model.__name__ for model in (*OF_GAMES, Event, Round, SignUp, Guest) if model.objects.exists()] == []
    assert not Pass.objects.exclude(session=None).exists() and not Link.objects.exclude(session=None).exists()
    assert Person.objects.get().name == "Remembered"
    assert 'data-test="remembered"' in text(player.get(reverse("me")))


def test_deleting_a_table_deletes_only_its_own_games(host: Client) -> None:
    event = Event.objects.create(name="Friday")
    first, other = opens(host), opens(host)
    GameSession.objects.filter(pk__in=[first.pk, other.pk]).update(event=event)
    for name in PEOPLE[:5]:
        joins(first, name)
    for name in PEOPLE[5:10]:
        joins(other, name)
    guests.add_guest(event, None, PEOPLE[0], {})
    GameSession.objects.filter(pk=first.pk).update(stage="over")
    again = play_again(GameSession.objects.get(pk=first.pk))
    say(event, "For one", first.code)
    say(event, "For both", first.code, other.code)
    say(event, "For all")
    closed(again)
    assert numbers_in(text(host.get(reverse("table_delete", args=[first.pk]))), "what-goes") == [2]
    page = deletes(host, "table_delete", first.pk)
    assert "success" in notices(page) and "Friday" in page
    assert list(GameSession.objects.all()) == [other]
    assert [where.partition(":")[0] for where in columns_with(PEOPLE[0])] == [
        "moderation_guest.name",
        "moderation_guest.folded",
    ], "the list of the evening keeps who signed up"
    assert {name: columns_with(name) for name in PEOPLE[1:5] if columns_with(name)} == {}
    assert other.seat_names() == PEOPLE[5:10]
    told = [(one.text, one.tables) for one in Announcement.objects.order_by("pk")]
    assert told == [("For both", [other.code]), ("For all", [])]


def test_people_of_a_deleted_table_still_have_a_page(host: Client, part: Round) -> None:
    player, _moderator = hall(part)
    session = seats(part)
    closed()
    deletes(host, "table_delete", session.pk)
    for page in ("sign_up", "my_seat"):
        assert player.get(reverse(page, args=[part.event.sign_up.key])).status_code == 200
    for page in ("hall", "event", "event_paper", "event_seats", "event_sheet"):
        assert host.get(reverse(page, args=[part.event_id])).status_code == 200, page
    assert host.get(reverse("round_seats", args=[part.pk])).status_code == 200


def test_nothing_is_deleted_while_a_table_is_open(host: Client, part: Round) -> None:
    table = opens(host)
    joins(table, PEOPLE[0])
    older = opens(host)
    closed(older)
    GameSession.objects.update(event=part.event)
    for page, number in (("table_delete", table.pk), ("event_delete", part.event_id)):
        assert 'data-test="still-open"' in text(host.get(reverse(page, args=[number])))
        answer = host.post(reverse(page, args=[number]), SURE)
        assert answer.status_code == 409 and 'data-test="still-open"' in text(answer)
    assert set(GameSession.objects.values_list("pk", flat=True)) == {table.pk, older.pk}
    assert Event.objects.exists() and Seat.objects.exists()


def test_nothing_is_deleted_without_a_tick(host: Client, part: Round) -> None:
    table = opens(host)
    closed(table)
    for page, number in (("table_delete", table.pk), ("event_delete", part.event_id)):
        answer = host.post(reverse(page, args=[number]))
        assert answer.status_code == 409 and 'role="alert"' in text(answer)
        assert 'data-test="still-open"' not in text(answer)
    assert GameSession.objects.exists() and Event.objects.exists()


def test_only_a_table_that_is_closed_offers_to_be_deleted(host: Client, part: Round) -> None:
    table, other = opens(host), opens(host)
    GameSession.objects.update(event=part.event)
    closed(other)
    page = text(host.get(reverse("event", args=[part.event_id])))
    assert reverse("table_delete", args=[other.pk]) in page and reverse("event_delete", args=[part.event_id]) in page
    assert reverse("table_delete", args=[table.pk]) not in page


def test_what_is_deleted_is_overwritten_in_the_file(tmp_path: Path) -> None:
    """With the very statements that every connection to SQLite begins with."""
    file = tmp_path / "kept.sqlite3"
    with closing(sqlite3.connect(file)) as kept:
        kept.execute("PRAGMA secure_delete=OFF")  # as it is where SQLite was built so
        for said in INIT_COMMAND.split(";"):
            kept.execute(said)
        kept.execute("CREATE TABLE seats (name)")
        kept.executemany("INSERT INTO seats VALUES (?)", [[name] for name in PEOPLE])
        kept.commit()
        kept.execute("DELETE FROM seats")
        kept.commit()
    assert PEOPLE[0].encode() not in file.read_bytes()
