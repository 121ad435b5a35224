"""Who may do what: cookies, passes, one-time links and the guards of every page."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, reverse
from django.utils import timezone

from games.models import GameSession
from moderation.access import devices, guards
from moderation.access.devices import COOKIE, digest, find_or_create_device, give_pass
from moderation.access.invite_links import create_link, find_usable_link, redeem
from moderation.models import PIN_TRIES, Device, Kind, Link, Pass
from moderation.project import urls
from tests.moderation.sporz_table import browser, desk, device_of, joining, phone, playing

pytestmark = pytest.mark.django_db


def request_of(device: Device | None = None) -> object:
    request = RequestFactory().post("/")
    request.device = device  # type: ignore[attr-defined]
    return request


# Devices


def test_a_device_cookie_is_not_readable_by_scripts() -> None:
    session = joining()
    client = Client()
    client.post(reverse("join", kwargs={"code": session.code}), {"name": "Gus"})
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"] and cookie["samesite"] == "Lax" and len(cookie.value) >= 40
    assert not Device.objects.filter(key=cookie.value).exists()  # kept is only the digest
    assert device_of(client).key == digest(cookie.value)


def test_looking_at_a_page_makes_nobody_known() -> None:
    assert COOKIE not in Client().get("/robots.txt").cookies
    assert not Device.objects.exists()


def test_a_device_keeps_its_cookie() -> None:
    client = browser()
    before = client.cookies[COOKIE].value
    client.get(reverse("comfort"))
    assert client.cookies[COOKIE].value == before
    assert Device.objects.count() == 1


# One-time links


def test_a_link_is_good_for_one_use() -> None:
    session = joining()
    seat = session.seats.get(name="Ann")
    token, _pin = create_link(Kind.SEAT, session, seat)
    link = find_usable_link(request_of(), token, Kind.SEAT)
    assert redeem(request_of(), link)  # type: ignore[arg-type]
    with pytest.raises(Http404):
        find_usable_link(request_of(), token, Kind.SEAT)
    with pytest.raises(Http404):
        redeem(request_of(), link)  # type: ignore[arg-type]  # somebody who had opened the page before


def test_a_link_opens_only_what_it_was_made_for() -> None:
    session = joining()
    token, _pin = create_link(Kind.SEAT, session, session.seats.get(name="Ann"))
    for kind in (Kind.HOST, Kind.MODERATOR):
        with pytest.raises(Http404):
            find_usable_link(request_of(), token, kind)
    for guess in ("", "x", token[:-1], digest(token)):
        with pytest.raises(Http404):
            find_usable_link(request_of(), guess, Kind.SEAT)


def test_a_new_link_makes_the_older_one_void() -> None:
    old, _ = create_link(Kind.HOST)
    new, _ = create_link(Kind.HOST)
    with pytest.raises(Http404):
        find_usable_link(request_of(), old, Kind.HOST)
    assert find_usable_link(request_of(), new, Kind.HOST)


def test_every_link_ends_after_a_quarter_of_an_hour() -> None:
    session = joining()
    links = {kind: create_link(kind, None if kind == Kind.HOST else session)[0] for kind in Kind}
    assert {round((link.expires - link.created) / timedelta(minutes=1)) for link in Link.objects.all()} == {15}  # type: ignore[operator]
    Link.objects.update(expires=timezone.now() - timedelta(seconds=1))
    for kind, token in links.items():
        with pytest.raises(Http404):
            find_usable_link(request_of(), token, kind)  # type: ignore[arg-type]


def test_a_pin_may_be_missed_four_times() -> None:
    token, pin = create_link(Kind.MODERATOR, joining(), pin=True)
    wrong = f"{(int(pin) + 1) % 10_000:04}"
    link = find_usable_link(request_of(), token, Kind.MODERATOR)
    assert len(pin) == 4
    for guess in [wrong, "", "é", wrong][: PIN_TRIES - 1]:
        assert redeem(request_of(), link, guess) is None  # type: ignore[arg-type]
    assert redeem(request_of(), link, pin)  # type: ignore[arg-type]


def test_after_five_wrong_pins_the_right_one_opens_nothing() -> None:
    token, pin = create_link(Kind.MODERATOR, joining(), pin=True)
    link = find_usable_link(request_of(), token, Kind.MODERATOR)
    for _ in range(PIN_TRIES):
        assert redeem(request_of(), link, "none") is None  # type: ignore[arg-type]
    with pytest.raises(Http404):
        redeem(request_of(), link, pin)  # type: ignore[arg-type]
    with pytest.raises(Http404):
        find_usable_link(request_of(), token, Kind.MODERATOR)
    assert not Pass.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_link_redeemed_by_many_at_once_lets_one_in() -> None:
    session = joining()
    token, _pin = create_link(Kind.SEAT, session, session.seats.get(name="Ann"))
    let_in: list[Pass] = []

    def redeem_it() -> None:
        try:
            link = find_usable_link(request_of(), token, Kind.SEAT)  # type: ignore[arg-type]
            if given := redeem(request_of(), link):  # type: ignore[arg-type]
                let_in.append(given)
        except Http404:
            pass
        finally:
            connection.close()

    threads = [threading.Thread(target=redeem_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(let_in) == Pass.objects.count() == 1


def test_a_seat_belongs_to_one_device() -> None:
    session = playing()
    old, new = phone(session, "Ann"), browser()
    devices.move_seat(device_of(new), session.seats.get(name="Ann"))
    assert [held.device for held in Pass.objects.filter(seat__name="Ann")] == [device_of(new)]
    assert old.get(reverse("phone", kwargs={"code": session.code})).status_code == 302


def test_a_device_holds_one_seat_at_a_table() -> None:
    session = playing()
    client = phone(session, "Ann")
    give_pass(device_of(client), Kind.SEAT, session, session.seats.get(name="Bob"))
    assert [held.seat and held.seat.name for held in Pass.objects.all()] == ["Bob"]


def test_whoever_becomes_known_twice_in_one_request_is_one_device() -> None:
    request = RequestFactory().get("/")
    assert find_or_create_device(request) == find_or_create_device(request)
    assert Device.objects.count() == 1


# Guards: every page of the site, tried by everybody who may not see it

OPEN_TO_ALL = {
    "admin_login",
    "robots",
    "set_language",
    "set_light",
    "check",
    "checked",
    "home",
    "join",
    "seat_back",
    "qr_join",
    "screen",
    "comfort",
    "help_index",
    "help",
    "help_easy",
    "help_page",
    "balance_index",
    "balance",
    "credits",
    "host_link",  # the token is the key
    "organiser_link",
    "sign_up",  # the evening's own address
    "paper_cards",
    "paper_crib",
    "paper_aid",
    "paper_easy",
    "paper_board",
    "qr_sign_up",
    "my_seat",
    "hall_screen",  # once it is switched on
    "guest_calendar",
    "rights",
    "me",
    "me_data",
    "me_file",
    "seat_link",
    "desk_link",
}
OF_THE_HOST = {"server_status", "create", "rehearse", "components", "desk_take", "import_record"}
OF_THE_HOST |= {"events", "event", "event_edit", "event_state", "move_table", "place_table"}
OF_THE_HOST |= {"event_delete", "table_delete"}
OF_THE_HOST |= {"round_seats", "round_deed", "round_search", "round_stop", "round_desk"}
OF_THE_HOST |= {"door", "door_list", "door_sweep", "door_guest", "guest_list"}
OF_THE_HOST |= {"hall", "hall_say", "hall_silence", "hall_switch", "hall_help", "help_calls"}
OF_THE_HOST |= {"venue_zone", "calendar_file", "results_file", "guests_file", "evening_out", "evening_in"}
OF_THE_HOST |= {"event_paper", "event_programme", "event_seats", "event_sheet", "event_signs"}
OF_THE_HOST |= {"people", "person", "person_deed", "person_file"}
OF_THE_HOST |= {"statistics", "statistics_index", "statistics_file"}
OF_THE_HOST |= {"organiser_invite", "organiser_remove", "organiser_link_state"}
TO_JOIN = {"phone", "phone_story", "phone_picture"}  # who has no seat is sent to where one is taken
OF_A_SEAT = {"phone", "answer", "looked", "agree", "face", "ready", "take_back", "go_without", "come_back", "leave"}
OF_A_SEAT |= {"agree_seat_back"}
OWN = [part for part in urls.urlpatterns if getattr(part, "app_name", None) != "admin"]
PAGES: list[URLPattern] = [page for part in OWN for page in getattr(part, "url_patterns", [part])]


def address(page: URLPattern, session: GameSession) -> str:
    """The page at this table, for Ann's seat where it is a seat's."""
    known = {
        "code": session.code,
        "seat_id": session.seats.get(name="Ann").pk,
        "link_id": 1,
        "pass_id": 1,
        "guest_id": 1,
        "person_id": 1,
        "name": "games",
        "key": "x",
        "event_id": 1,
        "round_id": 1,
        "session_id": session.pk,
        "token": "x",
        "slug": "sporz",
        "kind": "poster",
        "game": "murder",
        "page": "x",
    }
    return reverse(str(page.name), kwargs={name: known[name] for name in page.pattern.converters})


def guarded() -> list[URLPattern]:
    return [page for page in PAGES if page.name not in OPEN_TO_ALL]


def everybody_else(page: URLPattern, session: GameSession) -> dict[str, Client]:
    """Those who may not see this page."""
    host = browser()
    give_pass(device_of(host), Kind.HOST)
    elsewhere = playing("KLMR")
    people = {
        "nobody": Client(),
        "a stranger": browser(),
        "a player": phone(session, "Bob"),
        "a player elsewhere": phone(elsewhere, "Ann"),
        "the moderator": desk(session),
        "a moderator elsewhere": desk(elsewhere),
        "the host": host,
    }
    if page.name in OF_THE_HOST:
        people.pop("the host")
    elif page.name in OF_A_SEAT:
        people.pop("a player")
    else:
        people.pop("the moderator")
    return people


@pytest.mark.parametrize("page", guarded(), ids=lambda page: str(page.name))
def test_a_page_without_permission_does_not_exist(page: URLPattern) -> None:
    session = playing()
    url = address(page, session)
    head, seats = session.head, list(session.seats.values())
    for who, client in everybody_else(page, session).items():
        for send in (client.get, client.post):
            answer: HttpResponse = send(url)
            to_join = page.name in TO_JOIN and answer.status_code == 302
            # 405: the wrong verb is refused before anybody is asked who they are.
            assert to_join or answer.status_code in (404, 405), who
            if to_join:
                assert answer.headers["Location"] == f"/j/{session.code}/?moved=1"
    session.refresh_from_db()
    assert (session.head, list(session.seats.values())) == (head, seats)


def test_a_moderator_does_nothing_to_a_seat_of_another_table() -> None:
    session, elsewhere = joining(), joining("KLMR")
    before = list(elsewhere.seats.values())
    foreign = elsewhere.seats.get(name="Ann").pk
    moderator = desk(session)
    for page in PAGES:
        if "seat_id" not in page.pattern.converters:
            continue
        url = reverse(str(page.name), kwargs={"code": session.code, "seat_id": foreign})
        assert moderator.get(url).status_code in (404, 405), page.name
        moderator.post(url, {"name": "Zoe", "role": "doctor"})
    assert list(elsewhere.seats.values()) == before
    assert not Link.objects.exists()


def test_a_closed_table_is_not_there_for_anybody() -> None:
    session = playing()
    clients = [phone(session, "Ann"), desk(session), Client()]
    GameSession.objects.filter(pk=session.pk).update(closed=timezone.now())
    for client, page in zip(clients, ("phone", "desk", "screen"), strict=True):
        assert client.get(reverse(page, kwargs={"code": session.code})).status_code == 404


def test_a_code_may_be_written_anyhow() -> None:
    session = playing()
    for code in ("bfhj", "BFHJ", "bFhJ", "b f h j"):
        assert guards.open_game(code) == session
