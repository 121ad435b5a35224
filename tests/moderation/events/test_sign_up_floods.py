"""Attacks on the list of an evening and on who is remembered, by clients that keep no cookie, and by some that do."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from games import server_clock
from games.models import Event, GameSession, Seat
from moderation.access.devices import forget_strangers, give_pass
from moderation.access.guessing import GuessLimit, NetworkLimit
from moderation.events import guests, moving, sign_up, sign_up_floods
from moderation.models import Device, Guest, Kind, Pass, Person, Placing, PlayedSeat, Recognised, Seating, SignUp
from moderation.people import pruning
from moderation.people import views as people_views
from moderation.players import identities
from moderation.surfaces.phone import views as phone_views
from moderation.web import throttle
from tests.moderation.clients import joins, numbers_in, opens, text
from tests.moderation.sporz_table import browser, device_of

pytestmark = pytest.mark.django_db
HERE = "198.51.100.7"


@pytest.fixture
def evening() -> Event:
    return Event.objects.create(name="Escale", date=date(2026, 11, 28), spots=["Table 1"])


@pytest.fixture
def opened(evening: Event) -> SignUp:
    """A list with room for ten."""
    made = guests.open_list(evening)
    SignUp.objects.filter(pk=made.pk).update(capacity=10)
    made.refresh_from_db()
    return made


def page(opened: SignUp) -> str:
    return reverse("sign_up", args=[opened.key])


def sends(opened: SignUp, name: str, **where: str) -> Client:
    """A form of the list, sent by a client that reads no answer."""
    client = Client(**where)  # type: ignore[arg-type]
    answer = client.post(page(opened), {"name": name})
    assert answer.status_code == 302, text(answer)
    return client


def signs(opened: SignUp, name: str, **where: str) -> Client:
    """Somebody who signs up with a browser, which reads the page that follows."""
    client = sends(opened, name, **where)
    assert client.get(page(opened)).status_code == 200
    return client


def place(opened: SignUp, name: str) -> str:
    listed = guests.list_guests(opened.event)
    return next(one.place.value for one in listed if one.guest.name == name and not one.guest.cancelled)


# Codes


@dataclass(frozen=True)
class Lock:
    """A page that takes codes, the code of somebody, and the limit on wrong ones."""

    path: str
    code: str
    limit: GuessLimit

    def type(self, code: str = "", address: str = HERE) -> Any:
        """Type a code (the right one) in a browser that has never been here."""
        return Client().post(self.path, {"do": "code", "code": code or self.code}, REMOTE_ADDR=address)

    def guess(self, addresses: list[str]) -> None:
        """Type wrong codes: the last one on the page, those before as the page would count them."""
        for address in addresses[:-1]:
            self.limit.count_wrong(RequestFactory().post(self.path, REMOTE_ADDR=address))
        assert "has this code" in text(self.type("B" * len(self.code), addresses[-1]))


@pytest.fixture(params=["guest", "person"])
def lock(request: pytest.FixtureRequest, opened: SignUp) -> Lock:
    if request.param == "guest":
        signs(opened, "Zoé")
        return Lock(page(opened), Guest.objects.get().code, sign_up.build_guess_limit(opened.event))
    identities.agree("Zoé", Person.Consent.TOLD)
    return Lock(reverse("me"), Person.objects.get().code, people_views.build_guess_limit())


def test_codes_without_cookies_are_limited_for_their_network_only(lock: Lock) -> None:
    for _ in range(60):
        assert "has this code" in text(lock.type("B" * len(lock.code)))
    refused = lock.type()
    assert refused.status_code == 409 and "wait a few minutes" in text(refused)
    assert lock.type(address="198.51.100.8").status_code == 302


def test_codes_from_one_64_network_are_limited(lock: Lock) -> None:
    lock.guess([f"2001:db8:7:1::{number:x}" for number in range(60)])
    assert lock.type(address="2001:db8:7:1::abcd").status_code == 409
    assert lock.type(address="2001:db8:7:2::1").status_code == 302


def test_codes_from_everywhere_are_limited_for_a_while(lock: Lock) -> None:
    lock.guess([f"203.0.{number % 256}.{number // 256}" for number in range(300)])
    assert lock.type().status_code == 409
    throttle.reset_tries(lock.limit.what)  # a few minutes later
    assert lock.type().status_code == 302


def test_codes_of_one_evening_are_counted_for_no_other(opened: SignUp) -> None:
    other = guests.open_list(Event.objects.create(name="Another", date=date(2026, 12, 5)))
    signs(other, "Zoé")
    guessed = Lock(page(opened), "B" * 10, sign_up.build_guess_limit(opened.event))
    guessed.guess([f"203.0.{number % 256}.{number // 256}" for number in range(300)])
    brings(other, Guest.objects.get().code)


def test_codes_are_too_long_to_be_met_by_chance(opened: SignUp) -> None:
    """Tries that the limits allow in a day meet one of a full list with a chance below one in a hundred."""
    signs(opened, "Zoé")
    limit = 300 * (24 * 60 // 5) * guests.MOST_GUESTS
    assert limit / 10 ** len(Guest.objects.get().code) < 0.01


# A line that goes to another device


@pytest.fixture
def seated(opened: SignUp, host: Client) -> tuple[Client, str, GameSession]:
    """Zoé's phone, the code of her line, and the table at which she is to sit."""
    table = opens(host)
    zoe = signs(opened, "Zoé")
    guest = Guest.objects.get()
    guests.arrive(guest)
    seat = Seat.objects.create(session=table, name="Zoé", folded="zoe", place=0, face=1)
    accepted = Seating.objects.create(round=opened.event.rounds.create(name="1"), accepted=timezone.now())
    Placing.objects.create(seating=accepted, guest=guest, spot=0, game="sporz", session=table, seat=seat)
    return zoe, guest.code, table


def brings(opened: SignUp, code: str) -> Client:
    """Another device, on which the code is typed."""
    client = Client()
    assert client.post(page(opened), {"do": "code", "code": code}).status_code == 302
    return client


def sits(opened: SignUp, client: Client) -> bool:
    """Whether the tap on “Go to my seat” leads to a seat or a desk."""
    answer = client.post(reverse("my_seat", args=[opened.key]))
    return answer.headers["Location"] != page(opened)


def test_a_moved_entry_opens_no_seat_until_confirmed(opened: SignUp, seated: tuple[Client, str, GameSession]) -> None:
    zoe, code, _table = seated
    thief = brings(opened, code)
    assert not sits(opened, thief)
    assert not Pass.objects.filter(kind=Kind.SEAT).exists()
    assert 'data-test="line-moved"' in text(thief.get(page(opened)))
    told = text(zoe.get(page(opened)))
    assert 'data-test="line-left"' in told and "Zoé" in told
    zoe.post(page(opened), {"do": "moved"})
    assert sits(opened, thief)  # it was herself


def test_a_line_that_was_moved_opens_no_desk(
    opened: SignUp, host: Client, seated: tuple[Client, str, GameSession]
) -> None:
    zoe, code, table = seated
    Placing.objects.update(runs=True, seat=None)
    Pass.objects.filter(kind=Kind.MODERATOR, session=table).delete()
    thief = brings(opened, code)
    assert not sits(opened, thief)
    assert thief.get(reverse("desk", args=[table.code])).status_code == 404
    zoe.post(page(opened), {"do": "back"})
    assert sits(opened, zoe)


def test_a_line_is_taken_back_under_a_new_code(opened: SignUp, seated: tuple[Client, str, GameSession]) -> None:
    zoe, code, _table = seated
    thief = brings(opened, code)
    thief.post(page(opened), {"do": "cancel"})
    zoe.post(page(opened), {"do": "back"})
    guest = Guest.objects.get()
    assert guest.code != code and guest.cancelled is None and guest.moved is None
    assert 'data-test="place-here"' in text(zoe.get(page(opened)))
    assert 'data-test="place-here"' not in text(thief.get(page(opened)))
    assert "Nobody on the list has this code." in text(thief.post(page(opened), {"do": "code", "code": code}))
    assert 'data-test="line-left"' not in text(thief.get(page(opened)))
    assert sits(opened, zoe)


def test_the_first_device_can_always_take_its_entry_back(
    opened: SignUp, seated: tuple[Client, str, GameSession]
) -> None:
    zoe, code, _table = seated
    brings(opened, code)
    last = brings(opened, code)
    assert not sits(opened, last)
    zoe.post(page(opened), {"do": "code", "code": code})  # or she types it again
    assert sits(opened, zoe) and not sits(opened, last)


def test_the_entrance_confirms_or_returns_a_moved_entry(
    opened: SignUp, host: Client, seated: tuple[Client, str, GameSession]
) -> None:
    zoe, code, _table = seated
    other, door = brings(opened, code), reverse("door", args=[opened.event.pk])
    deed = reverse("door_guest", args=[Guest.objects.get().pk])
    assert 'data-test="moved-lines"' in text(host.get(door))
    host.post(deed, {"do": "return"})
    assert 'data-test="moved-lines"' not in text(host.get(door))
    assert not sits(opened, other) and Guest.objects.get().device == device_of(zoe)
    other = brings(opened, Guest.objects.get().code)
    host.post(deed, {"do": "confirm"})
    assert sits(opened, other)


def test_arrival_at_the_entrance_confirms_a_moved_entry(
    opened: SignUp, host: Client, seated: tuple[Client, str, GameSession]
) -> None:
    _zoe, code, _table = seated
    Guest.objects.update(arrived=None)
    phone = brings(opened, code)  # signed up at home, comes with a phone
    host.post(reverse("door_guest", args=[Guest.objects.get().pk]), {"do": "arrive"})
    assert sits(opened, phone)


def test_a_line_that_no_device_had_is_not_moved(opened: SignUp, seated: tuple[Client, str, GameSession]) -> None:
    Guest.objects.update(device=None)
    assert sits(opened, brings(opened, seated[1]))


def test_an_entry_never_opens_a_seat_with_a_present_phone(
    opened: SignUp, host: Client, seated: tuple[Client, str, GameSession]
) -> None:
    zoe, code, table = seated
    assert sits(opened, zoe)
    thief = brings(opened, code)
    host.post(reverse("door_guest", args=[Guest.objects.get().pk]), {"do": "confirm"})
    assert not sits(opened, thief)
    assert thief.get(reverse("phone", args=[table.code])).status_code == 302
    assert zoe.get(reverse("phone", args=[table.code])).status_code == 200


def test_a_moved_entry_cannot_be_remembered_or_forgotten_there(opened: SignUp) -> None:
    zoe = signs(opened, "Zoé")
    zoe.post(reverse("me"), {"do": "agree", "name": "Zoé"})
    zoe.post(reverse("me"), {"do": "leave"})
    thief = brings(opened, Guest.objects.get().code)
    refused = thief.post(reverse("me"), {"do": "agree", "name": "Zed"})
    assert refused.status_code == 409
    other = identities.agree("Zed", Person.Consent.OWN, device_of(thief))
    identities.link_device(other, device_of(thief))
    assert Guest.objects.get().person == Person.objects.get(name="Zoé")
    thief.post(reverse("me"), {"do": "forget", "sure": "on"})
    assert Guest.objects.get().name == "Zoé"


def test_a_device_with_a_moved_entry_is_not_its_person(
    opened: SignUp, seated: tuple[Client, str, GameSession]
) -> None:
    thief = brings(opened, seated[1])
    identities.agree("Zed", Person.Consent.OWN, device_of(thief))
    identities.link_placings(list(Placing.objects.all()))
    assert not PlayedSeat.objects.exists()
    identities.record_spoken_consent(Guest.objects.get())
    assert identities.find_person(device_of(thief)) == Person.objects.get(name="Zed")


def test_whoever_keeps_a_line_for_days_keeps_its_device(opened: SignUp) -> None:
    zoe, bob = signs(opened, "Zoé"), signs(opened, "Bob")
    moving.move_line(Guest.objects.get(name="Bob"), Device.objects.create(key="another"))
    Device.objects.update(created=timezone.now() - timedelta(days=5))
    forget_strangers()
    assert 'data-test="place-booked"' in text(zoe.get(page(opened)))
    assert 'data-test="line-left"' in text(bob.get(page(opened)))


# Lists without limit


def test_lines_of_forms_alone_take_no_place_and_no_name(opened: SignUp, host: Client) -> None:
    for number in range(40):
        sends(opened, f"Guest {number}")
    sends(opened, "Zoé")
    zoe = signs(opened, "Zoé", REMOTE_ADDR=HERE)
    assert place(opened, "Zoé") == "booked"
    assert 'data-test="place-booked"' in text(zoe.get(page(opened)))
    assert Guest.objects.filter(name="Zoé").count() == 1
    door = text(host.get(reverse("door", args=[opened.event.pk])))
    assert "Guest 7" not in door and "expected: 1 " in door
    assert "Guest 7" not in text(host.get(reverse("guests_file", args=[opened.event.pk])))


def test_lines_of_forms_alone_go_by_themselves(opened: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        sends(opened, f"Guest {number}")
    zoe = signs(opened, "Zoé")
    later = server_clock.now() + guests.LAPSE
    monkeypatch.setattr(server_clock, "now", lambda: later)
    zoe.get(page(opened))
    assert [one.name for one in Guest.objects.all()] == ["Zoé"]


def test_a_device_that_is_known_needs_no_second_look(opened: SignUp) -> None:
    phone = browser()
    phone.post(page(opened), {"name": "Zoé"})
    assert place(opened, "Zoé") == "booked"


def test_lines_of_forms_alone_never_fill_the_list(opened: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MOST_GUESTS", 3)
    for number in range(6):
        sends(opened, f"Guest {number}")
    signs(opened, "Zoé")
    assert place(opened, "Zoé") == "booked"
    assert Guest.objects.filter(expected__isnull=False).count() <= 3


def test_the_entrance_removes_entries_of_one_network_and_restores(opened: SignUp, host: Client) -> None:
    for name in ("Ann", "Bob"):
        signs(opened, name, REMOTE_ADDR="203.0.113.7")
    for number in range(12):
        signs(opened, f"Guest {number}", REMOTE_ADDR=HERE)
    guests.arrive(Guest.objects.get(name="Guest 3"))
    signs(opened, "Zoé", REMOTE_ADDR="203.0.113.7")
    assert place(opened, "Zoé") == "waiting"
    [crowd] = sign_up_floods.list_crowds(opened.event)
    assert crowd.count == 11
    assert crowd.network in text(host.get(reverse("door", args=[opened.event.pk])))
    sweep, form = reverse("door_sweep", args=[opened.event.pk]), {"network": crowd.network}
    host.post(sweep, form | {"do": "sweep"})
    names = [one.guest.name for one in guests.list_guests(opened.event)]
    assert names == ["Ann", "Bob", "Guest 3", "Zoé"]
    assert place(opened, "Zoé") == "booked"
    assert 'data-test="crowds"' in text(host.get(reverse("door", args=[opened.event.pk])))
    refused = Client(REMOTE_ADDR=HERE).post(page(opened), {"name": "Guest 99"})
    assert refused.status_code == 409 and "ask an organiser" in text(refused)
    signs(opened, "Guest 5", REMOTE_ADDR="203.0.113.7")  # somebody else has taken the name
    host.post(sweep, form | {"do": "back"})
    assert Guest.objects.filter(cancelled=None).count() == 4 + 10 + 1
    signs(opened, "Guest 99", REMOTE_ADDR=HERE)


def test_a_network_of_48_bits_is_swept_as_one(opened: SignUp) -> None:
    for number in range(12):
        signs(opened, f"Guest {number}", REMOTE_ADDR=f"2001:db8:7:{number:x}::1")
    [crowd] = sign_up_floods.list_crowds(opened.event)
    assert sign_up_floods.sweep(opened.event, crowd.network) == 12


def test_a_sweep_forgets_pseudonyms_that_only_its_lines_have(opened: SignUp, host: Client) -> None:
    table = opens(host)
    for number in range(12):
        phone = signs(opened, f"Guest {number}", REMOTE_ADDR=HERE)
        phone.post(reverse("me"), {"do": "agree", "name": f"Guest {number}"})
        if number == 7:
            joins(table, "Seven", phone)
            Pass.objects.update(expected=None)
            phone.post(reverse("me"), {"do": "here"})
    assert Person.objects.count() == 12
    [crowd] = sign_up_floods.list_crowds(opened.event)
    sign_up_floods.sweep(opened.event, crowd.network)
    assert [one.name for one in Person.objects.all()] == ["Guest 7"]


def test_one_network_adds_at_most_a_full_hall(opened: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sign_up_floods.SIGN_UPS >= 200
    monkeypatch.setattr(sign_up_floods, "SIGN_UPS", 5)
    for number in range(5):
        phone = signs(opened, f"Guest {number}", REMOTE_ADDR=HERE)
    refused = Client(REMOTE_ADDR=HERE).post(page(opened), {"name": "Guest 5"})
    assert refused.status_code == 409 and "ask an organiser" in text(refused)
    assert phone.post(page(opened), {"name": "Other"}, REMOTE_ADDR=HERE).status_code == 302  # who is on it changes it
    signs(opened, "Zoé", REMOTE_ADDR="203.0.113.7")


def test_sixty_people_behind_one_address_all_sign_up(opened: SignUp) -> None:
    for number in range(60):
        signs(opened, f"Guest {number}", REMOTE_ADDR=HERE)
    assert Guest.objects.filter(expected=None).count() == 60


def test_network_marks_are_no_addresses_and_expire_after_the_evening(opened: SignUp) -> None:
    signs(opened, "Zoé", REMOTE_ADDR=HERE)
    mark = Guest.objects.get().network
    assert mark and HERE not in mark
    pruning.prune()
    assert Guest.objects.get().network == mark
    Event.objects.update(date=timezone.localdate() - timedelta(days=3))
    pruning.prune()
    assert Guest.objects.get().network == ""


# Who is remembered


def test_devices_without_seat_entry_or_desk_are_forgotten(opened: SignUp) -> None:
    for number in range(20):
        answer = Client().post(reverse("me"), {"do": "agree", "name": f"Guest {number}"})
        assert answer.status_code == 409 and 'data-test="needs-something"' in text(answer)
    stranger = browser()
    assert 'data-test="needs-something"' in text(stranger.get(reverse("me")))
    assert stranger.post(reverse("me"), {"do": "agree", "name": "Zoé"}).status_code == 409
    sends(opened, "Ann")
    assert not identities.may_agree(Guest.objects.get().device)
    assert not Person.objects.exists()


def test_a_seat_that_a_form_alone_has_taken_remembers_nobody(host: Client) -> None:
    table = opens(host)
    phone = joins(table, "Zoé")
    assert phone.post(reverse("me"), {"do": "agree", "name": "Zoé"}).status_code == 409
    Pass.objects.filter(kind=Kind.SEAT).update(expected=None)
    assert phone.post(reverse("me"), {"do": "agree", "name": "Zoé"}).status_code == 302
    assert PlayedSeat.objects.get().person.name == "Zoé"


@pytest.mark.parametrize("held", ["seat", "line", "desk"])
def test_one_thing_makes_one_person_and_no_more(opened: SignUp, host: Client, held: str) -> None:
    table = opens(host)
    if held == "seat":
        phone = joins(table, "Zoé")
        Pass.objects.update(expected=None)
    elif held == "line":
        phone = signs(opened, "Zoé")
    else:
        phone = browser()
        give_pass(device_of(phone), Kind.MODERATOR, table)
    assert phone.post(reverse("me"), {"do": "agree", "name": "Zoé"}).status_code == 302
    phone.post(reverse("me"), {"do": "leave"})
    assert phone.post(reverse("me"), {"do": "agree", "name": "Ann"}).status_code == 409
    assert Person.objects.count() == 1


def test_whoever_finds_another_device_that_knows_them_ends_it(opened: SignUp) -> None:
    zoe = signs(opened, "Zoé")
    zoe.post(reverse("me"), {"do": "agree", "name": "Zoé"})
    code, thief = Person.objects.get().code, Client()
    thief.post(reverse("me"), {"do": "code", "code": code})
    assert numbers_in(text(zoe.get(reverse("me"))), "devices") == [2]
    zoe.post(reverse("me"), {"do": "alone"})
    assert Recognised.objects.get().device == device_of(zoe)
    assert Person.objects.get().code != code
    assert "Zoé" not in text(thief.get(reverse("me")))


def test_forms_of_comfort_make_no_rows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert phone_views.NEW_DEVICES.most >= 200
    monkeypatch.setattr(phone_views, "NEW_DEVICES", NetworkLimit("new-devices", 5, 600))
    for _ in range(20):
        answer = Client(REMOTE_ADDR=HERE).post(reverse("comfort"), {"large": "on"})
    assert answer.status_code == 302
    assert Device.objects.count() == 5
    Client(REMOTE_ADDR="203.0.113.7").post(reverse("comfort"), {"large": "on"})
    assert Device.objects.count() == 6
