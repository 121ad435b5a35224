"""The ring: who sits where, under which name, played by whom; changed by the moderator alone."""

import re
from html import unescape

import pytest
from django.test import Client

from games import lifecycle
from games.models import GameSession, Seat
from moderation.access.devices import move_seat
from moderation.models import Kind, Link, Pass
from moderation.tables.next_game import play_again
from tests.moderation.clients import DEAL, at, joins, opens, refusal, ring, seat, seated, text
from tests.moderation.sporz_table import browser, device_of

pytestmark = pytest.mark.django_db


def ids(table: GameSession) -> list[str]:
    return [str(pk) for pk in table.seats.order_by("place").values_list("pk", flat=True)]


def test_the_moderator_adds_somebody_without_a_phone(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    assert refusal(host.post(at("desk_add_seat", table), {"name": "Papi"})) == ""
    assert ring(table) == ["Ann", "Papi"]


@pytest.mark.parametrize("name", ["", "ANN", "x" * 10_000, "\u200b"])
def test_a_name_that_cannot_be_adds_nobody(host: Client, table: GameSession, name: str) -> None:
    joins(table, "Ann")
    assert refusal(host.post(at("desk_add_seat", table), {"name": name}))
    assert ring(table) == ["Ann"]


def test_a_second_tap_on_fill_adds_no_more_bots(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    for _ in range(2):
        host.post(at("desk_add_seat", table), {"bots": "5"})
    assert len(ring(table)) == 5
    assert Seat.objects.filter(bot=True).count() == 4


@pytest.mark.parametrize("bots", ["-1", "many", "1e3", "9" * 10_000, "²"])
def test_a_number_that_is_none_adds_nobody(host: Client, table: GameSession, bots: str) -> None:
    assert refusal(host.post(at("desk_add_seat", table), {"bots": bots}))
    assert ring(table) == []


def test_with_htmx_a_refusal_has_status_409_on_the_page(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    answer = host.post(at("desk_add_seat", table), {"name": "ann"}, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert re.search(r'data-test="refused-unwanted">[^<]*\bAnn\b', text(answer))
    answer = host.post(at("desk_add_seat", table), {"name": "Bob"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Bob" in text(answer)


def test_a_seat_is_renamed_and_its_phone_keeps_it(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    joins(table, "Bob")
    path = at("desk_rename", table, seat(table, "Ann").pk)
    assert refusal(host.post(path, {"name": "Anna"})) == ""
    assert refusal(host.post(path, {"name": "BOB"}))
    assert refusal(host.post(path, {"name": " "}))
    assert ring(table) == ["Anna", "Bob"]
    assert "Anna" in text(ann.get(at("phone", table)))


def test_a_seat_may_be_renamed_to_another_case_of_itself(host: Client, table: GameSession) -> None:
    joins(table, "ann")
    host.post(at("desk_rename", table, seat(table, "ann").pk), {"name": "Ann"})
    assert ring(table) == ["Ann"]


# what a phone without its seat is told


def sent_away(phone: Client, table: GameSession, mark: str = "") -> str:
    """What a phone reads whose page asks again, with the mark of the seat that it had, if it still knows it."""
    return text(phone.get(at("phone", table), {"had": mark} if mark else {}, follow=True))


def mark_on(phone: Client, table: GameSession) -> str:
    """By which the page knows its seat."""
    return text(phone.get(at("phone", table))).partition('data-seat="')[2].partition('"')[0]


def test_whoever_is_removed_is_told_so(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    mark = mark_on(ann, table)
    host.post(at("desk_remove", table, seat(table, "Ann").pk))
    said = sent_away(ann, table, mark)
    assert 'data-test="seat-taken"' in said and 'data-test="seat-moved"' not in said
    assert 'data-test="seat-lapsed"' in sent_away(ann, table)  # a page that no longer knows which


@pytest.mark.parametrize("begun", [False, True])
def test_whoever_has_moved_is_told_so_and_the_word_stays(host: Client, table: GameSession, begun: bool) -> None:
    phones = seated(table)
    if begun:
        lifecycle.deal_cards(table, DEAL)
        lifecycle.begin(table)
    mark = mark_on(phones["Ann"], table)
    move_seat(device_of(browser()), seat(table, "Ann"))
    said = sent_away(phones["Ann"], table, mark)
    assert 'data-test="seat-moved"' in said and 'data-test="seat-taken"' not in said
    if begun:  # the page asks again every few seconds
        again = unescape(said.partition('hx-get="')[2].partition('"')[0])
        assert 'data-test="seat-moved"' in text(phones["Ann"].get(again))


def test_whoever_comes_late_is_told_that_the_game_has_begun(table: GameSession) -> None:
    seated(table)
    lifecycle.deal_cards(table, DEAL)
    lifecycle.begin(table)
    said = text(Client().get(at("join", table)))
    assert 'data-test="begun"' in said


@pytest.mark.parametrize("mark", ["x" * 33, "a&b", "é", "<script>"])
def test_an_unknown_mark_in_an_address_is_dropped(table: GameSession, mark: str) -> None:
    answer = Client().get(at("phone", table), {"had": mark})
    assert answer.headers["Location"] == f"/j/{table.code}/?moved=1"


def test_a_seat_that_is_removed_may_be_taken_again(host: Client, table: GameSession) -> None:
    ann = joins(table, "Ann")
    host.post(at("desk_remove", table, seat(table, "Ann").pk))
    assert ring(table) == []
    assert ann.get(at("phone", table)).status_code == 302
    joins(table, "Ann", ann)
    assert ring(table) == ["Ann"]


def test_the_ring_is_ordered_by_dragging_and_by_buttons(host: Client, table: GameSession) -> None:
    for name in ("Ann", "Bob", "Cid"):
        joins(table, name)
    ann, bob, cid = ids(table)
    host.post(at("desk_order", table), {"seat": [cid, ann, bob]})
    assert ring(table) == ["Cid", "Ann", "Bob"]
    host.post(at("desk_order", table), {"seat": [cid, ann, bob], "up": bob})
    assert ring(table) == ["Cid", "Bob", "Ann"]
    host.post(at("desk_order", table), {"seat": ids(table), "up": cid})
    assert ring(table) == ["Bob", "Ann", "Cid"]
    host.post(at("desk_order", table), {"seat": ids(table), "down": cid})
    assert ring(table) == ["Cid", "Bob", "Ann"]


@pytest.mark.parametrize("wrong", ["short", "twice", "stranger", "words", "nothing"])
def test_an_order_of_another_ring_is_refused(host: Client, table: GameSession, wrong: str) -> None:
    joins(table, "Ann")
    joins(table, "Bob")
    ann, bob = ids(table)
    orders = {"short": [bob], "twice": [bob, bob], "stranger": [bob, "999"], "words": [bob, "x" * 10_000]}
    assert refusal(host.post(at("desk_order", table), {"seat": orders.get(wrong, [])}))
    assert ids(table) == [ann, bob]


@pytest.mark.parametrize("stale", [999, 10**18, 10**30])
def test_a_missing_seat_is_refused_or_not_found(host: Client, table: GameSession, stale: int) -> None:
    for name in ("desk_rename", "desk_remove", "desk_bot"):
        assert refusal(host.post(at(name, table, stale), {"name": "Zed", "bot": "on"}))
    for name in ("desk_seat", "desk_card"):
        assert host.get(at(name, table, stale)).status_code == 404
    assert host.post(at("desk_seat_link", table, stale)).status_code == 404


def test_a_seat_of_another_table_is_refused(host: Client, table: GameSession) -> None:
    other = opens(host)
    joins(other, "Ann")
    elsewhere = seat(other, "Ann").pk
    assert refusal(host.post(at("desk_remove", table, elsewhere)))
    assert host.get(at("desk_seat", table, elsewhere)).status_code == 404
    assert ring(other) == ["Ann"]


def test_once_cards_are_dealt_the_ring_stays_as_it_is(host: Client, table: GameSession) -> None:
    seated(table)
    lifecycle.deal_cards(table, DEAL)
    ann = seat(table, "Ann").pk
    for name, args, sent in (
        ("desk_rename", [ann], {"name": "Anna"}),
        ("desk_remove", [ann], {}),
        ("desk_add_seat", [], {"name": "Zed"}),
        ("desk_add_seat", [], {"bots": "9"}),
        ("desk_order", [], {"seat": ids(table)[::-1]}),
    ):
        assert refusal(host.post(at(name, table, *args), sent))
    assert ring(table) == ["Ann", "Bob", "Cid", "Dan", "Eve"]


def test_a_bot_takes_over_a_seat_and_returns_it(host: Client, table: GameSession) -> None:
    seated(table)
    lifecycle.deal_cards(table, DEAL)
    path = at("desk_bot", table, seat(table, "Eve").pk)
    for _ in range(2):
        host.post(path, {"bot": "on"})
    eve = seat(table, "Eve")
    assert eve.bot
    assert eve.looked
    lifecycle.begin(table)
    host.post(path, {"bot": "off"})
    assert not seat(table, "Eve").bot


def test_a_seat_code_is_shown_once_and_only_newest_works(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    path = at("desk_seat_link", table, seat(table, "Ann").pk)
    first, second = (text(host.post(path)) for _ in range(2))
    assert host.get(path).status_code == 405
    links = [page.split("/seat/")[-1].split("/")[0] for page in (first, second)]
    assert links[0] != links[1]
    assert Client().get(f"/seat/{links[0]}/").status_code == 404
    assert Client().post(f"/seat/{links[1]}/").status_code == 302
    assert Pass.objects.filter(kind=Kind.SEAT).count() == 1


def test_all_seats_are_handed_out_again_from_one_page(host: Client, table: GameSession) -> None:
    """Each person's seat has one code that works once; the computer's has none."""
    seated(table)
    table.seats.filter(name="Eve").update(bot=True)
    path = at("desk_seat_links", table)
    assert host.get(path).status_code == 405
    page = text(host.post(path))
    assert page.count('class="qr"') == 4 and "<bdi>Eve</bdi>" not in page
    assert page.count('class="face') == 4  # found at a glance on paper too
    assert Link.objects.filter(kind=Kind.SEAT, used=None, seat__name__in=["Ann", "Bob", "Cid", "Dan"]).count() == 4
    assert "/seat/" not in page.partition("<main")[2]  # scanned, never read aloud or clicked on


def test_players_without_a_phone_see_their_card_at_the_desk(host: Client, table: GameSession) -> None:
    seated(table)
    path = at("desk_card", table, seat(table, "Ann").pk)
    assert host.get(path).status_code == 404
    host.post(path)
    assert not seat(table, "Ann").looked
    lifecycle.deal_cards(table, DEAL)
    page = text(host.get(path))
    assert "Base mutant" in page
    assert "Doctor" not in page
    host.post(path)
    assert seat(table, "Ann").looked
    assert not seat(table, "Bob").looked


def test_a_confusable_name_is_refused_naming_the_similar_one(host: Client, table: GameSession) -> None:
    joins(table, "Zoé")
    assert "Zoé sits here already" in refusal(host.post(at("desk_add_seat", table), {"name": "Zoe."}))
    assert "called Zoé already" in refusal(host.post(at("desk_add_seat", table), {"name": "Zoé"}))
    assert refusal(host.post(at("desk_add_seat", table), {"name": "Zoé B."})) == ""
    assert ring(table) == ["Zoé", "Zoé B."]


def test_an_old_ring_keeps_similar_names_but_adds_none(host: Client, table: GameSession) -> None:
    for place, name in enumerate(("Zoe", "Zoé", "Nobody")):
        Seat.objects.create(session=table, place=place, name=name, folded=name)
    GameSession.objects.filter(pk=table.pk).update(stage="playing")
    again = play_again(table)
    assert ring(again) == ["Zoe", "Zoé", "Nobody"]
    assert refusal(host.post(at("desk_add_seat", again), {"name": "ZOE"}))
    assert host.get(at("desk_seat", again, again.seats.first().pk)).status_code == 200  # type: ignore[union-attr]
