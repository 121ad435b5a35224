"""At the door: a few letters, one tap, and an undo for what was tapped by mistake."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Event
from moderation.events import check_in, guests
from moderation.models import Guest, SignUp
from tests.moderation.clients import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Event:
    return Event.objects.create(name="Friday")


def puts(evening: Event, *names: str, **wishes: Any) -> list[Guest]:
    return [guests.add_guest(evening, None, name, wishes) for name in names]


def door(host: Client, evening: Event, **query: str) -> str:
    """The part of the page that its script asks for."""
    answer = host.get(reverse("door", args=[evening.pk]), query, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return text(answer)


def taps(host: Client, guest: Guest, do: str, **more: str) -> Any:
    path = reverse("door_guest", args=[guest.pk])
    return host.post(path, {"do": do, **more}, headers={"HX-Request": "true"})


def test_the_door_shows_the_next_twelve(host: Client, evening: Event) -> None:
    people = puts(evening, *(f"Guest {number}" for number in range(20)))
    shown = door(host, evening)
    assert shown.count('value="arrive"') == check_in.NEXT == 12 and "8 more" in shown
    assert "csrfmiddlewaretoken" not in shown and "<html" not in shown  # two answers are the same bytes
    assert shown == door(host, evening)
    taps(host, people[0], "arrive")
    assert "Guest 12<" in door(host, evening).replace("</bdi>", "<")
    whole = text(host.get(reverse("door", args=[evening.pk]), {"all": "1"}))
    assert "Guest 19" in whole


@pytest.mark.parametrize("typed", ["zo", "ZOE", "zoé", "marti", "MARTIN", "duv"])
def test_a_few_letters_find_a_name_or_other_name(host: Client, evening: Event, typed: str) -> None:
    zoe, _bob = puts(evening, "Zoé", "Bob")
    Guest.objects.filter(pk=zoe.pk).update(other_name="Zoé Martin-Duval")
    shown = door(host, evening, name=typed)
    assert "Zoé" in shown and "Bob" not in shown


def test_a_code_finds_its_guest_alone(host: Client, evening: Event) -> None:
    zoe, _bob = puts(evening, "Zoé", "Bob")
    shown = door(host, evening, name=f" {zoe.code[:4].lower()} {zoe.code[4:6]}")
    assert "Zoé" in shown and "Bob" not in shown


def test_names_that_begin_with_the_letters_come_first(host: Client, evening: Event) -> None:
    puts(evening, "Joann", "Ann")
    shown = door(host, evening, name="ann")
    assert shown.index(">Ann<") < shown.index(">Joann<")


def test_a_tap_answers_with_the_list_and_an_undo(host: Client, evening: Event) -> None:
    (zoe,) = puts(evening, "Zoé")
    Guest.objects.update(signed=timezone.now() - timedelta(hours=1))
    answer = taps(host, zoe, "arrive")
    assert answer.status_code == 200 and 'data-test="undo"' in text(answer) and "Undo: Zoé" in text(answer)
    other = door(host, evening)  # another device at the door
    assert "Undo: Zoé" in other and "There: 1" in other
    taps(host, zoe, "undo")
    zoe.refresh_from_db()
    assert zoe.arrived is None and zoe.promised and not zoe.cancelled
    assert 'data-test="undo"' not in door(host, evening)


def test_undoing_a_walk_in_takes_them_off_the_list(host: Client, evening: Event) -> None:
    path, pushed = reverse("door", args=[evening.pk]), {"HX-Request": "true"}
    assert "Yves" in door(host, evening, name="Yves")
    assert "Undo: Yves" in text(host.post(path, {"name": "Yves"}, headers=pushed))
    taps(host, Guest.objects.get(), "undo")
    assert Guest.objects.get().cancelled
    assert host.post(path, {"name": "Yves"}, headers=pushed).status_code == 200
    wrong = host.post(path, {"name": "yves"}, headers=pushed)
    assert wrong.status_code == 409 and 'role="alert"' in text(wrong)


def test_the_door_asks_where_no_place_is_left(host: Client, evening: Event) -> None:
    guests.open_list(evening)
    SignUp.objects.update(capacity=1)
    ann, bob = puts(evening, "Ann", "Bob")
    asked = taps(host, bob, "arrive")
    assert asked.status_code == 409 and "data-asked" in text(asked)
    assert not Guest.objects.exclude(arrived=None).exists()
    assert taps(host, bob, "arrive", over="yes").status_code == 200
    assert taps(host, ann, "arrive").status_code == 200  # who was promised a place is never asked about
    assert Guest.objects.exclude(arrived=None).count() == 2


def test_wishes_lie_open_only_when_asked_for(host: Client, evening: Event) -> None:
    puts(evening, "Paul", friends="Marie, but not Kévin")
    shown = door(host, evening)
    closed = shown[: shown.index("not Kévin")]
    details = closed[closed.rindex("<details") :]
    assert "</summary>" in details and "</details>" not in details
    assert not details.partition(">")[0].endswith("open")
