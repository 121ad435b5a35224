"""By which way a phone has come: only what its addresses and a proxy's own words say, and nothing on a server."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from types import SimpleNamespace

import psutil
import pytest
from django.test import Client
from django.urls import reverse

from moderation.ops.console import phone_checks, proxy_detection
from moderation.ops.console.phone_checks import PhoneCheck
from moderation.ops.console.proxy_detection import ConnectionPath
from moderation.web import lan_addresses

HERE = [ipaddress.IPv4Network("192.168.1.0/24"), ipaddress.IPv4Network("127.0.0.0/8")]


@pytest.fixture(autouse=True)
def a_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine with one network, and nobody counted yet."""
    monkeypatch.setattr(lan_addresses, "list_networks", lambda: HERE)
    phone_checks.clear_results()
    yield
    phone_checks.clear_results()


@pytest.mark.parametrize(
    ("asked", "page", "socket", "expected"),
    [
        ("192.168.1.20", "192.168.1.33", "192.168.1.33", ConnectionPath.STRAIGHT),
        ("192.168.1.20", "192.168.1.33", "", ConnectionPath.STRAIGHT),  # no socket holds, which has its own sentence
        ("127.0.0.1", "127.0.0.1", "127.0.0.1", ConnectionPath.STRAIGHT),
        ("192.168.1.20", "192.168.1.33", "192.168.1.34", ConnectionPath.SEVERAL),
        ("192.168.1.20", "17.58.9.1", "17.58.9.1", ConnectionPath.INTERNET),
        ("192.168.1.20", "10.8.0.6", "", ConnectionPath.ELSEWHERE),
        ("192.168.1.20", "100.64.0.9", "", ConnectionPath.ELSEWHERE),
        ("veilleur.example.org", "17.58.9.1", "17.58.9.2", ConnectionPath.STRAIGHT),  # a server: nothing can be known
        ("93.184.215.14", "17.58.9.1", "", ConnectionPath.STRAIGHT),
        ("192.168.1.20", "", "what is this", ConnectionPath.STRAIGHT),
    ],
)
def test_the_way_follows_from_addresses(asked: str, page: str, socket: str, expected: ConnectionPath) -> None:
    assert proxy_detection.find_path(asked, page, socket, HERE) is expected


def test_a_machine_knows_its_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    four, six = lan_addresses.socket.AF_INET, lan_addresses.socket.AF_INET6
    found = {
        "wlan0": [SimpleNamespace(family=four, address="192.168.4.7", netmask="255.255.252.0")],
        "tun0": [SimpleNamespace(family=four, address="10.8.0.2", netmask=None)],
        "lo": [SimpleNamespace(family=six, address="::1", netmask="ffff::")],
    }
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: found)
    assert lan_addresses.list_networks() == [ipaddress.IPv4Network("192.168.4.0/22")]


def told(client: Client, **sent: str) -> str:
    answer = client.get(reverse("checked"), {"socket": "1", "modern": "1", **sent}).json()
    return str(answer["said"])


@pytest.fixture
def phone(settings: pytest.FixtureRequest) -> Client:
    settings.ALLOWED_HOSTS = ["*"]  # type: ignore[attr-defined]
    client = Client(HTTP_HOST="192.168.1.20:8000", REMOTE_ADDR="192.168.1.33")
    client.get(reverse("check"))
    return client


@pytest.mark.django_db
def test_each_detour_has_its_sentence_and_passes(phone: Client) -> None:
    assert told(phone, **{"from": "192.168.1.33"}) == ""
    assert "several addresses" in told(phone, **{"from": "192.168.1.34"})
    phone.defaults["REMOTE_ADDR"] = "17.58.9.1"
    assert "through the internet" in told(phone, **{"from": "17.58.9.1"})
    phone.defaults["REMOTE_ADDR"] = "10.8.0.6"
    assert "another network" in told(phone, **{"from": "10.8.0.6"})
    phone.defaults["HTTP_VIA"] = "1.1 cache"
    assert "proxy passes" in told(phone)
    assert phone_checks.count_results() == {"through": 1}


@pytest.mark.django_db
def test_a_proxy_that_cuts_sockets_is_named_and_play_continues(phone: Client) -> None:
    phone.defaults["REMOTE_ADDR"] = "17.58.9.1"
    said, detour = told(phone, socket="0"), proxy_detection.describe_path(ConnectionPath.INTERNET)
    assert said == phone_checks.describe_problem(PhoneCheck(socket=False, way=ConnectionPath.INTERNET))
    assert detour and said.startswith(detour) and said != detour  # what play then is stands after it
    assert phone_checks.count_results() == {"socket": 1}


@pytest.mark.django_db
def test_the_proxy_of_the_server_itself_is_not_mentioned(phone: Client, settings: pytest.FixtureRequest) -> None:
    settings.BEHIND_TLS = True  # type: ignore[attr-defined]
    phone.defaults.update({"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_FOR": "17.58.9.1"})
    phone.defaults["wsgi.url_scheme"] = "https"
    assert told(phone) == ""
