"""Fragments of the shared screen. They show only what is public."""

from __future__ import annotations

from moderation.play.projections.public import PublicView
from moderation.play.rendering import shared_fragments
from moderation.play.rendering.fragments import Fragment, FragmentGroup, View, fragment


def build_view(public: PublicView) -> View:
    """Build the view of the shared screen from the public view."""
    if public.table.stage in ("joining", "cards"):
        layout = fragment(
            "",
            "surfaces/screen/joining.html",
            stage=public.table.stage,
            game=public.table.game,
            door_closed=public.lobby.door_closed,
            seats=len(public.ring.seats) + shared_fragments.count_shown_places(public),
        )
        count = (
            shared_fragments.build_lookers(public, "count")
            if public.table.stage == "cards"
            else shared_fragments.build_joined(public)
        )
        told = (
            shared_fragments.build_announcements(public),
            shared_fragments.build_play_mode(public),
            shared_fragments.build_notices(public)[0],
        )
        return View(layout, FragmentGroup(*told, count, shared_fragments.build_places(public)))
    if public.ending.outcome:
        known = (
            shared_fragments.build_announcements(public),
            shared_fragments.build_end_poster(public),
            shared_fragments.build_result(public),
        )
        ended = (*known, shared_fragments.build_story_position(public), shared_fragments.build_cue(public))
        return View(fragment("", "surfaces/screen/over.html"), FragmentGroup(*ended))
    layout = fragment(
        "",
        "surfaces/screen/playing.html",
        night=public.phase.night,
        held=public.moment.view is not None,
        seats=len(public.ring.seats),
        has_plan=public.board.plan is not None,
    )
    return View(
        layout,
        FragmentGroup(
            shared_fragments.build_announcements(public),
            shared_fragments.build_staged_vote(public),
            shared_fragments.build_fallen(public),
            *build_ring_fragments(public),
            *build_surrounding_fragments(public),
        ),
    )


def build_ring_fragments(public: PublicView) -> tuple[Fragment, ...]:
    """Return the fragments of the ring and of what stands in its middle."""
    return (
        shared_fragments.build_ring(public),
        shared_fragments.build_falling_ballots(public),
        shared_fragments.build_phase(public),
        shared_fragments.build_clocks(public),
        shared_fragments.build_turn(public),
    )


def build_surrounding_fragments(public: PublicView, code: str = "") -> tuple[Fragment, ...]:
    """Return the fragments around the ring: announcements, counts, news and results.

    `code` is the code of the table, on the device in its middle. It is empty on the shared screen.
    """
    latest = () if public.phase.night else (shared_fragments.build_news(public),)
    counted = shared_fragments.build_progress(public, "count")
    closed = (shared_fragments.build_ballots(public), shared_fragments.build_board(public))
    return (
        *shared_fragments.build_notices(public),
        shared_fragments.build_waiting_prompt(public, code, middle=bool(code)),
        shared_fragments.build_cue(public),
        shared_fragments.build_undo_prompt(public),
        shared_fragments.build_seat_requests(public),
        shared_fragments.build_spoken_lines(public),
        shared_fragments.build_moment(public),
        shared_fragments.build_ready(public),
        counted,
        *latest,
        *closed,
        *shared_fragments.build_plan(public),
    )
