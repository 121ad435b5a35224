"""The tutorial of a rehearsal, which points a new moderator to one thing at the real desk.

A tutorial is no script. It is a list of hints, and each has two conditions: when it is shown and when it is done.
Both are checked against the state of the table (tutorial_state.py). So the tutorial stays in step, whatever people
do. No hint knows more than the desk shows. How a rehearsal is opened: moderation/tables/rehearsals.py.
Start reading at `build_lesson`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.table import Refused
from games.models import GameSession, LessonProgress
from moderation.play.rendering.render import Snapshot
from moderation.surfaces.desk.tutorial_state import Sight, build_sight
from moderation.surfaces.desk.view_model import DeskView
from moderation.tables.setup.view_model import SeatsView

Stage = GameSession.Stage


@dataclass(frozen=True)
class Hint:
    """A thing to do: a sentence, and the desk element to mark (static/css/desk/lesson.css)."""

    name: str
    says: str | Promise
    mark: str
    shown: Callable[[Sight], bool]
    done: Callable[[Sight], bool] = lambda _sight: False
    to_read: bool = False  # only to be read: a button confirms that it was read
    needed: bool = False  # no game begins without it, so it cannot be skipped
    after: tuple[str, ...] = ()  # names of hints that come first


ENOUGH_NIGHTS = 3  # nights that a lesson lasts if nobody falls

PLACES = {
    "said": "to-say",
    **{
        one: one
        for one in ("how-to-join", "add-bots", "deal", "begin", "bots", "waiting", "take-back", "other-phone")
    },
}


@dataclass(frozen=True)
class Lesson:
    """The part of a lesson that the desk shows now."""

    name: str  # of the hint; empty where there is none
    says: str
    mark: str
    to_read: bool
    may_skip: bool
    ready: bool
    off: bool  # the moderator wants no hints

    @property
    def target_id(self) -> str:
        """The id of the marked element, where a page may have to scroll to it."""
        return PLACES.get(self.mark, "")


def _is_playing(sight: Sight) -> bool:
    return sight.stage == Stage.PLAYING


def _has_played_enough(sight: Sight) -> bool:
    """Return true if the lesson has lasted long enough.

    With nights, a night must be over and a fall announced. After `ENOUGH_NIGHTS` nights no fall is needed. A game
    without nights always has.
    """
    return not sight.has_nights or (sight.fallen and sight.nights > 0) or sight.nights >= ENOUGH_NIGHTS


COURSE = (
    Hint(
        "join",
        _("Here people join: they scan this code with their phones. %(who)s has done so, and sits at the table."),
        "how-to-join",
        lambda sight: sight.stage == Stage.JOINING and not sight.enough and bool(sight.seat),
        to_read=True,
    ),
    Hint(
        "fill",
        _("Nobody else comes to a rehearsal: let computer players take the other seats. Tap “Fill up”."),
        "add-bots",
        lambda sight: sight.stage == Stage.JOINING and not sight.enough,
        lambda sight: sight.enough or sight.stage != Stage.JOINING,
        needed=True,
    ),
    Hint(
        "deal",
        _("Everybody sits. “Deal the cards”: each phone gets its own, and you need not look at any."),
        "deal",
        lambda sight: sight.stage == Stage.JOINING,
        lambda sight: sight.stage != Stage.JOINING,
        needed=True,
    ),
    Hint(
        "begin",
        _("Here you see who has looked at their card. Everybody has: “Begin the game”."),
        "begin",
        lambda sight: sight.stage == Stage.CARDS,
        lambda sight: sight.stage not in (Stage.JOINING, Stage.CARDS),
        needed=True,
    ),
    Hint(
        "read",
        _("The lines that are marked are yours to say. Read them aloud, slowly."),
        "said",
        lambda sight: _is_playing(sight) and sight.desk.reads,
        to_read=True,
    ),
    Hint(
        "cover",
        _(
            "At night the desk shows what nobody may see. When you turn away, cover it; a tap uncovers it. "
            "At a real table it also covers itself when nobody touches it."
        ),
        "shade",
        lambda sight: _is_playing(sight) and sight.desk.asleep,
        to_read=True,
    ),
    Hint(
        "lost",
        _(
            "%(who)s’s phone has switched off: the ring says so. It stops nothing: tap the name, "
            "then any choice or face, and confirm."
        ),
        "waiting",
        lambda sight: _is_playing(sight) and sight.phone.asked and not sight.desk.bots,
        lambda sight: not sight.seat or sight.phone.entered or sight.undone,
    ),
    Hint(
        "undo",
        _(
            "“No, not that one!” says %(who)s. Open “Undo” at the foot, read what it undoes, "
            "then “Reopen…”: that one answer goes, and no other."
        ),
        "take-back",
        lambda sight: _is_playing(sight) and sight.phone.lost and sight.desk.may_undo,
        lambda sight: not sight.seat or sight.undone,
        after=("lost",),
    ),
    Hint(
        "phone",
        _(
            "%(who)s borrows a phone. Open “⋯” at the foot, then “Another phone for somebody”, tap the name, and "
            "show the QR code. Without a phone at hand, come back to the desk then."
        ),
        "other-phone",
        lambda sight: _is_playing(sight) and sight.phone.lost,
        lambda sight: not sight.seat or sight.phone.handed,
        after=("lost", "undo"),
    ),
    Hint(
        "bots",
        _("Now the phones answer. Here the computer players do: “Let the computer players answer”."),
        "bots",
        lambda sight: _is_playing(sight) and sight.desk.bots,
        lambda sight: sight.bots_answered,
    ),
    Hint("end", "", "bar", lambda _sight: False, lambda sight: sight.phone.later and _has_played_enough(sight)),
)

MEANWHILE = (
    Hint(
        "said",
        _("Do what the desk says, without hurry; then tap the button at the foot."),
        "bar",
        lambda s: s.desk.bar == "said",
    ),
    Hint(
        "fallen",
        _(
            "Somebody is out of the game. Read it aloud, slowly: whoever is out stays at the table, and says nothing "
            "of what they know. The button at the foot goes on."
        ),
        "bar",
        lambda s: s.desk.bar == "go_on" and s.desk.falls,
    ),
    Hint(
        "go-on",
        _("All see this on their phones: read it aloud, and leave them the time. The button at the foot goes on."),
        "bar",
        lambda s: s.desk.bar == "go_on",
    ),
    Hint(
        "end-call",
        _(
            "The answer is in. At a real table the call runs on to its time, so that nobody learns who gave it. "
            "Here you may end it."
        ),
        "bar",
        lambda s: s.desk.bar == "end",
    ),
    Hint("all-bots", _("Phones are asked: let the computer players answer."), "bots", lambda s: s.desk.bots),
    Hint(
        "enter",
        _("Ask, and enter what you are shown: tap it, then the button at the foot."),
        "bar",
        lambda s: s.desk.bar == "enter",
    ),
    Hint(
        "pretend",
        _(
            "Nobody is called, and nobody may notice. Say the same lines; at a real table, let the "
            "time run. Here you may go on."
        ),
        "bar",
        lambda s: s.desk.bar == "close" and s.desk.pretend,
    ),
    Hint(
        "debate",
        _("They debate. When they have finished (here: at once), the button at the foot goes on."),
        "bar",
        lambda s: s.desk.bar == "close" and s.desk.debate,
    ),
    Hint(
        "close",
        _("Nothing is missing now. The button at the foot says what it ends: tap it."),
        "bar",
        lambda s: s.desk.bar == "close",
    ),
    Hint(
        "called",
        _(
            "Somebody who is called is silent. When nobody sees it, open “Show who is called”, and "
            "enter an answer there."
        ),
        "called",
        lambda s: s.desk.bar == "wait" and s.desk.hidden,
    ),
    Hint(
        "missing",
        _("An answer is missing. It comes from a phone; if that is away, tap the name, and answer for them."),
        "waiting",
        lambda s: s.desk.bar == "wait",
    ),
    Hint("bar", _("The button at the foot always says what comes next."), "bar", lambda _sight: True),
)

READY = _(
    "You are ready: the rest goes the same way. Play on to the end of this game if you "
    "like, or close the rehearsal and open a real table."
)
READY_AT_THE_END = _(
    "You are ready, and this game is over already. Close the rehearsal and open a real table, or play again here."
)
NOBODY = _("somebody")


def build_lesson(sight: Sight, progress: LessonProgress) -> Lesson:
    """Return what the lesson points to in this state of the table."""
    if progress.is_off:
        return Lesson("", "", "", to_read=False, may_skip=False, ready=False, off=True)
    past = progress.hints_seen
    if sight.stage == Stage.OVER or (COURSE[-1].done(sight) and not _list_hints_to_do(sight, past)):
        says = READY_AT_THE_END if sight.stage == Stage.OVER else READY
        return Lesson("", str(says), "", to_read=False, may_skip=False, ready=True, off=False)
    to_do = _list_hints_to_do(sight, past)
    for hint in to_do:
        if hint.shown(sight) and not {one.name for one in to_do}.intersection(hint.after):
            return _point_to(hint, sight, may_skip=not hint.needed)
    return _point_to(next(hint for hint in MEANWHILE if hint.shown(sight)), sight, may_skip=False)


def _list_hints_to_do(sight: Sight, past: Collection[str]) -> list[Hint]:
    """Return the hints that are still to do. A hint to read counts only while it is shown."""
    left = [hint for hint in COURSE[:-1] if hint.name not in past and not hint.done(sight)]
    return [hint for hint in left if not hint.to_read or hint.shown(sight)]


def _point_to(hint: Hint, sight: Sight, may_skip: bool) -> Lesson:
    says = str(hint.says) % {"who": sight.seat or NOBODY}
    return Lesson(hint.name, says, hint.mark, hint.to_read, may_skip, ready=False, off=False)


def update_progress(progress: LessonProgress, what: str, hint: str) -> None:
    """Store a tap on a lesson. Raises `Refused` for input that no page sends."""
    if what in ("on", "off"):
        progress.change(is_off=what == "off")
    elif what == "past" and any(one.name == hint and not one.needed for one in COURSE):
        progress.change(hints_seen=[*(one for one in progress.hints_seen if one != hint), hint])
    else:
        raise Refused("illegal_answer", "The lesson has no such hint to skip.")


def build_lesson_before_play(session: GameSession, table: SeatsView) -> Lesson | None:
    """Return the lesson while people join or look at their cards, None at a real table."""
    if not session.rehearsal:
        return None
    who = next((row.name for row in table.rows if row.id == session.lesson.seat_id), "")
    enough = len(table.rows) >= table.joining.fill
    return build_lesson(Sight(str(session.stage), who, enough=enough), session.lesson)


def build_lesson_at_play(snapshot: Snapshot, desk: DeskView, bar: str) -> Lesson | None:
    """Return the lesson at a desk whose button does `bar`, None at a real table."""
    if not snapshot.session.rehearsal or snapshot.table is None:
        return None
    return build_lesson(build_sight(snapshot, snapshot.table, desk, bar), snapshot.session.lesson)
