"""A database or a Redis that is away: everybody hears it in a sentence, the log in one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from moderation.storage import outages as neighbours
from moderation.storage.outages import BackendServer, is_outage

Postgres = Any


def lost(state: str | None) -> OperationalError:
    """What Django raises when a connection is lost, or when PostgreSQL answers with this state."""
    error, cause = OperationalError("server closed the connection"), psycopg.OperationalError()
    cause.sqlstate = state  # type: ignore[misc]
    error.__cause__ = cause
    return error


def breaks(request: HttpRequest) -> HttpResponse:
    raise lost(None)


def busy(code: int | str) -> OperationalError:
    """What Django raises when a database gives up waiting for somebody else."""
    error = OperationalError("database is locked")
    cause = sqlite3.OperationalError() if isinstance(code, int) else psycopg.OperationalError()
    setattr(cause, "sqlite_errorcode" if isinstance(code, int) else "sqlstate", code)
    error.__cause__ = cause
    return error


def waits(request: HttpRequest, code: str) -> HttpResponse:
    raise busy(int(code) if len(code) < 5 else code)


urlpatterns = [path("breaks/", breaks), path("waits/<code>/", waits), path("", include("moderation.project.urls"))]


@pytest.fixture
def postgres(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    """As if the database were PostgreSQL."""
    settings.ROOT_URLCONF = __name__
    connection = type("Connection", (), {"vendor": "postgresql"})
    monkeypatch.setattr(neighbours, "connection", connection)
    monkeypatch.setattr(neighbours, "database", BackendServer("gone", "here"))
    return


@pytest.mark.parametrize("code", ["5", "6", "517", "40001", "40P01", "55P03", "57014"])
def test_a_page_reports_a_busy_database_after_waiting(
    code: str, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite's BUSY and LOCKED, PostgreSQL's timeouts and deadlocks: 503 and a sentence, one line in the log."""
    settings.ROOT_URLCONF = __name__
    cache.clear()
    for ask in (Client().get, Client().post, Client().get):
        answer = ask(f"/waits/{code}/")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
        assert 'data-test="no-answer"' in answer.content.decode()
    assert [record.message for record in caplog.records] == ["The database is busy: who asks is told to ask again."]
    assert not neighbours.database.doubted and not neighbours.database.away


def test_an_outage_is_logged_once_at_start_and_end(caplog: pytest.LogCaptureFixture) -> None:
    neighbour = BackendServer("gone", "here")
    neighbour.mark_back()
    for _ in range(3):
        neighbour.mark_away()
    for _ in range(3):
        neighbour.mark_back()
    assert [record.message for record in caplog.records] == ["gone", "here"]


@pytest.mark.parametrize("state", [None, "08006", "57P01"])
def test_a_lost_connection_is_a_doubt(postgres: None, state: str | None) -> None:
    assert is_outage(lost(state)) and neighbours.database.doubted


@pytest.mark.parametrize("error", [lost("40P01"), lost("53100"), ProgrammingError(), ValueError()])
def test_any_other_error_is_a_fault_of_ours(postgres: None, error: Exception) -> None:
    assert not is_outage(error) and not neighbours.database.doubted


def test_with_sqlite_there_is_nobody_to_be_away() -> None:
    assert not is_outage(lost(None)) and not neighbours.database.doubted


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "does not answer for a moment"), ("fr", "ne répond pas pour l’instant")]
)
def test_a_page_that_meets_no_database_says_so(
    postgres: None, language: str, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(headers={"accept-language": language})
    for ask, by_itself in ((client.get, True), (client.post, False)):
        answer = ask("/breaks/")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
        assert sentence in answer.content.decode()
        assert answer.has_header("Refresh") is by_itself  # what is posted is not sent again
    assert caplog.records == []


def test_while_it_is_away_nobody_waits_for_it(postgres: None) -> None:
    neighbours.database.away = True
    assert Client().get("/").status_code == 503
    neighbours.database.away = False
    assert Client().get("/robots.txt").status_code == 200
