"""A database that an earlier version has kept: every value comes over, and its evening goes on."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps as all_apps
from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.models import CharField, Value
from django.db.models.functions import Concat
from django.test import Client
from django.urls import reverse

from games import journal, table_cache
from games.engine.kit import all_kits
from games.models import Event, GameSession, LessonProgress, Seat, Tap
from moderation.access.devices import COOKIE, digest
from moderation.events import guests
from moderation.models import Guest
from qa.serving import ROOT, build_environment
from tests import thorough
from tests.moderation.sporz_table import CHIEF, CLOSE, DEAL, MUTATION

COLUMNS = import_module("games.migrations.0028_session_parts").COLUMNS
FIRST = [("games", "0001_initial"), ("moderation", "0001_initial")]
THEN = datetime(2026, 11, 21, 20, 15, 30, tzinfo=UTC)
KEPT: dict[str, Any] = {
    "wifi_name": "Chez Zoé",
    "wifi_password": "p;w",
    "speaker": "screen",
    "clock_length": 300,
    "clock_started": THEN,
    "clock_left": 12.5,
    "closing_at": THEN,
    "closing_step": 4,
    "late_covers": {"Ann": {"opened": 1, "step": "mutants", "answer": {"seat": "Bob"}}},
    "refused": {"Bob": {"opened": 2, "at": 2, "answer": {"seat": "Bob"}}},
    "extensions": {"1": 15, "4": 7.25},
    "slow": True,
    "moved": ["Cid"],
    "paused_at": None,
    "resumed_at": THEN,
}
MOVES = (CHIEF, MUTATION, CLOSE, CLOSE)


def migrate(targets: list[tuple[str, str]]) -> Apps:
    """Take the test database to these migrations; the models as they were then."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def newest() -> list[tuple[str, str]]:
    """The latest migrations of our applications."""
    return [node for node in MigrationExecutor(connection).loader.graph.leaf_nodes() if node[0] in dict(FIRST)]


@pytest.fixture
def at_first(transactional_db: None) -> Iterator[Apps]:
    """The database as the first version made it; the newest again afterwards."""
    table_cache.tables.clear()
    try:
        yield migrate(FIRST)
    finally:
        migrate(newest())
        table_cache.tables.clear()


# Columns that the first version did not have, as they are then.
SINCE = {
    "lapsed": False,
    "end_at": None,
    "end_due": None,
    "begun_at": None,
    "door_closed": False,
    "manner_changed": False,
    "desk_went": "",
    "desk_went_at": 0,
    "to_agree": [],
    "clock_phase": 0,
    "clock_of_debate": False,
    "said": {},
    "ready": {},
    "passing": {},
    "taking_back": {},
    "asks_after": 90,
    "going_on": {},
    "stand_ins": [],
    "released_at": None,
    "children": False,
    "covers_after": 20,
    "dealt": None,
    "round_id": None,
    "spot": "",
    "end_shown": None,
    "indexed": 0,
    "winner": "",
    "players": 0,
    "people": 0,
    "seconds": None,
    "renamed": 0,
    "forgotten": None,
    "help_asked": None,
    "help_coming": False,
    "announced": [],
    "rehearsal": False,
}


def read_parts(pk: int) -> dict[str, Any]:
    """The values of a session's parts, by the columns that they had in one table."""
    found = {}
    for model, columns in COLUMNS.items():
        row = all_apps.get_model("games", model).objects.values(*columns.values()).get(pk=pk)
        found |= {old: row[new] for old, new in columns.items()}
    return found


def a_table(apps: Apps, code: str, **more: Any) -> Any:
    """A session of the first version, and its ring."""
    session = apps.get_model("games", "GameSession").objects.create(
        code=code, game="sporz", kit_version=all_kits()["sporz"].rules.VERSION, language="en", **more
    )
    for place, name in enumerate(DEAL):
        session.seats.create(place=place, name=name, folded=name.casefold())
    return session


def a_device(apps: Apps, session: Any, kind: str, seat: Any = None) -> Client:
    """A browser that held a pass in the first version."""
    token = f"cookie of {kind}"
    device = apps.get_model("moderation", "Device").objects.create(key=digest(token))
    device.passes.create(kind=kind, session=session, seat=seat)
    client = Client()
    client.cookies[COOKIE] = token
    return client


def test_an_evening_of_the_first_version_goes_on(at_first: Apps) -> None:
    running = a_table(
        at_first, "BFHJ", deal=DEAL, stage="playing", head=len(MOVES), pulse=9, edition=3, started=THEN, **KEPT
    )
    for number, body in enumerate(MOVES, start=1):
        running.moves.create(number=number, body=body, request=f"tap {number}", at=THEN)
    sitting = a_table(at_first, "KLMR")
    at_first.get_model("games", "Event").objects.create(name="Black Friday", created=THEN)
    moderator = a_device(at_first, running, "moderator")
    player = a_device(at_first, running, "seat", running.seats.get(name="Ann"))
    before = at_first.get_model("games", "GameSession").objects.order_by("pk").values()
    rows = {row["id"]: row for row in before}

    migrate(newest())

    for session in GameSession.objects.order_by("pk").values():
        assert session.pop("touched") > THEN  # a table of before is not closed for it before a day has passed
        stored = session | read_parts(session["id"])
        assert stored == rows[session["id"]] | SINCE | {"released": session["head"]}  # nothing is held
    assert Event.objects.get().date == THEN.date()
    for table in (running, sitting):
        faces = Seat.objects.filter(session_id=table.pk).order_by("place").values_list("face", flat=True)
        assert list(faces) == list(range(len(DEAL)))
    taps = Tap.objects.filter(session=running.pk).order_by("pk").values_list("request", "outcome", "move")
    assert list(taps) == [(f"tap {number}", "accepted", number) for number in range(1, len(MOVES) + 1)]

    with journal.read_table(running.pk) as (_session, table):
        assert table is not None and table.step is not None
        assert (table.number, table.step.name) == (len(MOVES), "vote")
    assert moderator.get(reverse("desk", args=["BFHJ"])).status_code == 200
    assert player.get(reverse("phone", args=["BFHJ"])).status_code == 200
    ballot = {"step": "vote", "by": "Ann", "answer": {"seat": "Bob"}}
    assert journal.submit(running.pk, ballot) == len(MOVES) + 1


@pytest.mark.full
def test_going_back_to_the_first_version_loses_nothing(at_first: Apps) -> None:
    pk = a_table(at_first, "BFHJ", **KEPT).pk
    migrate(newest())
    row = migrate(FIRST).get_model("games", "GameSession").objects.values(*KEPT).get(pk=pk)
    assert row == KEPT


UPKEEP: dict[str, Any] = KEPT | {
    "moved": [["Cid", 3]],
    "paused_at": THEN,
    "clock_phase": 3,
    "clock_of_debate": True,
    "desk_went": "moved",
    "desk_went_at": 2,
    "to_agree": [1, 2],
    "manner_changed": True,
    "door_closed": True,
    "said": {"4": 2},
    "children": True,
    "covers_after": 0,
    "dealt": {"doctor": 1},
    "released": 4,
    "released_at": THEN,
    "ready": {"moment": 4, "seats": [1]},
    "passing": {"Ann": 2},
    "taking_back": {"move": 4, "seats": [1]},
    "asks_after": 0,
    "going_on": {"step": 4, "last": 4},
    "stand_ins": [2],
    "begun_at": THEN,
    "end_shown": 5,
    "help_asked": THEN,
    "help_coming": True,
    "announced": [{"number": 1, "text": "Bientôt"}],
    "end_at": 6,
    "end_due": THEN,
}


def test_every_subject_keeps_its_values_both_ways(transactional_db: None) -> None:
    """Of a game and of a rehearsal, which has a lesson: to a table for each subject, and back."""
    before = [("games", "0027_taps")]
    try:
        apps = migrate(before)
        sessions = apps.get_model("games", "GameSession").objects
        game = sessions.create(code="BFHJ", game="sporz")
        rehearsal = sessions.create(code="KLMR", game="sporz", rehearsal=True)
        seat = rehearsal.seats.create(place=0, name="Ann", folded="ann")
        lesson = {"seat": seat.pk, "pass": 7, "seen": ["look"], "off": True}
        apps.get_model("games", "Upkeep").objects.create(session_id=game.pk, **UPKEEP)
        apps.get_model("games", "Upkeep").objects.create(session_id=rehearsal.pk, lesson=lesson)
        migrate(newest())
        assert read_parts(game.pk) == UPKEEP
        assert {name for name, value in read_parts(rehearsal.pk).items() if value} == {"covers_after", "asks_after"}
        progress = LessonProgress.objects.get()
        assert (progress.pk, progress.seat_id, progress.phone) == (rehearsal.pk, seat.pk, 7)
        assert (progress.hints_seen, progress.is_off) == (["look"], True)
        upkeep = migrate(before).get_model("games", "Upkeep").objects.values()
        assert upkeep.get(pk=game.pk) == UPKEEP | {"session_id": game.pk, "lesson": {}}
        assert upkeep.get(pk=rehearsal.pk)["lesson"] == lesson
    finally:
        migrate(newest())


KEPT_SHAPES = sorted(Path(ROOT, "tests", "databases").glob("*.sql.gz"))


@pytest.mark.slow
def test_a_game_of_every_earlier_version_goes_on(tmp_path: Path) -> None:
    """Databases that versions of then have made, kept as SQL: each is brought up to date, shown and played on."""
    files = {}
    for kept in thorough.family(KEPT_SHAPES, KEPT_SHAPES[0], KEPT_SHAPES[-1]):
        files[kept.name.removesuffix(".sql.gz")] = file = tmp_path / f"{kept.stem}.sqlite3"
        with closing(sqlite3.connect(file)) as made:
            made.executescript(kept_sql(kept))
    env = build_environment() | {
        "DJANGO_SETTINGS_MODULE": "moderation.project.settings",
        "VEILLEUR_DATA": str(tmp_path),
    }
    command = [sys.executable, "-m", "qa.databases.open", *map(str, files.values())]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    for name, file in files.items():
        wanted = {
            "before": "this" if name == newest_shape() else "older",
            "after": "this",
            "told": "Games played again to their last move: 1; of other rules, to be read: 0.",
            "pages": dict.fromkeys(["desk BFHJ", "phone BFHJ", "desk KLMR", "phone KLMR"], 200),
            "moves": 5,
            "taken": 6,
            "seats": [*DEAL],
            "evenings": ["Black Friday"],
        }
        assert found[str(file)] == wanted, name


def newest_shape() -> str:
    """What a database of this version is called among those that are kept."""
    leaves = MigrationLoader(None).graph.leaf_nodes()  # without a database
    return "-".join(f"{app}-{name[:4]}" for app, name in sorted(leaves) if app in dict(FIRST))


def test_the_newest_migrations_have_a_kept_database() -> None:
    """What the next version must open is kept by the change that makes it: later nobody has its shape any more."""
    wanted = newest_shape()
    found = ROOT / "tests" / "databases" / f"{wanted}.sql.gz"
    assert found.exists(), f"run .venv/bin/python -m qa.databases.make {wanted}, and commit what it writes"
    rows = r"INSERT INTO \"django_migrations\" VALUES\(\d+,'(\w+)','(\w+)'"
    applied = set(re.findall(rows, kept_sql(found)))
    leaves = {leaf for leaf in MigrationLoader(None).graph.leaf_nodes() if leaf[0] in dict(FIRST)}
    assert leaves <= applied, f"{found.name} is of another shape than its name says"


@pytest.mark.django_db
def test_guests_of_an_earlier_version_get_codes_that_nobody_guesses() -> None:
    evening = Event.objects.create(name="Friday")
    for number in range(30):
        guests.add_guest(evening, None, f"Guest {number}", {})
    Guest.objects.update(code=Concat(Value("BFHJ"), "pk", output_field=CharField()))
    import_module("moderation.migrations.0017_guest_lines").give_longer_codes(all_apps, None)
    codes = set(Guest.objects.values_list("code", flat=True))
    assert len(codes) == 30 and {len(code) for code in codes} == {guests.CODE_LENGTH}


def kept_sql(kept: Path) -> str:
    """What a kept database is made of."""
    return gzip.decompress(kept.read_bytes()).decode()


def test_there_is_one_small_stored_database_per_released_schema() -> None:
    names = [kept.name.removesuffix(".sql.gz") for kept in KEPT_SHAPES]
    assert "games-0001-moderation-0001" in names
    assert len(names) >= 9 and all(kept.stat().st_size < 16_384 for kept in KEPT_SHAPES)
