"""The part of an archive that are its games: each as its record, and beside it what a record does not carry.

A record that this house plays is played out before anything is kept, and its index, its story and its end are made of
that. One of rules that this house does not play any more is kept as it was told (`GameSession.current`).

A game is kept in many short transactions, between which whoever plays here is answered. Until the evening is there it
is hidden: closed, and marked as a rehearsal, which no list and no figure has. What a power cut leaves of that goes
with `manage.py prune`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from typing import Any, TypeVar

from defusedcsv import csv
from django.conf import settings
from django.db.models import F
from django.utils.translation import gettext as _

from games import index, journal, opening
from games.engine import record
from games.engine.kit import Kit, all_kits
from games.engine.moves import NotARecord, read_move
from games.engine.table import Table
from games.models import GameSession, Move, Seat, Upkeep, Vote
from games.replay import Kept, making, tables
from moderation.events import faults
from moderation.events.archive.container import canonical, parsed, too_large
from moderation.events.archive.lists import LONGEST_SLUG, MOST_TABLES, Files
from moderation.events.archive.rows import ArchiveCounts, Coming, Going, written
from moderation.events.archive.shape import NotAnEvening, Shape
from moderation.events.forms import LONGEST_SPOT
from moderation.events.views import want_visible
from moderation.gathering import likeness, names
from moderation.serving.long_work import make_way
from moderation.story import told as story
from moderation.table.kept import KEY as MANNER
from moderation.table.kits import playable_kits

TABLES, RESULTS = "tables.json", "results.csv"
MOST_SECONDS = 90.0  # to read and keep all games of an archive, of this thread's own time
MOST_OF_A_GAME = 2_000_000  # bytes; the longest that were played have 200,000
MOST_MOVES = 100_000  # of all games
MOST_FACTS = 30_000  # that a game has told, if it is kept as it was told
MOST_SEATS = 1_000
AT_ONCE = 200  # rows that one transaction writes
Stage = GameSession.Stage
MOMENTS = ("created", "started", "begun", "ended")
Row = TypeVar("Row")


def write_games(rows: Going) -> Files:
    """The games that are over, a file each, and the list of them."""
    files: dict[str, bytes] = {}
    listed = []
    rounds = {one.pk: place for place, one in enumerate(rows.rounds)}
    for place, game in enumerate(rows.games):
        name = f"games/{place + 1:04}.json"
        files[name] = canonical(document_of(game, rows.seats[game.pk], rows.moves[game.pk]))
        listed.append(
            {
                "file": name,
                "round": rounds.get(game.round_id or 0),
                "spot": game.spot,
                "code": game.code,
                "children": game.upkeep.children,
                "faces": [seat.face for seat in rows.seats[game.pk]],
                "taken": [written(move.at) for move in rows.moves[game.pk]],
                "begun": written(game.upkeep.begun_at),
                **{moment: written(getattr(game, moment)) for moment in MOMENTS if moment != "begun"},
            }
        )
    return files | {TABLES: canonical(listed)}


def document_of(game: GameSession, seats: list[Seat], moves: list[Move]) -> dict[str, Any]:
    """The record of a game that is over, with what was told by each move, and what everybody was in the end."""
    options = game.kit.options_of(game.kit_version, game.options) if game.current else game.options
    return {
        "format": record.FORMAT,
        "game": game.game,
        "kit_version": game.kit_version,
        "seats": [seat.name for seat in seats],
        "options": {name: value for name, value in (options or {}).items() if value is not None},
        "deal": game.deal,
        "moves": [move.body for move in moves],
        MANNER: {
            "nights": game.nights,
            "narrated": game.narrated,
            "language": game.language,
            "computer": [seat.name for seat in seats if seat.bot],
        },
        "told": [game.told, *(move.told for move in moves)],
        "truth": [{"role": seat.role, "genome": seat.genome, "alive": seat.alive} for seat in seats],
        "outcome": game.outcome,
    }


def write_results(rows: Going) -> Files:
    """The same tables for a spreadsheet; it is read by people alone."""
    runners = {one.session_id: one.guest_id for placings in rows.placings.values() for one in placings if one.runs}
    called = {one.pk: one.name for one in rows.guests}
    rounds = {one.pk: one.name for one in rows.rounds}
    text = StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(("round", "place", "table", "game", "run by", "players", "winners", "reason", "started", "ended"))
    for game in rows.games:
        end = game.outcome or {}
        sheet.writerow(
            (
                rounds.get(game.round_id or 0, ""),
                game.spot,
                game.code,
                game.game,
                called.get(runners.get(game.pk, 0), ""),
                ", ".join(seat.name for seat in rows.seats[game.pk]),
                ", ".join(end.get("seats", ())),
                end.get("reason", ""),
                written(game.started) or "",
                written(game.ended) or "",
            )
        )
    return {RESULTS: text.getvalue().encode()}


@dataclass(frozen=True)
class Played:
    """A game of an archive: rows to be, and the table that it was played out on; None: it is kept as it was told."""

    said: Shape
    session: dict[str, Any]
    round: int | None
    children: bool
    begun: datetime | None
    seats: list[Seat]
    moves: list[Move]
    table: Table | None


class ReadGames:
    """The games that an archive has, played out, to be kept."""

    def __init__(self, files: Files) -> None:
        """Raises `NotAnEvening`."""
        self.until = time.thread_time() + MOST_SECONDS
        self.files = files
        self.listed = parsed(files.get(TABLES, b""), TABLES).each(MOST_TABLES)
        self.names = [f"games/{place + 1:04}.json" for place in range(len(self.listed))]
        if [one["file"].value for one in self.listed] != self.names:
            raise NotAnEvening(f"{TABLES}.file")
        if sum(len(one["taken"].each(opening.MOST_MOVES)) for one in self.listed) > MOST_MOVES:
            raise NotAnEvening(f"{TABLES}.taken", too_large())
        self.rounds: list[int | None] = []
        self.seats: list[dict[int, bool]] = []
        for game in self.games():
            self.rounds.append(game.round)
            self.seats.append({seat.place: seat.bot for seat in game.seats})

    def games(self) -> Iterator[Played]:
        """Read the games, one after the other: no more than one is in memory. Raises `NotAnEvening`."""
        for one, name in zip(self.listed, self.names, strict=True):
            make_way()
            body, left = self.files.get(name, b""), self.until - time.thread_time()
            if len(body) > MOST_OF_A_GAME:
                raise NotAnEvening(name, too_large())
            if left < 0:
                raise NotAnEvening(name, _("The games of the archive take too long to play out: nothing is kept."))
            try:
                game = _read(one, parsed(body, name), left)
            except NotARecord as fault:
                raise NotAnEvening(f"{name}: {fault.where}", faults.of_record(fault)) from None
            yield game

    def check(self, there: ArchiveCounts) -> None:
        """Look whether the rounds are there, and count the seats. Raises `NotAnEvening`."""
        for one, place in zip(self.listed, self.rounds, strict=True):
            if place is not None and place >= there.rounds:
                raise one["round"].refuse()
        there.games = self.seats

    def stage(self, house: Coming) -> None:
        """Write the games, hidden, in slices. Raises `NotAnEvening`: those that are in `house` are there then."""
        for one in self.games():
            _stage(house, one)

    def keep(self, house: Coming) -> None:
        """Show the games that were written, over and closed, at their evening and in their rounds."""
        places: dict[int | None, list[int]] = {}
        for game, place in zip(house.games, self.rounds, strict=True):
            places.setdefault(place, []).append(game.pk)
        for place, keys in places.items():
            GameSession.objects.filter(pk__in=keys).update(
                event=house.event,
                round=house.rounds[place] if place is not None else None,
                rehearsal=False,
                touched=F("ended"),
            )


def _read(said: Shape, text: Shape, seconds: float) -> Played:
    said.only("file", "round", "spot", "code", "children", "faces", "taken", *MOMENTS)
    text.only(
        *("format", "game", "kit_version", "seats", "options", "deal", "moves", MANNER, "told", "truth", "outcome")
    )
    text["format"].one_of([record.FORMAT])
    slug = text["game"].line(LONGEST_SLUG, 1)
    if slug not in playable_kits():
        raise NotARecord(f"game: no game {slug}")
    kit, version = all_kits()[slug], text["kit_version"].whole()
    taken = [one.moment() for one in said["taken"].each(opening.MOST_MOVES)]
    document = text.sound(40)
    current = kit.options_of(version, document["options"]) if isinstance(document["options"], dict) else None
    if not isinstance(document["options"], dict):
        raise text["options"].refuse()
    manner = text[MANNER].only("nights", "narrated", "language", "computer")
    ended = said["ended"].moment()
    session = {
        "game": slug,
        "kit_version": version,
        "options": document["options"],
        "deal": document["deal"],
        "spot": said["spot"].line(LONGEST_SPOT),
        "code": said["code"].line(4, 1),
        "nights": manner["nights"].one_of(GameSession.Nights.values),
        "narrated": manner["narrated"].flag(),
        "language": manner["language"].one_of([code for code, _name in settings.LANGUAGES]),
        "created": said["created"].moment(),
        "started": said["started"].maybe(Shape.moment),
        "ended": ended,
        "closed": ended,
        "rehearsal": True,  # until its evening is there
        "stage": Stage.OVER,
    }
    seats = _seats(said, text, manner)
    moves, told, table, outcome = (
        _played_out(document, text, seconds) if current is not None else _as_told(kit, text, len(taken))
    )
    if len(moves) != len(taken):
        raise said["taken"].refuse()
    lines = [
        Move(number=number, body=body, told=new, at=at)
        for (number, body), new, at in zip(moves, told[1:], taken, strict=True)
    ]
    session |= {"told": told[0], "head": moves[-1][0] if moves else 0, "outcome": outcome}
    place = said["round"].maybe(Shape.whole)
    return Played(
        said, session, place, said["children"].flag(), said["begun"].maybe(Shape.moment), seats, lines, table
    )


def _seats(said: Shape, text: Shape, manner: Shape) -> list[Seat]:
    called = [one.line(record.LONGEST_NAME, 1) for one in text["seats"].each(MOST_SEATS)]
    for one in text["seats"].each(MOST_SEATS):
        if not names.visible(one.value):
            raise one.refuse()
    faces = [one.maybe(Shape.whole) for one in said["faces"].each(MOST_SEATS)]
    truth = text["truth"].each(MOST_SEATS)
    computer = {one.one_of(called) for one in manner["computer"].each(MOST_SEATS)}
    with_face = [face for face in faces if face is not None]
    if (
        not called
        or len(set(called)) < len(called)
        or not len(called) == len(faces) == len(truth)
        or len(set(with_face)) < len(with_face)
    ):
        raise text["seats"].refuse()
    keys = [likeness.key(name)[:120] for name in called]
    keys = keys if len(set(keys)) == len(keys) else called
    return [
        Seat(
            place=place,
            name=name,
            folded=keys[place],
            bot=name in computer,
            face=faces[place],
            role=truth[place].only("role", "genome", "alive")["role"].line(30),
            genome=truth[place]["genome"].line(30),
            alive=truth[place]["alive"].flag(),
        )
        for place, name in enumerate(called)
    ]


Lines = tuple[list[tuple[int, Any]], list[Any], Table | None, dict[str, Any]]


def _played_out(document: dict[str, Any], text: Shape, seconds: float) -> Lines:
    """The moves with their numbers, what each told, and the table at the end. Raises `NotAnEvening`, `NotARecord`."""
    read = record.read(document)
    want_visible(read)
    replay = opening.played_out(read, max(0.0, seconds), make_way)
    if replay.refused:
        raise NotAnEvening(text.where, faults.of_move(replay.refused[0]))
    table = replay.table
    moves = [(number, move.written()) for number, move in table.standing]
    if table.outcome is None or [body for _number, body in moves] != document["moves"]:
        raise NotAnEvening(text["moves"].where, _("A game of the archive is not over, or not kept as it ended."))
    told: dict[int, list[Any]] = {number: [] for number in (0, *(number for number, _body in moves))}
    for one in table.told:
        told.setdefault(one.at, []).append([one.seat, one.fact])
    return moves, list(told.values()), table, journal.end_of(table)


def _as_told(kit: Kit, text: Shape, count: int) -> Lines:
    """The same of a game whose rules this house does not play: as the archive tells it. Raises `NotAnEvening`."""
    seats = frozenset(one.value for one in text["seats"].each(MOST_SEATS))
    bodies = text["moves"].each(opening.MOST_MOVES)
    for one in bodies:
        make_way()
        move = read_move(seats, one.value, one.where)
        if move.undo or move.cover is not None:
            raise one.refuse()
    told = text["told"].each(opening.MOST_MOVES + 1)
    if len(told) != len(bodies) + 1 or sum(len(line.each(MOST_FACTS)) for line in told) > MOST_FACTS:
        raise text["told"].refuse()
    for fact in (fact for line in told for fact in line.each(MOST_FACTS)):
        pair = fact.each(2)
        if len(pair) != 2:
            raise fact.refuse()
        pair[0].maybe(lambda whose: whose.one_of(seats))
        pair[1]["fact"].line(60, 1)
    outcome = text["outcome"]
    outcome["reason"].line(60)
    for name in ("winners", "seats"):
        for one in outcome[name].each(MOST_SEATS):
            one.line(60)
    if not set(outcome.value) <= {"winners", "reason", "seats", "changed"}:
        raise outcome.refuse()
    for one in Shape(outcome.value.get("changed", []), outcome.where).each(MOST_SEATS):
        one.one_of(seats)
    numbered = [(number + 1, one.value) for number, one in enumerate(bodies)]
    return numbered, [line.value for line in told], None, outcome.value


def _stage(house: Coming, one: Played) -> None:
    """Write a game, hidden, in slices, and put it into `house`. Raises `NotAnEvening`."""
    with making():
        game = GameSession.objects.create(**one.session)
        house.games.append(game)
        Upkeep.objects.filter(session=game).update(
            begun_at=one.begun, children=one.children, released=game.head, end_shown=game.head
        )
        game.upkeep.refresh_from_db()
        for seat in one.seats:
            seat.session = game
        Seat.objects.bulk_create(one.seats)
    house.seats.append({seat.place: seat for seat in one.seats})
    for move in one.moves:
        move.session = game
    _write_in_slices(Move.objects.bulk_create, one.moves)
    if one.table is not None:
        _index(game, one.table)
        return
    try:
        story.of(game)
    except Exception:  # what no rules have told: nobody could look at this game
        raise NotAnEvening(one.said.where, _("A game of the archive cannot be told by this house.")) from None


def _index(game: GameSession, table: Table) -> None:
    """Write the index of a game that was played out. What it came to is worked out while nothing is locked."""
    kept = Kept(table, dict(game.seats.values_list("name", "pk")), {})
    _write_in_slices(lambda some: journal.index_votes(game, kept, some), journal.ballots(table))
    found = index.of(game, table)
    with making():
        journal.index_seats(kept)
        index.write(game, table, found)


def _write_in_slices(write: Callable[[list[Row]], object], rows: list[Row]) -> None:
    """Write rows a few at a time, each time in a transaction of its own, and make way for others in between."""
    for first in range(0, len(rows), AT_ONCE):
        with making():
            write(rows[first : first + AT_ONCE])
        make_way()


def take_away(house: Coming) -> None:
    """Delete the games that were written, hidden, for an evening that does not come in."""
    for game in house.games:
        for model in (Vote, Move, Seat):
            while keys := list(model.objects.filter(session=game).values_list("pk", flat=True)[:AT_ONCE]):
                with making():
                    model.objects.filter(pk__in=keys).delete()
        with making():
            GameSession.objects.filter(pk=game.pk).delete()
        tables.pop(game.pk, None)
