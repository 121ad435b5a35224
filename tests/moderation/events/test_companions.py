"""Several people sign up from one phone, each with a line of their own."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Event
from moderation.events import companions, guests, line_changes
from moderation.events.archive.parts import export_event, import_event
from moderation.models import Guest, Placing, Seating, SignUp
from moderation.players.names import LONGEST
from tests.moderation.clients import text
from tests.moderation.events.live_board.hall import put
from tests.moderation.events.test_sign_up import in_two, page, places, signs
from tests.moderation.sporz_table import joining

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened() -> SignUp:
    """A list with room for two."""
    made = guests.open_list(Event.objects.create(name="Friday", spots=["Table 1"]))
    SignUp.objects.update(capacity=2)
    made.refresh_from_db()
    return made


def brings(opened: SignUp, client: Client, name: str, **more: str) -> str:
    """Sign somebody up on the same phone, and read the page that follows."""
    return text(client.post(page(opened), {"do": "companion", "name": name, **more}, follow=True))


def test_a_second_name_from_one_phone_is_a_second_line(opened: SignUp) -> None:
    phone = signs(opened, "Ann")
    for name in ("Bob", "Cid"):
        shown = brings(opened, phone, name, together="on")
    assert places(opened) == {"Ann": "booked", "Bob": "booked", "Cid": "waiting"}
    assert 'data-test="companions"' in shown
    for line in Guest.objects.exclude(name="Ann"):
        assert in_two(line.code) in shown and line.friends == "Ann"
    assert Guest.objects.get(name="Ann").friends == "Bob, Cid"
    assert "Bob" not in text(Client().get(page(opened)))


def test_who_does_not_come_along_makes_room(opened: SignUp) -> None:
    phone = signs(opened, "Ann")
    for name in ("Bob", "Cid"):
        brings(opened, phone, name)
    bob = Guest.objects.get(name="Bob")
    stranger = signs(opened, "Dan")
    for number in (str(bob.pk), "x", "9" * 30, ""):
        stranger.post(page(opened), {"do": "companion-off", "companion": number})
    assert places(opened)["Bob"] == "booked"
    phone.post(page(opened), {"do": "companion-off", "companion": str(bob.pk)})
    assert places(opened) == {"Ann": "booked", "Bob": "cancelled", "Cid": "booked", "Dan": "waiting"}


def test_a_companion_goes_to_another_phone_and_stays_listed(opened: SignUp) -> None:
    phone = signs(opened, "Ann")
    brings(opened, phone, "Bob")
    bob, own = Guest.objects.get(name="Bob"), Client()
    own.post(page(opened), {"do": "code", "code": bob.code})
    assert 'data-test="place-booked"' in text(own.get(page(opened)))
    bob.refresh_from_db()
    assert bob.device_id and bob.moved is None
    phone.post(page(opened), {"do": "cancel"})
    assert places(opened) == {"Ann": "cancelled", "Bob": "booked"}


def test_who_cancels_cancels_those_without_a_phone(opened: SignUp) -> None:
    phone = signs(opened, "Ann")
    brings(opened, phone, "Bob")
    phone.post(page(opened), {"do": "cancel"})
    assert places(opened) == {"Ann": "cancelled", "Bob": "cancelled"}


@pytest.mark.parametrize("name", ["", "ann", "x" * (LONGEST + 1)])
def test_bad_names_of_companions_are_refused(opened: SignUp, name: str) -> None:
    phone = signs(opened, "Ann")
    answer = phone.post(page(opened), {"do": "companion", "name": name})
    assert answer.status_code == 409 and 'role="alert"' in text(answer)
    assert Guest.objects.count() == 1


def test_one_phone_signs_up_a_few_people_only(opened: SignUp) -> None:
    phone = signs(opened, "Ann")
    for number in range(companions.MOST_COMPANIONS + 2):
        brings(opened, phone, f"Guest {number}")
    assert Guest.objects.count() == companions.MOST_COMPANIONS + 1
    SignUp.objects.update(open=False)
    assert "The list is closed." in text(phone.post(page(opened), {"do": "companion", "name": "Zoé"}))


def test_the_phone_tells_where_companions_sit(opened: SignUp) -> None:
    phone = signs(opened, "Ann")
    brings(opened, phone, "Bob")
    part = opened.event.rounds.create(name="First round")
    table = put(opened.event, joining(), "Table 1", part)
    seating = Seating.objects.create(round=part, accepted=timezone.now())
    bob = Guest.objects.get(name="Bob")
    guests.arrive(bob)
    seat = table.seats.get(name="Bob")
    Placing.objects.create(seating=seating, guest=bob, spot=0, game="sporz", session=table, seat=seat)
    region = text(phone.get(reverse("my_seat", args=[opened.key])))
    assert "Table 1" in region and "Sporz" in region and "csrf" not in region


def test_companions_and_lines_taken_off_come_back_by_import(opened: SignUp) -> None:
    phone = signs(opened, "Ann")
    for name in ("Bob", "Cid", "Dan"):
        brings(opened, phone, name)
    line_changes.take_off(Guest.objects.get(name="Bob"))
    guests.cancel(Guest.objects.get(name="Cid"))
    Guest.objects.filter(name="Dan").update(stays_at=0)
    content = export_event(opened.event).content
    Event.objects.all().delete()
    assert export_event(import_event(content)).content
    assert {one.name: (one.brought_by and one.brought_by.name, one.taken_off) for one in Guest.objects.all()} == {
        "Ann": (None, False),
        "Bob": ("Ann", True),
        "Cid": ("Ann", False),
        "Dan": ("Ann", False),
    }
    assert Guest.objects.get(name="Dan").stays_at == 0
