"""The first screen of the home page and of joining: a cover, a name, and one thing to do, at every size."""

from __future__ import annotations

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from games.models import GameSession
from moderation.tables.lobby.views import find_cover_of_day
from moderation.tables.settings_forms import JoinForm
from moderation.templatetags.looks import tie_short_words
from tests.moderation.clients import at, joins, opens, text, the_host
from tests.moderation.tables.lobby.conftest import OpenLobby
from tests.own_games import OWN
from tests.pixels import measure_readable_shares

PHONES = ((390, 844), (360, 640), (320, 568))
TABLETS = ((1180, 820), (820, 1180))
READ, BEHIND = 4.5, 0.97  # contrast of letters (WCAG 2.2 AA), with this share of what lies behind them
LINES = "one => Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight))"
GOLD = """() => {
  const gold = getComputedStyle(document.querySelector("[data-world]")).getPropertyValue("--next");
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = gold;
  const all = [...document.querySelectorAll(".cover-page .button")];
  return all.filter((one) => getComputedStyle(one).backgroundColor === getComputedStyle(probe).color).length;
}"""


def make_join(slug: str, **other: Any) -> dict[str, Any]:
    """Return what the page to join a table shows."""
    kit = all_kits()[slug]
    session = SimpleNamespace(game=slug, kit=kit, code="KJRF", narrated=False)
    return {
        "session": session,
        "words": kit.words,
        "form": JoinForm(),
        "marks": "",
        "joined": 6,
        "mark": "",
        "places_left": 2,
        **other,
    }


def make_home(slug: str, **other: Any) -> dict[str, Any]:
    """Return what the home page shows to somebody who moderates a table."""
    latest = SimpleNamespace(game_name=all_kits()[slug].words.NAME, code="KJRF")
    values = {
        "slug": slug,
        "latest": latest,
        "latest_state": "Day 2 · 8 in play",
        "latest_page": "/desk/KJRF/",
        "marks": "",
    }
    stamps = [kit for kit in all_kits().values() if kit.slug in OWN and kit.slug != slug]
    return {**values, "organiser": True, "is_guest": False, "stamps": stamps, **other}


OTHERS = [slug for slug in OWN if slug != "lupus"]
GUEST = {"organiser": False, "is_guest": True}


def check_in_view(page: Page, *selectors: str) -> None:
    """Check that these parts lie in the window, one below the other."""
    size = page.viewport_size
    assert all(page.locator(selector).count() == 1 for selector in selectors), selectors
    boxes = [page.locator(selector).bounding_box() for selector in selectors]
    assert size
    for box in boxes:
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= size["width"], (size, selectors, box)
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], (size, selectors, box)
    tops = [box["y"] for box in boxes if box]
    assert tops == sorted(tops)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


@pytest.mark.parametrize("slug", OWN)
def test_joining_needs_one_screen_also_above_a_keyboard(open_lobby: OpenLobby, slug: str) -> None:
    page = open_lobby("tables/lobby/join.html", **make_join(slug))
    for width, height in (*PHONES, (390, 400)):
        page.set_viewport_size({"width": width, "height": height})
        check_in_view(page, ".cover-page > h1", ".one-field label", "[name=name]", ".one-field .button")
        assert page.locator("h1").evaluate(LINES) <= 2
        assert page.locator("h1").evaluate("one => one.scrollWidth <= one.clientWidth")
        below = page.get_by_role("button", name="Make a name up for me").bounding_box()
        assert below and below["y"] >= height  # nothing of it is cut by the edge
        cover = page.locator(".cover-crop").bounding_box()
        assert cover and cover["y"] <= 0 and cover["height"] >= 110


@pytest.mark.parametrize("slug", OWN)
@pytest.mark.parametrize(
    ("template", "device", "size"),
    [("home", "phone", (360, 640)), ("home", "tablet", (1180, 820)), ("join", "phone", (360, 640))],
)
def test_letters_are_read_on_every_cover_in_either_light(
    open_lobby: OpenLobby, slug: str, template: str, device: str, size: tuple[int, int]
) -> None:
    values = make_home(slug, **GUEST) if template == "home" else make_join(slug)
    page = open_lobby(f"tables/lobby/{template}.html", device, **values)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    letters = [".cover-page > h1", ".cover-line", *([".brand"] if template == "home" else [])]
    for light in ("dimmed", "bright"):
        page.evaluate("(light) => { document.documentElement.dataset.light = light }", light)
        shares = measure_readable_shares(page, letters, READ)
        assert {name: share for name, share in shares.items() if share < BEHIND} == {}, light


def test_joining_says_how_many_places_are_left(open_lobby: OpenLobby) -> None:
    for left, language, line in (
        (2, "en", "KJRF · 6 players, 2 places left"),
        (0, "en", "KJRF · 6 players"),
        (2, "fr", "KJRF · 6 joueurs, encore 2 places"),
    ):
        with translation.override(language):
            page = open_lobby("tables/lobby/join.html", **make_join("lupus", places_left=left))
        expect(page.locator("[data-test=table]")).to_have_text(line)
        page.set_viewport_size({"width": 360, "height": 640})
        assert page.locator("[data-test=table]").evaluate(LINES) == 1


def test_joining_is_as_large_as_a_thumb(open_lobby: OpenLobby) -> None:
    page = open_lobby("tables/lobby/join.html", **make_join("murder"))
    sizes = page.evaluate("""() => ["h1", ".one-field label", "[name=name]", ".one-field .button"].map(
      (one) => parseFloat(getComputedStyle(document.querySelector(one)).fontSize))""")
    assert sizes == pytest.approx([46.4, 24, 32, 34], abs=0.6)
    field, button = page.locator("[name=name]").bounding_box(), page.locator(".one-field .button").bounding_box()
    assert field and button and field["height"] == pytest.approx(72, abs=1) and button["height"] >= 88
    cover = page.locator(".cover-crop").bounding_box()
    assert cover and cover["height"] == pytest.approx(404, abs=10)
    page.set_viewport_size({"width": 360, "height": 640})
    cover = page.locator(".cover-crop").bounding_box()
    assert cover and cover["height"] == pytest.approx(220, abs=5)


def test_a_name_can_still_be_made_up(open_lobby: OpenLobby) -> None:
    sent: list[dict[str, Any]] = []
    page = open_lobby("tables/lobby/join.html", sent=sent, **make_join("lupus"))
    with page.expect_navigation():
        page.get_by_role("button", name="Make a name up for me").click()
    assert sent[0]["made_up"] == ["1"]


def test_language_and_help_open_in_the_corner(open_lobby: OpenLobby) -> None:
    page = open_lobby("tables/lobby/join.html", **make_join("spree"))
    expect(page.get_by_role("button", name="Français")).to_be_hidden()
    page.get_by_text("Language and help").locator("..").click()
    expect(page.get_by_role("button", name="Français")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize("slug", ["lupus", "murder"])
@pytest.mark.parametrize(("device", "sizes"), [("phone", PHONES), ("tablet", TABLETS)])
def test_home_goes_on_with_one_gold_button(
    open_lobby: OpenLobby, slug: str, device: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    page = open_lobby("tables/lobby/home.html", device, **make_home(slug))
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        check_in_view(page, ".corner .brand", ".cover-page > h1", ".cover-line", ".cover-page > .primary", ".boxes")
        cover = page.locator(".cover-crop").bounding_box()
        assert cover and (cover["width"], round(cover["height"])) == (width, height)
        assert page.locator("h1").evaluate(LINES) <= 2
        assert page.evaluate(GOLD) == 1
    page.locator("#code").fill("kjrf")
    assert page.evaluate(GOLD) == 1  # also once a code stands there
    expect(page.locator(".code-form .button")).to_be_visible()


def test_home_has_the_sizes_of_its_device(open_lobby: OpenLobby) -> None:
    for device, name, button in (("phone", 92, 88), ("tablet", 136, 100)):
        page = open_lobby("tables/lobby/home.html", device, **make_home("lupus"))
        size = page.locator("h1").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        box = page.locator(".cover-page > .primary").bounding_box()
        assert size == pytest.approx(name, abs=1.5) and box and box["height"] == pytest.approx(button, abs=1)


def test_a_tablet_offers_the_other_worlds_as_stamps(open_lobby: OpenLobby) -> None:
    page = open_lobby("tables/lobby/home.html", "tablet", **make_home("lupus"))
    stamps = page.locator("[data-test=stamps] a")
    expect(stamps).to_have_count(4)
    addresses = [stamp.get_attribute("href") for stamp in stamps.all()]
    assert sorted(str(one) for one in addresses) == [f"{reverse('create')}?game={slug}" for slug in sorted(OTHERS)]
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        for part in (".boxes", "[data-test=stamps] li:last-child a"):
            check_in_view(page, ".cover-page > .primary", part)
        box, first, code = (
            page.locator(one).bounding_box() for one in (".stamps", ".stamps a >> nth=0", ".code-form")
        )
        assert box and first and code
        assert (round(first["width"]), round(first["height"])) == (134, 100)
        if width > height:
            assert box["x"] > code["x"] + code["width"]
        else:
            assert box["y"] >= code["y"] + code["height"]
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-test=stamps]")).to_be_hidden()
    page = open_lobby("tables/lobby/home.html", "tablet", **make_home("lupus", **GUEST))
    expect(page.locator("[data-test=stamps]")).to_have_count(0)  # a guest opens no table


@pytest.mark.parametrize("latest", [True, False])
def test_a_guest_finds_the_code_in_the_buttons_place(open_lobby: OpenLobby, latest: bool) -> None:
    other = {} if latest else {"latest": None}
    page = open_lobby("tables/lobby/home.html", **make_home("lupus", **GUEST, **other))
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        check_in_view(page, ".cover-page > h1", ".code-form label", ".boxes", ".code-form .button")
    assert page.evaluate(GOLD) == 0
    page.locator("#code").fill("kjr")
    assert page.evaluate(GOLD) == 0
    page.locator("#code").fill("kjrf")
    assert page.evaluate(GOLD) == 1


def test_a_code_may_be_pasted_with_spaces(open_lobby: OpenLobby) -> None:
    sent: list[dict[str, Any]] = []
    page = open_lobby("tables/lobby/home.html", sent=sent, **make_home("lupus", **GUEST, latest=None))
    page.locator("#code").focus()
    page.keyboard.insert_text(" k j r f ")
    expect(page.locator("#code")).to_have_value("kjrf")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert sent[0]["code"] == ["kjrf"]


def test_each_letter_of_a_code_stands_in_its_box(open_lobby: OpenLobby) -> None:
    page = open_lobby("tables/lobby/home.html", **make_home("lupus"))
    pitch, letter = page.evaluate("""() => {
      const field = document.getElementById("code"), boxes = [...document.querySelectorAll(".boxes > i")];
      const probe = document.createElement("canvas").getContext("2d"), style = getComputedStyle(field);
      probe.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const wide = probe.measureText("W").width + parseFloat(style.letterSpacing);
      return [boxes[1].getBoundingClientRect().x - boxes[0].getBoundingClientRect().x, wide];
    }""")
    assert letter == pytest.approx(pitch, abs=1)


def test_where_codes_grow_eight_letters_fit(open_lobby: OpenLobby) -> None:
    page = open_lobby("tables/lobby/home.html", **make_home("lupus", codes_grow=True))
    expect(page.locator(".boxes > i")).to_have_count(0)
    page.locator("#code").fill("WWWWWWWW")
    assert page.locator("#code").evaluate("one => one.scrollWidth <= one.clientWidth")
    check_in_view(page, "#code")


def test_short_words_stay_with_the_next_one() -> None:
    assert tie_short_words("Lupus in Tabula") == "Lupus in\u00a0Tabula"


def test_the_cover_changes_with_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    day = timezone.localdate()
    found = []
    for number in range(len(OWN)):
        monkeypatch.setattr(timezone, "localdate", lambda number=number: day + timedelta(days=number))
        found.append(find_cover_of_day())
    assert sorted(found) == sorted(OWN)


@pytest.mark.django_db
def test_only_who_has_no_table_is_a_guest() -> None:
    host = the_host()
    assert f'class="button primary full" href="{reverse("create")}"' in text(host.get("/"))
    table: GameSession = opens(host)
    assert re.search(rf'class="button primary full"\s+href="{at("desk", table)}"', text(host.get("/")))
    player = text(joins(table, "Ann").get("/"))
    assert "code-form first" in player and at("phone", table) in player
    assert "code-form first" in text(Client().get("/")) and "code-form first" not in text(host.get("/"))
