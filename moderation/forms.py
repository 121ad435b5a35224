"""What the forms of desk and phone have in common: the step they saw, the tap they are, the answer they give."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games import journal
from games.asks import Answer, Ask
from games.models import GameSession
from games.table import MODERATOR, Refused, Step
from moderation import covers, questions, steps, surfaces
from moderation.calls import shape
from moderation.surfaces import Viewer
from moderation.tending import released

Stage = GameSession.Stage
LONGEST_FIELD, LONGEST_NAME, LARGEST_NUMBER = 4000, 40, 999_999_999
REFUSED = 409


def new_request_id() -> str:
    """A name for the next tap."""
    return secrets.token_urlsafe(16)


def opened(request: HttpRequest) -> int:
    """The number of the move that opened the step which the form saw. Raises `Refused`."""
    return number(request.POST.get("opened", ""), LARGEST_NUMBER)


def last(request: HttpRequest) -> int:
    """The number of the last move that the form saw standing. Raises `Refused`."""
    return number(request.POST.get("last", ""), LARGEST_NUMBER)


def number(written: str, most: int, least: int = 0) -> int:
    """A whole number, as a form of ours writes one. Raises `Refused`."""
    if not (written.isascii() and written.isdigit() and len(written) < 10 and least <= int(written) <= most):
        raise Refused("illegal_answer", "That is no number that fits here.")
    return int(written)


def name_of_step(request: HttpRequest) -> str:
    """The same from a phone, which knows the step by a name alone."""
    return request.POST.get("opened", "")[:LONGEST_NAME]


def request_id(request: HttpRequest, who: str) -> str | None:
    """The name of this tap, distinct for each sender; a tap without one is not recognised when it comes again."""
    text = request.POST.get("request", "")
    return f"{who}:{text}"[:64] if 0 < len(text) <= 40 and text.isascii() and text.isprintable() else None


def shown_step(session_id: int, opened: int | str) -> tuple[Step, bool]:
    """The step that a form saw, and whether it waits for answers: a call runs on to its time when it has them.

    `opened` is the step's number, or the name that phones know it by. Raises `Refused` unless it is the one that
    devices show now. What the rules wait for meanwhile is nobody's business: a form that guesses it learns nothing.
    """
    with journal.at_rest(session_id) as (session, table):
        if not session.current:
            raise Refused("old_version", "This game was begun with another version of its rules.")
        if table is None or session.stage not in (Stage.PLAYING, Stage.OVER):
            raise Refused("not_playing", "The game has not begun.")
        step = released(session, table).step
        if step is None:
            raise Refused("game_over", "No question is open.")
        known_as = steps.name(session_id, step.opened) if isinstance(opened, str) else step.opened
        if known_as != opened:
            raise Refused("wrong_step", "That question has passed.")
        return step, step is table.step


def ask_of(session_id: int, who: str, step_opened: int) -> tuple[str, Ask]:
    """The name of the open step and what it asks `who`. Raises `Refused` when it has passed or asks somebody else."""
    step, waits = shown_step(session_id, step_opened)
    if not waits:
        raise Refused("wrong_step", "That question has its answer.")
    ask = step.all_asks().get(who)
    if ask is None:
        raise Refused("not_asked", "Nobody asks that now.")
    return step.name, ask


def answer(request: HttpRequest, session: GameSession, who: str, by: str, opened: int) -> dict[str, Any]:
    """The move that a filled-in form makes: `by` answers for `who` what `opened` asks. Raises `Refused`."""
    if any(len(value) > LONGEST_FIELD for values in request.POST.lists() for value in values[1]):
        raise Refused("illegal_answer", "A field is too long.")
    step, ask = ask_of(session.pk, who, opened)
    try:
        given = questions.read(ask, request.POST)
    except (ValueError, TypeError, RecursionError):
        raise Refused("illegal_answer", "This is no answer.") from None
    move: dict[str, Any] = {"step": step, "by": by, "answer": given}
    return move if who in (by, MODERATOR) else move | {"for": who}


def offered(request: HttpRequest, step: Step) -> Answer:
    """What a form answers to a step, allowed or not; nothing when no page of ours offered that."""
    ask = shape(step)
    try:
        given = questions.read(ask, request.POST) if ask else {}
    except (ValueError, TypeError, RecursionError):
        return {}
    return given if ask and covers.offered(ask, given) else {}


class Unwanted(Refused):
    """A refusal whose sentence is already in the language of whoever reads it."""

    def __init__(self, sentence: str) -> None:
        super().__init__("unwanted", sentence)


def sentence(refusal: Refused) -> str:
    """A refusal, to the person who was refused."""
    if isinstance(refusal, Unwanted):
        return refusal.sentence
    return {
        "game_over": _("The game is over."),
        "wrong_step": _("That question has passed. Here is the present one."),
        "not_asked": _("You are not asked anything just now."),
        "illegal_answer": _("That cannot be chosen. Nothing has changed."),
        "needs_answer": _("This cannot be closed without an answer."),
        "nothing_to_undo": _("There is nothing to take back."),
        "entered_since": _("Something else was entered meanwhile. Look again before you take it back."),
        "nothing_to_redo": _("There is nothing to play again."),
        "not_playing": _("The game has not begun."),
        "too_fast": _("That was too fast. Wait a few seconds, then try again."),
        "narrated": _("Nobody moderates this game: the app runs it by itself."),
        "old_version": _("This game was begun with another version of its rules: it can be read, not continued."),
    }.get(refusal.code, _("That is not possible now. Nothing has changed."))


def region(
    request: HttpRequest,
    session: GameSession,
    viewer: Viewer,
    page: str,
    refusal: Refused | None = None,
    noted: bool = False,
) -> HttpResponse:
    """The answer to a tap: the region as it is now for htmx, else back to the page. A refusal is said on both."""
    said = sentence(refusal) if refusal else ""
    if not request.headers.get("HX-Request"):
        if said:
            messages.error(request, said)
        return redirect(page, code=session.code)
    rendered = surfaces.render(session.pk, [viewer], [viewer])
    notice = render(request, "parts/_notice.html", {"notice": said, "noted": noted}).content
    body = (rendered.html[viewer] or "").encode() + notice
    response = HttpResponse(surfaces.padded(body, rendered, viewer), status=REFUSED if refusal else 200)
    response["X-Pulse"] = str(rendered.number(viewer))
    return response
