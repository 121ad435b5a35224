"""What a moderator has beside the table, and what players have, each on one sheet: in the words of the kit alone.

Knows no table: what is so at one and not at another (`StepWords.hint`) stands on the desk and not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.kit import Kit
from games.engine.words import HelpPage, StepWords
from moderation.printables.cards import PrintedCard, kinds

SEEN = "ok"  # the field of an ask that only wants to be seen: at a table without phones nothing is entered for it
LETTERS = {"large": 3200, "middling": 4600, "small": 7000}  # most on a sheet by their size; of more they are tiny
IN_ROWS = 1.8  # columns have room for so many letters where a table has it for one


@dataclass(frozen=True)
class Call:
    """A step of a game: what is said aloud in its order, what is asked, what to look for, what to enter."""

    name: str
    title: str
    said: tuple[str, ...]
    asked: str
    watched: str
    entered: tuple[str, ...]


@dataclass(frozen=True)
class Crib:
    """The moderator's sheet."""

    calls: tuple[Call, ...]
    pages: tuple[HelpPage, ...]

    @property
    def size(self) -> str:
        """How large its letters can be, so that all of it stands on one sheet."""
        calls = (text for call in self.calls for text in (call.title, *call.said, call.asked, call.watched))
        return _size(IN_ROWS * sum(map(len, calls)) + sum(map(len, _texts(self.pages))))


@dataclass(frozen=True)
class Aid:
    """The players' sheet."""

    roles: tuple[PrintedCard, ...]
    pages: tuple[HelpPage, ...]

    @property
    def size(self) -> str:
        """How large its letters can be, so that all of it stands on one sheet."""
        roles = (text for role in self.roles for text in (role.name, role.camp, *role.lines))
        return _size(sum(map(len, (*roles, *_texts(self.pages)))))


def crib_of(kit: Kit) -> Crib:
    """The moderator's sheet of a game, in the active language."""
    heard: set[str] = set()
    calls = tuple(_call(name, step, heard) for name, step in kit.words.STEPS.items())
    return Crib(calls, tuple(page for page in kit.words.HELP if page.crib))


def aid_of(kit: Kit) -> Aid:
    """The players' sheet of a game, in the active language."""
    roles = tuple(card for card in kinds(kit) if card.key == "role")
    named = {role.value for role in roles}
    return Aid(roles, tuple(page for page in kit.words.HELP if page.aid and page.slug not in named))


def _call(name: str, step: StepWords, heard: set[str]) -> Call:
    """`heard`: what opened a night or a day at an earlier step, which is said once, by whichever comes first."""
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
        tuple(str(label) for field, label in step.fields.items() if field != SEEN),
    )


def _texts(pages: Sequence[HelpPage]) -> list[str]:
    return [str(text) for page in pages for text in (page.title, *page.paragraphs)]


def _size(letters: float) -> str:
    return next((size for size, most in LETTERS.items() if letters <= most), "tiny")
