"""The real server with a disk that fails when it is told to, and a power cut at a chosen instant of a commit.

`trouble.txt` in the data folder names what is the matter with the disk just now: `full` (no page more), `readonly`.
`FAULTS_DIE` in the environment is `<instant> <n>`: at the n-th change of a game the process kills itself, `before` it
is committed, `between` the commit and the push, or `after` the push, before whoever asked has their answer.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import django
from django.core.management import execute_from_command_line

WELL = "PRAGMA query_only=0; PRAGMA max_page_count=4294967294"  # as many as there can be
TROUBLES = {"full": "PRAGMA max_page_count=1", "readonly": "PRAGMA query_only=1"}  # 1: no more than there are


def fail_on_demand(connection: Any, **_about: Any) -> None:
    """Give a new connection the disk of the moment, before each statement: connections stay."""
    told, had = Path(os.environ["VEILLEUR_DATA"]) / "trouble.txt", ""

    def with_this_disk(execute: Any, *statement: Any) -> Any:
        nonlocal had
        has = told.read_text() if told.exists() else ""
        if has != had:
            for pragma in (*WELL.split("; "), *filter(None, [TROUBLES.get(has)])):
                connection.connection.execute(pragma)
            had = has
        return execute(*statement)

    connection.execute_wrappers.append(with_this_disk)


def die_at(instant: str, count: int) -> None:
    """Have the process kill itself at this instant of the n-th change from now on."""
    from games import journal

    left, lock = count, threading.Lock()
    told, push = journal._notify_after_commit, journal.observer.on_change

    def reached() -> bool:
        nonlocal left
        with lock:
            left -= 1
            return left == 0

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def tell_afterwards(session_id: int) -> None:
        if instant == "before" and reached():
            die()
        told(session_id)

    def changed(session_id: int) -> None:
        mine = instant != "before" and reached()
        if mine and instant == "between":
            die()
        push(session_id)
        if mine:
            threading.Timer(0.01, die).start()  # the push is on its way, and perhaps the answer

    journal._notify_after_commit, journal.observer.on_change = tell_afterwards, changed  # type: ignore[method-assign]


def main() -> None:
    """`manage.py serve` with these faults."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.project.settings")
    django.setup()
    from django.db.backends.signals import connection_created

    connection_created.connect(fail_on_demand)
    instant, _, count = os.environ.get("FAULTS_DIE", "").partition(" ")
    if instant:
        die_at(instant, int(count))
    execute_from_command_line(["manage.py", "serve", *sys.argv[1:]])


if __name__ == "__main__":
    main()
