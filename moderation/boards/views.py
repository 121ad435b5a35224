"""The printed sheets of a game's board: a plain page that the browser prints, on A4 or on US Letter."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from moderation.boards.drawing import by_sheet, drawn
from moderation.table.kits import playable_kits

PAPERS = {"a4": "A4", "letter": "US Letter"}
CARDS, MATS = 6, 4  # on a sheet


@require_GET
def boards(request: HttpRequest, game: str) -> HttpResponse:
    """Board, figures, cards and rules of the board. Raises Http404 for a game without a board to print."""
    kit = playable_kits().get(game)
    if kit is None or kit.board is None or kit.printed is None:
        raise Http404
    board, printed = kit.board, kit.printed
    labels = printed.labels()
    paper = request.GET.get("paper", "")
    context = {
        "kit": kit,
        "words": kit.words,
        "papers": PAPERS,
        "paper": paper if paper in PAPERS else "a4",
        "join": printed.JOIN,
        "sheets": [(printed.SHEETS[sheet.name], drawn(board, sheet, labels, board.MARKS)) for sheet in board.SHEETS],
        "wide": board.SHEETS[0].columns[1] > board.SHEETS[0].rows[1],
        "track": printed.track(),
        "figures": printed.figures(),
        "cards": by_sheet(printed.cards(), CARDS),
        "mats": by_sheet(printed.mats(), MATS),
        "notes": printed.notes(),
        "rules": list(printed.RULES.values()),
    }
    return render(request, "boards/boards.html", context)
