"""The look of each kit: emblems for what may be shown, colours that can be read, drawings that fetch nothing."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from games.engine import bots
from games.engine.kit import all_kits
from games.engine.look import BESIDE, COLOURS, FILES, SPARE_FILES
from games.engine.options import settle
from games.engine.table import Table
from tests.own_games import OWN

LOOKS = {slug: kit.look for slug, kit in all_kits().items() if kit.look}
CAMPS = {"sporz": {"astronauts", "mutants"}, "elsen": {"passengers", "saboteurs"}}
CAMPS["lupus"] = {"humans", "werewolves", "werehamster"}
READ = 4.5  # contrast of what is read, and of lines round what is touched (WCAG 2.2 AA)
SEEN = 3.0
HEAVIEST = 30_000  # bytes of a picture


def text(slug: str, name: str) -> str:
    return (all_kits()[slug].folder / "look" / "files" / name).read_text(encoding="utf-8")


def grounds(slug: str) -> dict[str, dict[str, str]]:
    """The colours of a world by day, by day in a bright room, and by night."""
    blocks = re.findall(r"([^{}]+)\{([^{}]+)\}", re.sub(r"/\*.*?\*/", "", text(slug, "world.css"), flags=re.DOTALL))
    named = {selector.strip(): dict(re.findall(r"--([\w-]+): ([^;]+);", body)) for selector, body in blocks}
    day = {name: value for name, value in named[f'[data-world="{slug}"]'].items() if name not in BESIDE}
    other = {
        ground: next(found for selector, found in named.items() if f'[data-ground="{ground}"],' in selector)
        for ground in ("bright", "night")
    }
    return {"day": day, **other}


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_every_game_of_this_checkout_has_a_look() -> None:
    assert LOOKS.keys() >= set(OWN)


@pytest.mark.parametrize("slug", LOOKS)
def test_every_role_camp_and_step_has_an_emblem(slug: str) -> None:
    look, kit = LOOKS[slug], all_kits()[slug]
    assert look.roles.keys() == set(kit.roles.CARD.get("role", ()))
    assert look.camps.keys() == CAMPS.get(slug, set())
    assert look.deeds.keys() >= kit.words.STEPS.keys()
    assert len(set(look.roles.values())) == len(look.roles), "two roles with one emblem"


@pytest.mark.parametrize("slug", [slug for slug, look in LOOKS.items() if look.roles])
def test_a_card_shows_the_emblems_of_its_role_and_camp(slug: str) -> None:
    look, words = LOOKS[slug], all_kits()[slug].words
    camps: dict[str, set[str]] = {}
    for role in look.roles:
        card = words.card([{"fact": "role", "role": role}])
        assert look.number("role", card.role) == look.number("role", role)
        assert look.camp_number(card.side) > 0
        camps.setdefault(card.side, set()).add(str(card.camp))
    assert camps.keys() == look.camps.keys()
    assert all(len(called) == 1 for called in camps.values())


@pytest.mark.parametrize("slug", [slug for slug, look in LOOKS.items() if not look.roles])
def test_a_card_of_a_game_without_roles_has_an_emblem(slug: str) -> None:
    card = all_kits()[slug].words.card([])
    assert LOOKS[slug].number("role", card.role)
    assert not card.side


@pytest.mark.parametrize("slug", LOOKS)
def test_a_sprite_has_every_emblem_under_an_anonymous_number(slug: str) -> None:
    look, root = LOOKS[slug], ElementTree.fromstring(text(slug, "emblems.svg"))
    ids = [symbol.attrib["id"] for symbol in root.iter("{http://www.w3.org/2000/svg}symbol")]
    assert ids == [f"e{number:02}" for number in range(len(look.drawings))]
    assert {look.number("role", role) for role in look.roles} <= set(ids)
    assert {look.number("deed", deed) for deed in look.deeds} <= set(ids)
    assert not any(name in text(slug, "emblems.svg") for name in (*look.roles, *look.drawings))


@pytest.mark.parametrize("slug", LOOKS)
def test_pictures_can_be_read_weigh_little_and_fetch_nothing(slug: str) -> None:
    folder = all_kits()[slug].folder / "look" / "files"
    spare = {path.name for path in folder.iterdir()} & SPARE_FILES
    assert {path.name for path in folder.iterdir()} == FILES | spare | {"LETTERS-LICENSE"}
    for name in ("cover.svg", "scene.svg", "back.svg", "emblems.svg", *spare):
        ElementTree.fromstring(text(slug, name))
        links = re.findall(r"(?:href|src)=\"([^\"]*)\"|url\(([^)]*)\)", text(slug, name))
        assert all((one or other).startswith("#") for one, other in links), name
        assert "<script" not in text(slug, name)
        assert "<text" not in text(slug, name)
    for name in ("cover.svg", "scene.svg", "back.svg", "letters.woff2", *spare):
        assert (folder / name).stat().st_size < HEAVIEST, name
    assert set(re.findall(r"url\(([^)]*)\)", text(slug, "world.css"))) == {
        '"letters.woff2"',
        '"scene.svg"',
        '"back.svg"',
        *(f'"{name}"' for name in spare),
    }


@pytest.mark.parametrize("ground", ["day", "bright", "night"])
@pytest.mark.parametrize("slug", LOOKS)
def test_every_colour_of_a_world_can_be_read(slug: str, ground: str) -> None:
    colours = grounds(slug)[ground]
    assert colours.keys() == COLOURS
    for under in ("ground", "deep", "raised"):
        for letters in ("ink", "soft", "lamp", "good", "bad", "winner", "seat-out"):
            assert contrast(colours[letters], colours[under]) >= READ, (letters, under)
        assert contrast(colours["edge"], colours[under]) >= SEEN, ("edge", under)
    for letters, under in [("lamp-ink", "lamp"), ("next-ink", "next"), ("world-ink", "world"), ("card-ink", "card")]:
        assert contrast(colours[letters], colours[under]) >= READ, (letters, under)
    for camp in ("camp-1", "camp-2", "camp-3"):
        assert contrast(colours["camp-ink"], colours[camp]) >= READ, camp
        assert contrast(colours[camp], colours["ground"]) >= READ, camp


@pytest.mark.parametrize("slug", LOOKS)
def test_a_world_is_dark_by_night_unless_bright_is_chosen(slug: str) -> None:
    day, bright, night = (grounds(slug)[ground] for ground in ("day", "bright", "night"))
    for name in ("ground", "deep", "raised", "ink"):
        assert light(night[name]) < light(day[name]), name
    for name in ("ground", "deep", "raised"):
        assert light(bright[name]) > 0.6, name
    for name in ("card", "card-ink", "scene-ink"):
        assert bright[name] == day[name], "a card is the same picture in any room"


@pytest.mark.parametrize("slug", [slug for slug, look in LOOKS.items() if look.roles])
def test_a_role_on_the_ring_or_in_moments_has_emblems(slug: str) -> None:
    """The desk's secrets are drawn by their role, and so is what everybody knows somebody was."""
    kit, look, random = all_kits()[slug], LOOKS[slug], Random(f"emblems {slug}")
    seats = [f"P{number}" for number in range(kit.roles.SEATS[0] + 4)]
    options = settle(kit.roles.OPTIONS, {})
    for _ in range(3):
        table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
        bots.play_out(kit, table, random.choice)
        for seat, row in table.truth().items():
            assert kit.words.tokens(row, ())[0].role == row["role"], seat
        marks = kit.words.ring([one.fact for one in table.told if one.seat is None])
        told = {mark.role for mark in marks.values()} | {
            token.role for row in table.truth().values() for token in kit.words.tokens(row, ())
        }
        assert all(look.number("role", role) for role in told - {""}), told
