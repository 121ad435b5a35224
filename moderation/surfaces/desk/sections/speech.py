"""The section of the desk's view about what the moderator says and tells."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.table import Step, Table, Told
from games.engine.words import StepWords, Telling, Words
from games.models import GameSession
from games.speech import describe_public_fact
from moderation.play.pacing import narration
from moderation.play.pacing.narration import NOTHING_SAID, Saying
from moderation.play.projections.sections.context import activate_spoken_language
from moderation.play.timeline import moments
from moderation.play.timeline.call_length import Release
from moderation.play.timeline.moments import Moment
from moderation.surfaces.desk.sections.context import DeskContext


@dataclass(frozen=True)
class ToTell:
    """A fact to tell a seat now, with the gesture for it; `line` is for that seat alone."""

    seat: str
    what: str
    gesture: str
    line: str


@dataclass(frozen=True)
class DeskSpeechSection:
    """The lines that the moderator says aloud, and facts to tell single seats by gestures."""

    say: Saying = NOTHING_SAID
    watch: str = ""  # the reminder for the moderator
    announce: tuple[str, ...] = ()  # public facts that are new, to be said aloud
    dawn: bool = False  # everybody slept until now: the line that wakes them comes before announcements
    tell: tuple[ToTell, ...] = ()


def build_speech_section(context: DeskContext) -> DeskSpeechSection:
    """Build the section about what the moderator says and tells."""
    return DeskSpeechSection(
        say=context.say,
        watch=find_reminder(context),
        announce=list_announcements(context),
        dawn=is_dawn(context),
        tell=list_tellings(context),
    )


def find_reminder(context: DeskContext) -> str:
    """Return the reminder at the open step. There is none during a call on phones."""
    step, on_phones = context.step, context.on_phones
    if step is None or context.say.then or (on_phones and step.asleep):
        return ""
    return build_reminder(context.step_words, context.table, step, on_phones)


def is_dawn(context: DeskContext) -> bool:
    """Return true if everybody slept until now."""
    step, before = context.step, context.previous_step
    if context.moment:
        return context.moment.is_dawn
    return step is not None and not step.asleep and before is not None and before.asleep


def list_tellings(context: DeskContext) -> tuple[ToTell, ...]:
    """Return what single seats are told by gestures, in nights with eyes closed."""
    words, session, table = context.words, context.session, context.table
    if session.nights != GameSession.Nights.EYES_CLOSED:
        return ()
    past = moments.find_past_moment(words, session, table, context.step)
    return list_facts_to_tell(words, table, context.bots, context.say, context.moment, past)


def build_reminder(step_words: StepWords, table: Table, step: Step, on_phones: bool) -> str:
    """Return the reminder for the moderator at this step, for this way of playing."""
    usual = (on_phones and step_words.watch_on_phones) or step_words.watch
    return " ".join(str(line) for line in (usual, step_words.hint(table, step) if step_words.hint else "") if line)


def list_announcements(context: DeskContext) -> tuple[str, ...]:
    """Return what to announce now, in the language of the table, not of the desk."""
    if context.say.then:
        return ()
    with activate_spoken_language(context.session):
        return list_new_announcements(context.words, context.session, context.table, context.release)


def list_new_announcements(words: Words, session: GameSession, table: Table, release: Release) -> tuple[str, ...]:
    """Return the new public facts to say aloud now, each once and in its moment if it has one.

    While a call runs on, facts told after it opened wait for the end of its time (SECRECY 32).
    """
    if release.held:
        return ()  # the moment itself says it
    seen = moments.find_past_moment(words, session, table, release.step)
    if seen is None:
        return list_step_announcements(words, table, release.step, release.until)
    after = [told for told in table.told[seen.told :] if told.seat is None]
    told_to_all = [told for told in after if is_released(told, release.until)]
    return tuple(line for told in told_to_all if (line := describe_public_fact(words, told.fact)))


def is_released(told: Told, until: int | None) -> bool:
    """Return true if a fact is released by now.

    `until`: the last move whose facts are released, None for all moves.
    """
    return until is None or told.at <= until


def list_step_announcements(
    words: Words, table: Table, step: Step | None, until: int | None = None
) -> tuple[str, ...]:
    """Return the released public facts that came as this step opened (None: as the game ended)."""
    since = step.led if step else table.led_to_end
    public = [told for told in table.told if told.seat is None and told.at >= since and told.at > 0]
    fresh = [told.fact for told in public if is_released(told, until)]
    spoken = narration.get_fact_lines(words, narration.find_step_before(table.steps, step))
    lines = [describe_public_fact(words, fact) for fact in fresh if fact["fact"] not in spoken]
    return tuple(line for line in lines if line)


def list_facts_to_tell(
    words: Words, table: Table, bots: set[str], say: Saying, held: Moment | None = None, past: Moment | None = None
) -> tuple[ToTell, ...]:
    """Return what single seats have learnt since the open step began, with the gesture for each.

    While a finding is shown, it is for those who are still awake. On a walk round the table, it is what touches tell.
    Afterwards it is the rest (RULINGS S-44). Facts that a moment holds back are told when it is over (`past`).
    After a dawn nothing else is left to tell. Computer players are left out, because there is nobody to touch.
    """
    ended = narration.find_step_before(table.steps, table.step)
    awake = ended.asks if ended and ended.asleep and narration.get_step_words(words, ended).shown else ()
    tells_all = not (say.then or say.part)
    now = say.then if say.then in (narration.SHOW, narration.WALK) else ""
    found = []
    for told in list_fresh_facts(table, held, past):
        telling = words.to_moderator(told.fact) if told.seat not in (None, *bots) else None
        if told.seat and telling and (tells_all or find_time_to_tell(telling, told.seat in awake) == now):
            found.append(ToTell(told.seat, str(telling.what), str(telling.gesture), str(words.to_player(told.fact))))
    return tuple(found)


def list_fresh_facts(table: Table, held: Moment | None, past: Moment | None) -> list[Told]:
    """Return the facts that were told since the open step began.

    Those that a moment holds back are left out.
    """
    since = table.step.led if table.step else table.led_to_end
    out = table.told[: held.told] if held else table.told[past.told :] if past and past.is_dawn else table.told
    return [told for told in out if told.at >= since and told.at > 0]


def find_time_to_tell(telling: Telling, is_awake: bool) -> str:
    """Return with which action of the moderator a fact is told; empty: with none."""
    return narration.WALK if telling.walk else narration.SHOW if is_awake else ""
