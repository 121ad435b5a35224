"""What every test of a hall begins with: a process that has seen no table; and an evening, its host and a clock."""

import pytest
from django.test import Client

from games.models import Event
from moderation.events.live_board import view_model
from tests.moderation.clients import the_host
from tests.moderation.events.live_board.hall import Clock


@pytest.fixture(autouse=True)
def nothing_seen() -> None:
    """Forget what was seen of the tables of earlier tests: rows are numbered anew in each of them."""
    view_model.clear_cache()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the hall, which the test moves."""
    return Clock(monkeypatch)


@pytest.fixture
def event() -> Event:
    """An evening with two places."""
    return Event.objects.create(name="Friday", spots=["Table 1", "Table 2"])


@pytest.fixture
def host() -> Client:
    """The host's device."""
    return the_host()
