"""QR codes: a phone can follow them, and the strict policy lets them through."""

import pytest
from django.test import RequestFactory

from games.models import GameSession
from moderation.arriving import qr


def asked_at(host: str, monkeypatch: pytest.MonkeyPatch, found: list[str]) -> str:
    monkeypatch.setattr(qr, "candidates", lambda: found)
    return qr.join_url(RequestFactory().get("/", HTTP_HOST=host), GameSession(code="BFHJ"))


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_page_on_the_machine_itself_sends_phones_to_its_address_on_the_network(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked_at(host, monkeypatch, ["192.168.1.20", "10.0.0.4"]) == "http://192.168.1.20:8000/j/BFHJ/"


def test_the_host_that_the_moderator_uses_is_the_one_for_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.ALLOWED_HOSTS", ["10.0.0.4"])
    assert asked_at("10.0.0.4", monkeypatch, ["192.168.1.20"]) == "http://10.0.0.4/j/BFHJ/"


def test_without_a_network_the_address_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_at("localhost:8000", monkeypatch, []) == "http://localhost:8000/j/BFHJ/"


def test_a_code_needs_neither_a_style_nor_a_script() -> None:
    for drawn in (qr.svg("x" * 80), qr.picture("x" * 80, "<b>192.168.1.20"), qr.wifi("Home", "secret")):
        assert "style" not in drawn
        assert "<script" not in drawn
        assert "<b>" not in drawn


def test_a_wifi_without_a_name_has_no_code() -> None:
    assert qr.wifi("", "secret") == ""
    assert qr.wifi("Open house", "") != qr.wifi("Open house", "secret")
