"""The server of an evening: its port, its uvicorn, the database made ready. See docs/decisions/server.md."""

import asyncio
import errno
import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import uvicorn
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

from moderation.live import heart
from moderation.live.hub import hub
from moderation.site import kept_file
from moderation.site.wires import Requests, Sockets

if sys.platform != "win32":
    import resource

# Any number of our own, the same in every process: whoever holds it is migrating.
MIGRATING = 8_245_711
ALL_INTERFACES = {"", "0.0.0.0", "::"}
CONNECTIONS = 65_536  # at most; usual are 1,024, and with them one visitor keeps a hall out


class Server(uvicorn.Server):
    """Uvicorn with our choices, which says so when it really listens."""

    def __init__(self, when_listening: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                "moderation.site.asgi:application",
                http=Requests,
                ws=Sockets,
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
                timeout_graceful_shutdown=5,  # answers under way on a busy machine; sockets end at once
            )
        )
        self.when_listening = when_listening
        self.heart: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        # Whoever sends to many sockets gives way at each; five milliseconds would be long until their next turn.
        sys.setswitchinterval(0.0005)
        allow_many_connections()
        spare_the_collector()
        hub.start()
        self.heart = await heart.start()
        await super().startup(sockets)
        self.when_listening()


def spare_the_collector() -> None:
    """Look for garbage in circles seldom, and never among what was loaded at the start: it is there to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


def allow_many_connections() -> None:
    """Let this process have as many connections and files at once as the system lets it."""
    if sys.platform != "win32":
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = CONNECTIONS if most == resource.RLIM_INFINITY else min(most, CONNECTIONS)
        if now != resource.RLIM_INFINITY and now < wanted:
            with suppress(ValueError, OSError):  # a system that says it has no limit may have one
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def open_port(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 takes any free one. Raises CommandError with a sentence for people."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = _(
                "Port %(port)s is taken: Veilleur may be running already. Another one: make play PORT=%(next)s"
            )
        elif error.errno in (errno.EACCES, errno.EPERM):
            sentence = _("Port %(port)s is reserved by the system. Another one: make play PORT=8000")
        else:
            sentence = _("This machine cannot listen on %(host)s.")
        raise CommandError(sentence % {"port": port, "next": port + 1, "host": host}) from error


@contextmanager
def ready_database() -> Iterator[list[str]]:
    """Bring the tables up to date, then keep the database ready for as long as the server runs.

    Gives what whoever opens the house has to know of it, in sentences.

    Processes that start together on PostgreSQL migrate one after the other. SQLite gets its write-ahead log (the file
    remembers) and one idle connection, without which every request would end with a checkpoint.
    """
    with closing(connections.create_connection("default")) as keeper:
        if keeper.vendor == "sqlite":
            file = Path(keeper.settings_dict["NAME"])
            told = kept_file.look_at(file, settings.KNOWN_HOUSE)
            _make_private(file)
            _say(keeper, "PRAGMA journal_mode=WAL")
            call_command("migrate", interactive=False, verbosity=0)
            _say(keeper, "PRAGMA wal_checkpoint(TRUNCATE)")
            yield told
            return
        from moderation.site.bounded import SECONDS, Bounded

        try:
            _say(keeper, "SET lock_timeout = 0")
            Bounded.seconds = None
            _say(keeper, f"SELECT pg_advisory_lock({MIGRATING})")
        except OperationalError as error:
            raise CommandError(_("The database of DATABASE_URL cannot be reached.")) from error
        try:
            call_command("migrate", interactive=False, verbosity=0)
        finally:
            _say(keeper, f"SELECT pg_advisory_unlock({MIGRATING})")
            _say(keeper, "RESET lock_timeout")
            Bounded.seconds = SECONDS
    yield []


def _make_private(file: Path) -> None:
    """Make the database's file, if there is none, readable by its owner only; those beside it become like it."""
    with suppress(OSError):  # where nothing can be written, the first statement says why
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def _say(connection: BaseDatabaseWrapper, sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
