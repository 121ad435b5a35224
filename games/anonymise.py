"""Names are taken away from a game that nobody plays any more: the one exception to a journal that is only added to.

A game knows its seats by their names, so that a name stands in the deal, in every move, in what was told. All of it
is changed at once, in one transaction; the game is then played again from what is written, and has to tell the very
same story of the new names. A game that does not keeps its result, and loses its story: a name that has to go goes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import F, JSONField

from games import table_cache
from games.engine.moves import move_of
from games.engine.table import Table
from games.journal import edit_session
from games.models import GameSession, Move, Seat, Upkeep, Vote

AT_ONCE = 500  # moves that are written at once
NO_RULES = 0  # the version of the rules of a game whose story is gone: no kit plays it on
OF_GAME = ("deal", "told", "options", "outcome")


def rename(session_id: int, names: Mapping[str, str], fold: Callable[[str], str]) -> bool:
    """Give seats of a game that nobody plays any more other names (`names`: the new one by the old one), everywhere.

    `fold`: what look-alike names have in common. Returns whether the game can still be told again; its result stays
    either way. The caller has seen that nobody plays it.
    """
    with edit_session(session_id) as session:
        written = GameSession.objects.values(*OF_GAME).get(pk=session.pk)
        moves = list(Move.objects.filter(session=session).order_by("number"))
        seats = session.seat_names()
        renamed = {column: named(value, names) for column, value in written.items()}
        bodies = {move.pk: named(move.body, names) for move in moves}
        told = not session.current or session.stage == GameSession.Stage.JOINING
        if not told:
            before = _played(session, seats, written, [move.body for move in moves])
            after = _played(session, [names.get(seat, seat) for seat in seats], renamed, list(bodies.values()))
            told = before is not None and named(before, names) == after
        for column, value in renamed.items():
            setattr(session, column, value)
        session.renamed += 1
        if told:
            for move in moves:
                move.body, move.told = bodies[move.pk], named(move.told, names)
            Move.objects.bulk_update(moves, ["body", "told"], batch_size=AT_ONCE)
        else:
            session.deal, session.told, session.kit_version = None, [], NO_RULES
            session.moves.all().delete()
        session.save(update_fields=[*OF_GAME, "renamed", "kit_version"])
        for seat in Seat.objects.filter(session=session, name__in=names):
            seat.name = names[seat.name]
            seat.folded = fold(seat.name)
            seat.save(update_fields=["name", "folded"])
        _beside(session, names)
        table_cache.tables.pop(session.pk, None)
        return told


def _beside(session: GameSession, names: Mapping[str, str]) -> None:
    """Ballots of the index, and the upkeep."""
    votes = list(Vote.objects.filter(session=session))
    for vote in votes:
        vote.answer = named(vote.answer, names)
    Vote.objects.bulk_update(votes, ["answer"], batch_size=AT_ONCE)
    upkeep = session.upkeep
    columns = [one.name for one in Upkeep._meta.get_fields() if isinstance(one, JSONField)]
    for column in columns:
        setattr(upkeep, column, named(getattr(upkeep, column), names))
    upkeep.save(update_fields=columns)
    GameSession.objects.filter(pk=session.pk).update(edition=F("edition") + 1)


def named(value: Any, names: Mapping[str, str]) -> Any:
    """What is kept as JSON, with these names in the place of those, where a name is the whole of a word or a key."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): named(one, names) for key, one in value.items()}
    return [named(one, names) for one in value] if isinstance(value, list | tuple) else value


def _played(session: GameSession, seats: list[str], written: Mapping[str, Any], bodies: list[Any]) -> Any:
    """Everything that a game of these words tells when it is played again; None: it cannot be."""
    options = session.kit.options_of(session.kit_version, written["options"])
    try:
        table = Table(session.kit.rules, seats, options or {}, written["deal"] or {})
        for body in bodies:
            table.take(move_of(body))
        end = table.outcome
        told = [[one.at, one.seat, one.fact] for one in table.told]
        standing = [[number, move.written()] for number, move in table.standing]
        return [told, standing, table.truth(), table.hidden(), vars(end) if end else None, table.number]
    except Exception:  # a name that is a word of the game as well: whatever it breaks, the name goes
        return None
