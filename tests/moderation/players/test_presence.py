"""The desk knows which phones are away, and who answered nothing in a call; nobody else does."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import journal
from games.models import GameSession
from moderation.models import Pass
from moderation.players import presence
from tests.moderation.play.realtime.test_consumers import Connection
from tests.moderation.sporz_table import CLOSE, NAMES, at_night, browser, desk, phone

pytestmark = pytest.mark.django_db(transaction=True)

AWAY, SILENT, NOTHING = "phone away", "has not answered", "has answered nothing"


def page(client: Client, session: GameSession, surface: str) -> str:
    """What a device shows, in English."""
    return client.get(reverse(surface, args=[session.code])).content.decode()


def away(html: str) -> list[str]:
    """Whose phones the desk's ring says are away."""
    seats = re.findall(r'<li class="seat.*?</li>', html, re.DOTALL)
    return [name for name in NAMES for seat in seats if f">{name}</span>" in seat and AWAY in seat]


def comes(session: GameSession, name: str) -> None:
    presence.record_socket_opened(Pass.objects.get(seat__session=session, seat__name=name))


def test_the_desk_alone_sees_which_phones_are_away() -> None:
    session = at_night()
    moderator, phones = desk(session), {name: phone(session, name) for name in NAMES}
    for name in ("Ann", "Cid", "Eve"):
        comes(session, name)
    assert away(page(moderator, session, "desk")) == ["Bob", "Dan", "Fay"]
    others = [page(one, session, "phone") for one in phones.values()] + [page(browser(), session, "screen")]
    assert not any(AWAY in other for other in others)


def test_with_eyes_closed_phones_sleep_and_nobody_is_away() -> None:
    session = at_night(nights="eyes_closed")
    phone(session, "Bob")
    shown = page(desk(session), session, "desk")
    assert AWAY not in shown and SILENT not in shown


def test_a_phone_that_nobody_has_noted_for_long_is_away() -> None:
    session = at_night()
    phone(session, "Bob")
    comes(session, "Bob")
    Pass.objects.filter(seat__name="Bob").update(seen=timezone.now() - presence.AWAY_WITHOUT_RECORD)
    assert away(page(desk(session), session, "desk")) == ["Bob"]


def test_a_phone_that_went_on_in_another_process_stays() -> None:
    session = at_night()
    phone(session, "Bob")
    held = Pass.objects.get(seat__name="Bob")
    closed = timezone.now()
    presence.record_socket_opened(held)
    assert not presence.record_socket_closed(held.pk, closed)
    assert presence.record_socket_closed(held.pk, timezone.now() + timedelta(seconds=1))
    assert away(page(desk(session), session, "desk")) == ["Bob"]


def test_the_covered_desk_shows_silent_seats_to_the_moderator() -> None:
    session = at_night()
    moderator = desk(session)
    shown = page(moderator, session, "desk")
    cover = shown.partition('id="wakes-')[2].partition("</details>")[0]
    assert "Ann" in cover and SILENT in cover and shown.count(SILENT) == 1
    mutation = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Eve"}}
    journal.submit(session.pk, mutation)
    assert SILENT not in page(moderator, session, "desk")


def test_after_a_call_the_desk_alone_says_who_answered_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("moderation.play.timeline.call_length.SETTLING", 0.0)
    monkeypatch.setattr("moderation.play.timeline.call_length.STILL_IN_HAND", 0.0)
    monkeypatch.setattr("moderation.play.timeline.call_length.PER_PICK", 0.0)
    monkeypatch.setattr("moderation.play.timeline.call_length.PER_NAME", 0.0)
    session = at_night()
    moderator, phones = desk(session), [phone(session, name) for name in NAMES]
    journal.submit(session.pk, CLOSE)
    shown = page(moderator, session, "desk")
    cover = shown.partition('id="unanswered-')[2].partition("</details>")[0]
    assert f"Ann {NOTHING} during" in cover and shown.count(NOTHING) == 1
    others = [page(one, session, "phone") for one in phones] + [page(browser(), session, "screen")]
    assert not any(NOTHING in other for other in others)


async def test_the_desk_hears_of_sockets_that_open_and_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "AWAY_AFTER", 0.0)
    session = await sync_to_async(at_night)()
    bob = await sync_to_async(phone)(session, "Bob")
    moderator = Connection(f"/ws/desk/{session.code}/", await sync_to_async(desk)(session))
    await moderator.open()
    assert away((await moderator.told())["content"]) == ["Bob"]
    line = Connection(f"/ws/phone/{session.code}/", bob)
    await line.open()
    assert AWAY not in (await moderator.told())["content"]
    await line.asgi.send_input({"type": "websocket.disconnect", "code": 1001})
    assert AWAY in (await moderator.told())["content"]
    await moderator.asgi.send_input({"type": "websocket.disconnect", "code": 1001})


def test_a_phone_that_polls_without_a_socket_is_present() -> None:
    session = at_night()
    moderator, bob = desk(session), phone(session, "Bob")
    assert "Bob" in away(page(moderator, session, "desk"))
    bob.get(reverse("phone", args=[session.code]))  # a page that is opened is no sign that it stays
    assert "Bob" in away(page(moderator, session, "desk"))
    bob.get(reverse("phone", args=[session.code]), headers={"HX-Request": "true"})
    assert "Bob" not in away(page(moderator, session, "desk"))


def test_frequent_polling_is_recorded_only_sometimes() -> None:
    session = at_night()
    bob = phone(session, "Bob")
    asks = {"path": reverse("phone", args=[session.code]), "headers": {"HX-Request": "true"}}
    bob.get(**asks)
    noted = Pass.objects.get(seat__session=session, seat__name="Bob").seen
    bob.get(**asks)
    assert Pass.objects.get(seat__session=session, seat__name="Bob").seen == noted
