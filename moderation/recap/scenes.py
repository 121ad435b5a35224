"""The recap of a finished game: its kit's tale, with faces, suspicions, awards and lengths.

No recap exists before the end of the game is public (`clock.find_public_stage`). Start reading at `build_recap`.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from cachetools import LRUCache
from django.http import Http404
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import journal
from games.engine.kit import Kit
from games.engine.story import SUSPECT, Deed, Page, Scene, Setting, Tale, Vote
from games.engine.table import Table
from games.models import GameSession
from games.speech import describe_public_fact
from games.story import build_pages
from moderation.play.pacing import clock
from moderation.play.projections import suspicions as opinions
from moderation.play.projections.end_poster import EndPoster, build_plain_poster, build_poster
from moderation.play.projections.sections.context import choose_language
from moderation.play.projections.sections.ending import list_winners
from moderation.play.projections.suspicions import NightOfOpinions
from moderation.players.avatars import Face, Faces, build_face, build_faces
from moderation.recap.awards import Award, choose_awards

Stage = GameSession.Stage


@dataclass(frozen=True)
class FinishedSeat:
    """A seat at the end: its face, role, camp and result.

    `truth`: its full truth in words.
    """

    name: str
    face: Face | None
    role: str
    truth: str
    camp: str
    won: bool


@dataclass(frozen=True)
class Length:
    """The length of a phase in seconds, with its title."""

    title: str
    seconds: int


@dataclass(frozen=True, eq=False)
class Recap:
    """A whole game in one language.

    `side`: the camp that has won, by its name in the kit's look.
    """

    slug: str
    game: str
    people: tuple[FinishedSeat, ...]
    scenes: tuple[Scene, ...]
    votes: tuple[Vote, ...]
    awards: tuple[Award, ...]
    outcome: str
    side: str
    lengths: tuple[Length, ...]
    ended: datetime | None
    faces: Faces
    poster: EndPoster

    @property
    def last_page(self) -> int:
        """The number of the last page, which is the end after all scenes."""
        return len(self.scenes) + 1

    @property
    def bars(self) -> int:
        """The number of nights or rounds."""
        return max((scene.bar for scene in self.scenes), default=0)


def build_recap(session: GameSession) -> Recap:
    """Return the recap of a finished game, in the active language.

    Where children played, it has gentler words. It is cached. Raises Http404 before its end is public.
    """
    stage = Stage.OVER if session.closed and session.outcome else clock.find_public_stage(session)
    if stage != Stage.OVER or not session.outcome:
        raise Http404
    with journal.read_table(session.pk) as (fresh, table):
        if table is None or table.outcome is None:
            raise Http404
        rows = fresh.seats.order_by("place").values_list("name", "face")
        faces = tuple((name, build_face(name, number)) for name, number in rows)
        language = choose_language(fresh, get_language() or "en")
        key = (fresh.pk, fresh.created, fresh.head, fresh.kit_version, language, faces)
        with _lock:
            kept = _cached_recaps.get(key)
        if kept is None:
            with translation.override(language):
                kept = _build_recap(fresh, table, faces)
            with _lock:
                _cached_recaps[key] = kept
        return kept


MOST = 24  # shows in the cache
_cached_recaps: LRUCache[tuple[object, ...], Recap] = LRUCache(MOST)
_lock = threading.Lock()


def _build_recap(session: GameSession, table: Table, faces: tuple[tuple[str, Face | None], ...]) -> Recap:
    assert table.outcome is not None
    kit, words = session.kit, session.kit.words
    setting = Setting(table.seats, session.deal or {}, table.truth())
    told = list(build_pages(session, table))
    tale = kit.story.tale(setting, told) if kit.story else build_plain_tale(kit, told)
    suspicions = opinions.list_nights(words, table)
    scenes = tuple(
        _add_suspicions(scene, suspicions) for scene in tale.scenes if scene.deeds or scene.big or scene.held
    )
    outcome = asdict(table.outcome)
    winners = list_winners(outcome)
    camps = kit.look.camps if kit.look else {}
    said = ""
    if session.is_current:  # a reason of an older version of the rules may have no words any more
        said = str(words.outcome(outcome["winners"], outcome["reason"]))
    found_faces = build_faces(faces)
    public = [fact for page in told for fact in page.public]
    if session.is_current:
        poster = build_poster(kit, table, found_faces, public)
    else:
        poster = build_plain_poster(kit, table, found_faces)
    people = tuple(
        FinishedSeat(
            name=name,
            face=face,
            role=str(setting.truth.get(name, {}).get("role") or ""),
            truth=describe_truth(kit, setting.truth.get(name, {})),
            camp=tale.camps.get(name, ""),
            won=name in winners,
        )
        for name, face in faces
    )
    return Recap(
        slug=session.game,
        game=str(words.NAME),
        people=people,
        scenes=scenes,
        votes=tale.votes,
        awards=choose_awards(tale, {seat: words.hunted(row) for seat, row in setting.truth.items()}, suspicions),
        outcome=said,
        side=next((side for side in outcome["winners"] if side in camps), ""),
        lengths=compute_phase_lengths(kit, session, told),
        ended=session.ended,
        faces=found_faces,
        poster=poster,
    )


def describe_truth(kit: Kit, row: Mapping[str, object]) -> str:
    """Return a seat's truth in words.

    For a game of other rules, only a part of the truth is stored. Then it is the role alone.
    """
    try:
        return str(kit.words.truth(dict(row)))
    except KeyError:
        card = kit.words.CARDS.get("role")
        return str(card.values.get(str(row.get("role")), "")) if card else ""


def build_plain_tale(kit: Kit, told: Sequence[Page]) -> Tale:
    """Build the tale of a game whose kit has no story: the announcements, phase by phase."""
    scenes: list[Scene] = []
    heading, deeds = _("Before play"), list[Deed]()
    for fact in (fact for page in told for fact in page.public):
        if title := str(kit.words.phase(fact)):
            scenes.append(Scene(heading, len(scenes), tuple(deeds)))
            heading, deeds = title, []
        if line := describe_public_fact(kit.words, fact):
            deeds.append(Deed("give", line))
    return Tale((*scenes, Scene(heading, len(scenes), tuple(deeds))))


def _add_suspicions(scene: Scene, nights: Sequence[NightOfOpinions]) -> Scene:
    """Return a scene with the suspicions of its night."""
    found = tuple(
        Deed(SUSPECT, one.text, (one.who,), (one.whom,))
        for night in nights
        if night.title == str(scene.heading)
        for one in night.opinions
        if one.manner == opinions.SUSPECTS
    )
    return replace(scene, deeds=(*scene.deeds, *found)) if found else scene


def compute_phase_lengths(kit: Kit, session: GameSession, told: Sequence[Page]) -> tuple[Length, ...]:
    """Return the length of each phase by the server's clock.

    Phases with the same title, such as a player's turns, are added up.
    """
    at = {0: session.pacing.begun_at or session.started, **dict(session.moves.values_list("number", "at"))}
    found: dict[str, float] = {}
    title, since = _("Before play"), at.get(0)
    last = since
    for page in told:
        last = at.get(page.number) or last
        for fact in page.public:
            if said := str(kit.words.phase(fact)):
                if since and last:
                    found[title] = found.get(title, 0) + (last - since).total_seconds()
                title, since = said, last
    if since and last:
        found[title] = found.get(title, 0) + (last - since).total_seconds()
    return tuple(Length(name, max(0, round(seconds))) for name, seconds in found.items())
