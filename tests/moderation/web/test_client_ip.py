"""Tries are counted by network: an IPv6 address is one of billions that one device may use."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from games.models import GameSession
from moderation.access import guards
from moderation.project import admin_login
from moderation.web import throttle
from moderation.web.client_ip import WIDER_SHARE, list_networks
from tests.moderation.clients import joins, opens, the_host

pytestmark = pytest.mark.django_db
LOGIN = "/admin/login/"
PROVIDER = "2001:db8:7"  # a /48


@pytest.fixture
def account(settings: Any) -> User:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    return User.objects.create_superuser("root", password="the right word")


def log_in(password: str, address: str, name: str = "root") -> int:
    """Try a password from an address, in a browser that keeps no cookie; return the status."""
    return Client().post(LOGIN, {"username": name, "password": password}, REMOTE_ADDR=address).status_code


def named(address: str) -> list[tuple[str, int]]:
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    return [(one.name, one.share) for one in list_networks(request)]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", [("192.0.2.7", 1)]),
        ("::ffff:192.0.2.7", [("192.0.2.7", 1)]),
        ("::FFFF:c000:0207", [("192.0.2.7", 1)]),
        ("2001:db8:7:1::9", [("2001:db8:7:1::/64", 1), ("2001:db8:7::/48", WIDER_SHARE)]),
        ("2001:0DB8:0007:0001:ffff:ffff:ffff:ffff", [("2001:db8:7:1::/64", 1), ("2001:db8:7::/48", WIDER_SHARE)]),
        ("fe80::1%eth0", [("fe80::/64", 1), ("fe80::/48", WIDER_SHARE)]),
        ("", [("", 1)]),
        ("a socket", [("a socket", 1)]),
    ],
)
def test_an_address_is_counted_by_its_network(address: str, counted: list[tuple[str, int]]) -> None:
    assert named(address) == counted


@pytest.mark.parametrize(
    ("written", "counted"),
    [
        ("10.0.0.1, 203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:52011", "203.0.113.7"),
        ("2001:db8:7:1::9", "2001:db8:7:1::/64"),
        ("[2001:db8:7:1::9]:52011", "2001:db8:7:1::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
    ],
)
def test_behind_a_proxy_the_last_address_gives_the_network(settings: Any, written: str, counted: str) -> None:
    settings.BEHIND_TLS = True
    request = RequestFactory().get("/", HTTP_X_FORWARDED_FOR=written, REMOTE_ADDR="127.0.0.1")
    assert list_networks(request)[0].name == counted


def test_passwords_from_one_ipv6_64_network_are_limited(account: User) -> None:
    for number in range(60):
        log_in(f"wrong {number}", f"{PROVIDER}:1::{number:x}")
        throttle.reset_tries(admin_login.build_delay_key("root"))  # the account's own delay is over
    assert log_in("the right word", f"{PROVIDER}:1::abcd") == 429
    assert log_in("the right word", "2001:db8:8:1::1") in (302, 429)


def test_names_made_up_in_one_48_network_are_limited(account: User) -> None:
    most = admin_login.FROM_A_NETWORK
    for number in range(most * WIDER_SHARE):
        assert log_in("wrong", f"{PROVIDER}:{number:x}::1", f"nobody {number}") == 200
    assert log_in("wrong", f"{PROVIDER}:ffff::1", "somebody") == 429
    assert log_in("wrong", "2001:db8:8:1::1", "somebody") == 200


def test_table_codes_guessed_from_one_64_network_are_limited(settings: Any) -> None:
    settings.CODES_GROW = True
    GameSession.objects.create(code="BFHJ", game="sporz")
    for number in range(guards.WRONG_FROM_A_NETWORK):
        Client().post("/", {"code": f"ZZ{number}"}, REMOTE_ADDR=f"{PROVIDER}:1::{number:x}")
    assert Client().get("/j/BFHJ/", REMOTE_ADDR=f"{PROVIDER}:1::abcd").status_code == 429
    assert Client().get("/j/BFHJ/", REMOTE_ADDR=f"{PROVIDER}:2::1").status_code == 200


# The growing delay of one account


def wrong_from_everywhere(count: int, first: int = 0) -> list[int]:
    """Try wrong passwords, each from a network of its own."""
    return [log_in(f"wrong {number}", f"198.51.100.{number}") for number in range(first, first + count)]


def test_an_account_guessed_from_everywhere_waits_longer_each_time(account: User) -> None:
    assert set(wrong_from_everywhere(admin_login.WRONG_PASSWORDS)) == {200}
    assert log_in("the right word", "203.0.113.7") == 429
    assert [admin_login.compute_delay(tries) for tries in (9, 10, 11, 12, 15)] == [0, 1, 2, 4, 32]
    assert admin_login.compute_delay(16) == admin_login.compute_delay(10_000) == admin_login.LONGEST_DELAY
    assert log_in("her own word", "203.0.113.7", "rosa") == 200  # another account waits for nothing
    throttle.reset_tries(admin_login.build_delay_key("root"))  # its second is over
    assert log_in("the right word", "203.0.113.7") == 302
    assert set(wrong_from_everywhere(3, first=100)) == {200}  # it begins anew


def test_a_refused_try_makes_no_delay_longer(account: User) -> None:
    wrong_from_everywhere(admin_login.WRONG_PASSWORDS)
    assert set(wrong_from_everywhere(20, first=100)) == {429}
    throttle.reset_tries(admin_login.build_delay_key("root"))
    assert log_in("the right word", "203.0.113.7") == 302


def test_the_network_of_a_successful_login_does_not_wait(account: User) -> None:
    assert log_in("the right word", "203.0.113.7") == 302
    wrong_from_everywhere(admin_login.WRONG_PASSWORDS)
    assert log_in("the right word", "203.0.113.8") == 429
    assert log_in("the right word", "203.0.113.7") == 302


def test_who_waits_is_told_for_how_long(account: User) -> None:
    wrong_from_everywhere(admin_login.WRONG_PASSWORDS)
    answer = Client().post(LOGIN, {"username": "root", "password": "x"}, REMOTE_ADDR="203.0.113.7")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= admin_login.LONGEST_DELAY


# A venue has one address


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8:7:1::9"])
def test_sixty_people_behind_one_address_all_sit_down(settings: Any, address: str) -> None:
    settings.CODES_GROW = True
    host = the_host()
    table = opens(host)
    for number in range(60):
        phone = Client(REMOTE_ADDR=address)
        assert phone.get(f"/j/{table.code}/").status_code == 200
        joins(table, f"Player {number}", phone)
    assert table.seats.count() == 60
