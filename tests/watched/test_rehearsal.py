"""A rehearsal, watched in a browser: a learner who touches nothing but what is marked gets through."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypedDict

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from qa.serving import RunningServer
from tests.watched.tables import PATIENCE, PICTURES, SLOW, fill_in

pytestmark = [pytest.mark.slow, pytest.mark.full]

TAPS = 120  # no lesson is as long
LOOK = """() => {
  const lesson = document.querySelector(".lesson");
  const marked = (one) => getComputedStyle(one).outlineStyle === "dashed" && one.getClientRects().length > 0;
  return {
    hint: lesson.querySelector("[name=hint]").value,
    ready: lesson.classList.contains("ready"),
    read: Boolean(lesson.querySelector("[value=past]:not(.quiet)")),
    mark: lesson.dataset.mark || "",
    marked: [...document.querySelectorAll("body *")].filter(marked).length,
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""

# Below the hint, above the button at the foot, and behind nothing.
IN_SIGHT = """() => [...document.querySelectorAll("body *")]
  .filter((one) => getComputedStyle(one).outlineStyle === "dashed" && one.getClientRects().length)
  .some((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => one.contains(document.elementFromPoint((left + right) / 2, y)));
  })"""

# How many answers to what was sent have been drawn.
COUNT = """window.drawn = 0;
const drawn = ({ detail }) => detail.ctx.request.method === "POST" && window.drawn++;
document.addEventListener("htmx:finally:request", drawn);"""


class Seen(TypedDict):
    """What a learner sees of the lesson."""

    hint: str
    ready: bool
    read: bool
    mark: str
    marked: int
    wide: int


class Learner:
    """Somebody at a desk who has never run a game, and does what is marked."""

    def __init__(self, server: RunningServer, desk: Page, game: str) -> None:
        self.desk, self.hints, self.answers = desk, [""], 0
        desk.add_init_script(COUNT)
        desk.goto(server.host_link)
        desk.locator("main form button").click()
        desk.goto(f"{server.url}/new/?game={game}")
        desk.locator("a[href*='/new/rehearsal/']").click()
        desk.locator("main form button.primary").click()
        desk.wait_for_url("**/desk/**")

    def learn(self) -> None:
        """Follow every hint, until the lesson says that it is through."""
        for _tap in range(TAPS):
            if (shade := self.desk.locator("#shade[open] .lift")).count():
                shade.click()
            seen: Seen = self.desk.evaluate(LOOK)
            if seen["hint"] != self.hints[-1]:
                self.hints.append(seen["hint"])
                self.keep(seen["hint"] or "ready")
            assert seen["wide"] <= 0, "nothing is wider than the desk"
            if seen["ready"]:
                return
            assert seen["marked"] >= 1, f"{seen['hint']}: nothing is marked"
            if seen["hint"] not in self.hints[:-1] and seen["hint"] != "phone":  # two marks, on a page of any length
                self.desk.wait_for_function(IN_SIGHT, timeout=PATIENCE)
            if seen["hint"] in ("go-on", "fallen"):
                expect(self.desk.locator(".moment > .piece").first).to_be_in_viewport()
            with suppress(TimeoutError):  # the desk has gone on meanwhile: look again
                self.follow(seen)
        raise AssertionError(self.hints)

    def follow(self, seen: Seen) -> None:
        """Do the one thing, and wait until the desk shows what came of it."""
        drawn = self.desk.evaluate("window.drawn")
        mark = "read" if seen["read"] else seen["mark"]
        match mark:
            case "read":
                self.desk.locator("#lesson [value=past]").click(timeout=SLOW)
            case "waiting" | "called":
                self.answer(mark)
            case "take-back":
                self.unfold("#take-back")
                self.desk.locator("#undo > .button").click(timeout=SLOW)
            case "other-phone":
                self.show_the_code()
                return
            case "bar":
                self.desk.locator(".bar .button:visible").last.click(timeout=SLOW)
            case _:
                self.desk.locator(f"#{mark} .button").first.click(timeout=SLOW)
        self.desk.wait_for_function("before => window.drawn > before", arg=drawn, timeout=SLOW)

    def unfold(self, folded: str) -> None:
        """Open what is folded, unless it stands open."""
        summary = self.desk.locator(f"{folded}:not([open]) > summary")
        if summary.count():
            summary.click(timeout=SLOW)

    def answer(self, mark: str) -> None:
        """Tap the name that is missing, choose, and confirm; what is refused is answered otherwise."""
        if mark == "called":
            self.unfold(".wakes")
        self.desk.locator("#waiting a.button, .wakes a.button").first.click(timeout=SLOW)
        form = self.desk.locator("#answer-for")
        form.wait_for(timeout=PATIENCE)
        self.keep(f"{self.hints[-1]}-panel")
        for tried in range(40):
            self.answers += 1
            if fill_in(form, f"{self.answers}", tried=tried):
                return
        raise AssertionError("no answer was taken")

    def show_the_code(self) -> None:
        """Show the QR code of the seat, and come back to the desk."""
        self.unfold("#beside")
        self.unfold("#other-phone")
        self.desk.locator("#other-phone a.button").first.click(timeout=SLOW)
        self.desk.locator("form[action$='/link/'] button").click()
        expect(self.desk.locator(".qr")).to_be_visible()
        self.desk.locator("main a.button.primary").click()
        expect(self.desk.locator(".lesson")).to_be_visible(timeout=PATIENCE)

    def keep(self, name: str) -> None:
        """A picture of the desk, where pictures are wanted."""
        if PICTURES is not None:
            PICTURES.mkdir(parents=True, exist_ok=True)
            shape = (self.desk.viewport_size or {}).get("width")
            self.desk.screenshot(path=PICTURES / f"rehearsal-{shape}-{len(self.hints):02d}-{name}.png")


@pytest.mark.parametrize(
    ("game", "kind", "language", "end"),
    [
        ("sporz", "tablet", "fr-FR", "Vous pouvez mener une vraie table"),
        ("spree", "phone", "en-GB", "You are ready"),
    ],
)
def test_who_does_what_is_marked_is_ready(
    start_server: Callable[..., RunningServer],
    open_device: Callable[..., Page],
    game: str,
    kind: str,
    language: str,
    end: str,
) -> None:
    """One mistake made and taken back, one phone lost and given again, on the real desk, with its marks alone."""
    server = start_server(MOMENT_PACE="1")
    desk = open_device(kind, locale=language)
    learner = Learner(server, desk, game)
    learner.learn()
    expect(desk.locator(".lesson-says")).to_contain_text(end)
    done = [one for one in learner.hints if one in ("fill", "deal", "begin", "lost", "undo", "phone")]
    assert done == ["fill", "deal", "begin", "lost", "undo", "phone"]
    desk.locator("#lesson-end button").click()
    desk.wait_for_url(f"{server.url}/new/rehearsal/?game={game}&closed=1")
    expect(desk.locator(f"main a.primary[href$='/new/?game={game}']")).to_be_visible()
    # At a real table nothing moves by itself, whatever lies below the fold.
    desk.locator(f"main a.primary[href$='/new/?game={game}']").click()
    desk.locator("main form button.primary").click()
    desk.locator("#add-bots button").click()
    expect(desk.locator("#deal button")).to_be_enabled()
    desk.evaluate("scrollTo(0, 0)")
    desk.wait_for_timeout(1_000)  # four times what a rehearsal waits for
    assert desk.evaluate("scrollY") == 0 and desk.locator(".lesson").count() == 0
    assert "Traceback" not in server.errors
