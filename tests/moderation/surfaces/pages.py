"""Pages of the surfaces in a browser: how tests press, choose and answer on them, and the views that they share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from django.template.loader import render_to_string
from playwright.sync_api import Page

from moderation.play.projections import suspicions
from moderation.play.projections.end_poster import EndPoster, PosterSeat
from moderation.play.projections.private import PhoneView
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.ending import RevealedSeat
from moderation.play.projections.sections.times import Clock
from moderation.play.projections.suspicions import SUSPECTS, NightOfOpinions, Opinion
from moderation.players.avatars import NO_FACES
from tests.moderation.page_server import PageServer, region
from tests.moderation.surfaces.showings import REVEALED, ballot, call, desk, desk_seat, phone, public

NOW = 1_800_000_000_000

Visit = Callable[..., PageServer]


def hold(page: Page, selector: str) -> None:
    """Press and do not let go."""
    box = page.locator(selector).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def hold_animations(page: Page) -> None:
    """Keep every animation of this page at its beginning, however slow the machine is (Chromium only)."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0})


def resize(page: Page, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Give the page's window one of these sizes after the other, in pixels, and yield each."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        yield width, height


def is_open(page: Page, selector: str = "#card") -> bool:
    return bool(page.locator(selector).evaluate("one => one.open"))


def answer(server: PageServer, name: str) -> None:
    """Choose and confirm, again where an answer was noted."""
    if (change := server.page.locator("[data-change]")).is_visible():
        change.click()
    server.page.locator("label.tile", has_text=name).click()
    server.page.locator(".confirm button").click()


def read_choice(page: Page) -> list[str]:
    """Return the choice in a form, as its button says it and as it would be sent."""
    return [
        page.locator("[data-now-choice]").inner_text(),
        *page.locator("#answer :checked").evaluate_all("all => all.map((one) => one.value)"),
    ]


def unsent(page: Page, why: str) -> str:
    """The notice that a page shows after a tap that was not sent, by the name of its template."""
    words = str(page.locator(f"template#{why}").evaluate("one => one.content.textContent"))
    assert words.strip(), why
    return words


NOTED = render_to_string("parts/_notice.html", {"noted": True})


def make_noted_reply(view: PhoneView) -> Callable[[], dict[str, Any]]:
    return lambda: {"body": region(view) + NOTED, "headers": {"X-Pulse": "1"}}


NIGHT = public(night=True, hushed=True, phase="Night 2", call_ends=NOW)

TWENTY = tuple(desk_seat(number, f"Person {number}", asked=True) for number in range(20))

PAGES: dict[str, tuple[str, Any]] = {
    "a vote": ("phone", phone(public(voted=(1, 2), clock=Clock(None, 65, 300)))),
    "a night": ("phone", phone(NIGHT)),
    "a dark night": ("phone", phone(public(night=True, dark=True), question=None)),
    "the cards": ("phone", phone(public(stage="cards"), looked=False)),
    "the end": ("phone", phone(public(stage="over", outcome="Over.", revealed=REVEALED))),
    "the desk by day": ("desk", desk(seats=TWENTY)),
    "the desk at night": ("desk", call(decision=ballot())),
    "the desk at the end": ("desk", desk(public(stage="over", outcome="Over.", revealed=REVEALED))),
    "the screen": ("screen", public(voted=(1, 2))),
    "the screen at first": ("screen", public(stage="joining")),
}

LONG = ("Anne-Sophie", "Bertrand", "Chloé", "Dominique", "Élodie", "François", "Gwenaëlle", "Hélène", "Jean-Baptiste")


def build_ended_view(names: Sequence[str]) -> PublicView:
    """The end of a long game of these people: everybody was a mutant, and everybody suspected somebody."""
    revealed = tuple(RevealedSeat(name, "Base mutant, genome host, mutant, dead", name > "D") for name in names)
    thought = tuple(Opinion(who, SUSPECTS, whom, who > whom) for who, whom in pairwise(names))
    nights = (NightOfOpinions("Night 1", thought),)
    outcome = "The astronauts win: no mutant is left aboard."
    return public(
        stage="over",
        outcome=outcome,
        winners=names[:6],
        revealed=revealed,
        suspicions=nights,
        web=suspicions.build_web(names, names[:6], nights),
        poster=build_poster_of(names),
    )


def build_poster_of(
    names: Sequence[str], won: int = 6, title: str = "The astronauts win", changed: bool = False
) -> EndPoster:
    """The poster of an end that the first `won` have won. `changed`: every second of the others has changed sides."""
    seats = [
        PosterSeat(
            name, None, "base_mutant", "Base mutant", "Day 3", place < won, changed and place >= won and place % 2
        )
        for place, name in enumerate(names)
    ]
    why = "No mutant is left aboard."
    return EndPoster("sporz", "Day 7", (title, "", ""), why, tuple(seats[:won]), tuple(seats[won:]), (), 1, NO_FACES)
