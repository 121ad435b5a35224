"""The section of the desk's view about an open vote whose ballots the room sees."""

from __future__ import annotations

from games.engine.words import OpenBallots
from moderation.play.projections.sections.stage import StagedVote, stage_vote
from moderation.surfaces.desk.sections.context import DeskContext


def build_desk_vote(context: DeskContext) -> StagedVote | None:
    """Return the open vote as the desk draws it: its public ballots round the ring.

    It is the vote that screens draw. Raised hands are drawn too, where all of them are entered at the desk: a ballot
    of a phone is not public before the vote is closed.
    """
    return context.public.staged.vote or count_raised_hands(context)


def count_raised_hands(context: DeskContext) -> StagedVote | None:
    """Return a vote by show of hands that is entered at the desk alone."""
    step, seats = context.answerable, {seat.name: seat for seat in context.seats}
    if step is None or context.moment or not step.by_hands or step.asleep or step.aside:
        return None
    voters = [seats[name] for name in step.asks]
    if any(seat.bot or seat.pk in context.phones.with_phone for seat in voters):
        return None
    cast = [(name, str(answer["seat"])) for name, answer in step.answers.items() if "seat" in answer]
    return stage_vote(str(context.step_words.title), OpenBallots(cast), list(step.asks))
