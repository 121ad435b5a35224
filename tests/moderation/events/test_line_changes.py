"""Organisers take a line off, rename it or merge it; who is concerned reads it, and who waits moves up."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Event
from moderation.events import guests, line_changes
from moderation.models import Guest, SignUp
from tests.moderation.clients import text
from tests.moderation.events.test_sign_up import page, places, signs

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened() -> SignUp:
    """A list with room for one."""
    made = guests.open_list(Event.objects.create(name="Friday"))
    SignUp.objects.update(capacity=1)
    made.refresh_from_db()
    return made


def does(host: Client, who: str, do: str, **more: str) -> Any:
    guest = Guest.objects.get(name=who, cancelled=None)
    path = reverse("door_guest", args=[guest.pk])
    return host.post(path, {"do": do, **more}, headers={"HX-Request": "true"})


def test_who_is_taken_off_reads_it_and_another_moves_up(host: Client, opened: SignUp) -> None:
    ann, bob = signs(opened, "Ann"), signs(opened, "Bob")
    assert does(host, "Ann", "cancel").status_code == 200
    assert places(opened) == {"Ann": "cancelled", "Bob": "booked"}
    assert 'data-test="taken-off"' in text(ann.get(page(opened)))
    shown = text(bob.get(page(opened)))
    assert 'data-test="place-booked"' in shown and "taken-off" not in shown
    signs(opened, "Ann", ann)
    assert "taken-off" not in text(ann.get(page(opened)))
    ann.post(page(opened), {"do": "cancel"})
    assert "taken-off" not in text(ann.get(page(opened)))  # their own doing


def test_a_renamed_line_keeps_its_place_and_earlier_name(host: Client, opened: SignUp) -> None:
    ann = signs(opened, "Anne")
    signs(opened, "Bob")
    assert does(host, "Anne", "rename", name="Anne-Lise").status_code == 200
    assert places(opened) == {"Anne-Lise": "booked", "Bob": "waiting"}
    assert "Anne-Lise" in text(ann.get(page(opened)))
    line = Guest.objects.get(name="Anne-Lise")
    assert line.other_name == "Anne"
    for name in ("bob", "", "x" * 30):
        refused = does(host, "Anne-Lise", "rename", name=name)
        assert refused.status_code == 409 and 'role="alert"' in text(refused)
    assert places(opened) == {"Anne-Lise": "booked", "Bob": "waiting"}


def test_merged_lines_keep_the_promise_the_phone_and_wishes(host: Client, opened: SignUp) -> None:
    guests.add_guest(opened.event, None, "Tom Dupont", {"friends": "Léa"})
    phone = signs(opened, "Tom", moderates="on")
    assert places(opened) == {"Tom Dupont": "booked", "Tom": "waiting"}
    assert does(host, "Tom Dupont", "merge", name="tom").status_code == 200
    assert places(opened) == {"Tom Dupont": "cancelled", "Tom": "booked"}
    line = Guest.objects.get(cancelled=None)
    assert line.moderates and line.friends == "Léa"
    shown = text(phone.get(page(opened)))
    assert 'data-test="place-booked"' in shown
    assert does(host, "Tom", "merge", name="Zoé").status_code == 409


def test_merging_two_promised_lines_lets_the_next_move_up(opened: SignUp) -> None:
    SignUp.objects.update(capacity=2)
    for name in ("Ann", "Anne", "Bob"):
        guests.add_guest(opened.event, None, name, {})
    kept = Guest.objects.get(name="Anne")
    line_changes.merge(Guest.objects.get(name="Ann"), kept)
    assert places(opened) == {"Ann": "cancelled", "Anne": "booked", "Bob": "booked"}
