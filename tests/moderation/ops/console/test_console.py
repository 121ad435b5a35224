"""The page of the machine that serves: for its host alone, at that machine alone; and what phones find out."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from games.models import GameSession
from moderation.access import qr
from moderation.models import Link
from moderation.ops.console import machine, phone_checks, views
from moderation.ops.console.phone_checks import PhoneCheck
from moderation.ops.health import readiness
from moderation.web import join_address, lan_addresses
from tests.moderation.clients import joins, opens, text, the_host

pytestmark = pytest.mark.django_db
HERE = {"HTTP_HOST": "127.0.0.1:8000", "REMOTE_ADDR": "127.0.0.1"}
PAGES = ("start", "start_stop")
DEEDS = ("start_address", "start_wifi", "start_tablet", "start_backup", "start_stop")


@pytest.fixture(autouse=True)
def nobody_yet() -> None:
    phone_checks.clear_results()


@pytest.fixture
def two_cards(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A machine with two addresses."""
    found = ["192.168.1.20", "10.0.0.7"]
    for module in (views, qr):
        monkeypatch.setattr(module, "list_candidates", lambda: found)
    return found


@pytest.fixture
def host() -> Client:
    """The browser of the machine that serves, and it is the host's."""
    client = the_host()
    client.defaults.update(HERE)
    return client


def test_the_page_says_where_phones_find_the_server(host: Client, two_cards: list[str]) -> None:
    page = text(host.get(reverse("start")))
    assert "http://192.168.1.20:8000" in page
    assert "10.0.0.7" in page


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.168.1.33"},
        {"HTTP_HOST": "192.168.1.20:8000"},
        {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},
        {"HTTP_VIA": "1.1 a-proxy"},
        {"HTTP_FORWARDED": "for=203.0.113.9"},
    ],
    ids=str,
)
def test_only_the_machine_itself_reaches_it(
    host: Client, name: str, elsewhere: dict[str, str], settings: pytest.FixtureRequest
) -> None:
    """A proxy on the machine comes from there too: what it has passed on is of elsewhere."""
    settings.ALLOWED_HOSTS = ["*"]  # type: ignore[attr-defined]
    assert host.get(reverse(name), **elsewhere).status_code == 404
    host.defaults.update(elsewhere)
    for deed in DEEDS:
        assert host.post(reverse(deed)).status_code == 404


def test_a_server_behind_a_proxy_has_no_such_page(host: Client, settings: pytest.FixtureRequest) -> None:
    settings.BEHIND_TLS = True  # type: ignore[attr-defined]
    assert host.get(reverse("start")).status_code == 404


def test_another_browser_of_the_machine_does_not_reach_it() -> None:
    client = Client(**HERE)
    assert client.get(reverse("start")).status_code == 404
    assert not any(client.post(reverse(deed)).status_code != 404 for deed in DEEDS)


def test_a_tap_chooses_the_address_that_every_code_then_has(host: Client, two_cards: list[str]) -> None:
    host.post(reverse("start_address"), {"address": "10.0.0.7"})
    assert "http://10.0.0.7:8000" in text(host.get(reverse("start")))
    two_cards.remove("10.0.0.7")  # the network is gone: the likeliest of the others
    assert "http://192.168.1.20:8000" in text(host.get(reverse("start")))


def test_no_address_is_chosen_that_the_machine_does_not_have(host: Client, two_cards: list[str]) -> None:
    host.post(reverse("start_address"), {"address": "203.0.113.9"})
    assert join_address.read_settings().address == ""


def test_the_wifi_is_shown_and_goes_on_to_tables(host: Client, two_cards: list[str]) -> None:
    host.post(reverse("start_wifi"), {"wifi_name": "Chez Zoé", "wifi_password": "p;w"})
    assert "Chez Zoé" in text(host.get(reverse("start")))
    assert "Chez Zoé" in text(host.get(reverse("create"), {"game": "lupus"}))


def test_a_wifi_name_that_is_too_long_changes_nothing(host: Client) -> None:
    answer = host.post(reverse("start_wifi"), {"wifi_name": "x" * 33})
    assert answer.status_code == 409
    assert "32 characters" in text(answer)
    assert join_address.read_settings().wifi_name == ""


def test_a_tablet_becomes_the_hosts(host: Client, two_cards: list[str]) -> None:
    page = text(host.post(reverse("start_tablet")))
    path = "/host/" + page.split("/host/")[1].split("/")[0] + "/"
    tablet = Client()
    tablet.post(path)
    assert tablet.get(reverse("create")).status_code == 200


def test_the_first_link_opens_the_console_for_the_local_browser(two_cards: list[str]) -> None:
    host = the_host()
    host.defaults.update(HERE)
    from moderation.access.invite_links import create_host_link

    link = create_host_link()
    assert host.get(link).headers["Location"] == reverse("start")  # it was the host yesterday too
    assert Link.objects.filter(used=None).exists()  # the tablet can still use it
    fresh = Client(**HERE)
    assert fresh.post(link).headers["Location"] == reverse("start")


@pytest.mark.django_db(transaction=True)
def test_the_file_holds_everything(host: Client, tmp_path: Path) -> None:
    session = opens(host)
    answer = host.post(reverse("start_backup"))
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(b"".join(answer.streaming_content))  # type: ignore[attr-defined]
    with sqlite3.connect(copy) as kept:
        assert kept.execute("SELECT code FROM games_gamesession").fetchall() == [(session.code,)]


def test_the_server_stops_after_a_question(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []
    monkeypatch.setattr(readiness, "request_stop", lambda: stopped.append(True))
    session = opens(host)
    GameSession.objects.filter(pk=session.pk).update(stage="playing")
    assert 'data-test="still-playing"' in text(host.get(reverse("start_stop")))
    assert not stopped
    assert 'data-test="stopped"' in text(host.post(reverse("start_stop")))
    assert stopped


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (machine.Machine(10**6), "disk is nearly full"),
        (machine.Machine(10**12, 12, plugged=False), "battery is low (12 %)"),
        (machine.Machine(10**12, 12, plugged=True), ""),
        (machine.Machine(10**12), ""),
    ],
)
def test_battery_and_disk_are_said_in_time(now: machine.Machine, said: str) -> None:
    assert said in " ".join(machine.list_warnings(now))
    assert bool(machine.list_warnings(now)) is bool(said)


def found(client: Client, **sent: str) -> dict[str, object]:
    answer = client.get(reverse("checked"), {"socket": "1", "modern": "1", **sent})
    return dict(answer.json())


def test_the_page_counts_who_gets_through(host: Client, two_cards: list[str]) -> None:
    for sent in ({}, {}, {"socket": "0"}, {"modern": "0"}):
        phone = Client()
        phone.get(reverse("check"))
        found(phone, **sent)
    found(Client())  # its cookie never came back
    page = text(host.get(reverse("start"), headers={"HX-Request": "true"}))
    assert set(re.findall(r'data-test="phones-(.+?)"', page)) == {"through-2", "socket-1", "browser-1", "cookies-1"}
    assert re.search(r'data-test="phones-through-2">[^<]*\b2\b', page)


def test_a_phone_that_tries_again_is_counted_once() -> None:
    phone = Client()
    phone.get(reverse("check"))
    said = found(phone, socket="0")["said"]
    assert said and said == phone_checks.describe_problem(PhoneCheck(socket=False))
    assert found(phone) == {"through": True, "said": ""}
    assert phone_checks.count_results() == {"through": 1}


def test_each_fault_has_its_sentence() -> None:
    phone = Client()
    phone.get(reverse("check"))
    assert "too old" in str(found(phone, modern="0")["said"])
    assert "clock of this phone is wrong" in str(found(phone, now="1000")["said"])
    assert "no cookies" in str(found(Client())["said"])


def test_a_page_of_another_site_adds_nothing_to_the_count() -> None:
    Client().get(reverse("checked"), headers={"Sec-Fetch-Site": "cross-site"})
    assert not phone_checks.count_results()


@pytest.mark.parametrize("now", ["", "x", "-1", "9" * 40, "1e9", "²"])
def test_a_clock_that_is_none_is_no_fault(now: str) -> None:
    phone = Client()
    phone.get(reverse("check"))
    assert found(phone, now=now)["through"]


def test_counted_devices_expire_and_are_limited_to_a_hall() -> None:
    for number in range(phone_checks.MOST + 5):
        phone_checks.store_result(str(number), phone_checks.PhoneCheck(socket=True))
    assert sum(phone_checks.count_results().values()) == phone_checks.MOST


def test_the_page_tells_no_secret_of_a_table(host: Client, two_cards: list[str]) -> None:
    """It stands on a laptop in the room: tables by their code, game and stage, nobody's name."""
    session = opens(host)
    joins(session, "Zenobia")
    page = text(host.get(reverse("start")))
    assert session.code in page
    assert "Zenobia" not in page


def test_loops_back() -> None:
    assert all(map(lan_addresses.is_loopback, ("localhost", "127.0.0.1", "127.8.8.8", "[::1]", "::1")))
    assert not any(map(lan_addresses.is_loopback, ("192.168.1.20", "example.org", "", "localhost.example.org")))
