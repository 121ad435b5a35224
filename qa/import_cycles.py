"""`python -m qa.import_cycles`: packages that import each other in a circle, found without import-linter.

Imports under TYPE_CHECKING count as well as those inside functions. Return code 1 where there is a cycle.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Packages whose subpackages are compared with each other.
CONTAINERS = ("games", "moderation", "moderation.play", "moderation.surfaces")


def main() -> int:
    """Print the layers of each container, lowest first, or its cycle."""
    found = 0
    for container in CONTAINERS:
        graph = read_graph(container)
        sorter = TopologicalSorter(graph)
        try:
            sorter.prepare()
        except CycleError as cycle:
            print(f"{container}: cycle {' -> '.join(cycle.args[1])}")
            found = 1
            continue
        print(f"{container}: no cycle among {len(graph)} packages")
        while sorter.is_active():
            ready = sorter.get_ready()
            print("   ", " ".join(sorted(ready)))
            sorter.done(*ready)
    return found


def read_graph(container: str) -> dict[str, set[str]]:
    """Return which children of a package import which others."""
    folder = ROOT / container.replace(".", "/")
    graph: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        if path.parent == folder and path.name == "__init__.py":
            continue
        others = {name for name in list_imports(path, container) if name != parts[0]}
        graph.setdefault(parts[0], set()).update(others)
    return graph


def list_imports(path: Path, container: str) -> Iterator[str]:
    """Yield the children of a package that a file imports."""
    depth = container.count(".") + 1
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith(f"{container}."):
                yield name.split(".")[depth]


if __name__ == "__main__":
    sys.exit(main())
