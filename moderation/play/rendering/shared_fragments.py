"""Fragments of public knowledge that several surfaces share (templates/parts)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache, partial

from moderation.play.forms.answer_forms import IdentityKey
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.ring import RINGS, RingSeat
from moderation.play.projections.sections.stage import StagedVote
from moderation.play.rendering.fragments import Fragment, cache_result, fragment, rows
from moderation.players.avatars import NO_FACES, list_offers_of_table


def build_moment(public: PublicView) -> Fragment:
    """Build the pieces of what has just happened, for as long as all look at them; else nothing."""
    return fragment(
        "moment", "parts/moment.html", moment=public.moment.view, faces=public.ring.faces, game=public.table.slug
    )


def build_announcements(public: PublicView) -> Fragment:
    """Build the organisers' announcements to the table.

    They are the same on all its devices, and empty while anything secret is asked.
    """
    return rows(
        "announcements", "parts/announcement.html", ({"said": announcement} for announcement in public.announcements)
    )


def build_falling_ballots(public: PublicView) -> Fragment:
    """Build the ballots that fall round the ring of a screen, which static/js/staging.js draws.

    They are those of a moment, or those that everybody has seen cast in the open vote.
    """
    moment = public.moment.view
    if moment is None:
        return build_open_ballots(public.staged.vote)
    return fragment("falling-ballots", "parts/falling_ballots.html", ballots=moment.ballots, live="", named=())


def build_open_ballots(vote: StagedVote | None) -> Fragment:
    """Build the public ballots of an open vote, for the ring of a screen or a desk."""
    return fragment(
        "falling-ballots",
        "parts/falling_ballots.html",
        ballots=vote.cast if vote else (),
        live="" if not vote else "speech" if vote.is_speech else "vote",
        named=vote.accused if vote else (),
    )


def build_staged_vote(public: PublicView) -> Fragment:
    """Build the open vote or the speech that a screen shows large; else nothing."""
    return fragment(
        "open-vote",
        "parts/open_vote.html",
        vote=public.staged.vote,
        urn=public.staged.urn,
        phase=public.phase.title,
        turn=public.step.turn,
        faces=public.ring.faces,
    )


def build_fallen(public: PublicView) -> Fragment:
    """Build the picture of whoever falls in a moment, and of a dawn at which nobody does."""
    moment = public.moment.view
    gone = tuple(str(piece.text) for piece in moment.pieces if piece.kind == "name" and piece.falls) if moment else ()
    dawn = moment is not None and moment.dawn
    return fragment(
        "fallen", "parts/fallen.html", shown=dawn or bool(gone), dawn=dawn, gone=gone, faces=public.ring.faces
    )


def build_ready(public: PublicView) -> Fragment:
    """Build the lists of who is ready to continue, and who is not yet."""
    return fragment("ready", "parts/ready.html", ready=public.moment.ready, unready=public.moment.unready)


def build_cue(public: PublicView) -> Fragment:
    """Build the name of the sound that a desk or a screen plays, from public facts alone."""
    if public.table.stage == "over":
        name, of = "victory", "over"
    elif public.moment.view:
        name, of = public.moment.view.cue, public.moment.view.name
    else:
        name, of = ("nightfall", f"night {public.phase.title}") if public.phase.night else ("", "")
    return fragment("cue", "parts/cue.html", cue=name, of=of)


def build_seat_requests(public: PublicView, code: str = "") -> Fragment:
    """Build the requests of devices for a seat at a table without a moderator.

    `code`: of a phone's table, to agree.
    """
    return fragment("seat-back", "parts/seat_back.html", requests=public.agreement.seat_requests, code=code)


def build_undo_prompt(public: PublicView, code: str = "") -> Fragment:
    """Build the entry that a player asks to take back, for all to see.

    For phones (`code`) it includes the buttons to ask and to answer.
    """
    return fragment("correction", "parts/taking_back.html", back=public.agreement.taking_back, code=code)


def build_waiting_prompt(public: PublicView, code: str = "", middle: bool = False) -> Fragment:
    """Build the question to all where the table waits for somebody.

    `code`: of the table, where there are buttons; `middle`: they are those of the device in the middle.
    """
    return fragment("waiting", "parts/waiting.html", prompt=public.agreement.waiting, code=code, middle=middle)


def build_phase(public: PublicView) -> Fragment:
    """Build the phase of the game ("Night 2").

    It is the game's name before the game begins and once it is over.
    """
    now = public.phase.title if public.table.stage != "over" else ""
    return fragment("phase", "parts/phase.html", phase=now or public.table.game)


def build_clocks(public: PublicView) -> Fragment:
    """Build the clock of the phase and the rest of a call's time; each says what it counts."""
    return fragment(
        "clocks",
        "parts/clocks.html",
        clock=public.times.clock,
        ends=public.times.call_ends,
        counts=public.times.call_counts,
    )


def build_play_mode(public: PublicView) -> Fragment:
    """Build who moderates, and whether this has changed while people joined."""
    return fragment(
        "manner",
        "parts/manner.html",
        narrated=public.table.narrated,
        eyes_closed=public.table.eyes_closed,
        has_nights=public.table.has_nights,
        changed=public.lobby.manner_changed,
        desk_went=public.lobby.desk_went,
        to_agree=public.lobby.to_agree,
    )


def build_notices(public: PublicView) -> tuple[Fragment, Fragment]:
    """Build the notices of interruptions, and the warning before a vote closes."""
    return (
        fragment(
            "notices",
            "parts/notices.html",
            paused=public.times.paused,
            taken_up=public.step.taken_up,
            away=public.times.away,
            moved=public.ring.moved,
            stand_ins=public.ring.stand_ins,
            passed=public.agreement.passed,
            desk_went=public.lobby.desk_went,
        ),
        fragment("closing", "parts/closing.html", closing=public.vote.closing),
    )


def build_progress(public: PublicView, look: str) -> Fragment:
    """Build how many have voted."""
    return fragment("progress", "parts/progress.html", voted=public.vote.voted, look=look)


def build_lookers(public: PublicView, look: str) -> Fragment:
    """Build how many have looked at their card."""
    return fragment("lookers", "parts/lookers.html", looked=public.lobby.looked, all=public.lobby.lookers, look=look)


def build_screen_reader_lines(public: PublicView) -> Fragment:
    """Build what screen readers announce on all phones alike: the phase, news and the question.

    It excludes what a seat alone is told or asked, because whoever listens to a phone must not hear it.
    """
    over = public.table.stage == "over"
    news = public.news[-1].lines if public.news and not (public.phase.night or over) else ()
    news = public.moment.view.lines if public.moment.view else news
    title = public.step.call or public.step.doing
    lines = (public.ending.outcome,) if over else (public.phase.title, *news)
    lines += tuple(announcement.text for announcement in public.announcements)
    return fragment(
        "announced",
        "parts/announced.html",
        stage=public.table.stage,
        step=public.step.name,
        again=public.step.again,
        lines=lines,
        title=title,
    )


def build_news(public: PublicView) -> Fragment:
    """Build the latest public news."""
    latest = public.news[-1] if public.news and not public.moment.view else None
    return fragment("news", "parts/news.html", latest=latest, phase=public.phase.title, faces=public.ring.faces)


def build_board(public: PublicView) -> Fragment:
    """Build the public measures of the game."""
    return fragment("board", "parts/board.html", board=public.board.gauges)


def build_plan(public: PublicView) -> tuple[Fragment, ...]:
    """Build the folded board of the game and the marks on it.

    They are separate fragments because the board never changes.
    """
    if public.board.plan is None:
        return ()
    marks = fragment(
        "plan-marks",
        "parts/plan_marks.html",
        plan=public.board.plan,
        marked=public.board.plan.list_marks(public.board.standing.areas),
        track=public.board.standing.track,
        marker=public.board.standing.marker,
    )
    people = rows(
        "plan-people", "parts/plan_person.html", ({"seat": replace(seat, face=None)} for seat in public.ring.seats)
    )
    return (fragment("plan", "parts/plan.html", plan=public.board.plan), marks, people)


def build_ballots(public: PublicView, spread: bool = True) -> Fragment:
    """Build who cast which ballot, when a vote by show of hands has just closed.

    `spread`: opened out, otherwise folded.
    """
    return fragment(
        "ballots", "parts/ballots.html", ballots=public.vote.ballots, spread=spread, faces=public.ring.faces
    )


def build_people(public: PublicView) -> Fragment:
    """Build the ring as a list of names."""
    return _build_people(IdentityKey(public.ring.seats))


@partial(cache_result, remembered=RINGS)
def _build_people(ring: IdentityKey) -> Fragment:
    return rows("people", "parts/person.html", ({"seat": seat} for seat in ring.members[0]))


def count_free_places(public: PublicView) -> int:
    """Return how many places are still free until the game can be played."""
    return max(0, public.lobby.fewest - len(public.ring.seats)) if public.table.stage == "joining" else 0


def count_shown_places(public: PublicView) -> int:
    """Return how many free places are shown: at least one while somebody may still join."""
    is_open = public.table.stage == "joining" and not public.lobby.door_closed
    has_room = len(public.ring.seats) < public.lobby.most
    return max(count_free_places(public), int(is_open and has_room))


def build_places(public: PublicView) -> Fragment:
    """Build the ring as it fills: who has joined, and the places that are still free."""
    free = count_shown_places(public)
    return rows("people", "parts/place.html", ({"seat": seat} for seat in (*public.ring.seats, *free * (None,))))


def build_face_choice(public: PublicView) -> Fragment:
    """Build the free and the taken faces; empty where all are taken."""
    found = list_offers_of_table(public.ring.faces)
    choice = found if any(one.free for one in found) else ()
    return fragment("faces", "surfaces/phone/parts/faces.html", offers=choice, code=public.table.code)


def remove_faces(public: PublicView) -> PublicView:
    """Return the public view without faces: a phone at night displays none (SECRECY 2, 27)."""
    seats = _remove_faces(IdentityKey(public.ring.seats))
    return replace(public, ring=replace(public.ring, faces=NO_FACES, seats=seats))


@lru_cache(maxsize=RINGS)
def _remove_faces(ring: IdentityKey) -> tuple[RingSeat, ...]:
    return tuple(replace(seat, face=None) if seat.face else seat for seat in ring.members[0])


def build_joined(public: PublicView) -> Fragment:
    """Build how many are at the table."""
    return fragment("joined", "parts/joined.html", number=public.lobby.joined, free=count_free_places(public))


def build_ring(public: PublicView) -> Fragment:
    """Build the ring as everybody sees it from above."""
    return rows("ring", "parts/seat.html", ({"seat": seat} for seat in public.ring.seats))


def build_spoken_lines(public: PublicView) -> Fragment:
    """Build the lines that are spoken aloud now.

    Without any, it says what is to be done, or what the question is about.
    """
    say, step = public.speech.say, public.speech.spoken
    doing = (public.step.todo or public.step.doing) if not say.lines else ""
    if public.agreement.agreed_line:
        say, step = replace(say, lines=(public.agreement.agreed_line, *say.lines)), f"{step}-agreed"
    return fragment("said", "parts/said.html", say=say, language=public.table.language, step=step, doing=doing)


def build_turn(public: PublicView) -> Fragment:
    """Build the only seat that an open question waits for, where the phase does not name it."""
    return fragment(
        "turn",
        "parts/turn.html",
        turn=public.step.turn if public.step.turn not in public.phase.title else "",
        faces=public.ring.faces,
    )


def list_ending_values(public: PublicView) -> dict[str, Hashable]:
    """Return what templates need of the end of a game."""
    ending = replace(public.ending, tells=None)  # which scene a screen shows changes nothing here
    return {"view": ending, "faces": public.ring.faces, "game": public.table.slug}


def build_result(public: PublicView) -> Fragment:
    """Build who has won, and the role of everybody."""
    return fragment("over", "parts/over.html", **list_ending_values(public))


def build_end_poster(public: PublicView) -> Fragment:
    """Build the poster of the end: who has won in large letters, and everybody's role."""
    return fragment("poster", "parts/end_poster.html", poster=public.ending.poster)


def build_story_position(public: PublicView) -> Fragment:
    """Build where the screen finds the story of a finished game and its current scene.

    Empty before the end.
    """
    name, at = public.ending.tells or ("", 0)
    return fragment("tells", "parts/tells.html", name=name, at=at, code=public.table.code)
