"""What the screen of each game shows as a vote is decided, in a game that bots have played without a server."""

from __future__ import annotations

from functools import cache
from random import Random

from games.engine import bots
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Table
from games.engine.words import Piece
from moderation.play.pacing.narration import NOTHING_SAID
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.moment import MomentView, list_falling_ballots
from moderation.play.projections.sections.ring import RingSeat
from moderation.play.timeline import moments
from moderation.play.timeline.moments import Moment
from moderation.players.avatars import build_face, build_faces
from tests.moderation.surfaces.showings import public

NAMES = ("Zoé", "Bruno", "Carla", "Dan", "Ève", "Farid", "Gus", "Hugo", "Inès", "Lou", "Max", "Nina")


@cache
def decision(slug: str) -> PublicView:
    """The first moment of a game in which ballots send somebody away; without votes, in which somebody is named."""
    kit = all_kits()[slug]
    seats = NAMES[: min(9, kit.roles.SEATS[1])]
    for seed in range(40):
        random, options = Random(f"{slug} {seed}"), settle(kit.roles.OPTIONS, {})
        table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, random.choice))
        while not table.outcome:
            table.take(bots.next_move(kit, table, random.choice))
            held = moments.find_moment(kit.words, table, table.step)
            if held and (view := build_decision_view(slug, table, held)):
                return view
    raise AssertionError(f"nobody was ever sent away in {slug}")


def build_decision_view(slug: str, table: Table, held: Moment) -> PublicView | None:
    """This moment on a screen, if somebody is named in it, after a vote where the game has one."""
    words = all_kits()[slug].words
    earlier = moments.list_earlier_facts(table, held)
    pieces: list[Piece] = list(words.MOMENTS.pieces(held.question, held.list_facts(table), earlier))
    cast = list_falling_ballots(pieces, held, table.seats)
    votes = slug in ("sporz", "lupus", "elsen")
    named = [piece for piece in pieces if piece.kind == "name" and (piece.falls or not votes)]
    if not named or (votes and not cast):
        return None
    marks = words.ring(moments.list_facts_of_ring(words, table, held))
    faces = build_faces(tuple((seat, build_face(seat, place)) for place, seat in enumerate(table.seats)))
    ring = tuple(
        RingSeat(
            name=seat,
            out=seat in marks and marks[seat].out,
            badges=tuple(map(str, marks[seat].badges)) if seat in marks else (),
            face=faces.get(seat),
            role=marks[seat].role if seat in marks else "",
            game=slug,
        )
        for seat in table.seats
    )
    return public(
        game=str(words.NAME),
        slug=slug,
        phase="",
        ring=ring,
        faces=faces,
        news=(),
        board=(),
        say=NOTHING_SAID,
        moment=MomentView("m1", tuple(pieces), cast),
    )
