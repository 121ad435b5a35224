"""A season made up by a seed: evenings, their tables, the people on their lists, seated by rounds.

Rows are written in bulk, from a few games of each kit that bots have played to the end: nothing is played here twice.
A column that an older checkout does not know is left out, so that `make bench` can measure that one too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import product
from random import Random
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from games.contract.playing import game_of_bots
from games.engine.kit import all_kits
from games.engine.table import Table
from games.models import SESSION_PARTS, Event, GameSession, Move, Pacing, Round, Seat, SessionPart, Vote
from moderation.models import Guest, Placing, Seating, SignUp

KITS = ("sporz", "lupus", "elsen", "murder", "spree")
LETTERS = "BFHJKLMRWX"
LONGEST_GAME = 400  # moves: rows of a few longer games would be most of a season
ROUNDS, SPOTS = 3, 14
FIRST_EVENING = datetime(2025, 9, 5, 18, 30, tzinfo=UTC)
CHUNK = 2_000


@dataclass(frozen=True)
class Season:
    """What was made."""

    events: list[Event]
    biggest: Event
    games: int
    never_closed: int
    people: int


@dataclass(frozen=True)
class Recorded:
    """A game that was played to the end: what rows are made of."""

    slug: str
    version: int
    table: Table
    told: dict[int, list[Any]] = field(compare=False)

    @property
    def moves(self) -> list[tuple[int, Any]]:
        """The moves that stand, with their numbers."""
        return self.table.standing


@cache
def recorded(of_each: int) -> tuple[Recorded, ...]:
    """So many games of each kit, the same every time."""
    return tuple(game for slug in KITS for game in _some(slug, of_each))


def _some(slug: str, count: int) -> Iterator[Recorded]:
    kit, seed = all_kits()[slug], 0
    while count:
        table = game_of_bots(kit, seed)
        seed += 1
        if len(table.standing) > LONGEST_GAME or len(table.seats) > 16:
            continue
        told: dict[int, list[Any]] = {}
        for one in table.told:
            told.setdefault(one.at, []).append([one.seat, one.fact])
        yield Recorded(slug, kit.rules.VERSION, table, told)
        count -= 1


def season(
    evenings: int = 40,
    games: int = 2_500,
    people: int = 600,
    never_closed: int = 600,
    of_each: int = 12,
    seed: int = 1,
) -> Season:
    """Make it. Of the games that were never closed most are over: their end is out, or was never gone on from."""
    dice = Random(f"season {seed}")
    events = _evenings(dice, evenings)
    rounds = {event.pk: list(event.rounds.order_by("pk")) for event in events}
    plans = _plans(dice, events, rounds, games, never_closed, recorded(of_each))
    sessions = _sessions(dice, plans)
    seats = _seats(plans, sessions)
    _moves(plans, sessions, seats)
    _lists(dice, events, rounds, people, plans, sessions, seats)
    return Season(events, events[0], len(sessions), sum(one.closed is None for one in sessions), people)


@dataclass(frozen=True)
class Plan:
    """A table to be: its game as far as it has come, where it stands, whether it was closed."""

    game: Recorded
    event: Event | None
    round: Round | None
    spot: str
    began: datetime
    stage: str
    closed: bool
    end: str = ""  # of one that is over and open: it is "shown", it is "held" until somebody goes on, or "unknown"


def _evenings(dice: Random, count: int) -> list[Event]:
    events = Event.objects.bulk_create(
        Event(
            name=f"Evening {number + 1}",
            date=(FIRST_EVENING + timedelta(days=7 * number)).date(),
            place=dice.choice(("Salle des fêtes", "Le Troquet", "MJC")),
            spots=[f"Table {spot + 1}" for spot in range(SPOTS)],
        )
        for number in range(count)
    )
    Round.objects.bulk_create(
        Round(event=event, name=f"Round {number + 1}") for event in events for number in range(ROUNDS)
    )
    SignUp.objects.bulk_create(SignUp(event=event, key=f"key{event.pk}", capacity=120) for event in events)
    return list(events)


def _plans(
    dice: Random,
    events: Sequence[Event],
    rounds: dict[int, list[Round]],
    count: int,
    never_closed: int,
    played: Sequence[Recorded],
) -> list[Plan]:
    """A tenth of the tables are by themselves, a tenth at the first evening, the others spread over the rest."""
    plans = []
    for number in range(count):
        event = None if number % 10 == 0 else events[0] if number % 10 == 1 else events[number % len(events)]
        began = FIRST_EVENING + timedelta(days=7 * (number % len(events)), minutes=number % 180, seconds=number)
        part = dice.choice(rounds[event.pk]) if event else None
        spot = f"Table {1 + number % SPOTS}" if event else ""
        is_open = number * never_closed // count != (number + 1) * never_closed // count
        stage, end = "over", ""
        if is_open:
            stage = dice.choices(("over", "playing", "joining"), (6, 3, 1))[0]
            end = dice.choices(("shown", "held", "unknown"), (5, 4, 1))[0] if stage == "over" else ""
        elif dice.random() < 0.05:
            stage = "playing"  # and was given up
        plans.append(Plan(dice.choice(played), event, part, spot, began, stage, not is_open, end))
    return plans


def _codes(dice: Random) -> Iterator[str]:
    every = ["".join(letters) for letters in product(LETTERS, repeat=4)]
    dice.shuffle(every)
    yield from every


def _known(model: type[Model], **columns: Any) -> dict[str, Any]:
    """Those of these columns that this checkout has."""
    names = {one.name for one in model._meta.get_fields()}
    return {name: value for name, value in columns.items() if name in names}


def _sessions(dice: Random, plans: Sequence[Plan]) -> list[GameSession]:
    codes, now = _codes(dice), timezone.now()
    sessions = []
    for plan in plans:
        table, over = plan.game.table, plan.stage == "over"
        head = len(plan.game.moves) if over else _head(plan)
        ended = plan.began + timedelta(minutes=40)
        sessions.append(
            GameSession(
                event=plan.event,
                round=plan.round,
                spot=plan.spot,
                code=next(codes),
                game=plan.game.slug,
                kit_version=plan.game.version,
                nights="eyes_closed",
                language="en",
                options={name: value for name, value in table.options.items() if value is not None},
                deal=None if plan.stage == "joining" else table.deal,
                told=[] if plan.stage == "joining" else plan.game.told.get(0, []),
                stage=plan.stage,
                head=plan.game.moves[head - 1][0] if head else 0,
                outcome=asdict(table.outcome) if over and table.outcome else None,
                created=plan.began - timedelta(minutes=10),
                started=None if plan.stage == "joining" else plan.began,
                ended=ended if over else None,
                closed=ended if plan.closed else None,
                **_known(GameSession, touched=ended if plan.closed else now),
            )
        )
    kept = list(GameSession.objects.bulk_create(sessions, CHUNK))
    parts: dict[str, list[SessionPart]] = {name: [] for name in SESSION_PARTS}
    for plan, session in zip(plans, kept, strict=True):
        columns: dict[str, Any] = {"begun_at": session.started}
        if plan.end == "shown":
            columns["end_shown"] = session.head
        elif plan.end == "held":
            columns["end_move"] = session.head
        if plan.end != "held":
            columns["released"] = session.head
        for name, part in SESSION_PARTS.items():
            row = part(**columns) if part is Pacing else part()
            row.session = session
            parts[name].append(row)
    for name, rows in parts.items():
        SESSION_PARTS[name]._default_manager.bulk_create(rows, CHUNK)
    return kept


def _head(plan: Plan) -> int:
    """How many moves of a game were made that is not over."""
    return len(plan.game.moves) // 2 if plan.stage == "playing" else 0


def _seats(plans: Sequence[Plan], sessions: Sequence[GameSession]) -> list[list[Seat]]:
    rows = []
    for plan, session in zip(plans, sessions, strict=True):
        truth = plan.game.table.truth() if plan.stage == "over" else {}
        rows.append(
            [
                Seat(
                    session=session,
                    place=place,
                    name=name,
                    folded=name.casefold(),
                    face=place,
                    role=str(truth.get(name, {}).get("role") or ""),
                    genome=str(truth.get(name, {}).get("genome") or ""),
                    alive=truth.get(name, {}).get("alive") is not False,
                )
                for place, name in enumerate(plan.game.table.seats)
            ]
        )
    Seat.objects.bulk_create([seat for table in rows for seat in table], CHUNK)
    return rows


def _moves(plans: Sequence[Plan], sessions: Sequence[GameSession], seats: Sequence[list[Seat]]) -> None:
    written: list[tuple[Any, ...]] = []
    votes: list[Vote] = []
    dumped: dict[int, list[tuple[int, str, str]]] = {}  # by the table: its moves as the database keeps them
    adapt = connection.ops.adapt_datetimefield_value
    for plan, session, there in zip(plans, sessions, seats, strict=True):
        lines = dumped.setdefault(id(plan.game), [])
        lines = lines or [
            (number, json.dumps(move.written()), json.dumps(plan.game.told.get(number, [])))
            for number, move in plan.game.moves
        ]
        dumped[id(plan.game)] = lines
        for place, (number, body, told) in enumerate(lines):
            if number > session.head:
                break
            written.append((session.pk, number, body, told, adapt(plan.began + timedelta(seconds=20 * place))))
        by_name = {seat.name: seat for seat in there}
        if plan.stage == "over":
            votes += [
                Vote(session=session, seat=by_name[name], step=step.name, opened=step.opened, answer=answer)
                for step in plan.game.table.steps
                if step.poll
                for name, answer in step.answers.items()
            ]
        if len(written) > 20 * CHUNK:
            _insert(written)
            written = []
    _insert(written)
    Vote.objects.bulk_create(votes, CHUNK)


def _insert(lines: Sequence[tuple[Any, ...]]) -> None:
    """Write lines of journals as the database keeps them: a model's instance for each took most of the time."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {Move._meta.db_table} (session_id, number, body, told, at) VALUES (%s, %s, %s, %s, %s)",
            lines,
        )


def _lists(
    dice: Random,
    events: Sequence[Event],
    rounds: dict[int, list[Round]],
    people: int,
    plans: Sequence[Plan],
    sessions: Sequence[GameSession],
    seats: Sequence[list[Seat]],
) -> None:
    """The lists of the evenings, and who was seated where in their rounds; a quarter of all come to the first."""
    names = [f"Person {number:03}" for number in range(people)]
    rows = [
        Guest(
            event=event,
            name=name,
            folded=name.casefold(),
            face=number,
            code=f"{number:06}",
            games=dice.sample(KITS, 2),
            moderates=number % 6 == 0,
            first=number % 9 == 0,
            arrived=timezone.now(),
        )
        for event in events
        for number, name in enumerate(
            sorted(dice.sample(names, max(1, people // 4 if event is events[0] else people // 15)))
        )
    ]
    Guest.objects.bulk_create(rows, CHUNK)
    guests = {event.pk: [one for one in rows if one.event_id == event.pk] for event in events}
    parts = [part for event in events for part in rounds[event.pk]]
    made = Seating.objects.bulk_create(Seating(round=part, version=1, accepted=timezone.now()) for part in parts)
    tables: dict[int, dict[int, int]] = {}
    for place, plan in enumerate(plans):
        if plan.round:
            tables.setdefault(plan.round.pk, {}).setdefault(int(plan.spot.split()[-1]) - 1, place)
    placings: list[Placing] = []
    for part, seating in zip(parts, made, strict=True):
        free = iter(guests[part.event_id])
        for spot, place in sorted(tables.get(part.pk, {}).items()):
            there: dict[str, Any] = {"session": sessions[place], "game": plans[place].game.slug, "spot": spot}
            placings += [
                Placing(seating=seating, guest=guest, runs=not number, seat=seat, **there)
                for number, (guest, seat) in enumerate(zip(free, [None, *seats[place]], strict=False))
            ]
        placings += [Placing(seating=seating, guest=guest) for guest in free]
    Placing.objects.bulk_create(placings, CHUNK)
