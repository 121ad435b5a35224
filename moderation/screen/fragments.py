"""The screen in the room as fragments: what everybody may know, and nothing else."""

from __future__ import annotations

from moderation.known.public import Open
from moderation.live import parts
from moderation.live.fragments import Fragment, Group, View, fragment


def view(public: Open) -> View:
    """The screen in the room."""
    if public.stage in ("joining", "cards"):
        layout = fragment(
            "",
            "screen/joining.html",
            stage=public.stage,
            game=public.game,
            door_closed=public.door_closed,
            seats=len(public.ring) + parts.free_places(public),
        )
        count = parts.lookers(public, "count") if public.stage == "cards" else parts.joined(public)
        told = (parts.announcements(public), parts.manner(public), parts.standing(public)[0])
        return View(layout, Group(*told, count, parts.places(public)))
    if public.outcome:
        known = (parts.announcements(public), parts.over(public), parts.ballots(public), parts.web(public))
        ended = (*known, parts.tells(public), parts.cue(public))
        return View(fragment("", "screen/over.html"), Group(*ended))
    layout = fragment(
        "",
        "screen/playing.html",
        night=public.night,
        held=public.moment is not None,
        seats=len(public.ring),
        has_plan=public.plan is not None,
    )
    return View(layout, Group(parts.announcements(public), *in_the_round(public), *beside_the_round(public)))


def in_the_round(public: Open) -> tuple[Fragment, ...]:
    """The ring and what stands in its middle."""
    return (parts.ring(public), parts.thrown(public), parts.phase(public), parts.clocks(public), parts.turn(public))


def beside_the_round(public: Open, code: str = "") -> tuple[Fragment, ...]:
    """What is said, counted and told while a game is played. `code`: of the table, on the device in its middle."""
    latest = () if public.night else (parts.news(public),)
    counted = parts.progress(public, "count")
    closed = (parts.ballots(public), parts.board(public))
    return (
        *parts.standing(public),
        parts.waiting(public, code, middle=bool(code)),
        parts.cue(public),
        parts.taking_back(public),
        parts.seat_requests(public),
        parts.said(public),
        parts.moment(public),
        parts.ready(public),
        counted,
        *latest,
        *closed,
        *parts.plan(public),
    )
