"""Whoever was told that they have a place has one, whatever happens at the door."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random

import pytest
from django.apps import apps
from django.db.models import F
from django.test import Client
from django.urls import reverse

from games.models import Event
from moderation.events import companions, guests, line_changes, places, sign_up_floods
from moderation.events.guests import GuestStatus
from moderation.events.places import NoPlaceLeft
from moderation.models import Guest, SignUp
from tests.moderation.clients import numbers_in, text
from tests.moderation.events.test_sign_up import page, signs, taps
from tests.moderation.events.test_sign_up import places as statuses

pytestmark = pytest.mark.django_db
SEEDS, EVENINGS, AN_EVENING = 3, 25, 40  # together 3,000 random steps


@pytest.fixture
def opened() -> SignUp:
    """A list with room for two."""
    made = guests.open_list(Event.objects.create(name="Friday"))
    SignUp.objects.update(capacity=2)
    made.refresh_from_db()
    return made


class RandomEvening:
    """An evening at which anything happens, and what its guests were told."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.event = Event.objects.create(name="Friday")
        self.opened = guests.open_list(self.event)
        self.capacity = dice.randrange(2, 8)
        SignUp.objects.filter(pk=self.opened.pk).update(capacity=self.capacity)
        self.people = 0
        self.lines: list[int] = []
        self.told: set[int] = set()  # whose page says "you have a place", or who are here
        self.extra = 0  # by how many the door has let the capacity be exceeded

    def pick(self) -> Guest | None:
        guest = Guest.objects.filter(pk=self.dice.choice(self.lines)).first() if self.lines else None
        if guest:
            guest.event = self.event  # without a query
        return guest

    def is_full(self) -> bool:
        return places.count_left(self.event) == 0

    def step(self) -> None:
        act = self.dice.choices(
            (
                "sign",
                "along",
                "walk",
                "arrive",
                "leave",
                "cancel",
                "off",
                "merge",
                "back",
                "capacity",
                "release",
                "sweep",
            ),
            (30, 12, 10, 20, 8, 8, 4, 3, 8, 5, 1, 1),
        )[0]
        getattr(self, f"do_{act}")()
        self.check(act)

    def do_sign(self) -> None:
        self.people += 1
        firm = self.dice.random() < 0.8
        guests.add_guest(self.event, None, f"g{self.people}", {}, network="n", firm=firm)
        if not firm and self.dice.random() < 0.7:
            guests.confirm(Guest.objects.get(event=self.event, name=f"g{self.people}"))

    def do_along(self) -> None:
        """Somebody signs up another person on the same phone, or takes them off again."""
        if (guest := self.pick()) is None or guest.cancelled:
            return
        along = companions.list_companions(guest).first()
        if along and self.dice.random() < 0.3:
            self.forget_cancelled(along)
            companions.remove_companion(guest, str(along.pk))
        elif companions.list_companions(guest).count() < companions.MOST_COMPANIONS:
            self.people += 1
            companions.add_companion(guest, f"g{self.people}", self.dice.random() < 0.5)

    def do_off(self) -> None:
        """Somebody rings up, and an organiser takes their line off."""
        if guest := self.pick():
            line_changes.take_off(guest)
            self.told.discard(guest.pk)

    def do_merge(self) -> None:
        """Two lines were one person. What either was promised, the other one has."""
        guest, kept = self.pick(), self.pick()
        if guest and kept and guest.pk != kept.pk and not guest.cancelled and not kept.cancelled:
            line_changes.merge(guest, kept)
            if guest.pk in self.told:
                self.told.add(kept.pk)
            self.told.discard(guest.pk)

    def do_walk(self) -> None:
        self.people += 1
        self.ask(lambda over: guests.add_guest(self.event, None, f"g{self.people}", {}, arrived=True, over=over))

    def do_arrive(self) -> None:
        if (guest := self.pick()) and not guest.cancelled:
            self.ask(lambda over: guests.arrive(guest, over=over))

    def ask(self, act: Callable[[bool], object]) -> None:
        """Do it; where the door asks, an organiser says yes or no."""
        try:
            act(False)
        except NoPlaceLeft:
            assert self.is_full()
            if self.dice.random() < 0.5:
                act(True)
                self.extra = max(self.extra, places.count_taken(self.event) - self.capacity)

    def do_leave(self) -> None:
        if guest := self.pick():
            guests.leave(guest)
            if guest.arrived:
                self.told.discard(guest.pk)

    def do_cancel(self) -> None:
        if guest := self.pick():
            self.forget_cancelled(guest)
            guests.cancel(guest)

    def forget_cancelled(self, guest: Guest) -> None:
        """Whoever was signed up on the phone of somebody who does not come does not come either."""
        along = Guest.objects.filter(brought_by=guest, device=None, arrived=None)
        self.told -= {guest.pk, *along.values_list("pk", flat=True)}

    def do_back(self) -> None:
        """An arrival or a cancellation was a mistake."""
        if guest := self.pick():
            guests.undo_attendance(guest)
            if not guest.promised:
                self.told.discard(guest.pk)

    def do_capacity(self) -> None:
        """Organisers change it. Where promises have no room, they are asked, and keep or withdraw them."""
        self.capacity = self.dice.randrange(1, 10)
        broken = places.count_broken(self.event, self.capacity)
        SignUp.objects.filter(pk=self.opened.pk).update(capacity=self.capacity)
        if broken and self.dice.random() < 0.3:
            before = set(places.list_promised(self.event).values_list("pk", flat=True))
            assert places.withdraw_promises(self.event) == broken
            self.told -= before - set(places.list_promised(self.event).values_list("pk", flat=True))
        self.extra = max(0, places.count_taken(self.event) - self.capacity)
        places.fill_places(self.event)

    def do_release(self) -> None:
        self.told -= set(places.list_promised(self.event).values_list("pk", flat=True))
        guests.release_places(self.event)

    def do_sweep(self) -> None:
        unseen = Guest.objects.filter(event=self.event, network="n", arrived=None, cancelled=None)
        self.told -= set(unseen.values_list("pk", flat=True))
        sign_up_floods.sweep(self.event, "n")
        if self.dice.random() < 0.5:
            sign_up_floods.put_back(self.event, "n")

    def check(self, act: str) -> None:
        """Nobody who was told so is without a place, and no place is given twice unless the door was asked."""
        everybody = guests.list_guests(self.event)
        self.lines = [one.guest.pk for one in everybody]
        having = {one.guest.pk for one in everybody if one.place in (GuestStatus.BOOKED, GuestStatus.HERE)}
        assert self.told <= having, act
        assert len(having) <= self.capacity + self.extra, act
        self.told = having


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(2, SEEDS))])
def test_no_promise_is_broken_in_a_thousand_random_steps(seed: int) -> None:
    dice = Random(seed)
    for _evening in range(EVENINGS):
        evening = RandomEvening(dice)
        for _step in range(AN_EVENING):
            evening.step()


def test_a_walk_in_takes_no_promised_place(host: Client, opened: SignUp) -> None:
    people = {name: signs(opened, name) for name in ("Ann", "Bob", "Cid")}
    path = reverse("door", args=[opened.event_id])
    asked = host.post(path, {"name": "Walker"})
    assert asked.status_code == 409 and 'name="over"' in text(asked)
    assert numbers_in(text(asked), "question") == [2]
    assert statuses(opened) == {"Ann": "booked", "Bob": "booked", "Cid": "waiting"}
    assert host.post(path, {"name": "Walker", "over": "yes"}).status_code == 302
    assert statuses(opened) == {"Ann": "booked", "Bob": "booked", "Cid": "waiting", "Walker": "here"}
    assert 'data-test="place-booked"' in text(people["Bob"].get(page(opened)))
    taps(host, "Walker", "leave")
    people["Ann"].post(page(opened), {"do": "cancel"})
    assert statuses(opened)["Cid"] == "booked"


@pytest.mark.parametrize(
    ("answer", "stands"),
    [
        ({}, {"Ann": "booked", "Bob": "booked"}),
        ({"promises": "keep"}, {"Ann": "booked", "Bob": "booked"}),
        ({"promises": "withdraw"}, {"Ann": "booked", "Bob": "waiting"}),
    ],
    ids=str,
)
def test_lowering_the_capacity_asks_what_becomes_of_promises(
    host: Client, opened: SignUp, answer: dict[str, str], stands: dict[str, str]
) -> None:
    for name in ("Ann", "Bob"):
        signs(opened, name)
    path = reverse("door_list", args=[opened.event_id])
    said = host.post(path, {"capacity": "1", "open": "on", **answer})
    assert said.status_code == (302 if answer else 409)
    assert ('name="capacity" value="1"' in text(said)) is not bool(answer)
    assert statuses(opened) == stands
    assert opened.capacity == (1 if answer else 2)
    assert host.post(path, {"capacity": str(opened.capacity), "open": "on"}).status_code == 302  # not asked again


def test_the_sign_up_page_tells_how_many_places_are_left(opened: SignUp) -> None:
    assert numbers_in(text(Client().get(page(opened))), "places-left") == [2]
    first = signs(opened, "Ann")
    assert numbers_in(text(Client().get(page(opened))), "places-left") == [1]
    for name in ("Bob", "Cid"):
        signs(opened, name)
    assert numbers_in(text(Client().get(page(opened))), "no-places-left") == [1]  # who waits
    assert "places-left" not in text(first.get(page(opened)))
    SignUp.objects.update(capacity=None)
    assert "places-left" not in text(Client().get(page(opened)))


def test_whoever_was_booked_by_an_earlier_version_is_promised_it(opened: SignUp) -> None:
    for name in ("Ann", "Bob", "Cid", "Dan"):
        guests.add_guest(opened.event, None, name, {})
    guests.arrive(Guest.objects.get(name="Ann"))
    Guest.objects.update(promised=None)
    import_module("moderation.migrations.0023_guest_promised").store_promises(apps, None)
    assert statuses(opened) == {"Ann": "here", "Bob": "booked", "Cid": "waiting", "Dan": "waiting"}
    assert not Guest.objects.filter(promised__lt=F("signed")).exists()
