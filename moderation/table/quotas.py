"""What one club may have of a house that keeps several: tables, seats, and room. A house of one has no such limit.

Each is refused in a sentence, and nothing that is there goes away.
"""

from __future__ import annotations

from django.conf import settings
from django.core.cache import cache
from django.db.models import Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils.translation import gettext as _

from games import clubs
from games.models import GameSession, Move, Seat
from moderation.questions.refusals import Unwanted

MEGABYTE = 1_000_000
LOOKED = 600  # seconds until the room that a club takes is added up again


def want_a_table() -> None:
    """Raise `Unwanted` where the club has as many open tables as it may, or no room for another game."""
    if not clubs.are_kept():
        return
    if GameSession.objects.filter(closed=None, rehearsal=False).count() >= settings.CLUB_TABLES:
        said = _("Open tables of this club: %(most)d. This server allows no more: close one that nobody plays at.")
        raise Unwanted(said % {"most": settings.CLUB_TABLES})
    want_room()


def want_room() -> None:
    """Raise `Unwanted` where the games of the club take all the room that it has."""
    if not clubs.are_kept():
        return
    if room() >= settings.CLUB_MEGABYTES * MEGABYTE:
        said = _(
            "The games of this club fill the %(most)d MB that this server gives it: take old evenings out, "
            "then delete them."
        )
        raise Unwanted(said % {"most": settings.CLUB_MEGABYTES})


def want_a_seat() -> None:
    """Raise `Unwanted` where as many sit at the open tables of the club as may."""
    if not clubs.are_kept():
        return
    if Seat.objects.filter(session__closed=None).count() >= settings.CLUB_SEATS:
        said = _("Seats taken at the tables of this club: %(most)d. This server allows no more at once.")
        raise Unwanted(said % {"most": settings.CLUB_SEATS})


def room() -> int:
    """About how many bytes the games of the club take: the letters of their journals, by far the most of it."""
    key = f"room-of-club-{clubs.number()}"
    kept = cache.get(key)
    if kept is None:
        written = {name: Sum(Length(Cast(name, TextField()))) for name in ("body", "told")}
        kept = sum(found or 0 for found in Move.objects.aggregate(**written).values())
        cache.set(key, kept, LOOKED)
    return int(kept)
