"""The public screen of a hall: off until organisers switch it on; then who sits where, the hours, and the results."""

from __future__ import annotations

from datetime import time

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Event, GameSession, Seat
from moderation.events import guests
from moderation.events.live_board.fragments import split_into_pages
from moderation.events.live_board.view_model import ScreenTable
from moderation.models import Guest, Placing, Seating, SignUp
from moderation.tables.next_game import play_again
from tests.moderation.clients import said_in, text
from tests.moderation.events.live_board.hall import arrives, put, screen, seat_everybody
from tests.moderation.sporz_table import joining, playing

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return Event.objects.create(name="Friday", spots=["Table 1", "Table 2"], sponsors="La Taverne")


def switch(host: Client, event: Event, state: str) -> str:
    """Switch the screen; where it is."""
    host.post(reverse("hall_switch", args=[event.pk]), {"screen": state})
    return reverse("hall_screen", args=[SignUp.objects.get(event=event).key])


def test_the_hall_screen_is_off_until_switched_on(host: Client, event: Event) -> None:
    key = guests.open_list(event).key
    assert Client().get(reverse("hall_screen", args=[key])).status_code == 404
    path = switch(host, event, "on")
    assert path == reverse("hall_screen", args=[key]) and Client().get(path).status_code == 200
    assert path in text(host.get(reverse("hall", args=[event.pk])))
    assert Client().get(switch(host, event, "off")).status_code == 404
    host.post(reverse("hall_switch", args=[event.pk]), {"screen": "perhaps"})
    assert not SignUp.objects.get(event=event).hall


def test_to_switch_it_on_opens_no_list(host: Client, event: Event) -> None:
    switch(host, event, "on")
    assert not SignUp.objects.get(event=event).open


def test_it_names_who_was_seated_and_nobody_else(event: Event) -> None:
    part = event.rounds.create(name="First round", begins=time(20, 30), ends=time(22))
    seated = put(event, joining("BFHJ", ["Ann", "Bob"]), "Table 1", part)
    seat_everybody(part, seated, runner="Marie")
    Seat.objects.create(session=seated, place=9, name="Walked in", folded="walked in")  # by the table's code
    put(event, joining("KLMR", ["Gus", "Hal", "Ida"]), "Table 2", part)  # opened by hand
    shown = screen(event)
    assert "Ann" in shown and "Bob" in shown and "Marie" in said_in(shown, "runner")
    assert not [name for name in ("Walked in", "Gus", "Hal") if name in shown]
    assert "3 players" in shown
    assert "First round <strong>20:30–22:00</strong>" in " ".join(shown.split())
    assert "La Taverne" in said_in(shown, "sponsors")


def test_a_name_is_the_one_that_the_table_uses(event: Event) -> None:
    part = event.rounds.create(name="First round")
    table = put(event, joining("BFHJ", ["Ann", "Bob"]), "Table 1", part)
    seat_everybody(part, table)
    Seat.objects.filter(name="Ann").update(name="Annabel")
    Seat.objects.filter(name="Bob").delete()  # has left the table
    shown = screen(event)
    assert "Annabel" in shown and "Bob" not in shown


def test_who_sits_out_is_named_until_they_go_home(event: Event) -> None:
    part = event.rounds.create(name="First round")
    seating = Seating.objects.create(round=part, accepted=timezone.now())
    Placing.objects.create(seating=seating, guest=arrives(event, "Zoé"), spot=None)
    assert 'data-test="sit-out"' in screen(event) and "Zoé" in screen(event)
    Guest.objects.update(left=timezone.now())
    assert "Zoé" not in screen(event)


def test_a_seating_that_was_not_accepted_is_nobodys_to_read(event: Event) -> None:
    part = event.rounds.create(name="First round")
    table = put(event, joining("BFHJ", ["Ann", "Bob"]), "Table 1", part)
    seat_everybody(part, table)
    Seating.objects.update(accepted=None)
    assert "Ann" not in screen(event)


def test_people_and_results_stay_when_a_table_plays_again(event: Event) -> None:
    part = event.rounds.create(name="First round")
    table = put(event, playing(nights="eyes_closed"), "Table 1", part)
    seat_everybody(part, table)
    play_again(table)
    outcome = {"winners": ["astronauts"], "reason": "no_mutant_left", "seats": ["Bob"], "changed": []}
    GameSession.objects.filter(pk=table.pk).update(stage="over", outcome=outcome, ended=timezone.now())
    shown = screen(event)
    assert "Ann" in shown and "Results" in shown and 'data-test="winners"' in shown


def test_pages_hold_six_tables_and_a_large_one_counts_twice() -> None:
    def table(people: int) -> ScreenTable:
        return ScreenTable("Table", "Sporz", "", tuple(f"Guest {number}" for number in range(people)), people)

    assert [len(page) for page in split_into_pages([table(12)] * 14)] == [6, 6, 2]
    assert [len(page) for page in split_into_pages([table(20), *[table(12)] * 5])] == [5, 1]
    assert split_into_pages([]) == ()


def test_the_sign_up_page_explains_that_names_are_shown(event: Event) -> None:
    page = Client().get(reverse("sign_up", args=[guests.open_list(event).key]))
    assert "a screen or a sheet at the door may show who sits at which table, with your name" in text(page)


def test_sponsors_are_written_on_the_page_of_the_evening(host: Client, event: Event) -> None:
    path = reverse("event_edit", args=[event.pk])
    kept = {"name": "Friday", "date": "2026-11-27"}
    assert host.post(path, {**kept, "sponsors": "Chez Zoé & fils"}).status_code == 302
    assert Event.objects.get().sponsors == "Chez Zoé & fils"
    for junk in ("x" * 201, "a\u202eb", "two\nlines"):
        answer = host.post(path, {**kept, "sponsors": junk})
        wrong = text(answer).partition('id="sponsors_error"')[2].partition("</p>")[0]
        assert answer.status_code == 409 and "200" in wrong
    assert Event.objects.get().sponsors == "Chez Zoé & fils"


def test_screen_and_board_without_sockets_poll_only_their_region(host: Client, event: Event) -> None:
    asked = {"headers": {"HX-Request": "true"}}
    for path in (switch(host, event, "on"), reverse("hall", args=[event.pk])):
        answer = host.get(path, **asked)
        assert "<html" not in text(answer)
        assert int(answer.headers["X-Pulse"]) > 0
