"""Computations of seconds in the server, one of each kind at a time and in slices.

Work that needs no database runs in another process (worker.py).
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
def run_alone(what: str, busy: str) -> Iterator[None]:
    """Run work of seconds that may run only once at a time.

    Raises `Unwanted` with the sentence `busy` while the same work is running.
    """
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
