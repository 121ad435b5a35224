"""Connections to PostgreSQL with a timeout for each statement.

A server that hangs keeps its connections. The system below it still acknowledges all data, so no TCP timeout applies,
and no timeout of the server either. So this client measures the time itself.
"""

from __future__ import annotations

from typing import Any

import psycopg

SECONDS = 8.0  # for one statement; our longest takes a hundredth of that


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that closes when an answer takes too long."""

    seconds: float | None = SECONDS  # None during migrations, which may take any time

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for the server.

        Raises `OperationalError` after the timeout, as for a lost connection.
        """
        try:
            return super().wait(gen, interval, self.seconds if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as late:
            self.close()
            raise psycopg.OperationalError("the server does not answer") from late
