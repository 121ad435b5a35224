"""The real server as a subprocess, and the ways it can die."""

import contextlib
import os
import queue
import random
import secrets
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 300.0  # for what takes seconds: no test is judged by how quick the machine is


_recent_ports: deque[int] = deque(maxlen=100)  # ports that were given last


def find_free_port() -> int:
    """A port that nobody listens on now, below those that systems give to clients: it stays free for a restart.

    Each process of pytest-xdist looks in a thousand ports of its own, and gives none again for a while: who was given
    one may not listen on it yet.
    """
    first = 20_000 + 1_000 * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 12)
    while True:
        port = random.randrange(first, first + 1_000)
        if port in _recent_ports:
            continue
        with contextlib.suppress(OSError), socket.create_server(("", port)):
            _recent_ports.append(port)
            return port


def build_environment() -> dict[str, str]:
    """The environment without its services: a server of a test has its own."""
    return {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def make_older(data: Path) -> str:
    """Take the latest migration of a server that stands still back, as a version before it left it; its name."""
    *_, before, latest = sorted(path.stem for path in (ROOT / "moderation" / "migrations").glob("0*.py"))
    back = [sys.executable, "manage.py", "migrate", "moderation", before]
    subprocess.run(
        back, cwd=ROOT, env={**build_environment(), "VEILLEUR_DATA": str(data)}, check=True, capture_output=True
    )
    return latest


class RunningServer:
    """`manage.py serve` on a port and a data folder of its own, which it keeps when it is started again."""

    def __init__(self, data: Path, env: dict[str, str], program: Sequence[str] = ("manage.py", "serve")) -> None:
        self.data, self.command, self.root = data, (sys.executable, *program), ROOT
        self.env = {"VEILLEUR_DATA": str(data), "LC_ALL": "C.UTF-8", "TIME_ZONE": "UTC", "MOMENT_PACE": "0", **env}
        self.port = find_free_port()
        self.host_path = ""
        self.printed: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.listener: threading.Thread | None = None

    @property
    def url(self) -> str:
        """The address without a final slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def host_link(self) -> str:
        """The host's one-time link, as printed by the latest start."""
        return self.url + self.host_path

    @property
    def errors(self) -> str:
        """Everything written to stderr since the first start."""
        return (self.data / "stderr.txt").read_text(encoding="utf-8")

    def start(self) -> "RunningServer":
        """Start, on the same port each time, and return once it listens."""
        self.printed = []
        with (self.data / "stderr.txt").open("a", encoding="utf-8") as errors:
            self.process = subprocess.Popen(
                [*self.command, "--port", str(self.port), "--no-qr"],
                cwd=self.root,
                env={**build_environment(), **self.env},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
            )
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.listener = threading.Thread(target=self._listen, args=(self.process, lines), daemon=True)
        self.listener.start()
        self.port = int(self._wait_for("Listening on ", lines).rpartition(":")[2])
        self.host_path = self._wait_for("Host link: ", lines).removeprefix(self.url)
        return self

    def make_account(self) -> None:
        """Make an account of the admin, with a password that nobody knows."""
        account = {"DJANGO_SUPERUSER_USERNAME": "root", "DJANGO_SUPERUSER_EMAIL": "root@example.org"}
        account["DJANGO_SUPERUSER_PASSWORD"] = secrets.token_urlsafe(16)
        self.run_command("manage.py", "createsuperuser", "--noinput", **account)

    def run_command(self, *command: str, **env: str) -> str:
        """Run a command with this server's data, and return its output. It must succeed."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.root,
            env={**build_environment(), "DJANGO_SETTINGS_MODULE": "moderation.project.settings", **self.env, **env},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def kill(self) -> None:
        """End it as a power cut would (kill -9)."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self, sign: signal.Signals = signal.SIGINT) -> int:
        """End it as Ctrl-C would, or as this signal asks, and return its exit status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(sign)
        try:
            status = self.process.wait(timeout=PATIENCE_SECONDS)
            if self.listener:
                self.listener.join(PATIENCE_SECONDS)  # all that it printed has been read
            return status
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def _listen(self, process: "subprocess.Popen[str]", lines: "queue.SimpleQueue[str | None]") -> None:
        assert process.stdout is not None
        with process.stdout as stdout:
            for line in stdout:
                self.printed.append(line.rstrip("\n"))
                lines.put(line.rstrip("\n"))
        lines.put(None)

    def _wait_for(self, beginning: str, lines: "queue.SimpleQueue[str | None]") -> str:
        deadline = monotonic() + PATIENCE_SECONDS
        while True:
            line = lines.get(timeout=max(0.01, deadline - monotonic()))
            if line is None:
                raise RuntimeError("the server did not start:\n" + "\n".join(self.printed) + self.errors)
            if line.startswith(beginning):
                return line.removeprefix(beginning)
