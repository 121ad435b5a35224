"""A player has no desk (SECRECY 30): no device comes to hold both at a table with a moderator, by whichever page."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from games import lifecycle
from games.models import GameSession
from moderation.access import invite_links
from moderation.access.devices import give_pass
from moderation.models import Kind, Pass
from moderation.play.realtime.consumers import admit
from tests.moderation.clients import SPORZ, TABLE, at, joins, opens, seat, seated, text, the_host
from tests.moderation.sporz_table import DEAL, device_of, joining
from tests.moderation.sporz_table import desk as desk_of
from tests.moderation.sporz_table import phone as phone_of

pytestmark = pytest.mark.django_db

PHONES = {**TABLE, **SPORZ, "speaker": ""}


def takes_a_seat(session: GameSession, client: Client) -> str:
    """The sentence of the join page to somebody who wants a seat."""
    return text(client.post(at("join", session), {"name": "Hal"}))


def seats_of(client: Client) -> int:
    return Pass.objects.filter(device=device_of(client), kind=Kind.SEAT).count()


def test_a_moderating_device_gets_no_seat_and_a_reason() -> None:
    host = the_host()
    table = opens(host)
    assert "This device moderates the table" in takes_a_seat(table, host)
    assert not table.seats.exists() and not seats_of(host)
    assert host.get(at("desk", table)).status_code == 200


def test_a_device_that_moderates_goes_on_in_nobodys_seat() -> None:
    host = the_host()
    table = opens(host)
    phone = joins(table, "Ann")
    way = reverse("seat_link", args=[invite_links.create_link(Kind.SEAT, table, seat(table, "Ann"))[0]])
    assert "This device moderates the table" in text(host.post(way))
    assert not seats_of(host)
    assert phone.get(at("phone", table)).status_code == 200
    assert Client().post(way).status_code == 302  # it was not used up


def test_a_device_that_plays_moderates_by_no_link() -> None:
    host = the_host()
    table = opens(host)
    phone = joins(table, "Ann")
    token, pin = invite_links.create_link(Kind.MODERATOR, table, pin=True)
    way = reverse("desk_link", args=[token])
    assert 'data-test="plays-here"' in text(phone.post(way, {"pin": pin}))
    assert phone.get(at("desk", table)).status_code == 404
    assert Client().post(way, {"pin": pin}).status_code == 302  # it was not used up


def test_a_table_whose_desk_plays_stays_without_a_moderator() -> None:
    host = the_host()
    table = opens(host, nights="narrated")
    seated(table)
    joins(table, "Hal", host)
    said = text(host.post(at("desk_settings", table), PHONES))
    assert "also plays" in said
    table.refresh_from_db()
    assert table.narrated
    host.post(at("desk_deal", table))
    assert host.get(at("desk_cards", table)).status_code == 404


def test_a_desk_that_plays_by_a_moved_seat_counts_too() -> None:
    host = the_host()
    table = opens(host, nights="narrated")
    seated(table)
    host.post(reverse("seat_link", args=[invite_links.create_link(Kind.SEAT, table, seat(table, "Ann"))[0]]))
    assert "also plays" in text(host.post(at("desk_settings", table), PHONES))


def test_a_table_may_have_a_moderator_after_its_desk_leaves() -> None:
    host = the_host()
    table = opens(host, nights="narrated")
    seated(table)
    joins(table, "Hal", host)
    host.post(at("leave", table))
    assert host.post(at("desk_settings", table), PHONES).status_code == 302
    table.refresh_from_db()
    assert not table.narrated


def test_a_device_with_both_passes_has_only_its_seat() -> None:
    session = joining()
    lifecycle.deal_cards(session, DEAL)
    client = desk_of(session)
    give_pass(device_of(client), Kind.SEAT, session, session.seats.all()[0])
    for page in ("desk", "desk_cards", "desk_export", "desk_settings"):
        assert client.get(at(page, session)).status_code == 404, page
    assert client.get(at("phone", session)).status_code == 200
    assert at("desk", session) not in text(client.get("/"))


@pytest.mark.django_db(transaction=True)
async def test_no_desks_socket_opens_to_a_device_that_plays() -> None:
    session = await sync_to_async(joining)()
    client = await sync_to_async(phone_of)(session, "Ann")
    await sync_to_async(lambda: give_pass(device_of(client), Kind.MODERATOR, session))()
    cookie = "; ".join(f"{one.key}={one.value}" for one in client.cookies.values()).encode()
    scope = {"headers": [(b"cookie", cookie)], "url_route": {"kwargs": {"code": session.code}}}
    assert await sync_to_async(admit)("desk", scope) is None
    assert await sync_to_async(admit)("phone", scope) is not None
