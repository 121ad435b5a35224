"""A checkout that is measured, this one or an older one: its servers and its commands run with its own code.

The Python and its packages are those of the process that measures.
"""

from __future__ import annotations

import json
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import psycopg

from qa.bench.figures import Figure
from qa.bench.lists import NO_SEASON
from qa.bench.undos import record_of_undos
from qa.serving import ROOT, RunningServer, build_environment
from tests.conftest import POSTGRES, REDIS

SERVER = ("-m", "qa.bench.server")
BALLOT = Path(__file__).with_name("ballot.py")
LISTS = Path(__file__).with_name("lists.py")
PROFILE = "VEILLEUR_BENCH_PROFILE"  # where it is set, qa.bench.server says where its time goes
UNDO_BYTES, UNDO_SECONDS = 2_000_000, 120.0


class NoSeason(RuntimeError):
    """A checkout is too old for the season that the bench makes."""


class Served(RunningServer):
    """The server of a checkout."""

    def __init__(self, checkout: Checkout, data: Path, env: dict[str, str]) -> None:
        super().__init__(data, checkout.env | env, SERVER)
        self.root = checkout.root


@dataclass(frozen=True)
class Checkout:
    """A folder with the app in it."""

    root: Path = ROOT

    @property
    def env(self) -> dict[str, str]:
        """The settings of this checkout, which stood elsewhere before."""
        folders = self.root / "moderation"
        found = [name for name in ("project", "site") if (folders / name / "settings.py").exists()]
        module = ".".join(("moderation", *found[:1], "settings"))
        return {"DJANGO_SETTINGS_MODULE": module, "PYTHONPATH": str(self.root)}

    @contextmanager
    def serving(self, processes: int = 1, services: bool = False, profile: bool = False) -> Iterator[list[Served]]:
        """So many servers with /bare/ beside the site: on PostgreSQL and Redis (`services`), or one on SQLite."""
        assert services or processes == 1
        name = f"veilleur_bench_{secrets.token_hex(4)}"
        shared = {"DATABASE_URL": POSTGRES.rpartition("/")[0] + f"/{name}", "REDIS_URL": f"{REDIS}/15"}
        env = (shared if services else {}) | ({PROFILE: "1", "PYTHONFAULTHANDLER": "1"} if profile else {})
        with tempfile.TemporaryDirectory() as data:
            if services:
                administer(f"CREATE DATABASE {name}")
            servers: list[Served] = []
            try:
                for _ in range(processes):
                    servers.append(Served(self, Path(data), env))
                    servers[-1].start()
                yield servers
            finally:
                for server in servers:
                    if server.process:
                        server.kill()
                if services:
                    administer(f"DROP DATABASE {name} WITH (FORCE)")

    def statements(self) -> Figure:
        """How many SQL statements a ballot takes."""
        with tempfile.TemporaryDirectory() as data:
            ran = self._run([str(BALLOT)], data)
        if ran.returncode:
            raise RuntimeError(ran.stderr)
        return Figure(
            "SQL statements of a ballot through its page, BEGIN and COMMIT included", int(ran.stdout.split()[-1])
        )

    def undos(self) -> Figure:
        """How long a record of 2 MB, most of it answers that are taken back, takes to replay; given up in the end."""
        what = f"a record of {UNDO_BYTES / 1e6:.0f} MB of undos replayed"
        with tempfile.TemporaryDirectory() as data:
            file = Path(data) / "undos.json"
            file.write_text(json.dumps(record_of_undos(UNDO_BYTES)), encoding="utf-8")
            started = perf_counter()
            try:
                ran = self._run(["manage.py", "play", str(file)], data, UNDO_SECONDS)
            except subprocess.TimeoutExpired:
                return Figure(what, UNDO_SECONDS, "s", more=True)
        if ran.returncode:
            raise RuntimeError(ran.stderr)
        return Figure(what, perf_counter() - started, "s")

    def lists(self, sizes: dict[str, int], postgres: bool = False) -> Iterator[dict[str, Any]]:
        """What qa/bench/lists.py says of the pages that list a season of these sizes, a page at a time.

        Raises NoSeason where none can be made.
        """
        name = f"veilleur_bench_{secrets.token_hex(4)}"
        more = {"DATABASE_URL": POSTGRES.rpartition("/")[0] + f"/{name}"} if postgres else {}
        if postgres:
            administer(f"CREATE DATABASE {name}")
        try:
            with tempfile.TemporaryDirectory() as data:
                ran = self._run([str(LISTS), json.dumps(sizes)], data, **more)
        finally:
            if postgres:
                administer(f"DROP DATABASE {name} WITH (FORCE)")
        if ran.returncode == NO_SEASON:
            raise NoSeason("this checkout is older than what the season is made of")
        if ran.returncode:
            raise RuntimeError(ran.stderr)
        yield from map(json.loads, ran.stdout.splitlines())

    def _run(
        self, program: list[str], data: str, seconds: float | None = None, **more: str
    ) -> subprocess.CompletedProcess[str]:
        # -P: a script's own folder is no place for its imports
        return subprocess.run(
            [sys.executable, "-P", *program],
            cwd=self.root,
            env={**build_environment(), **self.env, "VEILLEUR_DATA": data, "LC_ALL": "C.UTF-8", **more},
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
        )


def administer(statement: str) -> None:
    """Make a database, or drop it."""
    with psycopg.connect(POSTGRES, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]
