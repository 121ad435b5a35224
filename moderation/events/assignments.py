"""Where everybody of an evening is to be now: at which table, in which of its games, and whether it has closed.

A table that plays again goes on under a new session with the same people (`GameSession.next_game`): a seating that
was accepted before holds for all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from games.models import Event, GameSession, Seat
from moderation.models import Announcement, Guest, Placing
from moderation.play.projections import announcements
from moderation.play.projections.announcements import AnnouncementView
from moderation.play.rendering.fragments import FragmentGroup, View, fragment, rows
from moderation.web.kits import playable_kits


@dataclass(frozen=True, eq=False)
class Whereabouts:
    """Where somebody is to be by the latest seating that was accepted; `session`: the game that is on there now."""

    placing: Placing
    session: GameSession | None  # None: they sit the round out, or the table was never opened

    @property
    def closed(self) -> bool:
        """Whether their table has closed."""
        return self.session is not None and self.session.closed is not None

    @property
    def seat(self) -> Seat | None:
        """Their seat in that game; None: it is not at the table any more, or they run it. A later game is asked."""
        seat = self.placing.seat
        if seat is None or self.session is None or seat.session_id == self.session.pk:
            return seat
        return Seat.objects.filter(session=self.session, folded=seat.folded).first()


def latest(session: GameSession, games: Mapping[int, GameSession]) -> GameSession:
    """The game that is on now at the table at which this one was played; `games`: those of the evening."""
    seen = {session.pk}
    while session.closed and (after := games.get(session.next_game_id or 0)) and after.pk not in seen:
        session = after
        seen.add(session.pk)
    return session


def games_of(event: Event, sessions: Iterable[int] = ()) -> dict[int, GameSession]:
    """The games of an evening by their numbers, and those of these numbers that have left it; in one statement."""
    known = GameSession.objects.filter(Q(event=event) | Q(pk__in=list(sessions)))
    return {one.pk: one for one in known.defer(*GameSession.LONG).select_related("upkeep")}


def whereabouts(event: Event, guests: Collection[Guest] | None = None) -> dict[int, Whereabouts]:
    """Where everybody is to be who was seated (of these guests), by their numbers; in two statements."""
    accepted = Placing.objects.filter(seating__round__event=event).exclude(seating__accepted=None)
    if guests is not None:
        accepted = accepted.filter(guest__in=guests)
    placings = accepted.select_related("seat").order_by("seating__accepted", "pk")
    newest = {one.guest_id: one for one in placings}
    games = games_of(event, {one.session_id for one in newest.values() if one.session_id})
    found = {}
    for number, one in newest.items():
        played = games.get(one.session_id or 0)
        found[number] = Whereabouts(one, latest(played, games) if played else None)
    return found


def runners(event: Event) -> dict[int, str]:
    """Who runs which table, by the number of the game that the seating opened."""
    running = Placing.objects.filter(seating__round__event=event, runs=True).exclude(session=None)
    return dict(running.values_list("session", "guest__name"))


# What the page of a guest says of it


@dataclass(frozen=True)
class MySeat:
    """Where somebody sits, as their page says it; `here`: they have come, and not gone home."""

    here: bool = False
    out: bool = False  # they sit the round out
    spot: str = ""
    game: str = ""
    runs: bool = False
    runner: str = ""
    closed: bool = False
    moved: bool = False  # their line came from another device, which nobody has confirmed
    said: tuple[AnnouncementView, ...] = ()  # by organisers, to their table or to all


MY_SEAT = ("here", "out", "spot", "game", "runs", "runner", "closed", "moved")  # of which one fragment is made


def my_seats(event: Event, guests: Collection[Guest]) -> dict[int, MySeat]:
    """What the pages of these guests say, by their numbers, in the active language; in four statements."""
    found = whereabouts(event, guests)
    running, kits = runners(event), playable_kits()
    standing = list(Announcement.objects.filter(event=event, until__gt=announcements.now()))
    pages = {}
    for guest in guests:
        at = found.get(guest.pk)
        here = guest.arrived is not None and guest.left is None
        session = at.session if at else None
        code = session.code if session and here else ""
        said = tuple(
            AnnouncementView(one.pk, announcements.in_words(one.text, one.usual))
            for one in standing
            if not one.tables or code in one.tables
        )
        if not here or at is None:
            pages[guest.pk] = MySeat(here, said=said)
        elif session is None:
            pages[guest.pk] = MySeat(here, out=at.placing.spot is None, said=said)
        else:
            kit = kits.get(session.game)
            pages[guest.pk] = MySeat(
                here,
                spot=session.spot,
                game=str(kit.words.NAME) if kit else session.game,
                runs=at.placing.runs,
                runner=running.get(at.placing.session_id or 0, ""),
                closed=at.closed,
                moved=guest.moved is not None,
                said=said,
            )
    return pages


def page_of(seat: MySeat, key: str) -> View:
    """The part of a guest's page that is pushed; `key`: of the evening's address."""
    values = {name: getattr(seat, name) for name in MY_SEAT}
    told = rows("announcements", "parts/announcement.html", ({"said": one} for one in seat.said))
    return View(
        fragment("", "events/my_seat.html"),
        FragmentGroup(told, fragment("seat", "events/_my_seat.html", key=key, **values)),
    )
