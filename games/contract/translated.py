"""Checks that a kit's own catalogue translates all its strings; errors name file and line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from games.contract.broken import Broken
from games.engine.kit import Kit

SAYS = dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "number_of"), 0)
SAYS |= {"pgettext": 1, "pgettext_lazy": 1}  # by function, the place of the message among its strings
FEW = 12  # places listed in an error
Speak = Callable[[str], AbstractContextManager[object]]  # activates a language inside the context


class TranslatedString(NamedTuple):
    """A string and its context, with its file and line."""

    where: str
    context: str | None
    message: str


def has_its_own_words(kit: Kit, language: str) -> None:
    """Check that a kit's catalogue of this language has every string of its speech.

    Raises `Broken`.
    """
    try:
        knows = import_module(f"{kit.package}.speech").knows
    except ModuleNotFoundError:
        raise Broken(f"{kit.slug}: there is no speech.py, by which its words are its own (games/speech.py)") from None
    missing = [said for said in find_strings(kit.folder) if not knows(said.message, said.context, language)]
    if missing:
        told = "; ".join(f"{one.where} {one.message!r}" for one in missing[:FEW])
        more = f" and {len(missing) - FEW} more" if len(missing) > FEW else ""
        raise Broken(
            f"{kit.slug}: said in English alone: {told}{more}. Put it into locale/{language}: "
            "`make translations` gathers it there"
        )


def find_strings(folder: Path) -> Iterator[TranslatedString]:
    """Yield every string that a kit's files look up, with its file and line."""
    for path, tree in parse_files(folder):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            words = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if name in SAYS and len(words) > SAYS[name]:
                context = words[0] if SAYS[name] else None
                yield TranslatedString(
                    f"{path.relative_to(folder).as_posix()}:{node.lineno}", context, words[SAYS[name]]
                )


def speaks_both(kit: Kit, speak: Speak, languages: tuple[str, str]) -> None:
    """Check that no text that every table reads is equal in both languages.

    Texts that the kit marks for translation are excluded. Raises `Broken`.
    """
    gathered = {one.message for one in find_strings(kit.folder)}
    said = []
    for language in languages:
        with speak(language):
            pages = [str(text) for page in kit.words.HELP for text in (page.title, *page.paragraphs)]
            pages += [str(line) for section in kit.words.EASY for line in section.sentences]
            steps = [str(line) for one in kit.words.STEPS.values() for line in (one.title, one.question, one.wake)]
            said.append([*pages, *steps, str(kit.words.PITCH)])
    alike = [one for one, other in zip(*said, strict=True) if one and one == other and one not in gathered]
    if alike:
        told = "; ".join(f"{find_place(kit.folder, one)} {one!r}" for one in dict.fromkeys(alike))
        raise Broken(
            f"{kit.slug}: said alike in {' and '.join(languages)}: {told}. Wrap it in `_(...)` and translate it"
        )


def find_place(folder: Path, text: str) -> str:
    """Return the file and line where a text is written."""
    for path, tree in parse_files(folder):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value == text:
                return f"{path.relative_to(folder).as_posix()}:{node.lineno}"
    return "somewhere"


def parse_files(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield every file of a kit, parsed."""
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))
