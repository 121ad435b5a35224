"""Bytes, not intentions: what leaves the server, for whom, in whole games of every kit.

A recorder takes every byte that anybody receives in whole games, and knows whose secret is in it (recorder.py).
Two games that told a player the same are compared byte by byte (worlds.py). That both can fail is shown by leaks put
there on purpose, those that were found among them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import product
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from games import journal, server_clock
from games import table_cache as kept
from games.engine.kit import all_kits
from games.models import GameSession, TableSettings
from moderation.access.devices import COOKIE, give_pass
from moderation.access.invite_links import create_link
from moderation.admin import GameAdmin
from moderation.models import Kind, Pass
from moderation.play.projections import knowledge, private, public
from moderation.play.projections.sections.ending import list_revealed
from moderation.play.realtime import hub
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Viewer
from moderation.play.secrecy import pseudonyms as steps
from moderation.play.timeline import call_length as calls
from moderation.project.logs import DiscreetFormatter
from moderation.web import refusals
from qa.walking import read_forms
from tests import thorough
from tests.moderation.play.secrecy.recorder import TRUTH, Recorder
from tests.moderation.play.secrecy.worlds import Clock, Leak, SideBySide, World, short, side_by_side
from tests.moderation.sporz_table import browser, desk, device_of, phone
from tests.thorough import amount

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
NIGHTS = ("phones", "eyes_closed")
SHORT = ("sporz", "phones"), ("lupus", "eyes_closed"), ("spree", "phones")
TABLES = thorough.family(product(all_kits(), NIGHTS), *SHORT)
ENOUGH = amount(25, 30)  # comparisons of one kit and one way of playing the night
LOOKS = amount(4, 2)  # moves from one look of everybody to the next
Spoil = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(server_clock, "now", clock)
    return clock


def pairs(slug: str, nights: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[SideBySide]:
    """Pairs of games that tell a player the same, one after the other."""
    kit = all_kits()[slug]
    for seed in range(1000):
        random = Random(f"{slug} {nights} {seed}")
        monkeypatch.setattr("games.journal.chance", random)
        pair = side_by_side(kit, short(kit, random.choice), nights, clock, random)
        if pair is not None:
            yield pair
            pair.close()


@pytest.mark.parametrize(("slug", "nights"), TABLES)
def test_games_with_equal_facts_send_a_phone_equal_bytes(
    slug: str, nights: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0
    for played, pair in enumerate(pairs(slug, nights, clock, monkeypatch)):
        compared += pair.play(30)
        if compared >= ENOUGH and (played or not thorough.full):
            return


# Whole games, and everybody who is near


@dataclass
class Evening:
    """A table at play, another beside it, and everybody who receives something."""

    world: World
    recorder: Recorder
    clock: Clock
    random: Random
    watchers: list[tuple[str, Client, list[str]]] = field(default_factory=list)  # who asks for which pages

    def everybody_looks(self, pages: bool) -> None:
        """Every socket is sent its view; now and then somebody asks for a page, or taps."""
        views = {**self.world.viewers, "the screen": Viewer("screen", "en")}
        viewers = list(views.values())
        rendered = surfaces.render(self.world.session.pk, viewers, viewers)
        messages = self.world.writer.messages(rendered)
        for who, viewer in views.items():
            self.recorder.hear(who, messages.get(viewer, ""))
        if pages:
            self._somebody_taps()
            for who, client, paths in self.watchers:
                paths.append(paths.pop(0))
                self.recorder.hear_answer(who, client.get(paths[-1]))
        self.recorder.hear_log()

    def _somebody_taps(self) -> None:
        """A phone sends what its page offers, the same again, and what no page offers."""
        who = self.random.choice(list(self.world.phones))
        client, code = self.world.phones[who], self.world.session.code
        page = self.recorder.hear_answer(who, client.get(f"/t/{code}/"))
        form = read_forms(page.content.decode())[0].get("answer")
        sent = dict(form.fill(self.random)) if form else {"opened": "0"}
        htmx = {"HX-Request": "true"}
        for fields, headers in ((sent, htmx), (sent, {}), ({**sent, "pick0": "[]"}, htmx), ({"opened": "1"}, htmx)):
            self.recorder.hear_answer(who, client.post(f"/t/{code}/answer/", fields, headers=headers))

    def play(self, most: int) -> bool:
        """Let bots play and time pass; whether the game came to its end, and everybody has seen it."""
        for number in range(most):
            if self.world.is_over:
                break
            if number % LOOKS == 0:
                self.everybody_looks(pages=number % (3 * LOOKS) == 0)
            self.world.go_on(self.clock, self.random)
        over = self.world.table.outcome is not None
        if over:
            self.clock.now += timedelta(minutes=5)
            for who in (*self.world.phones, "the screen", *(watcher[0] for watcher in self.watchers)):
                self.recorder.own.setdefault(who, set()).add(TRUTH)
            self.watchers = [watcher for watcher in self.watchers if watcher[0] != "a superuser"]
            self.everybody_looks(pages=True)
        return over


def evening(slug: str, nights: str, seed: int, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A game of this kit that begins, and everybody who may be interested."""
    kit, random = all_kits()[slug], Random(f"evening {slug} {nights} {seed}")
    monkeypatch.setattr("games.journal.chance", random)
    recorder = Recorder(kit, monkeypatch)
    table = short(kit, random.choice)
    if slug == "spree":
        table.options["target"] = 60  # a short game
    elsewhere = World.begin(kit, table, table.deal, nights, "KLMR", random)
    world = World.begin(kit, table, table.deal, nights, "BFHJ", random)
    TableSettings.objects.update(wifi_name="House", wifi_password="hush-hush")
    session = world.session
    for name, client in world.phones.items():
        recorder.own[name] = {name}
        recorder.secrets[client.cookies[COOKIE].value] = name
    desks = {"the desk": desk(session), "another desk": desk(elsewhere.session)}
    recorder.own["the desk"] = {"*"}
    recorder.secrets[desks["the desk"].cookies[COOKIE].value] = "the desk"
    recorder.secrets["hush-hush"] = "the desk"
    recorder.secrets[create_link(Kind.SEAT, session, session.seats.all()[0])[0]] = "the desk"
    recorder.secrets[create_link(Kind.MODERATOR, session)[0]] = "the desk"
    host, admin, moved = browser(), browser(), phone(session, table.seats[0])
    give_pass(device_of(host), Kind.HOST)
    admin.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    Pass.objects.filter(device=device_of(moved)).delete()
    recorder.never["a superuser"] = {f">{session.code}<", *table.seats}
    pk, code = session.pk, session.code
    closed = [f"/t/{code}/", f"/desk/{code}/", f"/desk/{code}/export/", f"/desk/{code}/cards/"]
    around = ["/breaks/", "/", f"/j/{code}/", f"/j/{code}/qr.svg", f"/screen/{code}/", f"/help/{slug}/", "/nothing/"]
    kept = [f"/admin/games/gamesession/{pk}/change/", "/admin/games/gamesession/", "/admin/", "/admin/auth/user/"]
    neighbours = [f"/desk/KLMR/{page}" for page in ("", "settings/", f"seat/{session.seats.all()[0].pk}/")]
    return Evening(
        world,
        recorder,
        clock,
        random,
        [
            ("an outsider", Client(raise_request_exception=False), [*around, *closed]),
            ("who had a seat", moved, [*closed, *around[1:5]]),
            ("the host", host, ["/", "/events/", f"/desk/{code}/take/", *closed]),
            ("a superuser", admin, [*kept, *closed]),
            ("another desk", desks["another desk"], [*closed, *neighbours[2:]]),
            ("the desk", desks["the desk"], closed),
        ],
    )


def breaks(request: HttpRequest) -> HttpResponse:
    """A page with a fault, and a secret in its hands."""
    with journal.read_table(GameSession.objects.get(code="BFHJ").pk) as (session, table):
        assert table is not None
        raise ValueError(f"{[session.kit.words.truth(row) for row in table.truth().values()]} {table.told}")


urlpatterns = [path("breaks/", breaks), path("", include("moderation.project.urls"))]


@pytest.fixture
def with_a_fault(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__


@pytest.mark.usefixtures("with_a_fault")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("slug", "nights"), TABLES)
def test_a_whole_game_sends_nobody_a_secret_of_others(
    slug: str, nights: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = evening(slug, nights, 1, clock, monkeypatch)
    assert table.play(700)
    assert all(table.recorder.heard[who] for who in [*table.world.phones, "the screen", "an outsider", "the log"])
    assert table.recorder.heard["the channel layer"]


# Leaks put there on purpose


def count_secret_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pulse on every device."""
    monkeypatch.setattr(surfaces.Rendered, "number", lambda self, _viewer: self.pulse)


def count_secret_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of the move that opened a step, on its form."""
    monkeypatch.setattr(steps, "build_pseudonym", lambda _session, opened: str(opened))


def tell_when_the_clock_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that begins a moment later when nobody had answered the one before."""

    def to_the_moment(end: datetime, opened: datetime, _pace: float) -> datetime:
        return max(end, opened)

    monkeypatch.setattr(calls, "compute_begin", to_the_moment)


def write_down_what_others_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth, in the notebook."""
    view = private.build_phone_view

    def indiscreet(open_: Any, session: Any, table: Any, *rest: Any) -> Any:
        seen = view(open_, session, table, *rest)
        return replace(seen, own=replace(seen.own, latest=(str(table and table.truth()),)))

    monkeypatch.setattr(private, "build_phone_view", indiscreet)


def sort_people_by_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's role is said, but mutants stand first."""
    view = public.build_public_view

    def sorted_by_truth(session: Any, table: Any, seats: Any, *rest: Any) -> Any:
        truth = table.truth() if table else {}
        return view(session, table, sorted(seats, key=lambda seat: str(truth.get(seat.name))), *rest)

    monkeypatch.setattr(public, "build_public_view", sorted_by_truth)


def show_what_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fact as soon as the journal has it."""
    monkeypatch.setattr(knowledge, "list_released", lambda table, _shown: table.told)


LEAKS: dict[Spoil, tuple[str, str]] = {
    count_secret_changes: ("sporz", "phones"),
    count_secret_moves: ("sporz", "eyes_closed"),
    tell_when_the_clock_closed: ("lupus", "phones"),
    write_down_what_others_are: ("elsen", "eyes_closed"),
    sort_people_by_what_they_are: ("sporz", "phones"),
    show_what_is_not_released: ("sporz", "phones"),
}


@pytest.mark.parametrize("spoil", LEAKS, ids=lambda spoil: spoil.__name__)
def test_a_leak_that_is_put_there_is_found(spoil: Spoil, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    with pytest.raises(Leak):
        for number, pair in enumerate(pairs(*LEAKS[spoil], clock, monkeypatch)):
            pair.play(60)
            assert number < 12, "twelve pairs of games, and nothing was found"


def tell_everybody_what_one_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook with everybody's pages in it."""
    of = knowledge.Knowledge.get_seat_knowledge

    def all_of_it(self: Any, _seat: str, until: int | None = None) -> Any:
        return of(self, next(iter(self._private), ""), until)

    monkeypatch.setattr(knowledge.Knowledge, "get_seat_knowledge", all_of_it)


def show_the_end_too_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was what, as soon as somebody knows how it ends."""
    monkeypatch.setattr(knowledge, "list_released", lambda table, _shown: table.told)
    view = private.build_phone_view

    def too_soon(open_: Any, session: Any, table: Any, *rest: Any) -> Any:
        seen = view(open_, session, table, *rest)
        return replace(seen, own=replace(seen.own, latest=(list_revealed(session.kit.words, table)[0].truth,)))

    monkeypatch.setattr(private, "build_phone_view", too_soon)


def send_a_role_to_the_other_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A message of the channel layer that carries more than a hint."""

    async def telling_hint(session_id: int, sender: str = "") -> None:
        told = [one.fact for one in kept.tables[session_id].table.told]
        await hub.get_layer().group_send(hub.name_group(session_id), {"type": "changed", "told": told})

    monkeypatch.setattr(hub, "publish_hint", telling_hint)


def write_an_errors_words_to_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log as it usually is."""
    monkeypatch.setattr(DiscreetFormatter, "formatException", logging.Formatter.formatException)


def list_running_games_in_the_admin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game, for whoever runs the server."""
    monkeypatch.setattr(GameAdmin, "get_queryset", lambda self, request: GameSession.objects.all())


def keep_the_truth_in_a_cookie(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal that explains itself too well."""
    monkeypatch.setattr(refusals, "translate_refusal", lambda _refusal: "She is a mutant! [[truth]]")


TOLD = {
    tell_everybody_what_one_was_told: "elsen",
    show_the_end_too_soon: "lupus",
    send_a_role_to_the_other_servers: "spree",
    write_an_errors_words_to_the_log: "murder",
    list_running_games_in_the_admin: "sporz",
    keep_the_truth_in_a_cookie: "sporz",
}


@pytest.mark.usefixtures("with_a_fault")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spoil", TOLD, ids=lambda spoil: spoil.__name__)
def test_a_secret_that_is_told_is_heard(spoil: Spoil, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    with pytest.raises(Leak):
        evening(TOLD[spoil], "phones", 1, clock, monkeypatch).play(200)


@pytest.mark.django_db(transaction=True)
def test_a_cookie_of_somebody_else_is_heard(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table = evening("sporz", "phones", 1, clock, monkeypatch)
    cookie = table.world.phones["P01"].cookies[COOKIE].value
    table.recorder.hear("P01", cookie)
    for who in ("P02", "an outsider", "the log"):
        with pytest.raises(Leak):
            table.recorder.hear(who, f"<p>{cookie}</p>")
