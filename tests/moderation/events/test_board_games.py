"""Ordinary board games are tables of an evening, without a session and without secrets."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Event, GameSession, Round
from moderation.events import guests
from moderation.events.archive.parts import export_event, import_event
from moderation.events.seating import search, service
from moderation.events.seating.problem import SeatedGame, SeatedPerson, SeatingProblem, find_faults
from moderation.models import BoardGame, Guest, Placing
from moderation.people import anonymise
from tests.moderation.clients import notices, said_in, text
from tests.moderation.events.seating.test_rounds import comes, does, sign_up

pytestmark = pytest.mark.django_db
FORM = {"name": "Escale", "date": "2026-11-28", "spots": "Table 1\nTable 2"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = search.begin
    monkeypatch.setattr(search, "begin", lambda question: begin(question, 5_000))
    monkeypatch.setattr(service, "MOST_SECONDS", 60)  # a slow machine changes no answer
    monkeypatch.setattr(service, "MOST_WAIT", 60)


@pytest.fixture
def part() -> Round:
    evening = Event.objects.create(name="Escale", date=date(2026, 11, 28), spots=["Table 1", "Table 2"])
    return evening.rounds.create(name="First round")


@pytest.fixture
def azul(part: Round) -> BoardGame:
    """A game for four that Zoé explains. She and three others have come, Zoé with a phone."""
    game = BoardGame.objects.create(event=part.event, name="Azul", least=2, most=4, minutes=45, explains="Zoé")
    comes(part, "Abel", games=[game.slug])
    comes(part, "Bob", games=[game.slug])
    comes(part, "Cid", games=[game.slug])
    return game


def plays(part: Round, host: Client) -> Client:
    zoe = comes(part, "Zoé", phone=True)
    does(host, part, "propose")
    does(host, part, "accept")
    return zoe


def test_organisers_write_board_games_beside_the_rounds(host: Client, part: Round) -> None:
    path = reverse("event_edit", args=[part.event_id])
    written = {"board0-name": "Azul", "board0-most": "4", "board0-minutes": "45", "board0-explains": "Zoé"}
    assert host.post(path, FORM | written).status_code == 302
    game = BoardGame.objects.get()
    assert (game.name, game.least, game.most, game.minutes, game.explains) == ("Azul", 2, 4, 45, "Zoé")
    host.post(path, FORM | written | {"board0-name": "Azul 2", "board0-minutes": ""})
    game.refresh_from_db()
    assert game.name == "Azul 2" and game.minutes is None
    host.post(path, FORM | {"board0-name": ""})
    assert not BoardGame.objects.exists()


@pytest.mark.parametrize(
    "written",
    [
        {"board0-name": "Azul"},
        {"board0-most": "4"},
        {"board0-name": "Azul", "board0-most": "25"},
        {"board0-name": "Azul", "board0-most": "3", "board0-least": "4"},
        {"board0-name": "Azul", "board0-most": "4", "board0-minutes": "0"},
    ],
    ids=str,
)
def test_a_board_game_that_cannot_be_is_refused(host: Client, part: Round, written: dict[str, str]) -> None:
    path = reverse("event_edit", args=[part.event_id])
    assert host.post(path, FORM | written).status_code == 409
    assert not BoardGame.objects.exists()


def test_a_board_game_can_be_wished_for(part: Round, azul: BoardGame) -> None:
    guest = Client()
    assert "Azul" in text(guest.get(sign_up(part)))
    assert guest.post(sign_up(part), {"name": "Dan", "games": [azul.slug]}).status_code == 302
    assert Guest.objects.get(name="Dan").games == [azul.slug]


def test_a_board_game_is_seated_and_opens_no_session(host: Client, part: Round, azul: BoardGame) -> None:
    zoe = plays(part, host)
    assert {(one.game, one.spot is None) for one in Placing.objects.all()} == {(azul.slug, False)}
    assert not GameSession.objects.exists()
    said = text(host.get(reverse("round_seats", args=[part.pk])))
    assert "Azul" in said and "Explains this game" in said and "About 45 minutes" in said
    said = text(zoe.get(sign_up(part)))
    assert "Azul" in said_in(said, "explains-it") and "Go to my seat" not in said
    assert zoe.post(sign_up(part, "my_seat")).headers["Location"] == sign_up(part)


def test_boards_stand_in_the_hall_until_the_next_round(host: Client, part: Round, azul: BoardGame) -> None:
    plays(part, host)
    opened = guests.open_list(part.event)
    opened.hall = True
    opened.save()
    board, screen = reverse("hall", args=[part.event_id]), reverse("hall_screen", args=[opened.key])
    for shown in (text(host.get(board)), text(Client().get(screen))):
        assert "Azul" in shown and "Zoé" in said_in(shown, "explains") and "Abel" in shown
    guests.leave(Guest.objects.get(name="Abel"))
    assert "Abel" not in text(host.get(board))
    following = part.event.rounds.create(name="Second round")
    does(host, following, "propose")
    assert "Zoé" in said_in(text(host.get(board)), "explains")
    does(host, following, "move", guest=Guest.objects.get(name="Cid").pk, to="out")
    does(host, following, "accept")
    shown = text(host.get(board))
    assert "Second round" in shown and "First round" not in shown
    Event.objects.update(closed=part.event.created)
    assert 'data-test="no-tables"' in text(host.get(board))


def test_boards_are_on_paper_planned_and_open(host: Client, part: Round, azul: BoardGame) -> None:
    comes(part, "Zoé", phone=True)
    does(host, part, "propose")
    signs = [reverse("event_signs", args=[part.event_id, kind]) for kind in ("poster", "tent")]
    assert all("Azul" in text(host.get(path)) for path in signs)
    does(host, part, "accept")
    assert all("Azul" in text(host.get(path)) for path in signs)
    assert "Azul" in text(host.get(reverse("event_programme", args=[part.event_id])))
    seats = text(host.get(reverse("event_seats", args=[part.event_id])))
    assert "Azul" in seats and "Abel" in seats


def test_board_games_come_back_from_an_archive(host: Client, part: Round, azul: BoardGame) -> None:
    BoardGame.objects.create(event=part.event, name="Uno", most=8)
    plays(part, host)
    content = export_event(part.event).content
    Event.objects.all().delete()
    there = import_event(content)
    made = BoardGame.objects.get(event=there, name="Azul")
    assert (made.least, made.most, made.minutes, made.explains) == (2, 4, 45, "Zoé")
    assert set(Placing.objects.values_list("game", flat=True)) == {made.slug}
    assert Guest.objects.get(name="Abel").games == [made.slug]


def test_the_name_of_who_explained_is_forgotten(part: Round, azul: BoardGame) -> None:
    comes(part, "Zoé")
    anonymise.forget_guests(Guest.objects.filter(name="Zoé"))
    azul.refresh_from_db()
    assert azul.explains == ""


def test_a_latecomer_at_a_board_game_has_a_table(host: Client, part: Round, azul: BoardGame) -> None:
    plays(part, host)
    assert "has a table in this round" in does(host, part, "late", guest=Guest.objects.get(name="Abel").pk)


def test_a_latecomer_gets_the_free_seat_of_a_board_game(host: Client, part: Round, azul: BoardGame) -> None:
    Guest.objects.filter(name="Cid").update(left=timezone.now())
    plays(part, host)
    dora = comes(part, "Dora", phone=True)
    assert 'data-test="seat-late"' in text(host.get(reverse("round_seats", args=[part.pk])))
    guest = Guest.objects.get(name="Dora").pk
    spot = Placing.objects.exclude(spot=None)[0].spot
    assert f"Table {1 + (spot or 0)}" in notices(does(host, part, "late", guest=guest))["success"]
    placing = Placing.objects.get(guest=guest)
    assert (placing.spot, placing.game, placing.session_id) == (spot, azul.slug, None)
    assert "Azul" in text(dora.get(sign_up(part)))
    comes(part, "Emil")
    said = does(host, part, "late", guest=Guest.objects.get(name="Emil").pk)
    assert 'data-test="no-room"' in said and "error" in notices(said)  # four sit there


def test_one_box_is_played_at_one_table() -> None:
    box = SeatedGame("board-1", 2, 4, False, explains=7, is_single=True)
    other = SeatedGame("spree", 3, 8, False)
    people = tuple(SeatedPerson(number, frozenset({"board-1"} if number < 7 else {"spree"})) for number in range(16))
    question = SeatingProblem(people, (box, other), 4)
    tables = search.propose(question, 20_000).tables
    assert list(find_faults(question, tables)) == []
    table = next(one for one in tables if one.game == "board-1")
    assert 7 in table.players and len(table.players) == 4
    assert [one.game for one in tables].count("board-1") == 1
