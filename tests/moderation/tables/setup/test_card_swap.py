"""Two people swap cards before play: at the desk, in two taps, with or without a phone."""

import pytest
from django.test import Client

from games.engine.kit import all_kits
from games.models import GameSession
from tests.moderation.clients import at, joins, opens, text

pytestmark = pytest.mark.django_db
MODERATED = [slug for slug, kit in all_kits().items() if kit.words.MODERATED]


def dealt(host: Client, game: str = "sporz") -> GameSession:
    """A table whose cards are dealt: Ann has a phone, two others have none, the computer plays the rest."""
    session = opens(host, game)
    joins(session, "Ann")
    for name in ("Bob", "Cid"):
        host.post(at("desk_add_seat", session), {"name": name})
    host.post(at("desk_add_seat", session), {"bots": str(max(8, all_kits()[game].roles.SEATS[0]))})
    host.post(at("desk_deal", session))
    return again(session)


def again(session: GameSession) -> GameSession:
    return GameSession.objects.get(pk=session.pk)


def swap(host: Client, session: GameSession, *names: str) -> str:
    """The page after the tap."""
    seats = [str(seat.pk) for name in names for seat in session.seats.filter(name=name)]
    return text(host.post(at("desk_swap_cards", session), {"seat": seats}, follow=True))


@pytest.mark.parametrize("game", MODERATED)
def test_two_people_get_each_others_cards_and_look_again(host: Client, game: str) -> None:
    session = dealt(host, game)
    session.seats.update(looked=True)
    before = session.deal
    swap(host, session, "Ann", "Bob")
    after = again(session)
    assert after.deal == {**before, "Ann": before["Bob"], "Bob": before["Ann"]}
    unseen = set(after.seats.filter(looked=False).values_list("name", flat=True))
    assert unseen == {"Ann", "Bob"}
    assert after.seats.get(name="Ann").role == before["Bob"]["role"]


def test_the_page_warns_of_a_card_that_somebody_had_seen(host: Client) -> None:
    session = dealt(host)
    warned = '<p class="notice warning">'
    assert warned not in swap(host, session, "Ann", "Bob")
    session.seats.filter(name="Cid").update(looked=True)
    warning = swap(host, session, "Cid", "Bob").partition(warned)[2].partition("</p>")[0]
    assert "Cid" in warning and "Bob" not in warning


@pytest.mark.parametrize("names", [(), ("Ann",), ("Ann", "Bob", "Cid"), ("Zoe", "Ann")])
def test_a_swap_of_other_than_two_changes_nothing(host: Client, names: tuple[str, ...]) -> None:
    session = dealt(host)
    assert "Choose two people." in swap(host, session, *names)
    assert again(session).deal == session.deal


def test_once_play_has_begun_cards_stay(host: Client) -> None:
    session = dealt(host)
    session.seats.update(looked=True)
    host.post(at("desk_begin", session))
    swap(host, session, "Ann", "Bob")
    assert again(session).deal == session.deal


def test_the_deal_stands_on_the_ring_under_its_cover(host: Client) -> None:
    session = dealt(host)
    page = text(host.get(at("desk_cards", session)))
    cover = page.partition("<details")[2].partition("</details>")[0]
    assert cover.count('name="seat"') == session.seats.count() == cover.count('class="seat"')
    assert page.count("to see") == 1  # one instruction, not two
