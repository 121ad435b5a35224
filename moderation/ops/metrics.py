"""Prometheus metrics of this process, on a separate port and never on a page.

They are sums and times alone. Nothing here is counted by table, person, role or game. A figure that changes while
somebody taps would reveal the tap.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.core.management import CommandError
from django.db import DatabaseError, close_old_connections, connection
from django.utils.translation import gettext as _
from prometheus_client import start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from games import table_cache
from moderation.ops.counts import read_server_counts
from moderation.ops.health import readiness
from moderation.storage import outages, write_failures
from moderation.web.counters import registry
from moderation.web.program import read_version

SURFACES = ("phone", "desk", "screen")


class CurrentValues(Collector):
    """A collector of values that are read at the time of each scrape."""

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics that can be read now.

        Metrics of a database that is away are left out.
        """
        about = InfoMetricFamily("veilleur", "Which version runs.")
        about.add_metric([], {"version": read_version()})
        yield about
        yield _build_gauge("stopping", "1 while this process hands its phones over.", readiness.stopping)
        yield from self._collect_table_counters()
        yield from self._collect_sockets()
        yield _build_gauge("channel_layer_up", "1 while hints reach other processes.", not outages.layer.away)
        yield _build_gauge(
            "unkept", "1 while changes are refused for want of room.", write_failures.has_failed_lately()
        )
        yield from self._collect_stored()
        yield from self._collect_pool()

    def _collect_table_counters(self) -> Iterator[Metric]:
        table_counters = table_cache.counters
        yield CounterMetricFamily(
            "veilleur_replays", "Games played again from their journal.", value=table_counters.replays
        )
        yield CounterMetricFamily("veilleur_lock_waits", "Times that a table was locked.", value=table_counters.locks)
        yield CounterMetricFamily(
            "veilleur_lock_wait_seconds", "Seconds waited for tables.", value=table_counters.waited
        )

    def _collect_sockets(self) -> Iterator[Metric]:
        from moderation.play.realtime.consumers import open_sockets
        from moderation.play.realtime.hub import hub

        count: dict[str, int] = dict.fromkeys((*SURFACES, "hall"), 0)
        for socket in list(open_sockets):
            count[socket.viewer.surface if socket.viewer.surface in SURFACES else "hall"] += 1
        sockets = GaugeMetricFamily("veilleur_sockets", "Sockets that are open here.", labels=["surface"])
        for surface, number in count.items():
            sockets.add_metric([surface], number)
        yield sockets
        yield _build_gauge("rooms", "Tables that are watched here.", len(hub.broadcasters))

    def _collect_stored(self) -> Iterator[Metric]:
        """Yield the metrics of the whole installation, which are equal in each process."""
        try:
            if outages.database.away:
                raise DatabaseError
            counts = read_server_counts()
        except DatabaseError as error:
            outages.is_outage(error)
            yield _build_gauge("database_up", "1 while the database answers.", False)
            return
        finally:
            if not connection.in_atomic_block:
                close_old_connections()
        yield _build_gauge("database_up", "1 while the database answers.", True)
        stages = GaugeMetricFamily("veilleur_tables", "Open tables.", labels=["stage"])
        for stage, number in counts.tables.items():
            stages.add_metric([stage], number)
        yield stages
        yield _build_gauge("seats", "Seats at open tables.", counts.seats)
        if counts.made:
            yield _build_gauge("made_timestamp_seconds", "When the server first started.", counts.made.timestamp())
        if counts.backed_up:
            yield _build_gauge(
                "backup_timestamp_seconds", "When the database was last backed up.", counts.backed_up.timestamp()
            )

    def _collect_pool(self) -> Iterator[Metric]:
        """Yield the metrics of this process's connections to PostgreSQL."""
        pool = getattr(connection, "pool", None) if connection.vendor == "postgresql" else None
        if pool is None:
            return
        stats = pool.get_stats()
        size, free = stats.get("pool_size", 0), stats.get("pool_available", 0)
        yield _build_gauge("pool_connections", "Connections to the database.", size)
        yield _build_gauge("pool_connections_used", "Connections that somebody uses.", size - free)
        yield _build_gauge("pool_connections_most", "Connections that there may be.", stats.get("pool_max", 0))
        yield _build_gauge("pool_waiting", "Threads that wait for a connection.", stats.get("requests_waiting", 0))


def _build_gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"veilleur_{name}", told, value=float(value))


registry.register(CurrentValues())


def serve() -> None:
    """Serve metrics to Prometheus on the port METRICS_PORT, if it is set.

    Raises CommandError where that port is not available.
    """
    if not settings.METRICS_PORT:
        return
    try:
        start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry)
    except OSError as error:
        told = {"host": settings.METRICS_HOST, "port": settings.METRICS_PORT}
        raise CommandError(_("Figures cannot be served at %(host)s:%(port)s (METRICS_PORT).") % told) from error
