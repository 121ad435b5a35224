"""One way to render: equal knowledge is equal bytes, each distinct view is rendered once, all change in one tick."""

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import journal, lifecycle, server_clock
from games.models import GameSession, Move
from moderation.models import Kind, Pass
from moderation.play.pacing import clock as tending
from moderation.play.projections.public import PublicView
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from moderation.play.timeline import call_length as calls
from tests.moderation.sporz_table import (
    CHIEF,
    CLOSE,
    DEAL,
    MUTATION,
    NAMES,
    at_night,
    desk,
    device_of,
    joining,
    phone,
    playing,
)

pytestmark = pytest.mark.django_db


def viewers(session: GameSession, language: str = "en") -> dict[str, Viewer]:
    """A phone for every seat."""
    return {name: as_viewer(phone(session, name), language) for name in session.seat_names()}


def as_viewer(client: Client, language: str = "en") -> Viewer:
    held = Pass.objects.get(device=device_of(client))
    return build_viewer_of_pass(held, "phone" if held.kind == Kind.SEAT else "desk", language)


def views(session: GameSession, who: dict[str, Viewer]) -> dict[str, str | None]:
    """What each of them is shown now."""
    rendered = surfaces.render(session.pk, who.values(), who.values())
    return {name: rendered.html(viewer) for name, viewer in who.items()}


class Clock:
    """The time of day, turned by hand."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.ticks = timedelta(0)  # by which it goes on each time somebody looks

    def __call__(self) -> datetime:
        self.now += self.ticks
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(server_clock, "now", clock)
    return clock


def test_equal_knowledge_is_equal_bytes() -> None:
    session = at_night()
    seen = views(session, viewers(session))
    assert seen["Cid"] == seen["Eve"] == seen["Fay"]
    assert len({seen["Ann"], seen["Bob"], seen["Cid"], seen["Dan"]}) == 4


def test_the_screen_counts_people_who_have_looked_without_bots() -> None:
    session = joining()
    session.seats.filter(name__in=("Dan", "Eve", "Fay")).update(bot=True)
    lifecycle.deal_cards(session, DEAL)
    session.seats.filter(name__in=("Ann", "Dan", "Eve", "Fay")).update(looked=True)
    said = re.findall(r"<p[^>]*>([^<]*)</p>", surfaces.render_html(session, Viewer("screen", "en")))
    assert ["1", "3"] in [re.findall(r"\d+", line) for line in said]


def test_a_notice_about_another_device_lasts_two_steps() -> None:
    """The open step and the next one show it: it does not stand on every phone all night."""
    session = at_night()
    moved = {"desk_transfer": "moved", "desk_transfer_move": session.head, "moved_seats": [["Ann", session.head]]}
    session.agreements.change(**moved)
    session.pacing.change(extensions={str(number): -10_000 for number in range(1, 9)})  # calls take no time
    shown = []
    for _call in range(3):
        page = surfaces.render_html(session, Viewer("screen", "en"))
        shown.append(("moderated from another device" in page, "Ann goes on on another device" in page))
        journal.submit(session.pk, CLOSE)
        session = GameSession.objects.get(pk=session.pk)
    assert shown == [(True, True), (True, True), (False, False)]


def test_each_reads_the_language_of_the_device() -> None:
    session = at_night()
    cid = phone(session, "Cid")
    seen = views(session, {"en": as_viewer(cid, "en"), "fr": as_viewer(cid, "fr")})
    assert "Night 1" in str(seen["en"]) and "Nuit 1" not in str(seen["en"])
    assert "Nuit 1" in str(seen["fr"]) and "Night 1" not in str(seen["fr"])


def test_a_newcomer_is_rendered_alone_as_long_as_nothing_changed() -> None:
    session = at_night()
    who = viewers(session)
    pulse = surfaces.render(session.pk, who.values(), who.values()).pulse
    result = surfaces.render(session.pk, who.values(), [who["Cid"]], pulse)
    assert result.views.keys() == {who["Cid"]}
    journal.submit(session.pk, MUTATION)
    assert surfaces.render(session.pk, who.values(), [], pulse).views.keys() == set(who.values())


def test_a_ballot_does_not_rebuild_the_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of seats are more work than all the rest of a vote."""
    session, seen = playing(), list[PublicView]()
    screen = surfaces.surfaces.screen
    heard = replace(surfaces.surfaces, screen=lambda public: seen.append(public) or screen(public))
    monkeypatch.setattr(surfaces, "surfaces", heard)
    for move in (None, {"by": "Ann", "step": "chief", "answer": {"seat": "Bob"}}, CHIEF):
        if move:
            journal.submit(session.pk, move)
        surfaces.render_html(session, Viewer("screen", "en"))
    before, voted, decided = seen
    assert voted.vote.voted == (1, len(NAMES)) and voted.ring.seats is before.ring.seats
    assert decided.ring.seats != before.ring.seats


def test_phones_and_screens_come_before_desks_in_one_snapshot() -> None:
    session = at_night()
    who = [*viewers(session).values(), Viewer("screen", "en"), as_viewer(desk(session))]
    first, second = surfaces.render_in_order(session.pk, who, who)
    assert {viewer.surface for viewer in first.views} == {"phone", "screen"}
    assert {viewer.surface for viewer in second.views} == {"desk"}
    assert (first.pulse, first.until) == (second.pulse, second.until)


def test_whoever_holds_no_pass_any_more_is_shown_nothing() -> None:
    session = at_night()
    who = viewers(session)
    moderator = desk(session)
    who["desk"] = as_viewer(moderator)
    Pass.objects.filter(seat__name="Cid").delete()
    Pass.objects.filter(device=device_of(moderator)).delete()
    seen = views(session, who)
    assert seen["Cid"] is None and seen["desk"] is None
    assert seen["Dan"]


def test_a_moved_pass_shows_no_seat() -> None:
    session = at_night()
    cid = phone(session, "Cid")
    before = as_viewer(cid)
    Pass.objects.filter(device=device_of(cid)).update(seat=session.seats.get(name="Ann"))
    assert views(session, {"Cid": before}) == {"Cid": None}


def test_a_table_that_plays_its_next_game_says_so() -> None:
    session = playing()
    who = viewers(session)
    assert not surfaces.render(session.pk, who.values(), []).moved_on
    GameSession.objects.filter(pk=session.pk).update(closed=timezone.now())
    assert surfaces.render(session.pk, who.values(), []).moved_on


def test_desk_and_screen_are_rendered_before_during_and_after_play() -> None:
    session = joining()
    who = {
        "desk": as_viewer(desk(session)),
        "screen": Viewer("screen", "en"),
        "Ann": as_viewer(phone(session, "Ann")),
    }
    assert all(views(session, who).values())


# Calls on phones


def test_an_answer_during_a_call_changes_no_other_phone(clock: Clock) -> None:
    session = at_night()
    who = viewers(session)
    before = views(session, who)
    clock.now += timedelta(seconds=1)
    journal.submit(session.pk, MUTATION)
    after = views(session, who)
    assert {name for name in NAMES if after[name] != before[name]} == {"Ann"}


def test_all_views_change_together_at_the_end_of_calls(clock: Clock) -> None:
    session = at_night()
    who = viewers(session)
    journal.submit(session.pk, MUTATION)
    result = surfaces.render(session.pk, who.values(), [])
    assert result.until is not None
    clock.now = result.until - timedelta(milliseconds=1)
    before = views(session, who)
    clock.now = result.until
    after = views(session, who)
    assert all(before[name] != after[name] for name in NAMES)


def test_a_view_and_its_end_belong_to_one_snapshot(clock: Clock) -> None:
    """Rendering takes time, and a call may end meanwhile: then the views of before it say so and change at once."""
    session = at_night()
    english, french = viewers(session, "en"), viewers(session, "fr")
    journal.submit(session.pk, MUTATION)
    everybody = [*english.values(), *french.values()]
    ends = surfaces.render(session.pk, everybody, []).until
    assert ends is not None
    clock.now, clock.ticks = ends - timedelta(milliseconds=25), timedelta(milliseconds=10)
    result = surfaces.render(session.pk, everybody, [])
    clock.now, clock.ticks = ends - timedelta(milliseconds=25), timedelta(0)
    before = surfaces.render(session.pk, everybody, [])
    assert all(result.html(one) == before.html(one) for one in everybody)
    assert result.until == before.until == ends


@pytest.mark.parametrize("before", [25, 5])
def test_a_time_that_ends_as_somebody_comes_ends_for_all(clock: Clock, before: int) -> None:
    """Somebody comes just before a call ends, and is drawn just after: then all the others see its end too."""
    session = at_night()
    who = viewers(session)
    first = surfaces.render(session.pk, who.values(), [])
    assert first.until is not None
    clock.now, clock.ticks = first.until - timedelta(milliseconds=before), timedelta(milliseconds=10)
    result = next(surfaces.render_in_order(session.pk, who.values(), [who["Cid"]], first.pulse, first.until))
    assert result.views.keys() == (set(who.values()) if before < 10 else {who["Cid"]})


def test_with_eyes_closed_nothing_waits(clock: Clock) -> None:
    session = at_night(nights="eyes_closed")
    journal.submit(session.pk, MUTATION)
    assert surfaces.render(session.pk, [], []).until is None
    with journal.read_table(session.pk) as (kept, table):
        assert table is not None
        assert tending.build_release(kept, table) == calls.Release(table.step)


def test_more_time_for_one_is_more_time_for_all(settings: Any) -> None:
    """L-23: of a debate too, where nobody moderates."""
    session = playing()
    slow = device_of([phone(session, name) for name in NAMES][-1])
    slow.comfort = {"slow": True}
    slow.save()
    journal.submit(session.pk, CHIEF)
    session.refresh_from_db()
    assert tending.compute_pace(session) == pytest.approx(calls.SLOW_FACTOR)
    settings.CALL_PACE = 0.5
    assert tending.compute_pace(session) == pytest.approx(0.5 * calls.SLOW_FACTOR)


def test_comfort_changes_do_not_change_a_running_night(clock: Clock) -> None:
    session = at_night()
    fay, who = phone(session, "Fay"), viewers(session)
    ends = surfaces.render(session.pk, who.values(), []).until
    assert ends is not None
    journal.submit(session.pk, MUTATION)
    clock.now = ends
    second = surfaces.render(session.pk, who.values(), [])
    for slow in ("on", ""):
        assert fay.post("/comfort/", {"slow": slow}).status_code == 302
        assert surfaces.render(session.pk, who.values(), []) == second
    Pass.objects.filter(device=device_of(fay)).delete()
    assert surfaces.render(session.pk, who.values(), []).until == second.until


def close_by_time(session: GameSession) -> int:
    """How many moves of the clock the journal holds."""
    return Move.objects.filter(session=session, body__by="clock").count()


def test_the_clock_closes_a_call_exactly_at_its_end(clock: Clock) -> None:
    session = at_night()
    ends = surfaces.render(session.pk, [], []).until
    assert ends is not None
    clock.now = ends - timedelta(milliseconds=1)
    tending.tick(session.pk)
    assert close_by_time(session) == 0
    clock.now = ends
    tending.tick(session.pk)
    tending.tick(session.pk)
    assert close_by_time(session) == 1
    following = surfaces.render(session.pk, [], []).until
    assert following is not None and following > ends


def test_an_answered_call_is_not_rung_off(clock: Clock) -> None:
    session = at_night()
    ends = surfaces.render(session.pk, [], []).until
    assert ends is not None
    journal.submit(session.pk, MUTATION)
    clock.now = ends
    tending.tick(session.pk)
    assert close_by_time(session) == 0


def test_a_game_by_day_is_never_rung_off(clock: Clock) -> None:
    session = playing()
    clock.now += timedelta(days=1)
    tending.tick(session.pk)
    assert not session.moves.exists()


@pytest.mark.django_db(transaction=True)
def test_many_that_ring_at_once_close_a_call_once(clock: Clock) -> None:
    session = at_night()
    ends = surfaces.render(session.pk, [], []).until
    assert ends is not None
    clock.now = ends

    def ring() -> None:
        try:
            tending.tick(session.pk)
        finally:
            connection.close()

    run_together([ring] * 6)
    assert close_by_time(session) == 1


def test_nobody_is_sent_to_touch_a_bot() -> None:
    session = at_night(nights="eyes_closed")
    session.seats.filter(name="Eve").update(bot=True)
    journal.submit(session.pk, MUTATION)
    html = desk(session).get(f"/desk/{session.code}/").content.decode()
    assert re.findall(r"<strong>(\w+)</strong>: (\w+)", html) == [("Cid", "mutated")]
    assert "Eve: paralysed" in html  # in the story


@pytest.mark.django_db(transaction=True)
def test_a_view_is_never_older_than_its_pulse() -> None:
    """While moves come in, whatever is rendered shows the journal up to the pulse it carries."""
    session = at_night()
    who = viewers(session)
    seen: list[tuple[int, str | None]] = []

    def look() -> None:
        try:
            for _ in range(10):
                result = surfaces.render(session.pk, [who["Ann"]], [])
                seen.append((result.pulse, result.html(who["Ann"])))
        finally:
            connection.close()

    def play() -> None:
        try:
            for seat in ("Bob", "Dan", "Fay", "Eve", "Bob", "Cid"):
                move = {**MUTATION, "answer": {"mutate": seat, "paralyse": "Ann"}}
                journal.submit(session.pk, {"by": "moderator", "undo": 1})
                journal.submit(session.pk, CLOSE)
                journal.submit(session.pk, move)
        except Exception:  # refusals are as good as moves here
            pass
        finally:
            connection.close()

    run_together([look, play, look])
    by_pulse: dict[int, set[str | None]] = {}
    for pulse, html in seen:
        by_pulse.setdefault(pulse, set()).add(html)
    assert all(len(different) == 1 for different in by_pulse.values())


def run_together(work: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
