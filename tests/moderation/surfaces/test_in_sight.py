"""What the rules show to all and keep from all, on every device of a running table: hands, pleas, camps."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import journal, lifecycle
from games.models import GameSession, Seat
from tests.games.kits.lupus_village import NAMES as VILLAGE
from tests.games.kits.lupus_village import deal as village
from tests.moderation.sporz_table import CLOSE, NAMES, browser, desk, phone, playing

pytestmark = pytest.mark.django_db


def shown(client: Client, session: GameSession, page: str) -> str:
    """What a device shows."""
    return client.get(reverse(page, args=[session.code]), headers={"hx-request": "true"}).content.decode()


def devices(session: GameSession, *seats: str) -> list[tuple[Client, str]]:
    """The desk, the screen, and the phones of these seats."""
    return [(desk(session), "desk"), (browser(), "screen"), *((phone(session, seat), "phone") for seat in seats)]


def whose(page: str) -> dict[str, str]:
    """Who voted for whom, as a page shows it."""
    found = re.search(r'id="whose".*?</details>', page, re.DOTALL)
    return (
        dict(re.findall(r"<strong[^>]*><span[^>]*>([^<]*)</span></strong>\s*<span>([^<]*)</span>", found[0]))
        if found
        else {}
    )


def of_lupus() -> GameSession:
    """Eight players by day, all of them asked together; the werewolves tore nobody but the moderator."""
    session = GameSession.objects.create(
        code="BFHJ", game="lupus", kit_version=1, nights="eyes_closed", language="en", options={"voting": "together"}
    )
    for place, name in enumerate(VILLAGE[:8]):
        Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
    lifecycle.deal_cards(session, village())
    lifecycle.begin(session)
    return session


def until(session: GameSession, step: str) -> None:
    """Close one step after the other until this one is open."""
    while True:
        with journal.read_table(session.pk) as (_, table):
            assert table and table.step
            if table.step.name == step:
                return
        journal.submit(session.pk, CLOSE)


@pytest.mark.parametrize("nights", ["phones", "eyes_closed"])
def test_s07_every_device_shows_the_ballots_of_an_election(nights: str) -> None:
    session = playing(nights=nights)
    everywhere = devices(session, "Ann", "Fay")
    for seat in ("Bob", "Cid"):
        journal.submit(session.pk, {"by": seat, "answer": {"seat": "Eve"}})
    assert all(whose(shown(client, session, page)) == {} for client, page in everywhere)
    journal.submit(session.pk, CLOSE)
    seen = [whose(shown(client, session, page)) for client, page in everywhere]
    assert seen == [{"Bob": "Eve", "Cid": "Eve"}] * 4


@pytest.mark.parametrize(
    ("nights", "hint"), [("phones", "They vote on their phones"), ("eyes_closed", "enter whom;")]
)
def test_s07_the_desk_says_how_this_table_elects(nights: str, hint: str) -> None:
    session, begun = playing(nights=nights), {"opened": 0, "part": 2}  # the doctors have seen each other
    moderator = desk(session)
    moderator.post(reverse("desk_said", args=[session.code]), begun)
    page = shown(moderator, session, "desk")
    assert hint in page and ("They choose by a show of hands" in page) == (nights == "eyes_closed")


def test_l27_nominations_stay_visible_during_pleas_until_the_vote() -> None:
    session = of_lupus()
    until(session, "nominate")
    everywhere = devices(session, "Ann", "Hal")[1:]
    for seat, named in (("Ann", "Eve"), ("Bob", "Fay")):
        journal.submit(session.pk, {"by": seat, "answer": {"seat": named}})
    until(session, "defence")
    lines = re.findall(r"<li>([^<]*)</li>", shown(everywhere[0][0], session, "screen"))
    named = [line for line in lines if re.search("Ann.*Eve|Bob.*Fay", line)]
    assert len(named) == 2
    for client, page in everywhere:
        assert all(line in shown(client, session, page) for line in named)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_s43_who_changed_camp_is_neither_winner_nor_loser(language: str) -> None:
    session = playing(nights="eyes_closed")
    moves: list[dict[str, Any]] = [
        {"by": "moderator", "answer": {"seat": "Eve"}},
        {"by": "Ann", "answer": {"mutate": "Dan"}},  # resistant: he stays in his camp
        {"by": "Bob", "answer": {"heal": "Fay"}},
        CLOSE,
        {"by": "Cid", "answer": {"seat": "Dan"}},
        CLOSE,  # Dan is out
        {"by": "Ann", "answer": {"mutate": "Eve"}},
        {"by": "Bob", "answer": {"heal": "Eve"}},  # a mutant for a moment
        {"by": "Cid", "answer": {"seat": "Ann"}},
        CLOSE,
    ]
    for move in moves:
        journal.submit(session.pk, move)
    with journal.read_table(session.pk) as (_, table):
        assert table and table.outcome and "Eve" in table.outcome.seats and table.outcome.changed == ["Eve"]
    for client, page in devices(session, "Eve"):
        client.cookies["django_language"] = language
        html = shown(client, session, page)
        won = {
            name for name in NAMES if re.search(rf"{name}(?:(?!</li>|</tr>).)*?class=\"badge won\"", html, re.DOTALL)
        }
        assert won == {"Bob", "Cid", "Dan", "Fay"}, (page, won)
        assert not re.search("los(?:es|t|er)|perd(?:ant|u)", html), page


def test_spoken_lines_are_in_the_language_of_the_table() -> None:
    session = of_lupus()
    session.language = "fr"
    session.save(update_fields=["language"])
    moderator = desk(session)  # in English
    page = shown(moderator, session, "desk")
    (spoken,) = re.findall(r'data-say="[^"]*" lang="fr".*?</div>', page, re.DOTALL)
    assert "La nuit tombe" in spoken
    assert "Every eye is closed" in page
    until(session, "debate")
    page = shown(moderator, session, "desk")
    announced = page.partition("announce")[2].partition("</section>")[0]
    assert "meneur de jeu" in announced and "moderator" not in announced
