"""Alive and ready are two things: a process is asked for both, and neither answer waits for a page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection

from moderation.ops import health
from moderation.ops.health import Health, Readiness
from moderation.storage import outages, schema, write_failures


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(health, "readiness", Readiness())
    cache.clear()
    yield
    cache.clear()


async def ask(path: str, method: str = "GET") -> tuple[int, bytes]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def elsewhere(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"a page"})

    await Health(elsewhere)({"type": "http", "path": path, "method": method, "headers": []}, None, send)
    return sent[0]["status"], sent[1]["body"]


@pytest.mark.django_db(transaction=True)
async def test_a_complete_process_is_alive_and_ready() -> None:
    assert await ask("/healthz") == await ask("/readyz") == (200, b"ok")
    assert await ask("/") == (299, b"a page")
    assert await ask("/readyz", "HEAD") == (200, b"")
    assert (await ask("/readyz", "POST"))[0] == 405


async def test_without_its_database_it_is_alive_and_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages.database, "away", True)
    assert await ask("/healthz") == (200, b"ok")
    assert await ask("/readyz") == (503, b"database")


async def test_a_hanging_database_is_asked_once_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, wakes = [], threading.Event()

    def hangs() -> tuple[str, ...]:
        asked.append(1)
        wakes.wait()
        return ()

    monkeypatch.setattr(health, "list_missing", hangs)
    monkeypatch.setattr(health, "TIMEOUT", 0.01)
    monkeypatch.setattr(health, "CACHE_SECONDS", 0.0)
    try:
        assert [await ask("/readyz") for _ in range(3)] == [(503, b"database")] * 3
        assert await ask("/healthz") == (200, b"ok")
        assert asked == [1]
    finally:
        wakes.set()


async def test_whoever_asks_without_end_asks_the_database_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(health, "list_missing", lambda: asked.append(1) or ())
    monkeypatch.setattr(health, "CACHE_SECONDS", 3600.0)
    monkeypatch.setattr(health, "readiness", Readiness())
    for _ in range(5):
        assert await ask("/readyz") == (200, b"ok")
    assert asked == [1]


async def test_a_process_that_stops_is_alive_and_not_ready() -> None:
    health.readiness.stopping = True
    assert await ask("/readyz") == (503, b"stopping")
    assert await ask("/healthz") == (200, b"ok")


@pytest.mark.django_db(transaction=True)
def test_a_missing_migration_is_unhealthy_and_a_newer_schema_fine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(schema, "read_own_migrations", lambda: frozenset({("games", "9999_of_tomorrow")}))
    assert health.list_missing() == ("schema",)
    monkeypatch.setattr(schema, "read_own_migrations", lambda: frozenset({("games", "0001_initial")}))
    assert health.list_missing() == ()


@pytest.mark.django_db(transaction=True)
def test_a_disk_without_room_is_wanting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda folder: SimpleNamespace(free=1))
    sqlite = connection.vendor == "sqlite"
    assert health.list_missing() == (("disk",) if sqlite else ())  # a server of its own has its own disk
    monkeypatch.undo()
    assert health.list_missing() == ()
    write_failures.log_failure("SQLITE_FULL")
    assert health.list_missing() == ("disk",)


def test_a_database_that_cannot_be_read_is_wanting(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(alias: str) -> None:
        raise DatabaseError

    monkeypatch.setattr(health.connections, "create_connection", fails)
    assert health.list_missing() == ("database",)
