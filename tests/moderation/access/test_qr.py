"""QR codes: a phone can follow them, and the strict policy lets them through."""

from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse

from games.models import GameSession
from moderation.access import qr


def asked_at(host: str, monkeypatch: pytest.MonkeyPatch, found: list[str]) -> str:
    monkeypatch.setattr(qr, "list_candidates", lambda: found)
    return qr.build_join_url(RequestFactory().get("/", HTTP_HOST=host), GameSession(code="BFHJ"))


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_codes_of_a_local_page_have_the_lan_address(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_at(host, monkeypatch, ["192.168.1.20", "10.0.0.4"]) == "http://192.168.1.20:8000/j/BFHJ/"


def test_codes_use_the_host_name_of_the_moderator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.ALLOWED_HOSTS", ["10.0.0.4"])
    assert asked_at("10.0.0.4", monkeypatch, ["192.168.1.20"]) == "http://10.0.0.4/j/BFHJ/"


def test_without_a_network_the_address_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_at("localhost:8000", monkeypatch, []) == "http://localhost:8000/j/BFHJ/"


def test_a_code_needs_neither_a_style_nor_a_script() -> None:
    for drawn in (
        qr.draw_svg("x" * 80),
        qr.draw_picture("x" * 80, "<b>192.168.1.20"),
        qr.draw_wifi("Home", "secret"),
    ):
        assert "style" not in drawn
        assert "<script" not in drawn
        assert "<b>" not in drawn


def test_a_wifi_without_a_name_has_no_code() -> None:
    assert qr.draw_wifi("", "secret") == ""
    assert qr.draw_wifi("Open house", "") != qr.draw_wifi("Open house", "secret")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("host", "arrived", "numbers"),
    [
        ("laptop.local:8000", "192.168.1.20", "http://192.168.1.20:8000"),
        ("LAPTOP:8000", "192.168.1.20", "http://192.168.1.20:8000"),
        ("laptop.local", "fd00::2", "http://[fd00::2]:80"),
        ("laptop:8000", "127.0.0.1", "http://10.0.0.4:8000"),  # a proxy on the machine
        ("laptop:8000", "unix", "http://10.0.0.4:8000"),
    ],
)
def test_an_unresolvable_host_name_comes_with_an_ip_address(
    host: str, arrived: str, numbers: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(qr, "list_candidates", lambda: ["10.0.0.4"])
    found = qr.find_unknown_name(at_host(host, arrived))
    assert found == qr.UnknownName(host.partition(":")[0].lower(), numbers)


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["192.168.1.20:8000", "[fd00::2]:8000", "veilleur.example", "box.lan", "localhost"])
def test_an_address_that_all_phones_know_needs_no_warning(
    host: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    monkeypatch.setattr(qr, "list_candidates", lambda: ["10.0.0.4"])
    assert qr.find_unknown_name(at_host(host, "192.168.1.20")) is None


@pytest.mark.django_db
def test_without_a_network_nothing_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qr, "list_candidates", list)
    assert qr.find_unknown_name(at_host("localhost:8000", "127.0.0.1")) == qr.UnknownName("localhost", "")


def at_host(host: str, arrived: str) -> HttpRequest:
    return RequestFactory().get("/", HTTP_HOST=host, SERVER_NAME=arrived)


@pytest.mark.django_db
def test_the_desk_warns_of_unresolvable_names_before_play(host: Client, table: GameSession, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    desk = reverse("desk", args=[table.code])
    asked = {"HTTP_HOST": "laptop.local:8000", "SERVER_NAME": "192.168.1.20"}
    page = host.get(desk, **asked).content.decode()
    assert "laptop.local" in page and f"http://192.168.1.20:8000/j/{table.code}/" in page
    assert "unknown-name" not in host.get(desk, HTTP_HOST="192.168.1.20:8000").content.decode()
