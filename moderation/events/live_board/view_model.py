"""View models of a running event, for organisers and for the hall: tables, hours, results.

All facts of a game come from its own public screen (`public.build_public_view`), because organisers may be playing.
The people on the public screen are those of seatings. The sign-up page told them that they are named there.
The models are plain values for fragments. Start reading at `read_evening`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median

from cachetools import LRUCache
from django.utils import timezone, translation
from django.utils.translation import get_language

from games import journal, server_clock
from games.engine.table import Table
from games.models import Event, GameSession, Round, Seat
from moderation.events import assignments
from moderation.events.evening_games import (
    BoardTable,
    EveningGame,
    list_board_games,
    list_board_tables,
    name_place,
)
from moderation.events.seating.service import MOST_AT_A_TABLE
from moderation.models import Announcement, Kind, Pass, Placing, SignUp
from moderation.play.pacing import clock
from moderation.play.projections import announcements, public
from moderation.play.projections.announcements import AnnouncementView
from moderation.play.projections.knowledge import collect_knowledge
from moderation.play.projections.sections.context import SeatColumns, choose_language
from moderation.play.projections.sections.ending import has_camp_won, list_winners
from moderation.play.timeline.call_length import Release
from moderation.players import presence
from moderation.players.names import build_sort_key
from moderation.web.kits import playable_kits

Stage = GameSession.Stage

ENOUGH = 2  # finished games of an event from which on the length of another one is estimated
IN_STEPS = 5  # minutes: estimates are not more precise
LATEST = 8  # results on the public screen
FORGOTTEN = timedelta(seconds=20)  # time after which a cached table is read again in any case


@dataclass(frozen=True)
class TableScreen:
    """The part of a table's public screen that live views show too."""

    stage: str
    phase: str
    paused: bool
    outcome: str = ""
    winners: tuple[str, ...] = ()


@dataclass(frozen=True)
class HelpCall:
    """A table whose desk asks for help: since when, and if an organiser is on the way."""

    number: int
    spot: str
    code: str
    runner: str
    since: str
    coming: bool


@dataclass(frozen=True)
class MissingPeople:
    """The people of a seating who have not opened their seat at a table yet."""

    awaited: tuple[str, ...] = ()  # who have a phone
    phoneless: tuple[str, ...] = ()  # who signed up without one


@dataclass(frozen=True)
class TableNow:
    """A table as organisers see it, with no more of its game than its public screen shows."""

    code: str
    spot: str
    game: str
    runner: str
    screen: TableScreen
    gone: int | None  # minutes since play began
    left: int | None  # minutes that are probably left; None: too little is known
    people: int  # people who sit there
    lacking: int  # people who are still needed
    free: int  # seats for more people; 0: nobody joins
    phones: int  # phones that are present
    seats: int  # seats of people, each of which may have a phone
    asks: bool  # the desk asks for help
    cover: str = ""  # the game whose cover it has; empty: none
    missing: MissingPeople = MissingPeople()


@dataclass(frozen=True)
class BoardTableNow:
    """A table of a board game as organisers see it, with minutes gone and probably left."""

    spot: str
    game: str
    explains: str
    gone: int
    left: int | None
    free: int
    names: tuple[str, ...]


@dataclass(frozen=True)
class RoundNow:
    """The open tables of a round. Tables without a round are under an empty name."""

    name: str
    hours: str
    tables: tuple[TableNow, ...]
    boards: tuple[BoardTableNow, ...] = ()


@dataclass(frozen=True)
class StandingAnnouncement:
    """A current announcement, for organisers: until when, and to which tables."""

    number: int
    text: str
    until: str
    tables: str


@dataclass(frozen=True)
class ScreenTable:
    """A table of the public screen: its place, its game, who runs it, and who sits there."""

    spot: str
    game: str
    runner: str
    names: tuple[str, ...]
    people: int  # how many people there are, where no seating has placed them
    cover: str = ""  # the game whose cover it has; empty: none
    explains: str = ""  # who explains a board game


@dataclass(frozen=True)
class BoardResult:
    """The result of a game."""

    spot: str
    game: str
    outcome: str
    winners: tuple[str, ...]
    camp: bool  # the winner is a camp, not a person


@dataclass(frozen=True)
class Hours:
    """A round as the public screen announces it."""

    name: str
    begins: str
    ends: str
    on: bool


@dataclass(frozen=True, eq=False)
class EveningNow:
    """The state of an event at one moment, in one language."""

    event: Event
    rounds: Sequence[Round]
    sign_up: SignUp | None
    sessions: Mapping[int, GameSession]  # all of the event, by their ids
    shown: Mapping[int, TableScreen]  # of open tables
    people: Mapping[int, Sequence[SeatColumns]]  # the seats of these tables
    phones: Mapping[int, int]  # how many phones of people are present
    placings: Sequence[Placing]  # of accepted seatings
    announcements: Sequence[Announcement]  # current ones
    now: datetime
    unopened: frozenset[int] = frozenset()  # the seats of people that no phone has opened
    first: Mapping[int, int] = field(default_factory=dict)  # the first game at the table of a game, by id
    board_games: Mapping[str, EveningGame] = field(default_factory=dict)

    @property
    def list_open_games(self) -> list[GameSession]:
        """The open tables, in the order of their places in the hall."""
        spots = {spot: number for number, spot in enumerate(self.event.spots)}
        return sorted(
            (one for one in self.sessions.values() if not one.closed),
            key=lambda one: (one.round_id or 0, spots.get(one.spot, len(spots)), one.spot, one.pk),
        )

    def list_placings(self, session: GameSession) -> list[Placing]:
        """Return the people who were seated at the table of this game."""
        first = self.first.get(session.pk, session.pk)
        return [one for one in self.placings if one.session_id == first]

    def find_runner(self, session: GameSession) -> str:
        """Return who runs a table by the seating; empty if nobody was asked to."""
        return next((one.guest.name for one in self.list_placings(session) if one.runs), "")


def read_evening(event: Event) -> EveningNow:
    """Read the current state of an event, in the active language.

    The number of queries does not grow with the event.
    """
    sessions = assignments.list_games(event)
    sessions = {pk: one for pk, one in sessions.items() if one.event_id == event.pk}
    running = [one for one in sessions.values() if not one.closed]
    people, phones, unopened = read_seats([one.pk for one in running])
    placings = Placing.objects.filter(seating__round__event=event).exclude(seating__accepted=None)
    return EveningNow(
        event,
        list(event.rounds.all()),
        SignUp.objects.filter(event=event).first(),
        sessions,
        build_table_screens(running, people),
        people,
        phones,
        list(placings.select_related("guest", "seat", "seating__round")),
        list(Announcement.objects.filter(event=event, until__gt=announcements.now())),
        server_clock.now(),
        unopened,
        find_first_games(sessions.values()),
        list_board_games(event),
    )


def find_first_games(sessions: Iterable[GameSession]) -> dict[int, int]:
    """Return the first game at the table of each game.

    A table that plays again continues under a new session.
    """
    before = {one.next_game_id: one.pk for one in sessions if one.next_game_id}
    first = {}
    for number in before:
        found, passed = number, {number}
        while (earlier := before.get(found)) is not None and earlier not in passed:
            found = earlier
            passed.add(found)
        first[number or 0] = found or 0
    return first


def read_seats(sessions: Sequence[int]) -> tuple[dict[int, list[SeatColumns]], dict[int, int], frozenset[int]]:
    """Return the seats of these tables, their present phones, and the seats without a phone."""
    columns = ("session_id", "pk", "name", "looked", "bot", "face", "passes__seen", "passes__pk")
    people: dict[int, list[SeatColumns]] = {one: [] for one in sessions}
    phones = dict.fromkeys(sessions, 0)
    counted: set[int] = set()
    unopened: set[int] = set()
    for number, pk, name, looked, bot, face, here, held in (
        Seat.objects.filter(session__in=sessions).order_by("session", "place").values_list(*columns)
    ):
        if pk not in counted:
            people[number].append(SeatColumns(pk, name, looked, bot, face))
            counted.add(pk)
        if held is None and not bot:
            unopened.add(pk)
        phones[number] += presence.is_there(here)
    return people, phones, frozenset(unopened)


_cached_screens: LRUCache[tuple[int, str], tuple[int, datetime, TableScreen]] = LRUCache(1024)
_lock = threading.Lock()


def clear_cache() -> None:
    """Clear the cache of table screens."""
    with _lock:
        _cached_screens.clear()


def build_table_screens(
    sessions: Iterable[GameSession], people: Mapping[int, Sequence[SeatColumns]]
) -> dict[int, TableScreen]:
    """Return what the public screens of these tables show now.

    A table that has not changed comes from the cache.
    """
    language, now = get_language() or "", server_clock.now()
    found: dict[int, TableScreen] = {}
    with _lock:
        for one in sessions:
            kept = _cached_screens.get((one.pk, language))
            if kept and kept[0] == one.pulse and now < kept[1]:
                found[one.pk] = kept[2]
    others = [one.pk for one in sessions if one.pk not in found]
    for session, table in journal.read_tables(others) if others else ():
        release = clock.build_release(session, table, now)
        until = now + FORGOTTEN
        if session.stage != Stage.JOINING:  # nothing changes automatically at a table that people join
            until = min(until, clock.find_next_change(session, release, now) or until)
        shown = found[session.pk] = _build_table_screen(session, table, people.get(session.pk, ()), release)
        with _lock:
            _cached_screens[session.pk, language] = (session.pulse, until, shown)
    return found


def _build_table_screen(
    session: GameSession, table: Table | None, people: Sequence[SeatColumns], release: Release
) -> TableScreen:
    """Return what the public screen of a table shows, from the same view."""
    with translation.override(choose_language(session, get_language() or "en")):
        known = collect_knowledge(session.kit.words, table, release) if table else None
        seats = list(people)
        seen = public.build_public_view(session, table, seats, release, known)
        return TableScreen(
            seen.table.stage, str(seen.phase.title), seen.times.paused, seen.ending.outcome, seen.ending.winners
        )


# For organisers


def list_rounds(evening: EveningNow) -> tuple[RoundNow, ...]:
    """Return the open tables, round by round."""
    lengths = compute_lengths(evening)
    names = {one.pk: one for one in evening.rounds}
    found: dict[int | None, list[TableNow]] = {}
    for session in evening.list_open_games:
        if session.pk in evening.shown:
            found.setdefault(session.round_id, []).append(_build_table(evening, session, lengths))
    boards: dict[int | None, list[BoardTableNow]] = {}
    for table in list_standing_boards(evening):
        found.setdefault(table.round.pk, [])
        boards.setdefault(table.round.pk, []).append(_build_board_table(evening, table))
    return tuple(
        RoundNow(
            names[one].name if one in names else "",
            format_hours(names.get(one or 0)),
            tuple(some),
            tuple(boards.get(one, ())),
        )
        for one, some in sorted(found.items(), key=lambda pair: (pair[0] is None, pair[0] or 0))
    )


def find_newest(evening: EveningNow) -> datetime | None:
    """Return when the tables of the latest seated round were opened."""
    return max((one.seating.accepted for one in evening.placings if one.seating.accepted), default=None)


def list_standing_boards(evening: EveningNow) -> list[BoardTable]:
    """Return the tables of board games of the latest seated round, while the event is open."""
    if evening.event.closed:
        return []
    newest = find_newest(evening)
    return list_board_tables(evening.board_games, [one for one in evening.placings if one.seating.accepted == newest])


def _build_board_table(evening: EveningNow, table: BoardTable) -> BoardTableNow:
    opened = table.placings[0].seating.accepted or timezone.now()
    gone, minutes = count_minutes(timezone.now() - opened), table.game.minutes
    return BoardTableNow(
        name_place(evening.event, table.spot),
        table.game.name,
        table.game.explains,
        gone,
        None if minutes is None else -(-max(0, minutes - gone) // IN_STEPS) * IN_STEPS,
        max(0, table.game.most - len(table.placings)),
        tuple(sorted((one.guest.name for one in table.placings), key=build_sort_key)),
    )


def format_hours(part: Round | None) -> str:
    """Return the hours of a round: "20:30–22:00"; empty if it has none."""
    if part is None or part.begins is None:
        return ""
    return f"{part.begins:%H:%M}" + (f"–{part.ends:%H:%M}" if part.ends else "")


def _build_table(evening: EveningNow, session: GameSession, lengths: Mapping[str, int]) -> TableNow:
    kit, shown = playable_kits().get(session.game), evening.shown[session.pk]
    people = evening.people[session.pk]
    joining = shown.stage == Stage.JOINING
    fewest, most = kit.roles.SEATS if kit else (0, 0)
    gone = (
        count_minutes(evening.now - began)
        if shown.stage == Stage.PLAYING and (began := find_begin(session))
        else None
    )
    likely = lengths.get(session.game)
    left = -(-max(0, likely - gone) // IN_STEPS) * IN_STEPS if likely is not None and gone is not None else None
    return TableNow(
        code=session.code,
        spot=session.spot,
        game=str(kit.words.NAME) if kit else session.game,
        runner=evening.find_runner(session),
        screen=shown,
        gone=gone,
        left=left,
        people=len(people),
        lacking=max(0, fewest - len(people)) if joining else 0,
        free=max(0, min(most, MOST_AT_A_TABLE) - len(people)) if joining and not session.settings.door_closed else 0,
        phones=evening.phones[session.pk],
        seats=sum(not one.bot for one in people),
        asks=session.organiser_contact.help_asked_at is not None,
        cover=session.game if kit and kit.look else "",
        missing=_list_missing(evening, session) if joining else MissingPeople(),
    )


def _list_missing(evening: EveningNow, session: GameSession) -> MissingPeople:
    """Return who was seated at a table and has not opened their seat.

    Ruling: organisers may be playing, so a table shows this only before its cards are dealt.
    """
    names = {one.name for one in evening.people[session.pk] if one.pk in evening.unopened}
    found = [one.guest for one in evening.list_placings(session) if one.seat and one.seat.name in names]
    return MissingPeople(
        tuple(guest.name for guest in found if guest.device_id),
        tuple(guest.name for guest in found if not guest.device_id),
    )


def find_begin(session: GameSession) -> datetime | None:
    """Return when play began, by the server's own clock."""
    return session.pacing.begun_at or session.started


def count_minutes(span: timedelta) -> int:
    """Return the whole minutes of a span of time."""
    return max(0, int(span.total_seconds() // 60))


def compute_lengths(evening: EveningNow) -> dict[str, int]:
    """Return the median length in minutes of each game of the event.

    A game counts only if enough of its games have ended in public.
    """
    lasted: dict[str, list[int]] = {}
    for one in evening.sessions.values():
        if has_ended(evening, one) and one.started and one.ended:
            lasted.setdefault(one.game, []).append(count_minutes(one.ended - one.started))
    return {game: round(median(some)) for game, some in lasted.items() if len(some) >= ENOUGH}


def has_ended(evening: EveningNow, session: GameSession) -> bool:
    """Return true if the end of a game is public.

    The table's screen has shown it, or the table has closed.
    """
    if session.stage != Stage.OVER or not session.outcome:
        return False
    return session.closed is not None or bool(session.pk in evening.shown and evening.shown[session.pk].outcome)


def list_help_calls(evening: EveningNow) -> tuple[HelpCall, ...]:
    """Return the tables whose desks ask for help, those that have waited longest first.

    Tables to which an organiser is on the way come last.
    """
    some = [one for one in evening.list_open_games if one.organiser_contact.help_asked_at]
    some.sort(key=lambda one: (one.organiser_contact.help_coming, one.organiser_contact.help_asked_at))
    return tuple(
        HelpCall(
            one.pk,
            one.spot,
            one.code,
            evening.find_runner(one),
            to_local(one.organiser_contact.help_asked_at),
            one.organiser_contact.help_coming,
        )
        for one in some
    )


def to_local(at: datetime | None) -> str:
    """Return a moment as local time."""
    return timezone.localtime(at).strftime("%H:%M") if at else ""


def list_announcements(evening: EveningNow) -> tuple[StandingAnnouncement, ...]:
    """Return the current announcements, for the organisers who make them."""
    at = {one.code: one.spot or one.code for one in evening.list_open_games}
    return tuple(
        StandingAnnouncement(
            one.pk,
            announcements.translate_announcement(one.text, one.usual),
            to_local(timezone.now() + (one.until - evening.now)),
            ", ".join(at.get(code, code) for code in one.tables),
        )
        for one in evening.announcements
    )


# For everybody in the hall


def list_screen_tables(evening: EveningNow) -> tuple[ScreenTable, ...]:
    """Return the open tables, with the people of the seating."""
    found = []
    for session in evening.list_open_games:
        kit = playable_kits().get(session.game)
        names = sorted(
            (one.seat.name for one in evening.list_placings(session) if not one.runs and one.seat), key=build_sort_key
        )
        found.append(
            ScreenTable(
                session.spot or session.code,
                str(kit.words.NAME) if kit else session.game,
                evening.find_runner(session),
                tuple(names),
                len(evening.people.get(session.pk, ())),
                session.game if kit and kit.look else "",
            )
        )
    for table in list_standing_boards(evening):
        names = sorted((one.guest.name for one in table.placings), key=build_sort_key)
        spot = name_place(evening.event, table.spot)
        found.append(ScreenTable(spot, table.game.name, "", tuple(names), len(names), explains=table.game.explains))
    return tuple(found)


def list_sitting_out(evening: EveningNow) -> tuple[str, ...]:
    """Return who sits out the latest seated round."""
    newest = find_newest(evening)
    out = [one.guest for one in evening.placings if one.spot is None and one.seating.accepted == newest]
    return tuple(sorted((one.name for one in out if one.left is None), key=build_sort_key))


def list_results(evening: EveningNow) -> tuple[BoardResult, ...]:
    """Return the results of the latest games of the event that have ended."""
    found = []
    ended = [
        one
        for one in evening.sessions.values()
        if has_ended(evening, one) and one.game in playable_kits() and one.is_current
    ]
    for one in sorted(ended, key=lambda one: one.ended or one.created, reverse=True)[:LATEST]:
        end = one.outcome or {}
        found.append(
            BoardResult(
                one.spot or one.code,
                str(one.kit.words.NAME),
                str(one.kit.words.outcome(end["winners"], end["reason"])),
                list_winners(end),
                has_camp_won(end, end["seats"]),
            )
        )
    return tuple(found)


def list_programme(evening: EveningNow) -> tuple[Hours, ...]:
    """Return the rounds and their hours. A round is on while it has open tables."""
    on = {one.round_id for one in evening.list_open_games}
    on |= {table.round.pk for table in list_standing_boards(evening)}
    return tuple(
        Hours(
            one.name,
            f"{one.begins:%H:%M}" if one.begins else "",
            f"{one.ends:%H:%M}" if one.ends else "",
            one.pk in on,
        )
        for one in evening.rounds
    )


def list_public_announcements(evening: EveningNow) -> tuple[AnnouncementView, ...]:
    """Return the announcements to everybody."""
    return tuple(
        AnnouncementView(one.pk, announcements.translate_announcement(one.text, one.usual))
        for one in evening.announcements
        if not one.tables
    )


def list_organiser_passes() -> set[int]:
    """Return the ids of the passes that let a device organise."""
    return set(Pass.objects.filter(kind__in=(Kind.HOST, Kind.ORGANISER)).values_list("pk", flat=True))
