"""Deal the cards before play: how many of each, drawn at random or typed in from real cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import journal, lifecycle
from games.engine.options import OfSeats, settle
from games.engine.table import Fact
from games.models import GameSession, Seat
from moderation.access import agreements
from moderation.access.guards import for_moderator
from moderation.models import RemovedSeat, SawDeal
from moderation.players.avatars import Face, build_face
from moderation.tables.desk_actions import desk_action, hides_secrets
from moderation.tables.settings_forms import PREFIX, CardsForm, CountsForm
from moderation.tables.setup.card_swap import may_swap
from moderation.tables.setup.deal_section import (
    explain_wrong_seats,
    read_counts,
    read_options,
    suggest_counts,
    translate_message,
)
from moderation.web import request_ids
from moderation.web.refusals import Unwanted

Stage = GameSession.Stage


@require_GET
@for_moderator
@hides_secrets
def desk_cards(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Show the deal to the moderator, and the form for typing in real cards."""
    form = CardsForm(session)
    with journal.read_table(session.pk) as (_session, table):
        truth = table.truth() if table and session.stage == Stage.CARDS else {}
    before = session.stage in (Stage.JOINING, Stage.CARDS)
    context = {
        "session": session,
        "held": [build_held_card(session, seat, truth[seat.name]) for seat in form.seats if seat.name in truth],
        "may_swap": session.stage == Stage.CARDS and not session.narrated and may_swap(session),
        "dealt": bool(truth),
        "typed": [(seat.name, form.list_fields(seat)) for seat in form.seats] if form.cards and before else [],
    }
    return render(request, "tables/setup/cards.html", context)


@dataclass(frozen=True)
class HeldCard:
    """A seat of the deal and its card, for the moderator alone."""

    id: int
    name: str
    face: Face | None
    role: str
    card: str  # in one line
    looked: bool


def build_held_card(session: GameSession, seat: Seat, row: Fact) -> HeldCard:
    """Return the card of a seat from its row of the truth."""
    card = str(session.kit.words.truth(row))
    return HeldCard(
        seat.pk, seat.name, build_face(seat.name, seat.face), str(row.get("role") or ""), card, seat.looked
    )


@desk_action
def desk_counts(request: HttpRequest, session: GameSession) -> None:
    """Set how many of each card to deal (`count.<name>`).

    `plain`: only the plain cards. `suggested`: the suggestion.
    Numbers are saved as typed. The page says which ones cannot be dealt, and those are not dealt.
    """
    with journal.edit_session(session.pk) as fresh:
        players = fresh.seats.count()
        if request.POST.get("suggested"):
            fresh.counts = {}
        elif request_ids.parse_number(request.POST.get("plain", "0"), most=1):
            fresh.counts = suggest_counts(fresh.kit, players, read_options(fresh))
        else:
            fresh.counts = parse_counts(fresh, request.POST)
            if not fresh.counts:
                raise Unwanted(_("In this game there is nothing to count."))
        fresh.save(update_fields=["counts"])


def parse_counts(session: GameSession, form: QueryDict) -> dict[str, int]:
    """Return the counts that a form sends; empty in a game without counts. Raises `Unwanted`."""
    counted = read_counts(session, session.seats.count())
    return CountsForm(counted, form, session.kit.roles.SEATS[1]).counts()


@desk_action
def desk_chosen(request: HttpRequest, session: GameSession) -> None:
    """Save the seat chosen for an option that names a seat (`option.<name>`).

    An empty value means the first seat.
    """
    with journal.edit_session(session.pk) as fresh:
        if fresh.stage != Stage.JOINING:
            raise Unwanted(_("The game has begun: the cards stay as they are."))
        seats = fresh.seat_names()
        for name, option in fresh.kit.roles.OPTIONS.items():
            chosen = request.POST.get(PREFIX + name)
            if not isinstance(option, OfSeats) or chosen is None:
                continue
            if chosen and not option.allows(chosen, seats):
                raise Unwanted(_("Nobody of that name sits at the table."))
            fresh.options = {key: value for key, value in fresh.options.items() if key != name}
            fresh.options |= {name: chosen} if chosen else {}
        fresh.save(update_fields=["options"])


@desk_action
def desk_deal(request: HttpRequest, session: GameSession) -> None:
    """Draw the deal, or draw it again (`again`). A second tap does not redraw a deal.

    The counts on the page come with the tap (`count.<name>`), so the deal uses the counts that the moderator read.
    """
    with journal.edit_session(session.pk) as fresh:
        if fresh.stage == Stage.CARDS and not request.POST.get("again"):
            return
        names, options = _check_ready(fresh)
        if any(name.startswith("count.") for name in request.POST):
            fresh.counts = parse_counts(fresh, request.POST)
            fresh.save(update_fields=["counts"])
        counts = read_counts(fresh, len(names)) or None
        try:
            deal = fresh.kit.roles.deal(names, options, journal.chance.choice, counts)
        except ValueError as wrong:
            raise Unwanted(translate_message(fresh.kit, str(wrong))) from None
        _hand_out(fresh, deal)


@desk_action
def desk_type_deal(request: HttpRequest, session: GameSession) -> None:
    """Save the deal of real cards, typed in for every seat (`card.<key>.<seat>`)."""
    with journal.edit_session(session.pk) as fresh:
        if fresh.narrated:
            raise Unwanted(_("Without a moderator nobody may know the deal."))
        names, options = _check_ready(fresh)
        if not (form := CardsForm(fresh, request.POST)).cards:
            raise Unwanted(_("The cards of this game cannot be typed in."))
        deal = form.deal()
        if wrong := fresh.kit.roles.wrong_deal(names, options, deal):
            raise Unwanted(translate_message(fresh.kit, wrong))
        _hand_out(fresh, deal)
        # A person without a phone has the real card, and has seen it.
        fresh.seats.filter(passes=None).update(looked=True)


def _check_ready(session: GameSession) -> tuple[list[str], dict[str, Any]]:
    """Return the seats and options to deal with.

    Raises `Unwanted` when people are missing, too many, or playing already, or have not agreed to the settings.
    """
    if session.stage not in (Stage.JOINING, Stage.CARDS):
        raise Unwanted(_("The game has begun: the cards stay as they are."))
    names = session.seat_names()
    if wrong := explain_wrong_seats(session.kit, len(names)):
        raise Unwanted(wrong)
    if lacking := agreements.list_lacking(session):
        raise Unwanted(
            _("Not everybody has agreed to how the table is played now: %(names)s.") % {"names": ", ".join(lacking)}
        )
    offered = session.kit.roles.OPTIONS
    # A seat that an option names may have left the ring.
    gone = [name for name, value in session.options.items() if _is_seat_gone(offered.get(name), value, names)]
    if gone:
        session.options = {name: value for name, value in session.options.items() if name not in gone}
        session.save(update_fields=["options"])
    return names, settle(offered, session.options)


def _is_seat_gone(option: object, value: Any, names: list[str]) -> bool:
    return isinstance(option, OfSeats) and not option.allows(value, names)


def _hand_out(session: GameSession, deal: dict[str, Any]) -> None:
    lifecycle.deal_cards(session, deal)
    SawDeal.objects.filter(session=session).delete()  # what was seen of an earlier deal no longer counts
    session.seats.filter(Q(bot=True) | Q(lessons__session=session)).update(looked=True)
    session.settings.change(dealt_counts=read_counts(session, session.seats.count()))
    agreements.clear_notices(session)


@desk_action
def desk_take_back(request: HttpRequest, session: GameSession) -> None:
    """Collect the cards, so that people can still join. A second tap changes nothing."""
    if session.stage != Stage.JOINING:
        lifecycle.take_cards_back(session)


@desk_action
def desk_begin(request: HttpRequest, session: GameSession) -> None:
    """Begin the game. A second tap changes nothing."""
    if session.stage == Stage.JOINING:
        raise Unwanted(_("Deal the cards first."))
    if session.stage == Stage.CARDS:
        if session.narrated and (lost := list_without_device(session)):
            raise Unwanted(_("Without a moderator everybody needs a phone: %(names)s.") % {"names": ", ".join(lost)})
        lifecycle.begin(session)
        RemovedSeat.objects.filter(session=session).delete()  # nobody is put back into a running game


def list_without_device(session: GameSession) -> list[str]:
    """Return the names of people who have no phone to answer with."""
    return list(session.seats.filter(bot=False, passes=None).order_by("place").values_list("name", flat=True))
