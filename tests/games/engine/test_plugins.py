"""Games from elsewhere: found in packages and folders, and said where they cannot be played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

import pytest

from games.engine import plugins
from games.engine.kit import API, Kit, all_kits
from tests.own_games import OWN

Write = Callable[..., Path]
DECLARED = (
    '[project]\nname = "veilleur-{slug}"\n[project.entry-points."veilleur.games"]\n{slug} = "veilleur_{slug}"\n'
)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write a package with a game into a folder of its own, where Veilleur looks for it."""
    folders: list[Path] = []
    known = set(sys.modules)

    def write_one(slug: str, api: str = f"API = {API}\n", **modules: str) -> Path:
        folder = tmp_path / f"{slug} {len(folders)}"
        kit = folder / f"veilleur_{slug}"
        kit.mkdir(parents=True)
        (folder / "pyproject.toml").write_text(DECLARED.format(slug=slug))
        (kit / "__init__.py").write_text(api)
        for name, text in modules.items():
            (kit / f"{name}.py").write_text(text)
        folders.append(folder)
        monkeypatch.setenv(plugins.FOLDERS_VARIABLE, ":".join(map(str, folders)))
        all_kits.cache_clear()
        return folder

    monkeypatch.setattr(sys, "path", [*sys.path])
    yield write_one
    all_kits.cache_clear()
    for name in [name for name in sys.modules if name.startswith("veilleur_") and name not in known]:
        del sys.modules[name]


def told() -> list[str]:
    return [str(unfit) for unfit in all_kits().unfit]


def test_a_kit_for_a_newer_program_is_refused_with_words(write: Write) -> None:
    write("later", api=f"API = {API + 1}\n")
    assert "later" not in all_kits() and "sporz" in all_kits()
    assert told() == [
        f"later (veilleur_later) was made for a newer Veilleur (number {API + 1} of its kits): take a newer Veilleur."
    ]


def test_a_kit_of_api_1_still_plays(write: Write) -> None:
    parts = ("facts", "help", "names", "rulebook", "steps")
    words = "from games.engine.words import NO_MOMENTS as MOMENTS, no_tokens as tokens\n"
    words += "".join(f"from veilleur_quests.words.{part} import *\n" for part in parts)
    words += "def sheet(private, public):\n    return ()\n"
    words += "def hidden(row):\n    return ''\n"
    words += "def in_truth(fact, truth):\n    return fact\n"
    modules = {name: f"from veilleur_quests.{name} import *\n" for name in ("bots", "lawful", "roles", "rules")}
    write("early", api="API = 1\n", words=words, **modules)
    assert told() == []
    assert str(all_kits()["early"].words.NAME) == str(Kit("quests", "veilleur_quests").words.NAME)


def test_a_kit_without_a_number_is_refused(write: Write) -> None:
    write("numberless", api="")
    assert told() == ["numberless (veilleur_numberless) cannot be read: its __init__.py has no number API."]


def test_a_kit_with_an_import_error_is_reported(write: Write) -> None:
    write("torn", rules="VERSION = 1\n\nimport nowhere_to_be_found\n")
    (sentence,) = told()
    assert "torn (veilleur_torn)" in sentence
    assert "rules cannot be imported: ModuleNotFoundError, No module named 'nowhere_to_be_found'" in sentence
    assert "(rules.py:3)" in sentence
    assert set(OWN) <= set(all_kits())


def test_a_syntax_error_is_reported_by_file_and_line(write: Write) -> None:
    write("garbled", roles="SEATS = (4, 12\n")
    assert "SyntaxError" in told()[0] and "(roles.py:1)" in told()[0]


def test_a_kit_that_is_half_built_says_what_is_missing(write: Write) -> None:
    write("half", bots="", rules="VERSION, OLDER = 1, {}\n")
    assert "rules offers no play; there is no roles; there is no words; bots offers no answer" in told()[0]


def test_a_second_game_with_the_same_slug_is_rejected(write: Write) -> None:
    folder = write("lupus")
    assert all_kits()["lupus"].package == "games.kits.lupus"
    assert "lupus (veilleur_lupus) has the name of a game that is there already (games.kits.lupus)" in told()[0]
    assert [kept for slug, kept in plugins.list_looks() if slug == "lupus"] == [
        all_kits()["lupus"].folder / "look" / "files"
    ]
    assert folder.exists()


@pytest.mark.parametrize("slug", ["../up", "Quests", "a b", "", "x" * 51])
def test_a_name_that_cannot_be_in_an_address_is_refused(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = metadata.EntryPoint(slug, "veilleur_none", plugins.ELSEWHERE)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry] if group == plugins.ELSEWHERE else [])
    games, unfit = plugins.find_games()
    assert slug not in {one.slug for one in games}
    assert [one.why for one in unfit] == [plugins.NAMELESS]


def test_a_folder_that_declares_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(plugins.FOLDERS_VARIABLE, str(tmp_path))
    _games, unfit = plugins.find_games()
    assert [one.why for one in unfit] == [plugins.EMPTY]


def test_drawings_of_an_external_game_are_served_under_its_name(write: Write) -> None:
    drawn = write("drawn") / "veilleur_drawn" / "look" / "files"
    drawn.mkdir(parents=True)
    assert ("drawn", drawn) in plugins.list_looks()
    assert {slug for slug, _folder in plugins.list_looks()} >= {slug for slug in OWN if all_kits()[slug].look}
