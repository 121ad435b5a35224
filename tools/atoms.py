"""Which tests hold which rule: for every atom of the kits' RULINGS.md, the tests that cite it.

    python -m tools.atoms               every atom with its tests
    python -m tools.atoms S-44 E-11     these atoms alone
    python -m tools.atoms --check       only those that nothing holds; status 1 if there are any

A test cites an atom in its name (`test_s44_...`), in its docstring, or in a comment: inside it, right above it, or
alone above the tests that follow (`# E-13, sabotage`), where these cite none of their own. A kept game cites atoms in
its `about`. What a module's docstring says it is about holds nothing. An atom, or a part of one, that no program can
hold says so itself: `Left to the table:` and why. `make check` asks for one or the other.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
ENTRY = re.compile(r"^- \*\*([A-Z]-\d\d[a-z]?)\*\* (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
CITATION = re.compile(r"\b([A-Z])-(\d\d)([a-z]?)\b(?:(?: to |-)\1-(\d\d)\b)?")
IN_A_NAME = re.compile(r"(?<![a-z0-9])([a-z])(\d\d)([a-z]?)(?=_|$)")
LEFT = re.compile(r"Left to the table: (.*?)(?=\n  [A-Z][a-z ]+: |\Z)", re.DOTALL)


class Atom(NamedTuple):
    """A rule of a kit: its number, and why no test holds it (empty: one should)."""

    number: str
    left: str


def read_atoms(root: Path = ROOT) -> list[Atom]:
    """The atoms of all kits, in the order in which they stand."""
    return [
        Atom(number, " ".join(left[1].split()) if (left := LEFT.search(text)) else "")
        for path in sorted((root / "games" / "kits").glob("*/RULINGS.md"))
        for number, text in ENTRY.findall(path.read_text(encoding="utf-8"))
    ]


def list_cited(text: str) -> Iterator[str]:
    """The atoms that a sentence cites; "S-12 to S-14" are three."""
    for letter, first, suffix, last in CITATION.findall(text):
        yield f"{letter}-{first}{suffix}"
        for number in range(int(first) + 1, int(last or first) + 1):
            yield f"{letter}-{number:02}"


def list_named(test: str) -> Iterator[str]:
    """The atoms in the name of a test: `test_s11_s44_...`."""
    for letter, number, suffix in IN_A_NAME.findall(test):
        yield f"{letter.upper()}-{number}{suffix}"


def list_in_module(source: str) -> Iterator[tuple[str, str]]:
    """Each test of a module with each atom that it cites."""
    comments = {
        token.start[0]: token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    lines = source.splitlines()
    standing: list[str] = []  # cited by the latest comment that stands alone
    seen = 0
    for node in ast.parse(source).body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        begins = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        above = begins
        while above - 1 in comments and lines[above - 2].startswith("#"):
            above -= 1
        for line in range(seen + 1, above):
            if line in comments and lines[line - 1].startswith("#"):
                standing = list(list_cited(comments[line])) or standing
        seen = node.end_lineno or node.lineno
        if node.name.startswith("test_"):
            words = [comments[line] for line in range(above, seen + 1) if line in comments]
            found = [*list_named(node.name), *list_cited(" ".join([ast.get_docstring(node) or "", *words]))]
            yield from ((node.name, atom) for atom in dict.fromkeys(found or standing))


def read_tests(root: Path = ROOT) -> dict[str, list[str]]:
    """The tests and kept games that cite each atom, by its number."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        for test, atom in list_in_module(path.read_text(encoding="utf-8")):
            found.setdefault(atom, []).append(f"{path.relative_to(root).as_posix()}::{test}")
    for path in sorted((root / "tests" / "records").rglob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        for atom in dict.fromkeys(list_cited(record.get("about", "") if isinstance(record, dict) else "")):
            found.setdefault(atom, []).append(path.relative_to(root).as_posix())
    return found


def find_unheld(all_atoms: Iterable[Atom], holding: Mapping[str, list[str]]) -> list[str]:
    """The atoms that have neither a test nor a reason for having none."""
    return [atom.number for atom in all_atoms if not atom.left and not holding.get(atom.number)]


def main(wanted: list[str]) -> int:
    """Print the trace, or with `--check` what is missing from it; the status."""
    every, holding = read_atoms(), read_tests()
    missing = find_unheld(every, holding)
    if "--check" in wanted:
        print(
            "\n".join(f"{number}: no test, and not left to the table" for number in missing) or "Every rule is held."
        )
        return bool(missing)
    for atom in every:
        if wanted and atom.number not in wanted:
            continue
        print(atom.number)
        if atom.left:
            print(f"    left to the table: {atom.left}")
        for test in holding.get(atom.number, []) or ([] if atom.left else ["NOTHING HOLDS IT"]):
            print(f"    {test}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
