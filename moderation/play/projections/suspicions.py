"""The story of the cover questions: who suspected whom and guessed what, by night.

A suspicion was right if its subject ended as one of those whom the others look for: a mutant, a werewolf. A guess was
right if somebody who was called answered the same. The story is built from the journal's cover answers. Nothing of it
is displayed before the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext as _

from games.engine.asks import same
from games.engine.table import Fact, Step, Table
from games.engine.words import Words
from moderation.play.forms.answer_forms import format_answer
from moderation.play.secrecy import cover_questions
from moderation.play.secrecy.cover_questions import CoverMode
from moderation.play.timeline.call_length import find_visible_ask

SUSPECTS, GUESSES = "suspects", "guesses"
# The picture, in its own units: names are outside its ring, at its left and at its right.
WIDTH, HEIGHT, RADIUS, NAMES_RADIUS, ABOVE = 860, 500, 170, 192, 20
MANY = 14  # names in the ring up to which letters are large
MIDDLE_WIDTH = 0.05  # part of the radius: nearer to the middle line, a name is above or below the ring


@dataclass(frozen=True)
class Opinion:
    """An opinion of one player in a night: a suspicion, or a guess of a deed (`deed`).

    `right`: as the end shows it, None where it cannot.
    """

    who: str
    manner: str
    whom: str
    right: bool | None
    deed: str = ""

    @property
    def text(self) -> str:
        """The opinion as a line of text."""
        if self.manner == GUESSES:
            return _("%(who)s guessed “%(deed)s”") % {"who": self.who, "deed": self.deed}
        return _("%(who)s suspected %(whom)s") % {"who": self.who, "whom": self.whom}


@dataclass(frozen=True)
class NightOfOpinions:
    """The opinions of one night."""

    title: str
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True)
class SuspicionNode:
    """A name in the picture, and whether it won."""

    name: str
    x: int
    y: int
    won: bool
    anchor: str  # of the name, at x: start, middle or end


@dataclass(frozen=True)
class SuspicionArrow:
    """A suspicion of one player about another, as a line of the picture.

    It is thicker the more often it occurred.
    """

    x1: int
    y1: int
    x2: int
    y2: int
    right: bool
    width: int


@dataclass(frozen=True)
class Web:
    """The picture: everybody in a ring, and every suspicion across it.

    `small`: many names, in small letters.
    """

    width: int
    height: int
    small: bool
    places: tuple[SuspicionNode, ...]
    arrows: tuple[SuspicionArrow, ...]


def list_nights(words: Words, table: Table) -> tuple[NightOfOpinions, ...]:
    """Return everybody's last suspicion of a night, and last guess in each call.

    Empty before the game is over.
    """
    if table.outcome is None:
        return ()
    hunted = {seat: words.hunted(row) for seat, row in table.truth().items()}
    changed = set(table.outcome.changed)
    asked = {step.opened: step for step in table.steps if step.asleep and find_visible_ask(step)}
    found: dict[str, dict[tuple[str, str, str], Opinion]] = {}
    for (opened, who), answer in last_answers(table).items():
        if (step := asked.get(opened)) is None:
            continue
        night = found.setdefault(find_phase_title(words, table, opened), {})
        for name, value in answer.items():
            if has_guesses(step, table.seats):
                deed = format_answer(words, step.name, {name: value}, table.seats)
                night[who, step.name, name] = Opinion(who, GUESSES, "", is_guess_right(step, name, value), deed)
            elif value in table.seats and value != who:
                night[who, SUSPECTS, ""] = Opinion(
                    who, SUSPECTS, value, is_suspicion_right(who, value, hunted, changed)
                )
    return tuple(NightOfOpinions(title, tuple(night.values())) for title, night in found.items() if night)


def last_answers(table: Table) -> dict[tuple[int, str], Mapping[str, Any]]:
    """Return the last cover answer of each seat in each call, by the call's number and the seat."""
    return {
        (cover.get("opened", -1), who): cover["answer"]
        for _number, who, cover in table.covers
        if isinstance(cover.get("answer"), dict)
    }


def has_guesses(step: Step, seats: Sequence[str]) -> bool:
    """Return whether those who are not called guess what is done."""
    ask = find_visible_ask(step)
    return ask is not None and cover_questions.find_cover_mode(ask, seats) is CoverMode.GUESSES


def is_guess_right(step: Step, name: str, value: object) -> bool | None:
    """Return whether somebody who was called did this; None where nobody did anything."""
    return any(same(answer.get(name), value) for answer in step.answers.values()) if step.answers else None


def find_phase_title(words: Words, table: Table, number: int) -> str:
    """Return the phase in which a move was made."""
    public: Sequence[Fact] = [told.fact for told in table.told if told.seat is None and told.at <= number]
    return next((str(title) for fact in reversed(public) if (title := words.phase(fact))), "")


def is_suspicion_right(who: str, whom: str, hunted: Mapping[str, bool | None], changed: Set[str]) -> bool | None:
    """Return whether a suspicion was right.

    None for a suspicion of or about somebody who was of both camps.
    """
    return None if changed & {who, whom} else hunted[whom]


def build_web(seats: Sequence[str], winners: Collection[str], nights: Sequence[NightOfOpinions]) -> Web | None:
    """Build the picture of all suspicions; None when there were none."""
    counted = Counter(
        (opinion.who, opinion.whom, opinion.right)
        for night in nights
        for opinion in night.opinions
        if opinion.manner == SUSPECTS
    )
    if not counted:
        return None
    angle = {seat: 2 * pi * number / len(seats) - pi / 2 for number, seat in enumerate(seats)}

    def at(seat: str, radius: int, above: int = 0) -> tuple[int, int]:
        x, y = radius * cos(angle[seat]), (radius + above) * sin(angle[seat])
        return round(WIDTH / 2 + x), round(HEIGHT / 2 + y)

    places = tuple(
        SuspicionNode(seat, *at(seat, NAMES_RADIUS, ABOVE), seat in winners, find_anchor(angle[seat]))
        for seat in seats
    )
    arrows = tuple(
        SuspicionArrow(*at(who, RADIUS), *at(whom, RADIUS), same(was_right, True), min(2 * count, 8))
        for (who, whom, was_right), count in counted.items()
    )
    return Web(WIDTH, HEIGHT, len(seats) > MANY, places, arrows)


def find_anchor(angle: float) -> str:
    """Return which end of a name is at its place on the ring.

    Names grow outwards, so that they do not overlap.
    """
    across = cos(angle)
    return "middle" if abs(across) < MIDDLE_WIDTH else "start" if across > 0 else "end"
