"""The desk as fragments: before play, while a game is played, when it is over; and the device that narrates alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.models import GameSession
from moderation.desk.showing import Desk, Phones, desk_view
from moderation.live import parts
from moderation.live.fragments import Fragment, Group, View, fragment, rows
from moderation.live.public import Open, Sitter
from moderation.live.view import Moment
from moderation.screen.fragments import beside_the_round, in_the_round
from moderation.table.seats import SeatsView, seats_view

Stage = GameSession.Stage

ONE_BY_ONE = 3  # seats that are still to answer, at most, which have a button each


def view(moment: Moment) -> View:
    """The desk: the set-up of the table before play, the game afterwards."""
    session, table, seats = moment.session, moment.table, tuple(moment.seats.values())
    if table is None or moment.known is None or session.stage in (Stage.JOINING, Stage.CARDS):
        return setting_up(seats_view(session))
    if session.narrated:
        return narrating(moment.public, seats)
    with_device = {seat_id for _pass_id, seat_id in moment.held if seat_id is not None}
    phones = Phones(with_device, moment.there)
    return moderating(desk_view(moment.public, session, table, seats, phones, moment.shown, moment.known))


def setting_up(table: SeatsView) -> View:
    """The desk before play."""
    setup = fragment("setup", "table/_table.html", desk=table, code=table.code)
    return View(fragment("", "desk/setup.html"), Group(setup))


def narrating(public: Open, seats: Sequence[Sitter]) -> View:
    """The device in the middle of a table that nobody moderates: what everybody may know, and a few deeds."""
    over = bool(public.outcome)
    hands = fragment(
        "hands",
        "desk/parts/hands.html",
        over=over,
        paused=public.paused,
        call_ends=None if public.moment else public.call_ends,
        night=public.night,
        step=public.step,
        code=public.code,
    )
    if over:
        layout = fragment("", "desk/narrator.html", over=True, night=public.night)
        return View(layout, Group(parts.over(public), parts.ballots(public), hands, parts.web(public)))
    layout = fragment("", "desk/narrator.html", over=False, night=public.night, seats=len(seats))
    people = fragment("seats", "desk/parts/seats.html", seats=tuple(seats), code=public.code)
    return View(layout, Group(*in_the_round(public), *beside_the_round(public), hands, people))


def moderating(desk: Desk) -> View:
    """The desk while a game is played, and when it is over."""
    public, over = desk.open, bool(desk.open.outcome)
    layout = fragment(
        "", "desk/playing.html", night=public.night, stage=public.stage, over=over, seats=len(desk.seats)
    )
    ring = rows(
        "ring",
        "desk/parts/seat.html",
        ({"seat": seat, "discreet": desk.discreet, "code": public.code} for seat in desk.seats),
    )
    room = (ring, parts.phase(public), parts.clocks(public), parts.progress(public, "soft"))
    hands = (clock(desk), undo(desk), parts.board(public), parts.ballots(public), story(desk))
    return View(layout, Group(*room, *hands, *([ended(desk)] if over else of_the_step(desk))))


def clock(desk: Desk) -> Fragment:
    """The clock that the moderator starts, and the times that stand still or are lengthened."""
    public = desk.open
    return fragment(
        "clock",
        "desk/parts/clock.html",
        playing=public.stage == "playing",
        clock=public.clock,
        usual=desk.usual,
        seconds=desk.seconds,
        paused=public.paused,
        call_ends=public.call_ends,
        opened=desk.opened,
        code=public.code,
    )


def undo(desk: Desk) -> Fragment:
    """The last entry, to be taken back, and the one that was."""
    values = {
        "last": desk.last,
        "standing": desk.standing,
        "redo": desk.redo and not desk.held,
        "code": desk.open.code,
    }
    return fragment("undo", "desk/parts/undo.html", **values)


def story(desk: Desk) -> Fragment:
    """Everything that was told, the latest phase first."""
    return rows("story", "parts/chapter.html", ({"chapter": chapter} for chapter in desk.story))


def ended(desk: Desk) -> Fragment:
    """Who won, what everybody was, and what may come next."""
    return fragment("over", "desk/parts/over.html", view=parts.ending(desk.open), code=desk.open.code)


def of_the_step(desk: Desk) -> tuple[Fragment, ...]:
    """What to say and to enter now."""
    public, code = desk.open, desk.open.code
    step = fragment(
        "step",
        "desk/parts/step.html",
        opened=desk.opened,
        title=desk.title,
        pretend=desk.pretend,
        announce=desk.announce,
        dawn=desk.dawn,
        tell=desk.tell,
        say=desk.say.lines,
        wait=desk.say.wait,
        then=desk.say.then,
        said_under=public.spoken,
        seconds=desk.seconds,
        watch=desk.watch,
    )
    decision = fragment("decision", "desk/parts/decision.html", question=desk.decision, code=code)
    entry = fragment("entry", "desk/parts/entry.html", question=desk.entry, sure=desk.sure, code=code)
    if desk.say.then:
        go_on = fragment(
            "next", "desk/parts/said.html", then=desk.say.then, part=desk.say.part + 1, opened=desk.opened, code=code
        )
        nobody = waiting(replace(desk, seats=(), waiting=()))
        return (*parts.standing(public), step, nobody, decision, entry, go_on)
    if desk.held:
        goes_on = fragment("next", "desk/parts/go_on.html", held=desk.held, label=desk.goes_on, code=code)
        return (*parts.standing(public), step, parts.moment(public), waiting(desk), decision, entry, goes_on)
    next_ = fragment(
        "next",
        "desk/parts/next.html",
        answered=desk.answered,
        bots_waiting=desk.bots_waiting,
        may_warn=public.voted is not None and not public.closing,
        needed=desk.needed,
        endable=desk.endable,
        decided=desk.decision is not None,
        missing=len(desk.waiting),
        absent=desk.absent,
        divided=desk.divided and bool(desk.sure),
        sure=desk.sure,
        back=desk.say.part,
        opened=desk.opened,
        code=code,
    )
    return (*parts.standing(public), step, parts.moment(public), waiting(desk), decision, entry, next_)


def waiting(desk: Desk) -> Fragment:
    """Who is called, covered; or who is still to answer."""
    proposals = dict(desk.proposals)
    if desk.discreet:
        asked = [seat for seat in desk.seats if seat.asked]
    else:
        asked = [seat for seat in desk.seats if seat.asked and not seat.answered]
        asked = asked if len(asked) <= ONE_BY_ONE else []
    return fragment(
        "waiting",
        "desk/parts/waiting.html",
        discreet=desk.discreet,
        asked=tuple((seat, proposals.get(seat.name, "")) for seat in asked),
        missing=len(desk.waiting),
        decided=desk.decision is not None,
        turn=desk.open.turn,
        unanswered=desk.unanswered,
        phones=desk.nights == "phones",
        opened=desk.opened,
        code=desk.open.code,
    )
