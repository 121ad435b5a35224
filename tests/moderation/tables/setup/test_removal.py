"""Removed by mistake: one tap puts a person back. Removed on purpose: one phone stays out, and the door open."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import GameSession
from moderation.models import KeptOut, Person, PlayedSeat, Recognised, RemovedSeat
from moderation.people import anonymise
from tests.moderation.clients import at, joins, refusal, ring, seat, seated, text
from tests.moderation.sporz_table import device_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_has_asked() -> None:
    cache.clear()


def removes(host: Client, table: GameSession, name: str, **how: str) -> None:
    assert refusal(host.post(at("desk_remove", table, seat(table, name).pk), how)) == ""


def puts_back(host: Client, table: GameSession, **how: str) -> str:
    """The desk taps the latest removed seat; the sentence of a refusal."""
    return refusal(host.post(at("desk_put_back", table), {"removed": RemovedSeat.objects.first().pk, **how}))


def test_one_tap_restores_a_person_with_place_and_name(host: Client, table: GameSession) -> None:
    phones = seated(table)
    before, face = ring(table), seat(table, "Bob").face
    removes(host, table, "Bob")
    assert phones["Bob"].get(at("phone", table)).status_code == 302
    assert 'name="removed"' in text(host.get(at("desk", table)))
    assert puts_back(host, table) == ""
    assert ring(table) == before and seat(table, "Bob").face == face
    assert phones["Bob"].get(at("phone", table)).status_code == 200
    assert 'name="removed"' not in text(host.get(at("desk", table)))


def test_the_page_of_a_restored_player_continues_by_itself(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    removes(host, table, "Ann")
    waits = text(ann.get(at("phone", table), follow=True))
    assert 'hx-trigger="every 5s"' in waits
    puts_back(host, table)
    asked = ann.get(at("join", table), {"moved": "1"}, headers={"HX-Request": "true"})
    assert asked.headers["HX-Redirect"] == at("phone", table)


def test_first_and_last_seats_are_restored_in_any_order(host: Client, table: GameSession) -> None:
    seated(table)
    before = ring(table)
    for name in ("Eve", "Ann", "Cid"):
        removes(host, table, name)
    for _removed in range(3):
        assert puts_back(host, table) == ""
    assert ring(table) == before


def test_people_removed_together_are_restored_one_by_one(host: Client, table: GameSession) -> None:
    phones = seated(table)
    before = ring(table)
    host.post(at("desk_thin_out", table), {"seat": [seat(table, name).pk for name in ("Ann", "Bob", "Eve")]})
    for _removed in range(3):
        assert puts_back(host, table) == ""
    assert ring(table) == before
    assert all(phone.get(at("phone", table)).status_code == 200 for phone in phones.values())


def test_whoever_has_joined_again_meanwhile_is_put_back_once(host: Client, table: GameSession) -> None:
    phones = seated(table)
    before = ring(table)
    removes(host, table, "Bob")
    joins(table, "Bob", phones["Bob"])
    assert puts_back(host, table) == ""
    assert ring(table) == before
    removes(host, table, "Bob")
    joins(table, "Robert", phones["Bob"])
    assert puts_back(host, table) == ""
    assert ring(table) == before


def test_a_name_taken_since_blocks_the_restore(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    joins(table, "Bob")
    removes(host, table, "Ann")
    joins(table, "Ann")
    assert puts_back(host, table)
    assert ring(table) == ["Bob", "Ann"]
    assert RemovedSeat.objects.exists()


def test_a_full_table_takes_nobody_back(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    removes(host, table, "Ann")
    host.post(at("desk_add_seat", table), {"bots": str(table.kit.roles.SEATS[1])})
    assert "Every seat at this table is taken" in puts_back(host, table)


def test_seats_without_phones_and_bots_are_restored_unchanged(host: Client, table: GameSession) -> None:
    host.post(at("desk_add_seat", table), {"name": "Papi"})
    host.post(at("desk_add_seat", table), {"bots": "2"})
    before = list(table.seats.order_by("place").values_list("name", "bot", "place"))
    for name, _bot, _place in before:
        removes(host, table, name)
    for _removed in before:
        assert puts_back(host, table) == ""
    assert list(table.seats.order_by("place").values_list("name", "bot", "place")) == before


def test_who_agreed_to_be_remembered_is_remembered_again(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    person = Person.objects.create(name="Ann", folded="ann", how="own", code="ABC")
    PlayedSeat.objects.create(person=person, seat=seat(table, "Ann"))
    removes(host, table, "Ann")
    puts_back(host, table)
    assert PlayedSeat.objects.get().seat == seat(table, "Ann")


def test_a_second_tap_puts_nobody_back_twice(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    removes(host, table, "Ann")
    removed = {"removed": RemovedSeat.objects.get().pk}
    assert refusal(host.post(at("desk_put_back", table), removed)) == ""
    assert refusal(host.post(at("desk_put_back", table), removed))
    assert ring(table) == ["Ann"]


@pytest.mark.parametrize("removed", ["", "x", "-1", "0", "9" * 40])
def test_what_was_never_removed_is_refused(host: Client, table: GameSession, removed: str) -> None:
    assert refusal(host.post(at("desk_put_back", table), {"removed": removed}))


@pytest.mark.parametrize("late", [False, True])
def test_one_phone_is_kept_out_while_the_door_is_open(host: Client, table: GameSession, late: bool) -> None:
    zed = joins(table, "Zed")
    if late:  # the moderator decides it after the removal, and Zed has come back meanwhile
        removes(host, table, "Zed")
        joins(table, "Zorro", zed)
        assert puts_back(host, table, keep_out="1") == ""
    else:
        removes(host, table, "Zed", keep_out="1")
    assert ring(table) == []
    assert 'data-test="kept-out"' in text(zed.get(at("join", table)))
    assert zed.post(at("join", table), {"name": "Zorro"}).status_code == 409
    assert not table.settings.door_closed
    joins(table, "Ann")
    assert 'data-test="let-in"' in text(host.get(at("desk", table)))
    host.post(at("desk_let_in", table), {"kept_out": KeptOut.objects.get().pk})
    joins(table, "Zed", zed)


def test_putting_back_whoever_was_kept_out_lets_the_phone_in(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    device = device_of(ann)
    removes(host, table, "Ann", keep_out="1")
    removed = RemovedSeat.objects.get()
    assert removed.device == device and 'name="removed"' not in text(host.get(at("desk", table)))
    assert puts_back(host, table) == ""
    assert not KeptOut.objects.exists()
    assert ann.get(at("phone", table)).status_code == 200


def test_a_table_remembers_so_many_removed_seats_and_no_more(host: Client, table: GameSession) -> None:
    for _round in range(3):
        host.post(at("desk_add_seat", table), {"bots": "12"})
        host.post(at("desk_thin_out", table), {"seat": list(table.seats.values_list("pk", flat=True))})
    assert RemovedSeat.objects.count() == 24


def test_a_forgotten_person_is_nameless_but_still_blocked(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    person = Person.objects.create(name="Ann", folded="ann", how="own", code="ABC")
    Recognised.objects.create(device=device_of(ann), person=person)
    removes(host, table, "Ann", keep_out="1")
    anonymise.forget(person)
    assert not RemovedSeat.objects.exists()
    assert KeptOut.objects.get().name == ""
    assert 'data-test="nameless-phone"' in text(host.get(at("desk", table)))
    assert 'data-test="kept-out"' in text(ann.get(at("join", table)))


def test_a_table_that_begins_or_closes_remembers_no_removed_name(host: Client, table: GameSession) -> None:
    seated(table)
    removes(host, table, "Eve", keep_out="1")
    host.post(at("desk_deal", table))
    host.post(at("desk_begin", table))
    assert not RemovedSeat.objects.exists() and KeptOut.objects.exists()
    host.post(at("desk_close", table))
    anonymise.remove_due_names()
    assert not KeptOut.objects.exists()
