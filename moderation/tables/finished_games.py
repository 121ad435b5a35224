"""Which finished games are counted: those whose end everybody may see, and that people played."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet

from games.models import GameSession


def counted() -> QuerySet[GameSession]:
    """Every game that counts.

    Ruling: a game counts where people had at least half of its seats; what the computer plays with itself does not,
    and a rehearsal does not.
    """
    over = GameSession.objects.filter(stage=GameSession.Stage.OVER, rehearsal=False, indexed__gt=0, people__gt=0)
    seen = Q(closed__isnull=False) | Q(upkeep__end_shown=F("head"))
    return over.filter(seen, players__lte=2 * F("people")).order_by()
