"""Between what has happened and what comes next stands a moment, the same for all (SECRECY 28)."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle, server_clock
from games import table_cache as kept
from games.engine import record
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Table
from games.importing import play_record
from games.models import GameSession, Pacing, Seat
from moderation.play.pacing import clock
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline import call_length
from moderation.play.timeline.call_length import Release
from tests.moderation.sporz_table import (
    CHIEF,
    CLOSE,
    MUTATION,
    browser,
    desk,
    joining,
    page,
    parts,
    pause,
    phone,
    playing,
)

pytestmark = pytest.mark.django_db
BALLOTS = [{"step": "vote", "by": name, "answer": {"seat": "Fay"}} for name in ("Ann", "Cid")]


@pytest.fixture(autouse=True)
def with_moments(settings: Any) -> None:
    """Moments stand here, and the calls of a night are over at once."""
    settings.MOMENT_PACE, settings.CALL_PACE = 1.0, 0.0


def shown(session: GameSession) -> Release:
    """What devices may show now."""
    with journal.read_table(session.pk) as (fresh, table):
        return clock.build_release(fresh, table)


def question(session: GameSession) -> str:
    """The question that devices show; "moment" while one stands, "end" when the game is over."""
    seen = shown(session)
    return "moment" if seen.held else seen.step.name if seen.step else "end"


def go_on(session: GameSession, moderator: Client | None = None) -> None:
    """The desk's one button."""
    held = shown(session).held
    assert held is not None
    url = reverse("desk_go_on", args=[session.code])
    answer = (moderator or desk(session)).post(url, {"held": held.caused_by}, headers={"hx-request": "true"})
    assert answer.status_code == 200


def at_a_moment_without_moderator(monkeypatch: pytest.MonkeyPatch) -> tuple[GameSession, datetime]:
    """A game that nobody moderates, in its first moment, at a clock that stands."""
    session, now = playing(), server_clock.now()
    GameSession.objects.update(narrated=True)
    monkeypatch.setattr(server_clock, "now", lambda: now)
    journal.submit(session.pk, CHIEF)
    return session, now


def at_the_vote() -> GameSession:
    """A game of six whose first day's vote is open; the moments until then are gone on from."""
    session = playing()
    journal.submit(session.pk, CHIEF)
    go_on(session)
    journal.submit(session.pk, MUTATION)
    while question(session) != "moment":
        journal.submit(session.pk, CLOSE)
    go_on(session)
    assert question(session) == "vote"
    session.refresh_from_db()
    return session


def after_the_vote() -> GameSession:
    """The same, and Fay has been voted out a moment ago."""
    session = at_the_vote()
    for ballot in (*BALLOTS, CLOSE):
        journal.submit(session.pk, ballot)
    session.refresh_from_db()
    return session


def test_a_vote_is_followed_by_a_moment_before_night_falls() -> None:
    session = after_the_vote()
    moderator = desk(session)
    assert question(session) == "moment"
    for surface, client in (("desk", moderator), ("screen", browser()), ("phone", phone(session, "Ann"))):
        said = page(client, session, surface)
        assert "The crew has decided" in said
        assert "Astronaut, genome normal, healthy" in said
        assert "Night 2" not in said
    assert "Let night fall" in page(moderator, session, "desk")
    go_on(session, moderator)
    assert question(session) == "mutants"
    assert "Night 2" in page(moderator, session, "desk")


def test_who_is_voted_out_sees_it_and_says_farewell() -> None:
    session = after_the_vote()
    gone, there = phone(session, "Fay"), phone(session, "Dan")
    assert "leaving-game" in parts(gone, session, "phone")
    assert "leaving-game" not in parts(there, session, "phone")


def test_who_is_out_follows_by_day_what_the_room_sees() -> None:
    session = after_the_vote()
    go_on(session)
    while question(session) != "moment":
        journal.submit(session.pk, CLOSE)
    go_on(session)
    fay = phone(session, "Fay")
    assert "The vote" in page(fay, session, "phone") and "out" in parts(fay, session, "phone")


def test_dead_players_get_a_silent_task_that_sends_nothing() -> None:
    """SECRECY 26: names to tick, on this phone alone; by night a phone has what all have."""
    session = after_the_vote()
    go_on(session)
    asked = "In silence: whom do you suspect?"
    assert asked not in page(phone(session, "Fay"), session, "phone")
    while question(session) != "moment":
        journal.submit(session.pk, CLOSE)
    go_on(session)
    out, there = phone(session, "Fay"), phone(session, "Dan")
    html = out.get(reverse("phone", args=[session.code])).content.decode()
    said = html.partition(asked)[2].partition("</fieldset>")[0]
    assert re.findall(r'<bdi data-word="\d+">(\w+)</bdi>', said) == [
        one for one in session.seat_names() if one != "Fay"
    ]
    assert "name=" not in said and asked not in page(there, session, "phone")


def test_the_ring_tells_nothing_before_the_moment_does() -> None:
    session = after_the_vote()
    assert "Astronaut" not in page(browser(), session, "screen").partition("Day 1")[0]
    go_on(session)
    assert "Astronaut" in page(browser(), session, "screen").partition("Night 2")[0]


def test_the_first_call_starts_when_the_desk_continues(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = after_the_vote()
    settings.CALL_PACE = 1.0
    later = server_clock.now() + timedelta(minutes=5)
    monkeypatch.setattr(server_clock, "now", lambda: later)
    go_on(session)
    step = shown(session)
    assert step.begun == later
    assert step.ends is not None
    assert step.ends > later + timedelta(seconds=call_length.SETTLING)


def test_a_tap_during_a_moment_is_refused_and_changes_nothing() -> None:
    session = after_the_vote()
    head = session.head
    for name in ("Ann", "Cid"):  # whoever is called next, and whoever is not
        url = reverse("answer", args=[session.code])
        for seen in ("s0", shown(session).held.follows.name):  # type: ignore[union-attr]
            answer = phone(session, name).post(url, {"opened": seen}, headers={"hx-request": "true"})
            assert answer.status_code == 409
            assert 'data-test="refused-moment"' in answer.content.decode()
    moderator = desk(session)
    for form in ("desk_move", "desk_bots", "desk_warn", "desk_longer"):
        opened = shown(session).held.follows.opened  # type: ignore[union-attr]
        sent = {"opened": opened, "close": "1"}
        answer = moderator.post(reverse(form, args=[session.code]), sent, headers={"hx-request": "true"})
        assert answer.status_code == 409, form
    session.refresh_from_db()
    assert session.head == head


def test_going_on_counts_once() -> None:
    session = after_the_vote()
    moderator, held = desk(session), shown(session).held
    assert held is not None
    for _tap in range(2):
        moderator.post(reverse("desk_go_on", args=[session.code]), {"held": held.caused_by})
    assert question(session) == "mutants"
    first = Pacing.objects.get(pk=session.pk).released_at
    moderator.post(reverse("desk_go_on", args=[session.code]), {"held": held.caused_by})
    assert Pacing.objects.get(pk=session.pk).released_at == first


def test_undo_removes_a_moment_and_redo_restores_it() -> None:
    session = after_the_vote()
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    assert question(session) == "vote"
    journal.write_table(session.pk, journal.redo)
    assert question(session) == "moment"


def test_a_moment_that_was_undone_cannot_be_continued() -> None:
    session = after_the_vote()
    moderator, held = desk(session), shown(session).held
    assert held is not None
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    url = reverse("desk_go_on", args=[session.code])
    assert moderator.post(url, {"held": held.caused_by}, headers={"hx-request": "true"}).status_code == 409
    assert question(session) == "vote"


def test_an_undo_after_a_moment_brings_no_earlier_moment_back() -> None:
    session = after_the_vote()
    go_on(session)
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    assert question(session) == "vote"


def test_a_moment_outlives_the_process() -> None:
    session = after_the_vote()
    held = shown(session).held
    kept.tables.clear()
    assert shown(session).held == held
    go_on(session)
    kept.tables.clear()
    assert question(session) == "mutants"


def test_a_dawn_without_a_death_has_a_moment() -> None:
    session = playing()
    journal.submit(session.pk, CHIEF)
    assert "Eve" in page(browser(), session, "screen")
    assert "The crew has its chief" in page(browser(), session, "screen")
    go_on(session)
    journal.submit(session.pk, MUTATION)
    while question(session) != "moment":
        journal.submit(session.pk, CLOSE)
    said = page(browser(), session, "screen")
    assert "Day 1 breaks." in said
    assert "The night has taken nobody." in said
    assert "Go on: The vote" in page(desk(session), session, "desk")


def test_a_vote_without_a_ballot_says_so() -> None:
    session = at_the_vote()
    journal.submit(session.pk, CLOSE)
    said = page(browser(), session, "screen")
    assert "Nobody has cast a ballot." in said
    assert "Nobody leaves the ship." in said


def test_ties_and_decisions_of_the_chief_have_moments() -> None:
    session = at_the_vote()
    for by, seat in (("Ann", "Bob"), ("Bob", "Ann")):
        journal.submit(session.pk, {"step": "vote", "by": by, "answer": {"seat": seat}})
    journal.submit(session.pk, CLOSE)
    said = page(browser(), session, "screen")
    assert "The vote is tied" in said
    assert "Ann, Bob" in said
    go_on(session)
    assert question(session) == "tie"
    journal.submit(session.pk, {"step": "tie", "by": "Eve", "answer": {"seat": "Bob"}})
    assert "The chief has decided" in page(browser(), session, "screen")


def test_s07_an_election_without_ballots_announces_its_repetition() -> None:
    session = playing()
    journal.submit(session.pk, CLOSE)
    assert question(session) == "moment"
    for surface, client in (("desk", desk(session)), ("screen", browser()), ("phone", phone(session, "Ann"))):
        said = page(client, session, surface)
        assert "The crew has no chief yet" in said
        assert "the election is held again" in said
    go_on(session)
    assert question(session) == "chief"


def test_s33_a_lot_that_decides_has_a_moment() -> None:
    session = at_the_vote()
    for by, seat in (("Ann", "Bob"), ("Bob", "Ann")):
        journal.submit(session.pk, {"step": "vote", "by": by, "answer": {"seat": seat}})
    journal.submit(session.pk, CLOSE)
    go_on(session)
    journal.submit(session.pk, {"step": "tie", "by": "clock", "for": "Eve", "answer": {"seat": "Bob"}})
    said = page(browser(), session, "screen")
    assert "The lot has decided" in said
    assert "The chief has decided" not in said
    assert "Bob" in said


def test_a_game_that_is_over_shows_what_ended_it_first() -> None:
    session = at_the_vote()
    for by in ("Bob", "Dan", "Eve"):
        journal.submit(session.pk, {"step": "vote", "by": by, "answer": {"seat": "Ann"}})
    journal.submit(session.pk, CLOSE)  # the base mutant goes; Cid is a host, and a mutant
    go_on(session)
    while question(session) != "end":
        if question(session) == "moment":
            go_on(session)
            continue
        asked = shown(session).step
        vote = asked is not None and asked.name == "vote"
        if vote:
            journal.submit(session.pk, {"step": "vote", "by": "Bob", "answer": {"seat": "Cid"}})
        journal.submit(session.pk, CLOSE)
        if vote:
            assert question(session) == "moment"
            assert "Show how it ends" in page(desk(session), session, "desk")
            assert "over" not in parts(browser(), session, "screen")
    assert "over" in parts(browser(), session, "screen")


def test_without_a_moderator_a_moment_lasts_twenty_seconds_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    session, now = at_a_moment_without_moderator(monkeypatch)
    seen = shown(session)
    assert (question(session), seen.ends) == ("moment", now + timedelta(seconds=call_length.MOMENT))
    session.refresh_from_db()
    assert clock.find_next_change(session, seen, now) == seen.ends
    clock.tick(session.pk)
    assert question(session) == "moment"
    monkeypatch.setattr(server_clock, "now", lambda: now + timedelta(seconds=call_length.MOMENT))
    after = shown(session)
    assert after.step is not None
    assert (after.step.name, after.begun) == ("mutants", seen.ends)


def test_a_pause_holds_a_moment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    session, now = at_a_moment_without_moderator(monkeypatch)
    pause(session, stand=True)
    monkeypatch.setattr(server_clock, "now", lambda: now + timedelta(minutes=3))
    assert question(session) == "moment"
    pause(session, stand=False)
    assert shown(session).ends == now + timedelta(minutes=3, seconds=call_length.MOMENT)


def test_nothing_is_held_in_a_game_that_is_imported() -> None:
    session = after_the_vote()
    with journal.read_table(session.pk) as (_session, table):
        assert isinstance(table, Table)
        document = record.write(session.kit, table)
    again = GameSession.objects.create(code="KLMR", game="sporz", language="en")
    lifecycle.restore(again, play_record(json.dumps(document).encode()))
    assert question(again) == "mutants"


def test_with_eyes_closed_too_the_desk_goes_on_by_hand() -> None:
    session = playing(nights="eyes_closed")
    journal.submit(session.pk, CHIEF)
    reader = phone(session, "Dan")
    assert "The crew has its chief" in page(reader, session, "phone")
    go_on(session)
    assert question(session) == "mutants"
    journal.submit(session.pk, MUTATION)
    while question(session) != "moment":
        journal.submit(session.pk, CLOSE)
    moderator, screen = desk(session), browser()
    assert "then-show" in parts(moderator, session, "desk")  # S-44: while the psychologist is awake
    assert "The night has taken nobody." not in page(screen, session, "screen")
    goes_on_saying(moderator, session)
    said = page(moderator, session, "desk")
    assert "Psychologist, sleep." in said and "Wake everybody" in said and "Day breaks aboard." not in said
    assert "Night 1" in page(screen, session, "screen") and "Day 1" not in said + page(screen, session, "screen")
    assert "The night has taken nobody." not in said + page(screen, session, "screen")
    assert "asleep" in parts(reader, session, "phone")
    goes_on_saying(moderator, session)
    said = page(moderator, session, "desk")
    assert "Day breaks aboard." in said  # what wakes them, before what is read to them
    assert "The night has taken nobody." in said and "The night has taken nobody." in page(screen, session, "screen")
    go_on(session)
    assert question(session) == "vote"


def goes_on_saying(moderator: Client, session: GameSession) -> None:
    """The desk's one button, while lines are spoken one after the other."""
    html = moderator.get(reverse("desk", args=[session.code])).content.decode()
    form = re.search(r'id="said".*?name="opened" value="(\d+)".*?name="part" value="(\d+)"', html, re.DOTALL)
    assert form
    sent = moderator.post(reverse("desk_said", args=[session.code]), {"opened": form[1], "part": form[2]})
    assert sent.status_code == 302


def test_night_news_end_with_the_moment_at_dawn() -> None:
    session = playing(nights="eyes_closed")
    journal.submit(session.pk, CHIEF)
    go_on(session)
    for move in (CLOSE, CLOSE, {"by": "moderator", "for": "Dan", "answer": {"seat": "Ann"}}):
        journal.submit(session.pk, move)
    moderator = desk(session)
    assert "To tell" in page(moderator, session, "desk")
    for tap in ("then-show", "then-wake"):
        assert tap in parts(moderator, session, "desk")
        goes_on_saying(moderator, session)
    said = page(moderator, session, "desk")
    assert "Day breaks aboard." in said and "Talk" not in said and "To tell" not in said
    go_on(session)
    said = page(moderator, session, "desk")
    assert "Talk" in said and "Day breaks aboard." not in said
    assert "Psychologist, sleep." not in said and "To tell" not in said
    assert "line-back" not in parts(moderator, session, "desk")


def lupus_with_eyes_closed() -> GameSession:
    """Eight at a table of Lupus, in the last call of a night: nothing is shown to anybody in it."""
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"]
    session = joining(names=names, nights="eyes_closed")
    GameSession.objects.filter(pk=session.pk).update(game="lupus")
    session.refresh_from_db()
    roles = ["werewolf", "werewolf", "seer", *["villager"] * 5]
    lifecycle.deal_cards(session, {name: {"role": role} for name, role in zip(names, roles, strict=True)})
    lifecycle.begin(session)
    return session


def test_with_eyes_closed_night_news_wait_until_everybody_wakes() -> None:
    """It began on the screen as the last call was entered, while every eye was closed."""
    session = lupus_with_eyes_closed()
    moderator, screen = desk(session), browser()
    while question(session) != "moment":
        with journal.read_table(session.pk) as (_fresh, table):
            assert table is not None and table.step is not None
            step = table.step
            answer = (
                None
                if not step.needed
                else (step.moderator_ask or next(iter(step.asks.values()))).draw(lambda c: c[-1])
            )
        journal.submit(session.pk, {"by": "moderator", "answer": answer} if answer else CLOSE)
    said = page(moderator, session, "desk")
    assert "Wake everybody" in said and "Everybody wakes up" not in said
    assert 'class="moment"' not in screen.get(reverse("screen", args=[session.code])).content.decode()
    assert "everybody wakes up" not in said
    goes_on_saying(moderator, session)
    assert "Day breaks, everybody wakes up." in page(moderator, session, "desk")
    assert 'class="moment"' in screen.get(reverse("screen", args=[session.code])).content.decode()
    assert "then-wake" not in parts(moderator, session, "desk")
    go_on(session)


def test_with_eyes_closed_a_game_end_waits_for_dawn() -> None:
    """It was staged as the last call was entered, while every eye was closed and somebody was awake."""
    session = playing(nights="eyes_closed")
    journal.submit(session.pk, CHIEF)
    go_on(session)
    moderator, screen, reader = desk(session), browser(), phone(session, "Bob")
    ended = {"by": "moderator", "answer": {"kill": "Ann", "paralyse": "Fay"}}  # the only mutant
    for move in (ended, CLOSE, {"by": "moderator", "for": "Dan", "answer": {"seat": "Cid"}}):
        journal.submit(session.pk, move)
    assert question(session) == "moment" and shown(session).step is None
    for tap, line in (("then-show", ""), ("then-wake", "Psychologist, sleep.")):
        said = page(moderator, session, "desk")
        assert tap in parts(moderator, session, "desk") and line in said and "Show how it ends" not in said
        assert ("To tell" in said) == (tap == "then-show")
        assert "Day 1 breaks." not in said + page(screen, session, "screen")
        assert "asleep" in parts(reader, session, "phone")
        goes_on_saying(moderator, session)
    said = page(moderator, session, "desk")
    assert "It is day: everybody looks up." in said and "Show how it ends" in said
    assert "Day 1 breaks." in page(screen, session, "screen") and "Day 1 breaks." in page(reader, session, "phone")
    go_on(session)
    assert "over" in parts(screen, session, "screen")


def test_no_call_of_the_night_makes_a_moment() -> None:
    session = playing()
    journal.submit(session.pk, CHIEF)
    go_on(session)
    journal.submit(session.pk, MUTATION)
    seen = []
    while question(session) != "moment":
        seen.append(question(session))
        journal.submit(session.pk, CLOSE)
    assert seen == ["doctors", "psychologist"]


def test_a_moment_is_one_and_the_same_on_all_phones() -> None:
    """Whoever holds which card, and whoever has just died."""
    session = after_the_vote()
    moments = set()
    for name in session.seat_names():
        html = phone(session, name).get(reverse("phone", args=[session.code])).content.decode()
        moments.add(html.partition('id="part-moment"')[2].partition('id="part-question"')[0])
    assert len(moments) == 1


def test_the_version_rises_into_and_out_of_a_moment() -> None:
    session = at_the_vote()
    reader, numbers = phone(session, "Dan"), []

    def note() -> None:
        html = reader.get(reverse("phone", args=[session.code]), headers={"hx-request": "true"})
        numbers.append(int(html.headers["X-Pulse"]))

    note()
    for ballot in (*BALLOTS, CLOSE):
        journal.submit(session.pk, ballot)
    note()
    go_on(session)
    note()
    assert numbers == sorted(set(numbers))


def on_a_board(game: str, **columns: Any) -> GameSession:
    """Three people with phones, nobody moderating unless `columns` say so; a game on a board has just begun."""
    values = {"code": "BFHJ", "game": game, "nights": "phones", "language": "en", "narrated": True, **columns}
    session = GameSession.objects.create(kit_version=all_kits()[game].rules.VERSION, **values)
    names = ["Ann", "Bob", "Cid"]
    for place, name in enumerate(names):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    kit = all_kits()[game]
    lifecycle.deal_cards(session, kit.roles.deal(names, settle(kit.roles.OPTIONS, {}), Random(1).choice))
    lifecycle.begin(session)
    session.refresh_from_db()
    return session


def is_ready(client: Client, session: GameSession) -> int:
    """The player says so; the status of the answer."""
    held = shown(session).held
    seen = pseudonyms.build_pseudonym(session.pk, held.caused_by) if held else "none"
    return client.post(
        reverse("ready", args=[session.code]), {"moment": seen}, headers={"hx-request": "true"}
    ).status_code


def test_p02_cars_are_parked_in_a_moment_until_all_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    session = on_a_board("spree")
    phones = {name: phone(session, name) for name in ("Ann", "Bob", "Cid")}
    middle = desk(session)
    for surface, client in (("desk", middle), ("screen", browser()), ("phone", phones["Ann"])):
        said = page(client, session, surface)
        assert "Park your cars" in said and "your shopping list" in said
        assert "Not yet: Ann , Bob , Cid" in said
    assert is_ready(phones["Ann"], session) == 200
    assert is_ready(phones["Ann"], session) == 200  # counts once
    assert "Ready: Ann" in page(middle, session, "desk")
    assert "ready-noted" in parts(phones["Ann"], session, "phone")
    assert "ready" in parts(phones["Bob"], session, "phone")
    assert is_ready(phones["Bob"], session) == 200
    assert question(session) == "moment"
    before = server_clock.now()
    assert is_ready(phones["Cid"], session) == 200
    assert question(session) == "turn"
    seen = shown(session)
    assert seen.begun is not None and seen.begun >= before  # the time of the first turn begins now
    assert is_ready(phones["Cid"], session) == 409


def test_without_all_being_ready_the_cars_have_five_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    session = on_a_board("spree")
    begun = shown(session).begun
    assert begun is not None and shown(session).ends == begun + timedelta(minutes=5)
    monkeypatch.setattr(server_clock, "now", lambda: begun + timedelta(minutes=5))
    assert question(session) == "turn"


def test_with_a_moderator_the_desk_continues_the_set_up_once() -> None:
    session = on_a_board("spree", narrated=False)
    assert question(session) == "moment"
    client = phone(session, "Ann")
    assert "ready" not in parts(client, session, "phone") and is_ready(client, session) == 409
    held, moderator = shown(session).held, desk(session)
    assert held is not None and held.caused_by == 0
    go_on(session, moderator)
    assert question(session) == "turn"
    url = reverse("desk_go_on", args=[session.code])
    assert moderator.post(url, {"held": 0}, headers={"hx-request": "true"}).status_code == 200
    assert question(session) == "turn"


def test_m03_the_board_is_set_up_and_hypotheses_have_time() -> None:
    session = on_a_board("murder")
    phones = {name: phone(session, name) for name in ("Ann", "Bob", "Cid")}
    for character in ("ellen_ripley", "mister_spock", "jack_harkness"):
        with journal.read_table(session.pk) as (_, table):
            assert table and table.step
            (seat,) = table.step.asks
        journal.submit(session.pk, {"by": seat, "answer": {"character": character}})
    assert question(session) == "moment" and "Set up the board" in page(phones["Ann"], session, "phone")
    for client in phones.values():
        is_ready(client, session)
    assert question(session) == "turn"
    with journal.read_table(session.pk) as (_, table):
        assert table and table.step
        (seat,) = table.step.asks
        deck = table.public()[0]["deck"]
    crime = {"room": deck["rooms"][0], "character": deck["characters"][7], "weapon": deck["weapons"][0]}
    crime["motive"] = deck["motives"][0]
    journal.submit(session.pk, {"by": seat, "answer": {"hypothesis": crime}})
    assert question(session) == "moment"
    for client in phones.values():
        is_ready(client, session)
    assert question(session) != "moment"


def test_a_moment_of_twenty_seconds_does_not_ask_for_readiness() -> None:
    session = after_the_vote()
    client = phone(session, "Ann")
    assert "ready" not in parts(client, session, "phone")
    assert is_ready(client, session) == 409
