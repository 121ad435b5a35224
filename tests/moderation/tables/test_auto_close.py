"""A table that nobody has touched for a day closes by itself; its desk opens it again, and nobody else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import journal
from games.models import GameSession
from moderation.access import table_codes
from moderation.access.devices import give_pass
from moderation.access.invite_links import create_link
from moderation.models import Kind, Link
from moderation.tables.auto_close import close_untouched
from tests.moderation.clients import text, the_host
from tests.moderation.sporz_table import CHIEF, CLOSE, browser, desk, device_of, phone, playing

pytestmark = pytest.mark.django_db
LONG_AGO = timezone.now() - timedelta(days=1, minutes=1)


def forgotten(session: GameSession) -> GameSession:
    """The table as it is a day after it was left."""
    GameSession.objects.filter(pk=session.pk).update(touched=LONG_AGO)
    return session


def now(session: GameSession) -> GameSession:
    return GameSession.objects.get(pk=session.pk)


def test_a_table_closes_a_day_after_its_last_use() -> None:
    left, used = forgotten(playing()), forgotten(playing("KLMR"))
    journal.submit(used.pk, CHIEF)
    create_link(Kind.MODERATOR, left)
    assert close_untouched() == 1
    assert now(left).closed and now(left).lapsed
    assert now(used).closed is None
    assert not Link.objects.filter(session=left).exists()
    assert close_untouched() == 0


def test_whoever_looks_at_the_evenings_has_old_tables_closed() -> None:
    left = forgotten(playing())
    host = the_host()
    assert 'data-test="closed-itself"' in text(host.get(reverse("events")))
    assert now(left).lapsed


def test_its_desk_reopens_it_and_phones_come_back() -> None:
    session = playing()
    tablet, ann = desk(session), phone(session, "Ann")
    journal.submit(session.pk, CHIEF)
    forgotten(session)
    close_untouched()
    assert tablet.get(reverse("desk", args=[session.code])).status_code == 404
    again = reverse("desk_reopen", args=[session.pk])
    assert again in text(tablet.get(reverse("home")))
    assert tablet.get(again).status_code == 200 and now(session).closed
    assert tablet.post(again).headers["Location"] == reverse("desk", args=[session.code])
    assert (now(session).closed, now(session).lapsed, now(session).code) == (None, False, "BFHJ")
    assert tablet.get(reverse("desk", args=[session.code])).status_code == 200
    assert ann.get(reverse("phone", args=[session.code])).status_code == 200
    assert close_untouched() == 0
    assert again not in text(tablet.get(reverse("home")))


def test_nobody_else_opens_it_again() -> None:
    session = forgotten(playing())
    close_untouched()
    host = browser()
    give_pass(device_of(host), Kind.HOST)
    again = reverse("desk_reopen", args=[session.pk])
    for stranger in (Client(), host, phone(session, "Ann"), desk(playing("KLMR"))):
        assert stranger.get(again).status_code == stranger.post(again).status_code == 404
    assert now(session).closed


def test_a_table_closed_by_hand_stays_closed() -> None:
    session = playing()
    tablet = desk(session)
    tablet.post(reverse("desk_close", args=[session.code]))
    answer = tablet.post(reverse("desk_reopen", args=[session.pk]))
    assert answer.status_code == 409 and "closed by hand" in text(answer)
    assert now(session).closed


def test_an_unfinished_game_keeps_its_code_for_a_month(monkeypatch: pytest.MonkeyPatch) -> None:
    session = forgotten(playing())
    close_untouched()
    GameSession.objects.filter(pk=session.pk).update(closed=timezone.now() - timedelta(days=3))
    letters = iter("BFHJ" + "WXRM")
    monkeypatch.setattr(table_codes, "choice", lambda _letters: next(letters))
    assert table_codes.choose_code() == "WXRM"


def test_a_reopened_table_gets_a_new_code_if_taken() -> None:
    session = forgotten(playing())
    tablet = desk(session)
    close_untouched()
    other = playing()
    assert other.code == session.code
    tablet.post(reverse("desk_reopen", args=[session.pk]))
    assert now(session).closed is None and now(session).code != other.code


def test_a_published_end_stays_public_after_reopening() -> None:
    session = playing(nights="eyes_closed")
    for body in (CHIEF, {"step": "mutants", "by": "Ann", "answer": {"kill": "Bob"}}, CLOSE, CLOSE):
        journal.submit(session.pk, body)
    GameSession.objects.filter(pk=session.pk).update(stage="over", outcome={"winners": [], "reason": "", "seats": []})
    tablet = desk(forgotten(session))
    close_untouched()
    tablet.post(reverse("desk_reopen", args=[session.pk]))
    assert now(session).pacing.end_shown == now(session).head
