"""A bright theme by day, which a device chooses for itself; night stays night."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from games.engine.kit import all_kits
from tests import thorough
from tests.moderation import sporz_table
from tests.moderation.clients import text
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import NIGHT
from tests.moderation.surfaces.showings import change, desk, phone, public
from tests.pixels import unlike_the_first

GROUND = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
LIGHT = "light => document.documentElement.dataset.light = light"


def chosen(light: str) -> Client:
    """A device that has chosen a theme."""
    client = Client()
    client.post(reverse("set_light"), {"light": light, "next": "/"})
    return client


@pytest.mark.django_db
def test_a_device_keeps_its_theme_and_others_have_theirs() -> None:
    bright = chosen("bright")
    assert 'data-light="bright"' in text(bright.get("/"))
    assert 'data-light="dimmed"' in text(Client().get("/"))
    bright.post(reverse("set_light"), {"light": "dimmed"})
    assert 'data-light="dimmed"' in text(bright.get("/"))
    assert bright.cookies["light"]["httponly"]


@pytest.mark.django_db
def test_a_theme_change_returns_only_to_the_page_before() -> None:
    for wanted, found in (("/help/", "/help/"), ("https://else.test/", "/"), ("//else.test/", "/"), ("", "/")):
        answer = Client().post(reverse("set_light"), {"light": "bright", "next": wanted})
        assert (answer.status_code, answer["Location"]) == (302, found)
    assert 'data-light="dimmed"' in text(chosen("no theme of ours").get("/"))


@pytest.mark.django_db
def test_pages_that_a_phone_may_open_at_night_stay_dim() -> None:
    bright = chosen("bright")
    for path in (reverse("help_index"), reverse("help", args=["sporz"]), reverse("comfort"), "/nowhere/"):
        assert 'data-light="dimmed"' in text(bright.get(path)), path


@pytest.mark.django_db
def test_a_phone_weighs_the_same_in_either_theme() -> None:
    session = sporz_table.at_night()
    client = sporz_table.phone(session, "Ann")
    weights = set()
    for light in ("dimmed", "bright"):
        client.post(reverse("set_light"), {"light": light})
        weights.add(len(client.get(reverse("phone", args=[session.code])).content))
    assert len(weights) == 1


@pytest.mark.parametrize("slug", thorough.family(all_kits(), "sporz", "spree"))
def test_every_surface_is_bright_by_day_but_phones_by_night(open_device: Callable[..., Page], slug: str) -> None:
    day = public(slug=slug)
    surfaces = {"phone": phone(day), "desk": desk(day), "screen": day}
    for surface, view in surfaces.items():
        server = PageServer(
            open_device({"desk": "tablet"}.get(surface, surface)), surface, view, slug=slug, comfort={}
        )
        page = server.open().page
        page.evaluate(LIGHT, "bright")
        assert min(page.evaluate(GROUND)) > 160, surface
        if surface == "screen":
            server.push(change(day, night=True, phase="Night 2"), 2)
            page.wait_for_selector(".screen-view.night")
            assert max(page.evaluate(GROUND)) < 40


def test_a_phone_at_night_looks_the_same_in_both_themes(open_device: Callable[..., Page]) -> None:
    still = change(NIGHT, call_ends=None)  # a clock would tell the pictures apart
    for view in (phone(still), phone(public(night=True, dark=True))):
        page = PageServer(open_device("phone"), "phone", view, comfort={}).open().page
        page.evaluate("document.fonts.ready")
        dimmed = page.screenshot(full_page=True)
        page.evaluate(LIGHT, "bright")
        assert not unlike_the_first([dimmed, page.screenshot(full_page=True)], page)
