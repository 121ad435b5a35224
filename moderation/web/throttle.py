"""How often something may be tried: by a device, by a seat, by who logs in; never by an address alone.

An address may be a whole hall's. Tries are counted in the memory of each process and forgotten after a while: a limit
slows down whoever guesses or floods, and keeps nobody out for good.
"""

from __future__ import annotations

import math
import time

from django.core.cache import cache


def count_try(what: str, seconds: int) -> int:
    """Count one more try of this; how many there were since it was first tried, at most so many seconds ago."""
    for _again in range(2):
        cache.add(what, 0, seconds)
        try:
            return int(cache.incr(what))
        except ValueError:  # forgotten between the two
            continue
    return 1


def count_tries(what: str) -> int:
    """How often this was tried lately."""
    return int(cache.get(what, 0))


def forget(what: str) -> None:
    """Begin to count anew."""
    cache.delete(what)


def hold_back(what: str, seconds: int) -> None:
    """Allow no try of this for so many seconds."""
    cache.set(what, time.time() + seconds, seconds)


def seconds_left(what: str) -> int:
    """Return for how many seconds nobody may try this; 0: it may be tried now."""
    until = cache.get(what)
    return 0 if until is None else max(1, math.ceil(until - time.time()))
