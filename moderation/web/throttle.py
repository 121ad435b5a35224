"""Throttles for tries of a device, a seat or a login; never of an address alone.

A whole hall may share an address. Tries are counted in the memory of each process and expire after a while. A
throttle slows down guesses and floods, and locks nobody out for good.
"""

from __future__ import annotations

import math
import time

from django.core.cache import cache


def count_try(what: str, seconds: int) -> int:
    """Count one more try, and return their number since the first one.

    The counter expires this many seconds after the first try.
    """
    for _again in range(2):
        cache.add(what, 0, seconds)
        try:
            return int(cache.incr(what))
        except ValueError:  # the counter expired between the two calls
            continue
    return 1


def count_tries(what: str) -> int:
    """Return the number of recent tries."""
    return int(cache.get(what, 0))


def reset_tries(what: str) -> None:
    """Reset the counter."""
    cache.delete(what)


def hold_back(what: str, seconds: int) -> None:
    """Allow no try of this for so many seconds."""
    cache.set(what, time.time() + seconds, seconds)


def find_seconds_left(what: str) -> int:
    """Return the seconds until the next try is allowed; 0: it is allowed now."""
    until = cache.get(what)
    return 0 if until is None else max(1, math.ceil(until - time.time()))
