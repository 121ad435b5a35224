"""Views as the surfaces show them, made by hand: no game, no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from games.engine.words import Card, Entry, Gauge, SheetPart
from moderation.play.forms.answer_forms import ChoicePart, Column, Question, Tile
from moderation.play.pacing.narration import Saying
from moderation.play.projections.knowledge import Chapter, SeatKnowledge
from moderation.play.projections.private import PhoneView
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.agreement import AgreementSection
from moderation.play.projections.sections.board import BoardSection
from moderation.play.projections.sections.ending import EndingSection, RevealedSeat
from moderation.play.projections.sections.lobby import LobbySection
from moderation.play.projections.sections.moment import MomentSection
from moderation.play.projections.sections.phase import PhaseSection
from moderation.play.projections.sections.ring import RingSeat, RingSection
from moderation.play.projections.sections.speech import SpeechSection
from moderation.play.projections.sections.stage import StagedSection
from moderation.play.projections.sections.step import StepSection
from moderation.play.projections.sections.table import TableSection
from moderation.play.projections.sections.times import TimesSection
from moderation.play.projections.sections.vote import VoteSection
from moderation.surfaces.desk.sections.answers import DeskAnswersSection
from moderation.surfaces.desk.sections.input import DeskInputSection
from moderation.surfaces.desk.sections.moment import DeskMomentSection
from moderation.surfaces.desk.sections.seats import DeskSeat
from moderation.surfaces.desk.sections.speech import DeskSpeechSection, ToTell
from moderation.surfaces.desk.sections.step import DeskStepSection
from moderation.surfaces.desk.sections.story import BackTo, DeskChapter
from moderation.surfaces.desk.sections.undo import DeskUndoSection, LastMove
from moderation.surfaces.desk.view_model import DeskView

NAMES = ("Ann", "Bob", "Cid")
View = TypeVar("View", PublicView, PhoneView, DeskView)


def public(**other: Any) -> PublicView:
    """What everybody may know: day 1 at a table of three, of whom Cid is dead."""
    ring = (RingSeat("Ann", badges=("Chief",)), RingSeat("Bob"), RingSeat("Cid", out=True, badges=("Doctor",)))
    view = PublicView(
        table=TableSection(code="BFHJ", game="Sporz", slug="sporz", stage="playing"),
        phase=PhaseSection("Day 1"),
        step=StepSection(),
        times=TimesSection(),
        ring=RingSection(ring),
        news=(Chapter("Night 1", ("Cid has died.",)),),
        board=BoardSection((Gauge("Killed", "1"),)),
        vote=VoteSection(),
        staged=StagedSection(),
        moment=MomentSection(),
        speech=SpeechSection(),
        agreement=AgreementSection(),
        lobby=LobbySection(joined=3, looked=1, lookers=3),
        ending=EndingSection(),
        announcements=(),
    )
    return change(view, **other)


def change(view: View, **other: Any) -> View:
    """A view with these values, each in the section that has a field of this name.

    A section's own name stands for its first field: `phase` for its title, `ring` for its seats.
    """
    for name, value in other.items():
        parts = {one.name: getattr(view, one.name) for one in fields(view)}
        sections = {one: part for one, part in parts.items() if type(part).__name__.endswith("Section")}
        if name in parts and name not in sections:
            view = replace(view, **{name: value})
            continue
        where = name if name in sections else find_section(sections, name)
        field = fields(sections[where])[0].name if name in sections else name
        view = replace(view, **{where: replace(sections[where], **{field: value})})
    return view


def find_section(sections: Mapping[str, Any], field: str) -> str:
    """The name of the only section with this field."""
    (found,) = [name for name, part in sections.items() if field in {one.name for one in fields(part)}]
    return found


def names(kind: str = "pick", **other: Any) -> Column:
    """A list of the three."""
    tiles = tuple(Tile(f'{{"seat":"{name}"}}', name) for name in other.pop("names", NAMES))
    return replace(Column(0, kind, "", (), tiles), **other)


def ballot(**other: Any) -> Question:
    """A vote: three names, a blank ballot, no ballot."""
    apart = (Tile('{"blank":true}', "Blank", apart=True), Tile('{"abstain":true}', "No ballot", apart=True))
    column = names()
    question = Question(
        "vote", 7, "The vote", "Whom do you want off?", (replace(column, tiles=column.tiles + apart),)
    )
    return replace(question, **other)


def hypothesis() -> Column:
    """A choice made of parts."""
    parts = (
        ChoicePart("crime.who", "Who", tuple(Tile(f'"{name}"', name) for name in NAMES)),
        ChoicePart("crime.where", "Where", (Tile('"hold"', "The hold"),)),
    )
    return Column(0, "pick", "", (), (Tile('{"crime":{}}', "Accuse", parts=parts),))


def hand(*cards: str, **other: Any) -> Question:
    """A turn in which a card of the hand may be played."""
    tiles = tuple(Tile(f'{{"play":"{card}"}}', card, verb="Play") for card in cards)
    end = Tile('{"end":true}', "End the turn", apart=True)
    column = names(covered=True)
    question = Question("turn", 7, "A turn", "What do you do?", (replace(column, tiles=(*tiles, end)),), covered=True)
    return replace(question, **other)


KNOWN = SeatKnowledge(
    card=Card("Spy", "Astronauts", ("Each night you watch somebody.",)),
    notebook=(Chapter("Before play", ()), Chapter("Night 1", ("Ann tonight: nothing.",))),
    latest=(),
    sheet=(),
)


def phone(open_: PublicView | None = None, **other: Any) -> PhoneView:
    """The phone of a spy who votes; `card`, `notebook`, `latest` and `sheet` are of what its seat knows."""
    known = replace(KNOWN, **{one.name: other.pop(one.name) for one in fields(KNOWN) if one.name in other})
    view = PhoneView(public=open_ or public(), own=known, looked=True, question=ballot())
    return replace(view, **other)


def desk_seat(number: int, name: str, **other: Any) -> DeskSeat:
    """A seat at the desk."""
    seat = DeskSeat(
        id=number,
        name=name,
        out=False,
        badges=(),
        bot=False,
        looked=True,
        asked=False,
        answered=False,
        truth=f"truth about {name}",
        has_device=True,
    )
    return replace(seat, **other)


def desk(open_: PublicView | None = None, **other: Any) -> DeskView:
    """The desk during a vote: Ann has voted, Bob has not, Cid is dead."""
    view = DeskView(
        public=open_ or public(voted=(1, 2)),
        seats=(
            desk_seat(1, "Ann", asked=True, answered=True),
            desk_seat(2, "Bob", asked=True),
            desk_seat(3, "Cid", out=True),
        ),
        step=DeskStepSection(opened=7, title="The vote"),
        speech=DeskSpeechSection(say=Saying(("Vote.",)), watch="Look well."),
        answers=DeskAnswersSection(waiting=("Bob",)),
        input=DeskInputSection(),
        moment=DeskMomentSection(),
        undo=DeskUndoSection(last=LastMove("Against: Bob", 0)),
        story=(DeskChapter("Night 1", ("Ann: mutated",), (BackTo("The spy", 2),)),),
    )
    return change(view, **other)


def call(**other: Any) -> DeskView:
    """The desk in a call of the night, eyes closed: Bob wakes, and Ann is to be told something."""
    seats = (desk_seat(1, "Ann"), desk_seat(2, "Bob", asked=True), desk_seat(3, "Cid", out=True))
    told = (ToTell("Ann", "mutated", "One touch on the forehead.", "You are mutated."),)
    night = desk(
        public(night=True, dark=True, phase="Night 2"),
        seats=seats,
        title="The spy",
        discreet=True,
        asleep=True,
        waiting=("Bob",),
        tell=told,
        nights="eyes_closed",
    )
    return change(night, **other)


REVEALED = tuple(RevealedSeat(name, f"truth about {name}", name == "Ann") for name in NAMES)

SHEET = (
    SheetPart("Rooms", (Entry("Hold", "you", settled=True), Entry("Bridge", "Bob?"), Entry("Gym"))),
    SheetPart("Weapons", (Entry("Rope"),)),
)
