"""Discovery of games: built-in kits, installed packages, and folders that are named.

Such a package declares its games in its pyproject.toml, by slug, each with the Python package that is its kit:

    [project.entry-points."veilleur.games"]
    quests = "veilleur_quests"

This module imports nothing of a kit. A game that cannot be played is reported as `Unfit`, never left out in silence.
"""

from __future__ import annotations

import os
import pkgutil
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import NamedTuple

KITS = "games.kits"  # the package of the built-in games, which is searched
ELSEWHERE = "veilleur.games"  # the entry point group of installed packages
FOLDERS_VARIABLE = (
    "VEILLEUR_GAMES"  # environment variable: folders of packages that are not installed, separated as in PATH
)
SLUG = re.compile(r"[a-z][a-z0-9_]{0,49}")  # it is used in URLs, file names, and a column of 50 characters

# Reasons why a game cannot be played; each takes `game`, `package` and `more`.
NEWER = "%(game)s (%(package)s) was made for a newer Veilleur (number %(more)s of its kits): take a newer Veilleur."
BROKEN = "%(game)s (%(package)s) cannot be read: %(more)s."
NAME_TAKEN = "%(game)s (%(package)s) has the name of a game that is there already (%(more)s): remove one of the two."
NAMELESS = "%(game)s (%(package)s) needs a name of small letters, digits and underscores."
EMPTY = "No game is declared in the folder %(game)s (%(package)s): %(more)s."


class FoundGame(NamedTuple):
    """A game, the Python package that is its kit, and its folder.

    `folder` is None when Python finds no such package.
    """

    slug: str
    package: str
    folder: Path | None


@dataclass(frozen=True)
class Unfit:
    """A game that cannot be played, and why.

    `why`: one of the sentences above, in English. The other fields are put into it.
    """

    game: str
    package: str
    why: str
    more: str = ""

    def __str__(self) -> str:
        """Return the sentence."""
        return self.why % self.values

    @property
    def values(self) -> dict[str, str]:
        """The values that are put into the sentence."""
        return {"game": self.game, "package": self.package, "more": self.more}


def find_games() -> tuple[list[FoundGame], list[Unfit]]:
    """Return every game found, built-in ones first, and the games that cannot be used.

    Unfit are games with a bad name or with the name of another, and folders that declare none.
    """
    taken: dict[str, FoundGame] = {}
    unfit: list[Unfit] = []
    for slug, package in _list_declared(unfit):
        there = taken.get(slug)
        if not SLUG.fullmatch(slug):
            unfit.append(Unfit(slug, package, NAMELESS))
        elif there is None:
            taken[slug] = FoundGame(slug, package, find_folder(package))
        elif there.package != package:
            unfit.append(Unfit(slug, package, NAME_TAKEN, there.package))
    return list(taken.values()), unfit


def list_looks() -> list[tuple[str, Path]]:
    """Return the slug of every game that has a look, and the folder of its files."""
    drawn = [(one.slug, one.folder / "look" / "files") for one in find_games()[0] if one.folder]
    return [(slug, folder) for slug, folder in drawn if folder.is_dir()]


def _list_declared(unfit: list[Unfit]) -> Iterator[tuple[str, str]]:
    """Yield slug and package of every game that is declared anywhere, perhaps twice."""
    for module in pkgutil.iter_modules(import_module(KITS).__path__):
        if module.ispkg:
            yield module.name, f"{KITS}.{module.name}"
    for folder in filter(None, os.environ.get(FOLDERS_VARIABLE, "").split(os.pathsep)):
        try:
            yield from read_declared(Path(folder))
        except (OSError, ValueError) as wrong:
            unfit.append(Unfit(folder, "pyproject.toml", EMPTY, str(wrong)))
    for entry in sorted(metadata.entry_points(group=ELSEWHERE), key=lambda entry: entry.name):
        yield entry.name, entry.module


def read_declared(folder: Path) -> list[tuple[str, str]]:
    """Return slug and package of each game that the pyproject.toml of a folder declares.

    It adds the folder to `sys.path`, so that Python finds them from now on.
    Raises `OSError` when there is no such file, `ValueError` when it declares no game.
    """
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get("project", {})
    games = project.get("entry-points", {}).get(ELSEWHERE, {})
    if not games:
        raise ValueError(f'it has no [project.entry-points."{ELSEWHERE}"]')
    place = str((folder / "src" if (folder / "src").is_dir() else folder).resolve())
    if place not in sys.path:
        sys.path.insert(0, place)
    return [(str(slug), str(package)) for slug, package in games.items()]


def find_folder(package: str) -> Path | None:
    """Return the folder of a package; None where Python finds none."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def describe_error(error: BaseException, folder: Path | None) -> str:
    """Return the text of an error, with the innermost file and line of this folder, if any."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{kind}, {error.msg} ({_shorten(error.filename, folder)}:{error.lineno})"
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    own = [frame for frame in frames if folder and Path(frame.filename).is_relative_to(folder)]
    at = (own or frames)[-1] if own or frames else None
    where = f" ({_shorten(at.filename, folder)}:{at.lineno})" if own and at else ""
    return f"{kind}, {error}{where}"


def _shorten(filename: str, folder: Path | None) -> str:
    path = Path(filename)
    return path.relative_to(folder).as_posix() if folder and path.is_relative_to(folder) else path.name
