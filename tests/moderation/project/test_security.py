"""Headers of every answer to a browser, and what no answer says to anybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from moderation.access.devices import COOKIE
from moderation.access.invite_links import create_link
from moderation.models import Kind
from tests.moderation.sporz_table import browser, desk, phone, playing

pytestmark = pytest.mark.django_db


def breaks(request: HttpRequest, token: str) -> HttpResponse:
    raise ValueError(f"Dan is a mutant, {token}")


urlpatterns = [path("breaks/<token>/", breaks), path("", include("moderation.project.urls"))]
Ask = Callable[[], Any]


def answers() -> dict[str, Any]:
    """An answer of every kind."""
    session = playing()
    code, ann, moderator = session.code, phone(session, "Ann"), desk(session)
    strict, stranger = Client(enforce_csrf_checks=True), Client(raise_request_exception=False)
    seat = session.seats.get(name="Bob").pk
    asked: dict[str, Ask] = {
        "a page": lambda: stranger.get("/"),
        "a phone": lambda: ann.get(f"/t/{code}/"),
        "a part of a page": lambda: ann.get(f"/t/{code}/", headers={"HX-Request": "true"}),
        "a desk": lambda: moderator.get(f"/desk/{code}/"),
        "a link": lambda: moderator.post(f"/desk/{code}/seat/{seat}/link/"),
        "a record": lambda: moderator.get(f"/desk/{code}/export/"),
        "a picture": lambda: stranger.get(f"/j/{code}/qr.svg"),
        "a screen": lambda: stranger.get(f"/screen/{code}/"),
        "the admin": lambda: stranger.get("/admin/login/"),
        "302": lambda: stranger.get(f"/t/{code}/"),
        "301": lambda: stranger.get(f"/j/{code}"),
        "400": lambda: stranger.get("/", headers={"host": "rebound.example"}),
        "403": lambda: strict.post("/", {"code": code}),
        "404": lambda: stranger.get("/nothing/here/"),
        "405": lambda: stranger.put("/"),
        "409": lambda: ann.post(f"/t/{code}/answer/", {}, headers={"HX-Request": "true"}),
        "500": lambda: stranger.get("/breaks/a-secret/"),
    }
    return {what: ask() for what, ask in asked.items()}


@pytest.fixture
def given(settings: Any) -> dict[str, Any]:
    settings.ROOT_URLCONF = __name__
    return answers()


def test_every_answer_says_what_a_browser_may_do_with_it(given: dict[str, Any]) -> None:
    for what, answer in given.items():
        if what.isdigit():
            assert answer.status_code == int(what)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy, what
        assert answer.headers["X-Content-Type-Options"] == "nosniff", what
        assert answer.headers["X-Frame-Options"] == "DENY", what
        assert answer.headers["Referrer-Policy"] == "same-origin", what
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", what
        assert answer.headers["X-Robots-Tag"] == "noindex", what
        assert "camera=()" in answer.headers["Permissions-Policy"], what
        assert re.fullmatch(r"\d{13}", answer.headers["X-Now"]), what
        kept = answer.headers["Cache-Control"]
        assert "no-store" in kept, what
        assert "Server" not in answer.headers and "X-Powered-By" not in answer.headers, what


def test_no_refusal_tells_where_it_comes_from(given: dict[str, Any]) -> None:
    for what, answer in given.items():
        said = answer.content.decode()
        if what.isdigit() and what != "409":  # which shows the phone's own page again
            for secret in ("Traceback", "site-packages", "/moderation/", "mutant", "a-secret", "ValueError"):
                assert secret not in said, (what, secret)
        assert "nothing/here" not in said, what


def test_no_page_has_an_inline_script_or_style(given: dict[str, Any]) -> None:
    for what, answer in given.items():
        said = answer.content.decode()
        assert " style=" not in said and "javascript:" not in said and " onclick=" not in said, what
        if what != "the admin":
            assert "<style" not in said and "<script>" not in said, what


def test_cookies_are_hidden_from_scripts_and_other_sites(given: dict[str, Any]) -> None:
    set_somewhere = {}
    for answer in given.values():
        set_somewhere |= answer.cookies
    client = browser()
    set_somewhere |= client.post("/language/", {"language": "fr", "next": "/"}).cookies
    session = playing("KLMR")
    set_somewhere |= Client().get(f"/j/{session.code}/").cookies
    player = phone(session, "Ann")
    set_somewhere |= player.post(f"/t/{session.code}/answer/", {}).cookies  # a message waits in a cookie
    assert {COOKIE, "csrftoken", "django_language", "messages"} <= set_somewhere.keys()
    for name, cookie in set_somewhere.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert not cookie["domain"], name


def test_robots_are_told_to_stay_away() -> None:
    answer = Client().get("/robots.txt")
    assert (answer.content, answer.headers["Content-Type"]) == (b"User-agent: *\nDisallow: /\n", "text/plain")


def test_a_secret_is_too_long_to_be_guessed() -> None:
    session = playing()
    tokens = {create_link(Kind.HOST)[0] for _ in range(20)} | {
        create_link(Kind.MODERATOR, session)[0] for _ in range(20)
    }
    assert len(tokens) == 40
    assert all(len(token) >= 32 for token in tokens)  # 24 bytes of chance: 192 bits


def test_nobody_is_sent_to_another_site() -> None:
    client = Client()
    for elsewhere in ("http://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"):
        answer = client.post("/language/", {"language": "fr", "next": elsewhere})
        assert "evil" not in answer.headers["Location"] and "javascript" not in answer.headers["Location"]
        assert "evil" not in client.post("/comfort/", {"code": elsewhere}).headers["Location"]
