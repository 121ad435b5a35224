"""Fragments of the desk's open step: lines to say, answers to enter, what comes next."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from games.models import GameSession
from moderation.play.forms.answer_forms import Question
from moderation.play.pacing import narration
from moderation.play.rendering import shared_fragments
from moderation.play.rendering.fragments import STEP_PLACEHOLDER, Fragment, build_stamped_fragment, fragment
from moderation.surfaces.desk.ring_input import DeskEntry, is_for_ring
from moderation.surfaces.desk.view_model import DeskView

# most letters of what is said, for the sizes of its letters; beyond: small
SIZES = {"huge": 50, "large": 110, "middling": 170}
ONE_BY_ONE = 3  # at most so many seats that are still to answer have a button each


def build_step_fragments(desk: DeskView) -> tuple[Fragment, ...]:
    """Return the fragments of the open step: lines to say and answers to enter."""
    public, code = desk.public, desk.public.table.code
    step = build_stamped_fragment(
        "step",
        "surfaces/desk/parts/step.html",
        desk.step.opened,
        opened=STEP_PLACEHOLDER,
        title=desk.step.title,
        pretend=desk.step.pretend and not find_covert_call(desk),
        announce=desk.speech.announce,
        dawn=desk.speech.dawn,
        tell=desk.speech.tell if has_separate_telling(desk) else (),
        say=desk.speech.say.lines,
        wait=desk.speech.say.wait,
        size=choose_size(desk.speech.say.lines),
        then=desk.speech.say.then,
        said_under=public.speech.spoken,
        language=public.table.language,
        seconds=desk.step.seconds,
        watch=desk.speech.watch,
    )
    entering = desk.input.entering
    enter = build_stamped_fragment(
        "enter",
        "surfaces/desk/parts/enter.html",
        desk.step.opened,
        entering=without_number(entering),
        faces=public.ring.faces,
        code=code,
    )
    entered_already = entering is not None and (not entering.seats or entering.places == 1)
    decides = None if entered_already else desk.input.decision
    decision = build_question_form(
        "decision", decides, by_ring=decides is not None and is_for_ring(decides), code=code
    )
    # A fragment of its own, because it changes with each ballot while hundreds of names do not.
    replaced = (
        [fragment("replaced", "surfaces/desk/parts/replaced.html", lines=desk.input.replaced)] if decides else []
    )
    voters = sum(seat.asked for seat in desk.seats)
    entry = build_question_form("entry", desk.input.entry, sure=desk.input.sure, voters=voters, code=code)
    return (
        *shared_fragments.build_notices(public),
        step,
        shared_fragments.build_moment(public),
        build_waiting(desk),
        enter,
        decision,
        *replaced,
        entry,
        build_step_actions(desk),
        build_bar(desk),
    )


def choose_size(lines: Sequence[str]) -> str:
    """Return how large lines to say are set, by how long they are: the room hears them all."""
    letters = sum(map(len, lines))
    return next((size for size, most in SIZES.items() if letters <= most), "small")


def build_question_form(name: str, question: Question | None, **values: Hashable) -> Fragment:
    """Return a form with this question.

    The next step often asks it again under its own number, so the number is stamped in later.
    """
    if question is None:
        return fragment(name, f"surfaces/desk/parts/{name}.html", question=None)
    unnumbered = replace(question, opened=STEP_PLACEHOLDER)
    return build_stamped_fragment(
        name, f"surfaces/desk/parts/{name}.html", question.opened, question=unnumbered, **values
    )


def without_number(entering: DeskEntry | None) -> DeskEntry | None:
    """Return what the desk enters, with a placeholder for the number of its step."""
    return entering and replace(entering, question=replace(entering.question, opened=STEP_PLACEHOLDER))


def build_waiting(desk: DeskView) -> Fragment:
    """Return who is called, under a cover, or who is still to answer."""
    if desk.speech.say.then:  # nobody is called yet
        desk = replace(desk, seats=(), answers=replace(desk.answers, waiting=(), visited=()))
    proposals = dict(desk.answers.proposals)
    if desk.step.discreet:
        asked = [seat for seat in desk.seats if seat.asked]
    else:
        asked = [seat for seat in desk.seats if seat.asked and not seat.answered]
        asked = asked if len(asked) <= ONE_BY_ONE else []
    return build_stamped_fragment(
        "waiting",
        "surfaces/desk/parts/waiting.html",
        desk.step.opened,
        discreet=desk.step.discreet,
        asked=tuple((seat, proposals.get(seat.name, "")) for seat in asked),
        missing=0 if desk.input.entering else len(desk.answers.waiting),
        call=find_covert_call(desk),
        pretend=desk.step.pretend,
        seconds=desk.step.seconds,
        tell=desk.speech.tell if find_covert_call(desk) else (),
        turn=desk.public.step.turn,
        unanswered=desk.answers.unanswered,
        visited=desk.answers.visited,
        late=tuple(name for name in desk.answers.waiting if name in desk.answers.visited)
        if not desk.step.discreet
        else (),
        asleep=desk.step.asleep,
        phones=desk.step.nights == "phones",
        opened=STEP_PLACEHOLDER,
        code=desk.public.table.code,
    )


def build_step_actions(desk: DeskView) -> Fragment:
    """Return what else may be done at this step.

    It offers nothing before the walk is over, or while all look at a moment.
    """
    idle = is_idle(desk)
    return build_stamped_fragment(
        "step-actions",
        "surfaces/desk/parts/step_actions.html",
        desk.step.opened,
        answered=desk.answers.answered and not desk.speech.say.then and desk.moment.held is None,
        back=0 if idle else desk.speech.say.part,
        bots_waiting=desk.answers.bots_waiting and not idle and may_bots_answer(desk),
        may_warn=desk.public.vote.voted is not None and not desk.public.vote.closing and not idle,
        needed=desk.step.needed and not idle and desk.input.entering is None,
        opened=STEP_PLACEHOLDER,
        code=desk.public.table.code,
    )


def may_bots_answer(desk: DeskView) -> bool:
    """Return true if the computer's seats have a button beside the next step.

    With eyes closed they answer as the call is entered. A button would reveal that one of them is called.
    """
    if desk.step.covert:
        return desk.step.nights == GameSession.Nights.PHONES
    return not is_waiting_for_bots(desk)


def is_waiting_for_bots(desk: DeskView) -> bool:
    """Return true if only computer players are waited for."""
    if not desk.answers.bots_waiting or desk.input.entering is not None:
        return False
    return {seat.name for seat in desk.seats if seat.bot}.issuperset(desk.answers.waiting)


def build_bar(desk: DeskView) -> Fragment:
    """Return the bar with the next step: one button in a fixed place, labelled with its action."""
    entering, what = desk.input.entering, choose_next_step(desk)
    runs = find_covert_call(desk) == GameSession.Nights.PHONES  # only time ends such a call, whoever is called
    is_covered = entering is not None and entering.question.covered  # under its cover is a button of its own
    may_close = may_close_step(desk, what)
    return build_stamped_fragment(
        "bar",
        "surfaces/desk/parts/bar.html",
        desk.step.opened,
        what=what,
        then=desk.speech.say.then,
        part=desk.speech.say.part + 1,
        held=desk.moment.held,
        goes_on=desk.moment.goes_on,
        entering=without_number(entering),
        form="enter" if entering and entering.seats else "decide",
        counted=desk.input.entry is not None and not desk.input.sure,
        may_close=may_close,
        closes=may_close and what == "wait" and not is_covered,
        missing=0 if desk.step.covert else len(desk.answers.waiting),
        left_out=find_left_out(desk),
        covert=bool(find_covert_call(desk)),
        turn=desk.public.step.turn,
        answered=desk.answers.answered or runs,
        absent=desk.answers.absent,
        sure=desk.input.sure if desk.answers.divided else "",
        title=desk.step.title,
        opened=STEP_PLACEHOLDER,
        code=desk.public.table.code,
    )


def may_close_step(desk: DeskView, what: str) -> bool:
    """Return true if the desk may end the step otherwise than by its next step, which is `what`."""
    entering = desk.input.entering
    optional = entering is not None and entering.is_optional
    passes = what == "enter" and optional and not desk.answers.divided  # entering nothing is the same as closing
    runs = find_covert_call(desk) == GameSession.Nights.PHONES
    return not (is_idle(desk) or desk.step.needed or passes or runs) and what != "close"


def find_left_out(desk: DeskView) -> tuple[str, ...]:
    """Return the few people whom a step leaves out that ends now.

    It is empty where they are many, and where the room may not see who is asked.
    """
    is_open = not (desk.step.covert or desk.step.discreet)
    return desk.answers.waiting if is_open and len(desk.answers.waiting) <= ONE_BY_ONE else ()


def choose_next_step(desk: DeskView) -> str:
    """Return what the desk's one button does now, `wait` if it has no action."""
    if desk.speech.say.then:
        return "said"
    if desk.moment.held is not None:
        return "go_on"
    if desk.answers.answered or find_covert_call(desk) == GameSession.Nights.PHONES:
        return "end" if desk.answers.endable else "wait"
    return choose_next_answer(desk)


def choose_next_answer(desk: DeskView) -> str:
    """Return how the desk's one button brings the step to its end, `wait` if it does not."""
    entering, answers = desk.input.entering, desk.answers
    if entering is not None and not entering.at_once:
        return "wait" if entering.question.covered else "enter"
    if is_waiting_for_bots(desk):
        return "bots"
    waits = desk.step.needed or bool(answers.waiting) or (answers.divided and bool(desk.input.sure))
    return "wait" if waits else "close"


def is_idle(desk: DeskView) -> bool:
    """Return true if nothing is entered now.

    That is so before a walk is over, in a call that has its answer, and during a moment.
    """
    return bool(desk.speech.say.then or desk.answers.answered) or desk.moment.held is not None


def find_covert_call(desk: DeskView) -> str:
    """Return the way a call is answered that the uncovered desk hides.

    It is empty where no such call is open.
    """
    return desk.step.nights if desk.step.covert and not desk.speech.say.then and desk.moment.held is None else ""


def has_separate_telling(desk: DeskView) -> bool:
    """Return true if facts to tell stand beside the lines, not under the cover of a call."""
    if find_covert_call(desk):
        return False
    return not (desk.step.covert and desk.speech.say.then) or desk.speech.say.then in (narration.SHOW, narration.WALK)
