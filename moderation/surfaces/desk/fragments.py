"""Fragments of the desk before, during and after a game, and of the device in the middle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from games.engine.table import Table
from games.models import Event, GameSession
from moderation.play.pacing import clock as clock_at
from moderation.play.pacing.returning import Requests, list_requests
from moderation.play.projections.knowledge import Knowledge
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.context import SeatColumns
from moderation.play.rendering import shared_fragments
from moderation.play.rendering.fragments import (
    STEP_PLACEHOLDER,
    Fragment,
    FragmentGroup,
    View,
    build_stamped_fragment,
    fragment,
    rows,
)
from moderation.play.rendering.render import Snapshot
from moderation.surfaces.desk import felt
from moderation.surfaces.desk.sections.context import Phones
from moderation.surfaces.desk.step_fragments import build_step_fragments, choose_next_step, find_covert_call
from moderation.surfaces.desk.tutorial import Lesson, build_lesson_at_play, build_lesson_before_play
from moderation.surfaces.desk.tutorial_state import find_absent_phone
from moderation.surfaces.desk.view_model import DeskView, build_desk_view_model
from moderation.surfaces.screen.fragments import build_ring_fragments, build_surrounding_fragments
from moderation.tables.setup.view_model import SeatsView, build_seats_view
from moderation.web.venue_time import read_zone

Stage = GameSession.Stage


def build_view(snapshot: Snapshot) -> View:
    """Build the view of the desk: table setup before play, the game afterwards."""
    session, table, seats = snapshot.session, snapshot.table, tuple(snapshot.seats.values())
    if table is None or snapshot.known is None or session.stage in (Stage.JOINING, Stage.CARDS):
        seats_view = build_seats_view(session)
        lesson = build_lesson_before_play(session, seats_view)
        return build_setup_view(
            seats_view,
            shared_fragments.build_announcements(snapshot.public),
            build_help_request(session),
            lesson,
            build_seat_claims(session),
        )
    if session.narrated:
        return build_narrator_view(snapshot.public, seats, build_help_request(session))
    return build_game_view(snapshot, table, snapshot.known)


MOST_DESKS = 64  # size of the cache in tables: the reply to a tap and the desk's socket show the same view
_latest_desks: LRUCache[tuple[int, str], tuple[tuple[object, ...], View]] = LRUCache(MOST_DESKS)
_lock = Lock()


def build_game_view(snapshot: Snapshot, table: Table, known: Knowledge) -> View:
    """Return the desk during and after a game. It is cached while nothing has changed."""
    session = snapshot.session
    requests = (build_help_request(session), build_seat_claims(session))
    if session.rehearsal:  # the lesson depends on more than the game, so it is not cached
        return build_uncached_game_view(snapshot, table, known, requests)
    slot, key = (session.pk, snapshot.language), build_cache_key(snapshot, table, requests)
    with _lock:
        cached = _latest_desks.get(slot)
    if cached is None or cached[0] != key:
        cached = (key, build_uncached_game_view(snapshot, table, known, requests))
        with _lock:
            _latest_desks[slot] = cached
    return cached[1]


def clear_cache() -> None:
    """Clear the cache of desk views."""
    with _lock:
        _latest_desks.clear()


def build_cache_key(snapshot: Snapshot, table: Table, requests: tuple[Fragment, ...]) -> tuple[object, ...]:
    """Return everything a desk is built from, as a cache key to compare.

    A public view is one object as long as its game has not changed (see `render_table`).
    """
    is_overlong = clock_at.is_overlong(snapshot.session, table, snapshot.release)
    return (snapshot.public, is_overlong, snapshot.passes, snapshot.present, requests)


def build_uncached_game_view(
    snapshot: Snapshot, table: Table, known: Knowledge, requests: tuple[Fragment, ...]
) -> View:
    """Build the desk during and after a game, without the cache."""
    seats = tuple(snapshot.seats.values())
    with_device = {seat_id for _pass_id, seat_id in snapshot.passes if seat_id is not None}
    phones = Phones(with_device, snapshot.present - find_absent_phone(snapshot))
    desk = build_desk_view_model(snapshot.public, snapshot.session, table, seats, phones, snapshot.release, known)
    return build_moderator_view(desk, requests, build_lesson_at_play(snapshot, desk, choose_next_step(desk)))


def build_help_request(session: GameSession) -> Fragment:
    """Return the fragment with which the desk asks the organisers of its open event for help.

    It says since when help was asked for, and if somebody comes.
    """
    if session.event_id is None or not Event.objects.filter(pk=session.event_id, closed=None).exists():
        return NOBODY_TO_ASK
    contact = session.organiser_contact
    since = f"{contact.help_asked_at.astimezone(read_zone()):%H:%M}" if contact.help_asked_at else ""
    coming = bool(since) and contact.help_coming
    values = {"since": since, "coming": coming, "code": session.code}
    return fragment("ask-for-help", "surfaces/desk/parts/ask_for_help.html", there=True, **values)


NOBODY_TO_ASK = fragment("ask-for-help", "surfaces/desk/parts/ask_for_help.html", there=False)


def build_seat_claims(session: GameSession) -> Fragment:
    """Return the fragment with the devices that ask for a seat they had, a line each."""
    return fragment(
        "seat-claims", "surfaces/desk/parts/seat_claims.html", requests=list_requests(session), code=session.code
    )


NO_SEAT_CLAIMS = fragment("seat-claims", "surfaces/desk/parts/seat_claims.html", requests=Requests(), code="")


def build_setup_view(
    table: SeatsView,
    announcements: Fragment,
    help_request: Fragment = NOBODY_TO_ASK,
    lesson: Lesson | None = None,
    seat_claims: Fragment = NO_SEAT_CLAIMS,
) -> View:
    """Build the desk before play."""
    setup = fragment("setup", "tables/setup/_table.html", desk=table, code=table.code)
    layout = fragment("", "surfaces/desk/setup.html", lesson=lesson is not None)
    return View(
        layout, FragmentGroup(setup, announcements, help_request, seat_claims, *build_hints(lesson, table.code))
    )


def build_hints(lesson: Lesson | None, code: str) -> tuple[Fragment, ...]:
    """Return the fragment of a rehearsal's hint. A real table has none."""
    return (fragment("lesson", "surfaces/desk/parts/lesson.html", lesson=lesson, code=code),) if lesson else ()


def build_narrator_view(
    public: PublicView, seats: Sequence[SeatColumns], help_request: Fragment = NOBODY_TO_ASK
) -> View:
    """Build the view of the device in the middle of a table without a moderator.

    It shows the public view and a few actions.
    """
    beside = (shared_fragments.build_announcements(public), help_request)
    over = bool(public.ending.outcome)
    hands = fragment(
        "narrator-actions",
        "surfaces/desk/parts/narrator_actions.html",
        over=over,
        paused=public.times.paused,
        call_ends=None if public.moment.view else public.times.call_ends,
        night=public.phase.night,
        step=public.step.name,
        code=public.table.code,
    )
    if over:
        layout = fragment("", "surfaces/desk/narrator.html", over=True, night=public.phase.night)
        ended = (
            shared_fragments.build_end_poster(public),
            shared_fragments.build_result(public),
            hands,
            shared_fragments.build_cue(public),
        )
        return View(layout, FragmentGroup(*beside, *ended))
    has_plan = public.board.plan is not None
    on_felt = felt.fits(public)
    layout = (
        fragment("", "surfaces/desk/felt.html", seats=len(seats), has_plan=has_plan)
        if on_felt
        else fragment(
            "",
            "surfaces/desk/narrator.html",
            over=False,
            night=public.phase.night,
            seats=len(seats),
            has_plan=has_plan,
        )
    )
    sitters = tuple(seat._replace(bot=seat.bot and seat.name not in public.ring.stand_ins) for seat in seats)
    people = fragment("seats", "surfaces/desk/parts/seats.html", seats=sitters, code=public.table.code)
    waits = public.agreement.waiting if public.agreement.waiting and public.agreement.waiting.people else None
    offered = waits if waits and not (waits.do or waits.overdue) else None  # otherwise all are asked already
    left = fragment("somebody-left", "surfaces/desk/parts/somebody_left.html", prompt=offered, code=public.table.code)
    return View(
        layout,
        FragmentGroup(
            *beside,
            left,
            *(felt.build_felt_fragments(public) if on_felt else ()),
            *build_ring_fragments(public),
            *build_surrounding_fragments(public, public.table.code),
            hands,
            people,
        ),
    )


def build_moderator_view(
    desk: DeskView, requests: tuple[Fragment, ...] = (NOBODY_TO_ASK, NO_SEAT_CLAIMS), lesson: Lesson | None = None
) -> View:
    """Build the desk while a game is played, and when it is over."""
    public, over = desk.public, bool(desk.public.ending.outcome)
    layout = fragment(
        "",
        "surfaces/desk/playing.html",
        night=public.phase.night,
        stage=public.table.stage,
        over=over,
        seats=len(desk.seats),
        lesson=lesson is not None,
        call=find_covert_call(desk),
        in_middle=desk.input.entering is not None and desk.input.entering.is_for_ring,
        voting=desk.vote is not None,
    )
    room = (
        build_ring(desk),
        build_voter(desk),
        *build_vote(desk),
        shared_fragments.build_phase(public),
        fragment("road", "surfaces/desk/parts/road.html", road=desk.road, game=public.table.slug),
        shared_fragments.build_clocks(public),
        shared_fragments.build_progress(public, "soft"),
    )
    sitters = tuple(SeatLink(seat.id, seat.name, seat.bot) for seat in desk.seats)
    people = fragment("seats", "surfaces/desk/parts/seats.html", seats=sitters, code=public.table.code)
    hands = (
        shared_fragments.build_announcements(public),
        *requests,
        shared_fragments.build_cue(public),
        build_clock(desk),
        build_undo(desk),
        shared_fragments.build_board(public),
        shared_fragments.build_ballots(public, spread=False),
        build_story(desk),
        people,
        build_play_on(desk, rehearsal=lesson is not None),
        *build_hints(lesson, public.table.code),
    )
    return View(layout, FragmentGroup(*room, *hands, *([build_end(desk)] if over else build_step_fragments(desk))))


class SeatLink(NamedTuple):
    """A seat whose phone may be changed."""

    pk: int
    name: str
    bot: bool


def build_voter(desk: DeskView) -> Fragment:
    """Return whose ballot a tap is, and where ballots are public, that it is against somebody."""
    entering = desk.input.entering
    voter = entering.name if entering and entering.at_once else ""
    against = desk.vote is not None and entering is not None and bool(entering.nominees)
    face = desk.public.ring.faces.get(voter)
    return fragment("voter", "surfaces/desk/parts/voter.html", name=voter, face=face, against=against)


def build_vote(desk: DeskView) -> tuple[Fragment, ...]:
    """Return the public ballots that are drawn round the ring, and the bar of the vote."""
    vote = desk.vote
    if vote is None:
        return ()
    bar = fragment("vote-bar", "surfaces/desk/parts/vote_bar.html", vote=vote if vote.settled else None)
    return shared_fragments.build_open_ballots(vote), bar


def find_voter(desk: DeskView) -> str:
    """Return whose ballot the desk enters, or whose is the only one that is missing."""
    entering = desk.input.entering
    return (entering.name if entering else "") or (desk.public.step.turn if desk.vote else None) or ""


def build_ring(desk: DeskView) -> Fragment:
    """Return the seats to be tapped. A tap is a ballot, a choice, or opens the seat's answer."""
    entering, voter, vote = desk.input.entering, find_voter(desk), desk.vote
    counted = Counter(named for _by, named in vote.cast) if vote else Counter[str]()
    accused = vote.accused if vote else ()
    tiles = entering.question.columns[0].tiles if entering and entering.is_for_ring else ()
    ballots = {tile.label: tile.value for tile in tiles if not tile.apart}
    return rows(
        "ring",
        "surfaces/desk/parts/seat.html",
        (
            {
                "seat": seat,
                "game": desk.public.table.slug,
                "discreet": desk.step.discreet,
                "phones": any(one.has_device for one in desk.seats),
                "code": desk.public.table.code,
                "chooses": bool(tiles),
                "offered": seat.name in ballots,
                "ballot": ballots.get(seat.name, "") if entering and entering.at_once else "",
                "votes": seat.name == voter,
                "accused": seat.name in accused,
                "counted": counted[seat.name],
            }
            for seat in desk.seats
        ),
    )


def build_clock(desk: DeskView) -> Fragment:
    """Return the moderator's clock and the controls that pause or lengthen times."""
    public = desk.public
    return build_stamped_fragment(
        "clock",
        "surfaces/desk/parts/clock.html",
        desk.step.opened,
        playing=public.table.stage == "playing",
        clock=public.times.clock,
        usual=desk.step.usual,
        seconds=desk.step.seconds,
        paused=public.times.paused,
        call_ends=public.times.call_ends,
        opened=STEP_PLACEHOLDER,
        code=public.table.code,
    )


def build_undo(desk: DeskView) -> Fragment:
    """Return the last entry that can be taken back, and the one that was taken back."""
    values = {
        "last": desk.undo.last,
        "standing": desk.undo.standing,
        "redo": desk.undo.redo and desk.moment.held is None,
        "covert": desk.step.covert,
        "code": desk.public.table.code,
    }
    return fragment("undo", "surfaces/desk/parts/undo.html", **values)


def build_story(desk: DeskView) -> Fragment:
    """Return everything that was told, the latest phase first."""
    numbered = zip(range(len(desk.story), 0, -1), desk.story, strict=True)
    return rows(
        "story",
        "surfaces/desk/parts/chapter.html",
        ({"chapter": page, "number": number, "faces": desk.public.ring.faces} for number, page in numbered),
    )


def build_end(desk: DeskView) -> Fragment:
    """Return who won, the role of each seat, and what may come next."""
    return fragment(
        "over",
        "surfaces/desk/parts/over.html",
        code=desk.public.table.code,
        **shared_fragments.list_ending_values(desk.public),
    )


def build_play_on(desk: DeskView, rehearsal: bool) -> Fragment:
    """Return the button that plays on to the next death.

    It is offered at a rehearsal, or where the computer plays every seat.
    """
    offered = (
        desk.public.table.has_nights
        and not desk.public.ending.outcome
        and (rehearsal or all(seat.bot for seat in desk.seats))
    )
    return fragment(
        "play-on",
        "surfaces/desk/parts/play_on.html",
        offered=offered,
        last=desk.undo.standing if offered else 0,
        code=desk.public.table.code,
    )
