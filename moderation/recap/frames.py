"""The scenes of a show as view models, in the shape of a screen or of a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.engine.kit import all_kits
from games.engine.story import GIVE, HARM, HELP, KINDS, LOOK, SUSPECT, VOTE, Deed, Scene
from moderation.recap import ring_geometry
from moderation.recap.ring_geometry import Disc, RingDrawing, RingShape
from moderation.recap.scenes import FinishedSeat, Recap
from moderation.templatetags.looks import emblem

SMALL, LEAST_LETTERS = 0.8, 4  # the size of small letters of a name; letters that are shown of any name
AT_ONCE, LINE = 9, 46  # most lines of a scene in large letters on a screen; characters of such a line


@dataclass(frozen=True)
class SeatState:
    """A seat in a scene: its place, whether it is out, its camp's number (0: none), its items."""

    person: FinishedSeat
    disc: Disc
    out: bool
    camp: int
    held: str
    drawing: str = ""  # the address of its role's emblem, where the game has one

    @property
    def is_long(self) -> bool:
        """True if its name fits below its disc in small letters alone."""
        return len(self.person.name) > self.disc.room

    @property
    def name(self) -> str:
        """Its name, cut where small letters do not fit either."""
        return Truncator(self.person.name).chars(max(LEAST_LETTERS, int(self.disc.room / SMALL)))

    @property
    def emblem(self) -> int:
        """The width of the drawing on the disc. It starts at `emblem_x` and `emblem_y`."""
        return round(self.disc.radius * 1.3)

    @property
    def emblem_x(self) -> int:
        """The left edge of the drawing on the disc."""
        return self.disc.x - self.emblem // 2

    @property
    def emblem_y(self) -> int:
        """The upper edge of the drawing on the disc."""
        return self.disc.y - self.emblem // 2

    @property
    def token(self) -> int:
        """The radius of the role's token. Its centre is at `token_x` and `token_y`."""
        return round(self.disc.radius * 0.46)

    @property
    def token_x(self) -> int:
        """The horizontal centre of the token, at the right of the disc."""
        return self.disc.x + round(self.disc.radius * 0.86)

    @property
    def token_y(self) -> int:
        """The vertical centre of the token, at the upper edge of the disc."""
        return self.disc.y - round(self.disc.radius * 0.72)

    @property
    def role(self) -> int:
        """The width of the role's emblem. It starts at `role_x` and `role_y`."""
        return round(self.token * 1.3)

    @property
    def role_x(self) -> int:
        """The left edge of the role's emblem."""
        return self.token_x - self.role // 2

    @property
    def role_y(self) -> int:
        """The upper edge of the role's emblem."""
        return self.token_y - self.role // 2


@dataclass(frozen=True)
class Bar:
    """A night or round on the timeline: past, now or to come.

    `half`: more of it comes after this scene.
    """

    state: str
    half: bool = False


@dataclass(frozen=True)
class Frame:
    """A scene, or the end, which has the whole game in one picture."""

    number: int
    heading: str
    big: str
    deeds: tuple[Deed, ...]
    stands: tuple[SeatState, ...]
    held: tuple[tuple[str, str], ...]  # the items of seats, for places where the picture has no room for them
    drawing: RingDrawing
    bars: tuple[Bar, ...]
    kinds: tuple[tuple[str, str], ...]  # the drawn kinds, and their meaning
    many: bool
    end: bool = False


def describe_line_kind(kind: str) -> str:
    """Return the meaning of a line of this kind."""
    return {
        HARM: _("does harm to"),
        HELP: _("helps"),
        LOOK: _("finds something out"),
        VOTE: _("votes against, or names"),
        SUSPECT: _("suspects"),
        GIVE: _("gives, shows or answers"),
    }[kind]


def list_seat_states(show: Recap, scene: Scene | None, shape: RingShape) -> tuple[SeatState, ...]:
    """Return the state of all seats after a scene; empty where the ring is too large to draw."""
    look = all_kits()[show.slug].look
    where = ring_geometry.place_seats(shape, [one.name for one in show.people])
    camps = {one.name: (scene.camps.get(one.name) if scene else "") or one.camp for one in show.people}
    return tuple(
        SeatState(
            person=one,
            disc=where[one.name],
            out=scene is not None and one.name in scene.out,
            camp=look.camp_number(camps[one.name]) if look else 0,
            held=str(scene.held.get(one.name, "")) if scene else "",
            drawing=emblem(show.slug, "role", one.role)["drawing"] if one.role else "",
        )
        for one in show.people
        if one.name in where
    )


def build_frame(show: Recap, number: int, shape: RingShape) -> Frame:
    """Return the scene of this number, from 1. `show.last` is the end."""
    end = number > len(show.scenes)
    scene = None if end or not show.scenes else show.scenes[number - 1]
    latest = scene or (show.scenes[-1] if show.scenes else None)
    seats = [one.name for one in show.people]
    deeds = [(deed, "") for deed in scene.deeds] if scene else ring_geometry.merge_deeds(show.scenes)
    holds = shape.holds and latest is not None and bool(latest.held)
    drawing = ring_geometry.draw_deeds(shape._replace(holds=holds), seats, deeds)
    used = {arrow.kind for arrow in drawing.arrows}
    return Frame(
        number=number,
        heading=_("The end") if end else str(scene.heading) if scene else "",
        big=str(scene.big) if scene else "",
        deeds=scene.deeds if scene else (),
        stands=list_seat_states(show, latest, shape),
        held=tuple((seat, str(said)) for seat, said in latest.held.items()) if latest else (),
        drawing=drawing,
        bars=build_timeline(show, number),
        kinds=tuple((kind, describe_line_kind(kind)) for kind in KINDS if kind in used),
        many=scene is not None and sum(1 + len(str(deed.said)) // LINE for deed in scene.deeds) > AT_ONCE,
        end=end,
    )


def build_timeline(show: Recap, number: int) -> tuple[Bar, ...]:
    """Return the timeline at a scene: one bar a night or round."""
    if number > len(show.scenes):
        return tuple(Bar("past") for _bar in range(show.bars))
    now = show.scenes[number - 1].bar if show.scenes else 0
    more = any(scene.bar == now for scene in show.scenes[number:])
    states = ("past" if bar < now else "now" if bar == now else "next" for bar in range(1, show.bars + 1))
    return tuple(Bar(state, half=state == "now" and more) for state in states)


def build_frames(show: Recap, shape: RingShape) -> Sequence[Frame]:
    """Return all scenes and the end."""
    return [build_frame(show, number, shape) for number in range(1, show.last_page + 1)]
