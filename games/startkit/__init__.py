"""A package with a game to begin with, written into a folder: whole, in both languages, and green before any change.

What is written is `template/`, in which Toy Game, `toygame` and `veilleur_toygame` stand for the name of the game,
its slug and its Python package. Files of Python end with `.in` there, so that no check of Veilleur takes them for its
own.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from games.engine.kit import all_kits
from games.engine.plugins import SLUG

TEMPLATE = Path(__file__).parent / "template"
ROOT = TEMPLATE.parents[2]
NAME = re.compile(r"[^\W\d_][\w '’!-]{1,29}")  # short enough for every line that it stands in
TEXT = {".in", ".json", ".md", ".po", ".toml", ".txt", ""}


class CannotStart(Exception):
    """Why no package is written."""


def slug_of(name: str) -> str:
    """The name of a game as a part of addresses and files. Raises `CannotStart`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
    if not NAME.fullmatch(name) or not SLUG.fullmatch(slug):
        raise CannotStart(f"{name!r} is no name for a game: begin with a letter, with 30 characters at most.")
    if slug in all_kits():
        raise CannotStart(f"There is a game {slug} already ({all_kits()[slug].package}).")
    return slug


def start(name: str, folder: Path | None = None) -> Path:
    """Write a package for a game of this name, into `veilleur-<slug>` if no folder is given, and return the folder.

    Raises `CannotStart` where the name will not do, or the folder holds something.
    """
    slug = slug_of(name)
    into = folder or Path(f"veilleur-{slug.replace('_', '-')}")
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise CannotStart(f"{into} is there already, and not empty.")
    given = {
        "veilleur-toygame": f"veilleur-{slug.replace('_', '-')}",
        "toygame": slug,
        "Toy Game": name,
        "FOLDER_OF_VEILLEUR": str(ROOT) if (ROOT / "manage.py").exists() else "../veilleur",
    }
    for source in sorted(path for path in TEMPLATE.rglob("*") if path.is_file()):
        written = source.relative_to(TEMPLATE).as_posix().replace("toygame", slug).removesuffix(".in")
        target = into / (".gitignore" if written == "gitignore" else written)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix in TEXT:
            target.write_text(_filled(source.read_text(encoding="utf-8"), given), encoding="utf-8")
        else:
            target.write_bytes(source.read_bytes())
    return into


def _filled(text: str, given: dict[str, str]) -> str:
    for word, instead in given.items():
        text = text.replace(word, instead)
    return text
