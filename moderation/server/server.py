"""The server process: its port, its uvicorn and the migrated database.

See docs/decisions/server-and-storage.md.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

from moderation.keeping.one_club import refuse_several
from moderation.ops import processes
from moderation.ops.health import readiness
from moderation.people import pruning
from moderation.play.realtime.hub import hub
from moderation.server import cluster_checks, graceful_shutdown, heartbeat, warm_up
from moderation.server.connection_limits import ConnectionLimits
from moderation.storage import journal_progress, sqlite_file
from moderation.storage.schema import SchemaState, find_schema_state
from moderation.web import worker
from moderation.web.program import build_command

if sys.platform != "win32":
    import resource

# The key of the advisory lock for migrations. It is arbitrary, and equal in every process.
MIGRATING = 8_245_711
USUAL_PORT = 8000
ALL_INTERFACES = {"", "0.0.0.0", "::"}
CONNECTIONS = 65_536  # at most; with the usual 1,024, one client could block a whole hall


class Server(uvicorn.Server):
    """A uvicorn server with our configuration, which reports when it listens."""

    def __init__(self, when_listening: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                "moderation.project.asgi:application",
                loop="asyncio",  # uvloop reads much more at once, before limits are checked
                http="h11",
                ws="websockets-sansio",
                ws_per_message_deflate=False,
                ws_max_size=4096,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                lifespan="off",
                access_log=False,
                log_config=None,
                proxy_headers=False,
                server_header=False,
                timeout_keep_alive=20,
                timeout_graceful_shutdown=5,  # for unfinished answers on a busy machine; sockets close at once
            )
        )
        self.when_listening = when_listening
        self.heartbeat: asyncio.Task[None] | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tasks: list[asyncio.Task[Any]] = []
        self.draining: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the background tasks and the server, then report that it listens."""
        # Code that sends to many sockets yields at each one. With five milliseconds, it would wait too long.
        sys.setswitchinterval(0.0005)
        allow_many_connections()
        tune_garbage_collector()
        hub.start()
        worker.start()
        self.loop = asyncio.get_running_loop()
        self.heartbeat = await heartbeat.start()
        count_devices = processes.write_heartbeats(lambda: len(graceful_shutdown.list_sockets()))
        kept_up = count_devices, pruning.prune_daily(), ConnectionLimits(self.server_state).enforce()
        self.tasks = [asyncio.create_task(work) for work in (*kept_up, asyncio.to_thread(warm_up.load_pages))]
        await super().startup(sockets)
        readiness.request_stop = self.request_stop
        tell_service_manager("READY=1")
        self.when_listening()

    def request_stop(self) -> None:
        """Stop as Ctrl-C does, once the unfinished answers are sent."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the server and its worker process."""
        await super().shutdown(sockets)
        worker.stop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, with a graceful shutdown first where other processes serve too.

        That needs SIGTERM, as a service manager sends it. A second signal stops at once.
        """
        first = self.started and not self.should_exit and not readiness.stopping
        if sig == signal.SIGTERM and settings.DRAIN_SECONDS and first and self.loop:
            readiness.stopping = True
            self.loop.call_soon_threadsafe(self._begin_to_drain)
        else:
            super().handle_exit(sig, frame)

    def _begin_to_drain(self) -> None:
        self.draining = asyncio.create_task(self.drain(settings.DRAIN_SECONDS))

    async def drain(self, seconds: float) -> None:
        """Shut down gracefully: become unready, accept nobody, hand the phones over, and end."""
        try:
            self.server_state.default_headers.append((b"connection", b"close"))  # a proxy then connects elsewhere
            await asyncio.sleep(seconds * graceful_shutdown.NOTICE)
            for listening in self.servers:
                listening.close()
            await graceful_shutdown.hand_over(seconds * (1 - graceful_shutdown.NOTICE))
        finally:
            self.should_exit = True


def tell_service_manager(state: str) -> None:
    """Report the state of this process to systemd, as sd_notify(3) defines it.

    A rolling restart waits for it.
    """
    if (address := os.environ.get("NOTIFY_SOCKET", "")) and sys.platform == "linux":
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told, suppress(OSError):
            told.sendto(state.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)


def tune_garbage_collector() -> None:
    """Run the garbage collector seldom, and never on the objects loaded at the start.

    Those objects stay for the life of the process.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


def allow_many_connections() -> None:
    """Raise this process's limit of connections and files as far as the system allows."""
    if sys.platform != "win32":
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS if most == resource.RLIM_INFINITY else min(most, CONNECTIONS)
        if now != resource.RLIM_INFINITY and now < wanted:
            with suppress(ValueError, OSError):  # a system that reports no limit may have one
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def open_port(host: str, port: int) -> socket.socket:
    """Return a socket that listens. Port 0 takes any free one.

    Raises CommandError with a sentence for people.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = _("Port %(port)s is taken: Veilleur may be running already. Another one: %(command)s")
        elif error.errno in (errno.EACCES, errno.EPERM):
            sentence = _("Port %(port)s is reserved by the system. Another one: %(command)s")
        else:
            sentence = _("This machine cannot listen on %(host)s.")
        command = build_command("play", port + 1 if error.errno == errno.EADDRINUSE else USUAL_PORT)
        raise CommandError(sentence % {"port": port, "command": command, "host": host}) from error


@contextmanager
def ready_database() -> Iterator[list[str]]:
    """Migrate the database, then keep it ready for as long as the server runs.

    Yields sentences on the database for the person who starts the server. Processes that start together on PostgreSQL
    migrate one after the other. SQLite gets its write-ahead log, a permanent setting of the file. It also gets one
    idle connection. Without it, every request would end with a checkpoint.
    """
    with closing(connections.create_connection("default")) as keeper:
        if keeper.vendor == "sqlite":
            file = Path(keeper.settings_dict["NAME"])
            told = sqlite_file.check_file(file, settings.KNOWN_SERVER)
            _make_private(file)
            _execute(keeper, "PRAGMA journal_mode=WAL")
            if _check_schema(keeper) is SchemaState.OLDER:
                told = [*told, sqlite_file.copy_before_migration(file)]
            call_command("migrate", interactive=False, verbosity=0)
            _execute(keeper, "PRAGMA wal_checkpoint(TRUNCATE)")
            journal_progress.begin(file)
            yield [*told, *cluster_checks.list_missing(keeper)]
            return
        from moderation.storage.statement_timeout import SECONDS, BoundedConnection

        try:
            _execute(keeper, "SET lock_timeout = 0")
            BoundedConnection.seconds = None
            _execute(keeper, f"SELECT pg_advisory_lock({MIGRATING})")
        except OperationalError as error:
            raise CommandError(_("The database of DATABASE_URL cannot be reached.")) from error
        try:
            _check_schema(keeper)
            call_command("migrate", interactive=False, verbosity=0)
        finally:
            _execute(keeper, f"SELECT pg_advisory_unlock({MIGRATING})")
            _execute(keeper, "RESET lock_timeout")
            BoundedConnection.seconds = SECONDS
        told = cluster_checks.list_missing(keeper)
    yield told


def _check_schema(keeper: BaseDatabaseWrapper) -> SchemaState:
    """Check that this version may open the database, and return the state of its schema.

    Raises CommandError, before any change, where this version must not change it.
    """
    shape = find_schema_state(keeper)
    if shape is SchemaState.OLDER:
        refuse_several(keeper)  # before the copy, because a service manager retries often
    if shape is SchemaState.NEWER:
        raise CommandError(_("The data here were opened with a newer version of Veilleur: open them with that one."))
    return shape


def _make_private(file: Path) -> None:
    """Create the database file, if it is missing, readable by its owner only.

    SQLite gives the files beside it the same permissions.
    """
    with suppress(OSError):  # if nothing can be written, the first statement raises the reason
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def _execute(connection: BaseDatabaseWrapper, sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
