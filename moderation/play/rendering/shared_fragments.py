"""What everybody may know, as fragments that several surfaces share (templates/parts)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial

from moderation.play.forms.answer_forms import TheVery
from moderation.play.projections.public import RINGS, PublicView, Revealed, RingSeat
from moderation.play.projections.suspicions import NightOfOpinions, Web
from moderation.play.rendering.fragments import Fragment, fragment, rows, shared
from moderation.players.avatars import NO_FACES, Faces, offered


@dataclass(frozen=True)
class Ending:
    """What everybody learns when a game is over."""

    outcome: str
    winners: tuple[str, ...]
    revealed: tuple[Revealed, ...]
    sealed: str
    suspicions: tuple[NightOfOpinions, ...]
    web: Web | None
    faces: Faces
    game: str


def ending(public: PublicView) -> Ending:
    """The end of this game."""
    return Ending(
        outcome=public.outcome,
        winners=public.winners,
        revealed=public.revealed,
        sealed=public.sealed,
        suspicions=public.suspicions,
        web=public.web,
        faces=public.faces,
        game=public.slug,
    )


def moment(public: PublicView) -> Fragment:
    """What has just happened, a piece after the other, as long as all look at it; nothing otherwise."""
    return fragment("moment", "parts/moment.html", moment=public.moment, faces=public.faces, game=public.slug)


def announcements(public: PublicView) -> Fragment:
    """What organisers say to the table; the same on all its devices, and nothing while anything secret is asked."""
    return rows("announcements", "parts/announcement.html", ({"said": one} for one in public.announcements))


def thrown(public: PublicView) -> Fragment:
    """The ballots that fall round the ring of a screen, for a script to draw (static/js/staging.js)."""
    return fragment("thrown", "parts/thrown.html", thrown=public.moment.thrown if public.moment else ())


def ready(public: PublicView) -> Fragment:
    """Who is ready to go on from what all look at, and who is not yet."""
    return fragment("ready", "parts/ready.html", ready=public.ready, unready=public.unready)


def cue(public: PublicView) -> Fragment:
    """What a desk or a screen marks with a sound as it begins, and its name; from what everybody may know alone."""
    if public.stage == "over":
        name, of = "victory", "over"
    elif public.moment:
        name, of = public.moment.cue, public.moment.name
    else:
        name, of = ("nightfall", f"night {public.phase}") if public.night else ("", "")
    return fragment("cue", "parts/cue.html", cue=name, of=of)


def seat_requests(public: PublicView, code: str = "") -> Fragment:
    """Return the devices that ask for a seat at a table without a moderator; `code`: of a phone, to agree."""
    return fragment("seat-back", "parts/seat_back.html", requests=public.seat_requests, code=code)


def taking_back(public: PublicView, code: str = "") -> Fragment:
    """The entry that is asked back, for all to see; for phones (`code`) also what can be asked, and answered."""
    return fragment("correction", "parts/taking_back.html", back=public.taking_back, code=code)


def waiting(public: PublicView, code: str = "", middle: bool = False) -> Fragment:
    """Build the question to all where the table waits for somebody.

    `code`: of the table, where there are buttons; `middle`: they are those of the device in the middle.
    """
    return fragment("waiting", "parts/waiting.html", prompt=public.waiting, code=code, middle=middle)


def phase(public: PublicView) -> Fragment:
    """Where the game is: "Night 2"; its name before it begins, and when nobody is to play any more."""
    now = public.phase if public.stage != "over" else ""
    return fragment("phase", "parts/phase.html", phase=now or public.game)


def clocks(public: PublicView) -> Fragment:
    """The clock of the phase, and what is left of a call: each says what it counts."""
    return fragment(
        "clocks", "parts/clocks.html", clock=public.clock, ends=public.call_ends, counts=public.call_counts
    )


def manner(public: PublicView) -> Fragment:
    """Who moderates, and that this has changed since people came."""
    return fragment(
        "manner",
        "parts/manner.html",
        narrated=public.narrated,
        eyes_closed=public.eyes_closed,
        has_nights=public.has_nights,
        changed=public.manner_changed,
        desk_went=public.desk_went,
        to_agree=public.to_agree,
    )


def standing(public: PublicView) -> tuple[Fragment, Fragment]:
    """What holds everything up, and the warning before a vote closes."""
    return (
        fragment(
            "standing",
            "parts/standing.html",
            paused=public.paused,
            taken_up=public.taken_up,
            away=public.away,
            moved=public.moved,
            stand_ins=public.stand_ins,
            passed=public.passed,
            desk_went=public.desk_went,
        ),
        fragment("closing", "parts/closing.html", closing=public.closing),
    )


def progress(public: PublicView, look: str) -> Fragment:
    """How many have voted."""
    return fragment("progress", "parts/progress.html", voted=public.voted, look=look)


def lookers(public: PublicView, look: str) -> Fragment:
    """How many have looked at their card."""
    return fragment("lookers", "parts/lookers.html", looked=public.looked, all=public.lookers, look=look)


def announced(public: PublicView) -> Fragment:
    """What a screen reader is told as it changes, on all phones alike: the phase, what is new, what is asked.

    What a seat alone is told or asked is not in it: who listens to a phone must not hear it.
    """
    over = public.stage == "over"
    told = public.news[-1].lines if public.news and not (public.night or over) else ()
    told = public.moment.lines if public.moment else told
    title = public.call or public.doing
    lines = (public.outcome,) if over else (public.phase, *told)
    lines += tuple(one.text for one in public.announcements)
    return fragment(
        "announced",
        "parts/announced.html",
        stage=public.stage,
        step=public.step,
        again=public.again,
        lines=lines,
        title=title,
    )


def news(public: PublicView) -> Fragment:
    """The latest that everybody was told."""
    latest = public.news[-1] if public.news and not public.moment else None
    return fragment("news", "parts/news.html", latest=latest, phase=public.phase, faces=public.faces)


def board(public: PublicView) -> Fragment:
    """The public measures of the game."""
    return fragment("board", "parts/board.html", board=public.board)


def plan(public: PublicView) -> tuple[Fragment, ...]:
    """The board that the game is played on, folded, and what is marked on it: apart, for the one never changes."""
    if public.plan is None:
        return ()
    marks = fragment(
        "plan-marks",
        "parts/plan_marks.html",
        plan=public.plan,
        marked=public.plan.marked(public.standing.areas),
        track=public.standing.track,
        marker=public.standing.marker,
    )
    people = rows(
        "plan-people", "parts/plan_person.html", ({"seat": replace(seat, face=None)} for seat in public.ring)
    )
    return (fragment("plan", "parts/plan.html", plan=public.plan), marks, people)


def ballots(public: PublicView, spread: bool = True) -> Fragment:
    """Whose ballot was whose, when a vote by show of hands has just closed; `spread` out, or folded."""
    return fragment("ballots", "parts/ballots.html", ballots=public.ballots, spread=spread, faces=public.faces)


def people(public: PublicView) -> Fragment:
    """The ring as a list of names."""
    return _people(TheVery(public.ring))


@partial(shared, remembered=RINGS)
def _people(ring: TheVery) -> Fragment:
    return rows("people", "parts/person.html", ({"seat": seat} for seat in ring.them[0]))


def free_places(public: PublicView) -> int:
    """How many places are still free until the game can be played."""
    return max(0, public.fewest - len(public.ring)) if public.stage == "joining" else 0


def places(public: PublicView) -> Fragment:
    """The ring as it fills: who has come, and the places that are still free."""
    free = free_places(public)
    return rows("people", "parts/place.html", ({"seat": seat} for seat in (*public.ring, *free * (None,))))


def faces_to_choose(public: PublicView) -> Fragment:
    """The faces that anybody may take, and those that are taken; nothing where all are."""
    found = offered(public.faces)
    choice = found if any(one.free for one in found) else ()
    return fragment("faces", "surfaces/phone/parts/faces.html", offers=choice, code=public.code)


def without_faces(public: PublicView) -> PublicView:
    """What everybody may know, without anybody's face: a phone at night shows none (SECRECY 2, 27)."""
    return replace(public, faces=NO_FACES, ring=_faceless(TheVery(public.ring)))


@lru_cache(maxsize=RINGS)
def _faceless(ring: TheVery) -> tuple[RingSeat, ...]:
    return tuple(replace(seat, face=None) if seat.face else seat for seat in ring.them[0])


def joined(public: PublicView) -> Fragment:
    """How many are at the table."""
    return fragment("joined", "parts/joined.html", number=public.joined)


def ring(public: PublicView) -> Fragment:
    """The ring as everybody sees it from above."""
    return rows("ring", "parts/seat.html", ({"seat": seat} for seat in public.ring))


def said(public: PublicView) -> Fragment:
    """The lines that are spoken aloud now; without any, what is to be done, or what the question is about."""
    say, step = public.say, public.spoken
    doing = (public.todo or public.doing) if not say.lines else ""
    if public.agreed_line:
        say, step = replace(say, lines=(public.agreed_line, *say.lines)), f"{step}-agreed"
    return fragment("said", "parts/said.html", say=say, language=public.language, step=step, doing=doing)


def turn(public: PublicView) -> Fragment:
    """Whom alone an open question waits for, where the phase does not say it."""
    return fragment(
        "turn", "parts/turn.html", turn=public.turn if public.turn not in public.phase else "", faces=public.faces
    )


def over(public: PublicView) -> Fragment:
    """Who has won, and what everybody was."""
    return fragment("over", "parts/over.html", view=ending(public))


def web(public: PublicView) -> Fragment:
    """Who suspected whom, as a picture."""
    return fragment("web", "parts/web.html", web=public.web)


def tells(public: PublicView) -> Fragment:
    """Where the screen finds the story of a finished game, and at which scene it stands; nothing before the end."""
    name, at = public.tells or ("", 0)
    return fragment("tells", "parts/tells.html", name=name, at=at, code=public.code)
