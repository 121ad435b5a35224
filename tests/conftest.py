"""What tests may ask for: the real server, a browser, PostgreSQL, Redis.

A server or a browser that is missing skips a test with the way to get it; where `CI` is set it fails instead.
"""

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import psycopg
import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone, translation
from filelock import FileLock
from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, expect, sync_playwright

from qa.serving import ROOT, RunningServer, build_environment
from tests import thorough, webkit
from tests.services import OwnPostgres, OwnRedis, postgres_programs
from tests.webkit import Device
from tools.run import WEBKIT, find_chromium

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
# Sandboxes fail inside containers, and a browser of a test has nothing to say to its maker.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters as wide as in a browser with windows
]
PATIENCE = 120_000  # milliseconds for what takes a moment: no test is judged by how quick the machine is
expect.set_options(timeout=PATIENCE)
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 1180, "height": 820}, "has_touch": True, "is_mobile": True},
    "screen": {"viewport": {"width": 1280, "height": 720}},
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full`: every seed, world, server and watched game (tests/thorough.py)."""
    parser.addoption("--full", action="store_true", help="every seed, world, server and watched game, not only a few")


def pytest_configure(config: pytest.Config) -> None:
    """Say how much is tried before the first test module, which asks for it, is read."""
    thorough.full = bool(config.getoption("--full"))
    settings.MOMENT_PACE = 0.0  # no moments, except in tests that are about them
    settings.TIME_ZONE = "UTC"  # wherever the machine is
    timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]
    settings.SECRET_KEY = "a key for tests, so that what is drawn from it is the same in every checkout"
    settings.OWN_KEY = False


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """`-n auto`: one process more than there are cores, because tests with servers and browsers often wait."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `--full` runs, and put what takes long first in every worker's share of the tests.

    `--dist worksteal` gives each of n workers the n-th part of the list and lets a worker that is done take tests
    from the end of another's part: each part begins with its long tests and ends with quick ones.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    if not thorough.full:
        left_out = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]
    items.sort(key=lambda item: (not item.get_closest_marker("slow"), not item.get_closest_marker("browser")))
    if workers := getattr(config, "workerinput", {}).get("workercount"):
        items[:] = shares(items, workers)


def shares(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The list whose n-th part has every n-th of the items."""
    return [item for first in range(workers) for item in items[first::workers]]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Close the browser before a test without one: Playwright's loop allows neither the ORM nor another loop."""
    if not item.get_closest_marker("browser"):
        CHROMIUM.close()


def pytest_sessionfinish() -> None:
    """Leave no browser behind."""
    CHROMIUM.close()


def missing(what: str, remedy: str) -> NoReturn:
    """Skip the test for want of `what`, or fail where everything should be there."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing: {remedy}")
    pytest.skip(f"{what} is missing: {remedy}")


@pytest.fixture(autouse=True)
def fresh_process() -> None:
    """Forget what earlier tests left in memory, tables, guesses, a loop: rows are numbered anew in each of them."""
    from games import table_cache  # models need Django, which is not ready as this file is read
    from moderation.play.realtime.hub import hub
    from moderation.play.rendering import fragments

    table_cache.tables.clear()
    cache.clear()
    fragments.clear_caches()
    hub.loop = None


@pytest.fixture(autouse=True)
def the_usual_language() -> Iterator[None]:
    """Leave no test the language of the one before it: a page or a command makes its reader's the active one."""
    yield
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Begin with the copy that `django_db_modify_db_settings` has laid there."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> None:
    """Keep the test database in a file, as in real life: threads that meet in memory lock each other out."""
    if connection.vendor == "sqlite":
        copy = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(shutil.copy(empty_database, copy))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Give SQLite the write-ahead log that `serve` gives it; only the wait for the disk is spared."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=OFF")
        connection.settings_dict["OPTIONS"]["init_command"] = "PRAGMA synchronous=OFF"


def migrate(**env: str) -> None:
    """Make all tables in the database that these settings name."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=ROOT, env={**build_environment(), **env}, check=True)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all its tables and nothing in them, made once for all workers."""
    of_all = tmp_path_factory.getbasetemp()
    of_all = of_all.parent if "PYTEST_XDIST_WORKER" in os.environ else of_all
    made = of_all / "empty.sqlite3"
    with FileLock(of_all / "empty.lock"):
        if not made.exists():
            data = tmp_path_factory.mktemp("empty")
            migrate(VEILLEUR_DATA=str(data))
            (data / "veilleur.sqlite3").rename(made)
    return made


@pytest.fixture
def new_server() -> bool:
    """Whether servers of this test begin without a database; most are spared the making of its tables."""
    return False


@pytest.fixture
def start_server(
    tmp_path_factory: pytest.TempPathFactory, empty_database: Path, new_server: bool
) -> Iterator[Callable[..., RunningServer]]:
    """Start real servers: `start_server(REDIS_URL=...)`. Each has its own data and port, unless `beside` another."""
    running: list[RunningServer] = []

    def start(beside: RunningServer | None = None, **env: str) -> RunningServer:
        data = beside.data if beside else tmp_path_factory.mktemp("server")
        if not (beside or new_server or "DATABASE_URL" in env):
            shutil.copy(empty_database, data / "veilleur.sqlite3")
        running.append(RunningServer(data, {**(beside.env if beside else {}), **env}))
        return running[-1].start()

    yield start
    for server in running:
        server.kill()


@pytest.fixture
def server(start_server: Callable[..., RunningServer]) -> RunningServer:
    """One real server on SQLite."""
    return start_server()


def browser_program() -> str:
    """Where Chromium lies. Skips, or fails on CI, where it is nowhere."""
    found = find_chromium()
    return found or missing("A browser", "apt-get install chromium-headless-shell, or name one in CHROMIUM")


class Chromium:
    """One browser for all tests in a row that use it."""

    def __init__(self) -> None:
        self._running: tuple[Playwright, Browser] | None = None

    def open(self) -> Browser:
        """Start it, unless it runs."""
        if self._running is None:
            found, playwright = browser_program(), sync_playwright().start()
            self._running = playwright, playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        return self._running[1]

    def close(self) -> None:
        """End it, and the loop that Playwright runs in this thread."""
        if self._running is not None:
            playwright, chromium = self._running
            self._running = None
            chromium.close()
            playwright.stop()


CHROMIUM = Chromium()


@pytest.fixture
def browser() -> Browser:
    """Chromium. No ORM in a test that uses it: act through pages, or through the server's commands."""
    return CHROMIUM.open()


@pytest.fixture
def open_device(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page on a device of its own: `open_device("phone", locale="fr-FR")`, also "tablet" and "screen".

    The test fails if a page of any device was stopped by the content security policy or by an error in a script.
    """
    pages: list[Page] = []
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            complaints.append(message.text)

    def open_page(kind: str = "phone", **options: Any) -> Page:
        context = browser.new_context(**{"locale": "en-US", **DEVICES[kind], **options})
        context.set_default_timeout(PATIENCE)
        context.on("console", note)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        pages.append(context.new_page())
        return pages[-1]

    yield open_page
    for page in pages:
        page.context.close()
    assert complaints == []


@pytest.fixture
def open_webkit() -> Iterator[Callable[[str], Device]]:
    """Open a device of its own in WebKit: `open_webkit("phone")`, also the other kinds of `tests.webkit.SIZES`."""
    if webkit.mini_browser() is None:
        missing("WebKit", f"apt-get install {' '.join(WEBKIT)} (Debian)")
    with ExitStack() as devices:

        def open_one(kind: str) -> Device:
            device = Device(kind)
            devices.callback(device.close)
            return device

        yield open_one


@contextmanager
def make_postgres_database(template: str) -> Iterator[str]:
    """Make a PostgreSQL database like another one, and drop it afterwards; return its name.

    TEST_POSTGRES_URL names a server other than the local one.
    """
    name = f"veilleur_test_{secrets.token_hex(6)}"
    try:
        administrator = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        missing("A PostgreSQL server", "start one, or name it in TEST_POSTGRES_URL")
    with administrator:
        administrator.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        yield name
        administrator.execute(f"DROP DATABASE {name} WITH (FORCE)")


def find_postgres_url(name: str) -> str:
    """Return the address of one of the databases that tests have made."""
    return urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="session")
def empty_postgres_database() -> Iterator[str]:
    """The name of a PostgreSQL database with all its tables and nothing in them, made once for a worker."""
    with make_postgres_database("template1") as name:
        migrate(DATABASE_URL=find_postgres_url(name))
        yield name


@pytest.fixture
def postgres_url(new_server: bool, request: pytest.FixtureRequest) -> Iterator[str]:
    """A PostgreSQL database with nothing in its tables, or without tables for a new server."""
    template = "template1" if new_server else request.getfixturevalue("empty_postgres_database")
    with make_postgres_database(template) as name:
        yield find_postgres_url(name)


@pytest.fixture
def redis_url() -> Iterator[str]:
    """A numbered database of Redis that no other test uses meanwhile. TEST_REDIS_URL names another server."""
    for number in range(1, 16):
        url = f"{REDIS}/{number}"
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            try:
                claimed = client.set("veilleur:claimed-by-a-test", 1, nx=True, ex=3600)
            except redis.ConnectionError:
                missing("A Redis server", "start one, or name it in TEST_REDIS_URL")
            if claimed:
                yield url
                client.delete("veilleur:claimed-by-a-test")
                return
    missing("A free database of Redis", "all fifteen are taken by other tests")


@pytest.fixture
def own_redis() -> Iterator[OwnRedis]:
    """A Redis that this test may stop and start again."""
    if shutil.which("redis-server") is None:
        missing("redis-server", "apt-get install redis-server")
    service = OwnRedis()
    try:
        service.start()
        yield service
    finally:
        service.remove()


@pytest.fixture
def own_postgres() -> Iterator[OwnPostgres]:
    """A PostgreSQL that this test may stop and start again."""
    if (programs := postgres_programs()) is None:
        missing("PostgreSQL's initdb", "apt-get install postgresql")
    service = OwnPostgres(programs)
    try:
        service.start()
        yield service
    finally:
        service.remove()
