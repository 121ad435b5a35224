"""The public state of a table in one short line: what its screen shows, and no more."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import get_language, ngettext

from games import journal, server_clock
from games.models import GameSession
from moderation.play.pacing import clock
from moderation.play.projections import public
from moderation.play.projections.knowledge import collect_knowledge
from moderation.play.projections.sections.context import SeatColumns, choose_language


def describe_public_state(session: GameSession) -> str:
    """Return the phase of a game and how many are still in it: "Day 2 · 8 in play".

    It is the stage alone before the game and after it, and where the game can no longer be replayed. People are only
    counted where the table's screen shows somebody as out.
    """
    stage = clock.find_public_stage_from_columns(session)
    if stage != GameSession.Stage.PLAYING or not session.is_current:
        return str(stage.label)
    with translation.override(choose_language(session, get_language() or "en")):
        view = _read_public_view(session.pk)
        if view is None or view.table.stage != stage:
            return str(stage.label)
        title = str(view.phase.title)
        has_phase = title and title != view.table.game
        left = sum(not seat.out for seat in view.ring.seats)
    parts = [title if has_phase else str(stage.label)]
    if left < len(view.ring.seats):
        parts.append(ngettext("%(people)d in play", "%(people)d in play", left) % {"people": left})
    return " · ".join(parts)


def _read_public_view(session_id: int) -> public.PublicView | None:
    with journal.read_table(session_id) as (session, table):
        if table is None:
            return None
        release = clock.build_release(session, table, server_clock.now())
        seats = [SeatColumns(*row) for row in session.seats.order_by("place").values_list(*SeatColumns._fields)]
        known = collect_knowledge(session.kit.words, table, release)
        return public.build_public_view(session, table, seats, release, known)
