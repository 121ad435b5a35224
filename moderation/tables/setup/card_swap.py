"""Swap the cards of two people before play, at the desk."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import journal, lifecycle
from games.engine.options import settle
from games.engine.table import Refused
from games.models import GameSession, Seat
from moderation.access.guards import for_moderator
from moderation.tables.desk_actions import hides_secrets
from moderation.tables.setup.deal_section import translate_message
from moderation.web.refusals import Unwanted

Stage = GameSession.Stage


@require_POST
@for_moderator
@hides_secrets
def desk_swap_cards(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Swap the cards of two seats (`seat`, twice: their ids), and show the new deal."""
    try:
        swapped = swap_cards(session, request.POST.getlist("seat"))
    except Refused as refused:
        messages.error(request, refused.sentence if isinstance(refused, Unwanted) else _("Play has begun."))
        return redirect("desk_cards", code=session.code)
    names = {"one": swapped[0].name, "other": swapped[1].name}
    messages.success(request, _("%(one)s and %(other)s have swapped cards. Both look again.") % names)
    if seen := [seat.name for seat in swapped if seat.looked]:
        said = _("Had already seen the card that the other one now has: %(names)s. To be safe, deal anew.")
        messages.warning(request, said % {"names": ", ".join(seen)})
    return redirect("desk_cards", code=session.code)


def swap_cards(session: GameSession, chosen: list[str]) -> list[Seat]:
    """Swap the cards of two seats, and return the seats as they were.

    Raises `Refused`, and then nothing has changed. Ruling: the moderator may change a draw before play (S-05). Both
    seats look at their card again.
    """
    with journal.edit_session(session.pk) as fresh:
        if fresh.narrated:
            raise Unwanted(_("Without a moderator nobody may know the deal."))
        if fresh.stage != Stage.CARDS:
            raise Unwanted(_("The game has begun: the cards stay as they are."))
        seats = [seat for seat in fresh.seats.order_by("place") if str(seat.pk) in chosen]
        if len(seats) != 2:
            raise Unwanted(_("Choose two people."))
        ids, (one, other) = [seat.pk for seat in seats], [seat.name for seat in seats]
        deal = dict(fresh.deal or {})
        if not may_swap(fresh):
            raise Unwanted(_("The cards of this game cannot be swapped."))
        deal[one], deal[other] = deal[other], deal[one]
        options = settle(fresh.kit.roles.OPTIONS, fresh.options)
        if wrong := fresh.kit.roles.wrong_deal(fresh.seat_names(), options, deal):
            raise Unwanted(translate_message(fresh.kit, wrong))
        still_seen = list(fresh.seats.filter(looked=True).exclude(pk__in=ids).values_list("pk", flat=True))
        lifecycle.deal_cards(fresh, deal)
        fresh.seats.filter(pk__in=still_seen).update(looked=True)
        fresh.seats.filter(pk__in=ids, bot=True).update(looked=True)
    return seats


def may_swap(session: GameSession) -> bool:
    """Return true if each seat of this table has a card of its own that another seat could have."""
    return session.deal is not None and set(session.seat_names()) == set(session.deal)
