"""The look of a game for the pages: the names of the slots that a kit's `look` folder fills.

Pages ask for "the emblem of this role" and get the number of a drawing. Only the kit says which drawing that is.
The files beside it are served under names that tell nothing of a role: see docs/decisions/words-and-looks.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

CUES = ("nightfall", "dawn", "vote", "death", "victory")  # events for which a desk or a screen plays a sound
COLOURS = frozenset(
    {
        *("ink", "soft", "ground", "deep", "raised", "line", "edge"),
        *("lamp", "lamp-ink", "next", "next-ink", "glow-of-ring"),
        *("good", "bad", "winner", "seat-out"),
        *("world", "world-ink", "camp-1", "camp-2", "camp-3", "camp-ink"),
        *("card", "card-ink", "scene-ink"),
    }
)  # variables in `world.css` (without `--`) of each ground: day, day in a bright room, night
POSTER = ("poster", *(f"{name}-{camp}" for camp in (1, 2, 3) for name in ("poster", "tint")))
STAGE = ("lit-by-day", "tint-by-day", "bar-1", "bar-2", "lost", "lost-tint", "spared", "spared-tint")
# what is set once: font, its weight; of the cover, the height to look at first, for phones the left edge and the
# width of what they show, and how large the game's name stands there; dots beside names of roles in small letters;
# on a held card, the height that is left to what stands below its drawing;
# in the lobby what stands between its places, the strip below them, and how dark the cover is under words; on the
# poster of an end the colour under its words, and for each camp another one, with a filter over the cover; on a
# screen in play how strong the cover is by day, a filter over it, the two colours of the bar of a vote; the ground of
# a dawn with a death and a filter over the cover then, and those of a dawn without
COVER = ("eye", "crop-left", "crop-width", "cover-size")
LETTERS = ("display", "display-weight", "name-size", "title-size", "name-dots-small", "words-room")
BESIDE = ("wall", "wall-foot", "veil", *COVER, *LETTERS, *POSTER, *STAGE)
FILES = frozenset({"world.css", "letters.woff2", "emblems.svg", "cover.svg", "scene.svg", "back.svg"})
# where somebody stands in the lobby, and what is stamped on whoever falls; each is optional
SPARE_FILES = frozenset({"hole.svg", "hole-free.svg", "hole-front.svg", "stamp.svg"})


@dataclass(frozen=True)
class Note:
    """One voice of a sound that the browser synthesises. It starts at once and fades out.

    `at`, `lasts`: seconds. `pitch`: hertz; `to`: the pitch to which it slides (0: it stays).
    For noise, `pitch` is the cutoff of the low-pass filter.
    `wave`: "sine", "triangle", "square", "sawtooth" or "noise". `loud`: 0 to 1.
    """

    at: float
    pitch: float
    lasts: float
    wave: str = "sine"
    loud: float = 0.5
    to: float = 0.0


@dataclass(frozen=True)
class Sounds:
    """The sounds of a desk or a screen, never of a phone (SECRECY 3).

    Nothing in them depends on a secret. `wind`: the cutoff of the noise of the night, in hertz; 0: a game without
    nights. `again`: notes of the night that repeat every `every` seconds, whatever is called. `cues`: one for each of
    `CUES` that the game knows. `marks`: the cue of a public fact; of several facts in a moment, the first in this
    order counts.
    """

    wind: float = 0.0
    every: float = 0.0
    again: Sequence[Note] = ()
    cues: Mapping[str, Sequence[Note]] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)

    def cue(self, facts: Sequence[Mapping[str, Any]]) -> str:
        """Return the cue of a moment, from what everybody is told in it; empty: none.

        A death of nobody sounds as a vote.
        """
        told = {fact["fact"]: fact for fact in facts}
        found = next((name for name in self.marks if name in told), "")
        cue = self.marks.get(found, "")
        return "vote" if cue == "death" and told[found].get("seat", "") is None else cue


@dataclass(frozen=True)
class Look:
    """The drawings and sounds of a kit; emblems have their names in game-icons.

    `minutes`: how long a game usually takes. `board`: whether one is played on a printed board as well. `roles`: the
    emblem of each card that `Roles.CARD` deals. `camps`: the emblem of each camp that can win. Their order is that of
    colours in `world.css`, and of cuts of ribbons. `deeds`: the emblem of each step, and of whatever else is done or
    held. `ink`: letters of the kit's own by how many hundredths of a
    square em each covers. `sounds`: the sounds of desk or screen; None: none. `letters`: the width of
    the display letters, as a share of those of text.
    """

    minutes: int
    board: bool = False
    roles: Mapping[str, str] = field(default_factory=dict)
    camps: Mapping[str, str] = field(default_factory=dict)
    deeds: Mapping[str, str] = field(default_factory=dict)
    ink: Mapping[int, str] = field(default_factory=dict)
    sounds: Sounds | None = None
    letters: float = 1.0

    @cached_property
    def drawings(self) -> tuple[str, ...]:
        """Every emblem once, in the order of the sprite."""
        return tuple(sorted({*self.roles.values(), *self.camps.values(), *self.deeds.values()}))

    def number(self, slot: str, name: str) -> str:
        """Return the id of an emblem in the sprite, such as "e07"; empty where the kit has none.

        All ids have the same length. In a game without roles a card has the emblem of a deed.
        """
        drawing = {"role": self.roles or self.deeds, "camp": self.camps, "deed": self.deeds}[slot].get(name)
        return "" if drawing is None else f"e{self.drawings.index(drawing):02}"

    def camp_number(self, name: str) -> int:
        """Return the index from 1 of a camp's colour and cut; 0 for a camp that has none."""
        return [*self.camps].index(name) + 1 if name in self.camps else 0
