"""A random game of any kit under random faults, and what must be true of it afterwards.

The seed draws the plan: the game, its options, who plays, and what goes wrong when. The director lets it happen,
while everybody walks the real pages (qa/walking.py) with careless hands (people.py) over a bad network
(network.py). In the middle, while everything stands still, and at the end every device must show what a server
shows that knows the game from its journal alone; checks.py says what else must be true. Start reading at
`play_through`.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import signal
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from games.engine.kit import all_kits
from games.engine.options import Switch, Word
from qa.faults.checks import THE_SESSION, check_journal, check_record, read_views, rows
from qa.faults.disk import TROUBLES, ail
from qa.faults.network import FaultyNetwork
from qa.faults.people import Careless, make_careless, sum_counts
from qa.faults.taps import check_taps
from qa.serving import RunningServer
from qa.walking import AWAY, Browser, Evening, open_evening

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon"]
PACE = {"CALL_PACE": "0.005", "MOMENT_PACE": "0.005"}
LONGEST_GAME = 200.0  # seconds; one that goes on then is left unfinished
STILL = 120.0  # seconds in which nothing is taken, though everybody tries: the game is stuck
LONGEST_OF_ALL = 1_500.0  # seconds for a game with all that happens to it; then the harness itself hangs
LONGEST_WAIT = 3.0  # seconds until a server that was told to die has died, or is killed
INSTANTS = ("before", "between", "after")
# Lengths that random play comes to the end of: hours, points.
NUMBERS = {"murder": {"hours": (2, 9)}, "spree": {"target": (10, 60)}}


@dataclass
class Plan:
    """What a seed draws: a game, and what happens to it."""

    seed: int
    game: str
    nights: str
    names: list[str]
    options: dict[str, str]
    events: list[str]  # what the director does, one after the other
    frailty: float
    random: Random = field(repr=False)

    def __str__(self) -> str:
        return f"{self.game}, {self.nights}, {len(self.names)} players"


def draw(seed: int, game: str = "", events: int = 0) -> Plan:
    """The plan of a seed; the kits come in turn. `events`: so many things happen, instead of some."""
    random = Random(seed)
    kits = all_kits()
    game = game or sorted(kits)[seed % len(kits)]
    fewest, most = kits[game].roles.SEATS
    names = NAMES[: random.randint(max(fewest, 3), min(most, len(NAMES)))]
    nights = random.choice(["phones", "phones", "eyes_closed", "narrated"])
    happens = ["kill", "kill", "die", "die", "die", "cut", "stall", "disk", "look"]
    chosen = [random.choice(happens) for _ in range(events or random.randint(3, 9))]
    return Plan(seed, game, nights, names, options(game, random), chosen, random.choice([0.0, 0.03, 0.1]), random)


def options(game: str, random: Random) -> dict[str, str]:
    """Options of a game as its page sends them: some of the defaults changed."""
    chosen = {f"option.{name}": str(random.randint(*ends)) for name, ends in NUMBERS.get(game, {}).items()}
    for name, option in all_kits()[game].roles.OPTIONS.items():
        if random.random() < 0.3 and isinstance(option, Word):
            chosen[f"option.{name}"] = random.choice(option.words)
        elif random.random() < 0.3 and isinstance(option, Switch) and not option.default:
            chosen[f"option.{name}"] = "on"
    return chosen


@dataclass
class Survived:
    """What there is to say about a game that went well; `finished`: it came to its end in the time it had."""

    plan: Plan
    moves: int
    reason: str
    seconds: float
    happened: Mapping[str, int]
    taps: Mapping[str, int]
    finished: bool

    def __str__(self) -> str:
        happened, taps = (
            ", ".join(f"{what} {often}" for what, often in sorted(figures.items()))
            for figures in (self.happened, self.taps)
        )
        return (
            f"seed {self.plan.seed}: {self.plan}, {self.moves} moves, {self.seconds:.0f} s, {self.reason}; "
            f"{happened}; taps: {taps}"
        )


async def play_through(server: RunningServer, plan: Plan) -> Survived:
    """Play a game while things go wrong, to its outcome or as long as there is time.

    Raises AssertionError when anything is lost or stuck. That holds for this harness, too: what everybody waits for
    is printed then.
    """
    playing = asyncio.create_task(_play_through(server, plan))
    await asyncio.wait([playing], timeout=LONGEST_OF_ALL)
    if not playing.done():
        for task in asyncio.all_tasks():
            task.print_stack(limit=4)
        playing.cancel()
        raise AssertionError(f"LOST: seed {plan.seed} hangs")
    return playing.result()


async def _play_through(server: RunningServer, plan: Plan) -> Survived:
    """Play the game, and check all that must be true of it."""
    network, begun = FaultyNetwork(Random(plan.random.random())), monotonic()
    async with network.lead_to(server.port):
        evening = make_careless(
            await open_evening(
                network.url,
                network.url,
                server.host_path,
                plan.names,
                plan.random,
                plan.nights,
                game=plan.game,
                options=plan.options,
            )
        )
        director = Director(server, plan, evening, network)
        await director.play()
        moves, taps = check_journal(server, evening), check_taps(server, evening)
        reason = await check_record(server, evening) if director.over else "unfinished"
    assert 'File "' not in server.errors, server.errors
    happened = director.counted + network.counted + sum_counts(evening)
    return Survived(plan, moves, reason, monotonic() - begun, happened, taps, director.over)


class Director:
    """Lets things go wrong, one after the other, until the plan or the game is over."""

    def __init__(self, server: RunningServer, plan: Plan, evening: Evening, network: FaultyNetwork) -> None:
        self.server, self.plan, self.evening, self.network = server, plan, evening, network
        self.random = Random(plan.random.random())
        self.screen = Browser(network.url)
        self.counted: Counter[str] = Counter()
        self.over = False

    async def play(self) -> None:
        """The game, all that happens to it, and a last look at everybody's device."""
        self.network.frailty = self.plan.frailty
        for person in self.evening.people:
            person.pause = self.random.choice([0.0, 0.05, 0.2])
        devices = [person.follow() for person in self.evening.people]
        devices.append(self.screen.follow(f"/ws/screen/{self.evening.code}/"))
        following = [asyncio.create_task(device) for device in devices]
        try:
            await self.to_the_end()
            if self.over:
                await self.look()
        finally:
            for task in following:
                task.cancel()
            self.network.heal()

    async def to_the_end(self) -> None:
        """The game itself, and all that happens to it; one that goes on when its time is over is left unfinished."""
        everything = asyncio.create_task(self.everything())
        try:
            await asyncio.wait([everything], timeout=LONGEST_GAME)
            if not everything.done():
                await self.goes_on(everything)
            if everything.done():
                everything.result()
        finally:
            everything.cancel()
            await asyncio.wait([everything])

    async def everything(self) -> None:
        """Everybody's part in the game, and the director's."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.direct())
            await self.evening.take_part()
            self.over = True

    async def goes_on(self, everything: asyncio.Task[None]) -> None:
        """Wait for one move more, or the end. Raises AssertionError when the game is stuck.

        It is stuck when for long nothing was taken from any device and no clock closed anything, though the server
        has answered every tap.
        """
        self.network.heal()
        moves, begun = self.moves(), monotonic()
        while not everything.done() and self.moves() == moves:
            waiting = any(person.under_way for person in self.evening.people)
            if monotonic() - begun > STILL * (5 if waiting else 1):
                seen = {one.surface: re.sub(r"<[^>]*>|\s+", " ", one.browser.region) for one in self.evening.people}
                raise AssertionError(f"LOST: nothing goes on after {moves} moves: {seen} {self.server.errors}")
            await asyncio.sleep(0.2)

    def moves(self) -> int:
        """How many moves the journal has."""
        counting = f"SELECT count(*) FROM games_move WHERE session_id = ({THE_SESSION})"
        ((moves,),) = rows(self.server, counting, self.evening.code)
        return int(moves)

    async def direct(self) -> None:
        """Everything that the plan holds, with pauses."""
        for event in self.plan.events:
            await asyncio.sleep(0.1 + 1.5 * self.random.random() ** 2)
            if self.over:
                return
            await getattr(self, event)()

    async def kill(self) -> None:
        """A power cut, at any moment."""
        self.counted["kill"] += 1
        await asyncio.to_thread(self.server.kill)
        await asyncio.sleep(self.random.random() * 0.3)
        await asyncio.to_thread(self.server.start)
        check_taps(self.server, self.evening)
        self.counted["taps looked up again"] += sum(len(person.answered) for person in self.evening.people)

    async def die(self) -> None:
        """A power cut at an instant of a commit."""
        instant = self.random.choice(INSTANTS)
        self.server.env["FAULTS_DIE"] = f"{instant} {self.random.randint(1, 6)}"
        try:
            await self.kill()
        except RuntimeError:  # it died before it had printed its last line
            assert self.server.process is not None and self.server.process.wait() == -signal.SIGKILL, (
                self.server.errors
            )
        finally:
            del self.server.env["FAULTS_DIE"]
        deadline = asyncio.get_running_loop().time() + LONGEST_WAIT
        assert self.server.process is not None
        while self.server.process.poll() is None and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        if self.server.process.poll() is not None:
            self.counted[f"died {instant}"] += 1
        await self.kill()

    async def cut(self) -> None:
        """Every connection is cut."""
        self.network.cut()

    async def stall(self) -> None:
        """Nothing gets through for a while."""
        await self.network.stall(self.random.random() * 2)

    async def disk(self) -> None:
        """The disk is full for a while, or may only be read."""
        trouble = self.random.choice(TROUBLES)
        self.counted[trouble] += 1
        ail(self.server, trouble)
        await asyncio.sleep(0.3 + self.random.random())
        ail(self.server, "")

    async def look(self) -> None:
        """Have everybody stand still, and compare what devices show with what a server shows that has just begun."""
        people = [person for person in self.evening.people if isinstance(person, Careless)]
        for person in people:
            await person.turn.acquire()
        frailty = self.network.frailty
        self.network.heal()
        try:
            paused = await self.stop_the_clock()
            before = await read_views(self.evening, self.screen)
            await self.kill()
            after = await read_views(self.evening, self.screen)
            assert after == before, [name for name in before if before[name] != after[name]]
            self.counted["compared"] += 1
            while paused and not await self.press_pause(wanted=False):
                pass
        finally:
            self.network.frailty = frailty
            for person in people:
                person.turn.release()

    async def stop_the_clock(self) -> bool:
        """Pause for everybody, unless the game is over."""
        while not self.evening.moderator.over:
            if await self.press_pause(wanted=True):
                return True
        return False

    async def press_pause(self, wanted: bool) -> bool:
        """Press the button that stops all times, or lets them run on, if it offers that."""
        desk = self.evening.moderator.browser
        await self.evening.moderator.look()
        form = desk.form("pause")
        if form is None:
            await asyncio.sleep(0.05)
            return False
        with contextlib.suppress(*AWAY):
            if (form.value("stand") == "1") == wanted:
                await desk.submit(form.action, form.fields_as_shown())
        return is_paused(desk) == wanted


def is_paused(desk: Browser) -> bool:
    """Return whether all times stand still, as the desk's own button has it.

    Its words do not say so. A moment has a button that says "Go on", too.
    """
    form = desk.form("pause")
    return form is not None and form.value("stand") == "0"
