"""The number of a view: it never falls, whatever the game does."""

import pytest

from games import journal, lifecycle
from games.models import GameSession
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer
from tests.moderation.sporz_table import CHIEF, CLOSE, DEAL, MUTATION, joining

pytestmark = pytest.mark.django_db
SCREEN = Viewer("screen", "en")


def number(session: GameSession) -> int:
    """The number of what the room sees now."""
    return surfaces.render(session.pk, [SCREEN], [SCREEN]).number(SCREEN)


@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
def test_the_end_of_a_game_at_night_has_newer_versions(nights: str, settings: object) -> None:
    settings.CALL_PACE = 0.0  # type: ignore[attr-defined]
    session = joining(nights=nights)
    seen = [number(session)]
    lifecycle.deal_cards(session, {**DEAL, "Bob": DEAL["Ann"], "Dan": DEAL["Bob"]})
    seen.append(number(session))
    lifecycle.begin(session)
    seen.append(number(session))
    forfeit = {**MUTATION, "by": "Bob", "answer": {"kill": "Cid", "paralyse": "Dan"}}
    for move in (CHIEF, MUTATION, forfeit, CLOSE):
        journal.submit(session.pk, move)
        seen.append(number(session))
    session.refresh_from_db()
    assert session.stage == "over"
    assert seen == sorted(seen)
    assert seen[-1] > seen[-2]
    journal.submit(session.pk, {"by": "moderator", "undo": 1})
    assert number(session) > seen[-1]
