"""How a game looks, as far as the pages know it: the names of the slots that a kit's `look` folder fills.

Pages ask for "the emblem of this role" and get the number of a drawing; which drawing that is, only the kit says. The
files beside it are served under names that say nothing of a role: see docs/decisions/looks.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

COLOURS = frozenset(
    {
        *("ink", "soft", "ground", "deep", "raised", "line", "edge", "lamp", "lamp-ink", "glow-of-ring"),
        *("good", "bad", "winner", "seat-out"),
        *("world", "world-ink", "camp-1", "camp-2", "camp-3", "camp-ink"),
        *("card", "card-ink", "scene-ink"),
    }
)  # what `world.css` says of each ground, by day and by night, without the two dashes
FILES = frozenset({"world.css", "letters.woff2", "emblems.svg", "cover.svg", "scene.svg", "back.svg"})


@dataclass(frozen=True)
class Look:
    """What a kit's pages are drawn with: emblems by the name that game-icons has for them.

    `minutes`: how long a game usually takes. `board`: whether one is played on a printed board as well.
    `roles`: of each card that `Roles.CARD` deals. `camps`: of each that can win, in the order in which `world.css`
    has their colours and ribbons their cuts. `deeds`: of each step, and of whatever else is done or held.
    """

    minutes: int
    board: bool = False
    roles: Mapping[str, str] = field(default_factory=dict)
    camps: Mapping[str, str] = field(default_factory=dict)
    deeds: Mapping[str, str] = field(default_factory=dict)

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
