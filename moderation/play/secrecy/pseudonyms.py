"""What a step is called on phones and in the room, and how a view is numbered there.

A step's own number, the move that opened it, says how many moves were made before: how many mutants woke, whether the
psychologist is still alive. So does the pulse. Outside the desk a step has a name that says nothing, and a view a
number that rises with what everybody may see and with nothing else. See docs/decisions/push-and-secrecy.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils.crypto import salted_hmac

from games.engine.table import Step, Table
from games.models import GameSession
from moderation.play.timeline.call_length import Release

PLACES = 40_000  # of views between two changes of the edition: more steps than any game has


@lru_cache(maxsize=1000)
def name(session_id: int, opened: int) -> str:
    """The name of a step, by the number of the move that opened it."""
    return "s" + salted_hmac("moderation.play.secrecy.pseudonyms", f"{session_id} {opened}").hexdigest()[:15]


@lru_cache(maxsize=1000)
def again(undone: int) -> str:
    """What changes with each move that is taken back, and tells no number."""
    return salted_hmac("moderation.play.secrecy.pseudonyms.again", str(undone)).hexdigest()[:8]


def number(session: GameSession, table: Table | None, shown: Release) -> int:
    """The number of a phone's view, or the room's: it never falls, and stays whatever happens in secret."""
    if table is None:
        return session.edition * PLACES
    here = place(session, table.steps, shown.held.follows if shown.held else shown.step)
    return session.edition * PLACES + here - (shown.held is not None)


def place(session: GameSession, steps: Sequence[Step], shown: Step | None) -> int:
    """How far the game has come, as everybody sees it: all that is asked in secret is one place, the end another."""
    last = next((at for at, step in enumerate(steps) if step is shown), len(steps))
    seen = sum(not secret(session, step) for step in steps[: last + 1])
    if shown is None:
        return 4 * seen + 4 * (session.stage == GameSession.Stage.OVER)
    return 4 * seen + 2 * secret(session, shown)


def secret(session: GameSession, step: Step) -> bool:
    """Whether a step passes without the room's seeing it; a call on phones is seen, since it keeps its time."""
    return step.aside or step.of_chance or (step.asleep and session.nights == GameSession.Nights.EYES_CLOSED)
