"""The admin's login: nobody guesses for long, and nobody is kept out by somebody else's guesses."""

from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.test import Client

from moderation.project.admin_login import FROM_A_NETWORK, WRONG_PASSWORDS, build_delay_key
from moderation.web import throttle

pytestmark = pytest.mark.django_db
LOGIN = "/admin/login/"
HERE, THERE = {"REMOTE_ADDR": "192.168.1.20"}, {"REMOTE_ADDR": "192.168.1.21"}


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    User.objects.create_superuser("root", password="the right word")
    User.objects.create_superuser("rosa", password="her own word")


def tries(client: Client, name: str, password: str, **extra: str) -> int:
    return client.post(LOGIN, {"username": name, "password": password}, **extra).status_code  # type: ignore[arg-type]


def test_the_right_password_enters_and_a_wrong_one_does_not(client: Client) -> None:
    assert tries(client, "root", "wrong") == 200
    assert tries(client, "root", "the right word") == 302
    assert client.get("/admin/").status_code == 200


def test_guessing_one_name_from_one_address_comes_to_an_end() -> None:
    for number in range(WRONG_PASSWORDS):  # each from a browser that has never been here
        assert tries(Client(), "root" if number % 2 else "ROOT", f"wrong {number}", **HERE) == 200
    assert tries(Client(), "root", "the right word", **HERE) == 429


def test_nobody_else_is_kept_out_by_it() -> None:
    for _ in range(WRONG_PASSWORDS + 1):
        tries(Client(), "root", "wrong", **HERE)
    assert tries(Client(), "rosa", "her own word", **HERE) == 302
    throttle.reset_tries(build_delay_key("root"))  # its second is over
    assert tries(Client(), "root", "the right word", **THERE) == 302


def test_mistakes_before_the_right_word_are_forgiven() -> None:
    for _ in range(3):
        for _wrong in range(WRONG_PASSWORDS - 1):
            assert tries(Client(), "root", "wrong", **HERE) == 200
        assert tries(Client(), "root", "the right word", **HERE) == 302


def test_behind_a_proxy_the_forwarded_address_counts(settings: Any) -> None:
    settings.BEHIND_TLS = True
    for number in range(WRONG_PASSWORDS):
        forged = {"HTTP_X_FORWARDED_FOR": f"10.0.0.{number}, 203.0.113.7", **HERE}
        assert tries(Client(), "root", "wrong", **forged) == 200
    assert tries(Client(), "root", "the right word", HTTP_X_FORWARDED_FOR="203.0.113.7", **HERE) == 429
    throttle.reset_tries(build_delay_key("root"))  # its second is over
    assert tries(Client(), "root", "the right word", HTTP_X_FORWARDED_FOR="203.0.113.8", **HERE) == 302


@pytest.mark.parametrize("name", ["", "x" * 10_000, "\x00", "é\u202e", "root\n"])
def test_a_name_of_any_kind_is_no_name(name: str) -> None:
    assert tries(Client(), name, "wrong") == 200


@pytest.mark.parametrize(
    "spelling", ["root", " root ", "ROOT", "\uff52\uff4f\uff4f\uff54", "\u3000root\xa0", " " * 300 + "root"]
)
def test_spellings_of_a_user_name_count_as_one_account(spelling: str) -> None:
    for number in range(WRONG_PASSWORDS):
        assert tries(Client(), "root" if number % 2 else spelling, f"wrong {number}", **HERE) == 200
    for name in (spelling, "root", "\uff32oot"):
        assert tries(Client(), name, "the right word", **HERE) == 429


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that were hashed."""
    found: list[str] = []
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda _self, password, salt: found.append(password) or "md5$s$x"
    )
    return found


def test_too_many_names_from_one_address_stop_before_hashing(hashed: list[str]) -> None:
    for number in range(FROM_A_NETWORK):
        assert tries(Client(), f"nobody {number}", "wrong", **HERE) == 200
    so_far = len(hashed)
    assert so_far >= FROM_A_NETWORK
    for number in range(5):
        assert tries(Client(), f"somebody {number}", "wrong", **HERE) == 429
    assert tries(Client(), "root", "the right word", **HERE) == 429
    assert len(hashed) == so_far
    tries(Client(), "root", "the right word", **THERE)
    assert len(hashed) > so_far


def test_without_an_account_nothing_is_hashed(hashed: list[str]) -> None:
    User.objects.all().delete()
    hashed.clear()
    assert tries(Client(), "root", "the right word") == 404
    assert hashed == []


def test_a_logged_in_user_is_throttled_for_other_accounts(client: Client) -> None:
    assert tries(client, "rosa", "her own word", **HERE) == 302
    for number in range(WRONG_PASSWORDS):
        assert tries(client, "root", f"wrong {number}", **HERE) == 200
    assert tries(client, "root", "the right word", **HERE) == 429


def test_one_password_is_hashed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    meanwhile: list[int] = []

    def encode_slowly(_self: MD5PasswordHasher, password: str, salt: str) -> str:
        meanwhile.append(tries(Client(), "rosa", "her own word", **THERE))
        return "md5$s$x"

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode_slowly)
    assert tries(Client(), "root", "wrong", **HERE) == 200
    assert set(meanwhile) == {429}
    monkeypatch.undo()
    assert tries(Client(), "rosa", "her own word", **THERE) == 302
