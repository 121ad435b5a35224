"""An evening: when and where it is, its rounds and places; closed, put away, found again; organisers run it too."""

import re
from datetime import date, time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import journal
from games.engine.table import MODERATOR
from games.models import Event, GameSession, Round
from moderation.models import Kind, Pass
from moderation.tables.next_game import play_again
from tests.moderation.clients import SPORZ, TABLE, numbers_in, opens, playing, seated, text
from tests.moderation.events.test_record_import import CHIEF, TO_THE_END, astronauts_win

pytestmark = pytest.mark.django_db

FRIDAY: dict[str, Any] = {
    "name": "Black Friday",
    "date": "2026-11-27",
    "place": "Salle des fêtes",
    "notes": "Clé: Zoé",
}
ROUNDS = {
    "round0-name": "Première manche",
    "round0-begins": "20:30",
    "round0-ends": "22:00",
    "round1-name": "Seconde manche",
    "round1-begins": "22:15",
    "round1-ends": "",
}


@pytest.fixture
def evening() -> Event:
    """An evening of two rounds, in a hall with two places."""
    made = Event.objects.create(name="Black Friday", date=date(2026, 11, 27), spots=["1", "By the bar"])
    Round.objects.create(event=made, name="First")
    Round.objects.create(event=made, name="Second", begins=time(22, 15))
    return made


def organiser(host: Client, name: str = "Zoé") -> Client:
    """A device to which the host has handed out a pass."""
    invite = text(host.post(reverse("organiser_invite"), {"name": name}))
    (path,) = re.findall(r"(/organiser/[^/]+/)", re.findall(r'class="address">([^<]*)<', invite)[0])
    (pin,) = re.findall(r'class="code">(\d{4})<', invite)
    device = Client()
    assert device.post(path, {"pin": pin}).status_code == 302
    return device


def edits(host: Client, evening: Event, **sent: Any) -> Any:
    return host.post(reverse("event_edit", args=[evening.pk]), FRIDAY | {"spots": "1\n 2 \n\n2\nBy the bar"} | sent)


# What is known of an evening


def test_an_evening_has_date_place_notes_rounds_and_hall_places(host: Client) -> None:
    evening = Event.objects.create(name="Black Friday")
    assert edits(host, evening, **ROUNDS).status_code == 302
    evening.refresh_from_db()
    assert (evening.date, evening.place, evening.notes) == (date(2026, 11, 27), "Salle des fêtes", "Clé: Zoé")
    assert evening.spots == ["1", "2", "By the bar"]
    rounds = list(evening.rounds.values_list("name", "begins", "ends"))
    assert rounds == [("Première manche", time(20, 30), time(22, 0)), ("Seconde manche", time(22, 15), None)]
    page = text(host.get(reverse("event", args=[evening.pk])))
    for said in ("Salle des fêtes", "Clé: Zoé", "Première manche", "20:30–22:00", "22:15"):
        assert said in page


def test_without_a_date_an_evening_is_today(host: Client) -> None:
    host.post(reverse("events"), {"name": "Black Friday"})
    assert Event.objects.get().date == timezone.localdate()


def test_a_round_is_renamed_and_deleted_without_its_tables(host: Client, evening: Event) -> None:
    table = opens(host, event=str(evening.pk))
    first = evening.rounds.get(name="First")
    assert table.round == first
    edits(host, evening, **{"round0-name": "Early", "round1-name": "Late"})
    table.refresh_from_db()
    assert table.round and table.round.name == "Early"
    edits(host, evening, **{"round0-name": "", "round1-name": "Late"})
    table.refresh_from_db()
    assert (table.round, table.event) == (None, evening)
    assert [one.name for one in evening.rounds.all()] == ["Late"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"date": "yesterday"},
        {"date": "2026-02-31"},
        {"name": ""},
        {"place": "x" * 121},
        {"place": "\u202e"},
        {"notes": "x" * 2001},
        {"notes": "a\x00b"},
        {"spots": "x" * 41},
        {"spots": "\n".join(map(str, range(61)))},
        {"round0-name": "x" * 41},
        {"round0-begins": "late"},
        {"round0-begins": "25:00"},
        {"round0-begins": "20:00"},  # of no round
    ],
    ids=str,
)
def test_invalid_input_is_refused_with_a_sentence_and_changes_nothing(
    host: Client, evening: Event, wrong: dict[str, str]
) -> None:
    before = Event.objects.values().get(), list(Round.objects.values())
    answer = edits(host, evening, **wrong)
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert (Event.objects.values().get(), list(Round.objects.values())) == before


# Where its tables belong


def test_a_new_table_gets_the_first_free_place_this_round(host: Client, evening: Event) -> None:
    tables = [opens(host, event=str(evening.pk)) for _ in range(3)]
    assert [(one.round and one.round.name, one.spot) for one in tables] == [
        ("First", "1"),
        ("First", "By the bar"),
        ("First", ""),
    ]
    second = evening.rounds.get(name="Second")
    place = reverse("place_table", args=[tables[2].pk])
    assert host.post(place, {"round": str(second.pk), "spot": "1"}).status_code == 302
    fourth = opens(host, event=str(evening.pk))
    assert (fourth.round, fourth.spot) == (second, "By the bar")


def test_the_next_game_of_a_table_stays_where_it_is(host: Client, evening: Event) -> None:
    table = opens(host, event=str(evening.pk))
    seated(table)
    playing(table)
    again = play_again(table)
    assert (again.event, again.round, again.spot) == (evening, table.round, "1")


@pytest.mark.parametrize("wrong", [{"round": "99"}, {"round": "x"}, {"spot": "Nowhere"}, {"spot": "\x00"}], ids=str)
def test_a_table_gets_no_place_or_round_of_others(host: Client, evening: Event, wrong: dict[str, str]) -> None:
    table = opens(host, event=str(evening.pk))
    answer = host.post(reverse("place_table", args=[table.pk]), {"round": "", "spot": ""} | wrong, follow=True)
    assert 'class="notice error"' in text(answer)
    fresh = GameSession.objects.get(pk=table.pk)
    assert (fresh.round, fresh.spot) == (table.round, table.spot)


def test_a_table_that_moves_evenings_leaves_round_and_place(host: Client, evening: Event) -> None:
    table, other = opens(host, event=str(evening.pk)), Event.objects.create(name="Blue Monday")
    host.post(reverse("move_table", args=[table.pk]), {"event": str(other.pk)})
    table.refresh_from_db()
    assert (table.event, table.round, table.spot) == (other, None, "")


# Closed, put away, found


def test_a_closed_evening_gets_no_table_until_reopened(host: Client, evening: Event) -> None:
    state = reverse("event_state", args=[evening.pk])
    open_one = opens(host, event=str(evening.pk))
    host.post(state, {"state": "closed"})
    page = text(host.get(reverse("event", args=[evening.pk])))
    assert numbers_in(page, "still-open") == [1]
    assert reverse("create") not in page
    sent = {"game": "sporz", **TABLE, **SPORZ, "event": str(evening.pk)}
    refused = host.post(reverse("create"), sent)
    assert refused.status_code == 409
    assert list(refused.context["form"].errors) == ["event"] and 'role="alert"' in text(refused)
    assert GameSession.objects.get() == open_one
    host.post(state, {"state": "open"})
    assert opens(host, event=str(evening.pk)).event == evening


def test_an_archived_evening_is_listed_only_on_request(host: Client, evening: Event) -> None:
    host.post(reverse("event_state", args=[evening.pk]), {"state": "archived"})
    listed = reverse("event", args=[evening.pk])
    assert listed not in text(host.get(reverse("events")))
    assert listed in text(host.get(reverse("events"), {"archived": "on"}))
    assert host.post(reverse("event_state", args=[evening.pk]), {"state": "burnt"}, follow=True).status_code == 200
    evening.refresh_from_db()
    assert evening.archived


@pytest.mark.parametrize(
    ("asked", "is_found"),
    [
        ({"since": "2026-11-27", "until": "2026-11-27"}, True),
        ({"since": "2026-11-28"}, False),
        ({"until": "2026-11-26"}, False),
        ({"game": "sporz"}, True),
        ({"game": "lupus"}, False),
        ({"person": "eve"}, True),
        ({"person": "Zoé"}, False),
        ({"person": "x" * 99, "since": "soon", "game": "chess"}, True),
    ],
    ids=str,
)
def test_evenings_are_found_by_date_game_and_person(
    host: Client, evening: Event, asked: dict[str, str], is_found: bool
) -> None:
    table = opens(host, event=str(evening.pk))
    seated(table)
    page = text(host.get(reverse("events"), asked))
    assert (reverse("event", args=[evening.pk]) in page) is is_found


def test_a_long_list_of_evenings_uses_constant_queries(host: Client) -> None:
    counted = []
    for many in (3, 60):
        Event.objects.bulk_create(Event(name=f"Evening {number}") for number in range(many))
        GameSession.objects.bulk_create(
            GameSession(code=f"A{number:03}", game="sporz", closed=timezone.now()) for number in range(many)
        )
        with CaptureQueriesContext(
            connection,
        ) as statements:
            page = text(host.get(reverse("events")))
        counted.append(len(statements))
    assert "Page 1 of 3" in page
    assert text(host.get(reverse("events"), {"page": "3"})).count('href="/events/') < 60
    assert counted[1] <= counted[0] <= 24  # as many as with three, the zone of the venue included


def test_a_large_evening_uses_as_many_queries_as_a_small(host: Client, evening: Event) -> None:
    counted = []
    for many in (2, 30):
        for _ in range(many):
            seated(opens(host, event=str(evening.pk)))
        host.get(reverse("event", args=[evening.pk]))
        with CaptureQueriesContext(connection) as statements:
            host.get(reverse("event", args=[evening.pk]))
        counted.append(len(statements))
    assert counted[1] <= counted[0] <= 24  # as many as with three, the zone of the venue included


def test_the_end_of_a_game_is_computed_once_per_list(host: Client, evening: Event) -> None:
    """A list of games does not play each of them out; a game that is taken up again is not over on it."""
    table = opens(host, event=str(evening.pk), nights="eyes_closed")
    seated(table)
    playing(table)
    for body in (CHIEF, *TO_THE_END):
        journal.submit(table.pk, body)
    page, replayed = reverse("event", args=[evening.pk]), []
    for _ in range(2):
        with CaptureQueriesContext(connection) as statements:
            assert astronauts_win(table) in text(host.get(page))
        replayed.append(any("games_move" in one["sql"] for one in statements))
    assert replayed[1:] == [False]
    journal.submit(table.pk, {"by": MODERATOR, "undo": 1})
    assert astronauts_win(table) not in text(host.get(page))


# Organisers


def test_an_organiser_has_evenings_and_tables_but_no_foreign_desk(host: Client, evening: Event) -> None:
    theirs = opens(host, event=str(evening.pk))
    device = organiser(host)
    page = text(device.get(reverse("event", args=[evening.pk])))
    assert theirs.code in page
    assert reverse("desk_take", args=[theirs.code]) not in page
    for path in (reverse("desk", args=[theirs.code]), reverse("desk_take", args=[theirs.code])):
        assert device.get(path).status_code == 404
    own = opens(device, event=str(evening.pk))
    assert device.get(reverse("desk", args=[own.code])).status_code == 200
    assert edits(device, evening, name="Blue Monday").status_code == 302
    home = text(device.get(reverse("home")))
    assert reverse("events") in home
    assert reverse("import_record") not in home


def test_a_host_sees_who_organises_and_takes_the_pass_back(host: Client) -> None:
    device = organiser(host, "Zoé")
    held = Pass.objects.get(kind=Kind.ORGANISER)
    assert held.name == "Zoé"
    assert "Zoé" in text(host.get(reverse("events")))
    assert "Zoé" not in text(device.get(reverse("events")))
    host.post(reverse("organiser_remove", args=[held.pk]))
    assert device.get(reverse("events")).status_code == 404


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "\u202e", "a\x00b"])
def test_a_pass_is_for_somebody_with_a_name(host: Client, name: str) -> None:
    answer = host.post(reverse("organiser_invite"), {"name": name}, follow=True)
    assert 'class="notice error"' in text(answer)


def test_five_wrong_pins_use_an_organisers_link_up(host: Client) -> None:
    invite = text(host.post(reverse("organiser_invite"), {"name": "Zoé"}))
    (path,) = re.findall(r"(/organiser/[^/]+/)", re.findall(r'class="address">([^<]*)<', invite)[0])
    (pin,) = re.findall(r'class="code">(\d{4})<', invite)
    wrong = f"{(int(pin) + 1) % 10_000:04}"
    answers = [Client().post(path, {"pin": wrong}).status_code for _ in range(6)]
    assert answers == [409] * 5 + [404]
    assert Client().post(path, {"pin": pin}).status_code == 404
    assert not Pass.objects.filter(kind=Kind.ORGANISER).exists()
