"""Every page that can be reached from a desk by night keeps the night's ground (SECRECY 2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse

from games import journal
from games.models import GameSession
from moderation.access.devices import give_pass
from moderation.models import Kind
from moderation.play.pacing import clock
from qa.walking import read_forms
from tests.moderation.sporz_table import CHIEF, NAMES, desk, device_of, end_moment, phone, playing

pytestmark = pytest.mark.django_db
LINK = re.compile(r'<a\b[^>]*\bhref="([^"#]+)')
NIGHT = re.compile(r'id="view"[^>]*>\s*<(?:\w+) class="[^"]*\bnight\b')
DEEDS = {"desk_seat_link", "desk_seat_links", "desk_invite"}  # forms that are answered with a page
ENDS = {"desk_link_state"}
FEWEST = 20  # kinds of pages that are reached


def night(nights: str) -> GameSession:
    """The first call of the first night is on, at a table of a running server."""
    session = playing(nights=nights)
    phone(session, NAMES[0])
    journal.submit(session.pk, CHIEF)
    with journal.read_table(session.pk) as (fresh, table):
        held = clock.build_release(fresh, table).held
    if held is not None:
        end_moment(session, held.caused_by)
    return session


def is_dark(answer: HttpResponse) -> bool:
    """Return whether a page says that it is night, and offers no ground to a bright theme."""
    html = answer.content.decode()
    return bool(NIGHT.search(html)) and 'id="content"' not in html


def pages_from(client: Client, start: str) -> Iterator[tuple[str, HttpResponse]]:
    """Yield one page of each kind that links and forms lead to."""
    waiting, seen = [("GET", start)], set()
    while waiting:
        method, path = waiting.pop(0)
        kind = (method, resolve(urlsplit(path).path).url_name)
        if kind in seen or kind[1] in ENDS:
            continue
        seen.add(kind)
        answer = client.post(path) if method == "POST" else client.get(path)
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        yield str(kind[1]), answer
        html = answer.content.decode()
        found = [("GET", unescape(one)) for one in LINK.findall(html)]
        for form in read_forms(html)[0].values():
            if form.action.startswith("/") and resolve(urlsplit(form.action).path).url_name in DEEDS:
                found.append(("POST", form.action))
        waiting += [(how, path) for how, path in found if path.startswith("/") and not path.startswith("/admin")]


@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
@pytest.mark.parametrize("also", [None, Kind.HOST], ids=["moderator", "host"])
def test_every_page_reached_from_a_desk_by_night_is_dark(nights: str, also: Kind | None) -> None:
    session = night(nights)
    client = desk(session)
    if also is not None:
        give_pass(device_of(client), also)
    start = reverse("desk", args=[session.code])
    reached = {name: is_dark(answer) for name, answer in pages_from(client, start)}
    bright = {name for name, dark in reached.items() if not dark}
    assert not bright - {"screen"}, "what the room's screen shows is the room's own"
    assert {"desk_seat", "desk_settings", "help", "home", "desk_paper"} <= reached.keys()
    assert len(reached) >= FEWEST


def test_pages_stay_bright_by_day_and_without_a_desk() -> None:
    session = night("eyes_closed")
    path = reverse("help", args=["sporz"])
    assert is_dark(desk(session).get(path))
    assert not is_dark(phone(session, "Bob").get(path)) and not is_dark(Client().get(path))
    by_day = playing("KLMR")
    moderator = desk(by_day)
    assert not is_dark(moderator.get(path))
    seat = by_day.seats.get(name="Ann")
    assert not is_dark(moderator.get(reverse("desk_seat", args=[by_day.code, seat.pk])))
