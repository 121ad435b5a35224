"""A hall as its devices see it: what all that watch one evening are shown, drawn once for all of them."""

from __future__ import annotations

from collections.abc import Collection

from django.utils import timezone, translation

from games.models import Event
from moderation.access.venue import in_venue_zone
from moderation.events import guests, whereabouts
from moderation.hall import evening_now, fragments
from moderation.hall.evening_now import EveningNow
from moderation.live.fragments import Drawn, View
from moderation.live.view import Viewer
from moderation.models import Guest

BOARD, SCREEN, GUEST = "board", "hall", "guest"  # surfaces: of organisers, of everybody, of one guest


def board(evening: EveningNow) -> View:
    """The board of organisers."""
    return fragments.board(
        evening.event.pk, evening_now.asking(evening), evening_now.tables(evening), evening_now.said(evening)
    )


def screen(evening: EveningNow) -> View:
    """The public screen."""
    return fragments.screen(
        evening.event.name,
        evening_now.local(timezone.now()),
        evening_now.programme(evening),
        evening_now.seated(evening),
        evening_now.sitting_out(evening),
        evening_now.results(evening),
        evening_now.to_all(evening),
        evening.event.sponsors,
    )


@in_venue_zone
def drawn(event_id: int, viewers: Collection[Viewer]) -> dict[Viewer, Drawn | None]:
    """What each of these is shown of an evening now; None for one that may look no longer.

    The number of statements does not grow with the evening, nor with those who look.
    """
    event = Event.objects.get(pk=event_id)
    found: dict[Viewer, Drawn | None] = {}
    for language in sorted({one.language for one in viewers}):
        with translation.override(language):
            some = [one for one in viewers if one.language == language]
            found |= _guests(event, [one for one in some if one.surface == GUEST], language)
            found |= _hall(event, [one for one in some if one.surface != GUEST], language)
    return found


def _hall(event: Event, viewers: Collection[Viewer], language: str) -> dict[Viewer, Drawn | None]:
    if not viewers:
        return {}
    evening = evening_now.read(event)
    boards, screens = board(evening), screen(evening)
    organisers = evening_now.organisers()
    on = evening.sign_up is not None and evening.sign_up.hall
    found: dict[Viewer, Drawn | None] = {}
    for one in viewers:
        if one.surface == SCREEN:
            found[one] = screens.drawn(language) if on else None
        else:
            found[one] = boards.drawn(language, one.csrf) if one.pass_id in organisers else None
    return found


def _guests(event: Event, viewers: Collection[Viewer], language: str) -> dict[Viewer, Drawn | None]:
    """The pages of guests: who is on the list under the same device still, sees where they sit."""
    if not viewers:
        return {}
    listed = {one.pk: one for one in Guest.objects.filter(event=event, cancelled=None)}
    key = guests.open_list(event).key
    there = [one for one in viewers if one.seat_id in listed and listed[one.seat_id].device_id == one.pass_id]
    pages = whereabouts.my_seats(event, [listed[one.seat_id] for one in there if one.seat_id])
    alike: dict[whereabouts.MySeat, Drawn] = {}
    found: dict[Viewer, Drawn | None] = dict.fromkeys(viewers)
    for one in there:
        page = pages[one.seat_id or 0]
        if page not in alike:
            alike[page] = whereabouts.page_of(page, key).drawn(language)
        found[one] = alike[page]
    return found
