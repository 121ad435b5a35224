"""Remove the names of people from a game that nobody plays any more.

This is the one exception to a journal that is otherwise append-only. A game identifies its seats by their names.
So a name stands in the deal, in every move and in what was told. All of it is changed in one transaction.
The game is then replayed from what is written, and must tell the same story with the new names.
A game that does not keeps its result and loses its story. Because the name has to go in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import F, JSONField

from games import table_cache
from games.engine.moves import parse_move
from games.engine.table import Table
from games.journal import edit_session
from games.models import PART_NAMES, GameSession, Move, Seat, Vote

AT_ONCE = 500  # moves written by one statement
NO_RULES = 0  # version of the rules of a game without a story; no kit can continue it
GAME_COLUMNS = ("deal", "told", "options", "outcome")


def rename(session_id: int, names: Mapping[str, str], fold: Callable[[str], str]) -> bool:
    """Rename seats everywhere in a game that nobody plays any more.

    `names` maps each old name to the new one. `fold` returns the key that look-alike names share.
    Returns whether the game can still be told again. Its result stays in both cases.
    The caller has checked that nobody plays the game.
    """
    with edit_session(session_id) as session:
        written = GameSession.objects.values(*GAME_COLUMNS).get(pk=session.pk)
        moves = list(Move.objects.filter(session=session).order_by("number"))
        seats = session.seat_names()
        renamed = {column: replace_names(value, names) for column, value in written.items()}
        bodies = {move.pk: replace_names(move.body, names) for move in moves}
        told = not session.is_replayable
        if not told:
            before = _replay(session, seats, written, [move.body for move in moves])
            after = _replay(session, [names.get(seat, seat) for seat in seats], renamed, list(bodies.values()))
            told = before is not None and replace_names(before, names) == after
        for column, value in renamed.items():
            setattr(session, column, value)
        session.renamed += 1
        if told:
            for move in moves:
                move.body, move.told = bodies[move.pk], replace_names(move.told, names)
            Move.objects.bulk_update(moves, ["body", "told"], batch_size=AT_ONCE)
        else:
            session.deal, session.told, session.kit_version = None, [], NO_RULES
            session.moves.all().delete()
        session.save(update_fields=[*GAME_COLUMNS, "renamed", "kit_version"])
        for seat in Seat.objects.filter(session=session, name__in=names):
            seat.name = names[seat.name]
            seat.folded = fold(seat.name)
            seat.save(update_fields=["name", "folded"])
        _rename_in_columns(session, names)
        table_cache.tables.pop(session.pk, None)
        return told


def _rename_in_columns(session: GameSession, names: Mapping[str, str]) -> None:
    """Rename seats in the ballots of the index and in the session's parts."""
    votes = list(Vote.objects.filter(session=session))
    for vote in votes:
        vote.answer = replace_names(vote.answer, names)
    Vote.objects.bulk_update(votes, ["answer"], batch_size=AT_ONCE)
    for part in (getattr(session, name) for name in PART_NAMES):
        columns = [one.name for one in part._meta.get_fields() if isinstance(one, JSONField)]
        if columns:
            part.change(**{column: replace_names(getattr(part, column), names) for column in columns})
    GameSession.objects.filter(pk=session.pk).update(edition=F("edition") + 1)


def replace_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return a JSON value with names replaced, where a name is a whole string or a whole key."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {names.get(key, key): replace_names(one, names) for key, one in value.items()}
    return [replace_names(one, names) for one in value] if isinstance(value, list | tuple) else value


def _replay(session: GameSession, seats: list[str], written: Mapping[str, Any], bodies: list[Any]) -> Any:
    """Replay a game and return all that it tells, or None if it cannot be replayed."""
    options = session.kit.options_of(session.kit_version, written["options"])
    try:
        table = Table(session.kit.rules, seats, options or {}, written["deal"] or {})
        for body in bodies:
            table.take(parse_move(body))
        end = table.outcome
        told = [[one.at, one.seat, one.fact] for one in table.told]
        standing = [[number, move.written()] for number, move in table.standing]
        return [told, standing, table.truth(), table.hidden(), vars(end) if end else None, table.number]
    except Exception:  # the name is also a word of the game; the name goes, whatever that breaks
        return None
