"""The view model of a table before play: the ring, the cards to deal, and who has looked.

A pure function of the database and the active language, for the page and for its socket. It does not have the deal
itself. The deal is on a page of its own, which the moderator opens when nobody looks.
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
from moderation.players.avatars import Face, build_face
from moderation.tables.setup.odds import Odds, find_odds
from moderation.tables.setup.removal import KeptOutRow, RemovedRow, list_kept_out, list_removed

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
    expected: bool  # its phone has not loaded its page yet
    away: bool  # its phone has loaded its page before, and has no page open now
    face: Face | None


@dataclass(frozen=True)
class CountRow:
    """The count of one card to deal."""

    name: str
    label: str
    count: int


@dataclass(frozen=True)
class SeatChoice:
    """An option that names a seat, chosen once the people are at the table."""

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
    expected: int  # seats whose phones have not loaded their page yet
    lapse: int  # minutes until such a seat is removed
    most: int
    fill: int  # the number of seats up to which computer players may fill the ring
    wrong_seats: str
    counts: tuple[CountRow, ...]
    rest: str  # the card that all others are dealt: "Astronaut"
    left: int  # how many others there are
    dealt_others: bool  # the cards were dealt with other counts than these
    own_counts: bool
    proposed: str  # which of the proposed counts come from the rulebook; empty where the table has its own
    plainer: bool  # a deal with plainer cards is possible
    wrong_counts: str
    advice: tuple[str, ...]
    odds: Odds | None  # the simulated results of these cards; None: there are none
    types_in: bool  # cards of this game can be typed in
    options: tuple[tuple[str, str], ...]
    choices: tuple[SeatChoice, ...]  # the options that name a seat of the table
    has_nights: bool
    eyes_closed: bool
    narrated: bool
    looked: int
    lookers: int
    to_look: tuple[str, ...]
    to_show: tuple[int, str] | None  # the first seat whose card is still to be shown on the desk
    removed: tuple[RemovedRow, ...]  # seats that can be put back
    kept_out: tuple[KeptOutRow, ...]  # phones that are blocked
    name_limit: str  # as a sentence
    longest_name: int = names.LONGEST  # visible characters


def build_seats_view(session: GameSession) -> SeatsView:
    """Build the view of the table as the moderator sets it up."""
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
            face=build_face(seat.name, seat.face),
        )
        for seat in seats
    )
    counts, options = read_counts(session, len(seats)), read_options(session)
    people = [row for row in rows if not row.bot]
    return SeatsView(
        code=session.code,
        slug=kit.slug,
        game=str(words.NAME),
        dealt=session.stage == Stage.CARDS,
        join_path=reverse("join", kwargs={"code": session.code}),
        qr_path=reverse("qr_join", kwargs={"code": session.code}),
        wifi_name=session.upkeep.wifi_name,
        wifi=qr.draw_wifi(session.upkeep.wifi_name, session.upkeep.wifi_password),
        door_closed=session.upkeep.door_closed,
        rows=rows,
        expected=sum(row.expected for row in rows),
        lapse=int(arrivals.LAPSE.total_seconds() // 60),
        most=most,
        fill=compute_fill(session, len(seats)),
        wrong_seats=explain_wrong_seats(kit, len(seats)),
        counts=tuple(CountRow(name, str(words.COUNTS.get(name, name)), count) for name, count in counts.items()),
        rest=name_plain_card(kit, counts),
        left=len(seats) - sum(count for name, count in counts.items() if name in list_cards(kit)),
        dealt_others=session.stage == Stage.CARDS and session.upkeep.dealt not in (None, counts),
        own_counts=bool(session.counts),
        proposed="" if session.counts or not counts else str(words.PROPOSED),
        plainer=counts != suggest_counts(kit, len(seats), options),
        wrong_counts=explain_wrong_counts(kit, len(seats), counts, options),
        advice=list_advice(kit, len(seats), counts, options),
        odds=None if session.rehearsal else find_odds_for(kit, len(seats), counts, options),
        types_in=bool(kit.roles.CARD),
        options=describe_options(words, kit, session.options),
        choices=list_seat_choices(words, kit, session.options, {row.name for row in rows}),
        name_limit=str(names.LIMIT),
        narrated=session.narrated,
        has_nights=words.MODERATED,
        eyes_closed=session.nights == GameSession.Nights.EYES_CLOSED,
        looked=sum(row.looked for row in people),
        lookers=len(people),
        to_look=tuple(row.name for row in people if not row.looked),
        to_show=next(((row.id, row.name) for row in people if not (row.looked or row.phone)), None),
        removed=list_removed(session) if session.stage == Stage.JOINING else (),
        kept_out=list_kept_out(session),
    )


def compute_fill(session: GameSession, seats: int) -> int:
    """Return the number of seats up to which computer players are offered.

    `seats`: how many seats the table has.
    """
    fewest, most = session.kit.roles.SEATS
    if session.rehearsal:  # in a board game everybody waits for everybody else's turn
        least = max(fewest, seats, USUAL if session.kit.words.MODERATED else 0)
        options = read_options(session)
        calm = (one for one in range(least, most + 1) if not has_advice(session.kit, one, options))
        return next(calm, least)
    return min(most, max(fewest, USUAL, seats + 1))


def has_advice(kit: Kit, players: int, options: Mapping[str, Any]) -> bool:
    """Return true if the usual cards for so many players come with advice.

    A rehearsal avoids such numbers, because a new moderator need not read advice.
    """
    return bool(list_advice(kit, players, kit.roles.suggestion(players, options), options))


def read_options(session: GameSession) -> dict[str, Any]:
    """Return every option of a table, as set or by default."""
    return settle(session.kit.roles.OPTIONS, session.options)


def read_counts(session: GameSession, players: int) -> dict[str, int]:
    """Return the counts to deal: the moderator's own, else the game's suggestion.

    It is empty in a game without counts.
    """
    roles = session.kit.roles
    suggested = roles.suggestion(max(players, roles.SEATS[0]), read_options(session))
    return {name: session.counts.get(name, count) for name, count in suggested.items()}


def list_cards(kit: Kit) -> Sequence[str]:
    """Return the cards of which everybody is dealt one. It is empty where they have no names."""
    return next(iter(kit.roles.CARD.values()), ())


def name_plain_card(kit: Kit, counts: Mapping[str, int]) -> str:
    """Return the card, in words, for everybody who gets none of the counted cards.

    It is empty where nothing is counted.
    """
    plain = [card for card in list_cards(kit) if card not in counts]
    if not counts or len(plain) != 1:
        return ""
    said = kit.words.CARDS[next(iter(kit.roles.CARD))]
    return str(said.values.get(plain[0], plain[0]))


def suggest_counts(kit: Kit, players: int, options: Mapping[str, Any]) -> dict[str, int]:
    """Return the suggested counts without the cards that the game does not need."""
    players = max(players, kit.roles.SEATS[0])
    counts = dict(kit.roles.suggestion(players, options))
    for name in counts:
        if not kit.roles.wrong_counts(players, counts | {name: 0}, options):
            counts[name] = 0
    return counts


def explain_wrong_seats(kit: Kit, players: int) -> str:
    """Return a sentence why so many people cannot play; empty when they can."""
    fewest, most = kit.roles.SEATS
    if players < fewest:
        missing = fewest - players
        return ngettext("%(count)d player more is needed.", "%(count)d players more are needed.", missing) % {
            "count": missing
        }
    if players > most:
        return _("This game takes at most %(count)d players.") % {"count": most}
    return ""


def explain_wrong_counts(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> str:
    """Return a sentence why these counts cannot be dealt to so many; empty when they can."""
    if not counts or explain_wrong_seats(kit, players):
        return ""
    return translate_message(kit, kit.roles.wrong_counts(players, counts, options))


def list_advice(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return advice for the moderator to consider before dealing."""
    if explain_wrong_seats(kit, players) or explain_wrong_counts(kit, players, counts, options):
        return ()
    return tuple(translate_message(kit, line) for line in kit.roles.warnings(players, counts, options))


def find_odds_for(kit: Kit, players: int, counts: Mapping[str, int], options: Mapping[str, Any]) -> Odds | None:
    """Return the simulated results of these cards, None where they cannot be dealt."""
    if explain_wrong_seats(kit, players) or explain_wrong_counts(kit, players, counts, options):
        return None
    return find_odds(kit, players, counts)


def translate_message(kit: Kit, said: str) -> str:
    """Return a message of a kit's roles as a sentence in the active language."""
    told = kit.translate(said)
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".") if told else ""


def list_seat_choices(
    words: Words, kit: Kit, given: Mapping[str, Any], seats: Collection[str]
) -> tuple[SeatChoice, ...]:
    """Return the options that name a seat, with the chosen seat if it is still there."""
    offered = [name for name, option in kit.roles.OPTIONS.items() if isinstance(option, OfSeats)]
    said = {name: words.OPTIONS.get(name, OptionWords(name)) for name in offered}
    return tuple(
        SeatChoice(
            name, str(said[name].label), str(said[name].help), str(one) if (one := given.get(name)) in seats else ""
        )
        for name in offered
    )


def describe_options(words: Words, kit: Kit, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the options that fit on a line, each as a label and its value."""
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
