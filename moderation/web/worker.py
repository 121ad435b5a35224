"""One process beside the server for pure work of seconds: it does not hold Python's lock, for which pages wait.

Work is a function of plain values that needs no database, no application and no language of Django. Where no server
runs, as in commands and tests, it is done in this process.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import ParamSpec, TypeVar

from django.conf import settings

Given = ParamSpec("Given")
Done = TypeVar("Done")

NICENESS = 10  # of 19: how far the worker stands back where the processors are busy

_lock = threading.Lock()
_pool: ProcessPoolExecutor | None = None
_serving = False


def start() -> None:
    """Have work done in a process of its own from now on; it begins when there is some."""
    global _serving
    _serving = True


def stop() -> None:
    """End the process, once its work is done."""
    global _serving
    _serving = False
    _drop(_pool)


def run(work: Callable[Given, Done], *args: Given.args, **kwargs: Given.kwargs) -> Done:
    """Return what a function makes of these values, and raise what it raises."""
    if not _serving:
        return work(*args, **kwargs)
    pool = _the_pool()
    try:
        return pool.submit(work, *args, **kwargs).result()
    except BrokenProcessPool:  # somebody has killed it
        _drop(pool)
        return _the_pool().submit(work, *args, **kwargs).result()


def _the_pool() -> ProcessPoolExecutor:
    global _pool
    with _lock:
        if _pool is None:
            _pool = ProcessPoolExecutor(1, get_context("spawn"), _prepare)
        return _pool


def _drop(pool: ProcessPoolExecutor | None) -> None:
    global _pool
    with _lock:
        if pool is not None and _pool is pool:
            _pool = None
            pool.shutdown(wait=False, cancel_futures=True)


def _prepare() -> None:
    """In the worker: let pages go first, leave Ctrl-C to the server, and end with it, however it ends."""
    os.nice(NICENESS)
    settings.configure(USE_I18N=False)  # the words of kits ask for their translations
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = parent_process()
    assert server is not None

    def end_with_the_server() -> None:
        connection.wait([server.sentinel])
        os._exit(0)

    threading.Thread(target=end_with_the_server, daemon=True).start()
