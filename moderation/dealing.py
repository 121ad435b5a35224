"""What the moderator deals, before play begins: how many of each, drawn or typed in from real cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import journal, opening
from games.models import GameSession, Seat
from games.options import OfSeats, settle
from moderation.access import for_moderator, hides_secrets
from moderation.choices import Choice, whole
from moderation.desk import deed
from moderation.forms import Unwanted
from moderation.seats import counts_of, sentence, wrong_seats

Stage = GameSession.Stage


@dataclass(frozen=True)
class CardField:
    """One thing that a card says, to be chosen from a list."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class DealRow:
    """A seat on the page of the deal: what it holds, and the fields to type it in."""

    id: int
    name: str
    holds: str
    fields: tuple[CardField, ...]


def field_name(key: str, seat_id: int) -> str:
    """What the field of a seat's card is called in the form."""
    return f"card.{key}.{seat_id}"


@require_GET
@for_moderator
@hides_secrets
def desk_cards(request: HttpRequest, session: GameSession) -> HttpResponse:
    """The deal, for the moderator alone, and the form in which real cards are typed in."""
    words, cards = session.kit.words, session.kit.roles.CARD
    with journal.at_rest(session.pk) as (_session, table):
        truth = table.truth() if table and session.stage == Stage.CARDS else {}
    rows = [
        DealRow(
            seat.pk,
            seat.name,
            str(words.truth(truth[seat.name])) if seat.name in truth else "",
            tuple(card_field(session, seat, key, values) for key, values in cards.items()),
        )
        for seat in session.seats.order_by("place")
    ]
    before = session.stage in (Stage.JOINING, Stage.CARDS)
    context = {"session": session, "rows": rows, "dealt": bool(truth), "types_in": bool(cards) and before}
    return render(request, "seats/cards.html", context)


def card_field(session: GameSession, seat: Seat, key: str, values: Sequence[str]) -> CardField:
    """The field in which one thing about a seat's card is chosen, with what it was dealt picked."""
    card = (session.deal or {}).get(seat.name)
    held = card.get(key) if isinstance(card, dict) else None
    said = session.kit.words.CARDS[key]
    choices = tuple(Choice(value, str(said.values.get(value, value)), value == held) for value in values)
    return CardField(field_name(key, seat.pk), str(said.label), choices)


@deed
def desk_counts(request: HttpRequest, session: GameSession) -> None:
    """Set how many of each to deal (`count.<name>`), or go back to the suggestion (`suggested`)."""
    with journal.set_up(session.pk) as fresh:
        players = fresh.seats.count()
        if request.POST.get("suggested"):
            fresh.counts = {}
        else:
            counts = {name: whole(request.POST.get(f"count.{name}", "")) for name in counts_of(fresh, players)}
            if not counts:
                raise Unwanted(_("In this game there is nothing to count."))
            if not wrong_seats(fresh.kit, players) and (wrong := fresh.kit.roles.wrong_counts(players, counts)):
                raise Unwanted(sentence(wrong))
            fresh.counts = counts
        fresh.save(update_fields=["counts"])


@deed
def desk_deal(request: HttpRequest, session: GameSession) -> None:
    """Draw the deal, or draw it anew (`again`); a deal that stands is not redrawn by a second tap."""
    with journal.set_up(session.pk) as fresh:
        if fresh.stage == Stage.CARDS and not request.POST.get("again"):
            return
        names, options = _ready(fresh)
        counts = counts_of(fresh, len(names)) or None
        try:
            deal = fresh.kit.roles.deal(names, options, journal.chance.choice, counts)
        except ValueError as wrong:
            raise Unwanted(sentence(str(wrong))) from None
        _hand_out(fresh, deal)


@deed
def desk_type_deal(request: HttpRequest, session: GameSession) -> None:
    """Take the deal of real cards, typed in for every seat (`card.<key>.<seat>`)."""
    with journal.set_up(session.pk) as fresh:
        if fresh.narrated:
            raise Unwanted(_("Without a moderator nobody may know the deal."))
        names, options = _ready(fresh)
        cards = fresh.kit.roles.CARD
        if not cards:
            raise Unwanted(_("The cards of this game cannot be typed in."))
        deal: dict[str, dict[str, str]] = {}
        for seat in fresh.seats.order_by("place"):
            card = {key: request.POST.get(field_name(key, seat.pk), "") for key in cards}
            if unread := next((key for key in cards if card[key] not in cards[key]), None):
                field = fresh.kit.words.CARDS[unread].label
                raise Unwanted(_("%(name)s: please choose “%(field)s”.") % {"name": seat.name, "field": field})
            deal[seat.name] = card
        if wrong := fresh.kit.roles.wrong_deal(names, options, deal):
            raise Unwanted(sentence(wrong))
        _hand_out(fresh, deal)


def _ready(session: GameSession) -> tuple[list[str], dict[str, Any]]:
    """The seats and options to deal with. Raises `Unwanted` when people are missing, or too many, or playing."""
    if session.stage not in (Stage.JOINING, Stage.CARDS):
        raise Unwanted(_("The game has begun: the cards stay as they are."))
    names = session.seat_names()
    if wrong := wrong_seats(session.kit, len(names)):
        raise Unwanted(wrong)
    offered = session.kit.roles.OPTIONS
    # Whoever an option named may have left the ring since.
    gone = [name for name, value in session.options.items() if _seat_gone(offered.get(name), value, names)]
    if gone:
        session.options = {name: value for name, value in session.options.items() if name not in gone}
        session.save(update_fields=["options"])
    return names, settle(offered, session.options)


def _seat_gone(option: object, value: Any, names: list[str]) -> bool:
    return isinstance(option, OfSeats) and not option.allows(value, names)


def _hand_out(session: GameSession, deal: dict[str, Any]) -> None:
    opening.deal_cards(session, deal)
    session.seats.filter(bot=True).update(looked=True)


@deed
def desk_take_back(request: HttpRequest, session: GameSession) -> None:
    """Collect the cards, so that people can still join; collected ones stay so at a second tap."""
    if session.stage != Stage.JOINING:
        opening.take_cards_back(session)


@deed
def desk_begin(request: HttpRequest, session: GameSession) -> None:
    """Begin to play; a second tap finds the game begun."""
    if session.stage == Stage.JOINING:
        raise Unwanted(_("Deal the cards first."))
    if session.stage == Stage.CARDS:
        if session.narrated and (lost := without_device(session)):
            raise Unwanted(_("Without a moderator everybody needs a phone: %(names)s.") % {"names": ", ".join(lost)})
        opening.begin(session)


def without_device(session: GameSession) -> list[str]:
    """Names of the people who could not answer for themselves."""
    return list(session.seats.filter(bot=False, passes=None).order_by("place").values_list("name", flat=True))
