"""A seat is firm when its phone has come: what one guest's script takes goes again, and a full table gets in."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from games import house_clock
from games.models import GameSession
from moderation.models import Pass
from moderation.play.pacing import clock
from moderation.players import arrivals
from moderation.tables.views import play_again
from tests.moderation.clients import NAMES, at, joins, opens, playing, refusal, ring, seat, seated, text

pytestmark = pytest.mark.django_db


def empty(table: GameSession) -> list[str]:
    """Whose phones have not come."""
    return [held.seat.name for held in arrivals.expected(table.pk) if held.seat]


def later() -> None:
    """Let the public time go by."""
    for held in Pass.objects.exclude(expected=None):
        held.expected = held.expected and held.expected - arrivals.LAPSE
        held.save()


def came(phone: Client, table: GameSession, loads: int = 2) -> None:
    for _ in range(loads):
        phone.get(at("phone", table))


def test_a_seat_that_a_form_alone_has_taken_is_marked_and_lapses(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    assert empty(table) == ["Ann"]
    assert "not here yet" in text(host.get(at("desk", table)))
    clock.tick(table.pk)
    assert ring(table) == ["Ann"]
    later()
    clock.tick(table.pk)
    assert ring(table) == []


def test_a_page_without_scripts_that_was_loaded_again_makes_the_seat_firm(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    came(ann, table, loads=1)
    assert empty(table) == ["Ann"]
    came(ann, table, loads=1)
    later()
    clock.tick(table.pk)
    assert (empty(table), ring(table)) == ([], ["Ann"])
    assert "not here yet" not in text(host.get(at("desk", table)))


def test_seats_that_the_moderator_adds_and_those_of_the_next_game_are_firm(host: Client, table: GameSession) -> None:
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


def test_the_seats_whose_phones_have_not_come_go_in_one_tap_and_no_other(host: Client, table: GameSession) -> None:
    came(joins(table, "Ann"), table)
    host.post(at("desk_add_seat", table), {"name": "Papi"})
    for number in range(4):
        joins(table, f"Pest {number}")
    assert refusal(host.post(at("desk_sweep", table))) == ""
    assert ring(table) == ["Ann", "Papi"]


def test_several_seats_go_at_once_and_the_door_closes_after_them(host: Client, table: GameSession) -> None:
    phones = seated(table)
    page = text(host.get(at("desk_thin_out", table)))
    assert all(f">{name}<" in page for name in NAMES)
    gone = [seat(table, name).pk for name in ("Bob", "Dan")]
    host.post(at("desk_thin_out", table), {"seat": [*gone, "x", "999999"], "close": "on"})
    assert ring(table) == ["Ann", "Cid", "Eve"]
    assert phones["Bob"].post(at("join", table), {"name": "Bob"}).status_code == 409
    assert ring(table) == ["Ann", "Cid", "Eve"]


# The door


def test_nobody_joins_while_the_door_is_closed_and_each_is_told_so(host: Client, table: GameSession) -> None:
    ann, bob = joins(table, "Ann"), Client()
    assert refusal(host.post(at("desk_door", table), {"closed": "on"})) == ""
    assert "The door is closed" in text(bob.get(at("join", table)))
    answer = bob.post(at("join", table), {"name": "Bob"})
    assert (answer.status_code, ring(table)) == (409, ["Ann"])
    assert "The door of this table is closed: ask the moderator to open it." in text(answer)
    assert "The door is closed" in text(Client().get(at("screen", table)))
    assert "The door is closed" in text(host.get(at("desk", table)))
    assert ann.get(at("phone", table)).status_code == 200
    host.post(at("desk_door", table), {"closed": "off"})
    assert "The door is closed" not in text(Client().get(at("screen", table)))
    joins(table, "Bob", bob)
    assert ring(table) == ["Ann", "Bob"]


def test_behind_a_closed_door_the_moderator_seats_people_all_the_same(host: Client, table: GameSession) -> None:
    host.post(at("desk_door", table), {"closed": "on"})
    assert refusal(host.post(at("desk_add_seat", table), {"name": "Papi"})) == ""
    assert ring(table) == ["Papi"]


def test_a_closed_door_stays_closed_in_the_next_game(host: Client, table: GameSession) -> None:
    seated(table)
    host.post(at("desk_door", table), {"closed": "on"})
    assert play_again(playing(table)).upkeep.door_closed


def test_the_time_after_which_a_seat_lapses_is_the_one_that_the_guide_names() -> None:
    docs = settings.BASE_DIR / "docs"
    english, french = ((docs / name).read_text(encoding="utf-8") for name in ("moderator.md", "moderator.fr.md"))
    minutes = arrivals.LAPSE // timedelta(minutes=1)
    assert f"After {minutes} minutes the seat" in english and f"Après {minutes} minutes la place" in french


def test_seats_lapse_by_the_clock_of_the_house(
    host: Client, table: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the machine may be hours ahead of it, and may be put right while people come in."""
    house = [house_clock.now() - timedelta(hours=3)]
    monkeypatch.setattr(house_clock, "now", lambda: house[0])
    joins(table, "Ann")
    assert arrivals.next_lapse(table.pk) == house[0] + arrivals.LAPSE
    clock.tick(table.pk)
    assert ring(table) == ["Ann"]
    house[0] += arrivals.LAPSE
    clock.tick(table.pk)
    assert ring(table) == []


@pytest.mark.django_db(transaction=True)
def test_a_phone_that_has_come_is_shown_its_page_while_nothing_can_be_kept(table: GameSession) -> None:
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
