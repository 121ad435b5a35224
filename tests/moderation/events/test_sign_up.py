"""The list of an evening: people put themselves on it without an account; at the door organisers tap who has come."""

import re
from datetime import date, datetime, time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Event
from moderation.events import guests
from moderation.events.forms import NO_TIME
from moderation.events.guests import MOST_GUESTS, GuestStatus
from moderation.models import Guest, SignUp
from moderation.players.names import LONGEST
from tests.moderation.clients import notices, numbers_in, said_in, text

WISHES: dict[str, str] = {"moderates": "on", "first": "on", "friends": "Léa", "until": "23:30"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Event:
    return Event.objects.create(name="Escale à jeux", date=date(2026, 11, 28))


@pytest.fixture
def opened(evening: Event) -> SignUp:
    """A list with room for two."""
    made = guests.open_list(evening)
    SignUp.objects.filter(pk=made.pk).update(capacity=2)
    made.refresh_from_db()
    return made


def page(opened: SignUp) -> str:
    return reverse("sign_up", args=[opened.key])


def signs(opened: SignUp, name: str, client: Client | None = None, **wishes: Any) -> Client:
    """Somebody puts themselves on the list, and reads the page that follows."""
    client = client or Client()
    answer = client.post(page(opened), {"name": name, **wishes})
    assert answer.status_code == 302, text(answer)
    client.get(page(opened))
    return client


def in_two(code: str) -> str:
    """A code as pages write it."""
    return f"{code[:5]} {code[5:]}"


def places(opened: SignUp) -> dict[str, str]:
    """How everybody stands on the list, by name."""
    opened.refresh_from_db()
    return {one.guest.name: one.place.value for one in guests.list_guests(opened.event)}


def taps(host: Client, name: str, deed: str, **more: str) -> Any:
    guest = Guest.objects.filter(name=name).latest("pk")
    return host.post(reverse("door_guest", args=[guest.pk]), {"do": deed, **more}, follow=True)


# Signing up


def test_people_sign_up_with_their_wishes_and_without_an_account(opened: SignUp) -> None:
    client = signs(
        opened, " Zoé ", games=["sporz", "lupus"], moderates="on", first="on", friends="Léa", until="23:30"
    )
    guest = Guest.objects.get()
    assert (guest.name, guest.games, guest.moderates, guest.first) == ("Zoé", ["sporz", "lupus"], True, True)
    assert (guest.friends, guest.until, guest.face) == ("Léa", time(23, 30), 0)
    shown = text(client.get(page(opened)))
    assert 'data-test="place-booked"' in shown and in_two(guest.code) in shown
    assert "Zoé" not in text(Client().get(page(opened)))  # nobody else is told who comes


def test_who_comes_again_changes_their_own_line(opened: SignUp) -> None:
    client = signs(opened, "Zoé", games=["sporz"])
    signs(opened, "Zoe B", client, games=["spree"])
    assert list(Guest.objects.values_list("name", "games")) == [("Zoe B", ["spree"])]


def test_whoever_comes_after_the_last_place_waits_and_moves_up(opened: SignUp) -> None:
    people = {name: signs(opened, name) for name in ("Ann", "Bob", "Cid", "Dan")}
    assert places(opened) == {"Ann": "booked", "Bob": "booked", "Cid": "waiting", "Dan": "waiting"}
    assert 'data-test="place-next"' in text(people["Cid"].get(page(opened)))
    assert numbers_in(text(people["Dan"].get(page(opened))), "place-waiting") == [1]
    people["Ann"].post(page(opened), {"do": "cancel"})
    assert places(opened) == {"Ann": "cancelled", "Bob": "booked", "Cid": "booked", "Dan": "waiting"}
    signs(opened, "Ann", people["Ann"])  # at the end of the list now
    assert places(opened)["Dan"] == "waiting"
    assert list(Guest.objects.filter(cancelled=None).values_list("name", flat=True)) == ["Bob", "Cid", "Dan", "Ann"]


def test_a_code_brings_the_entry_to_another_device(opened: SignUp) -> None:
    first = signs(opened, "Zoé")
    code, second = Guest.objects.get().code, Client()
    wrong = second.post(page(opened), {"do": "code", "code": "B" * 6 if code != "B" * 6 else "F" * 6})
    assert wrong.status_code == 409 and "Nobody on the list has this code." in text(wrong)
    typed = f" {code[:3].lower()}-{code[3:]} "
    assert second.post(page(opened), {"do": "code", "code": typed}).status_code == 302
    assert in_two(code) in text(second.get(page(opened)))
    assert in_two(code) not in text(first.get(page(opened)))


def test_who_guesses_codes_is_slowed_down_and_nobody_else(opened: SignUp) -> None:
    signs(opened, "Zoé")
    code, guesser, other = Guest.objects.get().code, Client(), Client()
    for _ in range(12):
        guesser.post(page(opened), {"do": "code", "code": "BBBBBB" if code != "BBBBBB" else "FFFFFF"})
    assert "please wait a few minutes" in text(guesser.post(page(opened), {"do": "code", "code": code}))
    assert other.post(page(opened), {"do": "code", "code": code}).status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "\u202e"},
        {"name": "x" * (LONGEST + 1)},
        {"name": "zoé"},  # sounds like Zoé, who is on it
        {"games": ["chess"]},
        {"friends": "x" * 121},
        {"friends": "a\x00b"},
        {"until": "late"},
        {"do": "code", "code": "\x00"},
        {"do": "code"},
    ],
    ids=str,
)
def test_invalid_input_is_refused_with_a_sentence_and_changes_nothing(opened: SignUp, wrong: dict[str, Any]) -> None:
    signs(opened, "Zoé")
    before = list(Guest.objects.values())
    answer = Client().post(page(opened), {"name": "Ann"} | wrong)
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert list(Guest.objects.values()) == before


def test_a_closed_list_refuses_new_people_but_allows_changes(opened: SignUp) -> None:
    client = signs(opened, "Zoé")
    SignUp.objects.update(open=False)
    refused = Client().post(page(opened), {"name": "Ann"})
    assert refused.status_code == 409 and 'data-test="list-closed"' in text(refused)
    signs(opened, "Zoé", client, friends="Léa")
    client.post(page(opened), {"do": "cancel"})
    assert places(opened) == {"Zoé": "cancelled"}


def test_a_list_has_an_end(opened: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_GUESTS >= 500
    monkeypatch.setattr(guests, "MOST_GUESTS", 1)
    signs(opened, "Zoé")
    assert "The list is full." in text(Client().post(page(opened), {"name": "Ann"}))


def test_a_list_that_does_not_exist_is_not_there(opened: SignUp) -> None:
    for path in ("/e/nowhere/", "/e/nowhere/qr.svg"):
        assert Client().get(path).status_code == 404
    assert Client().get(reverse("qr_sign_up", args=[opened.key]))["Content-Type"] == "image/svg+xml"


# At the door


def test_the_entrance_records_arrivals_departures_and_corrections(host: Client, opened: SignUp) -> None:
    signs(opened, "Ann")
    for deed, place in (("arrive", "here"), ("leave", "left"), ("arrive", "here"), ("back", "booked")):
        taps(host, "Ann", deed)
        assert places(opened) == {"Ann": place}, deed
    taps(host, "Ann", "burn")
    assert places(opened) == {"Ann": "booked"}


def test_whoever_walks_in_is_there_and_takes_a_place(host: Client, evening: Event, opened: SignUp) -> None:
    for name in ("Ann", "Bob"):
        signs(opened, name)
    SignUp.objects.update(capacity=3)
    assert host.post(reverse("door", args=[evening.pk]), {"name": "Walker"}).status_code == 302
    assert places(opened) == {"Ann": "booked", "Bob": "booked", "Walker": "here"}
    again = host.post(reverse("door", args=[evening.pk]), {"name": "walker"})
    assert again.status_code == 409 and "is on the list already" in text(again)


def test_places_of_who_has_not_come_go_to_who_waits(host: Client, evening: Event, opened: SignUp) -> None:
    people = {name: signs(opened, name) for name in ("Ann", "Bob", "Cid")}
    taps(host, "Ann", "arrive")
    host.post(reverse("door_list", args=[evening.pk]), {"do": "release"})
    assert places(opened) == {"Ann": "here", "Bob": "released", "Cid": "booked"}
    assert 'data-test="place-released"' in text(people["Bob"].get(page(opened)))
    assert "data-asked" in text(taps(host, "Bob", "arrive"))
    assert places(opened) == {"Ann": "here", "Bob": "released", "Cid": "booked"}
    taps(host, "Bob", "arrive", over="yes")
    assert places(opened) == {"Ann": "here", "Bob": "here", "Cid": "booked"}


def test_a_name_is_found_however_it_is_written(host: Client, evening: Event, opened: SignUp) -> None:
    for name in ("Zoé", "Bob"):
        signs(opened, name)
    shown = text(host.get(reverse("door", args=[evening.pk]), {"name": "ZOE"}))
    assert "Zoé" in shown and "Bob" not in shown


def test_a_name_that_is_taken_again_blocks_coming_back(host: Client, opened: SignUp) -> None:
    first = signs(opened, "Zoé")
    first.post(page(opened), {"do": "cancel"})
    signs(opened, "Zoé")
    cancelled = Guest.objects.exclude(cancelled=None).get()
    answer = host.post(reverse("door_guest", args=[cancelled.pk]), {"do": "back"}, follow=True)
    assert "Somebody of that name is on the list now." in text(answer)
    assert Guest.objects.filter(cancelled=None).count() == 1


@pytest.mark.parametrize("wrong", ["0", "x", "-1", "1001", "9" * 20])
def test_a_list_has_room_for_a_number_of_people(host: Client, evening: Event, wrong: str) -> None:
    answer = host.post(reverse("door_list", args=[evening.pk]), {"capacity": wrong, "open": "on"}, follow=True)
    assert "error" in notices(text(answer))
    assert not SignUp.objects.exists()


def test_an_organiser_opens_a_list_and_shows_its_address(host: Client, evening: Event) -> None:
    host.post(reverse("door_list", args=[evening.pk]), {"capacity": "90", "open": "on"})
    opened = SignUp.objects.get()
    shown = text(host.get(reverse("door", args=[evening.pk])))
    assert re.search(rf"/e/{opened.key}/", shown)
    assert (opened.capacity, opened.open) == (90, True)


def test_a_long_list_uses_as_many_queries_as_a_short(host: Client, evening: Event, opened: SignUp) -> None:
    counted = []
    for many in (3, 100):
        for _ in range(many):
            guests.add_guest(evening, None, f"Guest {Guest.objects.count()}", {})
        with CaptureQueriesContext(connection) as statements:
            host.get(reverse("door", args=[evening.pk]))
        counted.append(len(statements))
    assert counted[1] <= counted[0] <= 20


def test_everybody_on_a_list_has_an_avatar_and_a_code(evening: Event) -> None:
    for number in range(30):
        guests.add_guest(evening, None, f"Guest {number}", {})
    known = list(Guest.objects.values_list("face", "code"))
    assert len({face for face, _code in known}) == len({code for _face, code in known}) == 30
    assert {one.place for one in guests.list_guests(evening)} == {GuestStatus.BOOKED}


def test_an_avatar_is_chosen_by_one_tap_and_stays_unique(opened: SignUp) -> None:
    ana = signs(opened, "Ana", face="7")
    assert Guest.objects.get(name="Ana").face == 7
    assert re.search(r'value="7"\s+disabled', text(Client().get(page(opened))))
    refused = Client().post(page(opened), {"name": "Bob", "face": "7"})
    assert refused.status_code != 302 and "Somebody else has just taken this face" in text(refused)
    assert not Guest.objects.filter(name="Bob").exists()
    signs(opened, "Ana", ana)
    assert Guest.objects.get(name="Ana").face == 7
    signs(opened, "Ana", ana, face="3")
    assert Guest.objects.get(name="Ana").face == 3


@pytest.mark.parametrize("face", ["24", "-1", "x", "٣", "9999999999"])
def test_what_is_no_face_is_refused_in_a_sentence(opened: SignUp, face: str) -> None:
    answer = Client().post(page(opened), {"name": "Ana", "face": face})
    assert answer.status_code != 302 and face in said_in(text(answer), "wrong-face")
    assert not Guest.objects.exists()


def test_places_are_released_once_at_their_hour(
    host: Client, evening: Event, opened: SignUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("Ana", "Bob", "Cléo"):
        signs(opened, name)
    now = timezone.make_aware(datetime(2026, 11, 28, 19, 0))
    monkeypatch.setattr(timezone, "now", lambda: now)
    host.post(reverse("door_list", args=[evening.pk]), {"capacity": "2", "open": "on", "release": "20:30"})
    guests.arrive(Guest.objects.get(name="Ana"))
    host.get(reverse("door", args=[evening.pk]))
    assert places(opened) == {"Ana": "here", "Bob": "booked", "Cléo": "waiting"}
    now = timezone.make_aware(datetime(2026, 11, 28, 20, 30))
    host.get(reverse("door", args=[evening.pk]))
    assert places(opened) == {"Ana": "here", "Bob": "released", "Cléo": "booked"}
    host.get(reverse("door", args=[evening.pk]))
    assert places(opened)["Cléo"] == "booked"
    refused = host.post(reverse("door_list", args=[evening.pk]), {"open": "on", "release": "late"}, follow=True)
    assert notices(text(refused))["error"] == str(NO_TIME)
