"""Fragments of a player's phone: card, current question, notebook and public facts.

Pure: they are built only from what one seat may see (`moderation/play/projections/private.py`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from django.utils.translation import ngettext

from moderation.play.forms.answer_forms import Question
from moderation.play.projections.end_poster import EndPoster
from moderation.play.projections.knowledge import Chapter, SeatKnowledge
from moderation.play.projections.private import PhoneView, SeatOutcome
from moderation.play.projections.public import PublicView
from moderation.play.projections.sections.ending import RevealedSeat
from moderation.play.projections.sections.stage import StagedSection
from moderation.play.rendering import shared_fragments
from moderation.play.rendering.fragments import (
    STEP_PLACEHOLDER,
    Fragment,
    FragmentGroup,
    View,
    build_stamped_fragment,
    cache_latest_results,
    cache_result,
    fragment,
    rows,
)
from moderation.players.avatars import NO_FACES, Faces, name_face
from moderation.templatetags.even_light import MOST_FACES, RESERVE, measure_reserve


def build_view(phone: PhoneView) -> View:
    """Build the view of a phone from the state of its seat."""
    seen, table = phone.public, phone.public.table
    if seen.phase.dark:
        return View(fragment("", "surfaces/phone/asleep.html"), _build_asleep(seen))
    if table.stage == "joining":
        layout = fragment(
            "",
            "surfaces/phone/joining.html",
            code=table.code,
            game=table.game,
            slug=table.slug,
            children=table.children,
        )
        agree = fragment("agree", "surfaces/phone/parts/agree.html", agree=phone.agree, code=table.code)
        here = FragmentGroup(
            shared_fragments.build_announcements(seen),
            shared_fragments.build_play_mode(seen),
            shared_fragments.build_joined(seen),
            shared_fragments.build_people(seen),
            shared_fragments.build_face_choice(seen),
        )
        mine = fragment("own-face", "surfaces/phone/parts/own_face.html", face=phone.face, name=name_face(phone.face))
        return View(layout, here, (FragmentGroup(agree, mine),))
    if table.stage == "cards":
        looked = fragment("looked", "surfaces/phone/parts/looked.html", looked=phone.looked, code=table.code)
        card = build_card(phone.own, table.slug, seen.ring.faces, measure_reserve(seen.ring.names))
        return View(
            fragment("", "surfaces/phone/cards.html", children=table.children),
            _build_dealt(seen),
            (FragmentGroup(card, looked),),
            build_answer_state(phone),
        )
    if table.stage == "over":
        return View(
            fragment("", "surfaces/phone/over.html", code=table.code, children=table.children),
            _build_end(seen),
            (
                build_result(phone),
                FragmentGroup(build_notebook(phone.own.notebook)),
            ),
        )
    own = (
        _build_knowledge(
            phone.own,
            table.slug,
            NO_FACES if seen.phase.night else seen.ring.faces,
            measure_reserve(seen.ring.names),
            table.code,
            table.number,
        ),
        build_aside_time(phone),
        build_question(phone),
    )
    return View(
        fragment("", "surfaces/phone/playing.html", night=seen.phase.night, children=table.children),
        _build_playing(seen),
        own,
        build_answer_state(phone),
    )


@cache_latest_results
def _build_asleep(seen: PublicView) -> FragmentGroup:
    """Return the fragments that all phones share while all eyes are closed.

    They show who voted for whom as night fell (S-07).
    """
    return FragmentGroup(shared_fragments.build_ballots(shared_fragments.remove_faces(seen), spread=False))


@cache_latest_results
def _build_dealt(seen: PublicView) -> FragmentGroup:
    """Return the fragments that all phones share while everybody looks at their card."""
    return FragmentGroup(
        shared_fragments.build_announcements(seen),
        shared_fragments.build_notices(seen)[0],
        shared_fragments.build_lookers(seen, "soft"),
        shared_fragments.build_screen_reader_lines(seen),
    )


@cache_latest_results
def _build_playing(seen: PublicView) -> FragmentGroup:
    """Return the fragments that all phones share while a game is played."""
    seen = shared_fragments.remove_faces(seen) if seen.phase.night else seen
    return FragmentGroup(
        shared_fragments.build_announcements(seen),
        shared_fragments.build_phase(seen),
        shared_fragments.build_clocks(seen),
        *shared_fragments.build_notices(seen),
        fragment("since", "surfaces/phone/parts/since.html", line=find_latest_line(seen), faces=seen.ring.faces),
        shared_fragments.build_waiting_prompt(seen, seen.table.code),
        shared_fragments.build_moment(seen),
        shared_fragments.build_ready(seen),
        shared_fragments.build_progress(seen, "soft"),
        shared_fragments.build_news(seen),
        shared_fragments.build_ballots(seen, spread=False),
        shared_fragments.build_board(seen),
        shared_fragments.build_people(seen),
        shared_fragments.build_undo_prompt(seen, seen.table.code),
        shared_fragments.build_seat_requests(seen, seen.table.code),
        shared_fragments.build_screen_reader_lines(seen),
    )


def find_latest_line(seen: PublicView) -> str:
    """Return the last line of the news, which is read before the question.

    With nights, a line of an earlier phase is left out. At night the text is empty.
    """
    last = seen.news[-1] if seen.news and not seen.phase.night else None
    if last is None or not last.lines or (seen.table.has_nights and seen.phase.title not in ("", last.title)):
        return ""
    return last.lines[-1]


@cache_latest_results
def _build_end(seen: PublicView) -> FragmentGroup:
    """Return the fragments that all phones share when the game is over."""
    story = rows(
        "story", "parts/chapter.html", ({"chapter": chapter, "faces": seen.ring.faces} for chapter in seen.news)
    )
    end = fragment("end", "parts/end.html", **shared_fragments.list_ending_values(seen))
    return FragmentGroup(
        shared_fragments.build_announcements(seen),
        end,
        shared_fragments.build_ballots(seen, spread=False),
        story,
        shared_fragments.build_screen_reader_lines(seen),
    )


@cache_result
def _build_knowledge(
    own: SeatKnowledge, game: str, faces: Faces, reserve: int, code: str, number: int
) -> FragmentGroup:
    """Return the fragments of what a seat knows. Seats with equal knowledge share them."""
    sheet = fragment("sheet", "surfaces/phone/parts/sheet.html", sheet=own.sheet, code=code, number=number)
    return FragmentGroup(build_card(own, game, faces, reserve), sheet, build_notebook(own.notebook))


def build_result(phone: PhoneView) -> FragmentGroup:
    """Return the result of the finished game for this seat, with its part and its deed."""
    poster, own, table = phone.public.ending.poster, phone.revealed, phone.public.table
    suspense = "" if poster is None else "sealed" if poster.cards else "with-podium" if poster.has_podium else ""
    role = own.role if own else ""
    part = describe_part(own, poster) if own else ""
    return _build_result(phone.result, role, part, phone.deed, suspense, table.slug, table.code)


def describe_part(own: RevealedSeat, poster: EndPoster | None) -> str:
    """Return what a seat has played: its role, its points, or the first words of its truth."""
    seats = (*poster.winners, *poster.others) if poster else ()
    seat = next((seat for seat in seats if seat.name == own.name), None)
    if seat is not None and seat.title:
        return seat.title
    if seat is not None and seat.points is not None:
        return ngettext("%(points)d point", "%(points)d points", seat.points) % {"points": seat.points}
    return re.split(r"\s· ", own.truth, maxsplit=1)[0]  # `BETWEEN_PARTS`, or as packages write it


@cache_result
def _build_result(
    result: SeatOutcome | None, role: str, part: str, deed: str, suspense: str, slug: str, code: str
) -> FragmentGroup:
    values = {"result": result or "", "role": role, "part": part, "deed": deed, "suspense": suspense}
    return FragmentGroup(fragment("result", "surfaces/phone/parts/result.html", game=slug, code=code, **values))


def build_card(own: SeatKnowledge, game: str, faces: Faces, reserve: int) -> Fragment:
    """Return the card of the player in the style of this game.

    It also has what the seat has learnt in this phase, and by day the faces of the people that it names.
    """
    held, lines = own.card, tuple(map(str, own.card.lines))
    latest = tuple(line for line in own.latest if line not in " ".join(lines))
    named = faces if faces.count_names((*lines, *latest)) <= MOST_FACES else NO_FACES
    role = {"role": held.role, "side": held.side, "name": held.name, "camp": held.camp}
    said = {"lines": lines, "latest": latest}
    light = {"faces": named, "has_faces": faces is not NO_FACES}
    light |= {"reserve": reserve, "has_long_names": reserve > RESERVE}
    return fragment("card", "surfaces/phone/parts/card.html", game=game, **role, **said, **light)


def build_notebook(chapters: tuple[Chapter, ...]) -> Fragment:
    """Return all that the seat was told, the latest phase first."""
    pages = [
        {"number": number, "title": chapter.title, "lines": chapter.lines}
        for number, chapter in enumerate(chapters, 1)
    ]
    return rows("notebook", "surfaces/phone/parts/notebook_chapter.html", reversed(pages))


def build_aside_time(phone: PhoneView) -> FragmentGroup:
    """Return the time left for a question to this seat that the room does not see."""
    return _build_time_left(None if phone.public.times.call_ends else phone.aside_ends)


@cache_result
def _build_time_left(ends: int | None) -> FragmentGroup:
    return FragmentGroup(fragment("aside", "parts/_call.html", ends=ends, counts="answer"))


def build_question(phone: PhoneView) -> FragmentGroup:
    """Return the current question, or who else is asked. It holds no given answer."""
    seen, question = phone.public, phone.question
    if seen.moment.view:
        return _build_looking(
            phone.leaving,
            seen.moment.view.name if seen.moment.ready is not None else "",
            phone.ready,
            seen.table.code,
        )
    if question is None or phone.replaced:
        return _build_idle(
            seen.step.doing,
            seen.step.turn,
            phone.out,
            phone.replaced,
            list_suspects(phone),
            seen.table.code,
            seen.table.number,
            seen.ring.faces,
        )
    # Faces make a list of names longer, so questions asked in secret have none (SECRECY 5, 29).
    faces = NO_FACES if seen.phase.night or seen.step.hushed else seen.ring.faces
    asked_of = replace(question, given="", refused="", why="", fellows="", called=True)
    return _build_form(
        asked_of,
        seen.phase.night,
        seen.table.code,
        faces,
        points=seen.phase.night or seen.step.hushed,
        between_two=is_between_two(seen.staged),
    )


def is_between_two(staged: StagedSection) -> bool:
    """Return whether a public vote between two people is open, who then share the whole phone."""
    return staged.vote is not None and not staged.vote.is_speech and len(staged.vote.accused) == 2


def list_suspects(phone: PhoneView) -> tuple[tuple[int, str], ...]:
    """Return the places and names that a player who is out may mark as suspects.

    Nobody is asked, and nothing is sent. This works only by day, because at night all phones are alike.
    A player with a sheet goes on ticking that one.
    """
    seen = phone.public
    if not phone.out or seen.phase.night or seen.table.stage != "playing" or phone.own.sheet:
        return ()
    return tuple((place, seat.name) for place, seat in enumerate(seen.ring.seats, 1) if not seat.out)


@cache_result
def _build_idle(
    doing: str,
    turn: str,
    out: bool,
    replaced: bool,
    guesses: tuple[tuple[int, str], ...],
    code: str,
    number: int,
    faces: Faces,
) -> FragmentGroup:
    values = {"doing": doing, "turn": turn, "out": out, "guesses": guesses, "code": code, "number": number}
    values |= {"replaced": replaced}
    values |= {"faces": faces if guesses else NO_FACES}
    return FragmentGroup(fragment("question", "surfaces/phone/parts/idle.html", **values))


@cache_result
def _build_looking(leaving: bool, moment: str, ready: bool, code: str) -> FragmentGroup:
    values = {"leaving": leaving, "moment": moment, "ready": ready, "code": code}
    return FragmentGroup(fragment("question", "surfaces/phone/parts/looking.html", **values))


@cache_result
def _build_form(
    question: Question, night: bool, code: str, faces: Faces, *, points: bool, between_two: bool
) -> FragmentGroup:
    """Return the form of a question, which the next step often asks again under its own name."""
    unnumbered = replace(question, opened=STEP_PLACEHOLDER)
    values = {"question": unnumbered, "night": night, "points": points, "code": code, "faces": faces}
    values["between_two"] = between_two
    return FragmentGroup(
        build_stamped_fragment("question", "surfaces/phone/parts/question.html", question.opened, **values)
    )


def build_answer_state(phone: PhoneView) -> FragmentGroup:
    """Return the state of the seat's answer, and what its fellows propose.

    These fragments stand first under the cover of the card.
    """
    seen, question = phone.public, phone.question
    if question is None:
        return _build_answer_state(False, False, "", "", "", "", seen.step.hushed)
    told = (question.given, question.refused, question.why, question.fellows)
    return _build_answer_state(seen.phase.night, question.called, *told, seen.step.hushed)


@cache_result
def _build_answer_state(
    night: bool, called: bool, given: str, refused: str, why: str, fellows: str, hushed: bool
) -> FragmentGroup:
    stands = {"night": night, "called": called, "given": given, "refused": refused, "why": why}
    return FragmentGroup(
        fragment("answered", "surfaces/phone/parts/call_and_answer.html", **stands),
        fragment("hint", "surfaces/phone/parts/hint.html", hushed=hushed, given=bool(given)),
        fragment("fellows", "surfaces/phone/parts/fellows.html", fellows=fellows, night=night),
    )
