"""A package to begin with: whole, green before any change, red with a sentence when it gives a secret away."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.kit import all_kits
from games.engine.plugins import FOLDERS_VARIABLE
from qa.serving import ROOT


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package as it is written, which Veilleur finds by the name of its folder alone."""
    folder = tmp_path / "river"
    call_command("startkit", "River Quest", str(folder), stdout=StringIO())
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv(FOLDERS_VARIABLE, "")
    yield folder
    all_kits.cache_clear()
    for name in [name for name in sys.modules if name.startswith("veilleur_river_quest")]:
        del sys.modules[name]


def rehearsed(*words: str) -> str:
    said = StringIO()
    call_command("rehearse", *words, stdout=said)
    return said.getvalue()


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A program of Python, in the folder of a package and beside this checkout."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}", "MYPYPATH": str(ROOT)}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    return subprocess.run([sys.executable, "-m", *words], cwd=folder, env=env, capture_output=True, text=True)


def test_every_file_has_the_new_name_and_no_template_name(package: Path) -> None:
    files = [path for path in package.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".in" or "toygame" in path.name]
    for path in files:
        assert not {"toygame", "Toy Game", "FOLDER_OF"} & {*path.read_text("utf-8", "ignore").split()}, path
    assert (package / "veilleur_river_quest" / "rules.py").exists() and (package / ".gitignore").exists()


@pytest.mark.parametrize("name", ["", "3 wolves", "x" * 31, 'The "best"', "Sporz", "Été\n"])
def test_a_name_that_will_not_do_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError):
        call_command("startkit", name, str(tmp_path / "new"), stdout=StringIO())
    assert not (tmp_path / "new").exists()


def test_what_is_there_already_is_left_alone(package: Path) -> None:
    (package / "README.md").write_text("mine")
    with pytest.raises(CommandError, match="not empty"):
        call_command("startkit", "River Quest", str(package), stdout=StringIO())
    assert (package / "README.md").read_text() == "mine"


def test_a_rehearsal_reports_results_and_saves_replayable_games(package: Path) -> None:
    said = rehearsed(str(package), "--games", "20")
    assert "river_quest: 20 games" in said and "across: smuggler" in said and "Never reached: nothing" in said
    kept = list((package / "tests" / "records").glob("rehearsed_*.json"))
    assert len(kept) >= 3
    assert rehearsed(str(package), "--games", "20").count("Written") == 0  # what is there stays
    assert rehearsed(str(package), "--games", "20", "--anew").count("Written") == len(kept) + 1


def test_a_rehearsal_says_what_was_never_reached(package: Path) -> None:
    steps = package / "veilleur_river_quest" / "words" / "steps.py"
    text = steps.read_text(encoding="utf-8")
    steps.write_text(
        text.replace(
            '    "search": StepWords(', '    "duel": StepWords(title=_("The duel")),\n    "search": StepWords('
        )
    )
    assert "Never reached: the step duel" in rehearsed(str(package), "--games", "5")


def test_a_failing_rehearsal_names_seed_move_and_line(package: Path) -> None:
    bots = package / "veilleur_river_quest" / "bots.py"
    bots.write_text(
        bots.read_text(encoding="utf-8").replace(
            '    if step == "search":\n', '    if step == "search":\n        raise KeyError("lady")\n'
        )
    )
    with pytest.raises(
        CommandError, match=r"river_quest, seed 0, move \d+, step search: KeyError 'lady' at bots.py:\d+"
    ):
        rehearsed(str(package), "--games", "5")


@pytest.mark.parametrize("kit", ["chess", "."])
def test_no_game_of_this_name_is_said(kit: str) -> None:
    with pytest.raises(CommandError, match=r"There is no game|has no"):
        rehearsed(kit)


@pytest.mark.slow
@pytest.mark.full
def test_it_is_green_before_any_change(package: Path) -> None:
    for words in (
        ["ruff", "format", "--check", "--no-cache", "."],
        ["ruff", "check", "--no-cache", "."],
        ["mypy", "veilleur_river_quest"],
        ["tools.catalogues", "check", "--package", "."],
        ["pytest", "-q"],
    ):
        done = run(package, *words)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.full
def test_a_planted_leak_fails_its_own_tests_with_a_sentence(package: Path) -> None:
    rules = package / "veilleur_river_quest" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('"day", number=number)', '"day", number=number, by=train.smuggler)'))
    done = run(package, "pytest", "-q", "-k", "keeps_its_secrets")
    assert done.returncode == 1
    assert "river_quest, seed " in done.stdout and "That gives away the role of" in done.stdout
