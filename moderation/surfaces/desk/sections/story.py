"""The story of a game as the moderator knows it, with questions to go back to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.table import Table, Told
from games.engine.words import StepWords, Words
from games.speech import describe_public_fact
from moderation.play.forms.answer_forms import IdentityKey
from moderation.play.projections.knowledge import list_released, reveal_truth
from moderation.play.timeline.call_length import Release
from moderation.surfaces.desk.sections.undo import describe_private_fact

EVERYTHING = Release(None)  # all that was told is released
MAX_CACHED_LINES = 8192  # lines of stories, in all languages: some twenty games


@dataclass(frozen=True)
class BackTo:
    """A question that can be opened again; `opened`: the number of the move that opened it."""

    title: str
    opened: int


@dataclass(frozen=True)
class DeskChapter:
    """A chapter of the desk's story, and the questions asked in it, the latest first."""

    title: str
    lines: tuple[str, ...]
    back: tuple[BackTo, ...] = ()


def build_story(words: Words, table: Table, release: Release = EVERYTHING) -> tuple[DeskChapter, ...]:
    """Return the released story, the latest phase first, with questions to go back to."""
    found: list[tuple[int, str, list[str]]] = [(0, _("Before play"), [])]
    language = get_language()
    for told in list_story_facts(words, table, release):
        title, line = _describe_fact(cast(Any, words), told.seat, language, IdentityKey(told.fact))
        if title:
            found.append((told.at, title, []))
        found[-1][2].append(line)
    back = list_ways_back(words, table, release, [at for at, _title, _lines in found])
    pages = (
        DeskChapter(title, tuple(filter(None, lines)), tuple(reversed(there)))
        for (_at, title, lines), there in zip(found, back, strict=True)
    )
    return tuple(reversed([page for page in pages if page.lines or page.back]))


@lru_cache(maxsize=MAX_CACHED_LINES)
def _describe_fact(words: Words, seat: str | None, _language: str | None, key: IdentityKey) -> tuple[str, str]:
    """Return the phase that a fact begins, if it does, and its line in the story.

    A fact never changes, and the story is built again after each tap.
    """
    (fact,) = key.members
    if seat is None:
        return str(words.phase(fact)), describe_public_fact(words, fact)
    return "", describe_private_fact(words, Told(0, seat, fact))


def list_story_facts(words: Words, table: Table, release: Release) -> Sequence[Told]:
    """Return the released facts, once the game is over as they truly were."""
    released = list_released(table, release)
    return reveal_truth(words, table, released) if table.outcome and release.until is None else released


def list_ways_back(words: Words, table: Table, release: Release, began: Sequence[int]) -> list[list[BackTo]]:
    """Return the questions to go back to, for each chapter of the story.

    `began`: the number of the move with which each chapter begins.
    """
    running = release.step if release.until is not None else None
    back: list[list[BackTo]] = [[] for _chapter in began]
    made_at, language = [table.step_at(place) for place in table.undoable()], get_language()
    for place, step in enumerate(table.steps):
        is_answered = bool(made_at) and made_at[-1] >= place
        if is_answered and not step.of_chance and (running is None or step.opened <= running.opened):
            title = _find_title(cast(Any, words), step.name, language)
            back[bisect_right(began, step.led) - 1].append(BackTo(title, step.opened))
    return back


@lru_cache
def _find_title(words: Words, step: str, _language: str | None) -> str:
    return str(words.STEPS.get(step, StepWords(step)).title)
