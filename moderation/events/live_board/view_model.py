"""An evening as it is now, for its organisers and for everybody in the hall: its tables, its hours, its results.

Everything about a game comes from its own public screen (`public.build_public_view`), because organisers may be
playing. The people on the public screen are those of seatings, who read on the page of sign-up that they are named
there. Start reading at `read`; these are plain values for fragments.
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

from games import house_clock, journal
from games.engine.table import Table
from games.models import Event, GameSession, Round, Seat
from moderation.events import assignments
from moderation.events.seating.service import MOST_AT_A_TABLE
from moderation.models import Announcement, Kind, Pass, Placing, SignUp
from moderation.play.pacing import clock
from moderation.play.projections import announcements, public
from moderation.play.projections.announcements import AnnouncementView
from moderation.play.projections.knowledge import collect_knowledge as knowledge_of
from moderation.play.projections.public import Sitter, camp_won, winners_of
from moderation.play.timeline.call_length import Release
from moderation.players import presence
from moderation.web.kits import playable_kits

Stage = GameSession.Stage

ENOUGH = 2  # finished games of an evening from which the length of another is guessed
IN_STEPS = 5  # minutes: nobody knows it better
LATEST = 8  # results that the public screen shows
FORGOTTEN = timedelta(seconds=20)  # after which what was seen of a table is looked at again in any case


@dataclass(frozen=True)
class TableScreen:
    """What the public screen of a table shows, as far as a hall says it too."""

    stage: str
    phase: str
    paused: bool
    outcome: str = ""
    winners: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asking:
    """A table whose desk asks for help: since when, and whether an organiser is on the way."""

    number: int
    spot: str
    code: str
    runner: str
    since: str
    coming: bool


@dataclass(frozen=True)
class TableNow:
    """A table as organisers see it: nothing of its game that its own public screen does not show."""

    code: str
    spot: str
    game: str
    runner: str
    stage: str
    phase: str
    paused: bool
    outcome: str
    gone: int | None  # minutes since play began
    left: int | None  # minutes that are likely left; None: too little is known
    people: int  # that sit there
    lacking: int  # that are needed still,
    free: int  # and for whom there is a seat; 0: nobody joins
    phones: int  # that are there,
    seats: int  # of how many seats of people
    asks: bool  # for help


@dataclass(frozen=True)
class RoundNow:
    """The open tables of a round; without a name those that are in none."""

    name: str
    hours: str
    tables: tuple[TableNow, ...]


@dataclass(frozen=True)
class StandingAnnouncement:
    """An announcement that stands, for organisers: until when, and to which tables."""

    number: int
    text: str
    until: str
    tables: str


@dataclass(frozen=True)
class Seated:
    """A table of the public screen: its place, its game, who runs it, and who sits there."""

    spot: str
    game: str
    runner: str
    names: tuple[str, ...]
    people: int  # where nobody was seated by a seating, how many there are


@dataclass(frozen=True)
class BoardResult:
    """How a game ended."""

    spot: str
    game: str
    outcome: str
    winners: tuple[str, ...]
    camp: bool  # it is a camp that has won, and no person


@dataclass(frozen=True)
class Hours:
    """A round as the public screen announces it."""

    name: str
    begins: str
    ends: str
    on: bool


@dataclass(frozen=True, eq=False)
class EveningNow:
    """What is read of an evening at one instant, in one language."""

    event: Event
    rounds: Sequence[Round]
    sign_up: SignUp | None
    sessions: Mapping[int, GameSession]  # all of the evening, by their numbers
    shown: Mapping[int, TableScreen]  # of those that are open
    people: Mapping[int, Sequence[Sitter]]  # who sits at those
    phones: Mapping[int, int]  # how many phones of people are there
    placings: Sequence[Placing]  # of seatings that were accepted
    announcements: Sequence[Announcement]  # that stand
    now: datetime
    first: Mapping[int, int] = field(default_factory=dict)  # the first game at the table of a game

    @property
    def open(self) -> list[GameSession]:
        """The tables that are open, by their places in the hall."""
        spots = {spot: number for number, spot in enumerate(self.event.spots)}
        return sorted(
            (one for one in self.sessions.values() if not one.closed),
            key=lambda one: (one.round_id or 0, spots.get(one.spot, len(spots)), one.spot, one.pk),
        )

    def placed(self, session: GameSession) -> list[Placing]:
        """Who was seated at the table of this game."""
        first = self.first.get(session.pk, session.pk)
        return [one for one in self.placings if one.session_id == first]

    def runner(self, session: GameSession) -> str:
        """Who runs a table, by the seating; empty: nobody was asked to."""
        return next((one.guest.name for one in self.placed(session) if one.runs), "")


def read(event: Event) -> EveningNow:
    """An evening as it is now, in the active language; the number of statements does not grow with it."""
    sessions = assignments.games_of(event)
    sessions = {pk: one for pk, one in sessions.items() if one.event_id == event.pk}
    running = [one for one in sessions.values() if not one.closed]
    people, phones = sitters([one.pk for one in running])
    placings = Placing.objects.filter(seating__round__event=event).exclude(seating__accepted=None)
    return EveningNow(
        event,
        list(event.rounds.all()),
        SignUp.objects.filter(event=event).first(),
        sessions,
        seen(running, people),
        people,
        phones,
        list(placings.select_related("guest", "seat", "seating")),
        list(Announcement.objects.filter(event=event, until__gt=announcements.now())),
        house_clock.now(),
        first_games(sessions.values()),
    )


def first_games(sessions: Iterable[GameSession]) -> dict[int, int]:
    """The first game at the table of each of these: a table that plays again goes on under another session."""
    before = {one.next_game_id: one.pk for one in sessions if one.next_game_id}
    first = {}
    for number in before:
        found, passed = number, {number}
        while (earlier := before.get(found)) is not None and earlier not in passed:
            found = earlier
            passed.add(found)
        first[number or 0] = found or 0
    return first


def sitters(sessions: Sequence[int]) -> tuple[dict[int, list[Sitter]], dict[int, int]]:
    """Who sits at these tables, and how many of their phones are there."""
    columns = ("session_id", "pk", "name", "looked", "bot", "face", "passes__seen")
    people: dict[int, list[Sitter]] = {one: [] for one in sessions}
    phones = dict.fromkeys(sessions, 0)
    counted: set[int] = set()
    for number, pk, name, looked, bot, face, here in (
        Seat.objects.filter(session__in=sessions).order_by("session", "place").values_list(*columns)
    ):
        if pk not in counted:
            people[number].append(Sitter(pk, name, looked, bot, face))
            counted.add(pk)
        phones[number] += presence.is_there(here)
    return people, phones


_seen: LRUCache[tuple[int, str], tuple[int, datetime, TableScreen]] = LRUCache(1024)
_gate = threading.Lock()


def forget() -> None:
    """Forget what was seen of every table."""
    with _gate:
        _seen.clear()


def seen(sessions: Iterable[GameSession], people: Mapping[int, Sequence[Sitter]]) -> dict[int, TableScreen]:
    """What the public screens of these tables show now; a table that has not changed is not looked at again."""
    language, now = get_language() or "", house_clock.now()
    found: dict[int, TableScreen] = {}
    with _gate:
        for one in sessions:
            kept = _seen.get((one.pk, language))
            if kept and kept[0] == one.pulse and now < kept[1]:
                found[one.pk] = kept[2]
    others = [one.pk for one in sessions if one.pk not in found]
    for session, table in journal.read_tables(others) if others else ():
        release = clock.build_release(session, table, now)
        until = now + FORGOTTEN
        if session.stage != Stage.JOINING:  # nothing at a table that people join changes by itself
            until = min(until, clock.next_change(session, release, now) or until)
        shown = found[session.pk] = _shown(session, table, people.get(session.pk, ()), release)
        with _gate:
            _seen[session.pk, language] = (session.pulse, until, shown)
    return found


def _shown(session: GameSession, table: Table | None, people: Sequence[Sitter], release: Release) -> TableScreen:
    """What the public screen shows: made of what it is made of."""
    with translation.override(public.tongue(session, get_language() or "en")):
        known = knowledge_of(session.kit.words, table, release) if table else None
        seats = list(people)
        open_ = public.build_public_view(session, table, seats, release, known)
        return TableScreen(open_.stage, str(open_.phase), open_.paused, open_.outcome, open_.winners)


# For organisers


def tables(evening: EveningNow) -> tuple[RoundNow, ...]:
    """The open tables, round by round."""
    lengths = lengths_of(evening)
    names = {one.pk: one for one in evening.rounds}
    found: dict[int | None, list[TableNow]] = {}
    for session in evening.open:
        if session.pk in evening.shown:
            found.setdefault(session.round_id, []).append(_table(evening, session, lengths))
    return tuple(
        RoundNow(names[one].name if one in names else "", hours(names.get(one or 0)), tuple(some))
        for one, some in sorted(found.items(), key=lambda pair: (pair[0] is None, pair[0] or 0))
    )


def hours(part: Round | None) -> str:
    """When a round begins and ends: "20:30–22:00"; empty where nobody has said."""
    if part is None or part.begins is None:
        return ""
    return f"{part.begins:%H:%M}" + (f"–{part.ends:%H:%M}" if part.ends else "")


def _table(evening: EveningNow, session: GameSession, lengths: Mapping[str, int]) -> TableNow:
    kit, shown = playable_kits().get(session.game), evening.shown[session.pk]
    people = evening.people[session.pk]
    joining = shown.stage == Stage.JOINING
    fewest, most = kit.roles.SEATS if kit else (0, 0)
    gone = minutes(evening.now - began) if shown.stage == Stage.PLAYING and (began := began_at(session)) else None
    likely = lengths.get(session.game)
    left = -(-max(0, likely - gone) // IN_STEPS) * IN_STEPS if likely is not None and gone is not None else None
    return TableNow(
        code=session.code,
        spot=session.spot,
        game=str(kit.words.NAME) if kit else session.game,
        runner=evening.runner(session),
        stage=shown.stage,
        phase=shown.phase,
        paused=shown.paused,
        outcome=shown.outcome,
        gone=gone,
        left=left,
        people=len(people),
        lacking=max(0, fewest - len(people)) if joining else 0,
        free=max(0, min(most, MOST_AT_A_TABLE) - len(people)) if joining and not session.upkeep.door_closed else 0,
        phones=evening.phones[session.pk],
        seats=sum(not one.bot for one in people),
        asks=session.upkeep.help_asked is not None,
    )


def began_at(session: GameSession) -> datetime | None:
    """When play began, by the clock of the house."""
    return session.upkeep.begun_at or session.started


def minutes(span: timedelta) -> int:
    """Whole minutes of a span of time."""
    return max(0, int(span.total_seconds() // 60))


def lengths_of(evening: EveningNow) -> dict[str, int]:
    """How many minutes a game of the evening has lasted, by game, where enough have ended before everybody's eyes."""
    lasted: dict[str, list[int]] = {}
    for one in evening.sessions.values():
        if has_ended(evening, one) and one.started and one.ended:
            lasted.setdefault(one.game, []).append(minutes(one.ended - one.started))
    return {game: round(median(some)) for game, some in lasted.items() if len(some) >= ENOUGH}


def has_ended(evening: EveningNow, session: GameSession) -> bool:
    """Whether everybody has seen how a game ended: on its table's screen, or the table has closed since."""
    if session.stage != Stage.OVER or not session.outcome:
        return False
    return session.closed is not None or bool(session.pk in evening.shown and evening.shown[session.pk].outcome)


def asking(evening: EveningNow) -> tuple[Asking, ...]:
    """The tables whose desks ask for help, whoever has waited longest first."""
    some = [one for one in evening.open if one.upkeep.help_asked]
    some.sort(key=lambda one: (one.upkeep.help_coming, one.upkeep.help_asked))
    return tuple(
        Asking(one.pk, one.spot, one.code, evening.runner(one), local(one.upkeep.help_asked), one.upkeep.help_coming)
        for one in some
    )


def local(at: datetime | None) -> str:
    """An instant by the clock on the wall."""
    return timezone.localtime(at).strftime("%H:%M") if at else ""


def said(evening: EveningNow) -> tuple[StandingAnnouncement, ...]:
    """The announcements that stand, for who makes them."""
    at = {one.code: one.spot or one.code for one in evening.open}
    return tuple(
        StandingAnnouncement(
            one.pk,
            announcements.in_words(one.text, one.usual),
            local(timezone.now() + (one.until - evening.now)),
            ", ".join(at.get(code, code) for code in one.tables),
        )
        for one in evening.announcements
    )


# For everybody in the hall


def seated(evening: EveningNow) -> tuple[Seated, ...]:
    """The open tables, with the people of the seating."""
    found = []
    for session in evening.open:
        kit = playable_kits().get(session.game)
        names = sorted(
            (one.seat.name for one in evening.placed(session) if not one.runs and one.seat), key=str.casefold
        )
        found.append(
            Seated(
                session.spot or session.code,
                str(kit.words.NAME) if kit else session.game,
                evening.runner(session),
                tuple(names),
                len(evening.people.get(session.pk, ())),
            )
        )
    return tuple(found)


def sitting_out(evening: EveningNow) -> tuple[str, ...]:
    """Who sits the latest round out that was seated."""
    newest = max((one.seating.accepted for one in evening.placings if one.seating.accepted), default=None)
    out = [one.guest for one in evening.placings if one.spot is None and one.seating.accepted == newest]
    return tuple(sorted((one.name for one in out if one.left is None), key=str.casefold))


def results(evening: EveningNow) -> tuple[BoardResult, ...]:
    """How the latest games of the evening ended that have."""
    found = []
    ended = [
        one
        for one in evening.sessions.values()
        if has_ended(evening, one) and one.game in playable_kits() and one.current
    ]
    for one in sorted(ended, key=lambda one: one.ended or one.created, reverse=True)[:LATEST]:
        end = one.outcome or {}
        found.append(
            BoardResult(
                one.spot or one.code,
                str(one.kit.words.NAME),
                str(one.kit.words.outcome(end["winners"], end["reason"])),
                winners_of(end),
                camp_won(end, end["seats"]),
            )
        )
    return tuple(found)


def programme(evening: EveningNow) -> tuple[Hours, ...]:
    """The rounds and their hours; which is on is told by the tables that are open."""
    on = {one.round_id for one in evening.open}
    return tuple(
        Hours(
            one.name,
            f"{one.begins:%H:%M}" if one.begins else "",
            f"{one.ends:%H:%M}" if one.ends else "",
            one.pk in on,
        )
        for one in evening.rounds
    )


def to_all(evening: EveningNow) -> tuple[AnnouncementView, ...]:
    """What is announced to everybody."""
    return tuple(
        AnnouncementView(one.pk, announcements.in_words(one.text, one.usual))
        for one in evening.announcements
        if not one.tables
    )


def organisers() -> set[int]:
    """The passes with which a device organises."""
    return set(Pass.objects.filter(kind__in=(Kind.HOST, Kind.ORGANISER)).values_list("pk", flat=True))
