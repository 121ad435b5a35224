"""On phones, and somebody has none: calls are longer for all, what is spoken is true, the desk says whom to go to."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games import journal
from games.models import GameSession
from games.table_cache import tables
from moderation.play.pacing import clock, narration
from moderation.play.timeline import call_length
from tests.moderation.sporz_table import CHIEF, CLOSE, NAMES, at_night, desk, phone, playing

pytestmark = pytest.mark.django_db


def night(*without: str) -> GameSession:
    """The first call of the first night is on, at a table where these have no phone."""
    session = playing()
    for name in NAMES:
        if name not in without:
            phone(session, name)
    journal.submit(session.pk, CHIEF)
    session.refresh_from_db()
    return session


def whole(session: GameSession) -> str:
    """The desk's region."""
    return desk(session).get(reverse("desk", args=[session.code])).content.decode()


@pytest.mark.parametrize("without", ["Ann", "Eve"])
def test_any_missing_phone_lengthens_calls_for_all_alike(without: str) -> None:
    """SECRECY 5: Ann is the mutant who is called, Eve sleeps; who has no phone everybody sees."""
    assert clock.compute_pace(night(without)) == pytest.approx(call_length.SLOW_FACTOR)


def test_calls_have_normal_length_with_phones_or_bots() -> None:
    session = playing()
    for name in NAMES[:-1]:
        phone(session, name)
    session.seats.filter(name=NAMES[-1]).update(bot=True)
    journal.submit(session.pk, CHIEF)
    session.refresh_from_db()
    assert clock.compute_pace(session) == pytest.approx(1)


def test_spoken_lines_do_not_claim_that_everybody_has_phones() -> None:
    session = at_night()
    with journal.read_table(session.pk) as (fresh, table):
        assert table is not None
        spoken = narration.list_sayings(fresh.kit.words, fresh, table, table.step)[0].lines
    assert spoken[-1] == "The mutants. Everybody answers in silence."
    assert "phone or at the table" in spoken[0]


def test_the_desk_covers_whether_the_person_without_phone_is_called() -> None:
    html = whole(night("Ann"))
    assert "Without a phone: Ann. Go to them in every call" in html
    covered = html[html.index('id="wakes-') :].partition("</details>")[0]
    assert "Ann" in covered and "no phone" in covered
    GameSession.objects.all().delete()
    sleeper = whole(night("Eve"))
    assert "Without a phone: Eve. Go to them in every call" in sleeper
    covered = sleeper[sleeper.index('id="wakes-') :].partition("</details>")[0]
    assert "<bdi>Eve</bdi>" not in covered


def test_by_day_the_desk_shows_players_without_a_phone() -> None:
    session = playing()
    for name in NAMES[1:]:
        phone(session, name)
    said = "The table waits for somebody without a phone: Ann."
    assert said in whole(session)
    answer = {"step": "chief", "by": "moderator", "for": "Ann", "answer": {"seat": "Eve"}}
    journal.submit(session.pk, answer)
    assert said not in whole(session)


def test_the_desk_names_who_stayed_silent_in_a_call() -> None:
    session = night()
    journal.submit(session.pk, {**CLOSE, "by": "clock"})
    with_time = GameSession.objects.get(pk=session.pk)
    with_time.pacing.change(extensions={"1": -10_000})
    covered = about_the_call_before(whole(session))
    assert "Ann has answered nothing during “The mutants”." in covered


def test_the_desk_reports_differing_proposals_and_the_one_that_counts() -> None:
    session = playing()
    deal = {**session.deal, "Cid": {"role": "base_mutant", "genome": "host"}}
    GameSession.objects.filter(pk=session.pk).update(deal=deal)
    tables.clear()
    journal.submit(session.pk, CHIEF)
    for who, whom in (("Ann", "Dan"), ("Cid", "Fay")):
        journal.submit(session.pk, {"step": "mutants", "by": who, "answer": {"mutate": whom, "paralyse": "Eve"}})
    journal.submit(session.pk, {"by": "clock", "close": True})
    GameSession.objects.get(pk=session.pk).pacing.change(extensions={"1": -10_000})
    covered = about_the_call_before(whole(session))
    assert "Time ended “The mutants” while they disagreed." in covered and "Dan" in covered


def test_by_day_the_previous_call_is_not_mentioned() -> None:
    session = night()
    GameSession.objects.get(pk=session.pk).pacing.change(extensions={str(number): -10_000 for number in range(20)})
    while at_a_call(session):
        journal.submit(session.pk, {**CLOSE, "by": "clock"})
    html = whole(session)
    assert about_the_call_before(html) == ""


def at_a_call(session: GameSession) -> bool:
    """Return whether the rules wait for a call of the night."""
    with journal.read_table(session.pk) as (_fresh, table):
        return bool(table and table.step and table.step.asleep)


def about_the_call_before(html: str) -> str:
    """What stands under the cover of that name."""
    found = re.search(r"About the call before.*?</details>", html, re.DOTALL)
    return found[0] if found else ""
