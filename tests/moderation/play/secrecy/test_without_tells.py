"""A night without tells: at any instant all phones look, weigh and behave alike (SECRECY 1 to 6).

Random games of every kit on phones, with a clock turned by hand. At each tick the phones of all seats are compared:
the skeleton of the page outside covered cards, the names listed, the taps to finish, and the length of the messages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html.parser import HTMLParser
from random import Random

import pytest
from django.test import override_settings
from django.utils import timezone

from games import journal, lifecycle, server_clock, table_cache
from games.engine import bots
from games.engine.asks import Ask
from games.engine.kit import all_kits
from games.engine.table import CHANCE, CLOCK, MODERATOR, Refused, Table
from games.models import DebateTimer, GameSession, Seat
from moderation.models import Device, Kind, Pass
from moderation.play.pacing import absent_players
from moderation.play.pacing import clock as tending
from moderation.play.projections.private import PhoneView
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.fragments import RenderedView, View
from moderation.play.rendering.render import Viewer
from moderation.play.secrecy import pseudonyms
from moderation.play.timeline import call_length as calls
from tests.moderation.play.secrecy.worlds import MessageWriter
from tests.moderation.sporz_table import pause
from tests.thorough import family, seeds

pytestmark = pytest.mark.django_db

SEATS = {"sporz": 8, "lupus": 9, "elsen": 7}  # of the games that have nights
VOID = {"input", "br", "img", "meta", "link", "hr", "path", "circle", "rect", "use"}
TELLING = {"opened", "checked"}  # attributes that follow from one's own answers
MOST_TICKS = 60


class Skeleton(HTMLParser):
    """A page outside its covered cards: tags and attributes, the words between them, the labels among those."""

    def __init__(self) -> None:
        super().__init__()
        self.bones: list[str] = []
        self.words: list[str] = []
        self.labels: list[str] = []
        self.open: list[tuple[str, bool]] = []
        self.chosen = 0

    @property
    def covered(self) -> bool:
        return any(secret for _tag, secret in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not self.covered:
            kept = {name: value for name, value in given.items() if name not in TELLING}
            self.bones.append(f"{tag} {sorted(kept.items(), key=str)}")
            self.chosen += "checked" in given
        if tag not in VOID:
            self.open.append((tag, "secret" in (given.get("class") or "").split()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self.covered and data.strip():
            self.words.append(data.strip())
            if any(tag == "label" for tag, _ in self.open):
                self.labels.append(data.strip())


def skeleton(html: str) -> Skeleton:
    parser = Skeleton()
    parser.feed(html)
    return parser


class Turned:
    """The server's clock, set by the test."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Turned:
    turned = Turned()
    monkeypatch.setattr(server_clock, "now", turned)
    return turned


def table(game: str, random: Random, narrated: bool = False) -> tuple[GameSession, list[Viewer]]:
    """A table on phones, one for every seat, about to play."""
    session = GameSession.objects.create(code="BFHJ", game=game, narrated=narrated)
    names = [f"P{number:02}" for number in range(SEATS.get(game, 5))]
    viewers = []
    for place, name in enumerate(names):
        seat = Seat.objects.create(session=session, place=place, name=name, folded=name.casefold())
        device = Device.objects.create(key=f"{session.pk:032}{place:032}")
        held = Pass.objects.create(device=device, kind=Kind.SEAT, session=session, seat=seat)
        viewers.append(Viewer("phone", "en", held.pk, seat.pk))
    kit = session.kit
    options = {name: option.default for name, option in kit.roles.OPTIONS.items()}
    lifecycle.deal_cards(session, kit.roles.deal(names, options, random.choice))
    lifecycle.begin(session)
    return session, viewers


def answer_some(session: GameSession, random: Random) -> None:
    """A few people answer what their phones ask, cover questions included; by day the moderator closes."""
    with journal.read_table(session.pk) as (kept, at):
        assert at is not None
        shown = tending.build_release(kept, at)
        moves = list(answers(kept, at, shown, random))
    for move in moves:
        try:
            journal.submit(session.pk, move)
        except Refused:
            continue


def answers(session: GameSession, at: Table, shown: calls.Release, random: Random) -> Iterator[dict[str, object]]:
    step = shown.step
    if step is None:
        return
    for seat in random.sample(at.seats, random.randint(0, len(at.seats))):
        if seat in step.asks and step is at.step:
            yield bots.build_answer(session.kit, at, step, seat, random.choice).written()
        elif step.asleep and seat not in step.asks and (ask := calls.find_visible_ask(step)) is not None:
            yield {
                "by": seat,
                "cover": {"opened": step.opened, "step": step.name, "answer": draw_cover_answer(ask, random)},
            }
    if step is at.step and not step.asleep:
        if step.needed:
            who = next(iter(step.asks), MODERATOR)
            yield {"by": CLOCK, "for": who, "answer": step.asks[who].draw(random.choice)}
        else:
            yield {"by": MODERATOR, "close": True}


def draw_cover_answer(ask: Ask, random: Random) -> dict[str, object]:
    form = random.choice(ask.forms)
    return {field.name: random.choice(field.shown) for field in form}


@pytest.mark.parametrize("game", family(sorted(SEATS), "sporz"))
@pytest.mark.parametrize("seed", seeds(1, 2))
def test_all_phones_are_alike_at_every_tick_of_the_night(game: str, seed: int, clock: Turned) -> None:
    random = Random(seed)
    session, viewers = table(game, random)
    nights = 0
    for _ in range(MOST_TICKS):
        session.refresh_from_db()
        if session.stage == GameSession.Stage.OVER:
            break
        nights += compare(session, viewers)
        answer_some(session, random)
        compare(session, viewers)
        clock.now += timedelta(seconds=random.choice((3, 9, 40)))
        tending.tick(session.pk)
    assert nights > 5, "no night was compared"


def compare(session: GameSession, viewers: list[Viewer]) -> int:
    """Whether it is night; raises AssertionError when a phone differs from another then."""
    rendered = surfaces.render(session.pk, viewers, viewers)
    pages = [html for viewer in viewers if (html := rendered.html(viewer)) is not None]
    with journal.read_table(session.pk) as (kept, at):
        if tending.build_release(kept, at).until is None:
            return 0
    found = [skeleton(html) for html in pages]
    for other in found[1:]:
        assert other.bones == found[0].bones
        assert other.words == found[0].words, "somebody's page says something else"
        assert names_in(other) == names_in(found[0])
    assert len({len(message) for message in MessageWriter().messages(rendered).values()}) == 1
    return 1


def names_in(page: Skeleton) -> list[str]:
    return [label for label in page.labels if label[0] == "P" and label[1:].isdigit()]


def is_called(phone: PhoneView) -> bool:
    return phone.question is not None and phone.question.called


LEAKS = ['<p class="mutant">!</p>', "<li>P01</li>", '<button type="submit">Kill</button>', "!"]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_put_there_on_purpose_is_seen(leak: str, clock: Turned, monkeypatch: pytest.MonkeyPatch) -> None:
    session, viewers = table("sporz", Random(1))
    journal.submit(session.pk, {"by": MODERATOR, "answer": {"seat": "P00"}})
    assert compare(session, viewers) == 1
    with journal.read_table(session.pk) as (_kept, at):
        assert at is not None and at.step is not None
        called = set(at.step.asks)
    view = surfaces.surfaces.phone

    def leaking(phone: PhoneView) -> View:
        seen = view(phone)
        return Leaking(seen.layout, seen.public, seen.knowledge, seen.answer) if is_called(phone) else seen

    @dataclass(frozen=True, eq=False)
    class Leaking(View):
        def render(self, language: str, token: str = "") -> RenderedView:
            drawn = super().render(language, token)
            return replace(drawn, frame=drawn.frame + leak)

    monkeypatch.setattr(surfaces, "surfaces", replace(surfaces.surfaces, phone=leaking))
    table_cache.tables.clear()  # with it goes what was rendered before
    assert called
    with pytest.raises(AssertionError):
        compare(session, viewers)


@pytest.mark.parametrize("game", sorted(SEATS))
def test_a_call_has_one_length_for_all_roles_and_answers(game: str, clock: Turned) -> None:
    lengths: dict[tuple[str, bool], set[float]] = {}  # of a call, the first of its night or another
    for seed, eager in ((1, True), (1, False)):
        session, _viewers = table(game, Random(seed))
        for _ in range(60):
            with journal.read_table(session.pk) as (kept, at):
                assert at is not None
                shown = tending.build_release(kept, at)
            if shown.step is None or at.outcome:
                break
            if shown.step.asleep and shown.ends:
                begun = clock.now
                if eager:
                    answer_some(session, Random(seed))
                clock.now = shown.ends
                tending.tick(session.pk)
                with journal.read_table(session.pk) as (kept, at):
                    assert at is not None
                    assert tending.build_release(kept, at).step is not shown.step
                before = at.steps[at.steps.index(shown.step) - 1] if at.steps.index(shown.step) else None
                call = shown.step.name, before is None or not before.asleep
                lengths.setdefault(call, set()).add(round((shown.ends - begun).total_seconds(), 3))
            else:
                answer_some(session, Random(3))
        session.delete()
    assert lengths
    assert all(len(found) == 1 for found in lengths.values()), lengths


@pytest.mark.parametrize("game", sorted(all_kits()))
def test_a_table_without_a_moderator_ends_despite_one_silent_player(
    game: str, clock: Turned, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(4)
    monkeypatch.setattr(journal, "chance", Random(4))
    session, _viewers = table(game, random, narrated=True)
    Seat.objects.filter(session=session).exclude(name="P00").update(bot=True)  # P00 sleeps through it all
    late = session.seats.get(name="P00")
    for _ in range(3000):
        session.refresh_from_db()
        if session.stage == GameSession.Stage.OVER:
            break
        tending.tick(session.pk)
        clock.now += timedelta(seconds=45)
        if (step := overdue(session)) and not late.bot:  # by hand, on the device in the middle
            with journal.edit_session(session.pk) as fresh:
                cached = table_cache.catch_up(fresh)
                absent_players.propose(fresh, cached, None, step, absent_players.COMPUTER, late.pk)
            late.refresh_from_db()
    assert session.stage == GameSession.Stage.OVER
    assert not any(move.body["by"] == MODERATOR for move in session.moves.all())
    assert not any(move.body["by"] == CLOCK and "answer" in move.body for move in session.moves.all())


def overdue(session: GameSession) -> str:
    """The name of the step for which a table has waited so long that all are asked; empty: they are not."""
    kept, at = rest(session)
    shown = tending.build_release(kept, at)
    if at is None or shown.step is None or not absent_players.is_overdue(kept, shown):
        return ""
    return pseudonyms.build_pseudonym(session.pk, absent_players.find_anchor(at, shown.step).opened)


def test_a_pause_stops_every_time_and_shows(clock: Turned) -> None:
    session, viewers = table("sporz", Random(2), narrated=True)
    before = tending.build_release(*rest(session)).ends
    pause(session, stand=True)
    clock.now += timedelta(hours=1)
    tending.tick(session.pk)
    session.refresh_from_db()
    html = surfaces.render(session.pk, viewers, viewers).html(viewers[0])
    assert session.head == 0
    assert html is not None and "stands still" in html
    pause(session, stand=False)
    session.refresh_from_db()
    after = tending.build_release(*rest(session)).ends
    assert before is not None and after == before + timedelta(hours=1)


def test_a_silent_table_stands_still_until_somebody_plays(clock: Turned) -> None:
    session, viewers = table("sporz", Random(2), narrated=True)
    for _ in range(2):  # left alone, taken up again, left alone again
        left = clock.now
        while session.pacing.paused_at is None:
            clock.now += timedelta(seconds=45)
            tending.tick(session.pk)
            session.refresh_from_db()
            assert clock.now < left + 2 * tending.DESERTED, "it goes on for ever"
        assert clock.now >= left + tending.DESERTED
        html = surfaces.render(session.pk, viewers, viewers).html(viewers[0])
        assert html is not None and "stands still" in html
        assert surfaces.render(session.pk, viewers, viewers).until is None
        clock.now += timedelta(days=1)
        pause(session, stand=False)
        ends = tending.build_release(*rest(session)).ends
        assert ends == clock.now + tending.COMING_BACK
    journal.submit(session.pk, {"step": "chief", "by": "P01", "answer": {"seat": "P02"}})  # somebody is back
    clock.now += tending.DESERTED - timedelta(seconds=60)
    tending.tick(session.pk)
    session.refresh_from_db()
    assert session.pacing.paused_at is None


def rest(session: GameSession) -> tuple[GameSession, Table | None]:
    session.refresh_from_db()
    with journal.read_table(session.pk) as (kept, at):
        return kept, at


@override_settings(CALL_PACE=2.0)
def test_more_time_is_more_for_everybody(clock: Turned) -> None:
    assert set(SEATS) <= set(all_kits())
    ends = []
    for comfort in ({}, {"slow": True}):
        GameSession.objects.update(closed=clock.now)
        session, viewers = table("sporz", Random(2))
        Device.objects.filter(passes__pk=viewers[3].pass_id).update(comfort=comfort)
        journal.submit(session.pk, {"by": MODERATOR, "answer": {"seat": "P00"}})  # and night falls
        ends.append(tending.build_release(*rest(session)).ends)
    usual, longer = ends
    assert usual is not None and longer is not None and longer > usual
    assert CHANCE not in {viewer.surface for viewer in viewers}


def test_a_vote_closes_ten_seconds_after_the_warning(clock: Turned) -> None:
    session, viewers = table("sporz", Random(2))
    journal.submit(session.pk, {"step": "chief", "by": "P01", "answer": {"seat": "P02"}})
    closing = {"vote_closes_at": clock.now + timedelta(seconds=10), "vote_step": 0}
    DebateTimer.objects.filter(session=session).update(**closing)
    clock.now += timedelta(seconds=9)
    tending.tick(session.pk)
    assert surfaces.render(session.pk, viewers, viewers).until == closing["vote_closes_at"]
    session.refresh_from_db()
    assert session.head == 1
    clock.now += timedelta(seconds=1)
    tending.tick(session.pk)
    session.refresh_from_db()
    assert session.moves.get(number=2).body == {"by": MODERATOR, "close": True}
