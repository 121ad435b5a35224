"""People who act through the pages, each with a device of their own."""

import re
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games import lifecycle
from games.models import GameSession, Seat
from moderation.access import invite_links

TABLE = {"nights": "phones", "language": "en"}
SPORZ = {"option.night_autopsy": "role", "option.investigators": "cpg"}
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "psychologist", "genome": "resistant"},
    "Eve": {"role": "astronaut", "genome": "normal"},
}


def the_host() -> Client:
    """A device that has redeemed the host's link."""
    client = Client()
    client.post(invite_links.create_host_link())
    return client


def opens(host: Client, game: str = "sporz", **fields: str) -> GameSession:
    """The table that the host opens, and moderates."""
    answer = host.post(reverse("create"), {"game": game, **TABLE, **(SPORZ if game == "sporz" else {}), **fields})
    assert answer.status_code == 302, text(answer)
    return GameSession.objects.get(code=answer.headers["Location"].strip("/").split("/")[-1], closed=None)


def joins(session: GameSession, name: str, client: Client | None = None) -> Client:
    """Somebody who takes a seat."""
    client = client or Client()
    answer = client.post(reverse("join", args=[session.code]), {"name": name})
    assert answer.status_code == 302, text(answer)
    return client


def refusal(answer: Any) -> str:
    """The sentence that the desk shows after a tap; nothing when it was accepted."""
    assert answer.status_code == 302
    notice = (
        text(answer.client.get(answer.headers["Location"])).partition('<div id="notice"')[2].partition("</div>")[0]
    )
    return " ".join(map(unescape, re.findall(r"<p [^>]*>(.+?)</p>", notice)))


def notices(html: str) -> dict[str, str]:
    """Return the notices of a page by their kind: `success`, `warning` or `error`."""
    shown = html.partition('<div id="notice"')[2].partition("</div>")[0]
    return {kind: unescape(said) for kind, said in re.findall(r'<p class="notice (\w+)">(.+?)</p>', shown)}


def said_in(html: str, name: str) -> str:
    """The words of the element that has this name for tests (`data-test`)."""
    found = re.search(rf'<(\w+)[^>]*\bdata-test="{name}"[^>]*>(.*?)</\1>', html, re.DOTALL)
    assert found, f"no element is named {name}"
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found[2])).split())


def numbers_in(html: str, name: str) -> list[int]:
    """The numbers in the words of that element."""
    return [int(number) for number in re.findall(r"\d+", said_in(html, name))]


def at(name: str, session: GameSession, *args: object) -> str:
    """The address of a table's page."""
    return reverse(name, args=[session.code, *args])


def seated(session: GameSession) -> dict[str, Client]:
    """Five people who have joined."""
    return {name: joins(session, name) for name in NAMES}


def seat(session: GameSession, name: str) -> Seat:
    """The seat of this name."""
    return Seat.objects.get(session=session, name=name)


def playing(session: GameSession) -> GameSession:
    """The table with known cards dealt, at play."""
    lifecycle.deal_cards(session, DEAL)
    lifecycle.begin(session)
    session.refresh_from_db()
    return session


def ring(session: GameSession) -> list[str]:
    """The names, clockwise."""
    return session.seat_names()


def text(answer: HttpResponse) -> str:
    """What a page says."""
    return answer.content.decode()
