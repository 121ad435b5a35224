"""Check docstrings: how a first line begins, how long lines and sentences are, and that names in them exist.

python -m tools.docstrings                     every fault, and the median length of sentences
python -m tools.docstrings moderation/play     those of some folders
"""

from __future__ import annotations

import ast
import builtins
import re
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("games", "moderation")
APART = {"migrations", "startkit"}  # folders
LONGEST_LINE, LONGEST_SENTENCE = 90, 28  # characters of a first line, words
BEGINNING = re.compile(r"(The same|What|Whether|Who|Whose|Whom)\b")
SENTENCE = re.compile(r"(?<=[.:;!?])\s+")
NAME = re.compile(r"`([A-Za-z_][\w.]*)`")
FILE = re.compile(r"\.(py|js|css|html|svg|md|toml|csv|json|service)$")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def main(folders: list[str]) -> int:
    """Print each fault, and return 1 if there is one."""
    lengths: list[int] = []
    faults, names = 0, collect_names()
    for place, text in read_docstrings(folders or list(FOLDERS)):
        first = text.partition("\n")[0]
        found = []
        if BEGINNING.match(first):
            found.append(f"begins with “{first.split()[0]}”")
        if len(first) > LONGEST_LINE:
            found.append(f"first line has {len(first)} characters")
        words = [len(sentence.split()) for sentence in SENTENCE.split(text) if sentence]
        lengths += words
        if max(words, default=0) > LONGEST_SENTENCE:
            found.append(f"a sentence has {max(words)} words")
        found += [f"names `{name}`, which is nowhere" for name in NAME.findall(text) if not is_known(name, names)]
        if found:
            faults += 1
            print(f"{place}: {', '.join(found)}: {first}")
    print(f"{faults} faults; sentences: median {statistics.median(lengths):.0f} words, longest {max(lengths)}")
    return bool(faults)


def is_known(name: str, names: set[str]) -> bool:
    """Return whether each part of a dotted name is a name of the code, or the whole names a file."""
    return bool(FILE.search(name)) or names.issuperset(name.split("."))


def collect_names() -> set[str]:
    """Return every name and every word of a string in Python files, without their docstrings."""
    names: set[str] = set(dir(builtins))
    for path in (path for folder in (*FOLDERS, "tests", "qa") for path in (ROOT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = [node for node in ast.walk(tree) if isinstance(node, Documented) and ast.get_docstring(node)]
        docstrings = {id(node.body[0].value) for node in documented if isinstance(node.body[0], ast.Expr)}
        for node in ast.walk(tree):
            if id(node) not in docstrings:
                values = [value for _field, value in ast.iter_fields(node) if isinstance(value, str)]
                names.update(word for value in values for word in re.findall(r"\w+", value))
    return names


def read_docstrings(folders: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each docstring in these folders."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")) if (ROOT / folder).is_dir() else [ROOT / folder]:
            if APART.intersection(path.parts):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, Documented) and (text := ast.get_docstring(node)):
                    line = getattr(node, "lineno", 1)
                    yield f"{path.relative_to(ROOT)}:{line}", text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
