"""Limits slow down whoever guesses or floods, and nobody else."""

import threading

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Move
from moderation.access import guards
from moderation.play.commands import phone
from moderation.play.secrecy import pseudonyms as steps
from moderation.web import throttle
from tests.moderation import sporz_table
from tests.moderation.sporz_table import at_night

pytestmark = pytest.mark.django_db
COVER = {"verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}'}


def test_tries_are_counted_and_forgotten() -> None:
    assert [throttle.count_try("knock", 60) for _ in range(3)] == [1, 2, 3]
    assert throttle.count_tries("knock") == 3
    assert throttle.count_tries("another") == 0
    throttle.reset_tries("knock")
    assert throttle.count_try("knock", 60) == 1


def test_what_is_forgotten_between_two_looks_counts_as_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "add", lambda *_args: None)
    assert throttle.count_try("knock", 60) == 1


def test_tries_of_the_same_instant_all_count() -> None:
    def knock() -> None:
        for _ in range(200):
            throttle.count_try("knock", 60)

    threads = [threading.Thread(target=knock) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert throttle.count_tries("knock") == 800


def test_a_phone_that_floods_is_throttled_but_not_its_neighbour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "ANSWERS", 5)
    session = at_night()
    path, form = reverse("answer", args=[session.code]), {**COVER, "opened": steps.build_pseudonym(session.pk, 1)}
    cid, fay = sporz_table.phone(session, "Cid"), sporz_table.phone(session, "Fay")
    answers = [cid.post(path, form, headers={"HX-Request": "true"}) for _ in range(12)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [409] * 7
    assert 'data-test="refused-too_fast"' in answers[-1].content.decode()
    assert Move.objects.filter(body__by="Cid").count() == 5
    assert fay.post(path, form, headers={"HX-Request": "true"}).status_code == 200
    throttle.reset_tries(f"answers-{session.seats.get(name='Cid').pk}")  # a while later
    assert cid.post(path, form, headers={"HX-Request": "true"}).status_code == 200


def test_codes_guessed_by_address_and_by_form_count_together() -> None:
    guesser = Client()
    guesser.get("/comfort/")
    for _ in range(guards.WRONG_CODES):
        guesser.get("/j/ZZZZ/")
    assert guesser.post("/", {"code": "ZZZZ"}).status_code == 429
