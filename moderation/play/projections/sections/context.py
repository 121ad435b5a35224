"""The values that several sections of a public view need, computed once for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.utils import translation

from games.engine.table import Fact, Step, Table
from games.engine.words import Words
from games.models import GameSession
from moderation.play.pacing import narration
from moderation.play.pacing.narration import NOTHING_SAID, Saying
from moderation.play.projections.knowledge import Knowledge
from moderation.play.timeline import moments
from moderation.play.timeline.call_length import Release
from moderation.play.timeline.moments import Moment

Stage = GameSession.Stage


class SeatColumns(NamedTuple):
    """A seat's columns that views need."""

    pk: int
    name: str
    looked: bool
    bot: bool
    face: int | None = None


@dataclass(frozen=True)
class ViewContext:
    """The released state of a game, from which every section of its public view is built."""

    session: GameSession
    table: Table | None  # None while people join
    seats: tuple[SeatColumns, ...]  # clockwise
    release: Release
    known: Knowledge | None  # None before play; with it there is a table
    step: Step | None  # the open step, as devices show it
    held: Moment | None  # the moment that devices show, before the next step opens
    earlier: Sequence[Fact] | None  # the public facts that the ring shows during that moment, without its news
    say: Saying  # what is spoken aloud now, in the language of the table

    @property
    def words(self) -> Words:
        """The words of the game."""
        return self.session.kit.words

    @cached_property
    def people(self) -> tuple[SeatColumns, ...]:
        """The seats that the computer does not play."""
        return tuple(seat for seat in self.seats if not seat.bot)

    @property
    def is_over(self) -> bool:
        """True once the end of the game is public."""
        return self.session.stage == Stage.OVER and self.release.until is None

    @property
    def stage(self) -> str:
        """The stage of the game, as far as it is public."""
        is_end_hidden = self.session.stage == Stage.OVER and not self.is_over
        return Stage.PLAYING.value if is_end_hidden else self.session.stage

    @cached_property
    def outcome(self) -> Mapping[str, Any] | None:
        """The outcome of the game; None before its end is public."""
        return asdict(self.table.outcome) if self.is_over and self.table and self.table.outcome else None

    @property
    def is_unwoken(self) -> bool:
        """True while eyes stay closed, whatever step is open.

        The desk looks, shows or walks round first.
        """
        return bool(self.say.then)

    @property
    def is_night(self) -> bool:
        """True while everybody's eyes are closed."""
        return self.is_unwoken or bool(self.step and self.step.asleep)

    @property
    def is_asked_openly(self) -> bool:
        """True while a question is open that the whole room sees."""
        return self.step is not None and not (self.step.asleep or self.step.aside)

    @cached_property
    def asked_alone(self) -> str | None:
        """The only seat that an open question waits for."""
        if self.step is None or not self.is_asked_openly or len(self.step.asks) != 1:
            return None
        return next(iter(self.step.asks))


def build_context(
    session: GameSession,
    table: Table | None,
    seats: Sequence[SeatColumns],
    release: Release,
    knowledge: Knowledge | None,
) -> ViewContext:
    """Build the context of a public view. There is no table while people join."""
    known = knowledge if session.stage in (Stage.PLAYING, Stage.OVER) else None
    step, held = (release.step, release.held) if known else (None, None)
    say = NOTHING_SAID
    if table and known:
        with activate_spoken_language(session):
            say = build_captions(session.kit.words, session, table, step, held)
    earlier = moments.list_facts_of_ring(session.kit.words, table, held) if table and held else None
    return ViewContext(session, table, tuple(seats), release, known, step, held, earlier, say)


def activate_spoken_language(session: GameSession) -> translation.override:
    """Return a context manager that activates the language of the spoken lines: the table's own."""
    return translation.override(choose_language(session, session.language))


def choose_language(session: GameSession, language: str) -> str:
    """Return the language in which a table speaks to a device.

    Where children play, it is a variant of the language with gentler words and catalogues of its own: ZZ is no
    country's code.
    """
    return f"{language}-zz" if session.settings.children else language


def build_captions(
    words: Words, session: GameSession, table: Table, step: Step | None, held: Moment | None
) -> Saying:
    """Return the current spoken lines as captions; none for a question asked aside."""
    if not held and (step is None or step.aside):
        return NOTHING_SAID
    return narration.find_saying(words, session, table, step, held)
