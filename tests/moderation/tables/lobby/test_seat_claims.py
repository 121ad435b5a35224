"""The way back: whoever lost their cookies asks for their seat, and the table answers in private."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from games import journal, lifecycle, server_clock
from games.models import GameSession
from moderation.models import KeptOut, Kind, Pass, SeatClaim
from moderation.play.pacing import returning
from moderation.play.rendering import render
from moderation.play.rendering.render import Viewer
from moderation.players import presence
from moderation.tables.next_game import play_again
from tests.moderation.clients import DEAL, at, joins, opens, playing, refusal, seat, seated, text

pytestmark = pytest.mark.django_db

CHIEF = {"step": "chief", "by": "moderator", "answer": {"seat": "Eve"}}


@pytest.fixture(autouse=True)
def nobody_has_asked() -> None:
    cache.clear()


def asks(table: GameSession, name: str, client: Client | None = None) -> Client:
    """A browser without a seat asks for this one."""
    client = client or Client()
    client.get(at("seat_back", table))
    answer = client.post(at("seat_back", table), {"seat": seat(table, name).pk})
    assert answer.status_code == 302, text(answer)
    return client


def answers(host: Client, table: GameSession, do: str, claim: SeatClaim | None = None) -> str:
    """The desk answers the first request, or this one; the sentence of a refusal."""
    claim = claim or SeatClaim.objects.first()
    return refusal(host.post(at("desk_return", table), {"do": do, "claim": claim.pk if claim else 0}))


def number_on(client: Client, table: GameSession) -> str:
    """The number that the waiting page shows."""
    found = re.search(r'data-test="number">(\d+)<', text(client.get(at("seat_back", table))))
    return found[1] if found else ""


def at_night(table: GameSession) -> GameSession:
    """A call of the first night runs on the phones."""
    playing(table)
    journal.submit(table.pk, CHIEF)
    table.refresh_from_db()
    return table


def test_a_running_game_has_a_way_back_to_a_seat(table: GameSession) -> None:
    seated(table)
    at_night(table)
    late = text(Client().get(at("join", table)))
    assert at("seat_back", table) in late
    page = text(Client().get(at("seat_back", table)))
    assert all(f">{name}</bdi>" in page for name in DEAL)


def test_one_tap_gives_the_seat_and_disconnects_the_old_device(host: Client, table: GameSession) -> None:
    phones = seated(table)
    at_night(table)
    new = asks(table, "Ann")
    page = text(new.get(at("seat_back", table)))
    assert "mutant" not in page
    assert new.get(at("phone", table)).status_code == 302  # nothing before the desk has answered
    desk = text(host.get(at("desk", table)))
    assert number_on(new, table) in desk and 'value="give"' in desk
    assert answers(host, table, "give") == ""
    assert new.get(at("seat_back", table)).headers["Location"] == at("phone", table)
    led = new.get(at("seat_back", table), headers={"HX-Request": "true"})
    assert led.headers["HX-Redirect"] == at("phone", table)
    assert "mutant" in text(new.get(at("phone", table)))
    assert phones["Ann"].get(at("phone", table)).status_code == 302
    assert phones["Bob"].get(at("phone", table)).status_code == 200
    assert 'value="give"' not in text(host.get(at("desk", table)))


@pytest.mark.parametrize("do", ["give", "refuse", "keep_out"])
def test_nobody_else_hears_of_a_request_or_its_answer(host: Client, table: GameSession, do: str) -> None:
    """SECRECY 21, 28 to 30: the room and all other phones show the same bytes, under the same number."""
    phones = seated(table)
    at_night(table)

    def seen() -> list[tuple[int, str | None]]:
        others = [Viewer("screen", "en")]
        for name in phones.keys() - {"Ann"}:
            held = Pass.objects.get(kind=Kind.SEAT, session=table, seat=seat(table, name))
            others.append(Viewer("phone", "en", held.pk, held.seat_id))
        rendered = render.render(table.pk, others, others)
        return [(rendered.number(one), rendered.html(one)) for one in others]

    before, step = seen(), GameSession.objects.get(pk=table.pk).head
    asks(table, "Ann")
    assert seen() == before
    assert answers(host, table, do) == ""
    assert seen() == before
    assert GameSession.objects.get(pk=table.pk).head == step  # the call goes on


def test_a_seats_qr_code_tells_nobody_else_either(host: Client, table: GameSession) -> None:
    seated(table)
    edition = at_night(table).edition
    link = re.search(r"/seat/[\w-]{20,}/", text(host.post(at("desk_seat_link", table, seat(table, "Ann").pk))))
    assert link and Client().post(link[0]).status_code == 302
    table.refresh_from_db()
    assert table.edition == edition


def test_a_refused_claim_may_be_repeated_after_a_rest(
    host: Client, table: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(table)
    new = asks(table, "Ann")
    assert answers(host, table, "refuse") == ""
    assert 'data-test="seat-refused"' in text(new.get(at("seat_back", table)))
    assert new.post(at("seat_back", table), {"seat": seat(table, "Ann").pk}).status_code == 409
    later = server_clock.now() + returning.REST + timedelta(seconds=1)
    monkeypatch.setattr(server_clock, "now", lambda: later)
    asks(table, "Ann", new)
    assert answers(host, table, "give") == ""


def test_a_request_that_nobody_answers_lapses(
    host: Client, table: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated(table)
    new = asks(table, "Ann")
    claim = SeatClaim.objects.get()
    later = server_clock.now() + returning.LIFE
    monkeypatch.setattr(server_clock, "now", lambda: later)
    assert 'value="give"' not in text(host.get(at("desk", table)))
    assert answers(host, table, "give", claim)
    assert 'data-test="choose-seat"' in text(new.get(at("seat_back", table)))
    assert not SeatClaim.objects.exists()


def test_a_blocked_phone_cannot_join_until_it_is_allowed_again(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    new = asks(table, "Ann")
    assert answers(host, table, "keep_out") == ""
    for page in ("join", "seat_back"):
        assert 'data-test="kept-out"' in text(new.get(at(page, table)))
    assert new.post(at("join", table), {"name": "Other"}).status_code == 409
    assert new.post(at("seat_back", table), {"seat": seat(table, "Ann").pk}).status_code == 409
    joins(table, "Bob")  # the door is open for all others
    assert refusal(host.post(at("desk_let_in", table), {"kept_out": KeptOut.objects.get().pk})) == ""
    joins(table, "Other", new)


def test_a_kept_out_phone_stays_out_of_the_next_game(host: Client, table: GameSession) -> None:
    seated(table)
    new = asks(table, "Ann")
    answers(host, table, "keep_out")
    again = play_again(playing(table))
    assert new.post(at("join", again), {"name": "Other"}).status_code == 409


def test_strangers_cannot_flood_the_desk(host: Client, table: GameSession) -> None:
    seated(table)
    statuses = []
    for _stranger in range(returning.MOST + 3):
        client = Client()
        client.get(at("seat_back", table))
        statuses.append(client.post(at("seat_back", table), {"seat": seat(table, "Ann").pk}).status_code)
    assert statuses.count(302) == returning.MOST and set(statuses) == {302, 409}
    desk = text(host.get(at("desk", table)))
    assert desk.count('value="give"') == returning.MAX_LISTED
    more = desk.partition('id="return-none"')[2].partition("<p")[2].partition("</p>")[0]
    assert re.findall(r"\d+", more) == [str(returning.MOST - returning.MAX_LISTED)]
    assert refusal(host.post(at("desk_return", table), {"do": "refuse_all"})) == ""
    assert 'value="give"' not in text(host.get(at("desk", table)))
    cache.clear()
    one = asks(table, "Ann")  # and whoever asks honestly then is heard
    assert number_on(one, table)


def test_a_browser_claims_one_seat_at_a_time(host: Client, table: GameSession) -> None:
    seated(table)
    new = asks(table, "Ann")
    asks(table, "Bob", new)
    asks(table, "Bob", new)
    assert [claim.seat.name for claim in SeatClaim.objects.all()] == ["Bob"]
    new.post(at("seat_back", table), {"withdraw": "1"})
    assert not SeatClaim.objects.exists()
    for _again in range(13):
        answer = new.post(at("seat_back", table), {"seat": seat(table, "Ann").pk})
    assert answer.status_code == 409


def test_of_two_who_ask_for_one_seat_one_gets_it(host: Client, table: GameSession) -> None:
    seated(table)
    first, second = asks(table, "Ann"), asks(table, "Ann")
    assert number_on(first, table) != number_on(second, table)
    assert answers(host, table, "give", SeatClaim.objects.last()) == ""
    assert second.get(at("phone", table)).status_code == 200
    assert 'data-test="seat-refused"' in text(first.get(at("seat_back", table)))


@pytest.mark.parametrize("sent", [{}, {"seat": "x"}, {"seat": "-1"}, {"seat": "9" * 40}, {"seat": "999999"}])
def test_a_seat_that_is_none_is_refused_in_a_sentence(table: GameSession, sent: dict[str, str]) -> None:
    seated(table)
    answer = Client().post(at("seat_back", table), sent)
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert not SeatClaim.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"do": "give"}, {"do": "give", "claim": "x"}, {"do": "burn", "claim": "1"}])
def test_an_answer_to_nothing_changes_nothing(host: Client, table: GameSession, sent: dict[str, str]) -> None:
    seated(table)
    asks(table, "Ann")
    assert refusal(host.post(at("desk_return", table), sent))
    assert Pass.objects.filter(kind=Kind.SEAT).count() == len(DEAL)


def test_who_moderates_gets_no_seat_this_way(host: Client, table: GameSession) -> None:
    seated(table)
    assert host.post(at("seat_back", table), {"seat": seat(table, "Ann").pk}).status_code == 409
    assert not SeatClaim.objects.exists()


def test_a_moderating_device_gets_no_seat_by_an_older_claim(host: Client, table: GameSession) -> None:
    seated(table)
    asks(table, "Ann")
    claim = SeatClaim.objects.get()
    Pass.objects.create(device=claim.device, kind=Kind.MODERATOR, session=table)
    assert "moderates the table" in answers(host, table, "give", claim)
    assert Pass.objects.get(kind=Kind.SEAT, seat=seat(table, "Ann")).device != claim.device


def test_only_the_desk_answers(table: GameSession) -> None:
    phones = seated(table)
    asks(table, "Ann")
    sent = {"do": "give", "claim": SeatClaim.objects.get().pk}
    assert phones["Bob"].post(at("desk_return", table), sent).status_code == 404


def test_a_cookie_known_before_the_request_gains_no_seat(host: Client, table: GameSession) -> None:
    seated(table)
    new = Client()
    new.get(at("seat_back", table))
    planted = new.cookies["veilleur"].value
    page = text(new.get(at("seat_back", table)))
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    sent = {"seat": seat(table, "Ann").pk, "csrfmiddlewaretoken": token[1]}
    new.post(at("seat_back", table), sent)
    answers(host, table, "give")
    thief = Client()
    thief.cookies["veilleur"] = planted
    assert thief.get(at("phone", table)).status_code == 302
    assert new.get(at("phone", table)).status_code == 200


# While people join


def test_one_tap_merges_two_browsers_of_the_same_name(host: Client, table: GameSession) -> None:
    first = joins(table, "Ann")
    second = Client()
    answer = second.post(at("join", table), {"name": "ann"})
    assert answer.status_code == 409
    assert 'data-test="same-name"' in text(answer)
    second.post(at("seat_back", table), {"seat": seat(table, "Ann").pk})
    assert answers(host, table, "give") == ""
    assert second.get(at("phone", table)).status_code == 200
    assert first.get(at("phone", table)).status_code == 302
    assert table.seat_names() == ["Ann"]


def test_somebody_added_without_a_phone_gets_the_seat_with_one(host: Client, table: GameSession) -> None:
    host.post(at("desk_add_seat", table), {"name": "Papi"})
    papi = Client()
    assert 'data-test="same-name"' in text(papi.post(at("join", table), {"name": "Papi"}))
    asks(table, "Papi", papi)
    assert answers(host, table, "give") == ""
    assert papi.get(at("phone", table)).status_code == 200


def test_the_lobby_marks_a_seat_without_its_phone(host: Client, table: GameSession) -> None:
    joins(table, "Ann").get(at("phone", table))
    held = Pass.objects.get(kind=Kind.SEAT)
    Pass.objects.update(expected=None)
    presence.record_socket_opened(held)
    assert "phone away" not in text(host.get(at("desk", table)))
    Pass.objects.update(seen=None)
    assert "phone away" in text(host.get(at("desk", table)))


# Without a moderator


def alone(host: Client) -> tuple[GameSession, dict[str, Client]]:
    """A running game that nobody moderates."""
    phones = seated(table := opens(host, nights="narrated"))
    lifecycle.deal_cards(table, DEAL)
    lifecycle.begin(table)
    table.refresh_from_db()
    return table, phones


def agrees(phone: Client, table: GameSession, number: str, yes: bool = True) -> int:
    return phone.post(at("agree_seat_back", table), {"number": number, "agree": str(int(yes))}).status_code


def test_without_a_moderator_two_others_agree_and_all_are_told(host: Client) -> None:
    table, phones = alone(host)
    new = asks(table, "Ann")
    number = number_on(new, table)
    assert number in text(phones["Cid"].get(at("phone", table)))
    assert number in text(Client().get(at("screen", table)))
    assert "Nobody moderates" in answers(host, table, "give")  # no tap on the device in the middle decides alone
    agrees(phones["Bob"], table, number)
    agrees(phones["Bob"], table, number)
    assert new.get(at("phone", table)).status_code == 302
    agrees(phones["Cid"], table, number)
    assert new.get(at("phone", table)).status_code == 200
    assert re.search(r'data-test="seat-elsewhere">[^<]*\bAnn\b', text(phones["Dan"].get(at("phone", table))))
    assert phones["Ann"].get(at("phone", table)).status_code == 302


def test_without_moderator_its_owner_agrees_and_anybody_may_refuse(host: Client) -> None:
    table, phones = alone(host)
    new = asks(table, "Ann")
    agrees(phones["Dan"], table, number_on(new, table), yes=False)
    assert 'data-test="seat-refused"' in text(new.get(at("seat_back", table)))
    other = asks(table, "Ann")
    agrees(phones["Ann"], table, number_on(other, table))
    assert other.get(at("phone", table)).status_code == 200


def test_with_a_moderator_no_phone_agrees_to_anything(host: Client, table: GameSession) -> None:
    phones = seated(table)
    at_night(table)
    new = asks(table, "Ann")
    for phone in (phones["Bob"], phones["Cid"]):
        agrees(phone, table, number_on(new, table))
    assert new.get(at("phone", table)).status_code == 302
