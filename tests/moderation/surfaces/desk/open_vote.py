"""A public vote on the accused as a desk enters it, made by hand: no game, no database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.engine.asks import Ask, field
from games.engine.kit import all_kits
from games.engine.words import OpenBallots, Token
from moderation.play.forms.answer_forms import build_form
from moderation.play.pacing.narration import Saying
from moderation.play.projections.sections.ring import RingSeat
from moderation.play.projections.sections.stage import stage_vote
from moderation.play.projections.sections.times import Clock
from moderation.players.avatars import build_face, build_faces
from moderation.surfaces.desk.ring_input import DeskEntry
from moderation.surfaces.desk.sections.road import RoadStop
from moderation.surfaces.desk.view_model import DeskView
from tests.moderation.surfaces.showings import desk, desk_seat, public

TWELVE = ("Ann", "Bob", "Cid", "Junon", "Phénix", "Max", "Triton", "Io", "Japet", "Vesta", "Altaïr", "Rhéa")
QUESTION = "In front of the whole village: who is lynched?"
ROAD = (("debate", "done"), ("nominate", "done"), ("defence", "done"), ("lynch", "now"), ("werewolves", "to-come"))


def vote_openly(names: Sequence[str] = TWELVE, ballots: int = 4, say: str = QUESTION, accused: int = 2) -> DeskView:
    """The accused are the first of these people; the last is dead; the others vote in turn, so many have already."""
    nominees, living, voters = names[:accused], names[:-1], names[accused:-1]
    cast = tuple((voter, nominees[place % 3 == 2]) for place, voter in enumerate(voters[:ballots]))
    votes = Counter(named for _by, named in cast)
    voter = voters[ballots]
    faces = build_faces(tuple((name, build_face(name, place)) for place, name in enumerate(names)))
    badges = {name: ("accused", f"{votes[name]} votes") for name in nominees} | {names[-1]: ("Night 1",)}
    ring = tuple(
        RingSeat(name, name not in living, badges.get(name, ()), name == voter, faces.get(name)) for name in names
    )
    seats = tuple(
        desk_seat(
            number,
            seat.name,
            out=seat.out,
            badges=seat.badges,
            asked=seat.turn,
            face=seat.face,
            has_device=False,
            tokens=(Token("We", "Werewolf", "bad", whole=True, role="werewolf"),),
        )
        for number, seat in enumerate(ring, 1)
    )
    asked = build_form(all_kits()["lupus"].words, "lynch", 7, Ask(((field("seat", nominees),),)), None, names)
    staged = stage_vote("The lynching", OpenBallots(cast, nominees), living)
    day = public(
        game="Lupus",
        slug="lupus",
        phase="Day 2",
        ring=ring,
        faces=faces,
        clock=Clock(None, 130, 300),
        turn=voter,
        staged=staged,
        board=(),
        news=(),
    )
    return desk(
        day,
        seats=seats,
        entering=DeskEntry(asked, (names.index(voter) + 1,), voter, 1, 1, at_once=True),
        waiting=(voter,),
        say=Saying((say,)),
        watch="",
        title="The lynching",
        road=tuple(RoadStop(name, name, state) for name, state in ROAD),
        vote=staged,
        nights="eyes_closed",
    )
