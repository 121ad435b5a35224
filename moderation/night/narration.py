"""The words spoken aloud: the kit's own at a table with eyes closed, calls to the phones where those are used.

Every line is a constant of its game: no name, no number and nobody's gender is ever put into one (SECRECY 9).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from games.engine.table import Step, Table
from games.engine.words import StepWords, Words
from moderation.night.moments import Held


def lines(
    words: Words, steps: list[Step], step: Step | None, on_phones: bool, announced: Collection[str] = ()
) -> tuple[str, ...]:
    """The lines to speak as `step` is shown, one of `steps` (None: the game is over): what ends, what begins.

    `announced`: names of the public facts that became known as it opened.
    """
    before = step_before(steps, step)
    said = [] if step is None else [said_of(words, step)]
    brought = [str(line) for name, line in brings(words, before).items() if name in announced]
    if on_phones and step is not None and step.asleep:
        falls = before is None or not before.asleep
        opening = (
            [_("Night falls. From now on, everybody looks at their own phone and nowhere else.")] if falls else []
        )
        return (*brought, *opening, _("%(call)s. Everybody answers on the phone.") % {"call": said[0].title})
    ending = [said_of(words, before).sleep] if before and before.asleep and not on_phones else []
    spoken = [str(line) for line in (*ending, *brought, *(one.wake for one in said))]
    return tuple(line for line in spoken if line)


def waking(words: Words, table: Table, held: Held, on_phones: bool) -> tuple[str, ...]:
    """The lines to speak as day breaks and all look at what the night has brought: those of the question after it."""
    said = lines(words, table.steps, held.follows, on_phones, announced(table, held.follows))
    return said if held.follows else (*said, _("It is day: everybody looks up."))


def said_of(words: Words, step: Step) -> StepWords:
    """The kit's words around a step."""
    said = words.STEPS.get(step.name, StepWords(step.name))
    return replace(said, wake=said.wakes[step.manner]) if step.manner in said.wakes else said


def step_before(steps: list[Step], step: Step | None) -> Step | None:
    """The step that was open before this one (None: the game is over), if any was."""
    place = next((number for number, one in enumerate(steps) if one is step), len(steps))
    return steps[place - 1] if place else None


def brings(words: Words, step: Step | None) -> Mapping[str, object]:
    """The lines for facts that this step may bring, by their names: they are spoken, and need not be announced."""
    return said_of(words, step).brings if step else {}


def announced(table: Table, step: Step | None) -> set[str]:
    """Names of the public facts that became known as this step opened (None: as the game ended)."""
    since = step.opened if step else table.number
    return {one.fact["fact"] for one in table.told if one.seat is None and one.at == since}
