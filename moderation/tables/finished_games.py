"""The finished games that count: people played them, and everybody may see their end."""

from __future__ import annotations

from django.db.models import F, QuerySet

from games.models import GameSession
from moderation.play.pacing import clock


def list_counted_games() -> QuerySet[GameSession]:
    """Return the games that count.

    Ruling: a game counts where people had at least half of its seats. Games that the computer plays with itself and
    rehearsals do not count.
    """
    over = GameSession.objects.filter(clock.is_publicly_over(), rehearsal=False, indexed__gt=0, people__gt=0)
    return over.filter(players__lte=2 * F("people")).order_by()
