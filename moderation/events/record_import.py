"""Import a stored game, for the host: its record becomes a new table that continues it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import importing, journal, lifecycle
from games.engine.moves import NotARecord
from games.models import GameSession
from games.table_cache import creating_rows
from moderation.access.devices import renew_device
from moderation.access.guards import for_host
from moderation.events import import_errors
from moderation.events.forms import RecordForm
from moderation.play.pacing import clock
from moderation.players import confusables, names
from moderation.tables import record_metadata
from moderation.tables.lobby.views import open_table
from moderation.web import worker
from moderation.web.kits import playable_kits
from moderation.web.long_work import pause, run_alone
from moderation.web.refusals import REFUSED, Unwanted


@require_http_methods(["GET", "POST"])
@for_host
def import_record(request: HttpRequest) -> HttpResponseBase:
    """Create a table from a record, to continue where it stopped.

    A refused move is reported, not left out.
    """
    form, context = RecordForm(initial={"nights": ""}), dict[str, object]()
    if request.method == "POST":
        form = RecordForm(request.POST, request.FILES)
        try:
            with run_alone(
                "import", _("Another saved game is being read just now. Please try again in a few seconds.")
            ):
                session = _create_table(request, form.read())
            messages.success(
                request, _("The game goes on here. Settings has the QR codes that hand the seats out again.")
            )
            return redirect("desk", code=session.code)
        except Unwanted as unwanted:
            form.refuse("record", unwanted)
        except NotARecord as fault:
            form.add_error(None, import_errors.describe_record_error(fault))
            context = {"where": fault.where}
        except MoveRefused as fault:
            form.add_error(None, import_errors.describe_move_error(fault.refused))
            sent = form.cleaned_data
            context = {
                "until": fault.refused["move"],
                "nights": sent["nights"],
                "text": sent["text"].decode("utf-8-sig"),
            }
    return render(
        request, "events/import.html", {"form": form, **context}, status=REFUSED if form.first_error else 200
    )


class MoveRefused(Exception):
    """A record has a move that the game refuses; `refused` is its line in the report."""

    def __init__(self, refused: dict[str, Any]) -> None:
        super().__init__(refused["message"])
        self.refused = refused


def _create_table(request: HttpRequest, sent: dict[str, Any]) -> GameSession:
    """Return a new table on which the game of a record continues.

    Raises `NotARecord`, `MoveRefused` and `Unwanted`.
    """
    game = worker.run(importing.play_record, sent["text"], sent["until"])
    kit = playable_kits().get(game.document["game"])
    if kit is None:
        raise NotARecord(f"game: no game {game.document['game']}")
    check_visible(game.seats, game.options)
    if game.refused:
        raise MoveRefused(game.refused[0])
    table = importing.build_table(game)
    chosen: dict[str, Any] = {
        "nights": GameSession.Nights.EYES_CLOSED,
        "language": get_language() or "en",
        "options": game.options,
    }
    chosen |= record_metadata.parse_play_mode(game.document)
    if sent["nights"]:
        chosen |= {"nights": sent["nights"], "narrated": False}
    with creating_rows():
        session = open_table(renew_device(request), kit, chosen)
    try:
        lifecycle.write_moves(session, game, pause)
        with creating_rows():
            lifecycle.begin_restored(session, game, table, confusables.compute_key)
            by_computer = set(game.seats).intersection(record_metadata.parse_computer_seats(game.document))
            session.seats.filter(name__in=by_computer).update(bot=True)
            if session.narrated:  # no seat is taken yet, and the game would continue automatically
                with journal.edit_session(session.pk) as fresh:
                    clock.pause(fresh, journal.get_table(fresh), stand=True)
    except BaseException:
        with suppress(DatabaseError):  # a table that cannot be deleted now has no seats, and will be pruned
            session.delete()
        raise
    return session


def check_visible(seats: Sequence[str], options: Mapping[str, Any]) -> None:
    """Refuse names and options that cannot be displayed, or would break a page.

    Raises `NotARecord`.
    """
    for place, name in enumerate(seats):
        if not names.is_visible(name):
            raise NotARecord(f"seats[{place}]: not a name that can be shown")
    if not json.dumps(options, ensure_ascii=False).isprintable():
        raise NotARecord("options: not words that can be shown")
