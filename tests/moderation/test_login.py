"""The admin's login: nobody guesses for long, and nobody is kept out by somebody else's guesses."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from moderation.login import WRONG_PASSWORDS

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


def test_who_knows_the_word_is_in_and_who_does_not_is_told_so(client: Client) -> None:
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
    assert tries(Client(), "root", "the right word", **THERE) == 302


def test_mistakes_before_the_right_word_are_forgiven() -> None:
    for _ in range(3):
        for _wrong in range(WRONG_PASSWORDS - 1):
            assert tries(Client(), "root", "wrong", **HERE) == 200
        assert tries(Client(), "root", "the right word", **HERE) == 302


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_wrote(settings: Any) -> None:
    settings.BEHIND_TLS = True
    for number in range(WRONG_PASSWORDS):
        forged = {"HTTP_X_FORWARDED_FOR": f"10.0.0.{number}, 203.0.113.7", **HERE}
        assert tries(Client(), "root", "wrong", **forged) == 200
    assert tries(Client(), "root", "the right word", HTTP_X_FORWARDED_FOR="203.0.113.7", **HERE) == 429
    assert tries(Client(), "root", "the right word", HTTP_X_FORWARDED_FOR="203.0.113.8", **HERE) == 302


@pytest.mark.parametrize("name", ["", "x" * 10_000, "\x00", "é\u202e", "root\n"])
def test_a_name_of_any_kind_is_no_name(name: str) -> None:
    assert tries(Client(), name, "wrong") == 200
