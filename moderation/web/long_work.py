"""Work of seconds in the server, which is done once at a time and in slices.

What needs no database is done in another process (worker.py).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from moderation.web.refusals import Unwanted

PAUSE = 0.005  # seconds between two slices, in which other threads answer pages

_lock = threading.Lock()
_under_way: set[str] = set()


@contextmanager
def alone(what: str, busy: str) -> Iterator[None]:
    """Do work of seconds. Raises `Unwanted` with the sentence `busy` where the same is under way."""
    with _lock:
        if what in _under_way:
            raise Unwanted(busy)
        _under_way.add(what)
    try:
        yield
    finally:
        with _lock:
            _under_way.discard(what)


def pause() -> None:
    """Let other threads run between two slices of such work."""
    time.sleep(PAUSE)
