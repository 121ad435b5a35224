"""Fragments of the live views: organisers' board, public screen and guest page. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from moderation.events.live_board.view_model import (
    BoardResult,
    HelpCall,
    Hours,
    RoundNow,
    ScreenTable,
    StandingAnnouncement,
)
from moderation.play.projections.announcements import AnnouncementView
from moderation.play.rendering.fragments import FragmentGroup, View, fragment, rows

A_PAGE = 6  # places for tables on one page of the public screen
FEW = 16  # a table with more people than this takes two places


def build_board(
    event_id: int, asking: tuple[HelpCall, ...], rounds: tuple[RoundNow, ...], said: tuple[StandingAnnouncement, ...]
) -> View:
    """Build the view of the organisers' board."""
    return View(
        fragment("", "events/live_board/board.html"),
        FragmentGroup(
            rows("asking", "events/live_board/_asking.html", ({"table": one} for one in asking)),
            rows("rounds", "events/live_board/_round.html", ({"round": one} for one in rounds)),
            fragment("said", "events/live_board/_said.html", said=said, event_id=event_id),
            fragment(
                "none",
                "events/live_board/_none.html",
                tables=sum(len(one.tables) + len(one.boards) for one in rounds),
            ),
        ),
    )


def build_screen(
    name: str,
    time: str,
    programme: tuple[Hours, ...],
    seated: tuple[ScreenTable, ...],
    out: tuple[str, ...],
    results: tuple[BoardResult, ...],
    said: tuple[AnnouncementView, ...],
    sponsors: str,
) -> View:
    """Build the public screen: pages that follow one another, under the announcements."""
    pages = split_into_pages(seated)
    count = len(pages) + bool(out) + bool(results)
    return View(
        fragment("", "events/live_board/screen.html"),
        FragmentGroup(
            fragment("head", "events/live_board/_head.html", name=name, time=time, programme=programme),
            rows("announcements", "parts/announcement.html", ({"said": one} for one in said)),
            fragment("pages", "events/live_board/_pages.html", pages=pages, out=out, results=results, count=count),
            fragment("foot", "events/live_board/_foot.html", sponsors=sponsors),
        ),
    )


def split_into_pages(seated: Sequence[ScreenTable]) -> tuple[tuple[ScreenTable, ...], ...]:
    """Return the tables page by page, as many as a screen shows in letters readable from afar."""
    pages: list[list[ScreenTable]] = []
    room = 0
    for one in seated:
        wants = compute_size(one)
        if wants > room:
            pages.append([])
            room = A_PAGE
        pages[-1].append(one)
        room -= wants
    return tuple(map(tuple, pages))


def compute_size(table: ScreenTable) -> int:
    """Return how many places of a page a table takes."""
    return 2 if len(table.names) > FEW else 1
