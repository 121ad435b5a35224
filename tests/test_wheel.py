"""A wheel is the whole program: installed where nothing else is, it starts the server, and a table plays in it."""

import asyncio
import os
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from qa.serving import ROOT, RunningServer
from qa.walking import open_evening
from tests.wheels import build

pytestmark = [pytest.mark.slow, pytest.mark.full]
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return build(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `veilleur`, installed with what it needs into an environment that has nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    lock = ROOT / "requirements" / "play.txt"
    subprocess.run([*pip, "--require-hashes", "--requirement", str(lock)], check=True, capture_output=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True, capture_output=True)
    return folder / "bin" / "veilleur"


@pytest.fixture
def server(program: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """The installed server, started by somebody whose home is empty."""
    kept = {"VEILLEUR_DATA": "", "HOME": str(tmp_path), "XDG_DATA_HOME": "", "CALL_PACE": "0.005"}
    server = RunningServer(tmp_path, kept)
    server.command, server.root = (str(program), "play"), tmp_path
    yield server
    server.kill()


def read(program: Path, *words: str, home: Path) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"}
    return subprocess.run([str(program), *words], env=env, cwd=home, capture_output=True, text=True)


def files_of(folder: str) -> set[str]:
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_a_wheel_has_every_file_that_runs(wheel: Path) -> None:
    """The folders that are read at run time, without what Python has compiled, and nothing else of the checkout."""
    wanted = {name for folder in ("games", "moderation") for name in files_of(folder)}
    wanted |= {
        f"moderation/files/{name}" for folder in ("locale", "static", "templates") for name in files_of(folder)
    }
    with zipfile.ZipFile(wheel) as opened:
        inside = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert inside == wanted


def test_a_table_plays_in_the_installed_program(server: RunningServer, program: Path) -> None:
    server.start()
    asyncio.run(play(server))
    assert server.stop() == 0
    assert any("veilleur host-link" in line for line in server.printed)  # and not what a checkout has
    assert server.errors == ""
    kept = list(server.root.rglob("veilleur.sqlite3"))
    assert [one.parent.name for one in kept] == ["veilleur"]  # in the user's own folder, not where it was started
    copy = server.root / "copy.sqlite3"
    assert read(program, "backup", str(copy), home=server.root).returncode == 0
    assert copy.stat().st_size > 0


async def play(server: RunningServer) -> None:
    evening = await open_evening(server.url, server.url, server.host_path, NAMES, Random(3))
    await evening.play()
    assert all(person.over for person in evening.people)


def test_the_program_says_what_can_be_typed(program: Path, tmp_path: Path) -> None:
    assert read(program, "--version", home=tmp_path).stdout.startswith("veilleur 0")
    assert "backup" in read(program, "--help", home=tmp_path).stdout
    wrong = read(program, "dance", home=tmp_path)
    assert wrong.returncode == 2
    assert "dance" in wrong.stderr


def test_the_installed_program_replays_a_record(program: Path, tmp_path: Path) -> None:
    record = next((ROOT / "tests" / "records").rglob("*.json"))
    here = [sys.executable, "manage.py", "play", str(record)]
    expected = subprocess.run(here, cwd=ROOT, capture_output=True, text=True)
    replayed = read(program, "record", str(record), home=tmp_path)
    assert (replayed.returncode, replayed.stdout) == (expected.returncode, expected.stdout)
