"""Checks of a kit's modules: each is complete, and the rules import nothing impure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from games.contract.broken import Broken, require
from games.engine.kit import Kit

PURE = {"lawful", "rules", "roles"}
IMPURE = {"django", "random", "secrets", "time", "datetime", "asyncio", "threading", "socket", "moderation", "os"}
WALKS_NO_SET = ("rules.py", "roles.py")


def is_whole(kit: Kit) -> None:
    """Check that every module exists and offers everything."""
    if lacks := kit.list_lacking():
        raise Broken(f"{kit.slug} is half-built: {'; '.join(lacks)}. What each module offers: games/engine/kit.py")
    require(type(kit.rules.VERSION) is int, kit, "rules.py", "VERSION is no whole number")


def knows_no_outside(kit: Kit) -> None:
    """Check that rules and roles import no framework, clock or chance.

    The same holds for any module of the kit that they import.
    """
    todo, seen = sorted(PURE), set[str]()
    while todo:
        name = todo.pop()
        seen.add(name)
        for module in list_imports(kit.folder / f"{name}.py"):
            outside = module.partition(".")[0] in IMPURE
            require(
                not outside, kit, f"{name}.py", f"it imports {module}; ask chance with table.chance, and no clock"
            )
            own = module.removeprefix(f"{kit.package}.")
            if own != module and own not in seen:
                todo.append(own)


def list_imports(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def walks_over_no_set(kit: Kit) -> None:
    """Check that rules and roles never iterate over a set, because its order is undefined."""
    for name in WALKS_NO_SET:
        for node in ast.walk(ast.parse((kit.folder / name).read_text(encoding="utf-8"))):
            walked = node.iter if isinstance(node, ast.For | ast.comprehension) else None
            if walked is not None and is_set(walked):
                raise Broken(
                    f"{kit.slug}, {name}:{walked.lineno}: it walks over a set. Walk over a list, in seat order"
                )


def is_set(node: ast.AST) -> bool:
    """Return whether this expression is written as a set."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(node, ast.Set | ast.SetComp) or (isinstance(called, ast.Name) and called.id == "set")
