"""A device's cookie: renewed with each pass, given late, and forgotten when nothing hangs on it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Agreements, GameSession
from moderation.access import guards
from moderation.access.devices import COOKIE, COOKIE_AGE, digest, forget_strangers, give_pass
from moderation.access.invite_links import create_host_link, create_link
from moderation.models import Device, Kind, Pass
from tests.moderation.sporz_table import browser, desk, device_of, joining, phone, playing

pytestmark = pytest.mark.django_db


def holding(cookie: str) -> Client:
    """A browser that has this cookie and nothing else."""
    client = Client()
    client.cookies[COOKIE] = cookie
    return client


def cookie_of(client: Client) -> str:
    return client.cookies[COOKIE].value


def fields(client: Client, page: str) -> dict[str, str]:
    """The token of the form on this page, as it is sent back."""
    html = client.get(page).content.decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', html)
    assert found
    return {"csrfmiddlewaretoken": found[1]}


# Renewed


def test_a_cookie_known_beforehand_opens_neither_desk_nor_record() -> None:
    tablet = browser()
    known = cookie_of(tablet)
    link = create_host_link()
    tablet.post(link, fields(tablet, link))
    assert tablet.get("/new/").status_code == 200
    assert holding(known).get("/new/").status_code == 404
    host = cookie_of(tablet)
    game = {"game": "sporz", "nights": "phones", "language": "en", "option.night_autopsy": "role"}
    tablet.post("/new/", game | fields(tablet, "/new/?game=sporz"))
    code = GameSession.objects.get().code
    for cookie in (known, host):
        for page in ("", "export/", "settings/"):
            assert holding(cookie).get(f"/desk/{code}/{page}").status_code == 404
    assert tablet.get(f"/desk/{code}/").status_code == 200


def test_a_cookie_known_beforehand_opens_no_seat() -> None:
    session = joining()
    client = browser()
    known = cookie_of(client)
    client.post(f"/j/{session.code}/", {"name": "Gus"} | fields(client, f"/j/{session.code}/"))
    assert holding(known).get(f"/t/{session.code}/").status_code == 302
    assert client.get(f"/t/{session.code}/").status_code == 200
    assert holding(known).get(f"/t/{session.code}/").status_code == 302


def test_every_way_to_a_pass_renews_the_cookie() -> None:
    session = playing()
    moderator, pin = create_link(Kind.MODERATOR, session, pin=True)
    seat, _ = create_link(Kind.SEAT, session, session.seats.get(name="Ann"))
    ways = {f"/desk/link/{moderator}/": {"pin": pin}, f"/seat/{seat}/": {}, create_host_link(): {}}
    for way, sent in ways.items():
        client = browser()
        known = cookie_of(client)
        assert client.post(way, sent).status_code == 302
        assert cookie_of(client) != known, way
    host = browser()
    give_pass(device_of(host), Kind.HOST)
    known = cookie_of(host)
    host.post(f"/desk/{session.code}/take/")
    assert cookie_of(host) != known
    assert [host.get("/").status_code, holding(known).get("/new/").status_code] == [200, 404]


def test_a_device_keeps_all_passes_and_its_reading_settings() -> None:
    first, second = playing(), joining("KLMR")
    client = phone(first, "Ann")
    client.post("/comfort/", {"large": "on"})
    held = Pass.objects.get(seat__name="Ann").pk
    client.post(f"/j/{second.code}/", {"name": "Gus"} | fields(client, f"/j/{second.code}/"))
    assert client.get(f"/t/{first.code}/").status_code == 200  # an older tab is the first to ask
    assert client.get(f"/t/{second.code}/").status_code == 200
    assert Pass.objects.get(seat=first.seats.get(name="Ann")).pk == held  # by which its open sockets go on
    assert device_of(client).comfort == {"large": True}
    assert Pass.objects.filter(device=device_of(client)).count() == 2
    assert Device.objects.count() == 1


def test_a_lost_response_removes_no_pass() -> None:
    session, another = playing(), joining("KLMR")
    client = phone(session, "Ann")
    before, form = cookie_of(client), fields(client, f"/j/{another.code}/")
    client.post(f"/j/{another.code}/", {"name": "Gus"} | form)
    lost = holding(before)
    assert lost.get(f"/t/{session.code}/").status_code == 200  # what it had
    assert lost.get(f"/t/{another.code}/").status_code == 302  # and not what it gained
    lost.post(f"/j/{another.code}/", {"name": "Gus"} | form)  # the page is sent again
    assert lost.get(f"/t/{another.code}/").status_code == 200
    assert another.seats.filter(name="Gus").count() == 1


def test_a_form_that_comes_twice_is_one_device() -> None:
    session = joining()
    client = Client()
    form = fields(client, f"/j/{session.code}/") | {"made_up": "1"}
    before = cookie_of(client)
    taps = [holding(before), holding(before)]
    assert [tap.post(f"/j/{session.code}/", form).headers["Location"] for tap in taps] == [f"/t/{session.code}/"] * 2
    assert cookie_of(taps[0]) == cookie_of(taps[1]) != before
    assert session.seats.count() == 7 and Device.objects.count() == 1


def test_a_link_form_sent_twice_gets_the_same_answer() -> None:
    link = create_host_link()
    client = browser()
    form, before = fields(client, link), cookie_of(client)
    taps = [holding(before), holding(before)]
    assert [tap.post(link, form).status_code for tap in taps] == [302, 302]
    assert taps[1].get("/new/").status_code == 200
    assert holding(before).post(link, fields(Client(), create_host_link())).status_code == 404


def test_a_seat_link_form_sent_twice_is_announced_once() -> None:
    session = playing()
    GameSession.objects.filter(pk=session.pk).update(narrated=True)
    link = f"/seat/{create_link(Kind.SEAT, session, session.seats.get(name='Ann'))[0]}/"
    client = browser()
    form, before = fields(client, link), cookie_of(client)
    assert [holding(before).post(link, form).status_code for _ in range(2)] == [302, 302]
    assert Agreements.objects.get(pk=session.pk).moved_seats == [["Ann", session.head]]


def test_a_stolen_cookie_does_not_follow_after_a_new_pass() -> None:
    session, another = playing(), joining("KLMR")
    client = phone(session, "Ann")
    spy = holding(cookie_of(client))
    spy.post(f"/j/{another.code}/", {"name": "Sly"} | fields(spy, f"/j/{another.code}/"))
    client.post(f"/j/{another.code}/", {"name": "Gus"} | fields(client, f"/j/{another.code}/"))
    assert client.get(f"/t/{another.code}/").status_code == 200
    assert spy.get(f"/t/{session.code}/").status_code == 302
    assert client.get(f"/t/{session.code}/").status_code == 200
    assert spy.get(f"/t/{another.code}/").status_code == 200  # the seat that is its own


def test_a_form_without_csrf_token_recognises_no_device() -> None:
    session = joining()
    client = browser()
    known = cookie_of(client)
    client.post(f"/j/{session.code}/", {"name": "Gus"})
    spy = holding(known)
    for token in ("", "x" * 32):
        spy.post(f"/j/{session.code}/", {"name": "Gus", "csrfmiddlewaretoken": token})
        assert spy.get(f"/t/{session.code}/").status_code == 302


def test_a_name_that_is_refused_changes_no_cookie() -> None:
    session = joining()
    client = browser()
    known = cookie_of(client)
    assert client.post(f"/j/{session.code}/", {"name": "Ann"}).status_code == 409
    assert cookie_of(client) == known and Device.objects.count() == 1


# What a browser keeps for a seat


def test_browser_storage_is_marked_by_seat_without_a_secret() -> None:
    session, another = playing(), joining("KLMR")
    client = phone(session, "Ann")

    def marks(who: Client, page: str) -> list[str]:
        return re.findall(r'data-seats?="([^"]*)"', who.get(page).content.decode())

    mark, all_marks = marks(client, f"/t/{session.code}/")
    assert mark == all_marks and re.fullmatch("[0-9a-f]{32}", mark) and mark not in cookie_of(client)
    assert marks(client, "/") == marks(client, f"/j/{another.code}/") == [mark]
    assert mark not in marks(phone(session, "Bob"), f"/t/{session.code}/")
    assert mark not in marks(phone(session, "Ann"), f"/t/{session.code}/")  # the same seat on another device
    assert marks(browser(), "/") == [""]
    client.post(f"/t/{session.code}/leave/")
    assert marks(client, f"/j/{session.code}/") == [""]  # the join page of a late comer


# Given late


def test_looking_around_makes_no_rows() -> None:
    session = joining()
    for page in ("/comfort/", "/", "/j/BFHJ/", "/j/ZZZZ/", "/screen/ZZZZ/", "/t/BFHJ/", "/t/ZZZZ/", "/j/ZZZZ/qr.svg"):
        Client().get(page)
    Client().post("/", {"code": "ZZZZ"})
    Client().post("/j/BFHJ/", {"name": "Ann"})  # taken
    assert not Device.objects.exists()
    Client().post(f"/j/{session.code}/", {"name": "Gus"})
    Client().post("/comfort/", {"large": "on"})
    assert Device.objects.count() == 2


# Forgotten


def ago(client: Client, **ages: float) -> None:
    Device.objects.filter(pk=device_of(client).pk).update(created=timezone.now() - timedelta(**ages))


def test_old_devices_that_hold_nothing_are_forgotten_and_no_others() -> None:
    session = playing()
    stranger, fresh, comfortable, gone = (browser() for _ in range(4))
    player, tablet = phone(session, "Ann"), desk(session)
    for client in (comfortable, gone):
        client.post("/comfort/", {"large": "on"})
    for client in (stranger, comfortable, player, tablet):
        ago(client, days=2)
    ago(gone, seconds=COOKIE_AGE + 1)
    keys = {digest(cookie_of(client)) for client in (fresh, comfortable, player, tablet)}
    forget_strangers()
    assert set(Device.objects.values_list("key", flat=True)) == keys


# Slowed down: whoever tries codes on any page


@pytest.mark.parametrize("address", ["/j/{}/", "/screen/{}/", "/j/{}/qr.svg", "/t/{}/"])
def test_wrong_codes_count_across_pages_but_not_for_the_venue(address: str) -> None:
    session = joining()
    guesser = Client()
    for _ in range(guards.WRONG_CODES):
        assert guesser.get(address.format("ZZZZ")).status_code == 404
    for page in (address, "/screen/{}/", "/j/{}/"):
        answer = guesser.get(page.format(session.code))
        assert answer.status_code == 429 and guards.explain_too_many_guesses() in answer.content.decode()
    assert Client().get(f"/screen/{session.code}/").status_code == 200  # from the same address
