"""Whose device most tests of pages begin with, and a table that it has opened."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import GameSession
from tests.moderation.clients import opens, the_host


@pytest.fixture
def host() -> Client:
    """The device of the server's host."""
    return the_host()


@pytest.fixture
def table(host: Client) -> GameSession:
    """A table of Sporz that the host has opened, with nobody at it."""
    return opens(host)
