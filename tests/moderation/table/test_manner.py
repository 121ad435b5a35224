"""Who moderates is public, and a change before the deal is told to all (SECRECY 30)."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import GameSession
from tests.moderation.people import SPORZ, TABLE, at, opens, seated, text, the_host

pytestmark = pytest.mark.django_db

PHONES = {**TABLE, **SPORZ, "speaker": ""}
MODERATED, ALONE = "A moderator sees all the cards", "Nobody moderates"


def everybody(table: GameSession, phones: dict[str, Client]) -> list[str]:
    """What phones, the screen and whoever stands at the door are shown."""
    english = {"accept-language": "en"}
    pages = [phone.get(at("phone", table), headers=english) for phone in phones.values()]
    return [text(page) for page in (*pages, Client().get(at("screen", table)))]


def changes(host: Client, table: GameSession, nights: str) -> None:
    assert host.post(at("desk_settings", table), {**PHONES, "nights": nights}).status_code == 302


@pytest.mark.parametrize(("nights", "said"), [("phones", MODERATED), ("eyes_closed", MODERATED), ("narrated", ALONE)])
def test_before_the_deal_every_phone_and_screen_and_the_door_say_who_moderates(nights: str, said: str) -> None:
    table = opens(the_host(), nights=nights)
    pages = everybody(table, seated(table))
    door = text(Client().get(at("join", table), headers={"accept-language": "en"}))
    assert all(said in page for page in (*pages, door))
    assert not any(" now " in page.partition("<main")[2].partition("</main>")[0] for page in pages)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("phones", "narrated", "The table is now played without a moderator."),
        ("narrated", "phones", "The table now has a moderator, and its nights are played on the phones."),
        ("phones", "eyes_closed", "The table now has a moderator, and its nights are played with eyes closed."),
    ],
)
def test_a_change_before_the_deal_is_told_to_everybody_until_the_deal(before: str, after: str, said: str) -> None:
    host = the_host()
    table = opens(host, nights=before)
    phones = seated(table)
    edition = GameSession.objects.get().edition
    changes(host, table, after)
    assert GameSession.objects.get().edition > edition  # all devices are sent it at once
    assert all(said in page for page in everybody(table, phones))
    changes(host, table, after)  # whatever else is set, it stays
    assert all(said in page for page in everybody(table, phones))
    host.post(at("desk_deal", table))
    host.post(at("desk_take_back", table))
    assert not any(said in page for page in everybody(table, phones))


def test_at_an_empty_table_nobody_has_to_be_told() -> None:
    host = the_host()
    table = opens(host)
    changes(host, table, "narrated")
    assert not any("is now played" in page for page in everybody(table, seated(table)))
