"""The file of the games: what reached the server is in it, and a start that finds it gone or damaged says so."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from moderation.storage import sqlite_file
from qa.serving import RunningServer, make_older
from qa.walking import Browser

FILE = "veilleur.sqlite3"


async def dealt(server: RunningServer) -> str:
    """A table of five at which the cards have been dealt: its letters."""
    tablet, code = await seated(server)
    await tablet.post(f"/desk/{code}/", "deal")
    return code


async def seated(server: RunningServer) -> tuple[Browser, str]:
    """A table of five: its desk, and its letters."""
    tablet = Browser(server.url)
    await tablet.post(server.host_path, "")
    page = await tablet.post("/new/?game=sporz", "/new/", nights="phones", language="en")
    found = re.search(r"/ws/desk/([A-Z]{4})/", page.text)
    assert found
    for name in ("Ann", "Bob", "Cid", "Dan", "Eve"):
        await Browser(server.url).post(f"/j/{found[1]}/", f"/j/{found[1]}/", name=name)
    return tablet, found[1]


@pytest.fixture
def new_server() -> bool:
    """A start here makes its file itself."""
    return True


def test_a_new_evening_is_in_the_main_file_after_dealing(server: RunningServer) -> None:
    """Cut off and copied without its write-ahead file, a database still has its table, its seats and its deal."""
    code = asyncio.run(dealt(server))
    server.kill()
    for ending in ("-wal", "-shm"):
        (server.data / f"{FILE}{ending}").unlink()
    with sqlite3.connect(server.data / FILE) as database:
        table = "SELECT stage, (SELECT count(*) FROM games_seat) FROM games_gamesession WHERE code = ?"
        assert database.execute(table, [code]).fetchone() == ("cards", 5)
    server.start()
    assert not any(FILE in line for line in server.printed)


@pytest.mark.full
def test_a_server_without_its_games_warns_at_the_start(server: RunningServer) -> None:
    assert not any(FILE in line for line in server.printed), "a new server has nothing to miss"
    server.kill()
    for file in server.data.glob(f"{FILE}*"):
        file.unlink()
    server.start()
    assert any("no game is in it" in line and FILE in line for line in server.printed)


@pytest.mark.full
def test_a_damaged_file_is_put_aside_whole_and_named(server: RunningServer) -> None:
    assert server.stop() == 0
    file = server.data / FILE
    damaged = file.read_bytes()[:4096] + b"\xff" * 40_000
    file.write_bytes(damaged)
    server.start()
    (aside,) = server.data.glob(f"damaged-*-{FILE}")
    assert aside.read_bytes() == damaged
    assert any("damaged" in line and aside.name in line for line in server.printed)


@pytest.mark.parametrize("lost", ["missing", "empty"])
def test_the_start_reports_a_lost_write_ahead_file(server: RunningServer, lost: str) -> None:
    """SQLite opens what is left without a word. A start that finds everything says nothing, before and after."""
    asyncio.run(seated(server))
    server.kill()
    server.start()
    assert not any(FILE in line for line in server.printed)
    asyncio.run(seated(server))
    server.kill()
    wal = server.data / f"{FILE}-wal"
    assert wal.stat().st_size
    wal.unlink() if lost == "missing" else wal.write_bytes(b"")
    server.start()
    assert sum("was entered last is missing" in line and FILE in line for line in server.printed) == 1
    assert server.stop() == 0
    server.start()
    assert not any(FILE in line for line in server.printed), "it is said once"


@pytest.mark.parametrize("written", ["", "12", "twelve", "9" * 30, "é" * 20])
def test_a_number_that_nobody_can_read_is_none(database_file: Path, written: str) -> None:
    database_file.with_name(f"{FILE}-progress").write_text(written, encoding="utf-8")
    assert sqlite_file.check_file(database_file, known_server=True) == []


@pytest.mark.parametrize(("more", "said"), [(0, 0), (1, 1)])
def test_a_database_behind_its_progress_is_reported_and_unchanged(database_file: Path, more: int, said: int) -> None:
    with closing(sqlite3.connect(database_file)) as database, database:
        database.execute("CREATE TABLE moves (id integer PRIMARY KEY AUTOINCREMENT)")
        database.executemany("INSERT INTO moves VALUES (NULL)", [()] * 7)
        database.execute("DELETE FROM moves")  # what is deleted has been written all the same
    database_file.with_name(f"{FILE}-progress").write_text(f"{7 + more:020}\n")
    before = database_file.read_bytes()
    assert len(sqlite_file.check_file(database_file, known_server=True)) == said
    assert database_file.read_bytes() == before


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """A database with a table of ours in it."""
    file = tmp_path / FILE
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE django_migrations (app TEXT)")
        database.executemany("INSERT INTO django_migrations VALUES (?)", [["x" * 1000]] * 100)
    return file


Breaks = Callable[[Path], object]


@pytest.mark.parametrize(
    "breaks",
    [
        lambda file: file.write_bytes(b"no database at all" * 100),
        lambda file: file.write_bytes(file.read_bytes()[:9_000]),
        lambda file: file.write_bytes(file.read_bytes()[:8192] + b"\xaa" * 4096 + file.read_bytes()[12288:]),
    ],
    ids=["another file", "cut", "overwritten"],
)
def test_no_byte_of_a_damaged_file_is_lost(database_file: Path, breaks: Breaks) -> None:
    breaks(database_file)
    before = database_file.read_bytes()
    (sentence,) = sqlite_file.check_file(database_file, known_server=True)
    (aside,) = database_file.parent.glob(f"damaged-*-{FILE}")
    assert str(aside) in sentence and aside.read_bytes() == before and not database_file.exists()


def test_a_write_ahead_file_without_its_database_is_put_aside(tmp_path: Path) -> None:
    """SQLite would delete it, and with it what was played last."""
    orphan = tmp_path / f"{FILE}-wal"
    orphan.write_bytes(b"moves")
    (sentence,) = sqlite_file.check_file(tmp_path / FILE, known_server=True)
    (aside,) = tmp_path.glob(f"damaged-*-{FILE}-wal")
    assert str(aside).removesuffix("-wal") in sentence and aside.read_bytes() == b"moves"


def test_a_write_ahead_file_that_was_cut_is_named(database_file: Path) -> None:
    with closing(sqlite3.connect(database_file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("INSERT INTO django_migrations VALUES ('last')")
        database.commit()
        whole = database_file.with_name(f"{FILE}-wal").read_bytes()
    wal = database_file.with_name(f"{FILE}-wal")
    wal.write_bytes(whole)
    assert sqlite_file.check_file(database_file, known_server=True) == []
    wal.write_bytes(whole[:-100])
    (sentence,) = sqlite_file.check_file(database_file, known_server=True)
    assert str(wal) in sentence and wal.read_bytes() == whole[:-100]


def test_what_is_well_is_left_alone_without_a_word(database_file: Path, tmp_path: Path) -> None:
    assert sqlite_file.check_file(database_file, known_server=True) == []
    assert sqlite_file.check_file(tmp_path / "new.sqlite3", known_server=False) == []
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_file_in_which_no_table_is_left_is_missed(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    (sentence,) = sqlite_file.check_file(tmp_path / FILE, known_server=True)
    assert "no game is in it" in sentence


def test_an_older_database_is_copied_before_migration(server: RunningServer) -> None:
    """A new version opens yesterday's evenings, and what was there can be gone back to."""
    code = asyncio.run(dealt(server))
    assert server.stop() == 0
    latest = make_older(server.data)
    server.start()
    (copy,) = server.data.glob(f"before-*-{FILE}")
    assert any(copy.name in line for line in server.printed)
    assert copy.stat().st_mode & 0o077 == 0
    for file, now in ((copy, 0), (server.data / FILE, 1)):
        with closing(sqlite3.connect(file)) as database:
            assert database.execute("SELECT code FROM games_gamesession").fetchall() == [(code,)]
            (found,) = database.execute(
                "SELECT count(*) FROM django_migrations WHERE app = 'moderation' AND name = ?", [latest]
            ).fetchone()
            assert found == now
    assert server.stop() == 0
    server.start()
    assert list(server.data.glob(f"before-*-{FILE}")) == [copy], "once is enough"


@pytest.mark.full
def test_an_older_version_does_not_touch_newer_evenings(server: RunningServer) -> None:
    asyncio.run(dealt(server))
    assert server.stop() == 0
    with closing(sqlite3.connect(server.data / FILE)) as database, database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_later', '2027-01-01')"
        )
    kept = (server.data / FILE).read_bytes()
    with pytest.raises(RuntimeError, match="newer version of Veilleur"):
        server.start()
    assert (server.data / FILE).read_bytes() == kept
