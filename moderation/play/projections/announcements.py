"""Announcements of organisers to the tables of an evening: short, public, temporary.

Each table stores its own copy (`OrganiserContact.announcements`), so that a tap needs no further query.
`may_be_shown` decides from public facts when one may be displayed. None is displayed in the middle of a call, or
while people vote behind their hands. An announcement that arrives meanwhile is displayed as soon as it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext_lazy

from games import server_clock
from games.engine.table import Step
from moderation.play.timeline.call_length import has_hidden_outcome

LONGEST = 160  # characters
MOST = 3  # current announcements of a table: the latest ones

# Usual sentences, by the name under which they are stored: every device displays them in its own language.
USUAL = {
    "fifteen": gettext_lazy("We close in fifteen minutes."),
    "five": gettext_lazy("We close in five minutes."),
    "round": gettext_lazy("The next round begins soon: please finish your game."),
    "quieter": gettext_lazy("Please speak more quietly: other tables have their eyes closed."),
    "break": gettext_lazy("There is something to eat and to drink."),
}


@dataclass(frozen=True)
class AnnouncementView:
    """An announcement in the active language. `number`: by which a device recognises it."""

    number: int
    text: str


def now() -> datetime:
    """Return the time by which announcements expire."""
    return server_clock.now()


def translate_announcement(text: str, usual: str) -> str:
    """Return the text of an announcement in the active language."""
    return str(USUAL[usual]) if usual in USUAL else text


def build_stored(number: int, text: str, usual: str, until: datetime) -> dict[str, Any]:
    """Build an announcement as a table stores it. `until`: by the server's clock."""
    return {"number": number, "text": text, "usual": usual, "until": until.timestamp()}


def add_announcement(
    before: Iterable[Mapping[str, Any]], added: Mapping[str, Any], now: datetime
) -> list[Mapping[str, Any]]:
    """Return a table's stored announcements with this one added and expired ones removed."""
    others = [other for other in before if other["number"] != added["number"] and other["until"] > now.timestamp()]
    return [*others, added][-MOST:]


def list_current(announced: Iterable[Mapping[str, Any]], now: datetime) -> tuple[AnnouncementView, ...]:
    """List the current announcements of a table, the latest first."""
    some = [announcement for announcement in announced if announcement["until"] > now.timestamp()]
    return tuple(
        AnnouncementView(announcement["number"], translate_announcement(announcement["text"], announcement["usual"]))
        for announcement in reversed(some)
    )


def find_next_end(announced: Iterable[Mapping[str, Any]], now: datetime) -> datetime | None:
    """Return when the first of the current announcements expires; None without any."""
    ends = min(
        (announcement["until"] for announcement in announced if announcement["until"] > now.timestamp()), default=None
    )
    return None if ends is None else datetime.fromtimestamp(ends, UTC)


def may_be_shown(step: Step | None, night: bool) -> bool:
    """Return whether devices may display an announcement now.

    They may not at night, nor while people answer in secret. Both conditions are public, so that the display reveals
    nothing of who answers, or has answered.
    """
    if night:
        return False
    return step is None or not (has_hidden_outcome(step) or (step.poll and not step.by_hands))
