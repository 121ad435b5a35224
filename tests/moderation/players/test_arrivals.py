"""A seat is firm when its phone has come: what one guest's script takes goes again, and a full table gets in."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from games import server_clock
from games.models import GameSession
from moderation.models import Pass
from moderation.play.pacing import clock
from moderation.players import arrivals
from moderation.tables.next_game import play_again
from tests.moderation.clients import NAMES, at, joins, opens, playing, refusal, ring, said_in, seat, seated, text

pytestmark = pytest.mark.django_db


def empty(table: GameSession) -> list[str]:
    """Whose phones have not come."""
    return [held.seat.name for held in arrivals.list_expected(table.pk) if held.seat]


def later() -> None:
    """Let the public time go by."""
    for held in Pass.objects.exclude(expected=None):
        held.expected = held.expected and held.expected - arrivals.LAPSE
        held.save()


def came(phone: Client, table: GameSession, loads: int = 2) -> None:
    for _ in range(loads):
        phone.get(at("phone", table))


def test_a_seat_taken_by_form_alone_is_marked_and_expires(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    assert empty(table) == ["Ann"]
    assert 'data-test="not-here-yet"' in text(host.get(at("desk", table)))
    clock.tick(table.pk)
    assert ring(table) == ["Ann"]
    later()
    clock.tick(table.pk)
    assert ring(table) == []


def test_a_reload_without_scripts_confirms_the_seat(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    came(ann, table, loads=1)
    assert empty(table) == ["Ann"]
    came(ann, table, loads=1)
    later()
    clock.tick(table.pk)
    assert (empty(table), ring(table)) == ([], ["Ann"])
    assert 'data-test="not-here-yet"' not in text(host.get(at("desk", table)))


def test_seats_by_the_moderator_and_next_game_are_confirmed(host: Client, table: GameSession) -> None:
    host.post(at("desk_add_seat", table), {"name": "Papi"})
    host.post(at("desk_add_seat", table), {"bots": "3"})
    assert empty(table) == []
    other = opens(host)
    seated(other)
    assert len(empty(other)) == 5
    assert empty(play_again(playing(other))) == []


def test_no_seat_lapses_once_the_cards_are_dealt(host: Client, table: GameSession) -> None:
    seated(table)
    playing(table)
    later()
    clock.tick(table.pk)
    assert ring(table) == NAMES


def test_what_one_guest_took_frees_itself_for_the_table(host: Client) -> None:
    table = opens(host, "murder")
    for number in range(6):
        joins(table, f"Pest {number}")
    assert Client().post(at("join", table), {"name": "Ann"}).status_code == 409
    later()
    joins(table, "Ann")
    assert ring(table) == ["Ann"]


def test_one_tap_removes_only_seats_without_a_phone(host: Client, table: GameSession) -> None:
    came(joins(table, "Ann"), table)
    host.post(at("desk_add_seat", table), {"name": "Papi"})
    for number in range(4):
        joins(table, f"Pest {number}")
    assert refusal(host.post(at("desk_sweep", table))) == ""
    assert ring(table) == ["Ann", "Papi"]


def test_several_seats_go_at_once_and_joining_closes(host: Client, table: GameSession) -> None:
    phones = seated(table)
    page = text(host.get(at("desk_thin_out", table)))
    assert all(f">{name}<" in page for name in NAMES)
    gone = [seat(table, name).pk for name in ("Bob", "Dan")]
    host.post(at("desk_thin_out", table), {"seat": [*gone, "x", "999999"], "close": "on"})
    assert ring(table) == ["Ann", "Cid", "Eve"]
    assert phones["Bob"].post(at("join", table), {"name": "Bob"}).status_code == 409
    assert ring(table) == ["Ann", "Cid", "Eve"]


# The door


def test_nobody_joins_while_joining_is_closed(host: Client, table: GameSession) -> None:
    ann, bob = joins(table, "Ann"), Client()
    assert refusal(host.post(at("desk_door", table), {"closed": "on"})) == ""
    assert 'data-test="door-closed"' in text(bob.get(at("join", table)))
    answer = bob.post(at("join", table), {"name": "Bob"})
    assert (answer.status_code, ring(table)) == (409, ["Ann"])
    assert 'data-test="door-closed"' in text(answer) and "ask the moderator to open it" in said_in(
        text(answer), "refused"
    )
    assert 'data-test="door-closed"' in text(Client().get(at("screen", table)))
    assert 'data-test="door-closed"' in text(host.get(at("desk", table)))
    assert ann.get(at("phone", table)).status_code == 200
    host.post(at("desk_door", table), {"closed": "off"})
    assert 'data-test="door-closed"' not in text(Client().get(at("screen", table)))
    joins(table, "Bob", bob)
    assert ring(table) == ["Ann", "Bob"]


def test_the_moderator_adds_seats_while_joining_is_closed(host: Client, table: GameSession) -> None:
    host.post(at("desk_door", table), {"closed": "on"})
    assert refusal(host.post(at("desk_add_seat", table), {"name": "Papi"})) == ""
    assert ring(table) == ["Papi"]


def test_a_closed_door_stays_closed_in_the_next_game(host: Client, table: GameSession) -> None:
    seated(table)
    host.post(at("desk_door", table), {"closed": "on"})
    assert play_again(playing(table)).settings.door_closed


def test_the_guide_names_the_time_until_a_seat_expires() -> None:
    docs = settings.BASE_DIR / "docs"
    english, french = ((docs / name).read_text(encoding="utf-8") for name in ("moderator.md", "moderator.fr.md"))
    minutes = arrivals.LAPSE // timedelta(minutes=1)
    assert f"After {minutes} minutes the seat" in english and f"Après {minutes} minutes la place" in french


def test_seats_lapse_by_the_server_clock(host: Client, table: GameSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the machine may be hours ahead of it, and may be put right while people come in."""
    times = [server_clock.now() - timedelta(hours=3)]
    monkeypatch.setattr(server_clock, "now", lambda: times[0])
    joins(table, "Ann")
    assert arrivals.find_next_lapse(table.pk) == times[0] + arrivals.LAPSE
    clock.tick(table.pk)
    assert ring(table) == ["Ann"]
    times[0] += arrivals.LAPSE
    clock.tick(table.pk)
    assert ring(table) == []


@pytest.mark.django_db(transaction=True)
def test_a_phone_gets_its_page_while_storage_is_read_only(table: GameSession) -> None:
    ann = joins(table, "Ann")
    for _ in range(arrivals.LOADS):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 1")
        try:
            answer = ann.get(at("phone", table))
        finally:
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA query_only = 0")
        assert answer.status_code == 200
    assert empty(table) == ["Ann"]
