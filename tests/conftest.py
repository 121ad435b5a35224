"""What tests may ask for: the real server, a browser, PostgreSQL, Redis.

A server or a browser that is missing skips a test with the way to get it; where `CI` is set it fails instead.
"""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from typing import Any, NoReturn
from urllib.parse import urlsplit

import psycopg
import pytest
import redis
from django.db import connection
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.services import OwnPostgres, OwnRedis, postgres_programs
from tests.serving import RunningServer
from tools.run import BROWSERS

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
]
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 1180, "height": 820}, "has_touch": True, "is_mobile": True},
    "screen": {"viewport": {"width": 1280, "height": 720}},
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests in a browser last: Playwright leaves a loop running in their thread, where no ORM may be used."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def missing(what: str, remedy: str) -> NoReturn:
    """Skip the test for want of `what`, or fail where everything should be there."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing: {remedy}")
    pytest.skip(f"{what} is missing: {remedy}")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the test database in a file, as in real life: threads that meet in memory lock each other out."""
    if connection.vendor == "sqlite":
        folder = tmp_path_factory.mktemp("database")
        connection.settings_dict["TEST"]["NAME"] = str(folder / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Give SQLite the write-ahead log that `serve` gives it; only the wait for the disk is spared."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute("PRAGMA journal_mode=WAL")
            cursor.execute("PRAGMA synchronous=OFF")
        connection.settings_dict["OPTIONS"]["init_command"] = "PRAGMA synchronous=OFF"


@pytest.fixture
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., RunningServer]]:
    """Start real servers: `start_server(REDIS_URL=...)`. Each has its own data and port, unless `beside` another."""
    running: list[RunningServer] = []

    def start(beside: RunningServer | None = None, **env: str) -> RunningServer:
        data = beside.data if beside else tmp_path_factory.mktemp("server")
        running.append(RunningServer(data, {**(beside.env if beside else {}), **env}))
        return running[-1].start()

    yield start
    for server in running:
        server.kill()


@pytest.fixture
def server(start_server: Callable[..., RunningServer]) -> RunningServer:
    """One real server on SQLite."""
    return start_server()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once. No ORM in a test that uses it: act through pages, or through the server's commands."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        missing("A browser", "apt-get install chromium, or name one in CHROMIUM")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


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
        context.on("console", note)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        pages.append(context.new_page())
        return pages[-1]

    yield open_page
    for page in pages:
        page.context.close()
    assert complaints == []


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database, dropped afterwards. TEST_POSTGRES_URL names a server other than the local one."""
    name = f"veilleur_test_{secrets.token_hex(6)}"
    try:
        administrator = psycopg.connect(POSTGRES, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        missing("A PostgreSQL server", "start one, or name it in TEST_POSTGRES_URL")
    with administrator:
        administrator.execute(f"CREATE DATABASE {name}")
        yield urlsplit(POSTGRES)._replace(path=f"/{name}").geturl()
        administrator.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def redis_url() -> Iterator[str]:
    """A numbered database of Redis that no other test uses meanwhile. TEST_REDIS_URL names another server."""
    for number in range(1, 16):
        url = f"{REDIS}/{number}"
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            try:
                claimed = client.set("veilleur:claimed-by-a-test", 1, nx=True, ex=600)
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
