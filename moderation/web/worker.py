"""A process beside the server for pure computation that takes seconds.

It does not hold the server's interpreter lock, for which pages wait. Its work is a function of plain values that
needs no database, no application and no language of Django. In commands and tests, where no server runs, the work is
done in this process.
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

Args = ParamSpec("Args")
Result = TypeVar("Result")

NICENESS = 10  # of 19: the lower priority of the worker where the processors are busy

_lock = threading.Lock()
_pool: ProcessPoolExecutor | None = None
_serving = False


def start() -> None:
    """Run work in a separate process from now on. The process starts with the first work."""
    global _serving
    _serving = True


def stop() -> None:
    """End the process, once its work is done."""
    global _serving
    _serving = False
    _drop(_pool)


def run(work: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs) -> Result:
    """Return the result of a function of these values, and raise what it raises."""
    if not _serving:
        return work(*args, **kwargs)
    pool = _get_pool()
    try:
        return pool.submit(work, *args, **kwargs).result()
    except BrokenProcessPool:  # the process was killed
        _drop(pool)
        return _get_pool().submit(work, *args, **kwargs).result()


def prepare(work: Callable[Args, Result], *args: Args.args, **kwargs: Args.kwargs) -> None:
    """Start the process and load a function there, so that later work begins at once."""
    if _serving:
        _get_pool().submit(work, *args, **kwargs)


def _get_pool() -> ProcessPoolExecutor:
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
    """Set up the worker process: lower its priority, ignore Ctrl-C, and end it with the server."""
    os.nice(NICENESS)
    settings.configure(USE_I18N=False)  # the words of kits use translations
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = parent_process()
    assert server is not None

    def end_with_the_server() -> None:
        connection.wait([server.sentinel])
        os._exit(0)

    threading.Thread(target=end_with_the_server, daemon=True).start()
