"""People over time: only who agreed, their own numbers, all their data, and not a letter left of who is forgotten."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import journal
from games.models import Event, GameSession, Round, Seat, today
from moderation.access.devices import forget_strangers
from moderation.events import guests
from moderation.events.seating import service
from moderation.models import (
    Device,
    Guest,
    ModeratedTable,
    Pass,
    Person,
    Placing,
    PlayedSeat,
    Recognised,
    Seating,
    ToForget,
)
from moderation.people import anonymise, data_export
from moderation.players import identities
from moderation.tables.next_game import play_again
from moderation.web.refusals import Unwanted
from tests.games.journals import PEOPLE, columns_with, played
from tests.moderation.clients import joins, notices, numbers_in, opens, said_in, text, the_host
from tests.moderation.sporz_table import browser, device_of

pytestmark = pytest.mark.django_db
ZEPHYRINE = PEOPLE[0]


@pytest.fixture
def part() -> Round:
    event = Event.objects.create(name="Friday", spots=["Table 1", "Table 2"])
    guests.open_list(event)
    return Round.objects.create(event=event, name="First round")


def agrees(name: str = ZEPHYRINE, client: Client | None = None, **sent: str) -> Client:
    """Somebody who agrees on their own device, whose phone has come; without one, on a device that was known."""
    if client is None:
        client = browser()
        identities.agree(name, Person.Consent.OWN, device_of(client))
        return client
    Pass.objects.update(expected=None)
    answer = client.post(reverse("me"), {"do": "agree", "name": name, **sent})
    assert answer.status_code == 302, text(answer)
    return client


def does(client: Client, do: str, **sent: str) -> str:
    """The page after a form of it was sent."""
    return text(client.post(reverse("me"), {"do": do, **sent}, follow=True))


def hall(part: Round) -> tuple[Client, Client]:
    """Twelve on the list of an evening, who are there; two of them with phones."""
    clients = []
    for name in PEOPLE[:2]:
        client = Client()
        client.post(reverse("sign_up", args=[part.event.sign_up.key]), {"name": name, "moderates": "on"})
        guests.arrive(Guest.objects.get(name=name))
        clients.append(client)
    for name in PEOPLE[2:12]:
        guests.add_guest(part.event, None, name, {"friends": f"{ZEPHYRINE}, Léo"}, arrived=True)
    return clients[0], clients[1]


def seats(part: Round) -> GameSession:
    """Everybody is seated at one table; the second with a phone runs it."""
    kept = Seating.objects.create(round=part)
    for guest in Guest.objects.all():
        Placing.objects.create(seating=kept, guest=guest, spot=0, game="lupus", runs=guest.name == PEOPLE[1])
    service.accept(part, 0)
    return GameSession.objects.get(round=part)


# Consent


def test_nobody_is_remembered_before_they_agree(host: Client, part: Round) -> None:
    hall(part)
    seats(part)
    table = opens(host)
    joins(table, "Wanda")
    assert not Person.objects.exists() and not PlayedSeat.objects.exists() and not ModeratedTable.objects.exists()


def test_the_privacy_page_explains_storage_and_nothing_is_ticked() -> None:
    page = text(Client().get(reverse("me")))
    for named in ("kept", "kept-until", "kept-seen", "not-remembered"):
        assert f'data-test="{named}"' in page
    assert not Person.objects.exists() and not Device.objects.exists()


def test_consent_links_players_and_moderators_of_an_evening(part: Round) -> None:
    player, moderator = hall(part)
    agrees(PEOPLE[0], player)
    agrees("Boss", moderator)
    session = seats(part)
    assert [(one.person.name, one.seat.name) for one in PlayedSeat.objects.all()] == [(ZEPHYRINE, ZEPHYRINE)]
    assert [(one.person.name, one.session) for one in ModeratedTable.objects.all()] == [("Boss", session)]


def test_consent_on_the_evening_page_is_one_tap(part: Round) -> None:
    player, _other = hall(part)
    page = text(player.get(reverse("sign_up", args=[part.event.sign_up.key])))
    assert ZEPHYRINE in said_in(page, "remember") and 'data-test="kept"' in page
    agrees(ZEPHYRINE, player)
    page = text(player.get(reverse("sign_up", args=[part.event.sign_up.key])))
    assert 'data-test="remembered"' in page and ZEPHYRINE in page


def test_oral_consent_at_the_entrance_links_without_a_device(host: Client, part: Round) -> None:
    hall(part)
    guest = Guest.objects.get(name=PEOPLE[5])
    answer = host.post(reverse("people"), {"guest": str(guest.pk)})
    assert answer.status_code == 409 and "without agreeing" in text(answer) and not Person.objects.exists()
    answer = host.post(reverse("people"), {"guest": str(guest.pk), "heard": "on"})
    assert answer.headers["Location"] == reverse("door", args=[part.event_id])
    seats(part)
    assert PlayedSeat.objects.get().seat.name == PEOPLE[5]
    assert Person.objects.get().how == Person.Consent.TOLD


def test_a_known_device_links_its_seats_and_opened_tables(host: Client) -> None:
    agrees("Boss", host)
    table = opens(host)
    player = agrees()
    joins(table, "Zed", player)
    assert PlayedSeat.objects.get().seat.name == "Zed"
    assert ModeratedTable.objects.get().session == table
    assert 'data-test="remembered"' in text(player.get(reverse("me")))  # under the cookie that the seat brought


def test_consent_after_a_game_links_only_that_game(host: Client) -> None:
    table = opens(host)
    player = joins(table, "Zed")
    GameSession.objects.filter(pk=table.pk).update(closed=timezone.now())
    other = opens(host)
    joins(other, "Zed", player)
    Pass.objects.update(expected=None)  # the phone has come
    assert 'value="Zed"' in text(player.get(reverse("me"), {"table": other.code}))  # one tap is enough
    agrees(client=player, table=other.code)
    assert [one.seat.session for one in PlayedSeat.objects.all()] == [other]


def test_the_next_game_of_a_table_links_the_same_people(host: Client) -> None:
    agrees("Boss", host)
    table = opens(host)
    player = agrees()
    joins(table, "Zed", player)
    for name in ("Ann", "Bob", "Cid"):
        joins(table, name)
    GameSession.objects.filter(pk=table.pk).update(stage="over")
    again = play_again(table)
    assert PlayedSeat.objects.get(seat__session=again).seat.name == "Zed"
    assert ModeratedTable.objects.filter(session=again).count() == 1


def test_two_people_are_never_told_apart_by_a_name_alone() -> None:
    agrees("Zoé")
    answer = the_host().post(reverse("me"), {"do": "agree", "name": "ZOE"})
    assert answer.status_code == 409 and "ZOE" in said_in(text(answer), "refused")
    assert Person.objects.count() == 1


def test_a_code_links_another_device_and_guessing_is_throttled() -> None:
    agrees()
    person, other = Person.objects.get(), Client()
    page = does(other, "code", code=f"{person.code[:5]} {person.code[5:].lower()}")
    assert 'data-test="remembered"' in page and ZEPHYRINE in page
    assert Recognised.objects.filter(person=person).count() == 2
    guesser = Client()
    said = [text(guesser.post(reverse("me"), {"do": "code", "code": "BFHJBFHJBF"})) for _try in range(13)]
    assert "Nobody has this code." in said[0] and "wait a few minutes" in said[-1]


def test_a_known_device_is_stored_until_asked_to_forget() -> None:
    client = agrees()
    Device.objects.update(created=timezone.now() - timedelta(days=300))
    forget_strangers()
    assert 'data-test="remembered"' in text(client.get(reverse("me")))
    assert 'data-test="not-remembered"' in does(client, "leave")
    assert Person.objects.exists()


# Organisers


def test_organisers_link_and_unlink_seats_of_who_agreed(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("lupus", 1, monkeypatch)
    event = Event.objects.create(name="Friday")
    GameSession.objects.filter(pk=session.pk).update(event=event, closed=timezone.now())
    answer = host.post(reverse("people"), {"name": "Zed"})
    assert answer.status_code == 409 and "without agreeing" in text(answer)
    assert not Person.objects.exists()
    host.post(reverse("people"), {"name": "Zed", "heard": "on"})
    person, seat = Person.objects.get(), session.seats.get(name=PEOPLE[2])
    page, deed = reverse("person", args=[person.pk]), reverse("person_deed", args=[person.pk])
    assert PEOPLE[2] in text(host.get(page, {"event": str(event.pk)}))
    host.post(deed, {"do": "link", "seat": str(seat.pk), "event": str(event.pk)})
    assert PlayedSeat.objects.get().seat == seat
    assert "Lupus in Tabula" in text(host.get(page))
    other = session.seats.get(name=PEOPLE[3])
    answer = host.post(deed, {"do": "link", "seat": str(other.pk)})
    assert answer.status_code == 409 and "Nobody has two seats at one table." in text(answer)
    stranger = identities.agree("Other", Person.Consent.TOLD)
    answer = host.post(reverse("person_deed", args=[stranger.pk]), {"do": "link", "seat": str(seat.pk)})
    assert answer.status_code == 409 and "linked to somebody else" in text(answer)
    host.post(deed, {"do": "unlink", "seat": str(seat.pk)})
    assert not PlayedSeat.objects.exists()


def test_a_robot_is_nobody(host: Client) -> None:
    table = opens(host)
    joins(table, "Zed")
    table.seats.update(bot=True)
    person = identities.agree("Zed", Person.Consent.TOLD)
    with pytest.raises(Unwanted, match="computer plays"):
        identities.link(person, table.seats.get())


@pytest.mark.parametrize("seat", ["", "x", "²", "-1", "9" * 30, "99999"])
def test_no_seat_is_linked_that_is_not_there(host: Client, seat: str) -> None:
    person = identities.agree("Zed", Person.Consent.TOLD)
    for do in ("link", "unlink", "dance"):
        answer = host.post(reverse("person_deed", args=[person.pk]), {"do": do, "seat": seat, "event": "?x=1"})
        assert answer.status_code == 409
    answer = agrees().post(reverse("me"), {"do": "unlink", "seat": seat})
    assert answer.status_code in (302, 409)
    assert not PlayedSeat.objects.exists()


def test_people_are_found_by_part_of_names_in_few_queries(host: Client) -> None:
    taken = []
    for many in (2, 70):
        for number in range(many):
            identities.agree(f"Person {many} {number}", Person.Consent.TOLD)
        with CaptureQueriesContext(connection) as statements:
            page = text(host.get(reverse("people"), {"name": "pérson 2"}))
        taken.append(len(statements))
        assert "Person 2 1" in page
    assert taken[1] <= taken[0] <= 20


def test_a_person_of_many_games_takes_as_few_statements(host: Client) -> None:
    from tests.moderation.statistics.season import finished

    client, taken = agrees(), []
    person = Person.objects.get()
    for many in (2, 60):
        for number in range(many):
            identities.link(person, finished(100 * many + number).seats.get(place=0))
        counts = []
        for page in (host.get, client.get):
            with CaptureQueriesContext(connection) as statements:
                page(reverse("person", args=[person.pk]) if page == host.get else reverse("me"))
            counts.append(len(statements))
        taken.append(counts)
    assert all(later <= before <= 20 for before, later in zip(*taken, strict=True))


def test_a_running_game_shows_nothing_on_these_pages(host: Client) -> None:
    table = opens(host, game="lupus")
    player = agrees()
    joins(table, "Zed", player)
    for name in PEOPLE[1:8]:
        joins(table, name)
    from games import lifecycle

    deal = {seat: {"role": "villager"} for seat in table.seat_names()}
    deal |= {"Zed": {"role": "seer"}, PEOPLE[1]: {"role": "werewolf"}, PEOPLE[2]: {"role": "werewolf"}}
    lifecycle.deal_cards(table, deal)
    lifecycle.begin(table)
    person = Person.objects.get()
    pages = [(player, "me"), (player, "me_data"), (player, "me_file"), (host, "person"), (host, "person_file")]
    for client, page in [*pages, (host, "statistics"), (host, "people")]:
        args = [person.pk] if page.startswith("person") else []
        said = text(client.get(reverse(page, args=args))).lower()
        assert "seer" not in said and "werewol" not in said, page


# My data


def test_my_data_is_all_that_is_kept_and_mine_alone(
    host: Client, part: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = played("lupus", 1, monkeypatch)
    GameSession.objects.filter(pk=session.pk).update(closed=timezone.now())
    player, _other = hall(part)
    agrees(ZEPHYRINE, player)
    person = Person.objects.get()
    identities.link(person, session.seats.get(name=ZEPHYRINE))
    answer = player.get(reverse("me_file"))
    assert answer["Content-Type"] == "application/json; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="veilleur-me.json"'
    kept = json.loads(answer.content)
    seat = session.seats.get(name=ZEPHYRINE)
    assert (kept["name"], kept["code"], kept["agreed"]["how"]) == (ZEPHYRINE, person.code, "own")
    assert [one["name"] for one in kept["evenings"]] == [ZEPHYRINE]
    (game,) = kept["played"]
    assert (game["role"], game["camp"], game["won"]) == (seat.role, seat.camp, seat.won)
    assert len(game["done"]) == sum(
        ZEPHYRINE in (move.body.get("by"), move.body.get("for")) for move in session.moves.all()
    )
    assert {"fact": "role", "role": seat.role} in game["told"] or game["told"]
    page = text(player.get(reverse("me_data")))
    assert ZEPHYRINE in page and session.code in page
    told = host.get(reverse("person_file", args=[person.pk])).content.decode()
    assert person.code not in told and Guest.objects.get(name=ZEPHYRINE).code not in told and "comfort" not in told
    stranger = Client()
    assert stranger.get(reverse("me_file")).headers["Location"] == reverse("me")
    assert stranger.get(reverse("me_data")).headers["Location"] == reverse("me")


def test_my_data_of_many_games_takes_as_few_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.moderation.statistics.season import finished

    person, taken = identities.agree("Zed", Person.Consent.TOLD), []
    for many in (2, 40):
        for number in range(many):
            identities.link(person, finished(100 * many + number).seats.get(place=0))
        with CaptureQueriesContext(connection) as statements:
            data_export.export_person(person)
        taken.append(len(statements))
    assert taken[1] <= taken[0] <= 20


# Forget me


def test_a_forgotten_person_is_in_no_column_but_counts(part: Round, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played("lupus", 1, monkeypatch)
    GameSession.objects.filter(pk=session.pk).update(closed=timezone.now(), event=part.event)
    player, _other = hall(part)
    agrees(ZEPHYRINE, player)
    identities.link(Person.objects.get(), session.seats.get(name=ZEPHYRINE))
    seats(part)  # and plays again, on the evening
    GameSession.objects.update(closed=timezone.now())
    index = list(session.seats.order_by("place").values("role", "camp", "won", "died", "ballots", "hits"))
    assert "Please tick" in text(player.post(reverse("me"), {"do": "forget"}))
    assert Person.objects.exists()
    page = does(player, "forget", sure="on")
    assert list(notices(page)) == ["success"] and 'data-test="not-remembered"' in page
    assert columns_with(ZEPHYRINE) == []
    assert not Person.objects.exists() and not Recognised.objects.exists() and not ToForget.objects.exists()
    assert index == list(session.seats.order_by("place").values("role", "camp", "won", "died", "ballots", "hits"))
    assert session.seats.get(place=0).name == "Somebody 1"
    assert Guest.objects.get(name=PEOPLE[4]).friends == "Léo"
    with journal.read_table(session.pk) as (_fresh, table):
        assert table is not None and table.outcome is not None


def test_a_running_game_loses_the_name_after_its_end(host: Client) -> None:
    table = opens(host)
    player = agrees("Somebody else")
    joins(table, ZEPHYRINE, player)
    page = does(player, "forget", sure="on")
    assert re.findall(r"\d+", notices(page)["warning"]) == ["1"]
    assert Seat.objects.get().name == ZEPHYRINE and not Person.objects.exists()
    assert numbers_in(text(host.get(reverse("people"))), "names-to-go") == [1]
    GameSession.objects.filter(pk=table.pk).update(closed=timezone.now(), language="fr")
    call_command("forget")
    assert Seat.objects.get().name == "Quelqu’un 1"
    assert columns_with(ZEPHYRINE) == []


def test_an_idle_table_is_not_waited_for_after_a_day(host: Client) -> None:
    table = opens(host)
    joins(table, ZEPHYRINE, agrees())
    anonymise.forget(Person.objects.get())
    assert Seat.objects.get().name == ZEPHYRINE
    GameSession.objects.update(touched=timezone.now() - timedelta(days=2))
    anonymise.remove_due_names()
    assert Seat.objects.get().name == "Somebody 1"


def test_a_replacement_name_is_unique_at_its_table(host: Client) -> None:
    table = opens(host)
    people = [agrees(name) for name in PEOPLE[:2]]
    for name, client in zip(PEOPLE[:2], people, strict=True):
        joins(table, name, client)
    joins(table, "somebody 1")
    for client in people:
        does(client, "forget", sure="on")
    GameSession.objects.update(closed=timezone.now())
    anonymise.remove_due_names()
    assert set(table.seat_names()) == {"somebody 1", "Somebody 2", "Somebody 3"}


def test_organisers_forget_who_asks_them(host: Client) -> None:
    person = identities.agree(ZEPHYRINE, Person.Consent.TOLD)
    host.post(reverse("person_deed", args=[person.pk]), {"do": "forget", "sure": "on"})
    assert columns_with(ZEPHYRINE) == []


# Evenings that forget


def days_ago(part: Round, days: int, forget_after: int | None) -> None:
    """The evening was so many days ago, and forgets its names after so many."""
    Event.objects.filter(pk=part.event_id).update(date=today() - timedelta(days=days), forget_after=forget_after)


def test_an_evening_forgets_its_names_unless_people_agreed(host: Client, part: Round) -> None:
    player, _moderator = hall(part)
    agrees(PEOPLE[0], player)
    session = seats(part)
    GameSession.objects.update(closed=timezone.now())
    days_ago(part, 30, 30)
    host.get(reverse("people"))
    assert Seat.objects.filter(name=PEOPLE[4]).exists()  # the last day counts
    days_ago(part, 31, 30)
    host.get(reverse("people"))
    assert [name for name in PEOPLE[1:12] if columns_with(name)] == []
    assert session.seat_names()[0] == ZEPHYRINE and Guest.objects.filter(name=ZEPHYRINE).exists()
    assert Guest.objects.count() == 12 and session.seats.count() == 11
    assert Event.objects.get().forgotten


def test_an_evening_without_a_time_keeps_its_names(host: Client, part: Round) -> None:
    hall(part)
    days_ago(part, 3000, None)
    assert anonymise.remove_due_names() == 0
    assert Guest.objects.filter(name=PEOPLE[3]).exists()


def test_the_retention_time_is_set_and_shown_at_sign_up(host: Client, part: Round) -> None:
    page = reverse("event_edit", args=[part.event_id])
    sent: dict[str, Any] = {"name": "Friday", "date": "2026-01-01", "forget_after": "30"}
    assert host.post(page, sent).status_code == 302
    assert Event.objects.get().forget_after == 30
    said = text(Client().get(reverse("sign_up", args=[part.event.sign_up.key])))
    assert numbers_in(said, "names-forgotten") == [30]
    for wrong in ("0", "x", "99999"):
        answer = host.post(page, {**sent, "forget_after": wrong})
        assert answer.status_code == 409
    assert Event.objects.get().forget_after == 30
    host.post(page, {**sent, "forget_after": ""})
    assert Event.objects.get().forget_after is None


def test_the_page_of_evenings_does_due_work_quickly(host: Client, part: Round) -> None:
    hall(part)
    days_ago(part, 3, 1)
    host.get(reverse("events"))
    assert columns_with(PEOPLE[3]) == []


def test_a_device_is_one_persons(host: Client) -> None:
    client = agrees("First")
    second = identities.agree("Second", Person.Consent.TOLD)
    identities.recognise(second, device_of(client))
    assert identities.find_person(device_of(client)) == second


# What nobody needs any more


def long_ago(session: GameSession, days: int) -> None:
    GameSession.objects.filter(pk=session.pk).update(touched=timezone.now() - timedelta(days=days))


def test_default_retention_applies_where_an_evening_sets_none(
    part: Round, settings: Any, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """In no column, and in nothing that was said on the way."""
    session = played("lupus", 1, monkeypatch)
    GameSession.objects.filter(pk=session.pk).update(event=part.event)
    hall(part)
    seats(part)
    settings.NAMES_KEPT_DAYS = 30
    Event.objects.update(date=today() - timedelta(days=29))
    GameSession.objects.update(closed=timezone.now())
    call_command("prune")
    assert columns_with(PEOPLE[3]) != []
    Event.objects.update(date=today() - timedelta(days=31), forget_after=90)
    call_command("prune")
    assert columns_with(PEOPLE[3]) == []
    assert PEOPLE[3] not in "".join(capfd.readouterr())
    session.refresh_from_db()
    with journal.read_table(session.pk) as (_session, table):
        assert table is not None and table.number == session.head, "what is left still plays out"


def test_a_table_of_no_evening_forgets_its_names_once(settings: Any) -> None:
    session = opens(the_host())
    for name in PEOPLE[:3]:
        joins(session, name)
    agreed = Person.objects.create(name=PEOPLE[1], folded="x", how="own", code="x")
    PlayedSeat.objects.create(person=agreed, seat=session.seats.get(name=PEOPLE[1]))
    settings.NAMES_KEPT_DAYS = 30
    long_ago(session, 29)
    call_command("prune")
    assert columns_with(PEOPLE[0]) != []
    long_ago(session, 31)
    call_command("prune")
    assert columns_with(PEOPLE[0]) == columns_with(PEOPLE[2]) == []
    assert session.seats.filter(name=PEOPLE[1]).exists(), "who agreed is remembered"
    long_ago(session, 31)
    renamed = GameSession.objects.get(pk=session.pk).renamed
    call_command("prune")
    assert GameSession.objects.get(pk=session.pk).renamed == renamed


def test_interrupted_imports_are_deleted_and_rehearsals_stay() -> None:
    """They are closed and hidden, as those of a rehearsal whose desk may still open it again."""
    desk = the_host()
    cut_off, coming, rehearsed = opens(desk), opens(desk), opens(desk)
    for session in (cut_off, coming, rehearsed):
        joins(session, PEOPLE[0])
        GameSession.objects.filter(pk=session.pk).update(rehearsal=True, stage="over", closed=timezone.now())
    Pass.objects.filter(session__in=[cut_off, coming]).delete()
    for session in (cut_off, rehearsed):
        long_ago(session, 2)
    call_command("prune")
    assert set(GameSession.objects.values_list("pk", flat=True)) == {coming.pk, rehearsed.pk}


def test_devices_passes_and_tables_of_nobody_go_and_others_stay() -> None:
    desk = the_host()
    empty, full, coming = opens(desk), opens(desk), opens(desk)
    joins(full, PEOPLE[0])
    coming.event = Event.objects.create(name="Tomorrow", date=today() + timedelta(days=1))
    coming.save()
    for session in (empty, full, coming):
        long_ago(session, 2)
    Device.objects.create(key="nobody", created=timezone.now() - timedelta(days=2))
    call_command("prune")
    assert set(GameSession.objects.values_list("pk", flat=True)) == {full.pk, coming.pk}
    assert not Device.objects.filter(key="nobody").exists()
    assert Pass.objects.filter(session=full).exists()
    GameSession.objects.filter(pk=full.pk).update(closed=timezone.now() - timedelta(days=31))
    call_command("prune")
    assert not Pass.objects.filter(session=full).exists()
    assert Pass.objects.filter(kind="host").exists()
