"""Databases of versions that kept several clubs: of one they go on; of several they are refused as they stand."""

from __future__ import annotations

import gzip
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from qa.serving import ROOT, RunningServer, build_environment

pytestmark = pytest.mark.slow
LAST = {"games": "0025_upkeep_waiting", "moderation": "0019_venue"}  # of the last version that knew clubs
KEPT = "games-0025-moderation-0019"
EVENING = """INSERT INTO games_event (name, date, place, notes, spots, sponsors, created, archived, uid, club)
    VALUES ('Friday', '2026-11-20', '', '', '[]', '', '2026-11-20 20:00:00', false, '{uid}', {club})"""
DEVICE = "INSERT INTO moderation_device (key, comfort, created, club) VALUES ('{key}', '{{}}', '2026-11-20', {club})"


def migrate(*to: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "migrate", *to]
    return subprocess.run(
        command, cwd=ROOT, env=build_environment() | env, capture_output=True, text=True, check=False
    )


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """The file of an earlier server, with a game and an evening of its only club."""
    file = tmp_path / "veilleur.sqlite3"
    kept = gzip.decompress((ROOT / "tests" / "databases" / f"{KEPT}.sql.gz").read_bytes()).decode()
    with closing(sqlite3.connect(file)) as made:
        made.executescript(kept)
    return file


def dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as opened:
        return list(opened.iterdump())


def tables_of_clubs(opened: sqlite3.Connection) -> list[str]:
    found = opened.execute(
        "SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
        " AND c.name = 'club'"
    )
    return [row[0] for row in found]


def test_a_server_of_several_clubs_is_refused_and_unchanged(
    database_file: Path, start_server: Callable[..., RunningServer]
) -> None:
    with closing(sqlite3.connect(database_file)) as opened, opened:
        opened.execute(EVENING.format(uid=secrets.token_hex(16), club=1))
    before = dump(database_file)
    done = migrate(VEILLEUR_DATA=str(database_file.parent))
    assert done.returncode != 0 and "Several clubs are kept here" in done.stderr and "docs/hosting.md" in done.stderr
    with pytest.raises(RuntimeError, match="Several clubs are kept here"):
        start_server(VEILLEUR_DATA=str(database_file.parent))
    assert dump(database_file) == before
    assert not list(database_file.parent.glob("before-*")), "it is not copied at each try"


def test_a_server_of_one_club_continues_without_foreign_passes(database_file: Path) -> None:
    with closing(sqlite3.connect(database_file)) as opened, opened:
        for table in tables_of_clubs(opened):
            opened.execute(f"UPDATE {table} SET club = 3")
        opened.execute(DEVICE.format(key="theirs", club=0))
        theirs = opened.execute("SELECT id FROM moderation_device WHERE key = 'theirs'").fetchone()[0]
        opened.execute(
            "INSERT INTO moderation_pass (kind, name, created, loads, device_id, club)"
            f" VALUES ('host', '', '2026-11-20', 0, {theirs}, 0)"
        )
        opened.execute("INSERT INTO moderation_venue (id, zone, club) VALUES (7, 'Europe/Paris', 3)")
        passes = opened.execute("SELECT count(*) FROM moderation_pass WHERE club = 3").fetchone()
    assert migrate(VEILLEUR_DATA=str(database_file.parent)).returncode == 0
    with closing(sqlite3.connect(database_file)) as opened:
        assert tables_of_clubs(opened) == []
        assert opened.execute("SELECT count(*) FROM moderation_pass").fetchone() == passes
        assert opened.execute("SELECT count(*) FROM moderation_device WHERE key = 'theirs'").fetchone() == (0,)
        assert opened.execute("SELECT id, zone FROM moderation_venue").fetchall() == [(1, "Europe/Paris")]
        assert opened.execute("SELECT name FROM games_event").fetchall() == [("Black Friday",)]


@pytest.fixture
def new_server() -> bool:
    """Each database here begins without tables."""
    return True


@pytest.fixture
def ordinary_url(postgres_url: str) -> Iterator[str]:
    """The database of somebody who is no superuser, as a server of several clubs needed."""
    name, database = f"veilleur_test_{secrets.token_hex(6)}", urlsplit(postgres_url).path.strip("/")
    with psycopg.connect(postgres_url, autocommit=True) as administrator:
        administrator.execute(f"CREATE ROLE {name} LOGIN")
        administrator.execute(f"ALTER DATABASE {database} OWNER TO {name}")
    host = urlsplit(postgres_url).netloc.rpartition("@")[2]
    yield f"postgres://{name}@{host}/{database}"
    with psycopg.connect(postgres_url, autocommit=True) as administrator:
        administrator.execute(f"REASSIGN OWNED BY {name} TO CURRENT_USER")
        administrator.execute(f"DROP OWNED BY {name}")
        administrator.execute(f"DROP ROLE {name}")


@pytest.mark.full
def test_postgresql_is_checked_for_every_club_and_unlocked_between(ordinary_url: str, tmp_path: Path) -> None:
    env = {"VEILLEUR_DATA": str(tmp_path), "DATABASE_URL": ordinary_url}
    for app, name in LAST.items():
        assert migrate(app, name, **env).returncode == 0
    with psycopg.connect(ordinary_url, autocommit=True) as database:
        for club in (0, 1):
            database.execute(EVENING.format(uid=secrets.token_hex(16), club=club))
        database.execute("ALTER TABLE games_event ENABLE ROW LEVEL SECURITY")
        database.execute("ALTER TABLE games_event FORCE ROW LEVEL SECURITY")
        shown = "current_setting('veilleur.club', true)"
        database.execute(f"CREATE POLICY of_a_club ON games_event USING ({shown} IN ('every', club::text))")
        assert database.execute("SELECT name FROM games_event").fetchall() == [], "the lock holds"
        assert "Several clubs are kept here" in migrate(**env).stderr
        database.execute("SELECT set_config('veilleur.club', 'every', false)")
        assert len(database.execute("SELECT club FROM games_event").fetchall()) == 2, "nothing has changed"
        database.execute("DELETE FROM games_event WHERE club = 0")
    done = migrate(**env)
    assert done.returncode == 0, done.stderr
    with psycopg.connect(ordinary_url, autocommit=True) as database:
        assert database.execute("SELECT name FROM games_event").fetchall() == [("Friday",)]
        assert database.execute("SELECT tablename FROM pg_policies").fetchall() == []
        columns = "SELECT table_name FROM information_schema.columns WHERE column_name = 'club'"
        assert database.execute(columns).fetchall() == []
