"""Render the live views of an event, once for all devices that watch it."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone, translation

from games.models import Event
from moderation.events import assignments, guests
from moderation.events.live_board import fragments, view_model
from moderation.events.live_board.view_model import EveningNow
from moderation.play.rendering.fragments import RenderedView, View
from moderation.play.rendering.render import Viewer
from moderation.web.venue_time import in_venue_zone

BOARD, SCREEN, GUEST = "board", "hall", "guest"  # surfaces: for organisers, for everybody, for one guest


def build_board_view(evening: EveningNow) -> View:
    """Build the board of organisers."""
    return fragments.build_board(
        evening.event.pk,
        view_model.list_help_calls(evening),
        view_model.list_rounds(evening),
        view_model.list_announcements(evening),
    )


def build_screen_view(evening: EveningNow) -> View:
    """Build the public screen."""
    return fragments.build_screen(
        evening.event.name,
        view_model.to_local(timezone.now()),
        view_model.list_programme(evening),
        view_model.list_screen_tables(evening),
        view_model.list_sitting_out(evening),
        view_model.list_results(evening),
        view_model.list_public_announcements(evening),
        evening.event.sponsors,
    )


@in_venue_zone
def render_viewers(event_id: int, viewers: Collection[Viewer]) -> dict[Viewer, RenderedView | None]:
    """Render what each viewer may see of an event now, None for one that may not look any more.

    The number of queries grows neither with the event nor with the viewers.
    """
    event = Event.objects.get(pk=event_id)
    found: dict[Viewer, RenderedView | None] = {}
    for language in sorted({one.language for one in viewers}):
        with translation.override(language):
            some = [one for one in viewers if one.language == language]
            found |= _render_guests(event, [one for one in some if one.surface == GUEST], language)
            found |= _render_boards(event, [one for one in some if one.surface != GUEST], language)
    return found


def _render_boards(event: Event, viewers: Collection[Viewer], language: str) -> dict[Viewer, RenderedView | None]:
    if not viewers:
        return {}
    evening = view_model.read_evening(event)
    boards, screens = build_board_view(evening), build_screen_view(evening)
    organisers = view_model.list_organiser_passes()
    on = evening.sign_up is not None and evening.sign_up.hall
    found: dict[Viewer, RenderedView | None] = {}
    for one in viewers:
        if one.surface == SCREEN:
            found[one] = screens.render(language) if on else None
        else:
            found[one] = boards.render(language, one.csrf) if one.pass_id in organisers else None
    return found


def _render_guests(event: Event, viewers: Collection[Viewer], language: str) -> dict[Viewer, RenderedView | None]:
    """Render the pages of guests. Only a guest on the list, on the same device, sees a seat."""
    if not viewers:
        return {}
    listed = {one.guest.pk: one for one in guests.list_guests(event) if one.guest.cancelled is None}
    key = guests.open_list(event).key
    there = [one for one in viewers if one.seat_id in listed and listed[one.seat_id].guest.device_id == one.pass_id]
    pages = assignments.build_my_seats(event, [listed[one.seat_id] for one in there if one.seat_id])
    alike: dict[assignments.MySeat, RenderedView] = {}
    found: dict[Viewer, RenderedView | None] = dict.fromkeys(viewers)
    for one in there:
        page = pages[one.seat_id or 0]
        if page not in alike:
            alike[page] = assignments.build_page(page, key).render(language)
        found[one] = alike[page]
    return found
