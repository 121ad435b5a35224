"""The most telling deed of each seat, in a sentence to it, once the end of a game is public."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from games.engine.results import list_pages, tell_again
from games.engine.table import Table
from games.models import GameSession
from moderation.play.projections.knowledge import Knowledge

_cached_deeds: WeakKeyDictionary[Knowledge, Mapping[str, str]] = WeakKeyDictionary()


def list_own_deeds(session: GameSession, table: Table, known: Knowledge) -> Mapping[str, str]:
    """Return the deed that the kit's story tells to each seat, in the language of `known`.

    A deed may follow from a secret ballot, so only its own seat reads it. A game of other rules has none.
    """
    if not session.is_current:
        return {}
    if known not in _cached_deeds:
        tale = tell_again(session.kit, session.deal or {}, table, list_pages(table))
        _cached_deeds[known] = {seat: str(said) for seat, said in tale.own_deeds.items()}
    return _cached_deeds[known]
