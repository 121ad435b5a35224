"""The printed sheets of a game for its moderator and for its players, in the kit's words.

This module knows no table. Hints that depend on a table (`StepWords.hint`) are on the desk and not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.kit import Kit
from games.engine.words import HelpPage, StepWords
from moderation.printables.cards import PrintedCard, list_kinds

CONFIRMATION = (
    "ok"  # the field of a question that only needs a confirmation: without phones, nothing is entered for it
)
LETTERS = {"large": 3200, "middling": 4600, "small": 7000}  # most characters on a sheet; beyond: tiny
IN_ROWS = 1.8  # characters that take the room of one character of a table when set in columns


@dataclass(frozen=True)
class Call:
    """A step of a game: what is said aloud, what is asked, what to look for, what to enter."""

    name: str
    title: str
    said: tuple[str, ...]
    asked: str
    watched: str
    entered: tuple[str, ...]


@dataclass(frozen=True)
class ModeratorSheet:
    """The sheet of the moderator."""

    calls: tuple[Call, ...]
    pages: tuple[HelpPage, ...]

    @property
    def size(self) -> str:
        """The largest size of letters with which everything fits on one sheet."""
        calls = (text for call in self.calls for text in (call.title, *call.said, call.asked, call.watched))
        return _choose_size(IN_ROWS * sum(map(len, calls)) + sum(map(len, _list_texts(self.pages))))


@dataclass(frozen=True)
class PlayerSheet:
    """The sheet of the players."""

    roles: tuple[PrintedCard, ...]
    pages: tuple[HelpPage, ...]

    @property
    def size(self) -> str:
        """The largest size of letters with which everything fits on one sheet."""
        roles = (text for role in self.roles for text in (role.name, role.camp, *role.lines))
        return _choose_size(sum(map(len, (*roles, *_list_texts(self.pages)))))


def build_moderator_sheet(kit: Kit) -> ModeratorSheet:
    """Build the moderator's sheet of a game, in the active language."""
    heard: set[str] = set()
    calls = tuple(_build_call(name, step, heard) for name, step in kit.words.STEPS.items())
    return ModeratorSheet(calls, tuple(page for page in kit.words.HELP if page.crib))


def build_player_sheet(kit: Kit) -> PlayerSheet:
    """Build the players' sheet of a game, in the active language."""
    roles = tuple(card for card in list_kinds(kit) if card.key == "role")
    named = {role.value for role in roles}
    return PlayerSheet(roles, tuple(page for page in kit.words.HELP if page.aid and page.slug not in named))


def _build_call(name: str, step: StepWords, heard: set[str]) -> Call:
    """Build a step of the moderator's sheet.

    `heard`: lines that open a night or a day. Each is on the first step that says it, and on no later one.
    """
    opening = [line for line in map(str, (step.falls, step.rises)) if line and line not in heard]
    heard.update(opening)
    wakes = (step.wake, *step.wakes.values())
    lines = (*step.opens, *opening, *wakes, step.shows, *step.brings.values(), step.sleep)
    said = tuple(str(line) for line in lines if str(line))
    return Call(
        name,
        str(step.title),
        said,
        "" if said else str(step.question),
        str(step.watch),
        tuple(str(label) for field, label in step.fields.items() if field != CONFIRMATION),
    )


def _list_texts(pages: Sequence[HelpPage]) -> list[str]:
    return [str(text) for page in pages for text in (page.title, *page.paragraphs)]


def _choose_size(letters: float) -> str:
    return next((size for size, most in LETTERS.items() if letters <= most), "tiny")
