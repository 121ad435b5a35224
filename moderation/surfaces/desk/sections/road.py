"""The road of the desk's view: the steps of this night or day, done, open and to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.engine.table import Step
from games.engine.words import StepWords
from moderation.play.pacing import narration
from moderation.surfaces.desk.sections.context import DeskContext

DONE, NOW, TO_COME = "done", "now", "to-come"


@dataclass(frozen=True)
class RoadStop:
    """A step on the road: its name, which has an emblem, its title, and where it stands."""

    name: str
    title: str
    state: str


def build_road(context: DeskContext) -> tuple[RoadStop, ...]:
    """Return the steps of this night or day that were called, and the calls to come.

    What is to come is what was called in the night before: the room heard that too. A role is left out once all have
    seen its card. So the road follows from what everybody knows (SECRECY 6), and a first night has nothing to come.
    """
    coming = find_step_on_road(context)
    if coming is None or not context.public.table.has_nights:
        return ()
    shown = [one for one in context.table.steps if one.opened <= coming.opened and not (one.of_chance or one.aside)]
    names, before = split_into_phases(shown)
    titles = {name: str(context.words.STEPS.get(name, StepWords(name)).title) for name in {*names, *before}}
    gone = {seat.role for seat in context.public.ring.seats if seat.out and seat.role}
    to_come = [name for name in list_calls_to_come(names, before) if name not in gone]
    passed = [RoadStop(name, titles[name], NOW if name == coming.name else DONE) for name in names]
    return (*passed, *(RoadStop(name, titles[name], TO_COME) for name in to_come))


def split_into_phases(steps: Sequence[Step]) -> tuple[list[str], list[str]]:
    """Return the names of the steps of the running phase, by night also of the night before."""
    runs = [(asleep, list(dict.fromkeys(step.name for step in run))) for asleep, run in groupby(steps, is_asleep)]
    if not runs:
        return [], []
    asleep, names = runs[-1]
    nights = [run for was_asleep, run in runs[:-1] if was_asleep]
    return names, nights[-1] if asleep and nights else []


def find_step_on_road(context: DeskContext) -> Step | None:
    """Return the step whose title the desk shows, also while a call is led to its end."""
    if context.say.then in (narration.SHOW, narration.WALK, narration.WAKE):
        return narration.find_step_before(context.table.steps, context.coming)
    return context.coming


def is_asleep(step: Step) -> bool:
    """Return true for a call of the night."""
    return step.asleep


def list_calls_to_come(names: Sequence[str], before: Sequence[str]) -> list[str]:
    """Return the calls that followed in the night before, after the latest of tonight's."""
    passed = max((before.index(name) for name in names if name in before), default=-1)
    return [name for name in before[passed + 1 :] if name not in names]
