"""The page on data and rights says what the program does: its figures are those by which things are kept and go."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.models import Event
from moderation.access import devices, invite_links
from moderation.models import Device
from moderation.people import privacy_page, pruning
from tests.moderation.clients import joins, opens, text, the_host

pytestmark = pytest.mark.django_db


def page(language: str = "en") -> str:
    return text(Client(headers={"Accept-Language": language}).get(reverse("rights")))


def test_its_figures_are_those_of_the_program(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Each is changed where the program reads it, and the page says the new one."""
    told = page()
    for said in ("ends 30 days after the table was closed", "after 180 days at most", "works for 15 minutes"):
        assert said in told
    monkeypatch.setattr(privacy_page, "COOKIE_AGE", 7 * 86400)
    monkeypatch.setattr(privacy_page, "PASSES_KEPT", timedelta(days=8))
    monkeypatch.setattr(privacy_page, "STRANGER_LIFE", timedelta(days=9))
    monkeypatch.setattr(privacy_page, "EMPTY_KEPT", timedelta(days=10))
    monkeypatch.setattr(privacy_page, "LINKS_KEPT", timedelta(days=11))
    monkeypatch.setattr(privacy_page, "LINK_LIFE", timedelta(minutes=12))
    told = page()
    for said in (
        "ends 8 days after the table was closed",
        "after 7 days at most; one of which nothing is known, after 9 days",
        "nobody sat is deleted after 10 days",
        "works for 12 minutes, and is deleted 11 days later",
    ):
        assert said in told
    assert (180 * 86400, timedelta(minutes=15)) == (devices.COOKIE_AGE, invite_links.LINK_LIFE)
    assert timedelta(days=30) == pruning.PASSES_KEPT, "the names that this test changes are those of the program"


@pytest.mark.parametrize(
    ("days", "said"), [(0, "stay until the host deletes"), (1, "1 day after"), (30, "30 days after")]
)
def test_it_says_how_long_this_server_keeps_names(settings: Any, days: int, said: str) -> None:
    settings.NAMES_KEPT_DAYS = days
    assert said in page()


def test_it_says_who_runs_the_server(settings: Any) -> None:
    assert 'data-test="no-operator"' in page()
    settings.OPERATED_BY = "Club <Lune>, lune@example.org"
    assert "Club &lt;Lune&gt;, lune@example.org" in page() and "no-operator" not in page()


def test_every_cookie_that_a_browser_is_given_stands_there(settings: Any) -> None:
    """Of whoever plays, moderates, chooses a language and a light, or has an account."""
    host = the_host()
    table = opens(host)
    player = joins(table, "Ann")
    for client in (host, player):
        client.get(reverse("me"))
        client.post(reverse("set_light"), {"light": "bright"})
        client.post(reverse("set_language"), {"language": "fr"})
    host.post(
        reverse("event_state", args=[Event.objects.create(name="Friday").pk]), {"state": "?"}
    )  # says a sentence
    admin = Client()
    admin.force_login(User.objects.create(username="root"))
    given = {name: morsel for client in (host, player, admin) for name, morsel in client.cookies.items()}
    with translation.override("en"):
        said = {one.name: one for one in privacy_page.list_cookies()}
        assert set(given) == set(said)
        for name, cookie in said.items():
            age = int(
                settings.SESSION_COOKIE_AGE if name == settings.SESSION_COOKIE_NAME else given[name]["max-age"] or 0
            )
            wanted = {
                privacy_page.format_days(timedelta(seconds=age)),
                privacy_page.format_hours(timedelta(seconds=age)),
            }
            assert cookie.kept in (wanted if age else {"until it is read"})
            assert f"<strong>{name}</strong>" in page() and cookie.kept in page()


def test_a_stranger_is_forgotten_when_the_page_says_so() -> None:
    for age in (devices.STRANGER_LIFE * 1.1, devices.STRANGER_LIFE * 0.9):
        Device.objects.create(key=f"{age}", created=timezone.now() - age)
    devices.forget_strangers()
    assert Device.objects.count() == 1


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_reached_from_where_people_come_in(language: str) -> None:
    table = opens(the_host())
    reader = Client(headers={"Accept-Language": language})
    for path in (reverse("home"), reverse("join", args=[table.code]), reverse("help_index")):
        assert f'href="{reverse("rights")}"' in text(reader.get(path)), path
    assert ("Données et droits" if language == "fr" else "Data and rights") in page(language)
