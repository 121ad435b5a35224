"""The section of a public view about an open vote or a speech, as a screen draws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from games.engine.table import Fact, Step
from games.engine.words import OpenBallots, Words
from moderation.play.pacing import narration
from moderation.play.projections.sections.context import ViewContext
from moderation.play.projections.sections.ring import find_marks

URN = (100, 84)  # the room for balls in an urn: width and height
LARGEST_BALL = 11.0


@dataclass(frozen=True)
class StagedVote:
    """An open vote as a screen draws it, or a speech of the accused."""

    title: str  # what the open question is about
    cast: tuple[tuple[str, str], ...] = ()  # voter and candidate, in order, where ballots are public
    leaders: tuple[str, ...] = ()  # who has the most votes; none before the first one
    votes: int = 0  # of each of the leaders
    next_votes: int = 0  # of whoever comes after them
    accused: tuple[str, ...] = ()  # the only candidates
    is_speech: bool = False
    marks: tuple[str, ...] = ()  # the bar, a word for each voter: "on", "mark", "on mark" or empty
    settled: int = 0  # with so many votes nothing can change; 0: the vote decides nothing by itself


@dataclass(frozen=True)
class Urn:
    """A secret vote: only how many ballots there are, as balls without a name."""

    title: str
    cast: int
    voters: int
    radius: float
    balls: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class StagedSection:
    """The open vote or the speech that a screen draws large; empty otherwise."""

    vote: StagedVote | None = None
    urn: Urn | None = None


def build_staged_section(context: ViewContext) -> StagedSection:
    """Build the section about an open vote.

    It is empty while all look at what has happened, and by night.
    """
    if context.known is None or context.held or context.step is None or not context.is_asked_openly:
        return StagedSection()
    marks = find_marks(context)
    living = [seat.name for seat in context.seats if seat.name not in marks or not marks[seat.name].out]
    return build_stage(context.words, context.step, context.known.facts, living)


def build_stage(words: Words, step: Step, facts: Sequence[Fact], living: Sequence[str]) -> StagedSection:
    """Build what a screen draws while this step is open."""
    title = str(narration.get_step_words(words, step).title)
    if found := words.ballots(step.name, facts):
        return StagedSection(vote=stage_vote(title, found, living))
    if step.poll and len(step.asks) > 1:
        return StagedSection(urn=fill_urn(title, len(step.answers), len(step.asks)))
    return StagedSection()


def stage_vote(title: str, found: OpenBallots, living: Sequence[str]) -> StagedVote:
    """Count public ballots: who leads, by how much, and when the vote is settled."""
    counted = Counter(named for _by, named in found.cast)
    most = max(counted.values(), default=0)
    voters = len([seat for seat in living if seat not in found.candidates])
    settled = voters // 2 + 1 if found.candidates and not found.speech else 0
    return StagedVote(
        title=title,
        cast=tuple(found.cast),
        leaders=tuple(seat for seat, votes in counted.items() if votes == most),
        votes=most,
        next_votes=max((votes for votes in counted.values() if votes < most), default=0),
        accused=tuple(found.candidates),
        is_speech=found.speech,
        marks=() if found.speech else tuple(describe_mark(n, most, settled) for n in range(1, max(voters, most) + 1)),
        settled=settled,
    )


def describe_mark(number: int, votes: int, settled: int) -> str:
    """Return the look of one vote's part of the bar."""
    return " ".join(word for word, holds in (("on", number <= votes), ("mark", number == settled)) if holds)


def fill_urn(title: str, cast: int, voters: int) -> Urn:
    """Lay as many balls as there are ballots into an urn, row by row from below.

    Their size follows from the number of voters, so that all of them have room.
    """
    width, height = URN
    columns = max(3, ceil(sqrt(voters * width / height)))
    radius = min(LARGEST_BALL, width / columns / 2, height / ceil(voters / columns) / 2)
    across = int(width // (2 * radius))
    balls = tuple(
        (
            round(width / 2 + (place % across - (across - 1) / 2) * 2 * radius, 1),
            round(height - radius - place // across * 2 * radius, 1),
        )
        for place in range(cast)
    )
    return Urn(title, cast, voters, round(radius * 0.92, 1), balls)
