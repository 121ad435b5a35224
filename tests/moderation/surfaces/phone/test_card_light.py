"""A held card gives the same light for every role of a game, by day and by night (SECRECY 2 and 8)."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from moderation.play.projections.private import PhoneView
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.ring import RingSeat
from moderation.players.avatars import Face, build_faces
from tests import thorough
from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import NIGHT
from tests.moderation.surfaces.phone.test_cards_alike import LIFT, SETTLED, cards
from tests.moderation.surfaces.showings import ballot, change, phone, public
from tests.watched.test_same_light import MEAN_LIGHT

MOST = 0.01  # of the light of the brightest
GAMES = [
    (slug, stage) for slug in sorted(all_kits()) if all_kits()[slug].roles.CARD for stage in ("day", "night", "dealt")
]
PHONE, WIDE_PHONE, SMALL_PHONE, ON_ITS_SIDE = (390, 844), (412, 732), (360, 640), (844, 390)
# The drawings that the page uses have come, and were drawn.
DRAWN = """async () => {
  const files = [...document.querySelectorAll("use")].map((one) => one.href.baseVal.split("#")[0]);
  await Promise.all([...new Set(files)].filter(Boolean).map((file) => fetch(file).then((answer) => answer.text())));
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""
# Whether dots lie on each other, where they would give less ink than was counted: a dot fills 0.89 of its row.
COVERED = """() => {
  const rows = [...document.querySelectorAll("#card .evens")].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const edge = 0.055 * (bottom - top) * 10 / one.viewBox.baseVal.height;
    return { top: top + edge, bottom: bottom - edge };
  });
  return rows.slice(1).some((row, place) => row.top < rows[place].bottom - 1);
}"""
# the longest names that there may be, and usual ones, beside which letters keep their size
LONGEST_PARTNERS = ("Anne-Sophie de La Tour M.", "Jean-Baptiste Montgomery", "Wilhelmine-Maximilienne")
USUAL_PARTNERS = ("Alexandre", "Sébastien", "Gabrielle")
FACES = build_faces((("Zoe", Face(0)),))
STAGES = {"day": public(), "night": NIGHT, "dealt": public(stage="cards")}


def show(stage: PublicView, slug: str, **told: object) -> PhoneView:
    """A phone of this game at this stage."""
    return phone(change(stage, slug=slug), **told)


def measure_lights(page: Page, slug: str, views: list[PhoneView], size: tuple[int, int] = PHONE) -> dict[str, float]:
    """The mean light of the phone while each of these cards is held, by what the card is."""
    game = {"game": slug, "settings": {"covers_after": 20}}
    server = PageServer(page, "phone", views[0], comfort={}, slug=slug, session=game).open()
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert page.context.browser
    blank, lights = page.context.browser.new_page(), {}
    for number, view in enumerate(views):
        server.show(view)
        expect(page.locator("#part-card")).to_contain_text(view.own.card.name)
        page.evaluate(LIFT)
        page.evaluate(SETTLED)
        page.evaluate(DRAWN)
        assert page.evaluate(COVERED) is False
        png = base64.b64encode(page.screenshot(animations="disabled")).decode()
        lights[f"{number} {view.own.card.name}"] = blank.evaluate(MEAN_LIGHT, png)
    blank.close()
    return lights


def assert_alike(lights: dict[str, float]) -> None:
    """None of these gives less light than the brightest by more than `MOST`."""
    brightest = max(lights.values())
    assert {name: light / brightest for name, light in lights.items() if light < (1 - MOST) * brightest} == {}


@pytest.mark.parametrize("size", [PHONE, WIDE_PHONE, SMALL_PHONE])
@pytest.mark.parametrize(("slug", "stage"), thorough.family(GAMES, ("lupus", "night")))
def test_a_held_card_gives_one_light_for_every_role(
    slug: str, stage: str, size: tuple[int, int], open_device: Callable[..., Page]
) -> None:
    with translation.override("fr"):
        views = [show(STAGES[stage], slug, card=card) for card in cards(slug)]
        assert_alike(measure_lights(open_device("phone"), slug, views, size))


@pytest.mark.parametrize("slug", thorough.family([slug for slug, stage in GAMES if stage == "night"], "lupus"))
def test_a_card_on_its_side_gives_every_role_one_light(slug: str, open_device: Callable[..., Page]) -> None:
    with translation.override("fr"):
        views = [show(NIGHT, slug, card=card) for card in cards(slug)]
        assert_alike(measure_lights(open_device("phone"), slug, views, ON_ITS_SIDE))


def test_a_called_card_gives_no_more_light_than_another(open_device: Callable[..., Page]) -> None:
    """The texts of a held card by night: the answer, the words of others, the call."""
    with translation.override("fr"):
        card = cards("lupus")[0]
        asked = [
            ballot(called=False),
            ballot(called=True),
            ballot(called=True, given="Ann"),
            ballot(called=True, fellows="Bob : Cid"),
            ballot(called=True, refused="cette personne est déjà protégée", why="Choisissez-en une autre."),
        ]
        views = [show(NIGHT, "lupus", card=card, question=question) for question in asked]
        assert_alike(measure_lights(open_device("phone"), "lupus", views))


@pytest.mark.parametrize("slug", thorough.family(["lupus", "sporz", "elsen"], "lupus"))
def test_faces_on_a_card_change_no_light(slug: str, open_device: Callable[..., Page]) -> None:
    """By day a card shows the faces of the people whom it names: none, or four, in six sets of colours."""
    people = ["Ann", "Bob", "Cid", "Dan"]
    with translation.override("fr"):
        card, views = cards(slug)[0], []
        for number in range(-1, 6):
            faces = build_faces(tuple((name, Face(4 * number + place)) for place, name in enumerate(people)))
            told = ", ".join(people) if number >= 0 else "Votre carnet."
            held = replace(card, lines=(*card.lines[:-1], told))
            views.append(show(change(STAGES["day"], faces=faces if number >= 0 else FACES), slug, card=held))
        assert_alike(measure_lights(open_device("phone"), slug, views))


@pytest.mark.parametrize(
    ("size", "partners"),
    [
        (PHONE, LONGEST_PARTNERS),
        (SMALL_PHONE, LONGEST_PARTNERS),
        (SMALL_PHONE, USUAL_PARTNERS),
        (ON_ITS_SIDE, LONGEST_PARTNERS),
    ],
)
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("stage", ["day", "night"])
@pytest.mark.parametrize(
    ("slug", "roles", "fact"),
    [
        ("lupus", ("villager", "werewolf"), "pack"),
        ("elsen", ("passenger", "saboteur"), "saboteurs"),
    ],
)
def test_names_of_partners_change_no_light(
    slug: str,
    roles: tuple[str, str],
    fact: str,
    stage: str,
    language: str,
    size: tuple[int, int],
    partners: tuple[str, ...],
    open_device: Callable[..., Page],
) -> None:
    """Three partners with long names, three with short ones, somebody alone and somebody of the other camp."""
    people = (*partners, "Bo", "Cid", "Di")
    plain, bad = ([{"fact": "role", "role": role}] for role in roles)
    told = [plain, bad, *([*bad, {"fact": fact, "seats": list(people[first : first + 3])}] for first in (0, 3))]
    table = change(STAGES[stage], ring=tuple(map(RingSeat, people)))
    with translation.override(language):
        cards_told = [all_kits()[slug].words.card(facts) for facts in told]
        views = [show(table, slug, card=replace(card, lines=tuple(map(str, card.lines)))) for card in cards_told]
        assert_alike(measure_lights(open_device("phone"), slug, views, size))


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, (320, 568), ON_ITS_SIDE])
def test_a_held_card_is_the_whole_phone(size: tuple[int, int], open_device: Callable[..., Page]) -> None:
    page = open_device("phone")
    view = show(public(), "lupus", card=cards("lupus")[0])
    PageServer(page, "phone", view, comfort={}, slug="lupus", session={"game": "lupus"}).open()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(LIFT)
    page.evaluate(SETTLED)
    box, emblem = (page.locator(one).bounding_box() for one in ("#card > .secret", "#card .scene > .emblem"))
    assert box and emblem
    assert box["width"] >= size[0] - 30 and box["height"] >= size[1] - 70
    assert emblem["width"] >= 0.5 * min(size)
    assert emblem["width"] >= 285 or size != PHONE
    hidden = page.locator("#answer").evaluate("one => getComputedStyle(one).visibility")
    assert hidden == "hidden"
