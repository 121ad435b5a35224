"""Rendering of a table for its devices: both loaded pages and socket messages use it.

Knows sessions, seats and passes. Each surface builds its own views (`surfaces`). Start reading at `render`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, ref

from django.utils import translation

from games import journal, server_clock
from games.engine.table import Table
from games.models import GameSession, Seat
from games.prepared_queries import Prepared
from moderation.models import Kind, Pass
from moderation.play.forms.answer_forms import compute_longest_answer
from moderation.play.pacing.clock import build_release, find_next_beat, find_next_change
from moderation.play.projections import announcements, private, public
from moderation.play.projections.knowledge import Knowledge, collect_knowledge
from moderation.play.projections.private import PhoneView
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns, choose_language
from moderation.play.rendering.fragments import RenderedView, View
from moderation.play.secrecy import pseudonyms
from moderation.play.secrecy.padding import MOST_PROPOSALS, Lengths, pad
from moderation.play.timeline.call_length import Release, has_hidden_outcome
from moderation.players import presence


class Viewer(NamedTuple):
    """A device that views a table: a surface, a language, and the pass of a desk or phone.

    `csrf` is the desk's own CSRF token, for its many forms. Phones keep theirs outside the rendered region.
    """

    surface: str  # phone | desk | screen
    language: str
    pass_id: int | None = None
    seat_id: int | None = None
    csrf: str = ""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A snapshot of a table in one language, from which views are built."""

    session: GameSession
    table: Table | None
    seats: Mapping[int, SeatColumns]  # by id, clockwise
    passes: frozenset[tuple[int, int | None]]  # the passes: the id, and the seat if there is one
    release: Release
    public: PublicView
    known: Knowledge | None  # None exactly where there is no table
    present: frozenset[int] = frozenset()  # seats whose phones are connected
    language: str = ""  # the active one
    rendered_phones: dict[PhoneView, RenderedView] = field(
        default_factory=dict
    )  # phones with equal views share one rendering

    def render(self, viewer: Viewer) -> RenderedView | None:
        """Render a phone or a screen in the active language; None for one whose pass is gone."""
        if viewer.surface == "screen":
            return surfaces.screen(self.public).render(self.language)
        if (viewer.pass_id, viewer.seat_id) not in self.passes:
            return None
        phone = self.build_phone_view(viewer)
        if phone not in self.rendered_phones:
            self.rendered_phones[phone] = surfaces.phone(phone).render(self.language)
        return self.rendered_phones[phone]

    def build_phone_view(self, viewer: Viewer) -> PhoneView:
        """Build the view model of a seat's phone."""
        assert viewer.seat_id is not None
        seat = self.seats[viewer.seat_id]
        return private.build_phone_view(self.public, self.session, self.table, seat, self.release, self.known)

    def build_bare_view(self) -> PhoneView | None:
        """Build the view of a phone whose seat was told nothing; None where nothing is padded."""
        return private.build_bare_view(self.public, self.session, self.table, self.release, self.known)

    def build_desk_view(self, viewer: Viewer) -> View | None:
        """Build the view of a desk, to be rendered later; None for one whose pass is gone."""
        return surfaces.desk(self) if (viewer.pass_id, viewer.seat_id) in self.passes else None


@dataclass(frozen=True)
class Surfaces:
    """The functions that build the view of each surface; the surfaces register them at startup."""

    phone: Callable[[PhoneView], View]
    screen: Callable[[PublicView], View]
    desk: Callable[[Snapshot], View]


def raise_unregistered(_what: object) -> View:
    """Raise `RuntimeError`: the surfaces are registered at startup (moderation/apps.py)."""
    raise RuntimeError("nobody has said what the surfaces are")


surfaces = Surfaces(raise_unregistered, raise_unregistered, raise_unregistered)


@dataclass(frozen=True)
class Rendered:
    """The rendered views of a session by viewer; None for a viewer that has lost access."""

    pulse: int  # the version of the session that the views show
    views: dict[Viewer, RenderedView | None]
    moved_on: bool = False  # its people play the next game, under the same code
    until: datetime | None = None  # when views change by themselves, at the end of a call or announcement
    needs_tick: bool = False  # a table without a moderator, which needs a `tick` at each change
    edition: int = -1  # the version that phones and screens see; -1: the pulse itself
    lengths: Lengths | None = None  # of all messages to phones (SECRECY 5); None before the cards are dealt
    taken_back: int = 0  # number of undos so far, and of the moves that they took back
    beat: datetime | None = None  # when phones are next sent secret changes; None where everything is public
    spoken_languages: Mapping[str, str] = field(
        default_factory=dict
    )  # spoken language by a device's: children have variants

    def number(self, viewer: Viewer) -> int:
        """Return the number by which a device tells newer views from older ones.

        The pulse is for desks only, because they may know all secrets.
        """
        return self.pulse if self.edition < 0 or (viewer.surface == "desk" and not self.needs_tick) else self.edition

    def html(self, viewer: Viewer) -> str | None:
        """Return a viewer's region; None when the viewer has lost access."""
        view = self.views[viewer]
        return None if view is None else view.html

    def page(self, viewer: Viewer) -> str:
        """Return the region of a page, padded for phones."""
        html = self.html(viewer) or ""
        return pad(html, self.lengths.page) if self.lengths and viewer.surface == "phone" else html

    def region(self, viewer: Viewer, notice: str = "") -> str:
        """Return the reply to a script: the region and a notice, padded for phones.

        Long lists are packed.
        """
        view = self.views[viewer]
        html = (view.packed_html if view else "") + notice
        return pad(html, self.lengths.view) if self.lengths and viewer.surface == "phone" else html


def render(
    session_id: int, viewers: Collection[Viewer], always: Collection[Viewer], shown_pulse: int = -1
) -> Rendered:
    """Render the views of these viewers.

    When the session's pulse is still `shown_pulse`, only the viewers in `always` are rendered.
    """
    first, *more = render_in_order(session_id, viewers, always, shown_pulse)
    for rendered in more:
        first.views.update(rendered.views)
    return first


def render_in_order(
    session_id: int,
    viewers: Collection[Viewer],
    always: Collection[Viewer],
    shown_pulse: int = -1,
    until: datetime | None = None,
) -> Iterator[Rendered]:
    """Yield phone and screen views first, desk views second. Both come from one snapshot.

    The views of version `shown_pulse` expire at `until`. From then on all viewers are rendered.
    """
    with journal.read_table(session_id) as (session, table):
        now = server_clock.now()  # read once, so that the views and their next change refer to one instant
        is_unchanged = session.pulse == shown_pulse and (until is None or now < until)
        rendered, desk_views = render_table(session, table, set(always if is_unchanged else viewers), now)
    yield rendered
    if desk_views:
        yield replace(rendered, views=render_desks(session, desk_views))


class SeatWithPass(NamedTuple):
    """A seat's columns with a pass of it, if there is one, and when that was last seen."""

    seat: SeatColumns
    pass_id: int | None
    seen: datetime | None = None

    @classmethod
    def read(cls, row: Sequence[Any]) -> SeatWithPass:
        """Read the columns of a query."""
        return cls(SeatColumns(*row[: len(_COLUMNS)]), *row[len(_COLUMNS) :])


_COLUMNS = SeatColumns._fields
_seats = Prepared(
    lambda key: Seat.objects.filter(session=key).order_by("place").values_list(*_COLUMNS, "passes__pk"), -1
)
_seats_and_phones = Prepared(
    lambda key: (
        Seat.objects.filter(session=key).order_by("place").values_list(*_COLUMNS, "passes__pk", "passes__seen")
    ),
    -1,
)
_passes = Prepared(lambda key: Pass.objects.filter(session=key).values_list("pk", "seat_id"), -1)


@dataclass(frozen=True)
class SeatsAndPasses:
    """The seats of a table, the passes of its devices, and whose phones are connected."""

    seats: tuple[SeatColumns, ...]  # clockwise
    passes: frozenset[tuple[int, int | None]]  # the passes: the id, and the seat if there is one
    present: frozenset[int] = frozenset()  # seats; empty where no desk is rendered


def _read_seats(session: GameSession, for_desks: bool) -> SeatsAndPasses:
    """Read the seats and passes of a table.

    Only desks need who is connected, and the passes of desks.
    """
    rows = [SeatWithPass.read(row) for row in (_seats_and_phones if for_desks else _seats).all(session.pk)]
    seats = tuple(dict.fromkeys(row.seat for row in rows))
    passes = {(row.pass_id, row.seat.pk) for row in rows if row.pass_id}
    if not for_desks:
        return SeatsAndPasses(seats, frozenset(passes))
    present = frozenset(row.seat.pk for row in rows if presence.is_there(row.seen))
    return SeatsAndPasses(seats, frozenset(passes | set(_passes.all(session.pk))), present)


class Instant(NamedTuple):
    """The time at which a table is rendered, and when its views then change by themselves."""

    time: datetime
    until: datetime | None


class CachedView(NamedTuple):
    """The latest public view of a table in one language, and the phones rendered with it."""

    state: Hashable  # what it was built from
    until: datetime | None  # when views change by themselves
    public: PublicView
    rendered_phones: dict[PhoneView, RenderedView]


_latest_views: WeakKeyDictionary[Table, dict[str, CachedView]] = WeakKeyDictionary()


def _build_snapshot(
    session: GameSession, table: Table | None, people: SeatsAndPasses, release: Release, now: Instant, language: str
) -> Snapshot:
    """Build the snapshot of a table in the active language.

    The reply to a tap and the messages that follow it show one state, so they share its public view. A time that has
    come ends that.
    """
    by_id = {seat.pk: seat for seat in people.seats}
    if table is None:
        seen = public.build_public_view(session, None, people.seats, release, None)
        return Snapshot(session, None, by_id, people.passes, release, seen, None, people.present, language)
    known = collect_knowledge(session.kit.words, table, release)
    state = (session.pulse, session.stage, table.number, release, people.seats, ref(known))
    latest = _latest_views.setdefault(table, {}).get(language)
    if latest is None or latest.state != state or (latest.until is not None and latest.until <= now.time):
        seen = public.build_public_view(session, table, people.seats, release, known)
        latest = _latest_views[table][language] = CachedView(state, now.until, seen, {})
    seen, phones = latest.public, latest.rendered_phones
    return Snapshot(session, table, by_id, people.passes, release, seen, known, people.present, language, phones)


def _build_instant(session: GameSession, release: Release, now: datetime) -> Instant:
    ends = (
        find_next_change(session, release, now),
        announcements.find_next_end(session.organiser_contact.announcements, now),
    )
    return Instant(now, min(filter(None, ends), default=None))


def render_table(
    session: GameSession, table: Table | None, viewers: Collection[Viewer], now: datetime
) -> tuple[Rendered, dict[Viewer, View | None]]:
    """Render a table for the phones and screens among these viewers, and build the desks' views.

    The desks' views are rendered later. All of them show the same instant. The session and its table must be locked.
    """
    people = _read_seats(session, for_desks=any(viewer.surface == "desk" for viewer in viewers))
    release = build_release(session, table, now)
    instant = _build_instant(session, release, now)
    views: dict[Viewer, RenderedView | None] = {}
    desk_views: dict[Viewer, View | None] = {}
    bare_phones: list[
        tuple[PhoneView, RenderedView]
    ] = []  # told nothing; the length of all messages follows from them
    # Children have a variant of the language of their device.
    spoken_languages = {viewer.language: choose_language(session, viewer.language) for viewer in viewers}
    for device_language, language in sorted(spoken_languages.items()):
        with translation.override(language):
            snapshot = _build_snapshot(session, table, people, release, instant, language)
            same_language = [viewer for viewer in viewers if viewer.language == device_language]
            views |= {viewer: snapshot.render(viewer) for viewer in same_language if viewer.surface != "desk"}
            desk_views |= {
                viewer: snapshot.build_desk_view(viewer) for viewer in same_language if viewer.surface == "desk"
            }
            has_phones = any(viewer.surface == "phone" for viewer in same_language)
            if has_phones and (bare := snapshot.build_bare_view()):
                bare_phones.append((bare, surfaces.phone(bare).render(language)))
    rendered = Rendered(
        pulse=session.pulse,
        views=views,
        moved_on=session.closed is not None,
        until=instant.until,
        beat=find_next_beat(session, release, now),
        needs_tick=session.narrated,
        edition=pseudonyms.compute_version(session, table, release),
        lengths=_compute_lengths(bare_phones, len(people.seats), release) if bare_phones else None,
        taken_back=table.taken_back if table else 0,
        spoken_languages=spoken_languages,
    )
    return rendered, desk_views


def render_desks(session: GameSession, desks: Mapping[Viewer, View | None]) -> dict[Viewer, RenderedView | None]:
    """Render the desks' views that `render_table` has built; this needs no lock."""
    return {who: _render_one(view, who, choose_language(session, who.language)) for who, view in desks.items()}


def _render_one(view: View | None, viewer: Viewer, language: str) -> RenderedView | None:
    if view is None:
        return None
    with translation.override(language):
        return view.render(language, viewer.csrf)


def _compute_lengths(bare_phones: Sequence[tuple[PhoneView, RenderedView]], seats: int, release: Release) -> Lengths:
    """Return the lengths of messages to phones.

    They come from bare phones, whose seats were told nothing, one in each language.
    """
    views = [rendered for _phone, rendered in bare_phones]
    lengths = Lengths(
        page=max(len(view.html.encode()) for view in views),
        view=max(len(view.as_json()) for view in views),
        knowledge=max(len(view.as_json([*view.knowledge, *view.answer])) for view in views),
        answer=max(len(view.as_json(view.answer)) for view in views),
    ).with_reserve(
        proposals=min(seats, MOST_PROPOSALS) if release.step is not None and release.step.asleep else 0,
        pages=max(len(phone.own.notebook) for phone, _drawn in bare_phones),
        longest_answer=max(
            compute_longest_answer(phone.question) if phone.question else 0 for phone, _drawn in bare_phones
        ),
    )
    # The people do not see whom such a step asks, nor when the next one begins: each may change what a seat knows.
    discreet = release.step is not None and has_hidden_outcome(release.step) and not release.step.asleep
    return replace(lengths, answer=lengths.knowledge) if discreet else lengths


def choose_desk_language(session: GameSession, device: str) -> str:
    """Return the language of a desk.

    It is that of its device, or the table's own where the desk is the narrator.
    """
    return str(session.language) if session.narrated else device


def build_viewer_of_pass(held: Pass, surface: str, language: str, csrf: str = "") -> Viewer:
    """Build the viewer for a device with this pass."""
    seat_id = held.seat_id if held.kind == Kind.SEAT else None
    return Viewer(surface, language, held.pk, seat_id, csrf)


def render_html(session: GameSession, viewer: Viewer) -> str:
    """Return one viewer's HTML; empty when the viewer has lost access."""
    return render(session.pk, [viewer], [viewer]).html(viewer) or ""
