"""The section of a public view about the moment in which all look at what has happened."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import ngettext

from games.engine.table import MODERATOR, Table
from games.engine.words import Piece, Words
from games.models import GameSession
from moderation.play.pacing import clock
from moderation.play.projections.sections.context import ViewContext
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline import moments
from moderation.play.timeline.moments import Moment


@dataclass(frozen=True)
class MomentView:
    """The display of what has happened, in pieces, before the next question opens."""

    name: str  # pseudonym of the moment: the same as long as the moment lasts
    pieces: tuple[Piece, ...]
    ballots: tuple[tuple[str, str], ...] = ()  # ballots round the ring: voter (empty where secret), candidate
    dawn: bool = False  # all slept until now
    cue: str = ""  # the sound that a desk or a screen plays

    @property
    def counted_pieces(self) -> tuple[tuple[Piece, int], ...]:
        """The pieces, each with the number of cards that are turned before it."""
        cards = [len(piece.each) if piece.kind == "cards" else 0 for piece in self.pieces]
        return tuple((piece, sum(cards[:place])) for place, piece in enumerate(self.pieces))

    @property
    def lines(self) -> tuple[str, ...]:
        """The pieces as lines for screen readers and speech."""
        counted = (
            f"{piece.text} " + ", ".join(f"{name} {number}" for name, number in piece.counted)
            for piece in self.pieces
        )
        return tuple(line.strip() for line in counted)


@dataclass(frozen=True)
class MomentSection:
    """The moment that is displayed, and who is ready to continue from it."""

    view: MomentView | None = None  # what has just happened, displayed to all: no question is open
    ready: tuple[str, ...] | None = None  # who is ready to continue from it; None: nobody is asked
    unready: tuple[str, ...] = ()  # who is not ready yet


def build_moment_section(context: ViewContext) -> MomentSection:
    """Build the section about the moment that is displayed."""
    session, table, held = context.session, context.table, context.held
    if table is None or held is None:
        return MomentSection()
    # The moment waits for what the moderator does before anybody wakes (RULINGS S-44).
    view = None if context.is_unwoken else build_moment_view(context.words, session, table, held)
    if not session.narrated or held.seconds is None:
        return MomentSection(view)
    at_ready = clock.list_ready_seats(session.unrecorded, held)
    return MomentSection(
        view,
        ready=tuple(seat.name for seat in context.people if seat.pk in at_ready),
        unready=tuple(seat.name for seat in context.people if seat.pk not in at_ready),
    )


def build_moment_view(words: Words, session: GameSession, table: Table, held: Moment) -> MomentView:
    """Build the display of what has happened, for everybody to look at."""
    pieces = words.MOMENTS.pieces(held.question, held.list_facts(table), moments.list_earlier_facts(table, held))
    said = tuple(
        replace(one, text=str(one.text), counted=tuple((str(name), n) for name, n in one.counted)) for one in pieces
    )
    if silent := count_silent_voters(table, held):
        line = ngettext("%(count)d person said nothing.", "%(count)d people said nothing.", silent) % {
            "count": silent
        }
        said = (*said, Piece("line", line))
    look = session.kit.look
    cue = look.sounds.cue(held.list_facts(table)) if look and look.sounds else ""
    return MomentView(
        pseudonyms.build_pseudonym(session.pk, held.caused_by),
        said,
        list_falling_ballots(said, held, table.seats),
        held.is_dawn,
        cue,
    )


def count_silent_voters(table: Table, held: Moment) -> int:
    """Return how many cast no ballot in the vote that has just closed.

    It is 0 where the result was entered for all.
    """
    vote = held.before
    if vote is None or not vote.poll or not vote.answers:
        return 0
    closing = next((move for number, move in table.standing if number == held.caused_by), None)
    is_entered = closing is not None and closing.by == MODERATOR and not closing.seat and not closing.close
    return 0 if is_entered else len(vote.asks) - len(vote.answers)


def list_falling_ballots(
    pieces: Sequence[Piece], held: Moment, seats: Collection[str]
) -> tuple[tuple[str, str], ...]:
    """List the ballots of a moment in the order in which they fall.

    Each is a pair of voter and candidate; the voter is empty where ballots are secret. A secret count falls in
    rounds, one ballot for each candidate who has any left, so that the order is that of the count.
    """
    if cast := tuple(pair for piece in pieces for pair in piece.cast):
        return cast
    if held.before is not None and held.before.by_hands:
        answers = held.before.answers
        voices = ((seat, str(answers[seat].get("seat"))) for seat in held.before.asks if seat in answers)
        return tuple((seat, named) for seat, named in voices if named in seats)
    counted = [(str(name), votes) for piece in pieces for name, votes in piece.counted if piece.kind == "count"]
    rounds = range(max((votes for _name, votes in counted), default=0))
    return tuple(("", name) for number in rounds for name, votes in counted if votes > number and name in seats)
