"""A table whose game was removed, or cannot be read any more: a sentence, no fault, and the others go on."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import GameSession
from tests.moderation.clients import at, joins, opens, text, the_host

pytestmark = pytest.mark.django_db


def test_its_pages_say_that_the_game_is_not_here() -> None:
    host = the_host()
    session = opens(host, "lupus")
    phone = joins(session, "Ann")
    GameSession.objects.filter(pk=session.pk).update(game="chess")
    for client, page in ((host, "desk"), (phone, "phone"), (Client(), "screen")):
        answer = client.get(at(page, session))
        assert answer.status_code == 410, page
        assert re.search(r'data-test="game-gone">[^<]*\bchess\b', text(answer))


def test_lists_name_it_and_other_tables_go_on() -> None:
    host = the_host()
    gone, other = opens(host, "lupus"), opens(host, "elsen")
    GameSession.objects.filter(pk=gone.pk).update(game="chess")
    assert "chess" in text(host.get("/"))
    assert host.get(at("desk", other)).status_code == 200
    assert host.get(reverse("create")).status_code == 200
