"""A desk is made once for the reply to a tap and for its socket, and anew as soon as anything of it has changed."""

import gc
import weakref
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import journal, table_cache
from games.models import GameSession
from moderation.models import Kind, Pass
from moderation.play.pacing import clock
from moderation.play.projections import public
from moderation.play.rendering import render
from moderation.play.rendering.render import Viewer, build_viewer_of_pass
from moderation.surfaces.desk import fragments as desks
from moderation.surfaces.desk.sections.story import build_story
from tests.moderation.sporz_table import CHIEF, MUTATION, desk, device_of, phone, playing


@pytest.fixture
def table() -> GameSession:
    """The chief is to be elected, and Ann has a phone."""
    session = playing()
    phone(session, "Ann")
    Pass.objects.filter(kind=Kind.SEAT).update(seen=timezone.now())
    return session


def watching(session: GameSession, client: Client) -> Viewer:
    """Whoever looks at this desk."""
    return build_viewer_of_pass(
        Pass.objects.get(device=device_of(client), kind=Kind.MODERATOR), "desk", "en", "token"
    )


def shown(session: GameSession, who: Viewer) -> str:
    """The desk."""
    return render.render(session.pk, [who], [who]).html(who) or ""


def forget() -> None:
    """Nothing is cached any more: the table is replayed, and everything is built from it again."""
    table_cache.tables.clear()
    desks.clear_cache()


def in_part(part: str, **values: object) -> Callable[[GameSession], None]:
    """Something that is stored beside the game changes, without a move."""

    def change(session: GameSession) -> None:
        with journal.edit_session(session.pk) as fresh:
            getattr(fresh, part).change(**values)

    return change


def a_move(session: GameSession) -> None:
    """The chief is named."""
    journal.submit(session.pk, CHIEF)


def a_phone_away(session: GameSession) -> None:
    """Ann's phone is put aside for long: no pulse says so."""
    Pass.objects.filter(kind=Kind.SEAT).update(seen=timezone.now() - timedelta(hours=1))


def another_phone(session: GameSession) -> None:
    """Bob has a phone now."""
    phone(session, "Bob")


CHANGES = {
    "a move": a_move,
    "a phone away": a_phone_away,
    "another phone": another_phone,
    "a pause": in_part("pacing", paused_at=timezone.now()),
    "a clock": in_part("timer", length=300, seconds_left=300.0, phase=0),
    "a warning": in_part("timer", vote_closes_at=timezone.now() + timedelta(hours=1), vote_step=0),
    "the desk went": in_part("agreements", desk_transfer="more"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_cached_desk_equals_a_fresh_one(table: GameSession, change: Callable[[GameSession], None]) -> None:
    who = watching(table, desk(table))
    before = shown(table, who)
    change(table)
    kept = shown(table, who)
    forget()
    assert kept == shown(table, who)
    assert kept != before


@pytest.mark.django_db
def test_two_desks_and_two_looks_take_one_making(table: GameSession, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    making = desks.build_moderator_view
    monkeypatch.setattr(desks, "build_moderator_view", lambda *what: made.append(what) or making(*what))
    first, second = (watching(table, desk(table)) for _ in range(2))
    assert shown(table, first) == shown(table, first) == shown(table, second)
    assert len(made) == 1
    a_move(table)
    assert shown(table, first) == shown(table, second)
    assert len(made) == 2


@pytest.mark.django_db
def test_a_cached_call_shows_its_end_as_time_passes(table: GameSession, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the database changes then."""
    a_move(table)
    who = watching(table, desk(table))
    shown(table, who)
    monkeypatch.setattr(clock, "is_overlong", lambda *_now: True)
    kept = shown(table, who)
    forget()
    assert kept == shown(table, who)


@pytest.mark.django_db
def test_a_tap_and_its_messages_share_one_public_view(table: GameSession, monkeypatch: pytest.MonkeyPatch) -> None:
    built = []
    building = public.build_public_view
    monkeypatch.setattr(public, "build_public_view", lambda *what: built.append(what) or building(*what))
    who = watching(table, desk(table))
    shown(table, who)
    shown(table, Viewer("screen", "en"))
    assert len(built) == 1
    a_move(table)
    shown(table, who)
    shown(table, Viewer("screen", "fr"))
    assert len(built) == 3  # another moment, and the same in another language


@pytest.mark.django_db
def test_a_table_that_is_dropped_leaves_no_view_behind(table: GameSession) -> None:
    shown(table, watching(table, desk(table)))
    cached = weakref.ref(table_cache.tables[table.pk].table)
    assert cached() in render._latest_views
    forget()
    gc.collect()
    assert cached() is None


@pytest.mark.django_db
def test_an_earlier_chapter_stays_as_it_is_after_each_tap(table: GameSession) -> None:
    who = watching(table, desk(table))
    a_move(table)
    with journal.read_table(table.pk) as (session, game):
        before = build_story(session.kit.words, game)
    journal.submit(table.pk, MUTATION)
    shown(table, who)
    with journal.read_table(table.pk) as (session, game):
        after = build_story(session.kit.words, game)
    assert len(after) > 1 and after[-1] == before[-1] and after[-1].back
