"""A finished game told again in real browsers: the screen plays it, the desk holds it, a correction takes it away.

Tables are made of kept records. With PICTURES each kit's story is kept as a strip of ten frames of the screen.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.engine.kit import all_kits
from qa.serving import RunningServer
from tests.games.table_scenes import RECORDS
from tests.watched.tables import PATIENCE, PICTURES, WHOLE

RECORD = {
    "elsen": "police_on_the_fifth_night",
    "lupus": "mythomaniac_turned_seer",
    "murder": "six_players_solved",
    "sporz": "played_at_the_desk",
    "spree": "four_players",
}
FRAMES = 10
AXE = (Path(__file__).parents[1] / "vendor" / "axe" / "axe.min.js").read_text(encoding="utf-8")
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}


class Table:
    """A desk at a table that is made of a record, at the end of its game."""

    def __init__(self, server: RunningServer, open_device: Callable[..., Page], slug: str) -> None:
        self.url, self.desk = server.url, open_device("tablet", locale="en-GB")
        self.desk.goto(server.host_link)
        self.desk.locator("main form button").click()
        self.desk.goto(f"{server.url}/import/")
        self.desk.locator("input[type=file]").set_input_files(RECORDS / slug / f"{RECORD[slug]}.json")
        self.desk.locator("form:has(input[type=file]) button.primary").click()
        self.desk.wait_for_url("**/desk/**")
        self.code = self.desk.url.rstrip("/").rpartition("/")[2]

    def to_story(self, scene: int | str = 1) -> None:
        """Open the story at the desk."""
        self.desk.goto(f"{self.url}/desk/{self.code}/story/?scene={scene}")

    @property
    def last(self) -> int:
        """How many scenes there are, the end among them."""
        return int((self.desk.locator(".steps .soft").text_content() or "").rpartition("/")[2])

    def hold(self, scene: int) -> None:
        """Have the screen show one scene."""
        self.to_story(scene)
        said = self.desk.locator(".on-screen")
        this = said.get_by_role("button", name="Show this scene")
        if not this.count():  # it holds another one: play first, so that any may be chosen
            said.get_by_role("button", name="Play the story").click()
            self.to_story(scene)
        this.click()
        expect(self.desk.locator(".on-screen .soft")).to_contain_text(str(scene))


def shown(screen: Page, scene: int) -> None:
    """The screen shows this scene and no other."""
    expect(screen.locator(f"#show article.now[data-scene='{scene}']")).to_be_visible(timeout=PATIENCE)
    expect(screen.locator("#show article.now")).to_have_count(1)


@pytest.mark.full
def test_the_screen_plays_a_story_until_held_or_removed(
    server: RunningServer, open_device: Callable[..., Page]
) -> None:
    table = Table(server, open_device, "sporz")
    screen = open_device("screen")
    wrong: list[str] = []
    screen.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    screen.goto(f"{server.url}/screen/{table.code}/")
    expect(screen.locator(".end-poster")).to_be_visible()
    expect(screen.locator("#show")).to_be_hidden()  # until somebody goes on
    table.desk.goto(f"{server.url}/desk/{table.code}/")
    table.desk.get_by_role("button", name="Tell the game again").click()
    shown(screen, 1)
    shown(screen, 2)  # by itself
    table.hold(3)
    shown(screen, 3)
    table.desk.get_by_role("button", name="Show the next scene").click()
    shown(screen, 4)
    screen.reload()
    shown(screen, 4)
    table.desk.get_by_role("button", name="Play the story").click()
    shown(screen, 5)
    table.desk.get_by_role("button", name="Stop the story").click()
    expect(table.desk.locator(".on-screen .soft")).to_have_text("The story stands still.")
    expect(screen.locator("[data-tells]")).to_have_attribute("data-at", "-1", timeout=PATIENCE)
    told = open_device("tablet", locale="en-GB")
    told.goto(f"{server.url}/screen/{table.code}/story/")
    expect(told.locator("h1")).to_be_visible()
    table.desk.goto(f"{server.url}/desk/{table.code}/")
    table.desk.locator("#take-back > summary").click()
    table.desk.locator("form#undo button.danger").click()
    expect(screen.locator("#show")).to_be_hidden(timeout=PATIENCE)
    expect(screen.locator("#show > *")).to_have_count(0)
    told.wait_for_url(f"**/screen/{table.code}/", timeout=PATIENCE)  # the story leaves the page where it was read
    assert wrong == []


@pytest.mark.full
def test_the_story_stands_still_for_whoever_wants_less_motion(
    server: RunningServer, open_device: Callable[..., Page]
) -> None:
    table = Table(server, open_device, "sporz")
    table.desk.emulate_media(reduced_motion="reduce")
    table.to_story(2)
    moves = "() => document.getAnimations().length"
    assert table.desk.locator(".arrow").count() > 2 and table.desk.evaluate(moves) == 0
    table.desk.emulate_media(reduced_motion="no-preference")
    table.to_story(2)
    names = "() => document.getAnimations().flatMap((one) => one.effect.getKeyframes().flatMap(Object.keys))"
    moved = set(table.desk.evaluate(names)) - {"offset", "computedOffset", "easing", "composite"}
    assert moved <= {"opacity", "transform"}


def test_the_picture_is_saved_as_png_without_outside_content(
    server: RunningServer, open_device: Callable[..., Page]
) -> None:
    table = Table(server, open_device, "lupus")
    table.to_story(9999)
    for name, button in (("named", "Save the picture"), ("nameless", "Save it without names")):
        with table.desk.expect_download() as download:
            table.desk.get_by_role("button", name=button, exact=True).click()
        made = download.value.path().read_bytes()
        assert made[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(made[16:20], "big") == 1080 and int.from_bytes(made[20:24], "big") == 1350
        if PICTURES:
            (PICTURES / f"keepsake-{name}.png").write_bytes(made)
    expect(table.desk.locator("#unsaved")).to_be_hidden()


@pytest.mark.parametrize("slug", [slug for slug in all_kits() if WHOLE or slug == "elsen"])
def test_everybody_reads_a_story_and_ten_frames_are_saved(
    slug: str, server: RunningServer, open_device: Callable[..., Page]
) -> None:
    table = Table(server, open_device, slug)
    table.to_story()
    last = table.last
    for scene in ("2", str(last), "figures"):
        table.desk.emulate_media(reduced_motion="reduce")
        table.to_story(scene)
        table.desk.evaluate(AXE)
        found = table.desk.evaluate("rules => axe.run(document, rules)", RULES)["violations"]
        assert [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]] == [], scene
    film(table, open_device("screen"), slug, last)
    the_end_fits(table, last)


def the_end_fits(table: Table, last: int) -> None:
    """How it ended, in the letters of its world and in the longer language, is no wider than a tablet."""
    table.desk.get_by_text("Français", exact=True).click()
    for width in (820, 1180):
        table.desk.set_viewport_size({"width": width, "height": 820})
        table.to_story(last)
        ending = table.desk.locator(".end h1")
        assert ending.evaluate("end => end.lang || document.documentElement.lang") == "fr"
        assert ending.evaluate("end => end.scrollWidth <= end.clientWidth"), width


def film(table: Table, screen: Page, slug: str, last: int) -> None:
    """Ten frames of a story as the screen shows it, from the first scene to the end, kept where these are wanted."""
    screen.set_viewport_size({"width": 1920, "height": 1080})
    screen.emulate_media(reduced_motion="reduce")
    screen.goto(f"{table.url}/screen/{table.code}/")
    frames = FRAMES if PICTURES else 2
    for number in range(frames):
        scene = 1 + round((last - 1) * number / (frames - 1))
        table.hold(scene)
        shown(screen, scene)
        height = "() => document.querySelector('#show article.now').getBoundingClientRect().bottom"
        assert screen.evaluate(height) <= 1080, (slug, scene)
        if PICTURES:
            screen.screenshot(path=PICTURES / f"story-{slug}-{number:02}.png")
