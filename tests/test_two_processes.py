"""Room to grow: one game over two server processes, on PostgreSQL and Redis, while Redis drops its connections."""

import asyncio
from collections.abc import Callable
from random import Random
from urllib.parse import urlsplit

import pytest
import redis

from qa.serving import RunningServer
from qa.walking import Browser, Evening, open_evening

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]


def drop_connections(redis_url: str) -> int:
    """Drop every connection to this numbered database but the one that says so; how many there were."""
    number = urlsplit(redis_url).path.strip("/")
    with redis.Redis.from_url(redis_url, decode_responses=True) as administrator:
        mine = str(administrator.client_id())
        doomed = [one["id"] for one in administrator.client_list() if one["db"] == number and one["id"] != mine]
        return sum(administrator.client_kill_filter(_id=one) for one in doomed)


async def drop_now_and_then(evening: Evening, redis_url: str, dropped: list[int]) -> None:
    """Drop the connections after every third answer, in the middle of whatever is going on."""
    answers = 0
    while True:
        while sum(len(person.accepted) for person in evening.people) < answers + 3:
            await asyncio.sleep(0.02)
        answers = sum(len(person.accepted) for person in evening.people)
        dropped.append(await asyncio.to_thread(drop_connections, redis_url))


async def play(desk_at: RunningServer, phones_at: RunningServer, redis_url: str) -> tuple[Evening, list[int]]:
    dropped: list[int] = []
    evening = await open_evening(desk_at.url, phones_at.url, phones_at.host_path, NAMES, Random(11))
    dropping = asyncio.create_task(drop_now_and_then(evening, redis_url, dropped))
    try:
        await evening.play()
    finally:
        dropping.cancel()
    return evening, dropped


async def looked_up(browser: Browser, url: str, path: str) -> str:
    """The region of a page, asked of a server by a device."""
    browser.url = url
    return (await browser.ask("GET", path, htmx=True)).text.rstrip(" ")


@pytest.mark.full
def test_a_game_over_two_processes_while_redis_drops_connections(
    start_server: Callable[..., RunningServer], postgres_url: str, redis_url: str
) -> None:
    desk_at = start_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url, CALL_PACE="0.005")
    phones_at = start_server(beside=desk_at)
    evening, dropped = asyncio.run(play(desk_at, phones_at, redis_url))
    assert sum(dropped) >= 4  # two processes, at least once
    later = start_server(beside=desk_at)  # knows the game from its journal alone
    for player in evening.players.values():
        shown = player.browser.region
        path = f"/t/{evening.code}/"
        for server in (phones_at, desk_at, later):
            assert asyncio.run(looked_up(player.browser, server.url, path)) == shown
    assert "The game is over" in evening.moderator.browser.region
