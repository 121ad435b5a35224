"""What leaves an evening as a file: spreadsheets without a formula or a secret, calendars that others can read."""

from __future__ import annotations

import csv
from datetime import date, time, timedelta
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from icalendar import Calendar

from games.models import Event, Round
from moderation.events import guests
from tests.moderation.sporz_table import joining, playing

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 28)


@pytest.fixture
def evening() -> Event:
    return Event.objects.create(name="Escale à jeux", date=DAY, place="Salle A, 2e étage", notes="Clé chez Léa.")


def sheet(client: Client, page: str, event: Event, **headers: str) -> list[list[str]]:
    """The rows of a file, the names of its columns first."""
    answer = client.get(reverse(page, args=[event.pk]), headers=headers)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"].startswith('attachment; filename="escale-a-jeux-')
    text = answer.content.decode("utf-8-sig")
    assert answer.content.startswith(b"\xef\xbb\xbf")  # how a spreadsheet knows UTF-8
    return list(csv.reader(StringIO(text), delimiter=";" if headers.get("Accept-Language") == "fr" else ","))


def entries(content: bytes) -> list[dict[str, object]]:
    """The evenings of a calendar."""
    return [
        {name: getattr(value, "dt", value) for name, value in one.items()}
        for one in Calendar.from_ical(content).walk("VEVENT")
    ]


def test_the_spreadsheet_of_tables_has_no_secret(host: Client, evening: Event) -> None:
    first = Round.objects.create(event=evening, name="Manche 1")
    session, other = playing(), joining("KLMR")
    evening.games.add(session, other)
    type(session).objects.filter(pk=session.pk).update(round=first, spot="Table 1")
    head, *rows = sheet(host, "results_file", evening)
    assert [row[:5] for row in rows if row[2] == session.code] == [
        ["Manche 1", "Table 1", session.code, "Sporz", "playing"]
    ]
    assert {row[2] for row in rows} == {session.code, "KLMR"}
    assert all(len(row) == len(head) for row in rows)
    told = " ".join(map(" ".join, rows)).lower()
    assert not {"mutant", "doctor", "astronaut", "host", "resistant"} & set(told.split())


def test_the_guest_list_escapes_formulas_in_names(host: Client, evening: Event) -> None:
    guests.add_guest(
        evening, None, "=1+1", {"games": ["sporz"], "first": True, "friends": "@Léa", "until": time(23, 30)}
    )
    guests.add_guest(evening, None, "Zoé", {}, arrived=True)
    _head, one, other = sheet(host, "guests_file", evening)
    assert (one[0], one[5]) == ("'=1+1", "'@Léa")
    assert one[1:5] + one[6:] == ["expected", "Sporz", "", "yes", "23:30"]
    assert other[:2] == ["Zoé", "There"]
    codes = [one.guest.code for one in guests.list_guests(evening)]
    answer = host.get(reverse("guests_file", args=[evening.pk])).content.decode()
    assert not [code for code in codes if code in answer]  # they bring a line to another device


def test_in_french_cells_are_parted_as_french_spreadsheets_expect(host: Client, evening: Event) -> None:
    guests.add_guest(evening, None, "Zoé", {})
    head, row = sheet(host, "guests_file", evening, **{"Accept-Language": "fr"})
    assert head[:2] == ["Nom", "État"] and row[:2] == ["Zoé", "attendu"]


def test_french_exports_keep_places_as_text_and_dates_empty(host: Client, evening: Event) -> None:
    evening.games.add(joining("KLMR"))
    evening.games.update(spot="Table 1", closed=timezone.now())
    head, row = sheet(host, "results_file", evening, **{"Accept-Language": "fr"})
    assert (head[1], row[1]) == ("Place", "Table 1") and row[4] == "fermée"


def test_each_meaning_of_a_button_has_its_own_french(host: Client, evening: Event) -> None:
    fr = {"Accept-Language": "fr", "Host": "localhost"}
    assert "Oui, fermer Veilleur" in host.get(reverse("start_stop"), headers=fr).content.decode()
    host.post(reverse("hall_say", args=[evening.pk]), {"usual": "five", "text": "", "minutes": "15"})
    hall = host.get(reverse("hall", args=[evening.pk]), headers=fr).content.decode()
    assert "Terminer cette annonce" in hall and "annuler ce coup" not in hall
    with translation.override("fr"):
        assert gettext("Yes, close the table") == "Oui, fermer la table"
        assert gettext("Yes, undo this move") == "Oui, annuler ce coup"


def test_a_calendar_event_lasts_from_first_to_last_hour(evening: Event) -> None:
    Round.objects.create(event=evening, name="1", begins=time(20, 0), ends=time(22, 0))
    Round.objects.create(event=evening, name="2", begins=time(22, 15), ends=time(0, 30))  # after midnight
    opened = guests.open_list(evening)
    answer = Client().get(reverse("guest_calendar", args=[opened.key]))
    assert answer["Content-Type"].startswith("text/calendar")
    (entry,) = entries(answer.content)
    begins, ends = entry["DTSTART"], entry["DTEND"]
    local = [timezone.localtime(moment) for moment in (begins, ends)]  # type: ignore[arg-type]
    assert [(one.date(), one.time()) for one in local] == [(DAY, time(20, 0)), (DAY + timedelta(days=1), time(0, 30))]
    assert (entry["SUMMARY"], entry["LOCATION"]) == ("Escale à jeux", "Salle A, 2e étage")
    assert str(entry["URL"]).endswith(reverse("sign_up", args=[opened.key]))
    assert "Léa" not in answer.content.decode()  # notes are the organisers'


def test_calendars_show_all_day_events_and_no_archived_ones(host: Client, evening: Event) -> None:
    Event.objects.create(name="Autrefois", archived=True)
    (entry,) = entries(host.get(reverse("calendar_file")).content)
    assert (entry["DTSTART"], entry["DTEND"]) == (DAY, DAY + timedelta(days=1))
    assert entry["SUMMARY"] == "Escale à jeux"


def test_an_unknown_calendar_address_finds_nothing(evening: Event) -> None:
    guests.open_list(evening)
    assert Client().get(reverse("guest_calendar", args=["x"])).status_code == 404


@pytest.mark.parametrize("page", ["results_file", "guests_file", "calendar_file"])
def test_a_long_season_takes_no_more_statements(
    host: Client, evening: Event, page: str, django_assert_max_num_queries: object
) -> None:
    for number in range(12):
        guests.add_guest(evening, None, f"Guest {number}", {})
        Round.objects.create(event=Event.objects.create(name=f"Evening {number}"), name="1", begins=time(20))
        evening.games.add(joining("".join("BCDFGHJKLMNP"[(number + step) % 12] for step in (0, 3, 5, 8))))
    url = reverse(page, args=[] if page == "calendar_file" else [evening.pk])
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        assert host.get(url).status_code == 200
