"""The hall of an evening: its tables at play, watched by the organisers' board and by the public screen.

What watching costs while nothing is done, and while desks tap. Start reading at `measure`.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

from qa.bench.checkouts import Checkout
from qa.bench.crowd import taps_at_random
from qa.bench.figures import Figure
from qa.bench.halls import Hall, Size, fill_hall
from qa.bench.lean import Listener, all_hold
from qa.serving import RunningServer
from qa.walking import Browser, Fields

AT_REST = 10.0  # seconds


def measure(checkout: Checkout, size: Size) -> list[Figure]:
    """The figures of a hall of this size whose tables are those of one evening."""
    with checkout.serving(size.processes, services=size.processes > 1) as servers:
        return asyncio.run(_figures([*servers], size))


async def _figures(servers: list[RunningServer], size: Size) -> list[Figure]:
    hall, _joined = await fill_hall(servers, size)
    await hall.open_desks()
    await hall.connect(hall.all_phones(size.phones))
    evening = await open_tables_of_evening(hall)
    alone, taps = await measure_rest(hall), await taps_at_random(hall)
    boards = await watch_evening(hall, evening)
    watched, with_boards = await measure_rest(hall), await taps_at_random(hall)
    board, screen = boards
    rows = [
        Figure("CPU of a second in which nothing is done, the hall not watched", alone * 1000, "ms"),
        Figure("... watched by the organisers' board and the public screen", watched * 1000, "ms"),
        taps,
        replace(with_boards, what="... the hall watched"),
        Figure("what the board was sent meanwhile", board.received / 1024, "KB"),
        Figure("... and the screen", screen.received / 1024, "KB"),
    ]
    for one in boards:
        one.transport.close()
    hall.leave()
    return rows


async def measure_rest(hall: Hall) -> float:
    """Processor time of the servers in a second in which nobody does anything, in seconds."""
    before = await hall.spent()
    await asyncio.sleep(AT_REST)
    return (await hall.spent() - before) / AT_REST


async def open_tables_of_evening(hall: Hall) -> int:
    """Make an evening, move every table into it, and switch its screen on; the number of the evening."""
    host = hall.tables[0].browser
    made = await send_form(host, "/events/", [("name", "A full hall")])
    evening = int(made.rstrip("/").rpartition("/")[2])
    for number in range(1, len(hall.tables) + 1):  # of a new database
        await send_form(host, f"/events/table/{number}/", [("event", str(evening))])
    await send_form(host, f"/events/{evening}/hall/screen/", [("screen", "on")])
    return evening


async def send_form(host: Browser, path: str, fields: Fields) -> str:
    """Post a form; where that leads."""
    token = ("csrfmiddlewaretoken", host.cookies["csrftoken"])
    answer = await host.ask("POST", path, [token, *fields])
    assert answer.status == 302, f"{path}: {answer.status}"
    return answer.headers["location"]


async def watch_evening(hall: Hall, evening: int) -> list[Listener]:
    """The sockets of the organisers' board and of the public screen, which show the hall."""
    host = hall.tables[0].browser
    page = await host.ask("GET", f"/events/{evening}/hall/")
    found = re.search(r'href="(/e/[^"]+/hall/)"', page.text)
    assert found, page.text
    paths = f"/ws/hall/{evening}/", f"/ws{found[1]}"
    boards = [await Listener.connect(host.url, path, host.cookie_header) for path in paths]
    await all_hold(dict.fromkeys(boards, 0))
    return boards
