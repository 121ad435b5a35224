"""The moderator's set-up of a table, worked out from what is kept: the ring, what to deal, who has looked.

A pure function of the database and the active language, for the page and for what its socket is sent. The deal
itself is not in it: it stands on a page of its own, which the moderator opens when nobody looks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import Kit
from games.engine.options import OfSeats, Switch, WordLists, settle
from games.engine.words import OptionWords, Words
from games.models import GameSession
from moderation.access import qr
from moderation.models import Kind, Pass
from moderation.players import arrivals, names, presence
from moderation.players.avatars import Face, face_of
from moderation.tables.setup.odds import Odds, odds_of
from moderation.tables.setup.removal import KeptOutRow, RemovedRow, kept_out_rows, removed_rows

Stage = GameSession.Stage

USUAL = 8  # a number of players that suits most games


@dataclass(frozen=True)
class SeatRow:
    """A seat in the list that the moderator puts in order."""

    id: int
    name: str
    bot: bool
    looked: bool
    phone: bool
    expected: bool  # its phone has not come yet
    away: bool  # its phone has come, and has no page open now
    face: Face | None


@dataclass(frozen=True)
class CountRow:
    """How many of a card to deal."""

    name: str
    label: str
    count: int


@dataclass(frozen=True)
class SeatChoice:
    """An option that names a seat, which the table chooses once its people are there."""

    name: str
    label: str
    help: str
    chosen: str  # the seat; empty: the first one


@dataclass(frozen=True)
class SeatsView:
    """A table before play."""

    code: str
    slug: str
    game: str
    dealt: bool
    join_path: str
    qr_path: str
    wifi_name: str
    wifi: SafeString
    door_closed: bool
    rows: tuple[SeatRow, ...]
    expected: int  # seats whose phones have not come yet
    lapse: int  # minutes after which they go
    most: int
    fill: int  # to how many seats computer players may fill up
    wrong_seats: str
    counts: tuple[CountRow, ...]
    rest: str  # what the others are dealt: "Astronaut",
    left: int  # and how many they are
    dealt_others: bool  # the cards that are out were dealt by other numbers
    own_counts: bool
    proposed: str  # which of the proposed counts are the rulebook's; empty where the table has its own
    plainer: bool  # fewer of them could be dealt
    wrong_counts: str
    advice: tuple[str, ...]
    odds: Odds | None  # what these cards came to in simulation; None: nothing can be said of them
    types_in: bool  # cards of this game can be typed in
    options: tuple[tuple[str, str], ...]
    choices: tuple[SeatChoice, ...]  # what the table may choose from its seats
    has_nights: bool
    eyes_closed: bool
    narrated: bool
    looked: int
    lookers: int
    to_look: tuple[str, ...]
    to_show: tuple[int, str] | None  # the first seat whose card is still to be shown on the desk
    removed: tuple[RemovedRow, ...]  # seats that can be put back
    kept_out: tuple[KeptOutRow, ...]  # phones that may not come in
    name_limit: str  # as a sentence
    longest_name: int = names.LONGEST  # visible characters


def seats_view(session: GameSession) -> SeatsView:
    """The table as the moderator sets it up."""
    kit, words = session.kit, session.kit.words
    most = kit.roles.SEATS[1]
    seats = list(session.seats.order_by("place"))
    passes = Pass.objects.filter(session=session, kind=Kind.SEAT).values_list("seat_id", "expected", "seen")
    phones = {seat_id: session.stage == Stage.JOINING and since is not None for seat_id, since, _seen in passes}
    away = {seat_id for seat_id, _since, seen in passes if not (phones[seat_id] or presence.is_there(seen))}
    rows = tuple(
        SeatRow(
            id=seat.pk,
            name=seat.name,
            bot=seat.bot,
            looked=seat.looked,
            phone=seat.pk in phones,
            expected=phones.get(seat.pk, False),
            away=seat.pk in away and not session.rehearsal,
            face=face_of(seat.name, seat.face),
        )
        for seat in seats
    )
    counts, options = counts_of(session, len(seats)), options_of(session)
    people = [row for row in rows if not row.bot]
    return SeatsView(
        code=session.code,
        slug=kit.slug,
        game=str(words.NAME),
        dealt=session.stage == Stage.CARDS,
        join_path=reverse("join", kwargs={"code": session.code}),
        qr_path=reverse("qr_join", kwargs={"code": session.code}),
        wifi_name=session.upkeep.wifi_name,
        wifi=qr.wifi(session.upkeep.wifi_name, session.upkeep.wifi_password),
        door_closed=session.upkeep.door_closed,
        rows=rows,
        expected=sum(row.expected for row in rows),
        lapse=int(arrivals.LAPSE.total_seconds() // 60),
        most=most,
        fill=to_fill_up(session, len(seats)),
        wrong_seats=wrong_seats(kit, len(seats)),
        counts=tuple(CountRow(name, str(words.COUNTS.get(name, name)), count) for name, count in counts.items()),
        rest=plain_card(kit, counts),
        left=len(seats) - sum(count for name, count in counts.items() if name in cards_of(kit)),
        dealt_others=session.stage == Stage.CARDS and session.upkeep.dealt not in (None, counts),
        own_counts=bool(session.counts),
        proposed="" if session.counts or not counts else str(words.PROPOSED),
        plainer=counts != plain_counts(kit, len(seats), options),
        wrong_counts=wrong_counts(kit, len(seats), counts, options),
        advice=advice(kit, len(seats), counts, options),
        odds=None if session.rehearsal else odds_for(kit, len(seats), counts, options),
        types_in=bool(kit.roles.CARD),
        options=options_said(words, kit, session.options),
        choices=seat_choices(words, kit, session.options, {row.name for row in rows}),
        name_limit=str(names.LIMIT),
        narrated=session.narrated,
        has_nights=words.MODERATED,
        eyes_closed=session.nights == GameSession.Nights.EYES_CLOSED,
        looked=sum(row.looked for row in people),
        lookers=len(people),
        to_look=tuple(row.name for row in people if not row.looked),
        to_show=next(((row.id, row.name) for row in people if not (row.looked or row.phone)), None),
        removed=removed_rows(session) if session.stage == Stage.JOINING else (),
        kept_out=kept_out_rows(session),
    )


def to_fill_up(session: GameSession, seats: int) -> int:
    """To how many seats computer players are offered to fill up a table of so many."""
    fewest, most = session.kit.roles.SEATS
    if session.rehearsal:  # at a board everybody waits for the turn of everybody else
        least = max(fewest, seats, USUAL if session.kit.words.MODERATED else 0)
        options = options_of(session)
        calm = (one for one in range(least, most + 1) if not advised(session.kit, one, options))
        return next(calm, least)
    return min(most, max(fewest, USUAL, seats + 1))


def advised(kit: Kit, players: int, options: Mapping[str, Any]) -> bool:
    """Whether the usual cards of so many players come with advice: what whoever learns need not read."""
    return bool(advice(kit, players, kit.roles.suggestion(players, options), options))


def options_of(session: GameSession) -> dict[str, Any]:
    """Every option of a table, set or as it is usual."""
    return settle(session.kit.roles.OPTIONS, session.options)


def counts_of(session: GameSession, players: int) -> dict[str, int]:
    """What is to be dealt: the moderator's own counts, else the game's suggestion; empty where nothing is counted."""
    roles = session.kit.roles
    suggested = roles.suggestion(max(players, roles.SEATS[0]), options_of(session))
    return {name: session.counts.get(name, count) for name, count in suggested.items()}


def cards_of(kit: Kit) -> Sequence[str]:
    """The cards of which everybody is dealt one; none where they cannot be named."""
    return next(iter(kit.roles.CARD.values()), ())


def plain_card(kit: Kit, counts: Mapping[str, int]) -> str:
    """What whoever gets none of the counted cards is dealt, in words; nothing where nothing is counted."""
    plain = [card for card in cards_of(kit) if card not in counts]
    if not counts or len(plain) != 1:
        return ""
    said = kit.words.CARDS[next(iter(kit.roles.CARD))]
    return str(said.values.get(plain[0], plain[0]))


def plain_counts(kit: Kit, players: int, options: Mapping[str, Any]) -> dict[str, int]:
    """The suggestion without whatever the game can do without: what is left are its plain cards."""
    players = max(players, kit.roles.SEATS[0])
    counts = dict(kit.roles.suggestion(players, options))
    for name in counts:
        if not kit.roles.wrong_counts(players, counts | {name: 0}, options):
            counts[name] = 0
    return counts


def wrong_seats(kit: Kit, players: int) -> str:
    """Why so many people cannot play, in a sentence; nothing when they can."""
    fewest, most = kit.roles.SEATS
    if players < fewest:
        missing = fewest - players
        return ngettext("%(count)d player more is needed.", "%(count)d players more are needed.", missing) % {
            "count": missing
        }
    if players > most:
        return _("This game takes at most %(count)d players.") % {"count": most}
    return ""


def wrong_counts(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> str:
    """Why these counts cannot be dealt to so many players, in a sentence; nothing when they can."""
    if not counts or wrong_seats(kit, players):
        return ""
    return sentence(kit, kit.roles.wrong_counts(players, counts, options))


def advice(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> tuple[str, ...]:
    """What the moderator may want to think over before dealing."""
    if wrong_seats(kit, players) or wrong_counts(kit, players, counts, options):
        return ()
    return tuple(sentence(kit, line) for line in kit.roles.warnings(players, counts, options))


def odds_for(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> Odds | None:
    """What these cards came to in simulation, where they can be dealt."""
    if wrong_seats(kit, players) or wrong_counts(kit, players, counts, options):
        return None
    return odds_of(kit, players, counts)


def sentence(kit: Kit, said: str) -> str:
    """What a kit's roles say, in the active language and as a sentence."""
    told = kit.said(said)
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".") if told else ""


def seat_choices(words: Words, kit: Kit, given: Mapping[str, Any], seats: Collection[str]) -> tuple[SeatChoice, ...]:
    """The options that name a seat, with the seat that is chosen if it is still there."""
    offered = [name for name, option in kit.roles.OPTIONS.items() if isinstance(option, OfSeats)]
    said = {name: words.OPTIONS.get(name, OptionWords(name)) for name in offered}
    return tuple(
        SeatChoice(
            name, str(said[name].label), str(said[name].help), str(one) if (one := given.get(name)) in seats else ""
        )
        for name in offered
    )


def options_said(words: Words, kit: Kit, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The options that can be read in a line: a label and the value."""
    said = []
    for name, value in settle(kit.roles.OPTIONS, given).items():
        label = words.OPTIONS.get(name, OptionWords(name))
        if isinstance(kit.roles.OPTIONS[name], Switch):
            said.append((str(label.label), _("yes") if value else _("no")))
        elif isinstance(option := kit.roles.OPTIONS[name], WordLists) and value:
            typed = [
                str(label.values[part]) for part in option.lengths if list(value[part]) != list(option.own[part])
            ]
            said.append((str(label.label), ", ".join(typed)))
        elif isinstance(value, str | int) and not isinstance(option, OfSeats):
            said.append((str(label.label), str(label.values.get(str(value), value))))
    return tuple(said)
