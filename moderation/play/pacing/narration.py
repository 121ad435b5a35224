"""The words spoken aloud in a game.

With eyes closed they are the kit's own; where phones are used they are calls to the phones. Every line is a constant
of its game: no name, no number and nobody's gender is ever put into one (SECRECY 9).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.table import CHANCE, Step, Table
from games.engine.words import StepWords, Words
from games.models import GameSession
from moderation.play.timeline import moments
from moderation.play.timeline.moments import Moment

LOOK_ROUND = 5  # seconds for which a voice waits between "Night falls" and the first call on phones

LOOK, WALK, SHOW, MEET, WAKE = "look", "walk", "show", "meet", "wake"


@dataclass(frozen=True)
class Saying:
    """Lines spoken in one go, and the moderator's action before the next ones (RULINGS S-44).

    `then`: the action, or nothing. LOOK: check that all eyes are closed. MEET: let those who are called meet. SHOW:
    show what a call has brought to whoever is awake. WALK: walk round the table. WAKE: wake everybody. `wait`:
    seconds before the last of the lines. `part`: how many such goes came before this one.
    """

    lines: tuple[str, ...] = ()
    then: str = ""
    wait: int = 0
    part: int = 0


NOTHING_SAID = Saying()


def find_saying(
    words: Words, session: GameSession, table: Table, step: Step | None, held: Moment | None = None
) -> Saying:
    """Return the part of a step's spoken lines that the moderator has reached.

    As a night's moment begins (`held`), these are the lines that lead out of that night. Any other moment is
    displayed without a word.
    """
    if held and not held.is_dawn:
        return NOTHING_SAID
    goes = list_sayings(words, session, table, held.follows if held else step, held)
    past: int = session.pacing.lines_said.get(build_progress_key(table), 0) if len(goes) > 1 else 0
    return goes[min(past, len(goes) - 1)]


def build_progress_key(table: Table) -> str:
    """Return the key under which the moderator's progress through the spoken lines is stored."""
    return str(table.led_here if table.step else table.last)


def list_sayings(
    words: Words, session: GameSession, table: Table, step: Step | None, held: Moment | None = None
) -> tuple[Saying, ...]:
    """Return all that is spoken as `step`, and the moment before it (`held`), is displayed."""
    if not held and (past := moments.find_past_moment(words, session, table, step)) and past.is_dawn:
        return (Saying(list_own_lines(words, step)),)  # the lines of that moment have woken everybody
    on_phones = session.nights == GameSession.Nights.PHONES
    dawn = held is not None and held.is_dawn
    return split_into_sayings(words, table.steps, step, on_phones, list_announced_facts(table, step), dawn)


def split_into_sayings(
    words: Words,
    steps: list[Step],
    step: Step | None,
    on_phones: bool,
    announced: Collection[str] = (),
    dawn: bool = False,
) -> tuple[Saying, ...]:
    """Return all that is spoken as `step` is displayed, split at the moderator's actions.

    With eyes closed a finding is shown before whoever learns it is sent to sleep, also when nobody is awake. A walk
    is over before the next role is called, also when nobody was touched. All eyes are closed before the first call of
    a night. What a night has brought, the end of the game too, is shown to all (`dawn`) once they are woken. It does
    not come as soon as the last call has its answer. The words of the question after it wait for that question. On
    phones nobody is shown or touched anything, and a voice waits a moment instead.
    """
    leading = list_leading_lines(words, steps, step, on_phones, announced)
    spoken = leading if dawn else list_lines(words, steps, step, on_phones, announced)
    before, step_words = find_step_before(steps, step), get_step_words(words, step) if step else StepWords("")
    if on_phones:
        falls = len(spoken) > 1 and step is not None and step.asleep and not (before and before.asleep)
        return (Saying(spoken, wait=LOOK_ROUND if falls else 0),)
    cuts: list[tuple[int, str]] = []
    ended = get_step_words(words, before) if before and before.asleep else StepWords("")
    if ended.shown:
        cuts.append((1 if ended.shows else 0, SHOW))
    if ended.walk and ended.sleep:
        brought = sum(name in announced for name in ended.brings)
        cuts.append((spoken.index(str(ended.sleep)) + 1 + brought, WALK))
    if step and before is None and step_words.opens:
        cuts += [(1, LOOK), (2, MEET)]
    if step and step_words.falls and str(step_words.falls) in spoken:
        cuts.append((spoken.index(str(step_words.falls)) + 1, LOOK))
    if dawn:
        wakes = len(leading) - bool(find_light_line(words, before, step))
        cuts += [(wakes, WAKE)] if not cuts or cuts[-1][0] < wakes else []
    goes: list[Saying] = []
    start = 0
    for end, then in cuts:
        goes.append(Saying(spoken[start:end], then, part=len(goes)))
        start = end
    return (*goes, Saying(spoken[start:], part=len(goes)))


def list_lines(
    words: Words, steps: list[Step], step: Step | None, on_phones: bool, announced: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the lines to speak as `step` is displayed: what ends, what begins.

    `step`: one of `steps`, None once the game is over. `announced`: names of the public facts that became known as it
    opened.
    """
    leading = list_leading_lines(words, steps, step, on_phones, announced)
    if on_phones and step is not None and step.asleep:
        return (*leading, _("%(call)s. Everybody answers in silence.") % {"call": get_step_words(words, step).title})
    return (*leading, *list_own_lines(words, step))


def list_leading_lines(
    words: Words, steps: list[Step], step: Step | None, on_phones: bool, announced: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the lines before the step's own.

    They say how the call before it ends, and how night falls or day breaks.
    """
    before = find_step_before(steps, step)
    brought = [str(line) for name, line in get_fact_lines(words, before).items() if name in announced]
    if on_phones and step is not None and step.asleep:
        dusk = [_("Night falls. Everybody looks down, at their own phone or at the table. Nobody looks elsewhere.")]
        return (*brought, *(dusk if before is None or not before.asleep else []))
    ended = get_step_words(words, before) if before and before.asleep and not on_phones else StepWords("")
    opening = get_step_words(words, step).opens if step and before is None and not on_phones else ()
    spoken = (ended.shows, ended.sleep, *brought, *opening, find_light_line(words, before, step))
    return tuple(str(line) for line in spoken if line)


def list_own_lines(words: Words, step: Step | None) -> tuple[str, ...]:
    """Return the lines that announce the step itself."""
    wake = str(get_step_words(words, step).wake) if step else ""
    return (wake,) if wake else ()


def find_light_line(words: Words, before: Step | None, step: Step | None) -> str:
    """Return the line for nightfall or daybreak between two steps, or nothing.

    A `step` of None means that the game is over.
    """
    slept, sleeps = bool(before and before.asleep), bool(step and step.asleep)
    if slept == sleeps:
        return ""
    if step is None:
        return _("It is day: everybody looks up.")
    step_words = get_step_words(words, step)
    return str(step_words.falls if sleeps else step_words.rises)


def get_step_words(words: Words, step: Step) -> StepWords:
    """Return the kit's words for a step."""
    step_words = words.STEPS.get(step.name, StepWords(step.name))
    return replace(step_words, wake=step_words.wakes[step.manner]) if step.manner in step_words.wakes else step_words


def find_step_before(steps: list[Step], step: Step | None) -> Step | None:
    """Return the step that was open before this one, if any; draws do not count.

    A `step` of None means that the game is over.
    """
    place = next((number for number, one in enumerate(steps) if step and one.opened == step.opened), len(steps))
    return moments.find_question_before(steps, place)


def get_fact_lines(words: Words, step: Step | None) -> Mapping[str, object]:
    """Return the lines for facts that this step may bring, by fact name.

    They are spoken, and need not be announced.
    """
    return get_step_words(words, step).brings if step else {}


def list_announced_facts(table: Table, step: Step | None) -> set[str]:
    """Return the names of the public facts that became known as this step opened.

    A `step` of None means the end of the game.
    """
    since, until = (step.led, step.opened) if step else (table.led_to_end, table.number)
    drawn = {number for number, move in table.standing if move.by == CHANCE and since < number <= until}
    return {told.fact["fact"] for told in table.told if told.seat is None and (told.at == since or told.at in drawn)}
