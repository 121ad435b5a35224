"""The story that cover questions tell once a game is over: who suspected whom, night by night, against the truth.

Somebody was suspected rightly who ended as one of those whom the others look for: a mutant, a werewolf. Made from the
journal's cover answers alone; nothing of it is shown before the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import zip_longest
from math import cos, pi, sin

from django.utils.translation import gettext as _

from games.engine.asks import Ask, same
from games.engine.table import Fact, Table
from games.engine.words import Words
from moderation.night.timing import shape

SUSPECTS, TRUSTS, WONDERS, PROTECTS = "suspects", "trusts", "wonders", "protects"
# The picture, in its own units: names stand outside its ring, beside it on its left and on its right.
WIDTH, HEIGHT, RADIUS, NAMES_AT, ABOVE = 860, 500, 170, 192, 20
MANY = 14  # names that stand in the ring in large letters
BESIDE = 0.05  # of the radius: nearer to the middle line a name stands above or below the ring


@dataclass(frozen=True)
class Opinion:
    """What one player thought of another in a night; `right`: as the end has it, None where it cannot say."""

    who: str
    manner: str
    whom: str
    right: bool | None

    @property
    def said(self) -> str:
        """In a line."""
        return {
            SUSPECTS: _("%(who)s suspected %(whom)s"),
            TRUSTS: _("%(who)s trusted %(whom)s"),
            WONDERS: _("%(who)s wondered about %(whom)s"),
            PROTECTS: _("%(who)s would have protected %(whom)s"),
        }[self.manner] % {"who": self.who, "whom": self.whom}


@dataclass(frozen=True)
class NightOfOpinions:
    """The opinions of one night."""

    title: str
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True)
class Place:
    """A name in the picture, and whether it won."""

    name: str
    x: int
    y: int
    won: bool
    anchor: str  # of the name, at x: start, middle or end


@dataclass(frozen=True)
class Arrow:
    """Somebody's suspicion of somebody, as a line of the picture; thicker the more often."""

    x1: int
    y1: int
    x2: int
    y2: int
    right: bool
    width: int


@dataclass(frozen=True)
class Web:
    """The picture: everybody in a ring, and every suspicion across it; a long list of names in small letters."""

    width: int
    height: int
    small: bool
    places: tuple[Place, ...]
    arrows: tuple[Arrow, ...]


def nights(words: Words, table: Table) -> tuple[NightOfOpinions, ...]:
    """Everybody's last opinion of each kind, night by night; empty before the game is over."""
    if table.outcome is None:
        return ()
    hunted = {seat: words.hunted(row) for seat, row in table.truth().items()}
    changed = set(table.outcome.changed)
    asked = {step.opened: ask for step in table.steps if step.asleep and (ask := shape(step))}
    found: dict[str, dict[tuple[str, str], str]] = {}
    for _number, who, cover in table.covers:
        ask = asked.get(cover.get("opened", -1))
        if ask is None or not isinstance(cover.get("answer"), dict):
            continue
        night = found.setdefault(title_at(words, table, cover["opened"]), {})
        for name, value in cover["answer"].items():
            if value in table.seats and value != who:
                night[who, manner_of(ask, name)] = value
    return tuple(
        NightOfOpinions(
            title, tuple(Opinion(*key, whom, right(*key, whom, hunted, changed)) for key, whom in night.items())
        )
        for title, night in found.items()
        if night
    )


def title_at(words: Words, table: Table, number: int) -> str:
    """The phase in which a move was made."""
    public: Sequence[Fact] = [one.fact for one in table.told if one.seat is None and one.at <= number]
    return next((str(title) for fact in reversed(public) if (title := words.phase(fact))), "")


def manner_of(ask: Ask, name: str) -> str:
    """What a field of the call stood for while it was a cover question."""
    for number, column in enumerate(zip_longest(*ask.forms)):
        fields = list(dict.fromkeys(field.name for field in column if field is not None))
        if name in fields:
            if len(fields) > 1:
                return (SUSPECTS, TRUSTS, WONDERS)[min(fields.index(name), 2)]
            return PROTECTS if number else SUSPECTS
    return WONDERS


def right(who: str, manner: str, whom: str, hunted: Mapping[str, bool | None], changed: Set[str]) -> bool | None:
    """Whether an opinion about somebody was right; nobody's is that only wondered.

    Nor one of or about somebody who was of both camps.
    """
    if hunted.get(whom) is None or manner == WONDERS or changed & {who, whom}:
        return None
    return hunted[whom] == (manner == SUSPECTS)


def web(seats: Sequence[str], winners: Collection[str], told: Sequence[NightOfOpinions]) -> Web | None:
    """The picture of all suspicions; None when there were none."""
    counted = Counter(
        (one.who, one.whom, one.right) for night in told for one in night.opinions if one.manner == SUSPECTS
    )
    if not counted:
        return None
    angle = {seat: 2 * pi * number / len(seats) - pi / 2 for number, seat in enumerate(seats)}

    def at(seat: str, radius: int, above: int = 0) -> tuple[int, int]:
        x, y = radius * cos(angle[seat]), (radius + above) * sin(angle[seat])
        return round(WIDTH / 2 + x), round(HEIGHT / 2 + y)

    places = tuple(Place(seat, *at(seat, NAMES_AT, ABOVE), seat in winners, anchor(angle[seat])) for seat in seats)
    arrows = tuple(
        Arrow(*at(who, RADIUS), *at(whom, RADIUS), same(was_right, True), min(2 * count, 8))
        for (who, whom, was_right), count in counted.items()
    )
    return Web(WIDTH, HEIGHT, len(seats) > MANY, places, arrows)


def anchor(angle: float) -> str:
    """Which end of a name stands at its place on the ring: names grow outwards and meet no other."""
    across = cos(angle)
    return "middle" if abs(across) < BESIDE else "start" if across > 0 else "end"
