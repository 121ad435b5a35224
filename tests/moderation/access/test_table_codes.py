"""Codes: never misread, never two tables at once, never last night's."""

import itertools
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import GameSession
from moderation.access import guards, table_codes
from moderation.access.devices import give_pass
from moderation.models import Kind
from tests.moderation.sporz_table import browser, device_of

pytestmark = pytest.mark.django_db


def test_a_code_is_four_letters_that_cannot_be_misheard() -> None:
    for _ in range(200):
        code = table_codes.choose_code()
        assert len(code) == 4
        assert set(code) <= set("BFHJKLMRWX")


def test_a_code_that_reads_as_something_else_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter("FXXKBKKKBFHJ")
    monkeypatch.setattr(table_codes, "choice", lambda letters: next(drawn))
    assert table_codes.choose_code() == "BFHJ"


def test_every_banned_letter_group_is_possible_and_needed() -> None:
    for letters in (*table_codes.BANNED, *table_codes.BANNED_ANYWHERE):
        assert set(letters) <= set(table_codes.LETTERS)
    assert not [
        code for code in table_codes.BANNED if any(letters in code for letters in table_codes.BANNED_ANYWHERE)
    ]


def test_a_code_is_unique_for_a_day_after_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    GameSession.objects.create(code="BBBB", game="sporz")
    GameSession.objects.create(code="FFFF", game="sporz", closed=now - timedelta(hours=23))
    GameSession.objects.create(code="HHHH", game="sporz", closed=now - timedelta(hours=25))
    drawn = iter("BBBBFFFFHHHH")
    monkeypatch.setattr(table_codes, "choice", lambda letters: next(drawn))
    assert table_codes.choose_code() == "HHHH"


def test_a_code_rests_from_its_last_game(monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    GameSession.objects.create(code="BBBB", game="sporz", closed=now - timedelta(hours=30))
    GameSession.objects.create(code="BBBB", game="sporz", closed=now - timedelta(hours=2))
    drawn = iter("BBBBJJJJ")
    monkeypatch.setattr(table_codes, "choice", lambda letters: next(drawn))
    assert table_codes.choose_code() == "JJJJ"


def differ(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def test_one_wrong_letter_never_leads_to_another_open_table() -> None:
    opened: list[str] = []
    for _ in range(300):
        code = table_codes.choose_code()
        assert all(differ(code, other) >= 2 for other in opened)
        opened.append(code)
        GameSession.objects.create(code=code, game="sporz")


def test_a_code_that_rests_has_no_neighbours_to_keep_away(monkeypatch: pytest.MonkeyPatch) -> None:
    GameSession.objects.create(code="BBBB", game="sporz")
    GameSession.objects.create(code="HHHH", game="sporz", closed=timezone.now())
    drawn = iter("BBBFHHHJ")
    monkeypatch.setattr(table_codes, "choice", lambda letters: next(drawn))
    assert table_codes.choose_code() == "HHHJ"


def test_a_table_gets_its_own_code_even_when_few_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    GameSession.objects.create(code="BBBB", game="sporz")
    drawn = itertools.cycle("BBBF")
    monkeypatch.setattr(table_codes, "choice", lambda letters: next(drawn))
    assert table_codes.choose_code() == "BBBF"


@pytest.mark.parametrize("typed", ["bfhj", " B F H J ", "bf-hj", "BFHJ\x00"])
def test_case_spaces_and_dashes_do_not_count(typed: str) -> None:
    assert table_codes.normalise(typed) == "BFHJ"


# Where anybody in the world may try them


def guess(count: int) -> None:
    for number in range(count):
        code = f"WW{table_codes.LETTERS[number % 10]}{table_codes.LETTERS[number // 10]}"
        assert Client().post("/", {"code": code}).status_code == 404


def test_at_home_no_address_is_ever_slowed_down() -> None:
    GameSession.objects.create(code="BFHJ", game="sporz")
    guess(guards.WRONG_FROM_A_NETWORK)
    assert Client().get("/j/BFHJ/").status_code == 200


def test_on_the_internet_a_scanned_code_passes_despite_wrong_guesses(settings: Any) -> None:
    settings.CODES_GROW = True
    GameSession.objects.create(code="BFHJ", game="sporz")
    known, stranger = browser(), browser()
    give_pass(device_of(known), Kind.SEAT, GameSession.objects.create(code="HJKL", game="sporz"))
    guess(guards.WRONG_FROM_A_NETWORK)
    assert Client().get("/j/BFHJ/").status_code == 429
    assert Client().get("/j/BFHJ/", REMOTE_ADDR="192.0.2.7").status_code == 200
    assert Client().get(f"/j/BFHJ/?q={table_codes.compute_mark('BFHJ')}").status_code == 200
    assert Client().get(f"/j/BFHJ/?q={table_codes.compute_mark('BFHK')}").status_code == 429
    assert known.get("/j/BFHJ/").status_code == 200
    assert stranger.get("/j/BFHJ/").status_code == 429  # a device that holds nothing is made by any form


def test_codes_grow_behind_tls_and_stay_short_at_home(settings: Any) -> None:
    assert table_codes.compute_length(500) == 4
    settings.CODES_GROW = True
    assert [table_codes.compute_length(opened) for opened in (0, 1, 9, 10, 99, 100)] == [4, 5, 5, 6, 6, 7]
