"""Deletion of a table or an evening, with every row that belongs to it.

Unlike anonymised games (anonymise.py), deleted ones are counted nowhere. An open table is not deleted, because
somebody may be there. This module imports no page.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Event, GameSession
from games.table_cache import creating_rows, select_to_lock, tables
from moderation.models import Announcement
from moderation.web.refusals import Unwanted


def list_games_of_table(session: GameSession) -> list[GameSession]:
    """Return all games that were played at a table, the latest first."""
    found = [session]
    while before := GameSession.objects.filter(next_game=found[-1]).first():
        found.append(before)
    while found[0].next_game:
        found.insert(0, found[0].next_game)
    return found


def delete_table(session: GameSession) -> None:
    """Delete a table with every game that was played there.

    Raises `Unwanted` while it is open.
    """
    with creating_rows():
        _delete_games([one.pk for one in list_games_of_table(session)])


def delete_evening(event: Event) -> None:
    """Delete an evening: its tables one by one, then its list, its rounds and itself.

    Raises `Unwanted` while a table of it is open. Each table has its own transaction, so that players elsewhere do
    not wait for long. A second call continues an interrupted deletion.
    """
    if event.games.filter(closed=None).exists():
        raise Unwanted(explain_still_open())
    for number in list(event.games.values_list("pk", flat=True)):
        with creating_rows():
            _delete_games([number])
    with creating_rows(), transaction.atomic():
        kept = Event.objects.select_for_update().filter(pk=event.pk).first()
        if kept and kept.games.exists():  # a table was opened, or moved here, meanwhile
            raise Unwanted(explain_still_open())
        if kept:
            kept.delete()


def explain_still_open() -> str:
    """Return the sentence for a refused deletion."""
    return _("A table is still open: nothing was deleted. Close it at its desk first.")


def _delete_games(numbers: Iterable[int]) -> None:
    """Delete these games with all that belongs to them. Call it inside `creating_rows`.

    Raises `Unwanted`.
    """
    games = list(select_to_lock().filter(pk__in=numbers).order_by("pk"))  # locks the same rows as a move does
    if any(game.closed is None for game in games):
        raise Unwanted(explain_still_open())
    GameSession.objects.filter(pk__in=[game.pk for game in games]).delete()
    for game in games:
        tables.pop(game.pk, None)
        if game.event_id:
            _leave_announcements(game.event_id, game.code)


def _leave_announcements(event_id: int, code: str) -> None:
    """Remove a deleted table from the announcements for it."""
    if GameSession.objects.filter(event=event_id, code=code).exists():
        return
    for one in Announcement.objects.filter(event=event_id):
        left = [table for table in one.tables if table != code]
        if one.tables and not left:  # no other table is left; an announcement without tables would go to everybody
            one.delete()
        elif left != one.tables:
            Announcement.objects.filter(pk=one.pk).update(tables=left)
