"""At a board that nobody moderates the latest entry is taken back when all who play agree, before everybody."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import journal
from games.models import GameSession
from tests.moderation.play.timeline.test_moments import on_a_board
from tests.moderation.sporz_table import browser, desk, page, parts, phone, words_of
from tests.moderation.surfaces.test_passing import answers, mall, shops

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Bob", "Cid")


def says(client: Client, session: GameSession, agree: str = "1", entry: str = "") -> int:
    """A player asks, agrees, or does not; the status of the answer."""
    html = client.get(reverse("phone", args=[session.code])).content.decode()
    found = re.search(r'name="entry" value="([^"]+)"', html)
    form = {"entry": entry or (found[1] if found else "none"), "agree": agree}
    return client.post(reverse("take_back", args=[session.code]), form, headers={"hx-request": "true"}).status_code


def asked(session: GameSession) -> str:
    """Whose turn it is."""
    with journal.read_table(session.pk) as (_, table):
        assert table and table.step
        return next(iter(table.step.asks))


def left(game: str = "spree", **columns: bool) -> tuple[GameSession, dict[str, Client], str]:
    """The first player has just left the car, and thrown."""
    session = on_a_board(game, **columns)
    seat = asked(session)
    journal.submit(session.pk, {"by": seat, "answer": {"leave": True}})
    session.refresh_from_db()
    return session, {name: phone(session, name) for name in NAMES}, seat


def facts(session: GameSession) -> list[str]:
    """What everybody was told, by name."""
    with journal.read_table(session.pk) as (_, table):
        assert table
        return [fact["fact"] for fact in table.public()]


def test_the_latest_entry_is_undone_once_all_agree() -> None:
    session, phones, seat = left()
    thrown = facts(session)
    assert thrown[-2:] == ["leave", "roll"]
    for client in phones.values():
        assert f"{seat} (Leave the car)" in page(client, session, "phone")
    assert says(phones["Bob"], session) == 200
    for surface, client in (("desk", desk(session)), ("screen", browser()), ("phone", phones["Cid"])):
        said = page(client, session, surface)
        assert f"{seat} (Leave the car)" in words_of(client, session, surface, "taking-back")
        assert "Agreed: Bob ." in said and "Not yet: Ann , Cid ." in said
    assert says(phones["Bob"], session) == 200  # counts once
    assert says(phones["Ann"], session) == 200
    assert facts(session) == thrown
    assert says(phones["Cid"], session) == 200
    assert facts(session) == thrown[:-2]
    assert asked(session) == seat
    assert "taking-back" not in parts(phones["Cid"], session, "phone")
    journal.submit(session.pk, {"by": seat, "answer": {"leave": True}})
    assert facts(session) == thrown  # the dice fell as before


def test_one_who_does_not_agree_ends_it() -> None:
    session, phones, _seat = left()
    says(phones["Bob"], session)
    says(phones["Ann"], session)
    assert says(phones["Cid"], session, agree="0") == 200
    assert "taking-back" not in parts(phones["Bob"], session, "phone")
    says(phones["Cid"], session)
    assert facts(session)[-1] == "roll"


def test_an_entry_that_is_not_the_latest_cannot_be_undone() -> None:
    session, phones, seat = left()
    says(phones["Bob"], session)
    found = re.search(
        r'name="entry" value="([^"]+)"', phones["Ann"].get(reverse("phone", args=[session.code])).content.decode()
    )
    assert found
    journal.submit(session.pk, {"by": seat, "answer": {"end": True}})
    assert says(phones["Ann"], session, entry=found[1]) == 409
    assert "taking-back" not in parts(phones["Cid"], session, "phone")


def test_phones_cannot_undo_with_a_moderator_or_at_night() -> None:
    session, phones, _seat = left(narrated=False)
    assert "A mistake?" not in page(phones["Ann"], session, "phone")
    assert says(phones["Ann"], session) == 409
    assert says(phones["Ann"], session, entry="s1") == 409


def test_undo_hides_secret_answers_and_removes_them_too() -> None:
    session = mall()
    shops(session, "7H")
    before = phone(session, "Cid").get(reverse("phone", args=[session.code])).content.decode()
    answers(session, "Bob", quick="pass")
    phones = {name: phone(session, name) for name in NAMES}
    html = phones["Cid"].get(reverse("phone", args=[session.code])).content.decode()
    entries = [re.findall(r'name="entry" value="([^"]+)"', text) for text in (before, html)]
    assert entries[0] == entries[1] and len(entries[0]) == 1
    assert "Ann (Take from a shop: 7♥" in page(phones["Bob"], session, "phone").replace("7 ♥", "7♥")
    for client in phones.values():
        assert says(client, session) == 200
    assert "shop" not in facts(session)
    assert asked(session) == "Ann"
