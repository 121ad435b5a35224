"""What games came to, in tables: only games that count, intervals beside every rate, and nothing said of a few."""

from __future__ import annotations

import csv
import re
from datetime import date
from io import StringIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.balance.intervals import wilson
from games.models import GameSession, Pacing, Seat
from moderation.models import ModeratedTable, Person, PlayedSeat
from moderation.players import identities
from moderation.statistics import tables
from moderation.statistics.charts import build_plot
from moderation.statistics.finished_games import list_counted_games
from moderation.statistics.rating import compute_ratings
from moderation.statistics.tables import Rate, StatisticsTable
from tests.moderation.clients import text
from tests.moderation.statistics.season import evening, finished

pytestmark = pytest.mark.django_db
ALL = [*tables.SHEETS, "rating"]


def sheet(key: str) -> StatisticsTable:
    return tables.SHEETS[key](list_counted_games())


def who(name: str) -> Person:
    return identities.agree(name, Person.Consent.TOLD)


def test_a_rate_has_a_wilson_interval_above_ten_games() -> None:
    low, high = wilson(6, 10)
    assert str(Rate(6, 10)) == f"60% ({100 * low:.0f}–{100 * high:.0f}%), 6\u00a0of\u00a010"
    assert str(Rate(6, 9)) == "too few to say (6\u00a0of\u00a09)"
    assert str(Rate(0, 0)) == "too few to say (0\u00a0of\u00a00)"
    assert Rate(6, 9).cells() == (6, 9, "", "", "")
    assert Rate(0, 10).interval[0] == 0.0 and 0.2 < Rate(0, 10).interval[1] < 0.35


def test_games_are_counted_by_camp_role_and_number_of_players() -> None:
    for number in range(12):
        finished(number, "werewolves" if number < 9 else "humans")
    assert sheet("games").rows == (("Lupus in Tabula", 12, 96, 40, 40, 40),)
    camps = {row[1]: row[2] for row in sheet("camps").rows}
    assert camps == {"Humans": Rate(3, 12), "Werewolves": Rate(9, 12), "Were-hamster": Rate(0, 12)}
    roles = {row[1]: row[2:] for row in sheet("roles").rows}
    assert roles["Werewolf"] == (24, Rate(18, 24), Rate(0, 24), None)
    assert roles["Seer"] == (12, Rate(3, 12), Rate(0, 12), Rate(12, 48))
    assert roles["Villager"][2] == Rate(12, 60)
    assert ("Lupus in Tabula", 8, "Werewolves", Rate(9, 12)) in sheet("players").rows


def test_what_the_computer_plays_counts_nowhere() -> None:
    session = finished()
    session.seats.filter(place__in=(0, 7)).update(bot=True)
    GameSession.objects.filter(pk=session.pk).update(people=6)
    assert {row[1]: row[2] for row in sheet("roles").rows} == {"Werewolf": 1, "Seer": 1, "Villager": 4}
    assert sheet("games").rows[0][2] == 6
    person = who("Zoé")
    PlayedSeat.objects.create(person=person, seat=session.seats.get(place=0))  # its phone left, and a robot played on
    assert sheet("people").rows == () and compute_ratings(list_counted_games()) == []
    GameSession.objects.filter(pk=session.pk).update(people=3)
    session.seats.filter(place__lt=5).update(bot=True)
    assert not any(make(list_counted_games()).rows for make in tables.SHEETS.values())


def test_only_a_game_whose_end_everybody_may_see_counts() -> None:
    session = finished(closed=None)
    assert not list_counted_games().exists()
    Pacing.objects.filter(session=session).update(end_shown=session.head)
    assert list_counted_games().exists()
    GameSession.objects.filter(pk=session.pk).update(head=7)  # taken back, and played on
    assert not list_counted_games().exists()
    GameSession.objects.filter(pk=session.pk).update(stage="playing", closed=timezone.now())
    assert not list_counted_games().exists()


def test_who_has_changed_camp_has_neither_won_nor_lost() -> None:
    for number in range(10):
        finished(number).seats.filter(place=2).update(won=None)
    assert {row[1]: row[3] for row in sheet("roles").rows}["Seer"] == Rate(0, 0)
    person = who("Zoé")
    PlayedSeat.objects.bulk_create(PlayedSeat(person=person, seat=seat) for seat in Seat.objects.filter(place=2))
    assert sheet("people").rows[0][:3] == ("Zoé", 10, Rate(0, 0))


def test_a_season_is_a_range_of_dates_or_one_evening(host: Client) -> None:
    before, after = evening(date(2026, 1, 9), "Before"), evening(date(2026, 9, 9), "After")
    finished(1, event=before)
    finished(2, event=after)
    finished(3, event=after)

    def games(**asked: object) -> list[str]:
        answer = host.get(reverse("statistics_file", args=["evenings"]), asked)
        return [row[0] for row in csv.reader(StringIO(answer.content.decode("utf-8-sig")))][1:]

    assert games() == ["After", "Before"]
    assert games(since="2026-09-01", until="2026-12-31") == ["After"]
    assert games(until="2026-03-01") == ["Before"]
    assert games(event=before.pk) == ["Before"]
    assert games(game="sporz") == []


def test_people_stand_there_who_agreed_and_nobody_else(host: Client) -> None:
    session = finished()
    page = text(host.get(reverse("statistics")))
    assert "Guest" not in page
    person = who("Zoé")
    identities.link(person, session.seats.get(place=0))
    identities.record_run(person, session)
    page = text(host.get(reverse("statistics")))
    assert page.count("Zoé") == 2 and "Guest" not in page
    assert sheet("people").rows == (("Zoé", 1, Rate(1, 1), Rate(0, 1), None),)
    assert sheet("moderators").rows == (("Zoé", 1, 1, 40),)


def test_people_without_a_victory_are_listed_with_doubt() -> None:
    winner, other = who("Zoé"), who("Ann")
    for number in range(10):
        session = finished(number)
        identities.link(other, session.seats.get(place=7))
        if not number:
            identities.link(winner, session.seats.get(place=0))
    loser = who("Bob")
    identities.link(loser, session.seats.get(place=6))
    assert sheet("winless").rows == (("Ann", 10, None), ("Bob", 1, "few games: luck alone"))


def test_every_spreadsheet_export_escapes_formulas_in_names(host: Client) -> None:
    session = finished()
    identities.link(who("=1+1"), session.seats.get(place=0))
    for key in ALL:
        answer = host.get(reverse("statistics_file", args=[key]))
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        head, *rows = csv.reader(StringIO(answer.content.decode("utf-8-sig")))
        assert all(len(row) == len(head) for row in rows), key
        if key == "people":
            assert rows[0][0] == "'=1+1"
            assert head[2:7] == ["Won: yes", "Won: of", "Won: %", "Won: % at least", "Won: % at most"]
            assert rows[0][2:7] == ["1", "1", "", "", ""]


def test_a_plot_shows_its_table_unless_too_few_games() -> None:
    for number in range(10):
        finished(number)
    drawn = build_plot(sheet("camps"))
    assert drawn is not None and [mark.said.partition(":")[0] for mark in drawn.marks] == [
        "Lupus in Tabula, Humans",
        "Lupus in Tabula, Werewolves",
        "Lupus in Tabula, Were-hamster",
    ]
    GameSession.objects.all()[0].delete()
    assert build_plot(sheet("camps")) is None


def test_the_rating_is_optional_and_shows_its_uncertainty(host: Client) -> None:
    person, other = who("Zoé"), who("Léo")
    for number in range(10):
        session = finished(number)
        identities.link(person, session.seats.get(place=0))
        if number:
            identities.link(other, session.seats.get(place=5))
    strong, weak = compute_ratings(list_counted_games())
    assert (strong.name, strong.games, weak.name, weak.games) == ("Zoé", 10, "Léo", 9)
    assert strong.strength > 0 > weak.strength and strong.low < strong.strength < strong.high
    assert strong.high - strong.low > 10  # ten games say little
    assert str(weak) == "too few to say"
    assert "Rating" not in text(host.get(reverse("statistics"))).replace("A rating of people", "")
    page = text(host.get(reverse("statistics"), {"rating": "on"}))
    assert str(strong) in page and reverse("statistics_file", args=["rating"]) in page


def test_a_camp_that_always_loses_makes_nobody_weak() -> None:
    """What a camp is worth is learnt: who wins with the weaker one showed more than who wins with the stronger."""
    for number in range(60):
        finished(number)
    brave, usual = who("Brave"), who("Usual")
    for number in range(10):
        session = finished(100 + number, "humans")
        identities.link(brave, session.seats.get(place=4))
        session = finished(200 + number)
        identities.link(usual, session.seats.get(place=1))
    strength = {one.name: one.strength for one in compute_ratings(list_counted_games())}
    assert strength["Brave"] > strength["Usual"] > 0


@pytest.mark.parametrize("key", [*ALL, ""])
def test_a_season_takes_as_many_statements_as_an_evening(host: Client, key: str) -> None:
    person = who("Zoé")
    taken = []
    for many in (2, 60):
        event = evening(date(2026, 1, 1), f"Evening {many}")
        for number in range(many):
            session = finished(1000 * many + number, event=event)
            PlayedSeat.objects.create(person=person, seat=session.seats.get(place=number % 8))
            ModeratedTable.objects.create(person=who(f"Person {many} {number}"), session=session)
        with CaptureQueriesContext(connection) as statements:
            if key:
                host.get(reverse("statistics_file", args=[key]))
            else:
                assert host.get(reverse("statistics"), {"rating": "on"}).status_code == 200
        taken.append(len(statements))
    assert taken[1] <= taken[0] <= 20


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"since": "yesterday"}, "day, month and year"),
        ({"since": "2026-05-02", "until": "2026-05-01"}, "ends before it begins"),
        ({"game": "chess"}, "choose a game"),
        ({"event": "99"}, "does not exist"),
        ({"event": "²"}, "does not exist"),
        ({"event": "9" * 40}, "does not exist"),
    ],
)
def test_an_impossible_filter_is_answered_with_a_sentence(host: Client, asked: dict[str, str], said: str) -> None:
    finished()
    answer = host.get(reverse("statistics"), asked)
    assert answer.status_code == 409 and said in text(answer)
    assert host.get(reverse("statistics_file", args=["games"]), asked).status_code == 404


def test_there_is_no_table_of_another_name(host: Client) -> None:
    assert host.get(reverse("statistics_file", args=["secrets"])).status_code == 404


def test_games_of_before_are_counted_by_a_tap(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from games import index
    from tests.games.journals import played

    session = played("lupus", 1, monkeypatch)
    GameSession.objects.filter(pk=session.pk).update(**index.GAME_COLUMNS, closed=timezone.now())
    assert re.search(r'data-test="uncounted">\s*[^<]*\b1\b', text(host.get(reverse("statistics"))))
    counted = text(host.post(reverse("statistics_index"), follow=True))
    assert re.search(r'<p class="notice success">[^<]*\b1\b', counted) and 'data-test="uncounted"' not in counted
    assert list_counted_games().get() == session
