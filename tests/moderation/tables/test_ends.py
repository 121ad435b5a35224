"""A game that ends in the night: nobody hears of it before the call has had its time."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import journal, lifecycle, server_clock
from games.models import GameSession
from moderation.access.devices import give_pass
from moderation.models import Kind
from moderation.play.secrecy import pseudonyms as steps
from tests.moderation.sporz_table import CHIEF, DEAL, browser, desk, device_of, joining, phone

pytestmark = pytest.mark.django_db
PROPOSALS = ({"mutate": "Cid", "paralyse": "Eve"}, {"mutate": "Dan", "paralyse": "Eve"})
COVER = {"verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}'}


def divided(code: str = "BFHJ", narrated: bool = False) -> GameSession:
    """Two mutants who differ: their call is on, and a close forfeits the game."""
    session = joining(code)
    lifecycle.deal_cards(session, {**DEAL, "Bob": DEAL["Ann"], "Dan": DEAL["Bob"]})
    lifecycle.begin(session)
    journal.submit(session.pk, CHIEF)
    for by, answer in zip(("Ann", "Bob"), PROPOSALS, strict=True):
        journal.submit(session.pk, {"step": "mutants", "by": by, "answer": answer})
    GameSession.objects.filter(pk=session.pk).update(narrated=narrated)
    session.refresh_from_db()
    return session


def forfeit(session: GameSession) -> None:
    """End the game in the middle of the call."""
    journal.submit(session.pk, {"by": "moderator", "close": True})
    session.refresh_from_db()
    assert session.stage == "over"


def once(answer: Any) -> str:
    """An answer without its tokens, and without the time of day."""
    beside = r'name="(csrfmiddlewaretoken|request)" value="[^"]*"|data-now="\d{13}"|It is \d\d:\d\d here'
    text = re.sub(beside, "", answer.content.decode())
    return f"{answer.status_code} {answer.headers.get('X-Pulse')} {text}"


def everybody(session: GameSession) -> list[tuple[str, Client, str]]:
    """Who may ask what while the call runs on, beside the moderator."""
    code, seat = session.code, session.seats.get(name="Ann").pk
    host, admin, owner = browser(), browser(), desk(session)
    give_pass(device_of(host), Kind.HOST)
    admin.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    asked = [
        ("outsider", browser(), f"/j/{code}/"),
        ("outsider", browser(), f"/screen/{code}/"),
        ("host", host, "/"),
        ("host", host, "/events/"),
        ("host", host, f"/desk/{code}/take/"),
        ("player", phone(session, "Cid"), f"/t/{code}/"),
        ("player", phone(session, "Cid"), "/"),
        ("superuser", admin, f"/admin/games/gamesession/{session.pk}/change/"),
        ("superuser", admin, "/admin/games/gamesession/"),
    ]
    if session.narrated:
        pages = ["", "settings/", "again/", "export/", "cards/", f"seat/{seat}/", f"seat/{seat}/card/"]
        asked += [("owner", owner, f"/desk/{code}/{page}") for page in (*pages, f"answer/{seat}/")]
        asked.append(("owner", owner, "/"))
    return asked


@pytest.mark.parametrize("narrated", [False, True])
def test_no_page_shows_the_end_before_the_call_is_over(narrated: bool) -> None:
    session = divided(narrated=narrated)
    asked = everybody(session)
    before = [once(client.get(path)) for _who, client, path in asked]
    forfeit(session)
    after = [once(client.get(path)) for _who, client, path in asked]
    for (who, _client, path), one, other in zip(asked, before, after, strict=True):
        assert one == other, f"{who} {path}"


def test_everybody_is_told_once_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    session = divided(narrated=True)
    asked = everybody(session)
    forfeit(session)
    before = [once(client.get(path)) for _who, client, path in asked]
    later = timezone.now() + timedelta(minutes=5)
    monkeypatch.setattr(server_clock, "now", lambda: later)
    after = [once(client.get(path)) for _who, client, path in asked]
    told = {path for (_who, _client, path), one, other in zip(asked, before, after, strict=True) if one != other}
    assert {f"/j/{session.code}/", f"/screen/{session.code}/", "/events/", f"/desk/{session.code}/export/"} <= told
    assert f"/admin/games/gamesession/{session.pk}/change/" in told


def test_a_cover_answer_after_the_end_looks_the_same() -> None:
    going_on, ended = divided(), divided("KLMR")
    forfeit(ended)
    said = []
    for session in (going_on, ended):
        form = {**COVER, "opened": steps.build_pseudonym(session.pk, 1)}
        client = phone(session, "Cid")
        answers = [
            client.post(f"/t/{session.code}/answer/", form, headers={"HX-Request": "true"}),
            client.get(f"/t/{session.code}/", headers={"HX-Request": "true"}),
            client.post(f"/t/{session.code}/answer/", form | {"pick0": '"Eve"'}, headers={"HX-Request": "true"}),
        ]
        texts = [once(answer).replace(session.code, "CODE") for answer in answers]
        texts = [text.replace(steps.build_pseudonym(session.pk, 1), "STEP") for text in texts]
        said.append([re.sub(r'data-ends="\d+"', "", text) for text in texts])
    assert said[0] == said[1]
    assert "Bob" in said[0][1]
