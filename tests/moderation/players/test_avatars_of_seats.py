"""Who sits down has a face, chooses another by one tap, and keeps it; by night no phone shows any."""

from __future__ import annotations

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from games import journal
from games.models import GameSession
from moderation.play.rendering.render import Viewer, render_html
from moderation.players.avatars import FACES
from moderation.tables.next_game import play_again
from moderation.tables.setup import seat_views
from tests.moderation.clients import at, joins, opens, playing, refusal, seat, seated, text
from tests.moderation.sporz_table import CHIEF, joining

pytestmark = pytest.mark.django_db

FACE = re.compile(r'class="face f(\d\d)"')


def faces(session: GameSession) -> list[int | None]:
    return list(session.seats.order_by("place").values_list("face", flat=True))


def test_everybody_who_sits_down_has_another_face_bots_too(host: Client) -> None:
    session = opens(host)
    seated(session)
    host.post(at("desk_add_seat", session), {"name": "Zoé"})
    host.post(at("desk_add_seat", session), {"bots": "8"})
    assert faces(session) == list(range(8))
    shown = [text(device.get(reverse("screen", args=[session.code]))) for device in (host, Client())]
    assert all(len(set(FACE.findall(page))) == 8 for page in shown)


def test_a_table_never_keeps_one_face_twice() -> None:
    session = joining(names=["Ann", "Bob"])
    session.seats.filter(name="Ann").update(face=3)
    with pytest.raises(IntegrityError), transaction.atomic():
        session.seats.filter(name="Bob").update(face=3)


def test_past_the_last_animal_come_colours_with_initials(host: Client) -> None:
    session = opens(host, "lupus")
    for number in range(24):
        joining_seat = seat_views.create_seat(session, f"Player {number}", bot=True)
        assert joining_seat.face == number
    last = session.seats.get(name="Player 23")
    last.face = len(FACES) + 1
    last.save()
    assert re.search(r'<span class="face f01"[^>]*>\s*P2\s*</span>', text(host.get(at("desk", session))))


def test_one_tap_changes_an_avatar_and_a_late_one_fails(host: Client) -> None:
    session = opens(host)
    ann, bob = joins(session, "Ann"), joins(session, "Bob")
    assert refusal(ann.post(at("face", session), {"face": "7"})) == ""
    assert "has just taken this face" in refusal(bob.post(at("face", session), {"face": "7"}))
    assert faces(session) == [7, 1]
    for wrong in ("24", "-1", "x", ""):
        assert refusal(bob.post(at("face", session), {"face": wrong}))
    assert faces(session) == [7, 1]


def test_the_desk_chooses_for_a_seat_without_a_phone(host: Client) -> None:
    session = opens(host)
    host.post(at("desk_add_seat", session), {"name": "Zoé"})
    page = text(host.get(at("desk_seat", session, seat(session, "Zoé").pk)))
    assert page.count('name="face"') == len(FACES)
    assert len(re.findall(r'name="face" value="\d+"\s+disabled', page)) == 1
    assert refusal(host.post(at("desk_face", session, seat(session, "Zoé").pk), {"face": "5"})) == ""
    assert faces(session) == [5]


def test_avatars_stay_after_the_deal_and_in_the_next_game(host: Client) -> None:
    session = opens(host)
    devices = seated(session)
    devices["Ann"].post(at("face", session), {"face": "9"})
    playing(session)
    assert "keeps the face" in refusal(devices["Ann"].post(at("face", session), {"face": "10"}))
    assert faces(play_again(session)) == faces(session) == [9, 1, 2, 3, 4]


@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
def test_phones_show_avatars_by_day_and_never_by_night(host: Client, nights: str) -> None:
    """SECRECY 2 and 27: by night a phone shows names alone."""
    session = opens(host, nights=nights)
    devices = seated(session)
    playing(session)
    for part in (1, 2) if nights == "eyes_closed" else ():  # the doctors have recognised each other
        assert host.post(at("desk_said", session), {"opened": "0", "part": str(part)}).status_code < 400
    for device in devices.values():
        vote = device.get(at("phone", session), headers={"hx-request": "true"}).content.decode()
        assert len(FACE.findall(vote.partition("</form>")[0])) == len(devices)
    journal.submit(session.pk, CHIEF)
    for device in devices.values():
        page = device.get(at("phone", session), headers={"hx-request": "true"}).content.decode()
        assert "night" in page
        assert FACE.findall(page) == []
    screen = render_html(session, Viewer("screen", "en"))
    assert len(FACE.findall(screen)) == len(devices)


def test_required_places_are_shown_as_they_fill(host: Client) -> None:
    session = opens(host)
    screen = Viewer("screen", "en")
    assert render_html(session, screen).count('class="seat free"') == 4
    for taken, name in enumerate(["Ann", "Bob", "Cid", "Dan", "Eve"], start=1):
        joins(session, name)
        free = max(1, 4 - taken)  # one more may always join
        assert render_html(session, screen).count('class="seat free"') == free
