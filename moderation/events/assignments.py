"""The current table and seat of each guest of an event, and if that table has closed.

A table that plays again continues under a new session with the same people (`GameSession.next_game`). An accepted
seating holds for all of these games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Q

from games.models import PART_NAMES, Event, GameSession, Round, Seat
from moderation.events.evening_games import EveningGame, is_explained_by, list_evening_games, name_place
from moderation.events.guests import GuestStatus, ListedGuest, find_status
from moderation.models import Announcement, Guest, Placing
from moderation.play.projections import announcements
from moderation.play.projections.announcements import AnnouncementView
from moderation.play.rendering.fragments import FragmentGroup, View, fragment, rows


@dataclass(frozen=True, eq=False)
class GuestAssignment:
    """The place of a guest by the latest accepted seating.

    `session`: the game that is played there now.
    """

    placing: Placing
    session: GameSession | None  # None: they sit the round out, or the table was never opened

    @property
    def is_closed(self) -> bool:
        """True if their table has closed."""
        return self.session is not None and self.session.closed is not None

    @property
    def seat(self) -> Seat | None:
        """Their seat in that game, None if it left the table or they run it.

        A seat in a later game is looked up by its name, which takes a query.
        """
        seat = self.placing.seat
        if seat is None or self.session is None or seat.session_id == self.session.pk:
            return seat
        return Seat.objects.filter(session=self.session, folded=seat.folded).first()


def find_latest_game(session: GameSession, games: Mapping[int, GameSession]) -> GameSession:
    """Return the game that is played now at the table of this game.

    `games`: the games of the event.
    """
    seen = {session.pk}
    while session.closed and (after := games.get(session.next_game_id or 0)) and after.pk not in seen:
        session = after
        seen.add(session.pk)
    return session


def list_games(event: Event, sessions: Iterable[int] = ()) -> dict[int, GameSession]:
    """Return the games of an event by id, and those of `sessions` that have left it.

    Runs one query.
    """
    known = GameSession.objects.filter(Q(event=event) | Q(pk__in=list(sessions)))
    return {one.pk: one for one in known.defer(*GameSession.LONG).select_related(*PART_NAMES)}


def find_assignments(event: Event, guests: Collection[Guest] | None = None) -> dict[int, GuestAssignment]:
    """Return where each seated guest (of these guests) belongs, by guest id. Runs two queries."""
    accepted = Placing.objects.filter(seating__round__event=event).exclude(seating__accepted=None)
    if guests is not None:
        accepted = accepted.filter(guest__in=guests)
    placings = accepted.select_related("seat").order_by("seating__accepted", "pk")
    newest = {one.guest_id: one for one in placings}
    games = list_games(event, {one.session_id for one in newest.values() if one.session_id})
    found = {}
    for number, one in newest.items():
        played = games.get(one.session_id or 0)
        found[number] = GuestAssignment(one, find_latest_game(played, games) if played else None)
    return found


def list_runners(event: Event) -> dict[int, str]:
    """Return who runs each table, by the id of the game that the seating opened."""
    running = Placing.objects.filter(seating__round__event=event, runs=True).exclude(session=None)
    return dict(running.values_list("session", "guest__name"))


# The page of a guest


@dataclass(frozen=True)
class MyCompanion:
    """Somebody who was signed up on the same phone: their status, and their table."""

    number: int
    name: str
    code: str
    place: str
    spot: str = ""
    game: str = ""


@dataclass(frozen=True)
class BoardSeat:
    """A place at a board game, whose table has no seat to open; `by_me`: the guest explains it."""

    explains: str
    by_me: bool


@dataclass(frozen=True)
class MySeat:
    """The place of a guest as their page shows it.

    `here`: they have arrived, and have not gone home.
    """

    place: str = ""  # the status of their line
    before: int = 0  # how many wait before them
    here: bool = False
    out: bool = False  # they sit the round out
    spot: str = ""
    game: str = ""
    runs: bool = False
    runner: str = ""
    closed: bool = False
    board: BoardSeat | None = None
    late: bool = False  # the round has begun without them, or they have no seat in it
    more: bool = False  # a round follows in which they can be seated
    moved: bool = False  # their line came from another device, and nobody has confirmed that
    said: tuple[AnnouncementView, ...] = ()  # announcements by organisers, to their table or to all
    companions: tuple[MyCompanion, ...] = ()


# The fields of which one fragment is made.
MY_SEAT = ("here", "out", "spot", "game", "runs", "runner", "closed", "late", "more", "moved", "board")


def build_my_seats(event: Event, lines: Collection[ListedGuest]) -> dict[int, MySeat]:
    """Return what the pages of these guests show, by guest id, in the active language.

    Runs seven queries.
    """
    along = list(Guest.objects.filter(brought_by__in=[line.guest.pk for line in lines], cancelled=None))
    found = find_assignments(event, [*(line.guest for line in lines), *along])
    rounds = list(Round.objects.filter(event=event).values_list("seating__accepted", flat=True))
    begun, more = any(rounds), not rounds or None in rounds
    running, games = list_runners(event), list_evening_games(event)
    standing = list(Announcement.objects.filter(event=event, until__gt=announcements.now()))
    companions: dict[int | None, list[MyCompanion]] = {}
    for one in along:
        companions.setdefault(one.brought_by_id, []).append(_build_companion(one, found.get(one.pk), games, event))
    pages = {}
    for line in lines:
        guest = line.guest
        mine = MySeat(line.place.value, line.before, companions=tuple(companions.get(guest.pk, ())))
        at = found.get(guest.pk)
        here = guest.arrived is not None and guest.left is None
        session = at.session if at else None
        code = session.code if session and here else ""
        said = tuple(
            AnnouncementView(one.pk, announcements.translate_announcement(one.text, one.usual))
            for one in standing
            if not one.tables or code in one.tables
        )
        if not here or at is None:
            pages[guest.pk] = replace(mine, here=here, late=here and begun, more=more, said=said)
        elif is_at_board(at, games, event):
            game = games[at.placing.game]
            pages[guest.pk] = replace(
                mine,
                here=here,
                spot=name_place(event, at.placing.spot or 0),
                game=game.name,
                board=BoardSeat(game.explains, is_explained_by(game, guest.name)),
                more=more,
                said=said,
            )
        elif session is None:
            pages[guest.pk] = replace(mine, here=here, out=at.placing.spot is None, more=more, said=said)
        else:
            played = games.get(session.game)
            pages[guest.pk] = replace(
                mine,
                here=here,
                spot=session.spot,
                game=played.name if played else session.game,
                runs=at.placing.runs,
                runner=running.get(at.placing.session_id or 0, ""),
                closed=at.is_closed,
                more=more,
                moved=guest.moved is not None,
                said=said,
            )
    return pages


def is_at_board(at: GuestAssignment, games: Mapping[str, EveningGame], event: Event) -> bool:
    """Return true if somebody sits at a board game, which has no session."""
    game = games.get(at.placing.game)
    return at.placing.spot is not None and game is not None and game.kit is None and not event.closed


def _build_companion(
    guest: Guest, at: GuestAssignment | None, games: Mapping[str, EveningGame], event: Event
) -> MyCompanion:
    status = find_status(guest)
    known = MyCompanion(guest.pk, guest.name, guest.code, status.value)
    if status is not GuestStatus.HERE or at is None or at.is_closed:
        return known
    if is_at_board(at, games, event):
        return replace(known, spot=name_place(event, at.placing.spot or 0), game=games[at.placing.game].name)
    if at.session is None:
        return known
    game = games.get(at.session.game)
    return replace(known, spot=at.session.spot, game=game.name if game else at.session.game)


def build_page(seat: MySeat, key: str) -> View:
    """Return the part of a guest's page that is pushed.

    `key`: the end of the event's public address.
    """
    values = {name: getattr(seat, name) for name in MY_SEAT}
    told = rows("announcements", "parts/announcement.html", ({"said": one} for one in seat.said))
    return View(
        fragment("", "events/my_seat.html"),
        FragmentGroup(
            told,
            fragment("place", "events/_my_place.html", place=seat.place, before=seat.before),
            fragment("seat", "events/_my_seat.html", key=key, **values),
            fragment("companions", "events/_my_companions.html", companions=seat.companions),
        ),
    )
