"""A table that comes to be without a moderator while somebody asks for its secrets: two requests at one instant."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from games import journal, lifecycle
from games.models import GameSession
from moderation.tables.settings_forms import name_card_field
from tests.moderation.sporz_table import DEAL, desk, joining

pytestmark = pytest.mark.django_db


def leaves_meanwhile(monkeypatch: pytest.MonkeyPatch, function: str) -> None:
    """Let the moderator go as soon as this function of the journal is reached."""
    real = getattr(journal, function)

    @contextmanager
    def run_late(session_id: int, *more: Any) -> Iterator[Any]:
        GameSession.objects.filter(pk=session_id).update(narrated=True)
        with real(session_id, *more) as found:
            yield found

    monkeypatch.setattr(journal, function, run_late)


@pytest.mark.parametrize("page", ["cards/", "export/", "seat/{}/card/"])
def test_the_former_moderator_is_not_shown_the_deal(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = joining()
    lifecycle.deal_cards(session, DEAL)
    client, address = desk(session), f"/desk/BFHJ/{page.format(session.seats.all()[0].pk)}"
    assert client.get(address).status_code == 200
    leaves_meanwhile(monkeypatch, "read_table")
    assert client.get(address).status_code == 404


def test_the_former_moderator_does_not_choose_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    session = joining()
    typed = {
        name_card_field(key, seat): DEAL[seat.name][key] for seat in session.seats.all() for key in ("role", "genome")
    }
    client = desk(session)
    leaves_meanwhile(monkeypatch, "edit_session")
    client.post("/desk/BFHJ/cards/type/", typed)
    session.refresh_from_db()
    assert session.deal is None
