"""Check that every class has a name of its own, and that no name of a test has more than ten words.

A name that occurs once can be searched for. Kits are alike on purpose and are left out.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APART = {"migrations", "kits", "startkit"}  # folders
# `Command` is Django's. The others are names of the kits' interface and of database rows.
SHARED = {"Command", "Move", "Note", "Scene", "Vote"}
TESTS = ("tests", "examples", "games/startkit")
NAME_OF_TEST = re.compile(r"^\s*(?:async )?def test_(\w+)", re.MULTILINE)
MOST_WORDS = 10  # of a test's name, `test_` not counted


def main() -> int:
    """Print class names that stand in several modules and names of tests that are too long, and return 1 for any."""
    places: dict[str, list[str]] = defaultdict(list)
    for package in ("games", "moderation"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if not APART.intersection(path.parts):
                for node in ast.parse(path.read_text(encoding="utf-8")).body:
                    if isinstance(node, ast.ClassDef) and node.name not in SHARED:
                        places[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    twice = {name: found for name, found in places.items() if len(found) > 1}
    for name, found in twice.items():
        print(f"{name}: {', '.join(found)}")
    too_long = [place for folder in TESTS for place in find_long_names(ROOT / folder)]
    for place in too_long:
        print(f"more than {MOST_WORDS} words: {place}")
    return bool(twice or too_long)


def find_long_names(folder: Path) -> Iterator[str]:
    """Yield path and name of each test whose name has too many words. Templates of tests count."""
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.py.in"))):
        for name in NAME_OF_TEST.findall(path.read_text(encoding="utf-8")):
            if len(name.split("_")) > MOST_WORDS:
                yield f"{path.relative_to(ROOT)}: test_{name}"


if __name__ == "__main__":
    sys.exit(main())
