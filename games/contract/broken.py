"""The error of the contract: one sentence with the place, the fault, and the remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from games.engine.kit import Kit
from games.engine.table import Table

FOLDER = Path(__file__).parent


class Broken(AssertionError):
    """A promise that a kit breaks."""


def require(holds: object, kit: Kit, where: object, what: str) -> None:
    """Raise `Broken` unless this holds; `where`: a seed, a step, a file."""
    if not holds:
        raise Broken(f"{kit.slug}, {where}: {what}")


@contextmanager
def name_failure(kit: Kit, seed: object, table: Table | None = None) -> Iterator[None]:
    """Turn an exception of the kit into `Broken` with kit, seed, move, step, and line of code."""
    try:
        yield
    except Broken:
        raise
    except Exception as error:
        raise Broken(
            f"{kit.slug}, {describe_place(seed, table)}: {describe_error(error)}. "
            "Mend that line, then play this seed again"
        ) from (error)


def describe_place(seed: object, table: Table | None) -> str:
    """Return the position of a game, for a sentence."""
    said = f"seed {seed}" if isinstance(seed, int) else str(seed)
    if table is None or not hasattr(table, "standing"):
        return said
    step = f"step {table.step.name}" if table.step else "the end"
    return f"{said}, move {len(table.standing)}, {step}"


def describe_error(error: Exception) -> str:
    """Return the exception and its line: the innermost of the kit's own, if there is one."""
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).parent != FOLDER]
    own = [frame for frame in frames if Path(frame.filename).parent != FOLDER.parent / "engine"] or frames
    line = f" at {Path(own[-1].filename).name}:{own[-1].lineno} ({own[-1].line})" if own else ""
    return f"{type(error).__name__} {error}{line}"
