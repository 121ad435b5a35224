"""Who moderates is public, and a change before the deal is told to all (SECRECY 30)."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import GameSession
from moderation.access.invite_links import create_link
from moderation.models import Kind
from tests.moderation.clients import SPORZ, TABLE, at, joins, opens, refusal, seat, seated, text, the_host

pytestmark = pytest.mark.django_db

PHONES = {**TABLE, **SPORZ, "speaker": ""}
MODERATED, ALONE = "A moderator sees all the cards", "Nobody moderates"
CHANGED = 'data-test="manner-changed"'


def everybody(table: GameSession, phones: dict[str, Client]) -> list[str]:
    """The pages of phones, of the screen, and of somebody who wants to join."""
    english = {"accept-language": "en"}
    pages = [phone.get(at("phone", table), headers=english) for phone in phones.values()]
    return [text(page) for page in (*pages, Client().get(at("screen", table)))]


def changes(host: Client, table: GameSession, nights: str) -> None:
    assert host.post(at("desk_settings", table), {**PHONES, "nights": nights}).status_code == 302


@pytest.mark.parametrize(("nights", "said"), [("phones", MODERATED), ("eyes_closed", MODERATED), ("narrated", ALONE)])
def test_before_the_deal_all_devices_name_the_moderator(nights: str, said: str) -> None:
    table = opens(the_host(), nights=nights)
    pages = everybody(table, seated(table))
    joining = text(Client().get(at("join", table), headers={"accept-language": "en"}))
    assert all(said in page for page in (*pages, joining))
    assert not any(" now " in page.partition("<main")[2].partition("</main>")[0] for page in pages)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("phones", "narrated", "The table is now played without a moderator."),
        ("narrated", "phones", "The table now has a moderator, and its nights are played on the phones."),
        ("phones", "eyes_closed", "The table now has a moderator, and its nights are played with eyes closed."),
    ],
)
def test_a_change_before_the_deal_is_announced_until_the_deal(before: str, after: str, said: str) -> None:
    host = the_host()
    table = opens(host, nights=before)
    phones = seated(table)
    edition = GameSession.objects.get().edition
    changes(host, table, after)
    assert GameSession.objects.get().edition > edition  # all devices are sent it at once
    assert all(said in page and CHANGED in page for page in everybody(table, phones))
    changes(host, table, after)  # whatever else is set, it stays
    assert all(said in page for page in everybody(table, phones))
    for phone in phones.values():
        phone.post(at("agree", table))
    host.post(at("desk_deal", table))
    host.post(at("desk_take_back", table))
    assert not any(said in page for page in everybody(table, phones))


def test_at_an_empty_table_nobody_has_to_be_told() -> None:
    host = the_host()
    table = opens(host)
    changes(host, table, "narrated")
    assert not any(CHANGED in page for page in everybody(table, seated(table)))


# A change before the deal is agreed to


WAITED_FOR, AGREE, ASKED = "Not everybody has agreed", "I agree to play like this", "have still to agree"


def test_nothing_is_dealt_before_everybody_has_agreed_to_a_change() -> None:
    host = the_host()
    table = opens(host)
    phones = seated(table)
    assert AGREE not in "".join(everybody(table, phones))
    changes(host, table, "narrated")
    assert all(AGREE in page and "5 players" in page and ASKED in page for page in everybody(table, phones)[:-1])
    for name, phone in phones.items():
        said = refusal(host.post(at("desk_deal", table)))
        assert WAITED_FOR in said and name in said
        for _again in range(2):
            phone.post(at("agree", table))
        assert AGREE not in text(phone.get(at("phone", table)))
    assert not refusal(host.post(at("desk_deal", table)))


def test_new_players_and_players_without_phones_need_not_agree() -> None:
    host = the_host()
    table = opens(host)
    phones = seated(table)
    host.post(at("desk_add_seat", table), {"name": "Zoe"})
    changes(host, table, "eyes_closed")
    late = joins(table, "Fay")
    assert AGREE not in text(late.get(at("phone", table), headers={"accept-language": "en"}))
    for phone in phones.values():
        phone.post(at("agree", table))
    assert not refusal(host.post(at("desk_deal", table)))


def test_players_who_leave_need_not_agree() -> None:
    host = the_host()
    table = opens(host)
    phones = {**seated(table), "Fay": joins(table, "Fay")}
    changes(host, table, "narrated")
    for name, phone in phones.items():
        phone.post(at("leave" if name == "Fay" else "agree", table))
    assert not refusal(host.post(at("desk_deal", table)))


# The desk goes to another device


MORE, MOVED = "Another device now moderates this table as well.", "The table is now moderated from another device."


def another_desk(table: GameSession) -> Client:
    """A device that has scanned the desk's code and typed its PIN."""
    token, pin = create_link(Kind.MODERATOR, table, pin=True)
    tablet = Client()
    assert tablet.post(reverse("desk_link", args=[token]), {"pin": pin}).status_code == 302
    return tablet


@pytest.mark.parametrize("stage", ["joining", "cards", "playing"])
def test_a_desk_moving_to_another_device_is_announced(stage: str) -> None:
    host = the_host()
    table = opens(host)
    phones = seated(table)
    if stage != "joining":
        host.post(at("desk_deal", table))
    if stage == "playing":
        host.post(at("desk_begin", table))
    assert not any(MORE in page or MOVED in page for page in everybody(table, phones))
    edition = GameSession.objects.get().edition
    another_desk(table)
    assert GameSession.objects.get().edition > edition  # all devices are sent it at once
    assert all(MORE in page and MOVED not in page for page in everybody(table, phones))
    host.post(at("desk_hand_over", table))
    assert all(MOVED in page and MORE not in page for page in everybody(table, phones))
    assert (AGREE in text(phones["Ann"].get(at("phone", table)))) == (stage == "joining")


def seat_link(table: GameSession, name: str) -> str:
    """The address behind the QR code of somebody's seat."""
    return reverse("seat_link", args=[create_link(Kind.SEAT, table, seat(table, name))[0]])


REFUSED = "This device has moderated this game"


@pytest.mark.parametrize("way", ["hand over", "take"])
@pytest.mark.parametrize("stage", ["cards", "playing"])
def test_a_device_that_saw_the_deal_gets_no_seat(stage: str, way: str) -> None:
    """SECRECY 34: a former moderator's device took a seat by its QR code, and nobody was told."""
    host = the_host()
    table = opens(host)
    phones = seated(table)
    former = another_desk(table)
    for phone in phones.values():
        phone.post(at("agree", table))
    host.post(at("desk_deal", table))
    if stage == "playing":
        host.post(at("desk_begin", table))
    if way == "take":
        host.post(reverse("desk_take", args=[table.code]))
    else:
        former.post(at("desk_hand_over", table))
    link = seat_link(table, "Ann")
    answer = former.post(link)
    assert answer.status_code == 409 and REFUSED in text(answer)
    assert former.get(at("phone", table)).status_code == 302, "it has no seat"
    assert phones["Ann"].get(at("phone", table)).status_code == 200, "who sits there keeps it"
    assert Client().post(link).status_code == 302, "the code still leads another device there"


def test_a_former_moderator_of_an_earlier_deal_gets_a_seat() -> None:
    host = the_host()
    table = opens(host)
    phones = seated(table)
    early, late = another_desk(table), another_desk(table)
    early.post(at("desk_hand_over", table))
    for phone in phones.values():
        phone.post(at("agree", table))
    host.post(at("desk_deal", table))
    late.post(at("desk_hand_over", table))
    assert early.post(seat_link(table, "Ann")).status_code == 302
    assert late.post(seat_link(table, "Bob")).status_code == 409
    host.post(at("desk_take_back", table))
    for phone in phones.values():
        phone.post(at("agree", table))
    host.post(at("desk_deal", table))
    assert late.post(seat_link(table, "Bob")).status_code == 302


def test_only_a_host_without_the_desk_is_announced_as_new() -> None:
    host = the_host()
    table = opens(host)
    phones = seated(table)
    host.post(reverse("desk_take", args=[table.code]))
    assert not any(MOVED in page for page in everybody(table, phones))
    tablet = another_desk(table)
    for phone in phones.values():
        phone.post(at("agree", table))
    host.post(at("desk_deal", table))
    host.post(at("desk_begin", table))
    assert not any(MOVED in page or MORE in page for page in everybody(table, phones))  # it was settled by the deal
    host.post(reverse("desk_take", args=[table.code]))
    assert all(MOVED in page for page in everybody(table, phones))
    assert tablet.get(at("desk", table)).status_code == 404
