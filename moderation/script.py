"""The words spoken aloud: the kit's own at a table with eyes closed, calls to the phones where those are used.

Every line is a constant of its game: no name, no number and nobody's gender is ever put into one (SECRECY 9).
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.table import Step
from games.words import StepWords, Words


def lines(words: Words, steps: list[Step], step: Step | None, on_phones: bool) -> tuple[str, ...]:
    """The lines to speak as `step` is shown, one of `steps` (None: the game is over): what ends, what begins."""
    place = next((number for number, one in enumerate(steps) if one is step), len(steps))
    before = steps[place - 1] if place else None
    said = [] if step is None else [said_of(words, step)]
    if on_phones and step is not None and step.asleep:
        falls = before is None or not before.asleep
        opening = (
            [_("Night falls. From now on, everybody looks at their own phone and nowhere else.")] if falls else []
        )
        return (*opening, _("%(call)s. Everybody answers on the phone.") % {"call": said[0].title})
    ending = [said_of(words, before).sleep] if before and before.asleep and not on_phones else []
    spoken = [str(line) for line in (*ending, *(one.wake for one in said))]
    return tuple(line for line in spoken if line)


def said_of(words: Words, step: Step) -> StepWords:
    """The kit's words around a step."""
    return words.STEPS.get(step.name, StepWords(step.name))
