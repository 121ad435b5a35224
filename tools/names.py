"""Check that names can be searched for and say what they are.

Every class has a name of its own. No class, function or module variable is named by a bare participle, preposition or
pronoun, or by a metaphor for a part of the program. No name of a test has more than ten words. Kits are alike on
purpose and are left out.

Tests, too, have no metaphor for a part of the program in the names that their modules define, nor in their own.

No dataclass of `moderation` has too many fields, and no function that builds views or fragments too many branches.
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
INTERFACE = {"engine", *APART}  # folders with the words of the kits' interface
PARTICIPLES_AND_PREPOSITIONS = """
    afresh after again agreed announced answered around arranged aside asked at before beneath beside between
    chosen cited counted dealt drawn excused expected faced filled found given grouped heard held here hushed
    inside joined kept known levelled listed looked made marked measured moved named nearby noted of offered one
    opened outside own packed parsed placed played quoted raised reached replaced revealed said same scanned
    seated seen sent settled shown signed some spoilt standing stayed taken there told tried twisted typed under
    unsaid until wanted wanting watching what where who whom whose why within without written
    """
BANNED = frozenset(PARTICIPLES_AND_PREPOSITIONS.split())
METAPHORS = frozenset({"air", "front", "gate", "gates", "heart", "house", "houses", "wire", "wires"})  # in no part
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
TESTS = ("tests", "examples", "games/startkit")
NAME_OF_TEST = re.compile(r"^\s*(?:async )?def test_(\w+)", re.MULTILINE)
MOST_WORDS = 10  # of a test's name, `test_` not counted
VIEWS = ("moderation/play/projections", "moderation/surfaces")  # folders of view models and their fragments
MOST_FIELDS, MOST_BRANCHES = 15, 10
Function = ast.FunctionDef | ast.AsyncFunctionDef


def main() -> int:
    """Print class names in several modules, banned names and long names of tests, and return 1 for any."""
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
    banned = [place for package in ("games", "moderation", "qa", "tools") for place in find_banned_names(package)]
    banned += find_metaphors("tests")
    for place in banned:
        print(f"banned: {place}")
    too_long = [place for folder in TESTS for place in find_long_names(ROOT / folder)]
    for place in too_long:
        print(f"more than {MOST_WORDS} words: {place}")
    too_large = [
        *find_large_classes(ROOT / "moderation"),
        *(one for each in VIEWS for one in find_large_functions(ROOT / each)),
    ]
    for place in too_large:
        print(f"too large: {place}")
    return bool(twice or banned or too_long or too_large)


def find_banned_names(package: str) -> Iterator[str]:
    """Yield place and name of each banned definition of a module or of a class."""
    for path in sorted((ROOT / package).rglob("*.py")):
        if not INTERFACE.intersection(path.parts):
            for name, line in list_definitions(ast.parse(path.read_text(encoding="utf-8"))):
                if name.strip("_").lower() in BANNED or has_metaphor(name):
                    yield f"{path.relative_to(ROOT)}:{line}: {name}"


def find_metaphors(package: str) -> Iterator[str]:
    """Yield place and name of each module and definition that is named by a metaphor."""
    for path in sorted((ROOT / package).rglob("*.py")):
        names = [(path.stem, 1), *list_definitions(ast.parse(path.read_text(encoding="utf-8")))]
        yield from (f"{path.relative_to(ROOT)}:{line}: {name}" for name, line in names if has_metaphor(name))


def has_metaphor(name: str) -> bool:
    """Return true if a part of a name is a metaphor for a part of the program."""
    return not METAPHORS.isdisjoint(part.lower() for part in PART.findall(name))


def list_definitions(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, int]]:
    """Yield name and line of classes, functions and methods, and of variables of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno
        if isinstance(node, ast.ClassDef):
            yield from list_definitions(node)
        elif isinstance(tree, ast.Module) and isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = (one for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))
            yield from ((one.id, one.lineno) for one in names)


def find_long_names(folder: Path) -> Iterator[str]:
    """Yield path and name of each test whose name has too many words. Templates of tests count."""
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.py.in"))):
        for name in NAME_OF_TEST.findall(path.read_text(encoding="utf-8")):
            if len(name.split("_")) > MOST_WORDS:
                yield f"{path.relative_to(ROOT)}: test_{name}"


def find_large_classes(folder: Path) -> Iterator[str]:
    """Yield path, name and number of fields of each class with too many."""
    for path, node in walk_trees(folder):
        if isinstance(node, ast.ClassDef):
            fields = sum(isinstance(one, ast.AnnAssign) for one in node.body)
            if fields > MOST_FIELDS:
                yield f"{path}:{node.lineno}: {node.name} has {fields} fields"


def find_large_functions(folder: Path) -> Iterator[str]:
    """Yield path, name and number of branches of each function with too many."""
    for path, node in walk_trees(folder):
        if isinstance(node, Function):
            parts = list(ast.walk(node))
            branches = sum(isinstance(one, ast.If | ast.IfExp | ast.BoolOp) for one in parts)
            branches += sum(len(one.ifs) for one in parts if isinstance(one, ast.comprehension))
            if branches > MOST_BRANCHES:
                yield f"{path}:{node.lineno}: {node.name} has {branches} branches"


def walk_trees(folder: Path) -> Iterator[tuple[Path, ast.AST]]:
    """Yield every node of the modules in a folder, with the module's path."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path.relative_to(ROOT), node


if __name__ == "__main__":
    sys.exit(main())
