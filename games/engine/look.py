"""How a game looks, as far as the pages know it: the names of the slots that a kit's `look` folder fills.

Pages ask for "the emblem of this role" and get the number of a drawing; which drawing that is, only the kit says. The
files beside it are served under names that say nothing of a role: see docs/decisions/looks.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

CUES = ("nightfall", "dawn", "vote", "death", "victory")  # what a desk or a screen marks with a sound
COLOURS = frozenset(
    {
        *("ink", "soft", "ground", "deep", "raised", "line", "edge"),
        *("lamp", "lamp-ink", "next", "next-ink", "glow-of-ring"),
        *("good", "bad", "winner", "seat-out"),
        *("world", "world-ink", "camp-1", "camp-2", "camp-3", "camp-ink"),
        *("card", "card-ink", "scene-ink"),
    }
)  # what `world.css` says of each ground, by day, by day in a bright room, and by night, without the two dashes
BESIDE = ("display", "display-weight", "eye")  # and once: letters, how bold, how far down its cover one looks first
FILES = frozenset({"world.css", "letters.woff2", "emblems.svg", "cover.svg", "scene.svg", "back.svg"})


@dataclass(frozen=True)
class Note:
    """One voice of a sound, made by the browser: it swells at once and dies away.

    `at`, `lasts`: seconds. `pitch`: hertz, and `to` which it slides (0: it stays); of noise, up to which it is let
    through. `wave`: "sine", "triangle", "square", "sawtooth" or "noise". `loud`: 0 to 1.
    """

    at: float
    pitch: float
    lasts: float
    wave: str = "sine"
    loud: float = 0.5
    to: float = 0.0


@dataclass(frozen=True)
class Sounds:
    """What a desk or a screen lets hear, never a phone (SECRECY 3). Nothing in it depends on a secret.

    `wind`: up to which pitch the noise of the night is let through, in hertz; 0: a game without nights.
    `again`: notes of the night that come again every so many seconds, whatever is called. `cues`: one for each of
    `CUES` that the game knows. `marks`: which cue a public fact brings, the first of these that a moment tells.
    """

    wind: float = 0.0
    every: float = 0.0
    again: Sequence[Note] = ()
    cues: Mapping[str, Sequence[Note]] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)

    def cue(self, facts: Sequence[Mapping[str, Any]]) -> str:
        """The cue of a moment, from what everybody is told in it; empty: none. A death of nobody sounds as a vote."""
        told = {fact["fact"]: fact for fact in facts}
        found = next((name for name in self.marks if name in told), "")
        cue = self.marks.get(found, "")
        return "vote" if cue == "death" and told[found].get("seat", "") is None else cue


@dataclass(frozen=True)
class Look:
    """What a kit's pages are drawn with: emblems by the name that game-icons has for them.

    `minutes`: how long a game usually takes. `board`: whether one is played on a printed board as well.
    `roles`: of each card that `Roles.CARD` deals. `camps`: of each that can win, in the order in which `world.css`
    has their colours and ribbons their cuts. `deeds`: of each step, and of whatever else is done or held.
    `sounds`: what is heard from desk or screen; None: nothing.
    """

    minutes: int
    board: bool = False
    roles: Mapping[str, str] = field(default_factory=dict)
    camps: Mapping[str, str] = field(default_factory=dict)
    deeds: Mapping[str, str] = field(default_factory=dict)
    sounds: Sounds | None = None

    @cached_property
    def drawings(self) -> tuple[str, ...]:
        """Every emblem once, in the order of the sprite."""
        return tuple(sorted({*self.roles.values(), *self.camps.values(), *self.deeds.values()}))

    def number(self, slot: str, name: str) -> str:
        """The id of an emblem in the sprite, as long as any other: "e07"; empty where the kit has none for it.

        In a game without roles a card has the emblem of a deed.
        """
        drawing = {"role": self.roles or self.deeds, "camp": self.camps, "deed": self.deeds}[slot].get(name)
        return "" if drawing is None else f"e{self.drawings.index(drawing):02}"

    def camp_number(self, name: str) -> int:
        """Which of the colours and cuts a camp has, from 1; 0 for one that has none."""
        return [*self.camps].index(name) + 1 if name in self.camps else 0
