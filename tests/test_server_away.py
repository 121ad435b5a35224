"""The server is killed in the middle of a call, as by a power cut, and comes back."""

import re
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest

from qa.serving import RunningServer
from qa.walking import open_evening

pytestmark = pytest.mark.slow
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]


def ends_of(page: str) -> int:
    """When the call is over, as a page says it (milliseconds by the server's clock)."""
    found = re.search(r'id="call" data-ends="(\d+)"', page)
    assert found, page
    return int(found[1])


async def test_a_call_interrupted_by_a_crash_keeps_its_remaining_time(
    start_server: Callable[..., RunningServer],
) -> None:
    server = start_server(CALL_PACE="20")
    evening = await open_evening(server.url, server.url, server.host_path, NAMES, Random(1))
    desk, phone = evening.moderator.browser, evening.players["Ann"].browser
    await desk.post(f"/desk/{evening.code}/", "decide", pick0='{"seat":"Bob"}')
    before = await phone.go(f"/t/{evening.code}/")
    server.kill()
    with sqlite3.connect(server.data / "veilleur.sqlite3") as database:
        stood, beat = database.execute("SELECT time, beat FROM games_house").fetchone()
        earlier = datetime.fromisoformat(beat) - timedelta(seconds=600)  # it was away for ten minutes
        database.execute("UPDATE games_house SET beat = ?", [str(earlier)])
    server.start()
    with sqlite3.connect(server.data / "veilleur.sqlite3") as database:
        time, back = database.execute("SELECT time, back FROM games_house").fetchone()
    stood, time, back = map(datetime.fromisoformat, (stood, time, back))
    assert stood <= back < stood + timedelta(seconds=10), "its clock goes on where it stood"
    assert time < back, "and everybody has time to come back"
    again = await phone.go(f"/t/{evening.code}/")
    assert ends_of(again.text) == ends_of(before.text)
    for page in (again, await desk.go(f"/desk/{evening.code}/")):
        notices = page.text.partition('id="part-notices"')[2].partition('id="part-')[0]
        assert re.search(r'data-test="was-stopped">[^<]*\b10\u00a0min\b', notices)
