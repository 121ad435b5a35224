"""The section of a public view about votes: the open one, and the show of hands before it."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.asks import Answer
from games.engine.table import Step, Table
from games.engine.words import Words
from games.models import GameSession
from moderation.play.forms.answer_forms import format_answer
from moderation.play.pacing import narration
from moderation.play.projections.sections.context import ViewContext


@dataclass(frozen=True)
class VoteSection:
    """The open vote, and the ballots of the last one."""

    voted: tuple[int, int] | None = None  # how many of how many have voted
    closing: int | None = None  # when the open vote closes, as the moderator has warned (milliseconds since 1970)
    ballots: tuple[tuple[str, str], ...] = ()  # of the show of hands that has just closed: seat and answer


def build_vote_section(context: ViewContext) -> VoteSection:
    """Build the section about votes."""
    step, held, table = context.step, context.held, context.table
    is_poll = step is not None and step.poll and len(step.asks) > 1
    return VoteSection(
        voted=(len(step.answers), len(step.asks)) if step and is_poll else None,
        closing=find_closing_time(context.session, step),
        ballots=list_hand_ballots(context.words, table, held.follows if held else step)
        if table and context.known
        else (),
    )


def find_closing_time(session: GameSession, step: Step | None) -> int | None:
    """Return when the open vote closes, if the moderator has warned of it."""
    warned = session.timer.vote_closes_at if step and step.opened == session.timer.vote_step else None
    return int(warned.timestamp() * 1000) if warned else None


def list_hand_ballots(words: Words, table: Table, step: Step | None) -> tuple[tuple[str, str], ...]:
    """Return the ballots of a vote by show of hands that closed before this step.

    Each is a pair of the seat and its answer in words. A `step` of None means the game's end.
    """
    vote = narration.find_step_before(table.steps, step)
    if vote is None or not vote.by_hands:
        return ()
    fields = narration.get_step_words(words, vote).fields

    def format_ballot(answer: Answer) -> str:
        labels = {name: fields.get(name, name) if value is True else "" for name, value in answer.items()}
        return format_answer(words, vote.name, answer, table.seats, labels)

    return tuple((seat, format_ballot(vote.answers[seat])) for seat in vote.asks if seat in vote.answers)
