"""Every address of the site and every socket, tried by everybody: who may do what is one table (authority.py)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from games import journal
from games import table_cache as kept
from games.models import Event, GameSession, Move, Round, Seat, Vote
from moderation.access.devices import give_pass
from moderation.access.invite_links import create_link
from moderation.events import guests
from moderation.events.live_board import consumers as hall_sockets
from moderation.models import Announcement, Guest, Kind, Link, Pass, Person, PlayedSeat, SignUp
from moderation.play.realtime.broadcast import GONE
from moderation.play.realtime.consumers import DONE
from moderation.play.realtime.consumers import routes as table_routes
from moderation.play.secrecy import pseudonyms as steps
from moderation.players import identities as known
from moderation.server.request_limits import FOREIGN
from qa.serving import PATIENCE_SECONDS, ROOT
from tests.moderation.access.authority import (
    CIRCLES,
    DESKS,
    JOIN,
    LOGIN,
    NEVER,
    NOT_THERE,
    OF_NO_TABLE,
    PEOPLE,
    SOCKETS,
    TABLE,
    WRONG_VERB,
    YES,
    Row,
    as_markdown,
    expected,
)
from tests.moderation.play.realtime.test_consumers import Connection
from tests.moderation.sporz_table import CHIEF, CLOSE, browser, desk, device_of, phone, playing

pytestmark = pytest.mark.django_db
routes = [*table_routes, *hall_sockets.routes]
PARTS = 6  # in which all addresses are tried, each part at a table of its own
ELSEWHERE = ("http://evil.example", "http://127.0.0.1:8001", "null", "", None)  # origins

# Killed in the first night, and the vote of the day is open.
DAN_DIES: tuple[dict[str, Any], ...] = (
    CHIEF,
    {"step": "mutants", "by": "Ann", "answer": {"kill": "Dan", "paralyse": "Eve"}},
    {"step": "doctors", **CLOSE},
    {"step": "psychologist", **CLOSE},
)


@dataclass
class FullTable:
    """A table by day, one player dead, and everybody who may want something of it."""

    session: GameSession
    people: dict[str, Client]
    known: dict[str, Any]

    def state(self) -> list[Any]:
        """All that an address could change, whoever's it is."""
        models: tuple[Any, ...] = (
            GameSession,
            Seat,
            Move,
            Vote,
            Pass,
            Link,
            Event,
            Round,
            SignUp,
            Guest,
            Announcement,
            Person,
            PlayedSeat,
        )
        return [list(model.objects.order_by("pk").values()) for model in models]

    def socket(self, route: str) -> str:
        """A path to this socket."""
        known = {"<code>": self.session.code, "<int:event_id>": self.known["event_id"], "<key>": self.known["key"]}
        for name, value in known.items():
            route = route.replace(name, str(value))
        return "/" + route

    def path(self, name: str, route: URLPattern) -> str:
        """A path to this route."""
        return reverse(name, kwargs={key: self.known[key] for key in route.pattern.converters})


VOTED_OFF: tuple[dict[str, Any], ...] = ({"step": "vote", "by": "moderator", "answer": {"tally": {"Ann": 4}}},)


def build_full_table(narrated: bool = False) -> FullTable:
    """Everybody is at the table, or was."""
    session = playing(nights="phones" if narrated else "eyes_closed")
    for move in () if narrated else DAN_DIES:
        journal.submit(session.pk, move)
    elsewhere = playing("KLMR")
    people = {"outsider": browser(), "host": browser(), "organiser": browser()}
    people |= {"moderator": desk(session), "elsewhere": desk(elsewhere)}
    people["laptop"] = browser()
    people["laptop"].defaults["SERVER_NAME"] = "127.0.0.1"
    for who in ("host", "laptop"):
        give_pass(device_of(people[who]), Kind.HOST)
    organises = give_pass(device_of(people["organiser"]), Kind.ORGANISER)
    people |= {"player": phone(session, "Ann"), "other": phone(session, "Bob"), "dead": phone(session, "Dan")}
    people |= {"moved": phone(session, "Fay"), "former": desk(session), "superuser": browser()}
    to_seat = create_link(Kind.SEAT, session, session.seats.get(name="Fay"))[0]
    assert browser().post(reverse("seat_link", args=[to_seat])).status_code == 302
    assert people["former"].post(reverse("desk_hand_over", args=[session.code])).status_code == 302
    people["superuser"].force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    if narrated:
        GameSession.objects.filter(pk=session.pk).update(narrated=True)
    evening = Event.objects.create(name="Friday")
    part = evening.rounds.create(name="First round")
    GameSession.objects.filter(pk=session.pk).update(event=evening, round=part)
    session.refresh_from_db()
    ids = {
        "code": session.code,
        "seat_id": session.seats.get(name="Ann").pk,
        "link_id": 1,
        "session_id": session.pk,
        "event_id": evening.pk,
        "round_id": part.pk,
        "pass_id": organises.pk,
        "guest_id": guests.add_guest(evening, None, "Zoé", {}).pk,
        "person_id": known.agree("Zoé", Person.Consent.TOLD).pk,
        "name": "games",
        "key": guests.open_list(evening).key,
        "slug": "sporz",
        "kind": "poster",
        "game": "murder",
        "page": session.kit.words.HELP[0].slug,
    }
    SignUp.objects.update(hall=True)
    guests.add_guest(evening, device_of(people["other"]), "Bob", {})
    return FullTable(session, people, ids)


def tokens(name: str, session: GameSession) -> dict[str, str]:
    """A link that is good, where an address has a token in it."""
    made = {
        "host_link": lambda: create_link(Kind.HOST),
        "seat_link": lambda: create_link(Kind.SEAT, session, session.seats.get(name="Eve")),
        "organiser_link": lambda: create_link(Kind.ORGANISER, pin=True, name="Zoé"),
        "desk_link": lambda: create_link(Kind.MODERATOR, session, pin=True),
    }
    return {"token": made[name]()[0]} if name in made else {}


def every_route(resolver: Any = None, prefix: str = "", space: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    """All that the site answers to: the row's name, the route, the pattern."""
    for one in (resolver or get_resolver()).url_patterns:
        route = prefix + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from every_route(one, route, space or (f"{one.namespace}:" if one.namespace else ""))
        else:
            name = f"{space}{one.name}"
            yield (name if name in TABLE or not space else f"{space}*"), route, one


def of_our_own() -> list[tuple[str, URLPattern]]:
    """Our routes; the admin's are Django's."""
    return [(name, pattern) for name, _route, pattern in every_route() if ":" not in name]


def found(answer: Any) -> str:
    """What an answer is, in the words of the table."""
    location = answer.headers.get("Location", "")
    if answer.status_code == 302 and "?moved=1" in location:
        return JOIN
    if answer.status_code == 302 and location.startswith("/admin/login/"):
        return LOGIN
    if answer.status_code in (404, 405):
        return str(answer.status_code)
    # 409: the form was read, and refused for what is in it. 403: of the admin, where nobody changes anything.
    return YES if answer.status_code in (200, 302, 409) else f"{answer.status_code}"


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    names = {name for name, _route, _pattern in every_route()}
    assert names - TABLE.keys() == set(), "these need a row in tests/moderation/access/authority.py"
    assert TABLE.keys() - names == set(), "these rows lead nowhere any more"


def test_every_socket_has_a_row() -> None:
    assert {str(route.pattern) for route in routes} == (SOCKETS | OF_NO_TABLE).keys()


def test_the_table_that_people_read_is_this_one() -> None:
    kept = Path(ROOT, "docs", "who-may-do-what.md").read_text(encoding="utf-8")
    assert kept == "\n".join(as_markdown()) + "\n", "python -m tests.moderation.access.authority writes it"


@pytest.mark.parametrize("part", range(PARTS))
def test_everybody_finds_what_the_table_says(part: int) -> None:
    table = build_full_table()
    for name, pattern in of_our_own()[part::PARTS]:
        with undone():
            everybody_tries(table, name, pattern)


def everybody_tries(table: FullTable, name: str, pattern: URLPattern) -> None:
    """A route, read and written by each of them: what they find is what its row says."""
    table.known |= tokens(name, table.session)
    if TABLE[name].over:
        end(table)
    path, before = table.path(name, pattern), table.state()
    for method in ("GET", "POST"):
        for who, client in table.people.items():
            with undone(client):
                answer = client.get(path) if method == "GET" else client.post(path, {"code": table.session.code})
                wanted = expected(TABLE[name], method, who)
                if name == "set_language" and method == "GET":
                    wanted = YES  # Django's own: it answers a GET by going back
                assert found(answer) == wanted, (name, who, method)
                if wanted != YES:
                    assert table.state() == before, (name, who, method)


@contextmanager
def undone(*clients: Client) -> Iterator[None]:
    """Take back all that is changed meanwhile: rows, cookies of these browsers, what this process remembers."""
    mark, cookies = transaction.savepoint(), [deepcopy(client.cookies) for client in clients]
    try:
        yield
    finally:
        transaction.savepoint_rollback(mark)
        for client, kept in zip(clients, cookies, strict=True):
            client.cookies = kept
        forget()


def forget() -> None:
    """Let this process forget what was rolled back."""
    kept.tables.clear()
    cache.clear()


def end(table: FullTable) -> None:
    """The last mutant is put off the ship: the game is over."""
    for move in VOTED_OFF:
        journal.submit(table.session.pk, move)
    table.session.refresh_from_db()
    assert table.session.stage == GameSession.Stage.OVER


@pytest.mark.parametrize("narrated", [False, True])
def test_no_story_is_available_before_an_end_or_after_undo(narrated: bool) -> None:
    table = build_full_table(narrated)
    told = [(name, table.path(name, pattern)) for name, pattern in of_our_own() if TABLE[name].over]
    assert len(told) > 6

    def nobody_finds_it() -> None:
        for name, path in told:
            for who, client in table.people.items():
                for answer in (client.get(path), client.get(path, {"scene": "all"}), client.post(path, {"at": "1"})):
                    assert found(answer) in (NOT_THERE, WRONG_VERB, JOIN), (name, who)

    nobody_finds_it()
    if not narrated:
        end(table)
        journal.submit(table.session.pk, {"by": "moderator", "undo": 1})
        nobody_finds_it()


def test_other_verbs_are_not_spoken() -> None:
    table = build_full_table()
    before = table.state()
    for name, pattern in of_our_own():
        table.known |= {"token": "x"}
        path = table.path(name, pattern)
        for who in ("outsider", "host", "moderator", "player"):
            for method in ("put", "patch", "delete", "options", "trace", "head"):
                answer = getattr(table.people[who], method)(path)
                spoken = {("robots", "head"): 200}.get((name, method), 405)
                spoken = 302 if name == "set_language" else spoken
                assert answer.status_code in (spoken, 404), (name, who, method)
    assert table.state() == before


def test_a_form_that_another_site_made_up_is_refused_everywhere() -> None:
    table = build_full_table()
    tokens_of = {name: tokens(name, table.session) for name, _pattern in of_our_own()}
    before = table.state()
    for name, pattern in of_our_own():
        if TABLE[name].post == NEVER:
            continue
        table.known |= tokens_of[name]
        path = table.path(name, pattern)
        for who in CIRCLES[TABLE[name].post]:
            client = table.people[who]
            client.handler.enforce_csrf_checks = True
            assert client.post(path).status_code == 403, (name, who)
            assert client.post(path, headers={"origin": "http://elsewhere.example"}).status_code == 403, (name, who)
    assert table.state() == before


def admin_paths(table: FullTable) -> list[str]:
    """Paths into the admin, one for each of its routes; the running game's where there is a game in it."""
    user = User.objects.get().pk
    paths = []
    for name, route, pattern in every_route():
        if not name.startswith("admin:") or "login" in name:
            continue
        ids = {"content_type_id": "1", "object_id": str(table.session.pk), "id": str(user)}
        path = "/" + route
        for key in pattern.pattern.converters:
            path = path.replace(f"<path:{key}>", ids[key]).replace(f"<{key}>", ids[key])
        paths.append(path.replace("^(?P<app_label>auth|games)/$", "games/").replace("(?P<url>.*)$", "nowhere/"))
    return paths


def test_the_admin_is_for_superusers_and_changes_nothing() -> None:
    table = build_full_table()
    before, paths = table.state(), admin_paths(table)
    assert len(paths) > 20
    for path in paths:
        for who, client in table.people.items():
            for send in (client.get, client.post):
                answer = send(path)
                if who == "superuser":
                    assert answer.status_code < 500, path
                else:
                    to_login = found(answer) == LOGIN or path == "/admin/logout/"
                    assert to_login or answer.status_code in (403, 404, 405), (who, path)
        if "logout" in path:
            table.people["superuser"].force_login(User.objects.get())
    assert table.state() == before


def test_no_page_of_the_admin_knows_a_running_game() -> None:
    table = build_full_table()
    secrets = {"base_mutant", "psychologist", "Ann", "Dan", table.session.code}
    for path in admin_paths(table):
        if "auth" not in path and "logout" not in path:
            page = table.people["superuser"].get(path, follow=True).content.decode()
            assert not {secret for secret in secrets if f">{secret}<" in page or f'"{secret}"' in page}, path


# What somebody who may do something can do with it


def answered(session: GameSession) -> dict[str, Any]:
    """Who has voted, as the journal has it."""
    with journal.read_table(session.pk) as (_session, table):
        assert table is not None and table.step is not None
        return dict(table.step.answers)


def test_a_phone_answers_for_its_own_seat_whatever_it_writes() -> None:
    table = build_full_table()
    with journal.read_table(table.session.pk) as (_session, running):
        assert running is not None and running.step is not None and running.step.name == "vote"
        opened = running.step.opened
    form = {"opened": steps.build_pseudonym(table.session.pk, opened), "pick0": '{"seat":"Eve"}'}
    forged = {"for": str(table.known["seat_id"]), "seat": "Ann", "seat_id": "1", "by": "moderator", "close": "1"}
    assert table.people["other"].post(reverse("answer", args=[table.session.code]), form | forged).status_code == 302
    assert answered(table.session) == {"Bob": {"seat": "Eve"}}
    head = GameSession.objects.get(pk=table.session.pk).head
    for who in ("dead", "moved", "outsider", "moderator"):
        answer = table.people[who].post(
            reverse("answer", args=[table.session.code]), form, headers={"HX-Request": "true"}
        )
        assert answer.status_code in (404, 409), who
    assert answered(table.session) == {"Bob": {"seat": "Eve"}}
    assert GameSession.objects.get(pk=table.session.pk).head == head


def test_a_moderator_changes_nothing_at_another_table_by_its_seat() -> None:
    table = build_full_table()
    foreign = table.known["seat_id"]
    before = table.state()
    for name, pattern in of_our_own():
        if "seat_id" in pattern.pattern.converters:
            path = reverse(name, kwargs={"code": "KLMR", "seat_id": foreign})
            for send in (table.people["elsewhere"].get, table.people["elsewhere"].post):
                assert send(path, {"name": "Zoe", "bot": "on"}).status_code in (404, 405, 302, 409), name
    form = {"for": str(foreign), "opened": "0", "pick0": '{"seat":"Eve"}'}
    table.people["elsewhere"].post(reverse("desk_move", args=["KLMR"]), form)
    changed = [(old, new) for old, new in zip(before, table.state(), strict=True) if old != new]
    ours = [row for row in before[0] if row["code"] == table.session.code]
    assert [row for row in table.state()[0] if row["code"] == table.session.code] == ours
    assert all(len(old) == len(new) for old, new in changed)


# A table without a moderator: whoever owns the device plays too


def secret_pages() -> list[tuple[str, URLPattern]]:
    return [(name, pattern) for name, pattern in of_our_own() if TABLE[name].secret]


def test_without_a_moderator_nobody_reads_a_secret_before_the_end() -> None:
    table = build_full_table(narrated=True)
    moderator = table.people["moderator"]
    for name, pattern in secret_pages():
        with undone(moderator):
            assert moderator.get(table.path(name, pattern)).status_code == 404, name


def deeds() -> list[tuple[str, URLPattern]]:
    return [(name, pattern) for name, pattern in of_our_own() if TABLE[name].post == DESKS]


def test_without_a_moderator_nobody_steers_the_game() -> None:
    table = build_full_table(narrated=True)
    moderator, moves = table.people["moderator"], list(Move.objects.values())
    form = {"opened": "0", "close": "1", "for": "", "bot": "on", "nights": "eyes_closed", "language": "en"}
    for name, pattern in deeds():
        with undone(moderator):
            moderator.post(table.path(name, pattern), form)
            assert list(Move.objects.values()) == moves, name
            session = GameSession.objects.get(pk=table.session.pk)
            assert (session.nights, session.stage, session.options) == ("phones", "playing", table.session.options)
            assert not session.seats.filter(bot=True).exists(), name


# Sockets


@pytest.mark.django_db(transaction=True)
async def test_everybody_is_shown_at_a_socket_what_the_table_says() -> None:
    table = await sync_to_async(build_full_table)()
    for route, circle in SOCKETS.items():
        for who, client in table.people.items():
            socket = await Connection(table.socket(route), client).open()
            if who in CIRCLES[circle]:
                assert "content" in await socket.told(), (route, who)
                await socket.hang_up()
            else:
                assert await socket.closed() == GONE, (route, who)


@pytest.mark.parametrize("route", OF_NO_TABLE)
async def test_a_socket_of_no_table_says_a_word_and_ends(route: str) -> None:
    socket = await Connection("/" + route, Client()).open()
    said = await socket.asgi.receive_output(PATIENCE_SECONDS)
    assert said == {"type": "websocket.send", "text": ""}  # from which address it comes: here there is none
    assert await socket.closed() == DONE


@pytest.mark.django_db(transaction=True)
async def test_no_other_site_opens_a_socket() -> None:
    table = await sync_to_async(build_full_table)()
    for route, origin, who in product(SOCKETS | OF_NO_TABLE, ELSEWHERE, ("player", "moderator")):
        socket = Connection(table.socket(route), table.people[who], origin=origin or "")
        if origin is None:
            socket.asgi.scope["headers"] = [pair for pair in socket.asgi.scope["headers"] if pair[0] != b"origin"]
        assert await (await socket.open()).closed() == FOREIGN, (route, origin, who)


@pytest.mark.django_db(transaction=True)
async def test_a_table_that_is_closed_shows_nobody_anything() -> None:
    table = await sync_to_async(build_full_table)()
    await GameSession.objects.filter(pk=table.session.pk).aupdate(closed=timezone.now())
    for route in (one for one in SOCKETS if "<code>" in one):
        for client in table.people.values():
            socket = await Connection(table.socket(route), client).open()
            assert await socket.closed() == GONE


def test_the_words_of_the_table_are_known() -> None:
    for row in TABLE.values():
        assert isinstance(row, Row) and {row.get, row.post} <= {*CIRCLES, NEVER}
    assert {expected(row, "GET", who) for row in TABLE.values() for who in PEOPLE} == {
        YES,
        NOT_THERE,
        JOIN,
        LOGIN,
        WRONG_VERB,
    }
