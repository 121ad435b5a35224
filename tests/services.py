"""A PostgreSQL and a Redis of a test's own, on free ports: they may be stopped in the middle of a game."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import psycopg
import redis
from channels_redis.serializers import registry

from qa.serving import PATIENCE_SECONDS, find_free_port


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's programs, the newest: on the path, or where Debian puts them.

    None for want of them, or of the user whom root lends them to.
    """
    if OwnPostgres.owner and not _is_known(OwnPostgres.owner["user"]):
        return None
    found = shutil.which("initdb")
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    return Path(found).parent if found else kept[-1].parent if kept else None


def _is_known(user: str) -> bool:
    return subprocess.call(["id", user], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


class Service:
    """A program with a folder and a port of its own, both kept when it is started again."""

    crash: ClassVar[signal.Signals] = signal.SIGKILL
    owner: ClassVar[dict[str, str]] = {}  # as whom it runs, where that has to be said

    def __init__(self, within: Path | None = None) -> None:
        self.port = find_free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="veilleur-", dir=within))
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        """How it is started."""
        raise NotImplementedError

    def answers(self) -> bool:
        """Whether it does its work."""
        raise NotImplementedError

    def start(self) -> None:
        """Start, and return once it answers."""
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, **self.owner)
        self.wait_until(self.answers)

    def stop(self) -> None:
        """End it at once, without a goodbye to anybody."""
        if self.process is not None:
            self.process.send_signal(self.crash)
            self.process.wait(timeout=PATIENCE_SECONDS)

    def hang(self) -> None:
        """Let it and its children stand still, as on a machine that swaps: every connection stays open."""
        self._tell_all(signal.SIGSTOP)

    def wake(self) -> None:
        """Let them go on."""
        self._tell_all(signal.SIGCONT)

    def _tell_all(self, sign: signal.Signals) -> None:
        assert self.process is not None
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        for pid in [self.process.pid, *map(int, children.stdout.split())]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sign)

    def remove(self) -> None:
        """End it for good."""
        if self.process is not None:
            self.wake()
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Return once this is so. Raises RuntimeError with the program's log where it ends before, or never is."""
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not done():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(
                    "it was waited for in vain:\n" + (self.folder / "log.txt").read_text(errors="replace")
                )
            time.sleep(0.05)


class OwnRedis(Service):
    """A Redis that keeps nothing."""

    @property
    def url(self) -> str:
        """For REDIS_URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def command(self) -> list[str]:
        """Nothing is written to the disk."""
        options = ["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        return ["redis-server", "--port", str(self.port), *options]

    def answers(self) -> bool:
        """Whether it answers a ping."""
        try:
            with redis.Redis(port=self.port, socket_connect_timeout=3) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def overhear(self) -> list[dict[str, Any]]:
        """Everything that is published from now on, read as processes of ours read it."""
        heard: list[dict[str, Any]] = []

        def listen() -> None:
            serializer = registry.get_serializer("msgpack")
            while self.folder.exists():
                with contextlib.suppress(redis.RedisError), redis.Redis(port=self.port) as client:
                    listener = client.pubsub()
                    listener.psubscribe("*")
                    for one in listener.listen():
                        if one["pattern"]:
                            heard.append(serializer.deserialize(one["data"]))
                time.sleep(0.05)

        threading.Thread(target=listen, daemon=True).start()
        return heard

    def keeps(self) -> int:
        """How many keys there are."""
        with redis.Redis(port=self.port) as client:
            return client.dbsize()

    def hearers(self, name: str) -> int:
        """How many listen to the channels with this in their name."""
        with redis.Redis(port=self.port, decode_responses=True) as client:
            channels = client.pubsub_channels(f"*{name}*")
            return sum(number for _channel, number in client.pubsub_numsub(*channels)) if channels else 0


class OwnPostgres(Service):
    """A cluster that does not wait for the disk. It refuses to run as root, so root lends it to `postgres`.

    `more`: settings of it; `within`: the folder in which it makes its own.
    """

    crash = signal.SIGQUIT  # "immediate": it ends its children too, and has to recover at the next start
    owner = {"user": "postgres", "group": "postgres"} if os.name == "posix" and os.geteuid() == 0 else {}

    def __init__(self, programs: Path, more: Mapping[str, object] = MappingProxyType({}), within: Path | None = None):
        super().__init__(within)
        self.programs, self.more = programs, dict(more)
        if self.owner:
            shutil.chown(self.folder, **self.owner)
        initdb = [
            programs / "initdb",
            "--pgdata",
            self.data,
            "--username",
            "veilleur",
            "--auth",
            "trust",
            "--no-sync",
        ]
        initdb += ["--encoding", "UTF8", "--locale", "C"]
        subprocess.run(initdb, check=True, capture_output=True, cwd=self.folder, **self.owner)  # type: ignore[call-overload]

    @property
    def data(self) -> Path:
        """Where the cluster is."""
        return self.folder / "data"

    @property
    def url(self) -> str:
        """For DATABASE_URL."""
        return f"postgres://veilleur@127.0.0.1:{self.port}/postgres"

    @property
    def url_of_socket(self) -> str:
        """For DATABASE_URL, by the socket file: the folder that it lies in, with two slashes before it."""
        return f"postgres://veilleur@:{self.port}/{self.folder}/postgres"

    @property
    def command(self) -> list[str]:
        """The socket file in its own folder, no synchronous commits."""
        said = {"listen_addresses": "127.0.0.1", "port": self.port, "fsync": "off", **self.more}
        said["unix_socket_directories"] = str(self.folder) if os.name == "posix" else ""
        options = [f"-c{name}={value}" for name, value in said.items()]
        return [str(self.programs / "postgres"), "-D", str(self.data), *options]

    def answers(self) -> bool:
        """Whether it answers a query."""
        try:
            with psycopg.connect(self.url, connect_timeout=3) as client:
                return client.execute("SELECT 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False
