"""A house that keeps several clubs, in the process of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as of_the_house

from games.models import Club
from moderation.access import clubs as doors

DOOR, LAST = "moderation.clubs.door.Clubs", "moderation.access.devices.remember"


@pytest.fixture
def kept_apart(settings: Any) -> Iterator[None]:
    """`CLUBS=1`, as the settings read it at the start."""
    settings.CLUBS = settings.CODES_GROW = True
    if DOOR not in of_the_house.MIDDLEWARE:
        before = of_the_house.MIDDLEWARE
        settings.MIDDLEWARE = [*before[: before.index(LAST)], DOOR, *before[before.index(LAST) :]]
    doors.forget()
    yield
    doors.forget()


@pytest.fixture
def two_clubs(kept_apart: None, db: None) -> tuple[Club, Club]:
    """Ours and theirs."""
    return (
        Club.objects.create(pk=1, name="Les Veilleurs", key=doors.new_key()),
        Club.objects.create(pk=2, name="The Owls", key=doors.new_key()),
    )
