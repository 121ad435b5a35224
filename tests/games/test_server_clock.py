"""The server's clock: it advances while a process of the server runs, and only then."""

from datetime import UTC, datetime, timedelta

import pytest

from games.models import GameSession, Move, ServerTime
from games.server_clock import AWAY, ServerClock

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 7, 21, 0, tzinfo=UTC)
COMING_BACK = timedelta(seconds=10)
LOOK = 2.5


class Machine:
    """What a machine's clocks show, and what really goes by."""

    def __init__(self) -> None:
        self.gone, self.stepped = 1000.0, timedelta(0)

    def process(self) -> ServerClock:
        """A process that starts now."""
        clock = ServerClock(lambda: self.gone, self.wall)
        clock.synchronise(COMING_BACK)
        return clock

    def wall(self) -> datetime:
        return EVENING + self.stepped + timedelta(seconds=self.gone)

    def live(self, seconds: float, *processes: ServerClock) -> None:
        """Let time pass, in which these processes look at their row."""
        until = self.gone + seconds
        while self.gone + LOOK <= until:
            self.gone += LOOK
            for process in processes:
                process.synchronise(COMING_BACK)
        self.gone = until


@pytest.fixture
def machine() -> Machine:
    GameSession.objects.create(code="BFHJ", game="sporz", stage="playing")
    return Machine()


def later(clock: ServerClock, since: datetime) -> float:
    return (clock.now() - since).total_seconds()


@pytest.mark.parametrize("step", [timedelta(hours=-1), timedelta(hours=1)])
def test_a_clock_that_is_put_right_changes_nothing(machine: Machine, step: timedelta) -> None:
    clock = machine.process()
    begun = clock.now()
    machine.live(20, clock)
    machine.stepped = step
    assert later(clock, begun) == 20
    machine.live(20, clock)
    assert (later(clock, begun), clock.absence()[1]) == (40, 0)


@pytest.mark.parametrize("step", [timedelta(0), timedelta(hours=-1), timedelta(hours=1)])
def test_a_restart_continues_from_the_stored_time(machine: Machine, step: timedelta) -> None:
    clock = machine.process()
    machine.live(21, clock)
    stood = ServerTime.objects.get().time
    machine.live(13)
    machine.stepped = step
    again = machine.process()
    assert (again.now(), again.display_now()) == (stood, stood - COMING_BACK)
    machine.live(COMING_BACK.total_seconds(), again)
    assert again.now() == again.display_now() == stood
    machine.live(5, again)
    assert later(again, stood) == 5


def test_the_server_says_how_long_it_was_away(machine: Machine) -> None:
    clock = machine.process()
    machine.live(20, clock)
    machine.gone += 13
    assert machine.process().absence()[1] == 13


def test_a_server_that_was_only_just_gone_was_not_away(machine: Machine) -> None:
    clock = machine.process()
    begun = clock.now()
    machine.live(20, clock)
    machine.gone += 7
    again = machine.process()
    assert (later(again, begun), again.absence()[1]) == (27, 0)


def test_a_server_is_there_while_one_process_is(machine: Machine) -> None:
    one, other = machine.process(), machine.process()
    begun = one.now()
    machine.live(10, one, other)
    machine.live(60, one)
    third = machine.process()
    assert (third.absence()[1], other.synchronise(COMING_BACK)) == (0, False)
    machine.live(5, one, other, third)
    assert max(abs(later(clock, begun) - 75) for clock in (one, other, third)) <= LOOK


def test_processes_that_were_all_away_agree_on_the_time(machine: Machine) -> None:
    one, other = machine.process(), machine.process()
    machine.live(20, one, other)
    stood = ServerTime.objects.get().time
    machine.gone += 60  # the database does not answer: nobody can look
    assert one.now() == other.now() == stood + AWAY, "time stands while there is no beat"
    assert [one.synchronise(COMING_BACK), other.synchronise(COMING_BACK)] == [True, True]
    assert one.now() == other.now() == stood + AWAY, "and never goes back"
    assert one.display_now() == other.display_now() == stood + AWAY - COMING_BACK
    assert one.absence() == other.absence() == (stood + AWAY, 60)
    machine.live(30, one, other)
    assert abs(later(one, other.now())) <= LOOK
    assert later(one, stood + AWAY) == 20


def test_a_second_crash_during_recovery_loses_no_time(machine: Machine) -> None:
    clock = machine.process()
    machine.live(20, clock)
    machine.gone += 13
    back = machine.process().now()
    machine.gone += 30
    assert machine.process().now() == back


def test_the_time_is_saved_at_most_every_five_seconds(machine: Machine) -> None:
    processes = [machine.process() for _ in range(4)]
    written = set()
    for _ in range(40):
        machine.live(LOOK, *processes)
        written.add(ServerTime.objects.get().time)
    assert len(written) <= 1 + 100 / 5


def test_a_new_clock_is_never_behind_stored_moves(machine: Machine) -> None:
    table = GameSession.objects.get()
    kept = Move.objects.create(session=table, number=1, body={}, at=machine.wall() + timedelta(hours=1))
    assert machine.process().now() == kept.at


def test_where_nobody_plays_the_clock_is_put_right(machine: Machine) -> None:
    clock = machine.process()
    machine.live(20, clock)
    GameSession.objects.update(stage="over")
    machine.gone += 86_400
    again = machine.process()
    assert (again.now(), again.absence()[1]) == (machine.wall(), 0)


def test_the_clock_is_never_behind_a_move_between_two_saves(machine: Machine) -> None:
    clock = machine.process()
    machine.live(23, clock)
    machine.gone += 2
    taken = clock.now()
    Move.objects.create(session=GameSession.objects.get(), number=1, body={}, at=taken)
    machine.gone += 13
    assert machine.process().now() == taken
