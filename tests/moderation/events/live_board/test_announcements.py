"""What organisers announce: to all tables or some, on every device, never in a call, for a time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.models import Event, GameSession
from moderation.events import guests
from moderation.events.live_board import announcements as announcing
from moderation.models import Announcement, Guest, Kind, Pass, SignUp
from moderation.play.projections import announcements
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from moderation.tables.next_game import play_again
from tests.moderation.clients import text
from tests.moderation.events.live_board.hall import Clock, board, put, screen
from tests.moderation.play.secrecy.worlds import MessageWriter
from tests.moderation.sporz_table import CHIEF, CLOSE, desk, device_of, joining, phone, playing

pytestmark = pytest.mark.django_db
WORDS = "The bar closes at eleven."


def says(host: Client, event: Event, **sent: Any) -> Any:
    form = {"usual": "", "text": "", "minutes": "15", **sent}
    return host.post(reverse("hall_say", args=[event.pk]), form)


def devices(session: GameSession) -> dict[str, tuple[Client, str]]:
    """A phone, the desk and the screen of a table, and where each looks."""
    people = {"phone": phone(session, "Ann"), "desk": desk(session), "screen": Client()}
    return {name: (client, reverse(name, args=[session.code])) for name, client in people.items()}


def who_reads(devices: dict[str, tuple[Client, str]], words: str = WORDS) -> set[str]:
    return {name for name, (client, path) in devices.items() if words in text(client.get(path))}


ALL = {"phone", "desk", "screen"}


def test_all_devices_of_all_tables_read_it_for_its_time(host: Client, event: Event, clock: Clock) -> None:
    tables = [put(event, playing(), "Table 1"), put(event, joining("KLMR"), "Table 2"), playing("MRBF")]
    there = [devices(one) for one in tables]
    assert says(host, event, text=WORDS).status_code == 302
    assert [who_reads(one) for one in there] == [ALL, ALL, set()]  # the third is in no evening
    assert WORDS in board(event) and WORDS in screen(event)
    clock.passes(minutes=15)
    assert [who_reads(one) for one in there] == [set()] * 3
    assert WORDS not in board(event) and WORDS not in screen(event)


def test_a_standard_announcement_is_shown_in_each_device_language(host: Client, event: Event) -> None:
    table = put(event, playing(), "Table 1")
    says(host, event, usual="fifteen")
    french = phone(table, "Bob", headers={"accept-language": "fr"})
    assert "Nous fermons dans quinze minutes." in text(french.get(reverse("phone", args=[table.code])))
    assert who_reads(devices(table), "We close in fifteen minutes.") == ALL


def test_some_tables_alone_read_what_is_for_them(host: Client, event: Event) -> None:
    one, other = put(event, playing(), "Table 1"), put(event, playing("KLMR"), "Table 2")
    says(host, event, text=WORDS, tables=[one.code])
    assert (who_reads(devices(one)), who_reads(devices(other))) == (ALL, set())
    assert WORDS not in screen(event)


def test_it_is_taken_back_everywhere(host: Client, event: Event) -> None:
    table = put(event, playing(), "Table 1")
    says(host, event, text=WORDS)
    number = str(Announcement.objects.get().pk)
    host.post(reverse("hall_silence", args=[event.pk]), {"announcement": number})
    assert who_reads(devices(table)) == set() and WORDS not in board(event) and WORDS not in screen(event)
    for junk in (number, "", "x", "9" * 30, "\x00"):
        answer = host.post(reverse("hall_silence", args=[event.pk]), {"announcement": junk}, follow=True)
        assert answer.status_code == 200


def test_the_next_game_of_a_table_reads_it_too(host: Client, event: Event) -> None:
    table = put(event, playing(), "Table 1")
    says(host, event, text=WORDS)
    assert who_reads(devices(play_again(table))) == ALL


# Never in the middle of a call


@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
def test_announcements_are_hidden_at_night_and_shown_by_day(
    host: Client, event: Event, clock: Clock, nights: str
) -> None:
    table = put(event, playing(nights=nights), "Table 1")
    there = devices(table)
    clock.passes(seconds=1)
    journal.submit(table.pk, CHIEF)
    says(host, event, text=WORDS)
    assert who_reads(there) == set()
    for _ in range(3):
        journal.submit(table.pk, CLOSE)  # the rules stand at the vote of the day
        if nights == "phones":
            assert who_reads(there) == set()  # the devices do not
    clock.passes(minutes=10)
    assert who_reads(there) == set()  # ballots are being cast in secret
    journal.submit(table.pk, {"step": "vote", "by": "moderator", "answer": {"tally": {"Ann": 4}}})
    assert GameSession.objects.get(pk=table.pk).stage == "over"
    assert who_reads(there) == ALL


def test_phones_in_a_call_are_sent_nothing_because_of_it(host: Client, event: Event, clock: Clock) -> None:
    table = put(event, playing(), "Table 1")
    phone(table, "Ann"), phone(table, "Bob")
    viewers = [
        build_viewer_of_pass(one, "phone", "en") for one in Pass.objects.filter(kind=Kind.SEAT).select_related("seat")
    ]
    viewers.append(Viewer("screen", "en"))
    journal.submit(table.pk, CHIEF)
    writer = MessageWriter()
    assert len(writer.messages(surfaces.render(table.pk, viewers, viewers))) == 3
    edition = GameSession.objects.get(pk=table.pk).edition
    says(host, event, text=WORDS)
    assert writer.messages(surfaces.render(table.pk, viewers, viewers)) == {}
    assert GameSession.objects.get(pk=table.pk).edition == edition  # what was done in secret still waits for its beat


def test_by_day_all_phones_are_sent_it_alike(host: Client, event: Event) -> None:
    table = put(event, joining(), "Table 1")
    from games import lifecycle
    from tests.moderation.sporz_table import DEAL

    lifecycle.deal_cards(table, DEAL)
    for name in ("Ann", "Bob", "Cid"):
        phone(table, name)
    viewers = [
        build_viewer_of_pass(one, "phone", "en") for one in Pass.objects.filter(kind=Kind.SEAT).select_related("seat")
    ]
    writer = MessageWriter()
    writer.messages(surfaces.render(table.pk, viewers, viewers))
    says(host, event, text=WORDS)
    sent = writer.messages(surfaces.render(table.pk, viewers, viewers))
    assert len(sent) == 3 and all(WORDS in one for one in sent.values())
    assert len({len(one) for one in sent.values()}) == 1


def test_what_is_over_before_the_night_is_never_said(host: Client, event: Event, clock: Clock) -> None:
    table = put(event, playing(), "Table 1")
    journal.submit(table.pk, CHIEF)
    says(host, event, text=WORDS, minutes="5")
    clock.passes(minutes=20)
    for _ in range(3):
        journal.submit(table.pk, CLOSE)
    clock.passes(minutes=20)
    assert who_reads(devices(table)) == set()


def test_a_view_changes_by_itself_when_an_announcement_is_over(event: Event, clock: Clock) -> None:
    table = put(event, playing(), "Table 1")
    announcing.announce(event, WORDS, "", [], 5)
    look = Viewer("screen", "en")
    until = surfaces.render(table.pk, [look], [look]).until
    assert until is not None and abs(until - (clock.now + timedelta(minutes=5))) < timedelta(milliseconds=1)


def test_a_table_keeps_the_latest_three() -> None:
    from django.utils import timezone

    now = timezone.now()
    kept: list[Any] = []
    for number in range(5):
        one = announcements.build_stored(number, str(number), "", now + timedelta(minutes=number))
        kept = announcements.add_announcement(kept, one, now)
    assert [one.text for one in announcements.list_current(kept, now)] == ["4", "3", "2"]
    assert [one.text for one in announcements.list_current(kept, now + timedelta(minutes=3))] == ["4"]


# Guests


def test_guests_read_what_is_for_all_or_for_their_table(host: Client, event: Event) -> None:
    key = guests.open_list(event).key
    leo = Client()
    leo.post(reverse("sign_up", args=[key]), {"name": "Léo"})
    table = put(event, playing(), "Table 1")
    says(host, event, text="For all.")
    says(host, event, text="For a table.", tables=[table.code])
    page = text(leo.get(reverse("my_seat", args=[key])))
    assert "For all." in page and "For a table." not in page
    assert Guest.objects.get().device == device_of(leo) and SignUp.objects.get().key == key


# Bad input


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"text": WORDS, "usual": "five"},
        {"text": "x" * 161},
        {"text": "two\nlines"},
        {"text": "a\u202eb"},
        {"text": "\x00"},
        {"usual": "nonsense"},
        {"text": WORDS, "minutes": "99999"},
        {"text": WORDS, "minutes": ""},
        {"text": WORDS, "tables": ["ZZZZ"]},
    ],
)
def test_what_cannot_be_announced_is_refused_in_a_sentence(host: Client, event: Event, sent: dict[str, Any]) -> None:
    put(event, playing(), "Table 1")
    answer = says(host, event, **sent)
    assert answer.status_code == 409 and 'role="alert"' in text(answer)
    assert not Announcement.objects.exists()
    assert GameSession.objects.get().organiser_contact.announcements == []
