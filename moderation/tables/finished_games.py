"""The finished games that count: people played them, and everybody may see their end."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from games.models import GameSession


def list_counted_games() -> QuerySet[GameSession]:
    """Return the games that count.

    Ruling: a game counts where people had at least half of its seats. Games that the computer plays with itself and
    rehearsals do not count.
    """
    over = GameSession.objects.filter(stage=GameSession.Stage.OVER, rehearsal=False, indexed__gt=0, people__gt=0)
    seen = Q(closed__isnull=False) | Q(pacing__end_shown=F("head"))
    return over.filter(seen, players__lte=2 * F("people")).order_by()
