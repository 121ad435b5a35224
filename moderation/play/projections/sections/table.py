"""The section of a public view about the table itself: its game, its language, how it plays."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import GameSession
from moderation.play.projections.sections.context import ViewContext


@dataclass(frozen=True)
class TableSection:
    """The table and how it plays."""

    code: str
    game: str  # the game's name in the active language
    slug: str  # the game's kit
    stage: str  # as far as it is public
    number: int = 0  # of this game, among all on this server
    language: str = ""  # of the table: the language of spoken lines
    children: bool = False  # the players are about eight years old: few words on phones
    narrated: bool = False  # without a moderator
    has_nights: bool = True  # False for games on a board
    eyes_closed: bool = False  # how nights are played; else on the phones


def build_table_section(context: ViewContext) -> TableSection:
    """Build the section about the table."""
    session, words = context.session, context.words
    return TableSection(
        code=session.code,
        game=str(words.NAME),
        slug=session.game,
        stage=context.stage,
        number=session.pk,
        language=session.language,
        children=session.settings.children,
        narrated=session.narrated,
        has_nights=words.MODERATED,
        eyes_closed=session.nights == GameSession.Nights.EYES_CLOSED,
    )
