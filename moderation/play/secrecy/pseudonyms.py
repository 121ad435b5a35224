"""Pseudonyms of steps and version numbers of views on phones and screens.

The number of a step is that of the move that opened it. It would reveal how many moves were made before: how many
mutants woke, whether the psychologist is still alive. The pulse would reveal the same. Outside the desk a step has a
meaningless pseudonym, and a view has a version that rises only with public changes.
See docs/decisions/push-and-secrecy.md.
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
def build_pseudonym(session_id: int, opened: int) -> str:
    """Return the pseudonym of a step, by the number of the move that opened it."""
    return "s" + salted_hmac("moderation.play.secrecy.pseudonyms", f"{session_id} {opened}").hexdigest()[:15]


@lru_cache(maxsize=1000)
def build_undo_token(undone: int) -> str:
    """Return a token that changes with each move that is taken back, and reveals no number."""
    return salted_hmac("moderation.play.secrecy.pseudonyms.build_undo_token", str(undone)).hexdigest()[:8]


def compute_version(session: GameSession, table: Table | None, release: Release) -> int:
    """Return the version of a phone's or a screen's view; it never falls.

    It stays the same whatever happens in secret.
    """
    if table is None:
        return session.edition * PLACES
    here = compute_progress(session, table.steps, release.held.follows if release.held else release.step)
    return session.edition * PLACES + here - (release.held is not None)


def compute_progress(session: GameSession, steps: Sequence[Step], shown_step: Step | None) -> int:
    """Return the public progress of the game, as a number.

    All that is asked in secret in a row is one place, and the end is another.
    """
    last = next((at for at, step in enumerate(steps) if step is shown_step), len(steps))
    seen = sum(not is_secret(session, step) for step in steps[: last + 1])
    if shown_step is None:
        return 4 * seen + 4 * (session.stage == GameSession.Stage.OVER)
    return 4 * seen + 2 * is_secret(session, shown_step)


def is_secret(session: GameSession, step: Step) -> bool:
    """Return whether a step passes without anybody seeing it.

    A call on phones is visible, since it has a fixed length.
    """
    return step.aside or step.of_chance or (step.asleep and session.nights == GameSession.Nights.EYES_CLOSED)
