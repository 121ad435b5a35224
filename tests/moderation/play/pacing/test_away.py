"""The machine's clock is put right, or the server is away: what that does to the times of every kind of table."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import journal, server_clock
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import CLOCK, MODERATOR, Table
from games.models import DebateTimer, GameSession, Pacing, ServerTime
from games.server_clock import ServerClock
from moderation.play.pacing import clock as tending
from moderation.play.timeline.call_length import GRACE_AFTER_OUTAGE, Release
from tests.moderation.play.commands.test_refusals import asked_aside
from tests.moderation.play.secrecy.worlds import World
from tests.moderation.sporz_table import CHIEF, MUTATION, desk, phone, playing

pytestmark = pytest.mark.django_db
COMING_BACK = timedelta(seconds=GRACE_AFTER_OUTAGE)
STEPS_OF_THE_CLOCK = [timedelta(hours=-1), timedelta(hours=1)]
TABLES = [(night, narrated) for night in (True, False) for narrated in (True, False)]


class Machine:
    """A machine whose clocks the test sets, and the one process of the server on it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gone, self.stepped, self._began, self._patch = 5000.0, timedelta(0), timezone.now(), monkeypatch
        monkeypatch.setattr(timezone, "now", self.wall)
        self.start()

    def wall(self) -> object:
        return self._began + self.stepped + timedelta(seconds=self.gone)

    def start(self) -> None:
        """Start the process, or start it again."""
        self._patch.setattr(server_clock, "clock", ServerClock(lambda: self.gone, self.wall))  # type: ignore[arg-type]
        server_clock.clock.synchronise(COMING_BACK)

    def live(self, seconds: float) -> None:
        """Serve for so long."""
        for _ in range(round(seconds * 2)):
            self.gone += 0.5
            server_clock.clock.synchronise(COMING_BACK)

    def live_to_a_beat(self) -> None:
        """Serve until the server has just written how far its clock has come."""
        self.live(8)
        while ServerTime.objects.get().time != server_clock.display_now():
            self.live(0.5)

    def die(self, seconds: float) -> None:
        """Be away for so long, and start again."""
        self.gone += seconds
        self.start()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def table(night: bool, narrated: bool) -> GameSession:
    """A table in the mutants' call, or at the election of the chief."""
    session = playing()
    GameSession.objects.update(narrated=narrated)
    if night:
        journal.submit(session.pk, CHIEF)
    elif not narrated:  # by day the moderator's own clock is the time of a table
        now = server_clock.now()
        DebateTimer.objects.update(length=100, started_at=now, seconds_left=100.0)
    return session


def shown(session: GameSession) -> Release:
    session.refresh_from_db()
    with journal.read_table(session.pk) as (fresh, at):
        return tending.build_release(fresh, at)


def left(session: GameSession) -> float:
    """Seconds that phones show as left."""
    ends = shown(session).ends
    if ends is None:
        timer = DebateTimer.objects.get()
        assert timer.started_at
        ends = timer.started_at + timedelta(seconds=timer.seconds_left)
    return ends.timestamp() - server_clock.display_now_in_milliseconds() / 1000


@pytest.mark.parametrize("step", STEPS_OF_THE_CLOCK)
@pytest.mark.parametrize(("night", "narrated"), TABLES)
def test_a_changed_system_time_neither_stops_nor_ends_a_call(
    night: bool, narrated: bool, step: timedelta, machine: Machine
) -> None:
    session = table(night, narrated)
    whole = left(session)
    machine.live(10)
    machine.stepped = step
    assert left(session) == pytest.approx(whole - 10, abs=0.01)
    tending.tick(session.pk)
    session.refresh_from_db()
    assert session.head == night
    machine.live(whole)
    tending.tick(session.pk)
    assert shown(session).step is not None
    if night or narrated:
        assert GameSession.objects.get().head > night, "its time was over, and it was closed"


@pytest.mark.parametrize("step", STEPS_OF_THE_CLOCK)
def test_the_desk_is_stopped_by_no_step_of_the_clock(step: timedelta, machine: Machine) -> None:
    session = table(night=True, narrated=False)
    machine.stepped = step
    journal.submit(session.pk, MUTATION)
    machine.live(60)
    now = shown(session).step
    assert now is not None and now.name == "doctors"


@pytest.mark.parametrize(("night", "narrated"), TABLES)
def test_time_in_which_the_server_was_away_belongs_to_nobody(night: bool, narrated: bool, machine: Machine) -> None:
    session = table(night, narrated)
    machine.live(15)
    before = left(session)
    machine.die(13)
    assert left(session) == pytest.approx(before + GRACE_AFTER_OUTAGE, abs=5), "a beat is at most five seconds old"
    tending.tick(session.pk)
    session.refresh_from_db()
    assert session.head == night
    machine.live(GRACE_AFTER_OUTAGE)
    assert left(session) == pytest.approx(before, abs=5)


CALLS = {
    "sporz": {"mutants", "doctors", "computer_scientist", "psychologist", "geneticist", "hacker", "spy"},
    "lupus": {"seer", "werewolves", "medium", "bodyguard", "owl"},
}


def seats_of_all_roles(slug: str) -> Table:
    """A table at which every call of this game is made."""
    kit = all_kits()[slug]
    options = settle(kit.roles.OPTIONS, {})
    seats = [f"P{number:02}" for number in range(1, 13)]
    return Table(kit.rules, seats, options, kit.roles.deal(seats, options, Random(1).choice))


@pytest.mark.parametrize("narrated", [True, False])
@pytest.mark.parametrize("slug", CALLS)
def test_after_an_outage_every_call_keeps_its_remaining_time(slug: str, narrated: bool, machine: Machine) -> None:
    """What was left and the seconds to come back, which everybody knows: alike for all; the desk says how long."""
    kit, table_ = all_kits()[slug], seats_of_all_roles(slug)
    world = World.begin(kit, table_, table_.deal, GameSession.Nights.PHONES, "BFHJ", Random("chance"))
    session, moderator = world.session, desk(world.session)
    GameSession.objects.update(narrated=narrated)
    asked: set[str] = set()
    for _step in range(60):
        step = shown(session).step
        if step is None or CALLS[slug] <= asked:
            break
        if not step.asleep:
            if step.moderator_ask:
                answer = step.moderator_ask.draw(Random(1).choice)
                world.take({"step": step.name, "by": MODERATOR, "answer": answer})
            elif not step.needed:
                world.take({"by": MODERATOR, "close": True})
            else:
                who, ask = next(iter(step.all_asks().items()))
                world.take({"by": CLOCK, "for": who, "answer": ask.draw(Random(1).choice)})
            continue
        if step.name not in asked:
            asked.add(step.name)
            machine.live_to_a_beat()
            before = left(session)
            machine.die(13)
            assert left(session) == pytest.approx(before + GRACE_AFTER_OUTAGE, abs=0.01)
            pages = [one.get(reverse("phone", args=[session.code])).content.decode() for one in world.phones.values()]
            assert len({re.findall(r'id="call" data-ends="(\d+)"', page)[0] for page in pages}) == 1
            pages.append(moderator.get(reverse("desk", args=[session.code])).content.decode())
            assert all(re.search(r'data-test="was-stopped">[^<]*\b13\u00a0s\b', page) for page in pages)
        machine.live(left(session) + 0.5)
        tending.tick(session.pk)
    assert CALLS[slug] <= asked


def test_a_closing_vote_continues_with_its_remaining_time(machine: Machine) -> None:
    session = table(night=False, narrated=False)
    journal.submit(session.pk, {"step": "chief", "by": "Ann", "answer": {"seat": "Eve"}})
    closing = server_clock.now() + timedelta(seconds=10)
    DebateTimer.objects.update(vote_closes_at=closing, vote_step=0)
    machine.die(13)
    tending.tick(session.pk)
    assert GameSession.objects.get().head == 1
    machine.live(GRACE_AFTER_OUTAGE + 10)
    tending.tick(session.pk)
    assert GameSession.objects.get().head == 2


@pytest.mark.parametrize("narrated", [True, False])
def test_all_devices_show_an_outage_until_the_next_question(narrated: bool, machine: Machine) -> None:
    session = table(night=True, narrated=narrated)
    devices = [(desk(session), "desk"), (phone(session, "Ann"), "phone"), (phone(session, "Bob"), "phone")]
    machine.live(15)
    away = server_clock.clock._compute_now() - ServerTime.objects.get().time + timedelta(seconds=13)
    machine.die(13)
    for device, page in devices:
        html = device.get(reverse(page, kwargs={"code": session.code})).content.decode()
        assert f"{round(away.total_seconds())}\N{NO-BREAK SPACE}s" in html
        assert "was stopped" in html or "arrêté" in html
    journal.submit(session.pk, MUTATION)  # the doctors are asked, but not yet shown: how long ago is a secret
    machine.live(60)
    for device, page in devices:
        html = device.get(reverse(page, kwargs={"code": session.code})).content.decode()
        assert "was stopped" not in html and "arrêté" not in html


def test_the_outage_is_shown_while_side_questions_are_open(machine: Machine) -> None:
    """How often somebody is asked aside is not for the room to see: the words must not go with one question."""
    session, _seat, _pick = asked_aside()
    pages = [(phone(session, name), reverse("phone", args=[session.code])) for name in ("Ann", "Bob", "Cid")]
    pages.append((Client(), reverse("screen", args=[session.code])))
    machine.live(15)
    machine.die(13)
    machine.live(GRACE_AFTER_OUTAGE + 5)

    def told() -> list[bool]:
        return ["was stopped" in device.get(page).content.decode() for device, page in pages]

    assert told() == [True] * 4
    journal.submit(session.pk, {"by": "Cid", "answer": {"exchange": "Gym"}})  # now Ann is asked for a card
    assert told() == [True] * 4
    machine.live(5)
    assert told() == [True] * 4
    journal.submit(session.pk, {"by": "Ann", "answer": {"refuse": True}})
    journal.submit(session.pk, {"by": "Cid", "answer": {"declare": "Gym"}})
    assert told() == [False] * 4  # the turn goes on, for all to see


def test_the_desk_may_end_a_call_that_lasts_too_long(machine: Machine) -> None:
    session = table(night=True, narrated=False)
    journal.submit(session.pk, MUTATION)
    moderator, seen = desk(session), {"opened": "1", "close": "1"}
    path = reverse("desk_move", kwargs={"code": session.code})
    assert moderator.post(path, seen, headers={"HX-Request": "true"}).status_code == 409, "it runs on to its time"
    Pacing.objects.update(extensions={"1": 3600})
    assert "End the call now" in moderator.get(reverse("desk", kwargs={"code": session.code})).content.decode()
    assert moderator.post(path, seen, headers={"HX-Request": "true"}).status_code == 200
    now = shown(session).step
    assert now is not None and now.name == "doctors"


def test_the_desk_ends_such_a_call_that_nobody_has_answered(machine: Machine) -> None:
    session = table(night=True, narrated=False)
    Pacing.objects.update(extensions={"1": 3600})
    path = reverse("desk_move", kwargs={"code": session.code})
    seen = {"opened": "1", "close": "1"}
    assert desk(session).post(path, seen, headers={"HX-Request": "true"}).status_code == 200
    now = shown(session).step
    assert now is not None and now.name == "doctors"
