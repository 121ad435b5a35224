"""Fragments of the shared screen. They show only what is public."""

from __future__ import annotations

from moderation.play.projections.public import PublicView
from moderation.play.rendering import shared_fragments
from moderation.play.rendering.fragments import Fragment, FragmentGroup, View, fragment


def build_view(public: PublicView) -> View:
    """Build the view of the shared screen from the public view."""
    if public.stage in ("joining", "cards"):
        layout = fragment(
            "",
            "surfaces/screen/joining.html",
            stage=public.stage,
            game=public.game,
            door_closed=public.door_closed,
            seats=len(public.ring) + shared_fragments.free_places(public),
        )
        count = (
            shared_fragments.lookers(public, "count") if public.stage == "cards" else shared_fragments.joined(public)
        )
        told = (
            shared_fragments.announcements(public),
            shared_fragments.manner(public),
            shared_fragments.build_notices(public)[0],
        )
        return View(layout, FragmentGroup(*told, count, shared_fragments.places(public)))
    if public.outcome:
        known = (
            shared_fragments.announcements(public),
            shared_fragments.over(public),
            shared_fragments.ballots(public),
            shared_fragments.web(public),
        )
        ended = (*known, shared_fragments.tells(public), shared_fragments.cue(public))
        return View(fragment("", "surfaces/screen/over.html"), FragmentGroup(*ended))
    layout = fragment(
        "",
        "surfaces/screen/playing.html",
        night=public.night,
        held=public.moment is not None,
        seats=len(public.ring),
        has_plan=public.plan is not None,
    )
    return View(
        layout,
        FragmentGroup(
            shared_fragments.announcements(public),
            *build_ring_fragments(public),
            *build_surrounding_fragments(public),
        ),
    )


def build_ring_fragments(public: PublicView) -> tuple[Fragment, ...]:
    """Return the fragments of the ring and of what stands in its middle."""
    return (
        shared_fragments.ring(public),
        shared_fragments.thrown(public),
        shared_fragments.phase(public),
        shared_fragments.clocks(public),
        shared_fragments.turn(public),
    )


def build_surrounding_fragments(public: PublicView, code: str = "") -> tuple[Fragment, ...]:
    """Return the fragments around the ring: announcements, counts, news and results.

    `code` is the code of the table, on the device in its middle. It is empty on the shared screen.
    """
    latest = () if public.night else (shared_fragments.news(public),)
    counted = shared_fragments.progress(public, "count")
    closed = (shared_fragments.ballots(public), shared_fragments.board(public))
    return (
        *shared_fragments.build_notices(public),
        shared_fragments.waiting(public, code, middle=bool(code)),
        shared_fragments.cue(public),
        shared_fragments.taking_back(public),
        shared_fragments.seat_requests(public),
        shared_fragments.build_spoken_lines(public),
        shared_fragments.moment(public),
        shared_fragments.ready(public),
        counted,
        *latest,
        *closed,
        *shared_fragments.plan(public),
    )
