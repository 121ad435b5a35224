"""When the desk covers itself: as the table has set it, from game to game."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.models import GameSession
from tests.moderation.clients import TABLE, at, opens, playing, seated, text, the_host

pytestmark = pytest.mark.django_db


def test_a_table_sets_after_how_long_its_desk_covers_itself_and_the_next_game_keeps_it() -> None:
    host = the_host()
    table = opens(host)
    assert table.upkeep.covers_after == 20
    seated(table)
    host.post(at("desk_settings", table), {**TABLE, "covers_after": "60"})
    table.upkeep.refresh_from_db()
    assert table.upkeep.covers_after == 60
    assert 'data-after="60"' in text(host.get(at("desk", table)))
    playing(table)
    host.post(reverse("desk_again", args=[table.code]))
    assert GameSession.objects.get(code=table.code, closed=None).upkeep.covers_after == 60


def test_another_delay_than_those_offered_is_refused_and_a_game_without_nights_offers_none() -> None:
    host = the_host()
    table = opens(host)
    host.post(at("desk_settings", table), {**TABLE, "covers_after": "7"})
    table.upkeep.refresh_from_db()
    assert table.upkeep.covers_after == 20
    assert "covers_after" in text(host.get(at("desk_settings", table)))
    assert "covers_after" not in text(host.get(at("desk_settings", opens(host, "spree"))))
