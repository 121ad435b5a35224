"""The seating of a round: the input of the search, its stored proposal, and changes to it.

Knows no page. A proposal is only stored. `accept` opens its tables and gives everybody a seat.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, F, Q, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import journal
from games.models import Event, GameSession, Round, Seat
from moderation.events import guests
from moderation.events.evening_games import EveningGame, list_board_games, list_board_tables, list_evening_games
from moderation.events.guests import GuestStatus
from moderation.events.seating import search
from moderation.events.seating.problem import (
    Pin,
    SeatedGame,
    SeatedPerson,
    SeatedTable,
    SeatingProblem,
    SeatingProposal,
    Sitting,
    find_moved_people,
)
from moderation.models import Guest, Placing, Seating
from moderation.players import confusables, names
from moderation.players import identities as known
from moderation.tables.lobby.views import open_table
from moderation.tables.setup.seat_views import create_seat
from moderation.web import worker
from moderation.web.kits import playable_kits
from moderation.web.long_work import run_alone
from moderation.web.refusals import Unwanted

MOST_AT_A_TABLE = 24  # Ruling: no event wants the hundreds of players that some games allow
AN_HOUR = timedelta(hours=1)  # the minimum length of a round whose end is not given
A_TABLE = 6  # people per table where the hall has no named places
# Seconds of computing: of a search, and of a part of it, after which it can be stopped. A machine that is busy
# otherwise searches as much as an idle one, as long as the organiser waits no longer than `MOST_WAIT` seconds.
MOST_SECONDS, SLICE, MOST_WAIT = 1.5, 0.15, 15.0


@dataclass(frozen=True)
class RoundProblem:
    """The seating problem of a round, with the rows that it was built from."""

    problem: SeatingProblem
    people: Mapping[int, Guest]
    spots: tuple[str, ...]
    games: Mapping[str, EveningGame]

    def name(self, number: int) -> str:
        """Return the name of a guest."""
        return self.people[number].name


def list_offered_games(games: Mapping[str, EveningGame], known: Mapping[str, int]) -> tuple[SeatedGame, ...]:
    """Return the games that can be played at an event, with their numbers of players.

    `known`: ids of people who are present, by folded names.
    """
    return tuple(
        SeatedGame(
            one.slug,
            one.least,
            min(one.most, MOST_AT_A_TABLE),
            one.moderated,
            known.get(confusables.compute_key(one.explains)) if one.explains else None,
            is_single=one.kit is None,
        )
        for one in games.values()
    )


def build_problem(of: Round, pins: bool = True) -> RoundProblem:
    """Return the current seating problem of this round, built in a few queries.

    It has the people who are present, their wishes, and earlier rounds.
    """
    there = [one.guest for one in guests.list_guests(of.event) if one.place is GuestStatus.HERE]
    people = {one.pk: one for one in there}
    before = Placing.objects.filter(seating__round__event=of.event).exclude(seating__accepted=None)
    met: dict[tuple[int, int], set[int]] = {}
    out, has_run = dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    for placing in before.exclude(seating=of.pk):
        if placing.spot is not None:
            met.setdefault((placing.seating_id, placing.spot), set()).add(placing.guest_id)
        if placing.guest_id in people:
            out[placing.guest_id] += placing.spot is None
            has_run[placing.guest_id] += placing.runs
    known = {one.folded: one.pk for one in there}
    prefetch_related_objects([of.event], "rounds")  # the hour of leaving is read relative to the first round
    games = list_evening_games(of.event)
    offered = games.keys()
    asking = tuple(
        SeatedPerson(
            one.pk,
            frozenset(one.games) & offered,
            one.moderates,
            one.first,
            find_friends(one, known),
            out[one.pk],
            has_run[one.pk],
            leaves_early(of, one),
        )
        for one in there
    )
    spots = tuple(of.event.spots) or tuple(str(number + 1) for number in range(-(-len(there) // A_TABLE)))
    kept = Placing.objects.filter(seating=of.pk, guest__in=people, spot__lt=len(spots)) if pins else []
    present = {one.guest_id: Sitting(one.spot, one.game, one.runs) for one in kept if one.spot is not None}
    seating = Seating.objects.filter(pk=of.pk).first()
    fixed = {int(spot): slug for spot, slug in seating.games.items()} if seating else {}
    problem = SeatingProblem(
        asking,
        list_offered_games(games, known),
        len(spots),
        tuple(frozenset(group) for group in met.values()),
        tuple(list_pins(kept, people, len(spots))),
        {spot: slug for spot, slug in fixed.items() if spot < len(spots) and slug in offered},
        present,
    )
    return RoundProblem(problem, people, spots, games)


def list_pins(placings: Iterable[Placing], people: Mapping[int, Guest], spots: int) -> Iterator[Pin]:
    """Yield who is pinned in a seating, and who keeps one place all evening.

    Ruling: a pin by hand counts more than a kept place, for its round. Whoever runs the table there goes on doing so.
    """
    pinned, sits = set(), {}
    for one in placings:
        sits[one.guest_id] = one
        if one.pinned and one.spot is not None:
            pinned.add(one.guest_id)
            yield Pin(one.guest_id, one.spot, one.runs, one.game)
    for number, guest in people.items():
        if guest.stays_at is not None and guest.stays_at < spots and number not in pinned:
            mine = sits.get(number)
            runs = mine is not None and mine.runs and mine.spot == guest.stays_at
            yield Pin(number, guest.stays_at, runs, mine.game if mine and runs else "")


def find_end(of: Round) -> datetime | None:
    """Return when a round ends.

    If no end is given, that is an hour after it begins. None if neither is known.
    """
    if (ends := of.ends_at()) is not None:
        return ends
    begins = of.begins_at()
    return begins and begins + AN_HOUR


def leaves_early(of: Round, one: Guest) -> bool:
    """Return true if somebody must leave before a round ends, also after midnight."""
    ends, until = find_end(of), of.event.find_moment(one.until)
    return ends is not None and until is not None and until < ends


def find_friends(one: Guest, known: Mapping[str, int]) -> frozenset[int]:
    """Return which of these people are friends of a guest, who wrote their names as free text.

    `known`: ids by folded names.
    """
    found = (known.get(confusables.compute_key(name)) for name in names.split_names(one.friends))
    return frozenset(number for number in found if number is not None and number != one.pk)


@contextmanager
def lock_seating(of: Round, version: int) -> Iterator[Seating]:
    """Lock the seating of a round to change it.

    Raises `Unwanted` if `version` is not the current version, or the seating is accepted.
    """
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=of.event_id)
        kept = Seating.objects.get_or_create(round=of)[0]
        if kept.version != version:
            raise Unwanted(_("Somebody has changed this seating meanwhile. Please look again."))
        if kept.accepted:
            raise Unwanted(_("The tables of this round are open already."))
        yield kept
        Seating.objects.filter(pk=kept.pk).update(version=F("version") + 1)


@dataclass(frozen=True)
class Reseated:
    """The people whom a new proposal has moved, and those who are new in it, by name."""

    first: bool  # there was no seating before
    moved: list[str]
    added: list[str]


def propose(of: Round, version: int, anew: bool = False) -> Reseated:
    """Search for a seating around the pinned people, and store it. Raises `Unwanted`.

    It moves as few people as possible from the current seating. `anew`: as if there was none.
    """
    with run_alone("seating", _("Another round is being seated just now. Please try again in a few seconds.")):
        what = build_problem(of)
        if not what.people:
            raise Unwanted(_("Nobody is there yet: note at the door who has come."))
        try:
            found = _search(of, replace(what.problem, present={}) if anew else what.problem)
        except search.Impossible:
            raise Unwanted(
                _("The people who are pinned cannot all stay where they are: unpin one, and ask again.")
            ) from None
    _store(of, version, what, found)
    moved = find_moved_people(what.problem, found.tables)
    added = {number for table in found.tables for number in table.everybody} - what.problem.present.keys()
    return Reseated(not what.problem.present, *(sorted(map(what.name, people)) for people in (moved, added)))


def _search(of: Round, problem: SeatingProblem) -> SeatingProposal:
    """Search in parts until it is done, its time is over, or somebody asks to stop."""
    kept = Seating.objects.get_or_create(round=of)[0]
    Seating.objects.filter(pk=kept.pk).update(stop=False, searched=0)
    ends = time.monotonic() + MOST_WAIT
    run = worker.run(search.begin, problem)
    while not run.is_done and run.seconds < MOST_SECONDS and time.monotonic() < ends:
        run = worker.run(search.advance, run, SLICE)
        Seating.objects.filter(pk=kept.pk).update(searched=run.searched)
        if Seating.objects.filter(pk=kept.pk, stop=True).exists():
            break
    return run.build_proposal()


def prepare_search() -> None:
    """Make the process that searches ready, because its start takes a second on a slow machine."""
    worker.prepare(search.begin, SeatingProblem((), (), 1), 0)


def stop_search(of: Round) -> None:
    """Ask the search of this round to stop. It stores the best seating that it has found."""
    Seating.objects.filter(pk=of.pk, accepted=None).update(stop=True)


def _store(of: Round, version: int, what: RoundProblem, found: SeatingProposal) -> None:
    pinned = set(Placing.objects.filter(seating=of.pk, pinned=True).values_list("guest", flat=True))
    rows = []
    at = {number: table for table in found.tables for number in table.everybody}
    with lock_seating(of, version) as kept:
        for number in what.people:
            table = at.get(number)
            rows.append(
                Placing(
                    seating=kept,
                    guest_id=number,
                    spot=table.spot if table else None,
                    game=table.game if table else "",
                    runs=table is not None and table.moderator == number,
                    pinned=number in pinned,
                )
            )
        Placing.objects.filter(seating=kept).delete()
        Placing.objects.bulk_create(rows)
        Seating.objects.filter(pk=kept.pk).update(cost=found.cost, searched=max(1, found.searched))


def build_tables(placings: list[Placing]) -> list[SeatedTable]:
    """Return the tables that these rows describe."""
    spots: dict[int, list[Placing]] = {}
    for one in placings:
        if one.spot is not None:
            spots.setdefault(one.spot, []).append(one)
    return [
        SeatedTable(
            spot,
            there[0].game,
            frozenset(one.guest_id for one in there if not one.runs),
            next((one.guest_id for one in there if one.runs), None),
        )
        for spot, there in sorted(spots.items())
    ]


def move(of: Round, version: int, guest_id: int, spot: int | None, runs: bool) -> None:
    """Put somebody at a table of the proposal, pinned there, or out. Raises `Unwanted`."""
    with lock_seating(of, version) as kept:
        mine = Placing.objects.filter(seating=kept, guest=guest_id).first()
        if mine is None:
            raise Unwanted(_("That person is not in this seating: ask for it again."))
        game = ""
        if spot is not None:
            others = Placing.objects.filter(seating=kept, spot=spot).exclude(pk=mine.pk)
            first = others.first()
            if first is None:
                raise Unwanted(_("That table is not in this seating: ask for it again."))
            game = first.game
            offered = list_evening_games(of.event).get(game)
            if runs and not (offered and offered.moderated):
                raise Unwanted(_("Nobody runs a table of this game."))
            if runs:  # two people do not run one table: the previous moderator plays there, until the next search
                others.filter(runs=True).update(runs=False, pinned=False)
        Placing.objects.filter(pk=mine.pk).update(spot=spot, game=game, runs=runs, pinned=spot is not None)
        Seating.objects.filter(pk=kept.pk).update(searched=0)


def fix(of: Round, version: int, spot: int, game: str) -> None:
    """Fix the game of a place for the next search; empty: any game. Raises `Unwanted`.

    A table with another game stays there until the next search. Nobody is pinned to it any more.
    """
    what = build_problem(of)
    with lock_seating(of, version) as kept:
        if spot >= len(what.spots) or (game and game not in what.games):
            raise Unwanted(_("Please choose a place and a game of the list."))
        games = {number: slug for number, slug in kept.games.items() if number != str(spot)}
        kept.games = games | ({str(spot): game} if game else {})
        kept.save(update_fields=["games"])
        if game:
            there = Placing.objects.filter(seating=kept, spot=spot).exclude(game=game)
            there.update(pinned=False)


def pin(of: Round, version: int, guest_id: int, pinned: bool) -> None:
    """Pin somebody to their place for the next search, or unpin them. Raises `Unwanted`."""
    with lock_seating(of, version) as kept:
        Placing.objects.filter(seating=kept, guest=guest_id).exclude(spot=None).update(pinned=pinned)


def keep_place(of: Round, version: int, guest_id: int, keeps: bool) -> None:
    """Let somebody keep their place of this round all evening, or no longer. Raises `Unwanted`."""
    with lock_seating(of, version) as kept:
        mine = Placing.objects.filter(seating=kept, guest=guest_id).first()
        if mine is None or (keeps and mine.spot is None):
            raise Unwanted(_("That person is not in this seating: ask for it again."))
        Guest.objects.filter(pk=guest_id, event=of.event_id).update(stays_at=mine.spot if keeps else None)


def pin_table(of: Round, version: int, spot: int, pinned: bool) -> None:
    """Pin everybody of a table to it and to its game, or unpin them. Raises `Unwanted`."""
    with lock_seating(of, version) as kept:
        Placing.objects.filter(seating=kept, spot=spot).update(pinned=pinned)


def find_next_round(of: Round) -> Round | None:
    """Return the round of the event after this one."""
    return Round.objects.filter(event=of.event_id, pk__gt=of.pk).select_related("event").first()


def keep_together(of: Round, spot: int, game: str) -> Round:
    """Pin the people of a table to one table of the next round, with another game.

    Raises `Unwanted`. They keep their place in the hall if nobody else is pinned to it. Returns the next round.
    """
    following = find_next_round(of)
    if following is None:
        raise Unwanted(_("This is the last round: add another one first."))
    what = build_problem(following)
    there = [one for one in Placing.objects.filter(seating=of.pk, spot=spot) if one.guest_id in what.people]
    offered = what.problem.game.get(game)
    if not there or offered is None or game == there[0].game:
        raise Unwanted(_("Please choose a table of the list, and another game."))
    people = {one.guest_id for one in there}
    kept = Seating.objects.get_or_create(round=following)[0]
    with lock_seating(following, kept.version):
        rows = Placing.objects.filter(seating=kept)
        rows.filter(guest__in=people).delete()
        pinned = set(rows.filter(pinned=True).values_list("spot", flat=True))
        free = [
            number
            for number in sorted(range(len(what.spots)), key=lambda number: number != spot)
            if number not in pinned and what.problem.fixed.get(number, game) == game
        ]
        if not free:
            raise Unwanted(_("No place of the hall is free in the next round."))
        rows.filter(spot=free[0]).update(spot=None, game="", runs=False)
        Placing.objects.bulk_create(
            Placing(
                seating=kept,
                guest_id=one.guest_id,
                spot=free[0],
                game=game,
                runs=one.runs and offered.moderated,
                pinned=True,
            )
            for one in there
        )
        Seating.objects.filter(pk=kept.pk).update(searched=0)
    return following


def find_problems(what: RoundProblem, placings: list[Placing]) -> dict[int, str]:
    """Return the reasons why tables of a seating cannot be opened, by place.

    People who have left are not at their table.
    """
    games, wrong = what.problem.game, {}
    for table in build_tables(placings):
        game, name = games.get(table.game), what.spots[table.spot] if table.spot < len(what.spots) else "?"
        count = len(table.players)
        if game is None or name == "?":
            wrong[table.spot] = _("This table is no longer possible: ask again.")
        elif not table.everybody <= what.people.keys():
            wrong[table.spot] = _("Somebody of this table is no longer there: ask again.")
        elif count < game.least:
            wrong[table.spot] = _("Too few: the least that this game takes is %(least)d.") % {"least": game.least}
        elif count > game.most:
            wrong[table.spot] = _("Too many: the most that this game takes is %(most)d.") % {"most": game.most}
        elif game.moderated and table.moderator is None:
            wrong[table.spot] = _("Nobody runs this table.")
    return wrong


def accept(of: Round, version: int) -> None:
    """Open the tables of a round, and give everybody their seat. Raises `Unwanted`.

    People without a phone get a seat too.
    """
    if of.event.closed:
        raise Unwanted(_("The evening is closed: it gets no more tables."))
    what = build_problem(of, pins=False)
    with lock_seating(of, version) as kept:
        placings = list(Placing.objects.filter(seating=kept))
        if not any(one.spot is not None for one in placings):
            raise Unwanted(_("There is no table to open yet."))
        if wrong := find_problems(what, placings):
            spot, why = next(iter(wrong.items()))
            where = what.spots[spot] if spot < len(what.spots) else spot + 1
            raise Unwanted(_("%(table)s: %(why)s") % {"table": where, "why": why})
        for table in build_tables(placings):
            if what.games[table.game].kit is not None:
                _open_table(of, what, table, [one for one in placings if one.spot == table.spot])
        Seating.objects.filter(pk=kept.pk).update(accepted=timezone.now())


def _open_table(of: Round, what: RoundProblem, table: SeatedTable, placings: list[Placing]) -> None:
    kit = playable_kits()[table.game]
    chosen = {
        "event_id": of.event_id,
        "round_id": of.pk,
        "spot": what.spots[table.spot],
        "language": get_language() or "fr",
        "narrated": not kit.words.MODERATED,
    }
    session = open_table(None, kit, chosen)
    with journal.edit_session(session.pk) as fresh:
        for one in placings:
            if not one.runs:
                guest = what.people[one.guest_id]
                one.seat = create_seat(fresh, guest.name)
                Seat.objects.filter(pk=one.seat.pk).update(face=guest.face)
            one.session = session
            one.save(update_fields=["session", "seat"])
        known.link_placings(placings)


@dataclass(frozen=True)
class TableWithRoom:
    """An open table of a round with free seats; `session_id`: None for a board game."""

    session_id: int | None
    free: int
    placings: tuple[Placing, ...]

    @property
    def first(self) -> Placing:
        """A placing of it: it names the game and the place."""
        return self.placings[0]


def list_tables_with_room(of: Round) -> list[TableWithRoom]:
    """Return the tables of this round that have free seats.

    Ruling: a game with secrets takes nobody after it has begun. A board game does as long as there are seats:
    nobody says when it begins.
    """
    placings = Placing.objects.filter(seating=of.pk, spot__isnull=False).select_related("guest", "seating__round")
    seated: dict[int | None, list[Placing]] = {}
    for one in placings:
        seated.setdefault(one.session_id, []).append(one)
    games = GameSession.objects.filter(pk__in=filter(None, seated), stage=GameSession.Stage.JOINING, closed=None)
    most = {slug: min(kit.roles.SEATS[1], MOST_AT_A_TABLE) for slug, kit in playable_kits().items()}
    tables = [
        TableWithRoom(game.pk, most[game.game] - game.taken, tuple(seated[game.pk]))
        for game in games.annotate(taken=Count("seats"))
        if game.game in most
    ]
    boards = list_board_tables(list_board_games(of.event), seated.get(None, []))
    tables += [TableWithRoom(None, table.game.most - len(table.placings), table.placings) for table in boards]
    return [table for table in tables if table.free > 0]


def seat_latecomer(of: Round, guest_id: int) -> str:
    """Seat somebody at the best open table that has room. Raises `Unwanted`.

    Ruling: a place that they keep comes first, then a wished-for game, then a table with a friend.
    Of several, a game with secrets is chosen, and the table with the most free seats.
    Returns the name of the table.
    """
    what = build_problem(of)
    one = what.problem.by_number.get(guest_id)
    if one is None:
        raise Unwanted(_("That person is not here."))
    with transaction.atomic():
        Event.objects.select_for_update().get(pk=of.event_id)
        if not Seating.objects.filter(pk=of.pk).exclude(accepted=None).exists():
            raise Unwanted(_("The tables of this round are not open yet: ask for the seating again."))
        rows = Placing.objects.filter(seating=of.pk)
        sits = Q(session__isnull=False) | Q(spot__isnull=False, game__in=list_board_games(of.event))
        if rows.filter(sits, guest=guest_id).exists():
            raise Unwanted(_("That person has a table in this round."))

        def rank(table: TableWithRoom) -> tuple[bool, bool, bool, bool, int]:
            elsewhere = what.people[guest_id].stays_at not in (None, table.first.spot)
            wished = not one.wishes or table.first.game in one.wishes
            with_friend = not one.friends.isdisjoint(placing.guest_id for placing in table.placings)
            return elsewhere, not wished, not with_friend, table.session_id is None, -table.free

        best = min(list_tables_with_room(of), key=rank, default=None)
        if best is None:
            raise Unwanted(_("No table of this round has room left."))
        rows.filter(guest=guest_id).delete()
        made = Placing(seating_id=of.pk, guest_id=guest_id, spot=best.first.spot, game=best.first.game)
        if best.session_id is None:
            made.save()
            return next(iter(what.spots[best.first.spot :]), what.games[best.first.game].name)
        with journal.edit_session(best.session_id) as session:
            made.session, made.seat = session, create_seat(session, what.name(guest_id))
            Seat.objects.filter(pk=made.seat.pk).update(face=what.people[guest_id].face)
        made.save()
        known.link_placings([made])
        return session.spot or session.code
