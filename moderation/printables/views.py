"""Pages to print, with print styles. The browser prints them, or saves them as a PDF.

Pages of a game (cards, cribs) know no table, and are open to everybody as help is. Pages of a table or an evening
show what its own public screen may show. The result sheet answers 404 before everybody has seen the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from games.engine.kit import Kit
from games.models import Event, GameSession
from moderation.access import qr
from moderation.access.guards import for_moderator, for_organiser
from moderation.events import results
from moderation.models import SignUp
from moderation.play.boards.drawing import draw_sheet
from moderation.play.pacing import clock
from moderation.printables import cards, cheat_sheets, sheets
from moderation.printables import signs as tables
from moderation.recap import scenes
from moderation.tables.setup.deal_section import read_counts, read_options
from moderation.web.kits import playable_kits
from moderation.web.refusals import Unwanted
from moderation.web.venue_time import in_venue_zone

Stage = GameSession.Stage
KINDS = {"poster": "printables/posters.html", "tent": "printables/tents.html"}  # templates of signs, by kind


SLIPS, MATS = 6, 4  # cards on a sheet, and mats of a board on a sheet


# Of a game


@require_GET
def paper_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the cards of a game for the numbers of the form, with their backs."""
    kit = find_kit(slug)
    if not kit.roles.CARD:
        raise Http404
    form = cards.NumbersForm(kit, request.GET)
    deck, wrong = [], ""
    try:
        deck = cards.list_deck(kit, *form.numbers())
    except Unwanted as unwanted:
        wrong = unwanted.sentence
    loose = request.GET.get("loose") == "1"
    deck += cards.list_loose_cards(kit) if loose and deck else []
    context = {
        "loose": loose,
        "form": form,
        "wrong": wrong,
        "deck": deck,
        "sides": sheets.build_sides(deck),
        "backs": request.GET.get("backs") != "0",
        "marks": sheets.list_cut_marks(),
        "back": reverse("help", args=[slug]),
    }
    return _render_sheets(request, "printables/cards.html", context, kit)


@require_GET
def paper_crib(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the moderator's sheet of a game."""
    kit = find_kit(slug)
    return _render_sheets(
        request,
        "printables/crib.html",
        {"crib": cheat_sheets.build_moderator_sheet(kit), "back": reverse("help", args=[slug])},
        kit,
    )


@require_GET
def paper_aid(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the players' sheet of a game."""
    kit = find_kit(slug)
    return _render_sheets(
        request,
        "printables/aid.html",
        {"aid": cheat_sheets.build_player_sheet(kit), "back": reverse("help", args=[slug])},
        kit,
    )


@require_GET
def paper_easy(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of a game in easy words, in large print.

    Raises Http404 for a game without them.
    """
    kit = find_kit(slug)
    if not kit.words.EASY:
        raise Http404
    return _render_sheets(request, "printables/easy.html", {"back": reverse("help_easy", args=[slug])}, kit)


@require_GET
def paper_board(request: HttpRequest, game: str) -> HttpResponse:
    """Show the board, figures, cards and board rules of a game.

    Raises Http404 for a game without a board to print.
    """
    return _render_board(request, find_kit(game), None, reverse("help", args=[game]))


def _render_board(request: HttpRequest, kit: Kit, options: Mapping[str, Any] | None, back: str) -> HttpResponse:
    """Show the board for a table with these options; None: for any table.

    Raises Http404 where the game has none.
    """
    board, printed = kit.board, kit.printed
    if board is None or printed is None:
        raise Http404
    chosen = kit.usual if options is None else options
    labels = printed.labels(chosen)
    drawings = [(printed.SHEETS[sheet.name], draw_sheet(board, sheet, labels, board.MARKS)) for sheet in board.SHEETS]
    context = {
        "join": printed.JOIN,
        "drawings": drawings,
        "wide": board.SHEETS[0].columns[1] > board.SHEETS[0].rows[1],
        "track": printed.track(chosen),
        "figures": printed.figures(chosen),
        "cards": sheets.split_into_sheets(printed.cards(chosen), SLIPS),
        "mats": sheets.split_into_sheets(printed.mats(chosen), MATS),
        "notes": printed.notes(chosen),
        "rules": printed.rules(options),
        "back": back,
    }
    return _render_sheets(request, "printables/board.html", context, kit)


def find_kit(slug: str) -> Kit:
    """Return the kit of this name. Raises Http404 where it cannot be played."""
    if slug not in playable_kits():
        raise Http404
    return playable_kits()[slug]


# Of a table


@require_GET
@for_moderator
def desk_paper(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Show what can be printed for a table."""
    context = {
        "session": session,
        "cards": build_cards_url(session),
        "board": session.kit.board is not None,
        "over": clock.find_public_stage(session) == Stage.OVER,
    }
    return render(request, "printables/table.html", context)


def build_cards_url(session: GameSession) -> str:
    """Return the address of the cards for this table's numbers; empty: its game has none.

    The numbers are public. The deal itself is never read.
    """
    if not session.kit.roles.CARD:
        return ""
    players = max(session.seats.count(), session.kit.roles.SEATS[0])
    sent = {"players": players} | {f"count.{name}": count for name, count in read_counts(session, players).items()}
    return f"{reverse('paper_cards', args=[session.game])}?{urlencode(sent)}"


@require_GET
@for_moderator
def desk_sign(request: HttpRequest, session: GameSession, kind: str) -> HttpResponse:
    """Show the poster or the tent of a table. Raises Http404 for any other kind."""
    back = reverse("desk_paper", args=[session.code])
    return _render_signs(request, [tables.build_sign(request, session)], kind, back)


@require_GET
@for_moderator
def desk_board(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Show the board with the names and rules that this table has chosen, which are public."""
    if session.kit.board is None:
        return redirect("desk_paper", code=session.code)
    return _render_board(request, session.kit, read_options(session), reverse("desk_paper", args=[session.code]))


@require_GET
@for_moderator
@in_venue_zone
def desk_result(request: HttpRequest, session: GameSession) -> HttpResponse:
    """Show the result of a table, once everybody has seen it."""
    show = scenes.build_recap(session)
    context = {
        "show": show,
        "table": session.spot or session.code,
        "back": reverse("desk_paper", args=[session.code]),
    }
    return _render_sheets(request, "printables/result.html", context, session.kit)


# Of an evening


@require_GET
@for_organiser
def event_paper(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show what can be printed for an evening."""
    evening = get_object_or_404(Event, pk=event_id)
    played = set(evening.games.values_list("game", flat=True))
    kits = [kit for slug, kit in playable_kits().items() if slug in played] or [*playable_kits().values()]
    return render(request, "printables/evening.html", {"event": evening, "kits": kits})


@require_GET
@for_organiser
def event_signs(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """Show the posters or tents of the open and planned tables of an evening or a round.

    Raises Http404 for any other kind.
    """
    evening = get_object_or_404(Event, pk=event_id)
    number = request.GET.get("round", "")
    of = get_object_or_404(evening.rounds, pk=number) if number.isdecimal() else None
    signs = tables.build_signs(request, evening, of)
    return _render_signs(request, signs, kind, reverse("event_paper", args=[evening.pk]))


@require_GET
@for_organiser
def event_programme(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the rounds and games of an evening, with the sign-up address while it is open."""
    evening = get_object_or_404(Event, pk=event_id)
    opened = SignUp.objects.filter(event=evening, open=True).first()
    url = (
        qr.build_server_address(request) + reverse("sign_up", args=[opened.key])
        if opened and not evening.closed
        else ""
    )
    context = {
        "event": evening,
        "parts": tables.build_programme(evening),
        "url": url,
        "code": qr.draw_svg(url) if url else "",
    }
    return _render_sheets(
        request, "printables/programme.html", context | {"back": reverse("event_paper", args=[evening.pk])}
    )


@require_GET
@for_organiser
def event_seats(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show who sits where in each round, by name, for the entrance."""
    evening = get_object_or_404(Event, pk=event_id)
    context = {
        "event": evening,
        "parts": tables.list_seatings(evening),
        "back": reverse("event_paper", args=[evening.pk]),
    }
    return _render_sheets(request, "printables/seats.html", context)


@require_GET
@for_organiser
def event_sheet(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show how the finished games of an evening ended, as its page lists them."""
    evening = get_object_or_404(Event, pk=event_id)
    games = list(
        evening.games.filter(clock.is_publicly_over()).order_by("round", "spot", "pk").defer(*GameSession.LONG)
    )
    ended = [one for one in results.list_results(request, games) if one.outcome]
    context = {"event": evening, "results": ended, "back": reverse("event_paper", args=[evening.pk])}
    return _render_sheets(request, "printables/results.html", context)


def _render_signs(request: HttpRequest, signs: list[tables.Sign], kind: str, back: str) -> HttpResponse:
    if kind not in KINDS:
        raise Http404
    context = {"signs": signs, "back": back}
    return _render_sheets(
        request, KINDS[kind], context, *{sign.kit.slug: sign.kit for sign in signs if sign.kit}.values()
    )


def _render_sheets(request: HttpRequest, template: str, context: dict[str, Any], *kits: Kit) -> HttpResponse:
    """Render a page of sheets on the chosen paper, of one game (`game`) or several."""
    paper = sheets.PAPERS.get(request.GET.get("paper", ""), sheets.A4)
    worlds: Iterable[str] = [kit.slug for kit in kits if kit.look]
    shared = {"paper": paper, "papers": sheets.PAPERS.values(), "worlds": worlds, "game": kits[0] if kits else None}
    return render(request, template, shared | context)
