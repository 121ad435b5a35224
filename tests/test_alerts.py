"""The shipped alerts, live: a real Prometheus reads real processes, and says what whoever operates them has to hear.

What is asked for is what ships; only the times are shorter, so that nobody waits for five minutes. With series that
are made up, hosting/alerts-test.yml says when each is not yet worth a word.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
import yaml

from qa.serving import PATIENCE_SECONDS, ROOT, RunningServer, find_free_port
from qa.walking import Browser, Evening, open_evening
from tests.conftest import missing
from tests.services import OwnPostgres, OwnRedis, Service

pytestmark = [pytest.mark.slow, pytest.mark.full]
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
LATE = 3.0  # seconds: more than the alert for what is shown late allows
DISK = 8 * 1024 * 1024  # bytes, of the small disk that is filled up

Start = Callable[..., RunningServer]


class OwnPrometheus(Service):
    """A Prometheus with the shipped rules, which looks each second and waits for no more than one."""

    def __init__(self, ports: list[int]) -> None:
        super().__init__()
        rules = (ROOT / "hosting" / "alerts.yml").read_text(encoding="utf-8")
        self.names = re.findall(r"- alert: (\w+)", rules)
        rules = re.sub(r"^( *)for: \w+$", r"\1for: 1s", rules, flags=re.MULTILINE).replace("[5m]", "[15s]")
        (self.folder / "alerts.yml").write_text(rules, encoding="utf-8")
        settings: dict[str, Any] = yaml.safe_load((ROOT / "hosting" / "prometheus.yml").read_text(encoding="utf-8"))
        settings["global"] = dict.fromkeys(settings["global"], "1s")
        (scraped,) = settings["scrape_configs"]
        scraped["static_configs"] = [{"targets": [f"127.0.0.1:{port}" for port in ports]}]
        (self.folder / "prometheus.yml").write_text(yaml.safe_dump(settings), encoding="utf-8")

    @property
    def command(self) -> list[str]:
        """Everything in a folder of its own."""
        listen, kept = f"--web.listen-address=127.0.0.1:{self.port}", f"--storage.tsdb.path={self.folder}/kept"
        return ["prometheus", f"--config.file={self.folder}/prometheus.yml", listen, kept]

    def answers(self) -> bool:
        """Whether it has read the processes once."""
        with contextlib.suppress(OSError, ValueError):
            return bool(self._ask("query?query=veilleur_database_up")["result"])
        return False

    def firing(self) -> set[str]:
        """The alerts that somebody is told of now."""
        return {
            one["labels"]["alertname"] for one in self._ask("alerts")["alerts"] if one["state"] == "firing"
        }  # while one is `pending` nobody is told

    def hears(self, name: str, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Wait until this alert fires."""
        assert name in self.names
        self.wait_until(lambda: (meanwhile(), name in self.firing())[1])

    def hears_no_more(self, name: str, meanwhile: Callable[[], object] = lambda: None) -> None:
        """Wait until it does not fire any more."""
        self.wait_until(lambda: (meanwhile(), name not in self.firing())[1])

    def _ask(self, what: str) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/{what}", timeout=PATIENCE_SECONDS) as said:
            return json.load(said)["data"]


@pytest.fixture
def watch() -> Iterator[Callable[..., OwnPrometheus]]:
    """Have servers with a METRICS_PORT watched."""
    if shutil.which("prometheus") is None:
        missing("Prometheus", "apt-get install prometheus")
    started: list[OwnPrometheus] = []

    def start(*servers: RunningServer) -> OwnPrometheus:
        started.append(OwnPrometheus([int(server.env["METRICS_PORT"]) for server in servers]))
        started[-1].start()
        return started[-1]

    yield start
    for prometheus in started:
        prometheus.remove()


def page_of(server: RunningServer) -> int:
    """The status of the first page."""
    return asyncio.run(Browser(server.url).ask("GET", "/")).status


def test_a_killed_process_raises_an_alert_until_it_is_back(
    start_server: Start, postgres_url: str, redis_url: str, watch: Callable[..., OwnPrometheus]
) -> None:
    first = start_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url, METRICS_PORT=str(find_free_port()))
    second = start_server(beside=first, METRICS_PORT=str(find_free_port()))
    prometheus = watch(first, second)
    assert prometheus.firing() == set()
    second.kill()
    prometheus.hears("ProcessGone")
    second.start()
    prometheus.hears_no_more("ProcessGone")


def test_an_absent_database_raises_alerts_for_itself_and_pages(
    start_server: Start, own_postgres: OwnPostgres, redis_url: str, watch: Callable[..., OwnPrometheus]
) -> None:
    first = start_server(DATABASE_URL=own_postgres.url, REDIS_URL=redis_url, METRICS_PORT=str(find_free_port()))
    second = start_server(beside=first, METRICS_PORT=str(find_free_port()))
    prometheus = watch(first, second)
    own_postgres.stop()
    prometheus.hears("DatabaseAway", lambda: page_of(first))
    # By each one's next look: until then a page that reads nothing of it is shown.
    prometheus.wait_until(lambda: page_of(first) == page_of(second) == 503)
    prometheus.hears("AnswersFail", lambda: page_of(first))
    own_postgres.start()
    for name in ("DatabaseAway", "AnswersFail"):
        prometheus.hears_no_more(name, lambda: page_of(second))


def test_a_redis_that_is_away_is_told_of(
    start_server: Start, postgres_url: str, own_redis: OwnRedis, watch: Callable[..., OwnPrometheus]
) -> None:
    server = start_server(DATABASE_URL=postgres_url, REDIS_URL=own_redis.url, METRICS_PORT=str(find_free_port()))
    prometheus = watch(server)
    own_redis.stop()
    prometheus.hears("LayerAway")
    own_redis.start()
    prometheus.hears_no_more("LayerAway")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a disk of its own with room for a few megabytes."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a disk")
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    if subprocess.call(mount, stderr=subprocess.DEVNULL) != 0:
        pytest.skip("this machine lets nobody mount a disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_told_of(start_server: Start, small_disk: Path, watch: Callable[..., OwnPrometheus]) -> None:
    server = start_server(VEILLEUR_DATA=str(small_disk), METRICS_PORT=str(find_free_port()))
    host = Browser(server.url)
    asyncio.run(host.post(server.host_path, ""))
    prometheus = watch(server)
    filler = small_disk / "filler"
    with contextlib.suppress(OSError), filler.open("wb", buffering=0) as written:
        while True:
            written.write(b"." * 4096)
    statuses: set[int] = set()

    def open_a_table() -> None:
        statuses.add(asyncio.run(tried(host)))

    prometheus.hears("NothingCanBeKept", open_a_table)
    assert statuses <= {302, 507} and 507 in statuses
    filler.unlink()
    assert asyncio.run(tried(host)) == 302


async def tried(host: Browser) -> int:
    """Open a table; the status of the answer."""
    page = await host.go("/new/?game=sporz")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)
    assert token
    fields = [("csrfmiddlewaretoken", token[1]), ("game", "sporz"), ("nights", "phones"), ("language", "en")]
    return (await host.ask("POST", "/new/", fields)).status


def test_what_is_shown_late_is_told_of(
    start_server: Start, postgres_url: str, redis_url: str, watch: Callable[..., OwnPrometheus]
) -> None:
    """The process stands still for some seconds each time that a tap was kept and before it is shown."""
    server = start_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url, METRICS_PORT=str(find_free_port()))
    prometheus = watch(server)
    evening = asyncio.run(open_evening(server.url, server.url, server.host_path, NAMES, Random(1), "eyes_closed"))
    late = threading.Event()
    late.set()
    prometheus_says = threading.Thread(target=lambda: (prometheus.hears("ShownLate"), late.clear()))
    prometheus_says.start()
    asyncio.run(tap_while(late, server, evening, postgres_url))
    prometheus_says.join()
    prometheus.hears_no_more("ShownLate")


async def tap_while(late: threading.Event, server: RunningServer, evening: Evening, database: str) -> None:
    """Tap and take back, each late, as long as it is to be so."""
    desk = evening.moderator.browser
    await desk.go(f"/desk/{evening.code}/")
    following = asyncio.create_task(evening.players["Ann"].follow())
    while not evening.players["Ann"].browser.pushes:
        await asyncio.sleep(0.02)
    while late.is_set():
        form = desk.undo_form() or desk.form("decide") or desk.form("said")
        assert form is not None, desk.region
        looks = threading.Event()
        stopping = asyncio.create_task(asyncio.to_thread(stand_still_at_the_next_move, server, database, looks))
        await asyncio.to_thread(looks.wait)
        answer = await desk.submit(form.action, form.fill(Random(1)))
        assert answer.status == 200, answer.text
        await stopping
    following.cancel()


def stand_still_at_the_next_move(server: RunningServer, database: str, looks: threading.Event) -> None:
    """Stop the process for a while in the moment in which a move is kept after this `looks`."""
    assert server.process is not None
    with psycopg.connect(database, autocommit=True) as client:
        before = client.execute("SELECT sum(pulse) FROM games_gamesession").fetchone()
        looks.set()
        patience = time.monotonic() + PATIENCE_SECONDS
        while client.execute("SELECT sum(pulse) FROM games_gamesession").fetchone() == before:
            if time.monotonic() > patience:
                return  # the tap was refused, and the test says so
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(LATE)
    server.process.send_signal(signal.SIGCONT)
