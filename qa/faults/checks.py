"""What must be true of a game, whatever happened to it: nothing lost, nobody left behind, one story."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from typing import Any

from games.engine import record
from games.engine.kit import all_kits
from games.engine.moves import parse_move
from games.engine.options import settle
from games.engine.table import CHANCE, Table
from qa.serving import RunningServer
from qa.walking import AWAY, Browser, Evening

PATIENCE = 120.0  # seconds until every device shows what is
THE_SESSION = "SELECT id FROM games_gamesession WHERE code = ? AND closed IS NULL"


def rows(server: RunningServer, query: str, *values: Any) -> list[Any]:
    """What the database file answers."""
    database = sqlite3.connect(server.data / "veilleur.sqlite3")
    try:
        return database.execute(query, values).fetchall()
    finally:
        database.close()


def check_journal(server: RunningServer, evening: Evening) -> int:
    """The journal holds each tap once, and nothing that nobody tapped; how many moves."""
    query = (
        "SELECT m.number, t.request, m.body FROM games_move m"
        " LEFT JOIN games_tap t ON t.session_id = m.session_id AND t.move = m.number"
        f" WHERE m.session_id = ({THE_SESSION}) ORDER BY m.number"
    )
    moves = rows(server, query, evening.code)
    assert [number for number, *_ in moves] == list(range(1, len(moves) + 1))
    taps = [tap.partition(":")[2] for _number, tap, _body in moves if tap]
    tapped = {
        tap.get("request") for person in evening.people for tap in map(dict, person.accepted + person.under_way)
    }
    assert len(set(taps)) == len(taps)
    assert set(taps) <= tapped
    check_questions(server, evening, [json.loads(body) for *_, body in moves], [tap for _, tap, _ in moves])
    return len(moves)


def check_questions(
    server: RunningServer, evening: Evening, moves: list[dict[str, Any]], taps: list[str | None]
) -> None:
    """Every answer counts for the question that its form was filled in for, however late or out of turn it came."""
    accepted = {tap.get("request", ""): tap for person in evening.people for tap in map(dict, person.accepted)}
    table = fresh_table(server, evening.code)
    meant: dict[str, int] = {}  # by what the form calls its question: the move that opened it
    for move, tap in zip(moves, taps, strict=True):
        form = accepted.get(tap.partition(":")[2], {}) if tap else {}
        if "opened" in form:
            assert table.step is not None
            opened = move["cover"]["opened"] if "cover" in move else table.step.opened
            assert meant.setdefault(form["opened"], opened) == opened, (move, form)
            assert not form["opened"].isdigit() or int(form["opened"]) == opened, (move, form)
        table.take(parse_move(move))


def fresh_table(server: RunningServer, code: str) -> Table:
    """The table as the cards were dealt."""
    ((game, options, deal),) = rows(
        server, f"SELECT game, options, deal FROM games_gamesession WHERE id = ({THE_SESSION})", code
    )
    seats = rows(server, f"SELECT name FROM games_seat WHERE session_id = ({THE_SESSION}) ORDER BY place", code)
    kit = all_kits()[game]
    given = settle(kit.roles.OPTIONS, json.loads(options))
    return Table(kit.rules, [name for (name,) in seats], given, json.loads(deal))


async def read_views(evening: Evening, screen: Browser) -> dict[str, str]:
    """What every device shows, once each shows by its socket what it would be shown if it asked."""
    devices = {name: (player.browser, f"/t/{evening.code}/") for name, player in evening.players.items()}
    devices["the desk"] = (evening.moderator.browser, f"/desk/{evening.code}/")
    devices["the screen"] = (screen, f"/screen/{evening.code}/")
    deadline = asyncio.get_running_loop().time() + PATIENCE
    behind = set(devices)
    views: dict[str, str] = {}
    while behind:
        for name in sorted(behind):
            browser, path = devices[name]
            try:
                views[name] = normalise((await browser.ask("GET", path, htmx=True)).text)
            except AWAY:
                continue
            if views[name] == normalise(browser.pushed) == normalise(browser.region):
                behind.discard(name)
        assert not behind or asyncio.get_running_loop().time() < deadline, f"left behind: {sorted(behind)}"
        await asyncio.sleep(0.05)
    return views


def normalise(region: str) -> str:
    """A region without what differs each time: the desk's tokens, how long the server was away, and the blanks.

    A slow machine takes longer to start a server again than a server may be silent without being away.
    """
    tokens = re.sub(r'(name="csrfmiddlewaretoken" value=)"\w+"', r"\1", region)
    return re.sub(r'\s*<p[^>]*data-test="was-stopped"[^>]*>[^<]*</p>', "", tokens).strip()


async def check_record(server: RunningServer, evening: Evening) -> str:
    """The game kept as a file replays to its outcome, and tells what the journal says was told; the reason."""
    answer = await evening.moderator.browser.ask("GET", f"/desk/{evening.code}/export/")
    replay = record.replay(record.read(record.parse(answer.text)))
    assert replay.refused == []
    assert [[told.seat, told.fact] for told in replay.table.told] == read_told(server, evening.code)
    assert replay.table.outcome is not None
    index = rows(server, f"SELECT name, role, alive FROM games_seat WHERE session_id = ({THE_SESSION})", evening.code)
    truth = replay.table.truth()
    assert {name: (role, bool(alive)) for name, role, alive in index} == {
        name: (truth.get(name, {}).get("role", ""), truth.get(name, {}).get("alive", True)) for name, *_ in index
    }
    return replay.table.outcome.reason


def read_told(server: RunningServer, code: str) -> list[Any]:
    """Every fact that stands, with its seat, as the journal's lines kept it."""
    ((at_the_deal,),) = rows(server, f"SELECT told FROM games_gamesession WHERE id = ({THE_SESSION})", code)
    standing: list[tuple[dict[str, Any], list[Any]]] = []
    lines = rows(
        server, f"SELECT body, told FROM games_move WHERE session_id = ({THE_SESSION}) ORDER BY number", code
    )
    for move, facts in ((json.loads(body), json.loads(facts)) for body, facts in lines):
        if "undo" in move:
            counted = [place for place, (one, _facts) in enumerate(standing) if one["by"] != CHANCE]
            del standing[counted[-move["undo"]] :]
        elif "cover" not in move:
            standing.append((move, facts))
    return [*json.loads(at_the_deal), *(fact for _move, facts in standing for fact in facts)]
