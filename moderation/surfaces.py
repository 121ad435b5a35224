"""One way to render: a surface's view as HTML, for the page that a device loads and for what its socket is sent.

Knows sessions, seats and passes; what a surface shows is worked out in showing.py.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from games import journal
from games.models import GameSession
from games.table import Table
from moderation import desk_showing, showing, steps
from moderation.calls import Release
from moderation.models import Kind, Pass
from moderation.seats import seats_view
from moderation.showing import Sitter
from moderation.tending import next_change, released

Stage = GameSession.Stage
PADDED = 4096  # bytes: what all phones are sent alike is a multiple of this long
PER_CARD, PER_PAGE = 2048, 128  # bytes kept for what may stand on a card, and on each page of somebody's notes
PER_SEAT = 48  # and, in a call, for what another of the group proposes


@dataclass(frozen=True)
class Viewer:
    """Whoever looks: a surface, the language, and for a desk or phone the pass that lets it look.

    `csrf` is the desk's own token, for its many forms; phones keep theirs outside what is rendered.
    """

    surface: str  # phone | desk | screen
    language: str
    pass_id: int | None = None
    seat_id: int | None = None
    csrf: str = ""


@dataclass(frozen=True)
class Rendered:
    """A session's views: the pulse they show, and HTML by viewer; None for one who may look no longer.

    `moved_on`: its people play the next game, under the same code. `until`: when they change by themselves, because
    a call's time is over. `together`: all phones hear at the same time and at the same length, whatever they hear
    (SECRECY 5), once the cards are dealt. `tended`: a table without a moderator, to be looked after at each
    change. `bare`: the view of a phone that was told nothing, by language; `reserve`: how much longer another may
    be, as follows from what everybody knows.
    """

    pulse: int
    html: dict[Viewer, str | None]
    moved_on: bool = False
    until: datetime | None = None
    together: bool = False
    tended: bool = False
    edition: int = -1  # the number of what phones and the room see; -1: the pulse itself
    bare: Mapping[str, str] = field(default_factory=dict)
    reserve: int = 0

    def number(self, viewer: Viewer) -> int:
        """By which a device tells newer views from older ones: the pulse is for whoever may know every secret."""
        return self.pulse if self.edition < 0 or (viewer.surface == "desk" and not self.tended) else self.edition


def render(session_id: int, viewers: Collection[Viewer], fresh: Collection[Viewer], shown: int = -1) -> Rendered:
    """The views of these viewers, each distinct one rendered once.

    When the session's pulse is still `shown`, only the `fresh` viewers are rendered.
    """
    first, *more = in_turn(session_id, viewers, fresh, shown)
    for rendered in more:
        first.html.update(rendered.html)
    return first


def in_turn(
    session_id: int, viewers: Collection[Viewer], fresh: Collection[Viewer], shown: int = -1
) -> Iterator[Rendered]:
    """The same, first what many wait for (phones and screens), then the desks: all of it as of one instant."""
    with journal.at_rest(session_id) as (session, table):
        wanted = set(fresh) if session.pulse == shown else set(viewers)
        held: set[tuple[int, int | None]] = set(Pass.objects.filter(session=session).values_list("pk", "seat_id"))
        kept = session.seats.order_by("place").values_list("pk", "name", "looked", "bot")
        seats = [Sitter(*row) for row in kept]
        now = timezone.now()  # looked at once: what is shown and when it changes belong to the same instant
        release = released(session, table, now)
        views: dict[Viewer, Shown | None] = {}
        for language in sorted({viewer.language for viewer in wanted}):
            with translation.override(language):
                some = [viewer for viewer in wanted if viewer.language == language]
                views |= _in_one_language(session, table, seats, held, release, some)
        nobody = [viewer for viewer in views if viewer.surface == "phone" and viewer.seat_id is None]
        pages = max((len(bare.context["view"].notebook) for one in nobody if (bare := views[one])), default=0)
        reserve = PER_CARD + PER_PAGE * pages + (0 if release.until is None else PER_SEAT * len(seats))
        rendered = Rendered(
            session.pulse,
            {},
            session.closed is not None,
            next_change(session, release, now),
            together=bool(nobody),
            tended=session.narrated,
            edition=steps.number(session, table, release),
        )
    # Moves can be taken again: what is rendered changes no more.
    html = _html({one: view for one, view in views.items() if one.surface != "desk"})
    told_nothing = {viewer.language: html.pop(viewer) or "" for viewer in nobody}
    yield replace(rendered, html=html, bare=told_nothing, reserve=reserve)
    if desks := {one: view for one, view in views.items() if one.surface == "desk"}:
        yield replace(rendered, html=_html(desks))


def _html(views: Mapping[Viewer, Shown | None]) -> dict[Viewer, str | None]:
    once: dict[Hashable, str] = {}
    html: dict[Viewer, str | None] = dict.fromkeys(views)
    for viewer, view in views.items():
        if view is not None:
            if view.likeness not in once:
                with translation.override(viewer.language):
                    once[view.likeness] = render_to_string(f"{viewer.surface}/_view.html", view.context)
            html[viewer] = once[view.likeness]
    return html


@dataclass(frozen=True)
class Shown:
    """What a template makes a view of, and what it has in common with those that look the same."""

    context: dict[str, Any]
    likeness: Hashable


def _in_one_language(
    session: GameSession,
    table: Table | None,
    seats: list[Sitter],
    held: set[tuple[int, int | None]],
    shown: Release,
    viewers: Iterable[Viewer],
) -> dict[Viewer, Shown | None]:
    heard = showing.Heard(session.kit.words, table, shown) if table else None
    open_ = showing.open_view(session, table, seats, shown, heard)
    by_id = {seat.pk: seat for seat in seats}
    views: dict[Viewer, Shown | None] = {}
    for viewer in viewers:
        if viewer.surface != "screen" and (viewer.pass_id, viewer.seat_id) not in held:
            views[viewer] = None
        elif viewer.surface == "phone":
            assert viewer.seat_id is not None
            phone = showing.phone_view(open_, session, table, by_id[viewer.seat_id], shown, heard)
            views[viewer] = Shown({"view": phone}, phone.likeness)
        elif viewer.surface == "screen":
            views[viewer] = Shown({"view": open_}, open_)
        else:
            context = desk_context(open_, session, table, seats, held, shown) | {"csrf_token": viewer.csrf}
            views[viewer] = Shown(context, (open_, viewer.csrf))
    phones = [viewer for viewer in views if viewer.surface == "phone"]
    if phones and (bare := showing.bare_view(open_, session, table, shown, heard)):
        views[Viewer("phone", phones[0].language)] = Shown({"view": bare}, bare.likeness)
    return views


def desk_context(
    open_: showing.Open,
    session: GameSession,
    table: Table | None,
    seats: list[Sitter],
    held: set[tuple[int, int | None]],
    shown: Release,
) -> dict[str, Any]:
    """The desk's view: the set-up of the table before play, the game afterwards."""
    if table is None or session.stage in (Stage.JOINING, Stage.CARDS):
        return {"view": None, "desk": seats_view(session), "open": open_, "code": session.code}
    if session.narrated:
        return {"view": None, "narrator": open_, "seats": seats, "code": session.code}
    with_device = {seat_id for _, seat_id in held if seat_id is not None}
    return {"view": desk_showing.desk_view(open_, session, table, seats, with_device, shown), "code": session.code}


def desk_language(session: GameSession, device: str) -> str:
    """The language of a desk: of its device, but the table's own where it is the narrator."""
    return str(session.language) if session.narrated else device


def viewer_of(held: Pass, surface: str, language: str, csrf: str = "") -> Viewer:
    """The viewer that a pass makes of its device."""
    seat_id = held.seat_id if held.kind == Kind.SEAT else None
    return Viewer(surface, language, held.pk, seat_id, csrf)


def full(longest: int) -> int:
    """The length, at least this, to which what phones are sent alike is filled up."""
    return -(-longest // PADDED) * PADDED


def padded(body: bytes, rendered: Rendered, viewer: Viewer) -> bytes:
    """What one phone is answered, as long as what any other would be."""
    bare = rendered.bare.get(viewer.language)
    return body if bare is None else body.ljust(full(max(len(body), len(bare.encode()) + rendered.reserve)))


def view(session: GameSession, viewer: Viewer) -> str:
    """One viewer's HTML; empty when the viewer may look no longer."""
    return render(session.pk, [viewer], [viewer]).html[viewer] or ""
