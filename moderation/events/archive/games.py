"""The games of an archive: the record of each, and what a record does not have.

A record for a kit that is installed here is replayed before anything is stored. Its index, story and end come from
that replay. A record of rules that are no longer supported is stored as it was told (`GameSession.current`).

A game is written in many short transactions, so that requests of running tables are answered in between. Until the
event exists, the game is hidden: closed, and marked as a rehearsal, which no list and no statistics include. Games
left over after a power cut are deleted by `manage.py prune`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import index
from games.engine import record
from games.engine.moves import NotARecord
from games.importing import ImportedGame, play_archived
from games.journal import build_truth_columns
from games.models import GameSession, Move, Seat, Vote
from games.table_cache import creating_rows, tables
from moderation.events import import_errors
from moderation.events.archive.container import encode, read_rows, too_large
from moderation.events.archive.lists import Files
from moderation.events.archive.rows import ArchiveCounts, ExportedRows, ImportProgress
from moderation.events.archive.schema import (
    MOST_TABLES,
    GameRecord,
    NotAnEvening,
    PlayMode,
    TableLine,
    Truth,
    convert,
)
from moderation.events.record_import import check_visible
from moderation.play.projections.sections.ending import list_winners
from moderation.players import confusables, names
from moderation.recap import scenes as story
from moderation.statistics import exports
from moderation.tables import record_metadata
from moderation.web import worker
from moderation.web.kits import playable_kits
from moderation.web.long_work import pause

TABLES, RESULTS = "tables.json", "results.csv"
MOST_SECONDS = 90.0  # to read and write all games of an archive, in this thread's own time
MOST_OF_A_GAME = 2_000_000  # bytes; the longest real games have 200,000
MOST_MOVES = 100_000  # of all games together
AT_ONCE = 200  # rows per transaction
Stage = GameSession.Stage
Row = TypeVar("Row")


def write_games(rows: ExportedRows) -> Files:
    """Return the files of the finished games, one each, and the list of them."""
    files: dict[str, bytes] = {}
    listed = []
    rounds = {one.pk: place for place, one in enumerate(rows.rounds)}
    for place, game in enumerate(rows.games):
        name = f"games/{place + 1:04}.json"
        files[name] = encode(build_document(game, rows.seats[game.pk], rows.moves[game.pk]))
        listed.append(
            TableLine.read_columns(
                game,
                file=name,
                round=rounds.get(game.round_id or 0),
                children=game.settings.children,
                faces=[seat.face for seat in rows.seats[game.pk]],
                taken=[move.at for move in rows.moves[game.pk]],
                begun=game.pacing.begun_at,
            )
        )
    return files | {TABLES: encode(listed)}


def build_document(game: GameSession, seats: list[Seat], moves: list[Move]) -> dict[str, Any]:
    """Return the record of a finished game, with the facts told by each move and all roles."""
    options = game.kit.options_of(game.kit_version, game.options) if game.is_current else game.options
    return {
        "format": record.FORMAT,
        "game": game.game,
        "kit_version": game.kit_version,
        "seats": [seat.name for seat in seats],
        "options": {name: value for name, value in (options or {}).items() if value is not None},
        "deal": game.deal,
        "moves": [move.body for move in moves],
        record_metadata.KEY: PlayMode.read_columns(game, computer=[seat.name for seat in seats if seat.bot]),
        "told": [game.told, *(move.told for move in moves)],
        "truth": [Truth.read_columns(seat) for seat in seats],
        "outcome": game.outcome,
    }


def write_results(rows: ExportedRows) -> Files:
    """Return the list of tables as CSV. Only people read it."""
    runners = {one.session_id: one.guest_id for placings in rows.placings.values() for one in placings if one.runs}
    called = {one.pk: one.name for one in rows.guests}
    rounds = {one.pk: one.name for one in rows.rounds}
    head = (
        *(_("Round"), pgettext("in the hall", "Place"), _("Table"), _("Game"), _("Run by"), _("Players")),
        *(_("Outcome"), _("Who has won"), _("Began"), _("Ended")),
    )
    lines = [
        (
            rounds.get(game.round_id or 0, ""),
            game.spot,
            game.code,
            game.game_name,
            called.get(runners.get(game.pk, 0), ""),
            ", ".join(seat.name for seat in rows.seats[game.pk]),
            str(game.kit.words.outcome(end["winners"], end["reason"])) if end and game.is_current else "",
            ", ".join(list_winners(end)) if end else "",
            *(f"{timezone.localtime(at):%Y-%m-%d %H:%M}" if at else "" for at in (game.started, game.ended)),
        )
        for game in rows.games
        for end in [game.outcome]
    ]
    return {RESULTS: exports.write_csv(head, lines)}


@dataclass(frozen=True)
class ArchivedGame:
    """A game of an archive: its line in the list of tables, and its unsaved rows."""

    said: TableLine
    session: dict[str, Any]
    seats: list[Seat]
    moves: list[Move]
    game: ImportedGame


class ReadGames:
    """The games in an archive, replayed, ready to be imported."""

    def __init__(self, files: Files) -> None:
        """Read and check all games. Raises `NotAnEvening`."""
        self.files = files
        self.listed = read_rows(files, TABLES, TableLine, MOST_TABLES)
        if [one.file for one in self.listed] != [f"games/{place + 1:04}.json" for place in range(len(self.listed))]:
            raise NotAnEvening(f"{TABLES}.file")
        if sum(len(one.taken) for one in self.listed) > MOST_MOVES:
            raise NotAnEvening(f"{TABLES}.taken", too_large())
        self.seats = [{seat.place: seat.bot for seat in game.seats} for game in self.games()]

    def games(self) -> Iterator[ArchivedGame]:
        """Yield the games one by one, so that only one is in memory. Raises `NotAnEvening`."""
        left = MOST_SECONDS
        for one in self.listed:
            pause()
            if len(self.files.get(one.file, b"")) > MOST_OF_A_GAME:
                raise NotAnEvening(one.file, too_large())
            if left < 0:
                raise NotAnEvening(
                    one.file, _("The games of the archive take too long to play out: nothing is saved.")
                )
            try:
                game = worker.run(play_archived, self.files.get(one.file, b""), left)
                left -= game.seconds
                played = _read_game(one, game)
            except NotARecord as fault:
                raise NotAnEvening(f"{one.file}: {fault.where}", import_errors.describe_record_error(fault)) from None
            yield played

    def check(self, there: ArchiveCounts) -> None:
        """Check that their rounds exist, and count the seats. Raises `NotAnEvening`."""
        if any(one.round is not None and one.round >= there.rounds for one in self.listed):
            raise NotAnEvening(f"{TABLES}.round")
        there.games = self.seats

    def stage(self, progress: ImportProgress) -> None:
        """Write the games, hidden, in slices.

        Raises `NotAnEvening`. Games that were already written are then in `progress`.
        """
        for one in self.games():
            _write_hidden(progress, one)

    def save(self, progress: ImportProgress) -> None:
        """Publish the written games, over and closed, in their event and their rounds."""
        places: dict[int | None, list[int]] = {}
        for game, one in zip(progress.games, self.listed, strict=True):
            places.setdefault(one.round, []).append(game.pk)
        for place, keys in places.items():
            GameSession.objects.filter(pk__in=keys).update(
                event=progress.event,
                round=progress.rounds[place] if place is not None else None,
                rehearsal=False,
                touched=F("ended"),
            )


def _read_game(said: TableLine, game: ImportedGame) -> ArchivedGame:
    """Return the rows of a game. Raises `NotAnEvening`, `NotARecord`."""
    text = convert(game.document, GameRecord, said.file)
    if text.game not in playable_kits():
        raise NotARecord(f"game: no game {text.game}")
    if text.manner.language not in dict(settings.LANGUAGES):
        raise NotAnEvening(f"{said.file}: the language")
    if game.refused:
        raise NotAnEvening(said.file, import_errors.describe_move_error(game.refused[0]))
    seats = _build_seats(said, text, game)
    if game.results is not None:
        check_visible(game.seats, game.options)
    elif text.outcome.changed and not set(text.seats).issuperset(text.outcome.changed):
        raise NotAnEvening(f"{said.file}: outcome")
    if len(game.moves) != len(said.taken):
        raise NotAnEvening(f"{TABLES}.taken")
    lines = [
        Move(number=number, body=body, told=new, at=at)
        for (number, body), new, at in zip(game.moves, game.told[1:], said.taken, strict=True)
    ]
    session = {
        **said.columns("file", "round", "children", "faces", "taken", "begun"),
        **{name: getattr(text, name) for name in ("game", "kit_version", "options", "deal")},
        **text.manner.columns("computer"),
        "closed": said.ended,
        "rehearsal": True,  # until its event exists
        "stage": Stage.OVER,
        "told": game.told[0],
        "head": game.moves[-1][0] if game.moves else 0,
        "outcome": game.outcome,
    }
    return ArchivedGame(said, session, seats, lines, game)


def _build_seats(said: TableLine, text: GameRecord, game: ImportedGame) -> list[Seat]:
    called, faces = text.seats, [face for face in said.faces if face is not None]
    if (
        not all(map(names.is_visible, called))
        or len(set(called)) < len(called)
        or not set(text.manner.computer) <= set(called)
        or not len(called) == len(said.faces) == len(text.truth)
        or len(set(faces)) < len(faces)
    ):
        raise NotAnEvening(f"{said.file}: the seats")
    keys = [confusables.compute_key(name)[:120] for name in called]
    keys = keys if len(set(keys)) == len(keys) else called
    return [
        Seat(
            place=place,
            name=name,
            folded=keys[place],
            bot=name in text.manner.computer,
            face=said.faces[place],
            **(
                text.truth[place].columns() if game.results is None else build_truth_columns(game.truth.get(name, {}))
            ),
        )
        for place, name in enumerate(called)
    ]


def _write_hidden(progress: ImportProgress, one: ArchivedGame) -> None:
    """Write a game, hidden, in slices, and add it to `progress`. Raises `NotAnEvening`."""
    with creating_rows():
        game = GameSession.objects.create(**one.session)
        progress.games.append(game)
        game.settings.change(children=one.said.children)
        game.pacing.change(begun_at=one.said.begun, released=game.head, end_shown=game.head)
        for seat in one.seats:
            seat.session = game
        Seat.objects.bulk_create(one.seats)
    progress.seats.append({seat.place: seat for seat in one.seats})
    for move in one.moves:
        move.session = game
    _write_in_slices(Move.objects.bulk_create, one.moves)
    if one.game.results is not None:
        keys = {seat.name: seat.pk for seat in one.seats}
        votes = [
            Vote(session=game, seat_id=keys[seat], step=step, opened=opened, answer=answer)
            for step, opened, seat, answer in one.game.ballots
        ]
        _write_in_slices(Vote.objects.bulk_create, votes)
        with creating_rows():
            index.write(game, one.game.results)
        return
    try:
        story.build_recap(game)
    except Exception:  # facts that no rules have told: nobody could open this game
        raise NotAnEvening(one.said.file, _("This Veilleur cannot tell a game of the archive.")) from None


def _write_in_slices(write: Callable[[list[Row]], object], rows: list[Row]) -> None:
    """Write rows a few at a time, each slice in its own transaction, with pauses for others."""
    for first in range(0, len(rows), AT_ONCE):
        with creating_rows():
            write(rows[first : first + AT_ONCE])
        pause()


def delete_hidden(progress: ImportProgress) -> None:
    """Delete the hidden games of an import that has failed."""
    for game in progress.games:
        for model in (Vote, Move, Seat):
            while keys := list(model.objects.filter(session=game).values_list("pk", flat=True)[:AT_ONCE]):
                with creating_rows():
                    model.objects.filter(pk__in=keys).delete()
        with creating_rows():
            GameSession.objects.filter(pk=game.pk).delete()
        tables.pop(game.pk, None)
