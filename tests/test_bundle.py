"""A bundle is the whole program with its Python: opened where there is none, a table plays in it."""

import asyncio
import importlib.util
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest
from playwright.sync_api import Page

from qa.serving import PATIENCE_SECONDS, ROOT, RunningServer, make_older
from qa.walking import Evening, open_evening, read_forms
from tests.conftest import missing
from tests.test_wheel import files_of
from tests.watched.tables import BOTS, WatchedTable

fcntl = pytest.importorskip("fcntl", reason="the bundle of Windows is made and opened by hand")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.full,
    pytest.mark.skipif(sys.platform != "linux", reason="the bundle of another system is made and opened by hand"),
]
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in a bundle of this checkout, made once for all processes of pytest-xdist."""
    if importlib.util.find_spec("PyInstaller") is None:
        missing("PyInstaller", "make install")
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "bundle"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            words = [sys.executable, "-m", "tools.bundle", str(folder)]
            made = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
            assert made.returncode == 0, made.stderr
            (folder / "whole").touch()
    return folder / "veilleur" / "veilleur"


def nothing(home: Path) -> dict[str, str]:
    """The environment of somebody who has no Python and no other program; the home is theirs."""
    return {"HOME": str(home), "PATH": "/nonexistent", "LC_ALL": "C.UTF-8", "CALL_PACE": "0.005", "MOMENT_PACE": "0"}


@pytest.fixture
def server(program: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """The server of the bundle, which finds nothing but itself."""
    server = RunningServer(tmp_path, {})
    emptied = [f"{name}={value}" for name, value in nothing(tmp_path).items()]
    server.command, server.root = ("/usr/bin/env", "-i", *emptied, str(program), "play"), tmp_path
    yield server
    if server.process:
        server.kill()


def find_database(server: RunningServer) -> Path:
    (file,) = server.root.rglob("veilleur.sqlite3")
    return file


def test_a_bundle_has_every_file_that_is_read(program: Path) -> None:
    """Of the folders of the checkout, what is no module; modules lie in the program itself."""
    inside = program.parent / "_internal"
    read = {name for folder in ("games", "moderation") for name in files_of(folder) if not name.endswith(".py")}
    read |= {f"moderation/files/{name}" for folder in ("locale", "static", "templates") for name in files_of(folder)}
    assert {name for name in read if not (inside / name).is_file()} == set()


def test_a_table_plays_without_python_and_survives_a_restart(server: RunningServer, program: Path) -> None:
    server.start()
    asyncio.run(play_through_a_restart(server))
    assert server.process and server.process.wait(PATIENCE_SECONDS) == 0  # closed from its page, without a terminal
    assert server.errors == ""
    assert find_database(server).parent.name == "veilleur"  # in the user's own folder, not where the program lies


async def play_through_a_restart(server: RunningServer) -> None:
    evening = await open_evening(server.url, server.url, server.host_path, NAMES, Random(3))
    playing = asyncio.create_task(evening.play())
    await answered(evening, playing, 6)
    assert foreign_python(server) == set()
    await asyncio.to_thread(server.stop)
    await asyncio.to_thread(server.start)
    await playing
    assert all(person.over for person in evening.people)
    host = evening.moderator.browser
    form = read_forms((await host.go("/here/stop/")).text)[0][""]
    assert "Everything is saved" in (await host.ask("POST", "/here/stop/", form.fields_as_shown())).text


def test_a_browser_finds_its_table_after_a_restart(
    server: RunningServer, program: Path, open_device: Callable[..., Page]
) -> None:
    """Ann's phone, the desk and the screen are real pages; the computer has the other seats."""
    server.start()
    table = WatchedTable(server, open_device, "spree", languages=("fr-FR",))
    table.join(["Ann"])
    table.fill_up(3)
    table.begin()
    opened = table.opened()
    server.stop()
    server.start()
    played = table.desk.locator(f"[data-opened]:not([data-opened='{opened}'])")
    while not played.count():  # the pages come back by themselves, and the game goes on
        table.answer_on_phones()
        if not table.went_on():
            table.tap(BOTS)
        table.desk.wait_for_timeout(150)
    assert "Traceback" not in server.errors


async def answered(evening: Evening, playing: asyncio.Task[None], times: int) -> None:
    """Wait until so much has been answered."""
    while sum(len(person.accepted) for person in evening.people) < times:
        assert not playing.done()
        await asyncio.sleep(0.02)


def foreign_python(server: RunningServer) -> set[str]:
    """Files of another Python that the running server has in its memory, or open."""
    assert server.process
    process, own = Path(f"/proc/{server.process.pid}"), str(Path(server.command[-2]).parent)
    mapped = re.findall(r"(/\S+)$", (process / "maps").read_text(), re.MULTILINE)
    opened = [os.readlink(one) for one in (process / "fd").iterdir() if one.is_symlink()]
    return {file for file in [*mapped, *opened] if "python" in file.lower() and not file.startswith(own)}


def test_newer_data_is_untouched_and_older_data_is_copied(server: RunningServer, program: Path) -> None:
    server.start()
    assert server.stop() == 0
    make_older(find_database(server).parent)
    server.start()
    assert server.stop() == 0
    (copy,) = find_database(server).parent.glob("before-*")
    assert any(copy.name in line for line in server.printed)
    with closing(sqlite3.connect(find_database(server))) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '9999_of_next_year', '2030-01-01')"
        )
    before = find_database(server).read_bytes()
    told = subprocess.run([program, "play", "--port", "0"], env=nothing(server.root), capture_output=True, text=True)
    assert told.returncode == 1
    assert "newer version of Veilleur" in told.stderr
    assert find_database(server).read_bytes() == before


def test_the_desktop_file_starts_the_program_next_to_it(tmp_path: Path) -> None:
    """Also from a folder with a space in its name; file managers put the file's own path in the place of %k."""
    command = re.search(r"^Exec=(.*)$", (ROOT / "bundle" / "Veilleur.desktop").read_text(), re.MULTILINE)
    assert command
    folder = tmp_path / "Mes jeux"
    folder.mkdir()
    stub = folder / "veilleur"
    stub.write_text('#!/bin/sh\necho "$0 is opened with $# words"\n')
    stub.chmod(0o755)
    words = (
        command[1].replace("\\\\", "\\").replace("%k", f"'{folder}/Veilleur.desktop'")
    )  # as a string is read there
    opened = subprocess.run(["/bin/sh", "-c", words], cwd="/", capture_output=True, text=True, check=True)
    assert opened.stdout == f"{stub} is opened with 0 words\n"


def test_the_browser_opens_with_system_libraries_and_again_later(server: RunningServer, program: Path) -> None:
    browser, seen = server.root / "browser", server.root / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1 LD_LIBRARY_PATH=$LD_LIBRARY_PATH" >> "{seen}"\n')
    browser.chmod(0o755)
    screen = {"DISPLAY": ":none", "BROWSER": str(browser)}
    server.command = (
        *server.command[:2],
        *(f"{name}={value}" for name, value in screen.items()),
        *server.command[2:],
        "--open",
    )
    server.start()
    deadline = monotonic() + PATIENCE_SECONDS
    while not (seen.exists() and seen.read_text().endswith("\n")):
        assert monotonic() < deadline
        sleep(0.02)
    assert seen.read_text() == f"{server.host_link} LD_LIBRARY_PATH=\n"
    again = [str(program), "play", "--open", "--port", str(server.port)]
    assert subprocess.call(again, env=nothing(server.root) | screen, stdout=subprocess.DEVNULL) == 0
    assert seen.read_text().splitlines()[1].startswith(f"{server.url}/host/")
