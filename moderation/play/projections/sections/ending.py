"""The section of a public view about the end of a game: who won, and what everybody was."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.table import Table
from games.engine.words import Words
from games.models import GameSession
from moderation.play.projections import suspicions as opinions
from moderation.play.projections.end_poster import EndPoster, build_poster
from moderation.play.projections.sections.context import ViewContext
from moderation.play.projections.suspicions import NightOfOpinions, Web
from moderation.play.secrecy import pseudonyms
from moderation.players.avatars import build_face, build_faces

STOPS = -1  # command to a screen that tells a game's story: stay at the current scene
SHOWS_POSTER = -2  # the screen shows the poster of the end: nobody has asked for the story yet


@dataclass(frozen=True)
class RevealedSeat:
    """A seat at the end of the game: its role, and whether it won."""

    name: str
    truth: str
    won: bool
    camp: bool = False  # a camp has won, and no person
    role: str = ""
    changed: bool = False  # it belonged to more than one camp: it has neither won nor lost


@dataclass(frozen=True)
class EndingSection:
    """The facts that everybody learns when a game is over; empty before."""

    outcome: str = ""
    winners: tuple[str, ...] = ()
    revealed: tuple[RevealedSeat, ...] = ()  # the role of everybody
    sealed: str = ""  # what lay hidden on the table
    poster: EndPoster | None = None  # who has won, in large letters
    suspicions: tuple[NightOfOpinions, ...] = ()  # what the cover questions told
    web: Web | None = None
    tells: tuple[str, int] | None = None  # the name of the story on the screen, and its current scene


def build_ending_section(context: ViewContext) -> EndingSection:
    """Build the section about the end of the game."""
    words, table, outcome = context.words, context.table, context.outcome
    suspicions = opinions.list_nights(words, table) if table and context.is_over else ()
    if table is None or outcome is None:
        return EndingSection(suspicions=suspicions)
    winners = list_winners(outcome)
    faces = build_faces(tuple((seat.name, build_face(seat.name, seat.face)) for seat in context.seats))
    return EndingSection(
        outcome=str(words.outcome(outcome["winners"], outcome["reason"])),
        winners=winners,
        revealed=list_revealed(words, table),
        sealed=words.hidden(table.hidden()),
        poster=build_poster(context.session.kit, table, faces, context.known.facts) if context.known else None,
        suspicions=suspicions,
        web=opinions.build_web(table.seats, winners, suspicions) if suspicions else None,
        tells=find_story_scene(context.session),
    )


def list_winners(outcome: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats that pages call winners: of the winning camp, and never of another."""
    return tuple(seat for seat in outcome["seats"] if seat not in outcome.get("changed", ()))


def has_camp_won(outcome: Mapping[str, Any], seats: Collection[str]) -> bool:
    """Return whether a camp has won, and no person (RULINGS S-43).

    Then nobody is called a winner.
    """
    return set(outcome["winners"]).isdisjoint(seats)


def list_revealed(words: Words, table: Table) -> tuple[RevealedSeat, ...]:
    """Return the role and the result of everybody, once the game is over."""
    won = list_winners(asdict(table.outcome)) if table.outcome else ()
    camp = table.outcome is not None and has_camp_won(asdict(table.outcome), table.seats)
    changed = table.outcome.changed if table.outcome else []
    return tuple(
        RevealedSeat(seat, str(words.truth(row)), seat in won, camp, str(row.get("role") or ""), seat in changed)
        for seat, row in table.truth().items()
    )


def build_story_key(session: GameSession) -> str:
    """Return the key of the story scene displayed after a game; each correction gives another."""
    return f"end-{session.head}"


def find_story_scene(session: GameSession) -> tuple[str, int]:
    """Return the name and the scene of a finished game's story on the screen.

    The scene is 0 (the story plays by itself), `STOPS`, `SHOWS_POSTER` or a scene's number.
    """
    at = session.pacing.lines_said.get(build_story_key(session), SHOWS_POSTER)
    return pseudonyms.build_pseudonym(session.pk, session.head), at
