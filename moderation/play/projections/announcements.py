"""What organisers say to the tables of an evening, as every table keeps it: short, public, for a time.

A table has its own copy (`Upkeep.announced`), so that nothing more is asked of the database at a tap. When it may be
shown follows from what everybody sees (`may_be_shown`): nothing is said in the middle of a call, or while people vote
behind their hands. What came meanwhile is shown as soon as it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy

from games import house_clock
from games.engine.table import Step
from moderation.play.timeline.call_length import hushed

LONGEST = 160  # characters
MOST = 3  # that stand at a table at once: the latest

# Usual sentences, by the name that is kept of them: every device says them in its own language.
USUAL = {
    "fifteen": gettext_lazy("We close in fifteen minutes."),
    "five": gettext_lazy("We close in five minutes."),
    "round": gettext_lazy("The next round begins soon: please finish your game."),
    "quieter": gettext_lazy("Please speak more quietly: other tables have their eyes closed."),
    "break": gettext_lazy("There is something to eat and to drink."),
}


@dataclass(frozen=True)
class AnnouncementView:
    """An announcement in the active language. `number`: by which a device knows it again."""

    number: int
    text: str


def now() -> datetime:
    """The time by which announcements are over."""
    return house_clock.now()


def in_words(text: str, usual: str) -> str:
    """What is said, in the active language."""
    return str(USUAL[usual]) if usual in USUAL else text


def build_stored(number: int, text: str, usual: str, until: datetime) -> dict[str, Any]:
    """An announcement as a table keeps it; `until`: by the clock of the house."""
    return {"number": number, "text": text, "usual": usual, "until": until.timestamp()}


def add_announcement(
    before: Iterable[Mapping[str, Any]], one: Mapping[str, Any], now: datetime
) -> list[Mapping[str, Any]]:
    """What a table keeps once this is said to it too: what is over is forgotten."""
    others = [other for other in before if other["number"] != one["number"] and other["until"] > now.timestamp()]
    return [*others, one][-MOST:]


def list_current(announced: Iterable[Mapping[str, Any]], now: datetime) -> tuple[AnnouncementView, ...]:
    """What stands now of what a table keeps, the latest first."""
    some = [one for one in announced if one["until"] > now.timestamp()]
    return tuple(AnnouncementView(one["number"], in_words(one["text"], one["usual"])) for one in reversed(some))


def next_end(announced: Iterable[Mapping[str, Any]], now: datetime) -> datetime | None:
    """When the first of those that stand is over; None without any."""
    ends = min((one["until"] for one in announced if one["until"] > now.timestamp()), default=None)
    return None if ends is None else datetime.fromtimestamp(ends, UTC)


def may_be_shown(step: Step | None, night: bool) -> bool:
    """Whether devices may show something else than the game now: not at night, nor while people answer in secret.

    Both are for all to see, so that it says nothing of who answers, or has.
    """
    if night:
        return False
    return step is None or not (hushed(step) or (step.poll and not step.by_hands))
