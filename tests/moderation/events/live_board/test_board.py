"""The board of organisers: every table as its public screen shows it, minutes, seats, phones, who asks for help."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from games import journal, lifecycle, table_cache
from games.models import Event, GameSession
from moderation.events.live_board import view_model
from moderation.events.live_board.fragments import build_board as board_of
from moderation.models import Device, Guest, Pass
from moderation.tables.next_game import play_again
from moderation.tables.setup.view_model import build_seats_view
from tests.moderation.clients import notices, numbers_in, refusal, said_in, text
from tests.moderation.events.live_board.hall import Clock, board, put, screen, seat_everybody
from tests.moderation.sporz_table import CHIEF, CLOSE, DEAL, MUTATION, desk, joining, phone, playing

pytestmark = pytest.mark.django_db
VOTED_OFF: dict[str, Any] = {"step": "vote", "by": "moderator", "answer": {"tally": {"Ann": 4}}}
TO_THE_END = (CHIEF, {"step": "mutants", "by": "Ann", "answer": {"kill": "Dan", "paralyse": "Eve"}})
TO_THE_END += ({"step": "doctors", **CLOSE}, {"step": "psychologist", **CLOSE}, VOTED_OFF)  # type: ignore[assignment]


def said(html: str) -> str:
    """The words of a page, its tags left out."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_table_shows_its_place_game_moderator_and_state(event: Event) -> None:
    part = event.rounds.create(name="First round")
    table = put(event, playing(nights="eyes_closed"), "Table 1", part)
    seat_everybody(part, table, runner="Marie")
    put(event, joining("KLMR", ["Gus", "Hal", "Ida"]), "Table 2", part)
    assert "First round Table 1 Sporz" in said(board(event))
    one, other = re.findall(r'<li class="hall-table">.*?</li>', board(event), re.DOTALL)
    assert "Marie" in said_in(one, "runner") and 'data-test="joining"' not in one
    assert "Table 2 Sporz" in said(other) and 'data-test="runner"' not in other and 'data-test="joining"' in other
    assert numbers_in(other, "people") == [3, 1, 21]  # are there, are missing, find a seat
    journal.submit(table.pk, CHIEF)
    assert "Night 1" in said(board(event)) and "Nuit 1" in said(board(event, "fr"))


def test_who_runs_a_table_runs_its_next_game_too(event: Event) -> None:
    part = event.rounds.create(name="First round")
    table = put(event, playing(), "Table 1", part)
    seat_everybody(part, table, runner="Marie")
    again = play_again(play_again(table))
    assert again.pk != table.pk and "Marie" in said_in(board(event), "runner")


def test_a_closed_table_is_not_on_the_board(event: Event) -> None:
    table = put(event, playing(), "Table 1")
    GameSession.objects.filter(pk=table.pk).update(closed=timezone.now())
    assert 'data-test="no-tables"' in board(event) and "Table 1" not in board(event)


def test_only_phones_that_are_there_are_counted(event: Event) -> None:
    table = put(event, playing(), "Table 1")
    phone(table, "Ann"), phone(table, "Bob")
    Pass.objects.filter(seat__name="Ann").update(seen=timezone.now())
    assert numbers_in(board(event), "phones") == [1, 6]


def test_who_is_missing_stands_by_name_until_the_deal(event: Event) -> None:
    table = put(event, joining(), "Table 1", event.rounds.create(name="First round"))
    assert table.round is not None
    seat_everybody(table.round, table)
    phone(table, "Ann")
    Guest.objects.filter(name="Bob").update(device=Device.objects.create(key="a phone"))
    shown = board(event)
    found = [re.search(rf'data-test="{part}">(.+?)</p>', shown, re.DOTALL) for part in ("awaited", "phoneless")]
    awaited, phoneless = found
    assert awaited and phoneless
    assert "Bob" in awaited[1] and "Ann" not in awaited[1] and "Cid" not in awaited[1]
    assert "Cid" in phoneless[1] and "Bob" not in phoneless[1]
    lifecycle.deal_cards(table, DEAL)
    shown = board(event)
    assert "awaited" not in shown and "Cid" not in shown  # organisers may be playing


def test_the_desk_tells_apart_who_has_no_phone(event: Event) -> None:
    table = put(event, joining(), "Table 1", event.rounds.create(name="First round"))
    assert table.round is not None
    seat_everybody(table.round, table)
    phone(table, "Ann")
    for name in ("Ann", "Bob"):
        Guest.objects.filter(name=name).update(device=Device.objects.create(key=name))
    awaited = {row.name for row in build_seats_view(table).rows if row.awaited and not row.phone}
    assert awaited == {"Bob"}
    shown = text(desk(table).get(reverse("desk", args=[table.code])))
    assert shown.count('data-test="awaited"') == 1


def test_a_call_for_help_stands_on_every_page_of_organisers(host: Client, event: Event) -> None:
    table = put(event, playing(), "Table 1")
    path = reverse("help_calls")
    assert "Table 1" not in text(host.get(path))
    desk(table).post(reverse("desk_help", args=[table.code]), {"wanted": "1"})
    assert "Help: Table 1" in text(host.get(path))
    of_evening = [(name, [event.pk]) for name in ("event", "door", "hall", "event_edit", "guest_list")]
    for name, args in (("events", []), *of_evening, ("round_seats", [event.rounds.create(name="Last").pk])):
        assert f'data-calls="{path}"' in text(host.get(reverse(name, args=args))), name
    host.post(reverse("hall_help", args=[table.pk]), {"do": "coming"})
    assert "Table 1" not in text(host.get(path))


def test_minutes_are_shown_and_the_rest_estimated_from_past_games(event: Event, clock: Clock) -> None:
    table = put(event, playing(nights="eyes_closed"), "Table 1")
    clock.passes(minutes=12)
    assert numbers_in(board(event), "minutes") == [12] and "over-soon" not in board(event)
    for code, lasted in (("KLMR", 40), ("MRBF", 50)):
        ended = put(event, playing(code, nights="eyes_closed"), "Table 2")
        began = timezone.now() - timedelta(hours=2)
        outcome = {"winners": ["astronauts"], "reason": "no_mutant_left", "seats": [], "changed": []}
        GameSession.objects.filter(pk=ended.pk).update(
            stage="over", outcome=outcome, started=began, ended=began + timedelta(minutes=lasted), closed=began
        )
    assert numbers_in(board(event), "minutes") == [12, 35]  # of 45, in steps of five
    clock.passes(minutes=60)
    assert 'data-test="over-soon"' in board(event)
    assert GameSession.objects.get(pk=table.pk).stage == "playing"


# Secrecy: what a hall says of a game is what its public screen says


def begun(deal: dict[str, Any], code: str) -> tuple[Event, GameSession]:
    """A table with this deal in an evening of its own, its first call on."""
    event = Event.objects.create(name="Friday")
    session = joining(code)
    lifecycle.deal_cards(session, deal)
    lifecycle.begin(session)
    put(event, session, "Table 1")
    journal.submit(session.pk, CHIEF)
    return event, session


def worlds(event: Event, session: GameSession) -> str:
    """All that a hall shows, on its board and on its screen, without codes and numbers."""
    shown = board(event) + screen(event)
    return re.sub(rf"{session.code}|(?<=help-)\d+", "CODE", shown)


def test_two_worlds_that_differ_in_secrets_have_the_same_hall(clock: Clock) -> None:
    other = {**DEAL, "Bob": DEAL["Dan"], "Dan": DEAL["Bob"]}  # another doctor
    one, another = begun(DEAL, "BFHJ"), begun(other, "KLMR")
    assert worlds(*one) == worlds(*another)
    answered = {"step": "mutants", "by": "Ann", "answer": {"kill": "Dan", "paralyse": "Eve"}}
    clock.passes(seconds=2)
    journal.submit(one[1].pk, answered)  # the rules go on at once; in the other world nobody has answered
    before = worlds(*another)
    for _ in range(4):
        clock.passes(seconds=2)
        assert worlds(*one) == worlds(*another) == before
    assert GameSession.objects.get(pk=one[1].pk).head > GameSession.objects.get(pk=another[1].pk).head


def test_the_board_shows_an_end_together_with_the_table_screen(clock: Clock) -> None:
    event, session = begun(DEAL, "BFHJ")
    kills = {"step": "mutants", "by": "Ann", "answer": {"kill": "Dan", "paralyse": "Eve"}}
    for move in (kills, {"step": "doctors", "by": "Bob", "answer": {"kill": "Ann"}}):
        clock.passes(seconds=1)
        journal.submit(session.pk, move)
    for _ in range(3):
        if GameSession.objects.get(pk=session.pk).stage == "playing":
            journal.submit(session.pk, CLOSE)  # a call that nobody answers, closed at once, unseen
    assert GameSession.objects.get(pk=session.pk).stage == "over"
    seen = set()
    for _ in range(60):
        own = text(Client().get(reverse("screen", args=[session.code])))
        over = "screen-view over" in own
        assert ("Results" in screen(event)) == over
        assert over or said(own).count(phase := re.findall(r"(?:Night|Day) 1", said(board(event)))[0]), phase
        seen.add(over)
        clock.passes(seconds=5)
    assert seen == {True, False}


def test_the_board_never_shows_a_secret_word(event: Event, clock: Clock) -> None:
    table = put(event, playing(), "Table 1")
    for move in (CHIEF, MUTATION, CLOSE):
        journal.submit(table.pk, move)
        clock.passes(minutes=2)
        shown = said(board(event) + screen(event)).lower()
        assert not {"mutant", "doctor", "psychologist", "astronaut", "host", "resistant"} & set(shown.split())


# A desk asks for help


def test_a_desk_asks_an_organiser_who_comes_and_is_done(host: Client, event: Event) -> None:
    table = put(event, playing(nights="eyes_closed"), "Table 1")
    moderator, path = desk(table), reverse("desk", args=[table.code])
    asks = reverse("desk_help", args=[table.code])
    helps = reverse("hall_help", args=[table.pk])
    assert 'data-test="ask-help"' in text(moderator.get(path))
    assert moderator.post(asks, {"wanted": "1"}).status_code == 302
    since = GameSession.objects.get(pk=table.pk).organiser_contact.help_asked_at
    moderator.post(asks, {"wanted": "1"})  # a second tap does not begin anew
    assert GameSession.objects.get(pk=table.pk).organiser_contact.help_asked_at == since
    hall = text(host.get(reverse("hall", args=[event.pk])))
    assert "Help: Table 1" in hall and f"{timezone.localtime(since):%H:%M}" in said_in(hall, "asked-at")
    assert 'data-test="help-asked"' in text(moderator.get(path))
    host.post(helps, {"do": "coming"})
    assert 'data-test="help-coming"' in text(moderator.get(path))
    assert 'data-test="help-coming"' in text(host.get(reverse("hall", args=[event.pk])))
    host.post(helps, {"do": "done"})
    assert 'data-test="ask-help"' in text(moderator.get(path))
    assert "Help:" not in text(host.get(reverse("hall", args=[event.pk])))


def test_a_desk_that_asks_no_more_has_nobody_coming(host: Client, event: Event) -> None:
    table = put(event, playing(), "Table 1")
    moderator, asks = desk(table), reverse("desk_help", args=[table.code])
    moderator.post(asks, {"wanted": "1"})
    moderator.post(asks, {"wanted": "0"})
    host.post(reverse("hall_help", args=[table.pk]), {"do": "coming"})
    contact = GameSession.objects.get(pk=table.pk).organiser_contact
    assert (contact.help_asked_at, contact.help_coming) == (None, False)


def test_no_phone_and_no_screen_hears_that_a_desk_helps(event: Event) -> None:
    table = put(event, playing(), "Table 1")
    journal.submit(table.pk, CHIEF)
    ann, moderator = phone(table, "Ann"), desk(table)
    pages = [(ann, reverse("phone", args=[table.code])), (Client(), reverse("screen", args=[table.code]))]
    htmx = {"HX-Request": "true"}
    before = [client.get(path, headers=htmx) for client, path in pages]
    edition = GameSession.objects.get(pk=table.pk).edition
    moderator.post(reverse("desk_help", args=[table.code]), {"wanted": "1"})
    after = [client.get(path, headers=htmx) for client, path in pages]
    assert [one.content for one in after] == [one.content for one in before]
    assert [one["X-Pulse"] for one in after] == [one["X-Pulse"] for one in before]
    assert GameSession.objects.get(pk=table.pk).edition == edition  # phones are sent nothing before their beat


def test_a_table_without_moderator_asks_from_its_middle_device(event: Event) -> None:
    table = put(event, playing(), "Table 1")
    GameSession.objects.filter(pk=table.pk).update(narrated=True)
    middle = desk(table)
    middle.post(reverse("desk_help", args=[table.code]), {"wanted": "1"})
    assert 'data-test="help-asked"' in text(middle.get(reverse("desk", args=[table.code])))


@pytest.mark.parametrize("closed", [True, False])
def test_a_table_in_no_open_evening_has_nobody_to_ask(event: Event, closed: bool) -> None:
    table = playing()
    if closed:
        put(event, table, "Table 1")
        Event.objects.update(closed=timezone.now())
    moderator = desk(table)
    assert 'data-test="ask-help"' not in text(moderator.get(reverse("desk", args=[table.code])))
    answer = moderator.post(reverse("desk_help", args=[table.code]), {"wanted": "1"})
    assert "no open evening" in refusal(answer)
    assert GameSession.objects.get(pk=table.pk).organiser_contact.help_asked_at is None


def test_junk_asks_nobody_and_helps_nobody(host: Client, event: Event) -> None:
    table = put(event, playing(), "Table 1")
    for junk in ("", "2", "x", "١", "9" * 5000, "\x00"):
        desk(table).post(reverse("desk_help", args=[table.code]), {"wanted": junk})
        assert GameSession.objects.get(pk=table.pk).organiser_contact.help_asked_at is None
    desk(table).post(reverse("desk_help", args=[table.code]), {"wanted": "1"})
    for junk in ("", "gone", "\x00"):
        answer = host.post(reverse("hall_help", args=[table.pk]), {"do": junk}, follow=True)
        assert "error" in notices(text(answer))
    assert GameSession.objects.get(pk=table.pk).organiser_contact.help_asked_at is not None


def test_a_next_game_asks_on(event: Event) -> None:
    table = put(event, playing(), "Table 1")
    desk(table).post(reverse("desk_help", args=[table.code]), {"wanted": "1"})
    assert play_again(table).organiser_contact.help_asked_at is not None


# However large


def hall_of(event: Event, tables: int) -> None:
    """So many tables at play, and the seating that brought everybody there."""
    part = event.rounds.create(name="First round")
    codes = [f"{a}{b}{c}B" for a in "BFHJ" for b in "KLMR" for c in "WXBF"][:tables]
    for number, code in enumerate(codes):
        names = [f"{name}{number}" for name in DEAL]
        session = joining(code, names)
        lifecycle.deal_cards(session, {f"{name}{number}": card for name, card in DEAL.items()})
        lifecycle.begin(session)
        put(event, session, f"Table {number}", part)
        journal.submit(session.pk, {"step": "chief", "by": "moderator", "answer": {"seat": names[0]}})
        seat_everybody(part, session)


def test_a_board_uses_few_queries_for_any_number_of_tables(host: Client, event: Event) -> None:
    hall_of(event, 30)
    path = reverse("hall", args=[event.pk])
    host.get(path)
    table_cache.tables.clear()  # a process that has seen none of them
    view_model.clear_cache()
    with CaptureQueriesContext(
        connection,
    ) as cold:
        page = text(host.get(path))
    assert page.count("Night 1") == 30
    assert len(cold) <= 20, len(cold)
    with CaptureQueriesContext(connection) as warm:
        host.get(path)
    assert len(warm) < len(cold)


def test_an_unchanged_table_is_not_read_again(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    hall_of(event, 3)
    board(event)
    looked: list[list[int]] = []
    rest = journal.read_tables
    monkeypatch.setattr(journal, "read_tables", lambda ids: looked.append(list(ids)) or rest(ids))
    board(event)
    assert looked == []
    changed = GameSession.objects.order_by("pk")[1]
    journal.submit(changed.pk, {"step": "mutants", **CLOSE})
    board(event)
    assert looked == [[changed.pk]]


def test_a_board_without_anything_says_so() -> None:
    with translation.override("en"):
        assert 'data-test="no-tables"' in board_of(1, (), (), ()).render("en").html
