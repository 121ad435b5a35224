"""The packages in `examples/`, as a club would install them: from a wheel, beside Veilleur's own."""

import asyncio
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from random import Random

import pytest

from qa.serving import ROOT, RunningServer
from qa.walking import open_evening
from tests.wheels import build

pytestmark = [pytest.mark.slow, pytest.mark.full]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/pyproject.toml"))
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus"]
SETTINGS = "moderation.project.settings"
SEEN = """
import django, sys
django.setup()
from django.core.management import call_command
from django.test import Client
from django.utils import translation
from moderation.web.kits import list_left_out, playable_kits
kit = playable_kits()[sys.argv[1]]
assert list_left_out() == [], list_left_out()
assert "site-packages" in str(kit.folder), kit.folder
call_command("migrate", verbosity=0)
with translation.override("fr"):
    print(kit.words.PITCH)
    page = Client(headers={"accept-language": "fr", "host": "localhost"}).get(f"/help/{kit.slug}/")
    print(page.status_code, str(kit.words.HELP[0].title) in page.content.decode())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with Veilleur's wheel and those of all examples; what they need comes from this one."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    wheels = [build(project, tmp_path_factory.mktemp("wheel")) for project in (ROOT, *EXAMPLES)]
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-index", *map(str, wheels)], check=True, capture_output=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "beside.pth").write_text(sysconfig.get_paths()["purelib"])
    return folder / "bin"


def run(folder: Path, program: Path, *words: str, **more: str) -> str:
    """What a program of the environment prints, in a folder where nothing of this checkout is found."""
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "VEILLEUR_DATA": str(folder / "kept"),
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run([str(program), *words], cwd=folder, env=env | more, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_its_own_tests_hold_where_it_is_installed(example: Path, installed: Path, tmp_path: Path) -> None:
    """The contract, run by the plugin that came with Veilleur's wheel, and the scenes of the package."""
    shutil.copytree(example / "tests", tmp_path / "tests")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(example / name, tmp_path)
    said = run(tmp_path, installed / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--games", "6")
    assert " passed" in said and "skipped" not in said


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_its_types_hold(example: Path) -> None:
    (package,) = (path.parent for path in example.glob("*/rules.py"))
    env = os.environ | {"MYPYPATH": str(ROOT), "MYPY_CACHE_DIR": os.devnull}
    done = subprocess.run(
        [sys.executable, "-m", "mypy", package.name], cwd=example, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_the_server_offers_it_with_its_words_and_its_help(example: Path, installed: Path, tmp_path: Path) -> None:
    told = run(tmp_path, installed / "python", "-c", SEEN, example.name, DJANGO_SETTINGS_MODULE=SETTINGS)
    pitch, page = told.splitlines()
    assert "chevaliers" in pitch
    assert page == "200 True"


@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_a_table_plays_it_once_it_is_installed(example: Path, nights: str, installed: Path, tmp_path: Path) -> None:
    server = RunningServer(tmp_path, {"HOME": str(tmp_path), "CALL_PACE": "0.005"})
    server.command, server.root = (str(installed / "veilleur"), "play"), tmp_path
    try:
        server.start()
        asyncio.run(play(server, example.name, nights))
        assert server.stop() == 0 and server.errors == ""
    finally:
        server.kill()


async def play(server: RunningServer, game: str, nights: str) -> None:
    """A whole game through the pages."""
    evening = await open_evening(server.url, server.url, server.host_path, NAMES, Random(3), nights, game=game)
    await evening.play()
    assert all(person.over for person in evening.people)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_the_installed_program_replays_its_records(example: Path, installed: Path, tmp_path: Path) -> None:
    for record in (example / "tests" / "records").glob("*.json"):
        assert '"winners"' in run(tmp_path, installed / "veilleur", "record", str(record))
    assert "Never reached: nothing" in run(tmp_path, installed / "veilleur", "rehearse", example.name)
