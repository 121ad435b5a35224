"""The story of a game as the moderator knows it, with questions to go back to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.table import Table, Told
from games.engine.words import Words
from games.speech import describe_public_fact
from moderation.play.pacing import narration
from moderation.play.projections.knowledge import list_released, reveal_truth
from moderation.play.timeline.call_length import Release
from moderation.surfaces.desk.sections.undo import describe_private_fact

EVERYTHING = Release(None)  # all that was told is released


@dataclass(frozen=True)
class BackTo:
    """A question of the story that can be opened again; `count`: how many moves that takes back."""

    title: str
    count: int


@dataclass(frozen=True)
class DeskChapter:
    """A chapter of the desk's story, and the questions asked in it, the latest first."""

    title: str
    lines: tuple[str, ...]
    back: tuple[BackTo, ...] = ()


def build_story(words: Words, table: Table, shown: Release = EVERYTHING) -> tuple[DeskChapter, ...]:
    """Return the released story, the latest phase first, with questions to go back to."""
    found: list[tuple[int, str, list[str]]] = [(0, _("Before play"), [])]
    for told in list_story_facts(words, table, shown):
        if told.seat is None and (title := str(words.phase(told.fact))):
            found.append((told.at, title, []))
        found[-1][2].append(
            describe_public_fact(words, told.fact) if told.seat is None else describe_private_fact(words, told)
        )
    back = list_ways_back(words, table, shown, [at for at, _title, _lines in found])
    pages = (
        DeskChapter(title, tuple(filter(None, lines)), tuple(reversed(there)))
        for (_at, title, lines), there in zip(found, back, strict=True)
    )
    return tuple(reversed([page for page in pages if page.lines or page.back]))


def list_story_facts(words: Words, table: Table, shown: Release) -> Sequence[Told]:
    """Return the released facts, once the game is over as they truly were."""
    released = list_released(table, shown)
    return reveal_truth(words, table, released) if table.outcome and shown.until is None else released


def list_ways_back(words: Words, table: Table, shown: Release, began: Sequence[int]) -> list[list[BackTo]]:
    """Return the questions to go back to, for each chapter of the story.

    `began`: the number of the move with which each chapter begins.
    """
    running = shown.step if shown.until is not None else None
    back: list[list[BackTo]] = [[] for _chapter in began]
    made_at = [table.step_at(place) for place in table.undoable()]
    for place, step in enumerate(table.steps):
        count = len(made_at) - bisect_left(made_at, place)
        if count and not step.of_chance and (running is None or step.opened <= running.opened):
            title = str(narration.get_step_words(words, step).title)
            back[bisect_right(began, step.led) - 1].append(BackTo(title, count))
    return back
