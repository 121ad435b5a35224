"""A table of Sporz and the devices around it, as tests of pages and sockets need them."""

from __future__ import annotations

import re
import secrets
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from games import journal, lifecycle, table_cache
from games.engine.table import Table
from games.models import GameSession, Seat
from moderation.access.devices import COOKIE, digest, give_pass
from moderation.models import Device, Kind
from moderation.play.pacing import clock
from tests.moderation.clients import said_in

NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "psychologist", "genome": "resistant"},
    "Eve": {"role": "astronaut", "genome": "normal"},
    "Fay": {"role": "astronaut", "genome": "normal"},
}
CHIEF: dict[str, Any] = {"step": "chief", "by": "moderator", "answer": {"seat": "Eve"}}
MUTATION: dict[str, Any] = {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Eve"}}
CLOSE: dict[str, Any] = {"by": "moderator", "close": True}


def table_of(session: GameSession) -> Table:
    """The table of a session in play, as the journal has it."""
    with journal.read_table(session.pk) as (_session, table):
        assert table is not None
        return table


def joining(code: str = "BFHJ", names: list[str] = NAMES, nights: str = "phones") -> GameSession:
    """A table at which people have sat down."""
    session = GameSession.objects.create(code=code, game="sporz", nights=nights, language="en")
    for place, name in enumerate(names):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    return session


def playing(code: str = "BFHJ", nights: str = "phones") -> GameSession:
    """The six have just begun: the chief is to be elected."""
    session = joining(code, nights=nights)
    lifecycle.deal_cards(session, DEAL)
    lifecycle.begin(session)
    session.refresh_from_db()
    return session


def at_night(nights: str = "phones") -> GameSession:
    """The first call of the first night is on, for Ann."""
    session = playing(nights=nights)
    journal.submit(session.pk, CHIEF)
    session.refresh_from_db()
    return session


def browser(**options: Any) -> Client:
    """A device that the server knows, and that may do nothing yet."""
    token = secrets.token_urlsafe(16)
    Device.objects.create(key=digest(token))
    client = Client(**{"headers": {"accept-language": "en"}, **options})
    client.cookies[COOKIE] = token
    return client


def device_of(client: Client) -> Device:
    """The device behind a browser."""
    return Device.objects.get(key=digest(client.cookies[COOKIE].value))


def phone(session: GameSession, name: str, **options: Any) -> Client:
    """A phone that holds a seat."""
    client = browser(**options)
    give_pass(device_of(client), Kind.SEAT, session, session.seats.get(name=name))
    return client


def desk(session: GameSession) -> Client:
    """A tablet that moderates the table."""
    client = browser()
    give_pass(device_of(client), Kind.MODERATOR, session)
    return client


def pause(session: GameSession, *, stand: bool) -> None:
    """Pause all times of a table, or resume them."""
    with journal.edit_session(session.pk) as fresh:
        clock.pause(fresh, journal.get_table(fresh), stand)


def end_moment(session: GameSession, seen: int) -> None:
    """Show the question that follows what has happened, as the desk does."""

    def work(fresh: GameSession, kept: table_cache.CachedTable | None) -> None:
        clock.end_moment(fresh, kept and kept.table, seen)
        journal.touch_session(fresh)

    journal.change_session(session.pk, work)


def page(client: Client, session: GameSession, surface: str) -> str:
    """Return the text of a device's page, without its tags."""
    html = client.get(reverse(surface, args=[session.code])).content.decode()
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", html.partition("<main")[2])))


def parts(client: Client, session: GameSession, surface: str) -> set[str]:
    """The parts of a device's page that have a name for tests (`data-test`)."""
    html = client.get(reverse(surface, args=[session.code])).content.decode()
    return set(re.findall(r'data-test="([^"]+)"', html))


def words_of(client: Client, session: GameSession, surface: str, part: str) -> str:
    """The words of the first element of a device's page that has this name for tests."""
    return said_in(client.get(reverse(surface, args=[session.code])).content.decode(), part)
