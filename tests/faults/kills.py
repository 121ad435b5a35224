"""A game of Sporz on a server that is killed at random moments, and what must be true of it afterwards.

Everybody walks the real pages (tests/walking.py), finds their socket again by themselves and sends a request that
got no answer again, the same, until there is one. Start reading at `play_through_kills`.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from dataclasses import dataclass
from random import Random

from games import record
from tests.serving import RunningServer
from tests.walking import Evening, open_evening

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon"]
PACE = {"CALL_PACE": "0.005"}
LONGEST_GAME = 150.0  # seconds


@dataclass
class Survived:
    """What there is to say about a game that went well."""

    seed: int
    nights: str
    kills: int
    moves: int
    reason: str

    def __str__(self) -> str:
        return f"seed {self.seed}: {self.nights}, {self.kills} kills, {self.moves} moves, {self.reason}"


async def play_through_kills(server: RunningServer, seed: int, kills: int) -> Survived:
    """Play a random game to its outcome while the server dies again and again. Raises AssertionError on any loss."""
    random = Random(seed)
    nights = random.choice(["phones", "phones", "eyes_closed"])
    names = NAMES[: random.randint(5, len(NAMES))]
    evening = await open_evening(server.url, server.url, server.host_path, names, random, nights)
    for person in evening.people:
        person.pause = random.choice([0.0, 0.05, 0.2])
    killing = asyncio.create_task(kill_now_and_then(server, kills, random))
    try:
        async with asyncio.timeout(LONGEST_GAME):
            await evening.play()
            killed = await killing  # a short game may be over before the last of them
    except TimeoutError:
        seen = {person.surface: re.sub(r"<[^>]*>|\s+", " ", person.browser.region) for person in evening.people}
        raise AssertionError(f"the game does not end: {seen} {server.errors}") from None
    moves = check_journal(server, evening)
    await check_views(server, evening)
    reason = await check_record(evening)
    assert "Traceback" not in server.errors, server.errors
    return Survived(seed, nights, killed, moves, reason)


async def kill_now_and_then(server: RunningServer, kills: int, random: Random) -> int:
    """Kill the server as a power cut would, some times, and start it again on the same data; how often."""
    for _ in range(kills):
        await asyncio.sleep(0.1 + 2 * random.random() ** 2)
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(random.random() * 0.3)
        await asyncio.to_thread(server.start)
    return kills


def check_journal(server: RunningServer, evening: Evening) -> int:
    """Every tap that was acknowledged is in the journal once, and nothing else that was tapped; how many moves."""
    with sqlite3.connect(server.data / "veilleur.sqlite3") as database:
        query = (
            "SELECT number, request FROM games_move WHERE session_id ="
            " (SELECT id FROM games_gamesession WHERE code = ? AND closed IS NULL) ORDER BY number"
        )
        rows = database.execute(query, [evening.code]).fetchall()
    assert [number for number, _tap in rows] == list(range(1, len(rows) + 1))
    kept = [tap.partition(":")[2] for _number, tap in rows if tap]
    accepted = [dict(fields) for person in evening.people for fields in person.accepted]
    taps = [fields["request"] for fields in accepted]
    assert len(set(kept)) == len(kept) and len(set(taps)) == len(taps)
    assert set(kept) <= set(taps)
    # A game that ends at dawn is over for phones when the last call has had its time: what comes in meanwhile is
    # taken without a word and leaves no trace.
    lost = [fields for fields in accepted if fields["request"] not in set(kept)]
    assert len({fields["opened"] for fields in lost}) <= 1, lost
    return len(rows)


async def check_views(server: RunningServer, evening: Evening) -> None:
    """Every phone and the desk show exactly what a server shows that knows the game from its journal alone."""
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    for name, player in evening.players.items():
        fresh = await player.browser.ask("GET", f"/t/{evening.code}/", htmx=True)
        assert fresh.text == player.browser.region, name


async def check_record(evening: Evening) -> str:
    """The game kept as a file replays without a refusal to its outcome; the reason of that."""
    answer = await evening.moderator.browser.ask("GET", f"/desk/{evening.code}/export/")
    replay = record.replay(record.read(record.parse(answer.text)))
    assert replay.refused == []
    assert replay.table.outcome is not None
    return replay.table.outcome.reason
