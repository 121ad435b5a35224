"""Where games are found: the folder of the house's own, packages installed beside it, folders that are named.

Such a package declares its games in its pyproject.toml, by slug, each with the Python package that is its kit:

    [project.entry-points."veilleur.games"]
    quests = "veilleur_quests"

Nothing of a kit is imported here. What cannot be played is told, never left out in silence: `Unfit`.
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

KITS = "games.kits"  # the folder of the house's own games, which is walked
ELSEWHERE = "veilleur.games"  # the entry points of packages that are installed beside the house
NAMED = "VEILLEUR_GAMES"  # in the environment: folders of packages that are not installed, separated as in PATH
SLUG = re.compile(r"[a-z][a-z0-9_]{0,49}")  # a part of addresses and file names, and of a column of fifty characters

# Why a game cannot be played; each is said with `game`, `package` and `more`.
NEWER = "%(game)s (%(package)s) was made for a newer Veilleur (number %(more)s of its kits): take a newer Veilleur."
BROKEN = "%(game)s (%(package)s) cannot be read: %(more)s."
TAKEN = "%(game)s (%(package)s) has the name of a game that is there already (%(more)s): remove one of the two."
NAMELESS = "%(game)s (%(package)s) needs a name of small letters, digits and underscores."
EMPTY = "No game is declared in the folder %(game)s (%(package)s): %(more)s."


class Found(NamedTuple):
    """A game, the Python package that is its kit, and where that lies; no folder: it is nowhere."""

    slug: str
    package: str
    folder: Path | None


@dataclass(frozen=True)
class Unfit:
    """A game that cannot be played, and why: one of the sentences above, in English, and what is put into it."""

    game: str
    package: str
    why: str
    more: str = ""

    def __str__(self) -> str:
        """The sentence."""
        return self.why % self.values

    @property
    def values(self) -> dict[str, str]:
        """What is put into the sentence."""
        return {"game": self.game, "package": self.package, "more": self.more}


def found() -> tuple[list[Found], list[Unfit]]:
    """Every game that is there, the house's own first, and those that cannot be told apart or have no name."""
    taken: dict[str, Found] = {}
    unfit: list[Unfit] = []
    for slug, package in _declared(unfit):
        there = taken.get(slug)
        if not SLUG.fullmatch(slug):
            unfit.append(Unfit(slug, package, NAMELESS))
        elif there is None:
            taken[slug] = Found(slug, package, folder_of(package))
        elif there.package != package:
            unfit.append(Unfit(slug, package, TAKEN, there.package))
    return list(taken.values()), unfit


def looks() -> list[tuple[str, Path]]:
    """The slug of every game that has a look, and the folder of what that is made of."""
    drawn = [(one.slug, one.folder / "look" / "files") for one in found()[0] if one.folder]
    return [(slug, folder) for slug, folder in drawn if folder.is_dir()]


def _declared(unfit: list[Unfit]) -> Iterator[tuple[str, str]]:
    """Slug and package of every game that is declared anywhere, perhaps twice."""
    for module in pkgutil.iter_modules(import_module(KITS).__path__):
        if module.ispkg:
            yield module.name, f"{KITS}.{module.name}"
    for folder in filter(None, os.environ.get(NAMED, "").split(os.pathsep)):
        try:
            yield from declared_in(Path(folder))
        except (OSError, ValueError) as wrong:
            unfit.append(Unfit(folder, "pyproject.toml", EMPTY, str(wrong)))
    for entry in sorted(metadata.entry_points(group=ELSEWHERE), key=lambda entry: entry.name):
        yield entry.name, entry.module


def declared_in(folder: Path) -> list[tuple[str, str]]:
    """Slug and package of each game that the pyproject.toml of a folder declares; Python finds them from now on.

    Raises OSError when there is no such file, ValueError when it declares no game.
    """
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get("project", {})
    games = project.get("entry-points", {}).get(ELSEWHERE, {})
    if not games:
        raise ValueError(f'it has no [project.entry-points."{ELSEWHERE}"]')
    place = str((folder / "src" if (folder / "src").is_dir() else folder).resolve())
    if place not in sys.path:
        sys.path.insert(0, place)
    return [(str(slug), str(package)) for slug, package in games.items()]


def folder_of(package: str) -> Path | None:
    """Where the files of a package lie; None where Python finds none."""
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def raised(error: BaseException, folder: Path | None) -> str:
    """What was raised, and at which file and line: the innermost of this folder, where there is one."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError) and error.filename:
        return f"{kind}, {error.msg} ({_short(error.filename, folder)}:{error.lineno})"
    frames = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    own = [frame for frame in frames if folder and Path(frame.filename).is_relative_to(folder)]
    at = (own or frames)[-1] if own or frames else None
    where = f" ({_short(at.filename, folder)}:{at.lineno})" if own and at else ""
    return f"{kind}, {error}{where}"


def _short(filename: str, folder: Path | None) -> str:
    path = Path(filename)
    return path.relative_to(folder).as_posix() if folder and path.is_relative_to(folder) else path.name
