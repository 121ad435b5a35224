"""Connections to PostgreSQL that nobody waits on for ever.

A server that hangs keeps its connections: the system below it goes on saying that all has arrived, so no limit of TCP
is ever met, and none of the server's own either. The only clock left is ours.
"""

from __future__ import annotations

from typing import Any

import psycopg

SECONDS = 8.0  # for one statement; the longest of ours takes a hundredth of that


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is given up when an answer takes too long."""

    seconds: float | None = SECONDS  # None while tables are brought up to date: that takes what it takes

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server. Raises `OperationalError`, as for a connection that was lost."""
        try:
            return super().wait(gen, interval, self.seconds if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as late:
            self.close()
            raise psycopg.OperationalError("the server does not answer") from late
