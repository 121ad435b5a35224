"""When the desk covers itself: as the table has set it, from game to game."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import GameSession
from tests.moderation.clients import TABLE, at, opens, playing, seated, text, the_host

pytestmark = pytest.mark.django_db


def test_the_delay_until_the_desk_covers_itself_survives_games() -> None:
    host = the_host()
    table = opens(host)
    assert table.settings.covers_after == 20
    seated(table)
    host.post(at("desk_settings", table), {**TABLE, "covers_after": "60"})
    table.settings.refresh_from_db()
    assert table.settings.covers_after == 60
    assert 'data-after="60"' in text(host.get(at("desk", table)))
    playing(table)
    host.post(reverse("desk_again", args=[table.code]))
    assert GameSession.objects.get(code=table.code, closed=None).settings.covers_after == 60


def test_only_offered_delays_are_accepted_and_only_with_nights() -> None:
    host = the_host()
    table = opens(host)
    host.post(at("desk_settings", table), {**TABLE, "covers_after": "7"})
    table.settings.refresh_from_db()
    assert table.settings.covers_after == 20
    assert "covers_after" in text(host.get(at("desk_settings", table)))
    assert "covers_after" not in text(host.get(at("desk_settings", opens(host, "spree"))))
