"""The log helps to repair the program and tells nobody's secret."""

import io
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from moderation.project import logs
from moderation.project import settings as settings_of_ours
from moderation.project.logs import DiscreetFormatter, LogThrottle


def breaks(request: HttpRequest, token: str) -> HttpResponse:
    try:
        raise KeyError("Dan is a mutant")
    except KeyError as error:
        raise ValueError(f"Dan's token is {token}") from error


urlpatterns = [path("seat/<str:token>/", breaks)]


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter())
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    yield written
    logger.removeHandler(handler)


def break_a_page(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__
    client = Client(raise_request_exception=False)
    client.cookies["seat"] = "cookie-secret"
    assert client.post("/seat/path-secret/?q=query-secret", {"vote": "body-secret"}).status_code == 500


def test_an_error_is_logged_with_route_lines_and_type(log: io.StringIO, settings: Any) -> None:
    break_a_page(settings)
    assert "ERROR django.request: 500 POST seat/<str:token>/" in log.getvalue()
    assert "in breaks" in log.getvalue()
    assert "ValueError" in log.getvalue() and "caused by" in log.getvalue() and "KeyError" in log.getvalue()


def test_no_secret_is_told(log: io.StringIO, settings: Any) -> None:
    break_a_page(settings)
    for secret in ("path-secret", "query-secret", "body-secret", "cookie-secret", "is a mutant\n", "token is path"):
        assert secret not in log.getvalue()


def test_a_developer_with_debug_on_reads_the_words(settings: Any) -> None:
    settings.DEBUG = True
    try:
        raise ValueError("said in full")
    except ValueError as error:
        assert "said in full" in DiscreetFormatter().formatException((type(error), error, error.__traceback__))


def test_nothing_is_sent_by_mail() -> None:
    handlers = [handler for name in ("", "django") for handler in logging.getLogger(name).handlers]
    assert not any("Email" in type(handler).__name__ for handler in handlers)


# What strangers send


def test_forged_forms_are_logged_once_a_minute_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    written, now = io.StringIO(), [1000.0]
    handler = logging.StreamHandler(written)
    handler.setFormatter(DiscreetFormatter())
    handler.addFilter(LogThrottle())
    monkeypatch.setattr(logs.time, "monotonic", lambda: now[0])
    logger = logging.getLogger("django.security.csrf")
    logger.addHandler(handler)
    try:
        strict = Client(enforce_csrf_checks=True)
        for _again in range(40):
            assert strict.post("/").status_code == 403
        now[0] += logs.ONE_LINE_EVERY
        assert strict.post("/").status_code == 403
    finally:
        logger.removeHandler(handler)
    lines = written.getvalue().splitlines()
    assert len(lines) == 2 and all("403 POST" in line for line in lines)
    assert "more)" not in lines[0] and lines[1].endswith(" (and 39 more)")


@pytest.mark.parametrize("name", ["django.security.RequestDataTooBig", "django.security.TooManyFieldsSent"])
def test_suspicious_requests_are_logged_without_repeated_tracebacks(name: str) -> None:
    bounded = LogThrottle()
    record = logging.makeLogRecord({"name": name, "exc_info": (ValueError, ValueError("x"), None)})
    assert bounded.filter(record) and record.exc_info is None
    assert not bounded.filter(logging.makeLogRecord({"name": name}))


def test_errors_of_ours_are_always_written() -> None:
    bounded = LogThrottle()
    ours = logging.makeLogRecord({"name": "django.request", "exc_info": (ValueError, ValueError("x"), None)})
    assert all(bounded.filter(ours) for _again in range(3)) and ours.exc_info


def test_the_log_of_the_server_is_bounded() -> None:
    assert settings_of_ours.LOGGING["handlers"]["stderr"]["filters"] == ["bounded"]
