"""What the moderator sees of a table before play; and that nobody else may touch any of it."""

import re

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from games import lifecycle
from games.models import GameSession
from moderation.models import Pass
from moderation.tables.setup.view_model import build_seats_view
from tests.moderation.clients import DEAL, at, joins, opens, seat, seated, text, the_host

pytestmark = pytest.mark.django_db


def every_page_of_the_desk(table: GameSession, seat_id: int) -> list[str]:
    """The address of everything that stands under a table's desk."""
    found = []
    names = [name for name in get_resolver().reverse_dict if isinstance(name, str) and name.startswith("desk")]
    for name in names:
        for args in ([table.code], [table.code, seat_id]):
            try:
                found.append(reverse(name, args=args))
            except NoReverseMatch:
                continue
    return [path for path in found if not path.startswith("/desk/link/")]


def test_only_its_moderator_may_see_or_use_a_desk(host: Client, table: GameSession) -> None:
    people = seated(table)
    elsewhere = the_host()
    opens(elsewhere)
    Pass.objects.filter(kind="host").delete()
    paths = every_page_of_the_desk(table, seat(table, "Ann").pk)
    assert len(paths) > 25
    for stage in ("joining", "cards", "playing"):
        if stage == "cards":
            lifecycle.deal_cards(table, DEAL)
        elif stage == "playing":
            lifecycle.begin(table)
        before = GameSession.objects.values().get(pk=table.pk)
        for stranger in (Client(), people["Ann"], elsewhere):
            for path in paths:
                for answer in (stranger.get(path), stranger.post(path, {"bot": "on", "name": "Eve"})):
                    assert answer.status_code in (404, 405), path
                    assert "mutant" not in text(answer)
        assert GameSession.objects.values().get(pk=table.pk) == before
        assert Pass.objects.filter(session=table).count() == 6


def test_a_form_of_another_site_changes_nothing(host: Client, table: GameSession) -> None:
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = host.cookies
    for path in every_page_of_the_desk(table, 1):
        assert forged.post(path).status_code in (403, 404, 405), path


def test_an_empty_table_says_how_many_are_missing(table: GameSession) -> None:
    view = build_seats_view(table)
    assert view.rows == ()
    assert re.findall(r"\d+", view.joining.wrong_seats) == ["4"]
    assert view.deal.advice == ()


def test_the_view_lists_the_ring_with_phones_and_computers(host: Client, table: GameSession) -> None:
    joins(table, "Ann")
    host.post(at("desk_add_seat", table), {"name": "Papi"})
    host.post(at("desk_add_seat", table), {"bots": "4"})
    rows = build_seats_view(table).rows
    assert [(row.name, row.phone, row.bot) for row in rows[:2]] == [("Ann", True, False), ("Papi", False, False)]
    assert all(row.bot and not row.phone for row in rows[2:])
    assert len(rows) == 4


def test_the_view_is_the_same_as_long_as_nothing_changes(table: GameSession) -> None:
    seated(table)
    assert build_seats_view(table) == build_seats_view(GameSession.objects.get(pk=table.pk))


def test_the_view_holds_no_card(table: GameSession) -> None:
    seated(table)
    lifecycle.deal_cards(table, DEAL)
    rows = build_seats_view(table).rows
    assert "base_mutant" not in repr(rows)
    assert "Base mutant" not in repr(rows)


def test_who_has_looked_is_named_to_the_moderator(table: GameSession) -> None:
    people = seated(table)
    lifecycle.deal_cards(table, DEAL)
    people["Bob"].post(at("looked", table))
    table.refresh_from_db()
    view = build_seats_view(table)
    assert (view.looking.looked, view.looking.lookers, view.looking.to_look) == (1, 5, ("Ann", "Cid", "Dan", "Eve"))


def test_a_wifi_is_shown_only_when_it_has_a_name(host: Client, table: GameSession) -> None:
    assert 'data-test="wifi"' not in text(host.get(at("desk", table)))
    other = opens(host, wifi_name="Chez <Zoé>", wifi_password="secret")
    page = text(host.get(at("desk", other)))
    assert 'data-test="wifi"' in page
    assert "Chez &lt;Zoé&gt;" in page


def test_a_desk_says_its_pages_in_the_devices_language(host: Client, table: GameSession) -> None:
    assert "Nobody is here yet" in text(host.get(at("desk", table), headers={"Accept-Language": "en"}))
    assert "Nobody is here yet" not in text(host.get(at("desk", table), headers={"Accept-Language": "fr"}))


def test_the_screen_shows_a_wifi_only_if_it_was_named(host: Client, table: GameSession) -> None:
    assert 'class="wifi"' not in text(Client().get(at("screen", table)))
    named = text(Client().get(at("screen", opens(host, wifi_name="Home")))).partition('class="wifi"')[2]
    assert re.search(r"^[^<]*\bHome\b", named.partition("<figcaption>")[2])
