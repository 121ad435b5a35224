"""Who said nothing in a vote is counted when its result is shown, unless the result was entered for all."""

import pytest

from games import journal
from games.models import GameSession
from moderation.play.pacing import clock
from moderation.play.projections.sections.moment import count_silent_voters
from tests.moderation.sporz_table import CLOSE, playing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def moments(settings: object) -> None:
    settings.MOMENT_PACE = 1.0  # type: ignore[attr-defined]


def silent(session: GameSession) -> int:
    fresh = GameSession.objects.get(pk=session.pk)
    with journal.read_table(session.pk) as (_session, table):
        assert table
        held = clock.build_release(fresh, table).held
        assert held, "the result is shown"
        return count_silent_voters(table, held)


def votes(session: GameSession, *names: str) -> None:
    for name in names:
        journal.submit(session.pk, {"step": "chief", "by": name, "answer": {"seat": "Eve"}})


def test_two_who_said_nothing_are_counted() -> None:
    session = playing()
    votes(session, "Ann", "Bob", "Cid", "Dan")
    journal.submit(session.pk, CLOSE)
    assert silent(session) == 2


def test_where_everybody_voted_nobody_is_counted() -> None:
    session = playing()
    votes(session, *session.seat_names())
    journal.submit(session.pk, CLOSE)
    assert silent(session) == 0


def test_a_result_that_was_entered_counts_nobody() -> None:
    session = playing()
    votes(session, "Ann")
    journal.submit(session.pk, {"step": "chief", "by": "moderator", "answer": {"seat": "Bob"}})
    assert silent(session) == 0
