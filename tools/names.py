"""Check that every class has a name of its own.

A name that occurs once can be searched for. Kits are alike on purpose and are left out.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APART = {"migrations", "kits", "startkit"}  # folders
# `Command` is Django's. The others are names of the kits' interface and of database rows.
SHARED = {"Command", "Move", "Note", "Scene", "Vote"}


def main() -> int:
    """Print each class name that stands in several modules, and return 1 if there is one."""
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
    return bool(twice)


if __name__ == "__main__":
    sys.exit(main())
