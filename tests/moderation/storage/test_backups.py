"""Backups: for their owner alone, and tried before they are needed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from qa.serving import ROOT, build_environment
from tests.services import OwnPostgres

pytestmark = pytest.mark.slow


def command(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**build_environment(), "LC_ALL": "C.UTF-8", **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def server_env(tmp_path: Path, empty_database: Path) -> dict[str, str]:
    """A server on SQLite with a game that is played."""
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(empty_database, data / "veilleur.sqlite3")
    env = {"VEILLEUR_DATA": str(data)}
    play_a_game(env)
    return env


def fill(env: dict[str, str]) -> None:
    """Make the tables of an empty database, and play a game in it."""
    made = command(env, "migrate", "--verbosity=0")
    assert made.returncode == 0, made.stderr
    play_a_game(env)


def play_a_game(env: dict[str, str]) -> None:
    """Play a game on this server, not to its end."""
    made = command(env, "shell", "--no-imports", "-c", GAMES)
    assert made.returncode == 0, made.stderr


GAMES = """
from games import server_clock, journal
from tests.moderation.sporz_table import CHIEF, playing
journal.submit(playing().pk, CHIEF)
server_clock.clock._first_row()
"""


def test_a_backup_is_private_and_checked_in_another_place(server_env: dict[str, str], tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert command(server_env, "backup", str(copy)).returncode == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    again = command(server_env, "backup", str(copy))
    assert again.returncode and again.stderr.splitlines()[-1].endswith("is there already.")
    before = copy.read_bytes()
    tried = command(server_env, "restore", "--check", str(copy))
    assert "Games played again to their last move: 1;" in tried.stdout, tried.stderr
    assert copy.read_bytes() == before
    with closing(sqlite3.connect(Path(server_env["VEILLEUR_DATA"]) / "veilleur.sqlite3")) as kept:
        assert kept.execute("SELECT backed_up FROM games_house").fetchone()[0]


@pytest.mark.full
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "DELETE FROM games_move WHERE number = (SELECT max(number) FROM games_move)",
            "is not what its journal says",
        ),
        ("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', '2030-01-01')", "newer"),
    ],
)
def test_a_copy_that_cannot_be_gone_on_with_is_told(
    server_env: dict[str, str], tmp_path: Path, change: str, said: str
) -> None:
    copy = tmp_path / "copy"
    assert command(server_env, "backup", str(copy)).returncode == 0
    with closing(sqlite3.connect(copy)) as opened, opened:
        opened.execute(change)
    tried = command(server_env, "restore", "--check", str(copy))
    assert tried.returncode and said in tried.stderr and "Traceback" not in tried.stderr


@pytest.mark.full
def test_a_damaged_copy_is_told(server_env: dict[str, str], tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert command(server_env, "backup", str(copy)).returncode == 0
    whole = copy.read_bytes()
    copy.write_bytes(whole[:5000] + os.urandom(4000) + whole[9000:])
    tried = command(server_env, "restore", "--check", str(copy))
    assert tried.returncode and "Traceback" not in tried.stderr
    assert (
        command(server_env, "restore", "--check", str(tmp_path / "nothing"))
        .stderr.splitlines()[-1]
        .endswith("cannot be read.")
    )


@pytest.mark.full
def test_postgresql_is_copied_and_tried_as_well(postgres_url: str, tmp_path: Path) -> None:
    env = {"VEILLEUR_DATA": str(tmp_path / "data"), "DATABASE_URL": postgres_url}
    fill(env)
    copy = tmp_path / "copy"
    done = command(env, "backup", str(copy))
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    tried = command(env, "restore", "--check", str(copy))
    assert "Games played again to their last move: 1;" in tried.stdout, tried.stderr
    with psycopg.connect(postgres_url) as client:
        left = client.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", ["veilleur\\_check\\_%"])
        assert left.fetchall() == []
    missing = command({**env, "PATH": "/nonexistent"}, "backup", str(tmp_path / "other"))
    assert missing.returncode and "postgresql-client" in missing.stderr.splitlines()[-1]
    assert not (tmp_path / "other").exists()


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="a socket file is of Unix")
def test_a_backup_is_checked_on_postgresql_through_a_socket(own_postgres: OwnPostgres, tmp_path: Path) -> None:
    """As docs/hosting.md has it without containers: a folder is not the name of a machine."""
    env = {"VEILLEUR_DATA": str(tmp_path / "data"), "DATABASE_URL": own_postgres.url_of_socket}
    fill(env)
    copy = tmp_path / "copy"
    done = command(env, "backup", str(copy))
    assert done.returncode == 0, done.stderr
    tried = command(env, "restore", "--check", str(copy))
    assert "Games played again to their last move: 1;" in tried.stdout, tried.stderr
