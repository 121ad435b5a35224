"""A round: organisers ask for a seating, change it, open its tables; every phone finds its own seat alone."""

import re
from datetime import date, time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Event, GameSession, Round, Seat
from moderation.events import guests
from moderation.events.renamed_places import follow_places
from moderation.events.seating import search, service
from moderation.models import Guest, Kind, Link, Pass, Placing, Seating
from tests.moderation.clients import notices, said_in, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = search.begin
    monkeypatch.setattr(search, "begin", lambda question: begin(question, 5_000))
    monkeypatch.setattr(service, "MOST_SECONDS", 60)  # a slow machine changes no answer
    monkeypatch.setattr(service, "MOST_WAIT", 60)


@pytest.fixture
def part() -> Round:
    evening = Event.objects.create(name="Escale", date=date(2026, 11, 28), spots=["Table 1", "Table 2", "Table 3"])
    return evening.rounds.create(name="First round")


def comes(part: Round, name: str, phone: bool = False, **wishes: Any) -> Client:
    """Somebody signs up and has come: with a phone, or put down at the door."""
    client = Client()
    if phone:
        assert client.post(sign_up(part), {"name": name, **wishes}).status_code == 302
        guests.arrive(Guest.objects.get(name=name))
    else:
        guests.add_guest(part.event, None, name, wishes, arrived=True)
    return client


def sign_up(part: Round, name: str = "sign_up") -> str:
    return reverse(name, args=[guests.open_list(part.event).key])


def does(host: Client, part: Round, do: str, **sent: Any) -> str:
    """What the page says after a deed."""
    version = Seating.objects.filter(pk=part.pk).values_list("version", flat=True).first() or 0
    answer = host.post(reverse("round_deed", args=[part.pk]), {"do": do, "version": version, **sent})
    assert answer.status_code == 302
    return text(host.get(reverse("round_seats", args=[part.pk])))


def hall(part: Round) -> tuple[Client, Client]:
    """Marie, who runs a table of Sporz, and Léo, with phones; eleven without, who all wish for Sporz."""
    for number in range(11):
        comes(part, f"Guest {'abcdefghijk'[number]}", games=["sporz"])
    leo = comes(part, "Léo", phone=True, games=["sporz"])
    return comes(part, "Marie", phone=True, moderates="on", games=["sporz"]), leo


def test_the_page_asks_who_leaves_early_also_past_midnight(part: Round) -> None:
    part.begins, part.ends = time(22, 30), time(0, 30)
    for name, until in (("Ann", time(23, 30)), ("Bob", time(1, 0)), ("Cid", time(0, 15)), ("Dan", None)):
        comes(part, name, until=until)
    there = service.build_problem(part).people.values()
    assert [one.name for one in there if service.leaves_early(part, one)] == ["Ann", "Cid"]


def test_one_tap_seats_everybody_and_leads_phones_to_their_seats(host: Client, part: Round) -> None:
    marie, leo = hall(part)
    said = does(host, part, "propose")
    assert "plays a game they wish for" in said.lower() and "runs the table" in said.lower()
    assert GameSession.objects.count() == 0 and 'data-test="seat-awaited"' in text(leo.get(sign_up(part)))
    does(host, part, "accept")
    game = GameSession.objects.get()
    assert game.round == part and game.event == part.event and game.spot in part.event.spots
    assert Seat.objects.filter(session=game).count() == 12
    sits = said_in(text(leo.get(sign_up(part))), "run-by")
    assert f"{game.spot}, Sporz" in sits and "Marie" in sits
    assert f"{game.spot}, Sporz" in said_in(text(marie.get(sign_up(part))), "runs-it")
    assert leo.post(sign_up(part, "my_seat")).headers["Location"] == reverse("phone", args=[game.code])
    assert Pass.objects.get(kind=Kind.SEAT, session=game).seat == Seat.objects.get(name="Léo")
    assert leo.get(reverse("phone", args=[game.code])).status_code == 200
    assert marie.post(sign_up(part, "my_seat")).headers["Location"] == reverse("desk", args=[game.code])
    assert marie.get(reverse("desk", args=[game.code])).status_code == 200
    assert said_in(text(leo.get(sign_up(part))), "run-by") == sits  # the renewed cookie is known


def test_a_face_goes_with_its_person_to_the_table(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    for guest in Guest.objects.exclude(name="Marie"):
        assert Seat.objects.get(name=guest.name).face == guest.face


def test_nobody_else_gets_a_seat_by_asking(host: Client, part: Round) -> None:
    _marie, leo = hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    passer_by = Client()
    assert "Sporz" not in text(passer_by.get(sign_up(part, "my_seat")))
    assert passer_by.post(sign_up(part, "my_seat")).headers["Location"] == sign_up(part)
    leo.post(sign_up(part, "my_seat"))
    thief = Client()
    thief.post(sign_up(part), {"do": "code", "code": Guest.objects.get(name="Léo").code})
    Guest.objects.update(moved=None)  # the door was talked round
    thief.post(sign_up(part, "my_seat"))
    assert "on another device" in text(thief.get(sign_up(part)))
    assert Pass.objects.filter(kind=Kind.SEAT).count() == 1


def test_who_has_left_gets_no_seat_and_blocks_acceptance(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    Guest.objects.filter(name="Guest a").update(cancelled=timezone.now())  # while the tables were opened
    assert "no longer there" in does(host, part, "accept")
    assert GameSession.objects.count() == 0
    guests.leave(Guest.objects.get(name="Léo"))
    assert not Placing.objects.filter(guest__name="Léo").exists()
    does(host, part, "propose")
    assert set(Placing.objects.values_list("guest__left", flat=True)) == {None}


def test_who_leaves_frees_their_seat_in_later_rounds(host: Client, part: Round) -> None:
    hall(part)
    following = part.event.rounds.create(name="Second round")
    for one in (part, following):
        does(host, one, "propose")
    does(host, part, "accept")
    before = Seating.objects.get(pk=following.pk).version
    leo = Guest.objects.get(name="Léo")
    guests.leave(leo)
    assert [one.seating_id for one in leo.placings.all()] == [part.pk]
    assert Seating.objects.get(pk=following.pk).version == before + 1
    does(host, following, "accept")
    assert Seat.objects.filter(session__round=following).count() == 11


def test_a_place_is_kept_all_evening(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    kept = Placing.objects.filter(runs=False).exclude(spot=None)[0].guest
    spot = Placing.objects.get(guest=kept, seating=part.pk).spot
    assert "keeps this place all evening" in does(host, part, "stay", guest=kept.pk).lower()
    following = part.event.rounds.create(name="Second round")
    for _again in range(2):
        does(host, following, "anew")
        mine = Placing.objects.get(guest=kept, seating=following.pk)
        assert mine.spot == spot and not mine.pinned
    part.event.spots = ["By the door", *part.event.spots]
    follow_places(part.event, part.event.spots[1:], part.event.spots)
    kept.refresh_from_db()
    assert kept.stays_at == (spot or 0) + 1
    does(host, following, "roam", guest=kept.pk)
    kept.refresh_from_db()
    assert kept.stays_at is None


def test_a_pin_by_hand_counts_more_than_a_kept_place(host: Client, part: Round) -> None:
    hall(part)
    kept = Guest.objects.get(name="Léo")
    Guest.objects.filter(pk=kept.pk).update(stays_at=2)
    does(host, part, "propose")
    assert Placing.objects.get(guest=kept).spot == 2
    Placing.objects.filter(guest=kept).update(spot=1, game="sporz", pinned=True)
    does(host, part, "anew")
    assert Placing.objects.get(guest=kept).spot == 1


def test_a_moved_person_is_pinned_for_the_next_proposal(host: Client, part: Round) -> None:
    hall(part)
    comes(part, "Ana", moderates=True)
    does(host, part, "propose")
    somebody = Placing.objects.exclude(spot=None).filter(runs=False).first()
    assert somebody
    does(host, part, "move", guest=somebody.guest_id, to="out")
    somebody.refresh_from_db()
    assert somebody.spot is None
    spot = Placing.objects.exclude(spot=None)[0].spot
    said = does(host, part, "move", guest=somebody.guest_id, to=str(spot))
    assert "Put here by you" in said
    does(host, part, "propose")
    again = Placing.objects.get(guest=somebody.guest_id)
    assert again.pinned and again.spot == spot
    does(host, part, "loose", guest=somebody.guest_id)
    assert not Placing.objects.filter(pinned=True).exists()


def test_an_unlawful_table_is_reported_and_not_opened(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    leader = Placing.objects.get(runs=True)
    said = does(host, part, "move", guest=leader.guest_id, to="out")
    assert 'data-test="table-wrong"' in said
    assert 'data-test="table-wrong"' in does(host, part, "accept")
    assert GameSession.objects.count() == 0


def test_a_person_who_leaves_before_the_end_is_marked(host: Client, part: Round) -> None:
    Round.objects.filter(pk=part.pk).update(begins=time(22, 0), ends=time(0, 30))
    part.refresh_from_db()
    comes(part, "Zoé", until=time(23, 45))
    comes(part, "Léa", until=time(1, 0))
    leaving = text(host.get(reverse("round_seats", args=[part.pk]))).partition('data-test="leaving"')[2]
    assert "23:45" in leaving.partition("</ul>")[0] and "Léa" not in leaving.partition("</ul>")[0]
    early = {
        part.event.guests.get(pk=one.number).name for one in service.build_problem(part).problem.people if one.leaves
    }
    assert early == {"Zoé"}
    Round.objects.filter(pk=part.pk).update(begins=time(22, 40), ends=None)  # then for an hour
    part.refresh_from_db()
    assert [one.leaves for one in service.build_problem(part).problem.people] == [False, False]
    Guest.objects.filter(name="Léa").update(until=time(23, 30))
    assert [one.leaves for one in service.build_problem(part).problem.people] == [False, True]


def test_a_game_is_fixed_to_a_place_and_released_again(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "fix", spot="1", game="spree")
    assert service.build_problem(part).problem.fixed == {1: "spree"}
    assert "<strong>Table 2</strong> · Spree!" in does(host, part, "propose")
    assert set(Placing.objects.filter(spot=1).values_list("game", flat=True)) <= {"spree"}
    does(host, part, "fix", spot="1", game="")
    assert service.build_problem(part).problem.fixed == {}


@pytest.mark.parametrize("sent", [{"spot": "99", "game": "spree"}, {"spot": "0", "game": "chess"}, {"spot": "x"}])
def test_a_game_is_not_fixed_to_a_missing_place(host: Client, part: Round, sent: dict[str, str]) -> None:
    hall(part)
    does(host, part, "fix", **sent)
    assert not Seating.objects.exclude(games={}).exists()


def test_fixing_another_game_removes_pins_at_that_place(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    somebody = Placing.objects.exclude(spot=None).filter(runs=False)[0]
    does(host, part, "pin", guest=somebody.guest_id)
    does(host, part, "fix", spot=str(somebody.spot), game="murder")
    assert not Placing.objects.filter(pinned=True).exists()


def test_a_page_that_has_grown_old_changes_nothing(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    placed = list(Placing.objects.values_list("guest", "spot", "pinned"))
    guest = placed[0][0]
    for deed in ({"do": "move", "guest": guest, "to": "out"}, {"do": "accept"}, {"do": "propose"}):
        host.post(reverse("round_deed", args=[part.pk]), {**deed, "version": 0})
        assert "meanwhile" in text(host.get(reverse("round_seats", args=[part.pk])))
    assert list(Placing.objects.values_list("guest", "spot", "pinned")) == placed
    assert GameSession.objects.count() == 0


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": "fly"},
        {"do": "move"},
        {"do": "move", "guest": "x", "to": "0"},
        {"do": "move", "guest": "999999", "to": "0"},
        {"do": "move", "guest": "1", "to": "ten"},
        {"do": "move", "guest": "1", "to": "٣"},
        {"do": "pin", "guest": ""},
        {"do": "accept"},
        {"do": "propose"},
    ],
)
def test_what_makes_no_sense_changes_nothing(host: Client, part: Round, sent: dict[str, str]) -> None:
    said = does(host, part, sent.pop("do", ""), **sent)
    assert (
        "Please" in said
        or "is not in this seating" in said
        or "no table to open" in said
        or "Nobody is there" in said
    )
    assert not Placing.objects.exists() and not GameSession.objects.exists()


def test_a_tap_that_comes_twice_opens_the_tables_once(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    assert "open already" in does(host, part, "accept")
    assert GameSession.objects.count() == 1


def test_the_next_round_knows_who_sat_out_and_who_met(host: Client, part: Round) -> None:
    hall(part)
    comes(part, "Zoé")
    does(host, part, "propose")
    somebody = Placing.objects.filter(runs=False).exclude(spot=None)[0]
    does(host, part, "move", guest=somebody.guest_id, to="out")
    does(host, part, "accept")
    later = part.event.rounds.create(name="Second round")
    what = service.build_problem(later)
    assert what.problem.by_number[somebody.guest_id].sat_out == 1
    assert sum(one.has_run for one in what.problem.people) == 1
    assert any(len(group) == Placing.objects.exclude(spot=None).count() for group in what.problem.met)


def test_friends_are_read_from_their_own_words(part: Round) -> None:
    comes(part, "Léa")
    comes(part, "Bob")
    comes(part, "Zoé", friends="lea, BOB et Personne")
    by_name = {one.name: one.pk for one in Guest.objects.all()}
    zoe = service.build_problem(part).problem.by_number[by_name["Zoé"]]
    assert zoe.friends == {by_name["Léa"], by_name["Bob"]}


def test_a_desk_is_handed_out_once_while_people_sit_down(host: Client, part: Round) -> None:
    marie, _leo = hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    game = GameSession.objects.get()
    shown = host.post(reverse("round_desk", args=[game.pk])).content.decode()
    link = re.search(r"/desk/link/([\w-]+)/", shown)
    assert link and Client().get(link[0]).status_code == 200
    marie.post(sign_up(part, "my_seat"))
    assert not Link.objects.filter(kind=Kind.MODERATOR).exists()
    assert Client().get(link[0]).status_code == 404
    assert host.post(reverse("round_desk", args=[game.pk])).status_code == 302
    assert "error" in notices(text(host.get(reverse("round_seats", args=[part.pk]))))
    assert not Link.objects.filter(kind=Kind.MODERATOR).exists()


def test_an_organiser_sees_no_secret_of_the_tables(host: Client, part: Round) -> None:
    _marie, leo = hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    leo.post(sign_up(part, "my_seat"))
    shown = host.get(reverse("round_seats", args=[part.pk])).content.decode()
    assert GameSession.objects.get().code not in shown and Guest.objects.get(name="Léo").code not in shown


def test_the_page_uses_equal_queries_for_ten_and_forty(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")

    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as taken:
            host.get(reverse("round_seats", args=[part.pk]))
        return len(taken)

    before = statements()
    for number in range(20):
        comes(part, f"Other {'abcdefghijklmnopqrst'[number]}", moderates=True)
    does(host, part, "propose")
    assert statements() <= max(before, 20) and before <= 20


def test_a_pinned_table_keeps_its_people_and_game(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    spot = Placing.objects.exclude(spot=None)[0].spot
    before = set(Placing.objects.filter(spot=spot).values_list("guest", "game", "runs"))
    assert 'data-test="unpin-table"' in does(host, part, "pin_table", spot=str(spot))
    Guest.objects.update(games=["murder"])
    for number in range(6):
        comes(part, f"Other {'abcdef'[number]}", games=["murder"])
    does(host, part, "anew")
    assert set(Placing.objects.filter(spot=spot, pinned=True).values_list("guest", "game", "runs")) == before
    does(host, part, "loose_table", spot=str(spot))
    assert not Placing.objects.filter(pinned=True).exists()


def test_a_table_stays_together_next_round_with_another_game(host: Client, part: Round) -> None:
    hall(part)
    later = part.event.rounds.create(name="Second round")
    does(host, part, "propose")
    does(host, part, "accept")
    spot = Placing.objects.exclude(spot=None)[0].spot
    people = set(Placing.objects.filter(seating=part.pk, spot=spot).values_list("guest", flat=True))
    said = does(host, part, "together", spot=str(spot), game="lupus")
    assert "Second round" in notices(said)["success"]
    does(host, later, "propose")
    again = Placing.objects.filter(seating=later.pk, guest__in=people)
    assert {(one.spot, one.game, one.pinned) for one in again} == {(spot, "lupus", True)}
    assert again.get(runs=True).guest.name == "Marie"


@pytest.mark.parametrize("game", ["sporz", "chess", ""])
def test_staying_together_needs_another_game_of_the_list(host: Client, part: Round, game: str) -> None:
    hall(part)
    later = part.event.rounds.create(name="Second round")
    does(host, part, "propose")
    spot = Placing.objects.exclude(spot=None)[0].spot
    does(host, part, "together", spot=str(spot), game=game)
    assert not Placing.objects.filter(seating=later.pk).exists()


def test_a_new_proposal_says_how_many_have_moved(host: Client, part: Round) -> None:
    hall(part)
    assert "13 people have a seat." in does(host, part, "propose")
    comes(part, "Zoé")
    said = does(host, part, "propose")
    assert "Nobody has moved. 1 person who had no seat has one." in said


def test_the_page_says_what_a_seating_gives_up(host: Client, part: Round) -> None:
    hall(part)
    comes(part, "Zoé", games=["elsen"])
    said = does(host, part, "propose")
    assert 'data-test="searched-all"' in said
    assert "1 person plays another game than they wish for." in said
    guest = Placing.objects.get(guest__name="Zoé").guest_id
    assert 'data-test="changed-by-hand"' in does(host, part, "move", guest=guest, to="out")


def test_a_search_is_stopped_and_keeps_its_best(host: Client, part: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    hall(part)
    advance = search.advance

    def advance_and_stop(run: search.SearchRun, _seconds: float) -> search.SearchRun:
        host.post(reverse("round_stop", args=[part.pk]))
        return advance(run, 0)

    monkeypatch.setattr(search, "advance", advance_and_stop)
    said = does(host, part, "propose")
    kept = Seating.objects.get()
    assert kept.searched < 100 and Placing.objects.exclude(spot=None).count() == 13
    assert 'data-test="searched-partly"' in said
    assert host.get(reverse("round_search", args=[part.pk])).json() == {"searched": kept.searched}


@pytest.mark.parametrize("limit", ["MOST_SECONDS", "MOST_WAIT"])
def test_a_search_ends_by_the_clock(limit: str, host: Client, part: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    hall(part)
    monkeypatch.setattr(service, limit, 0)
    does(host, part, "propose")
    assert Placing.objects.exclude(spot=None).count() == 13


def test_a_latecomer_gets_a_table_with_room_in_one_tap(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    zoe = comes(part, "Zoé", phone=True, games=["sporz"])
    assert 'data-test="late-last"' in text(zoe.get(sign_up(part)))
    assert 'data-test="seat-late"' in text(host.get(reverse("round_seats", args=[part.pk])))
    game, guest = GameSession.objects.get(), Guest.objects.get(name="Zoé").pk
    assert game.spot in notices(does(host, part, "late", guest=guest))["success"]
    sits = said_in(text(zoe.get(sign_up(part))), "run-by")
    assert f"{game.spot}, Sporz" in sits and "Marie" in sits
    assert zoe.post(sign_up(part, "my_seat")).headers["Location"] == reverse("phone", args=[game.code])
    assert "has a table in this round" in does(host, part, "late", guest=guest)
    assert Placing.objects.filter(guest=guest).count() == 1


def test_a_latecomer_gets_no_seat_in_a_game_that_runs(host: Client, part: Round) -> None:
    hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    GameSession.objects.update(stage=GameSession.Stage.PLAYING)
    comes(part, "Zoé")
    said = does(host, part, "late", guest=Guest.objects.get(name="Zoé").pk)
    assert 'data-test="no-room"' in said and "error" in notices(said)
    assert not Placing.objects.filter(guest__name="Zoé").exists()


def test_a_phone_promises_only_a_round_that_is_planned(host: Client, part: Round) -> None:
    _marie, leo = hall(part)
    does(host, part, "propose")
    does(host, part, "move", guest=Guest.objects.get(name="Léo").pk, to="out")
    does(host, part, "accept")
    assert 'data-test="sits-out-last"' in text(leo.get(sign_up(part)))
    part.event.rounds.create(name="Second round")
    assert 'data-test="sits-out-next"' in text(leo.get(sign_up(part)))


def test_an_organiser_gives_the_desk_of_a_lost_moderator_away(host: Client, part: Round) -> None:
    marie, leo = hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    game = GameSession.objects.get()
    leo.post(sign_up(part, "my_seat"))
    marie.post(sign_up(part, "my_seat"))
    assert 'data-test="replace-moderator"' in text(host.get(reverse("round_seats", args=[part.pk])))
    shown = host.post(reverse("round_desk", args=[game.pk]), {"do": "replace"}).content.decode()
    assert marie.get(reverse("desk", args=[game.code])).status_code == 404
    link = re.search(r"/desk/link/([\w-]+)/", shown)
    pin = re.search(r'class="code">(\d{4})<', shown)
    assert link and pin
    paul = Client()
    assert paul.post(link[0], {"pin": pin[1]}).status_code == 302
    assert paul.get(reverse("desk", args=[game.code])).status_code == 200
    game.refresh_from_db()
    assert game.agreements.desk_transfer == "moved" and game.agreements.to_agree == []


def test_who_plays_at_a_table_gives_no_desk_away(host: Client, part: Round) -> None:
    marie, leo = hall(part)
    does(host, part, "propose")
    does(host, part, "accept")
    game = GameSession.objects.get()
    marie.post(sign_up(part, "my_seat"))
    leo.post(sign_up(part, "my_seat"))
    device = Pass.objects.get(kind=Kind.SEAT, session=game).device
    Pass.objects.filter(kind=Kind.HOST).update(device=device)  # Léo organises too
    answer = leo.post(reverse("round_desk", args=[game.pk]), {"do": "replace"})
    assert answer.status_code == 302 and not Link.objects.filter(kind=Kind.MODERATOR, session=game).exists()
    assert Pass.objects.filter(kind=Kind.MODERATOR, session=game).exists()
