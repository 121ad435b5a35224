"""Whatever is sent, by whoever may send something there: a clear refusal, no traceback, nothing changed."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any
from zlib import crc32

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games import table_cache as kept
from games.engine import bots
from games.engine.kit import all_kits
from games.models import Event, GameSession, Move, Seat, Vote
from moderation.access.devices import give_pass
from moderation.access.invite_links import create_link
from moderation.models import Kind, Link, Pass
from moderation.play.secrecy import pseudonyms as steps
from moderation.players.names import LONGEST
from moderation.web import throttle
from tests import thorough
from tests.moderation.play.secrecy.worlds import World, short
from tests.moderation.sporz_table import NAMES, at_night, browser, desk, device_of, joining, phone, playing

pytestmark = pytest.mark.django_db

DEEP = "[" * 3_500
JUNK = [
    "",
    " ",
    "\x00",
    "Ann\x00",
    "\x1b[31m",
    "\u202e\u2066",
    "\ufffe",
    "x" * 10_000,
    "é" * 10_000,
    "-1",
    "-0",
    "1.5",
    "1e9",
    "1e999",
    "NaN",
    "-Infinity",
    "9" * 5_000,
    "000001" + "9" * 30,
    "000001" + "9" * 5_000,
    "99999999999999999999",
    "2147483648",
    "٣",
    "²",
    "null",
    "true",
    "[]",
    "{}",
    '""',
    '"\\ud800"',
    '"\\u0000"',
    '{"seat":{}}',
    '{"seat":["Ann"]}',
    '{"seat":null}',
    '{"seat":"Nobody"}',
    '{"seat":"Ann","seat":"Bob"}',
    '{"seat":1e999}',
    '{"seat":NaN}',
    '{"ok":1}',
    DEEP,
    '{"seat":' * 900,
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "{{ 7|add:7 }}",
    "%(name)s %s {0}",
    "\\x00",
]


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Nothing of ours is written to the log: no junk is an error of the server."""
    caplog.set_level(logging.INFO)
    yield caplog
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def state() -> list[Any]:
    """All that is kept, but for devices."""
    models: tuple[Any, ...] = (GameSession, Seat, Move, Vote, Pass, Link, Event)
    return [list(model.objects.order_by("pk").values()) for model in models]


def some_junk(field: str) -> list[str]:
    """The junk for one field: half of it with `--full`, else a third; other parts for other fields."""
    parts = thorough.amount(3, 2)
    return JUNK[crc32(field.encode()) % parts :: parts]


def refused(answer: Any, what: object) -> None:
    """A refusal that a browser understands."""
    assert answer.status_code < 500, what
    assert b"Traceback" not in answer.content, what


def setting_of(name: str) -> GameSession:
    """A table that somebody may do this at."""
    if name in ("desk_add_seat", "desk_order", "desk_counts", "desk_type_deal"):
        return joining()
    if name == "desk_said":
        return at_night("eyes_closed")
    return playing() if name in ("desk_move", "desk_warn", "desk_bots") else at_night()


# Every field that is no free text: whatever else is in it, nothing changes. `*`: any seat's id in the field's name.
STRICT = {
    "answer": ("opened", "pick0", "pick1", "verb0"),
    "asked": ("opened", "pick0", "pick1", "verb0"),
    "desk_move": ("opened", "for", "pick0"),
    "desk_undo": ("opened", "last"),
    "desk_go_on": ("held",),
    "desk_redo": ("last",),
    "desk_clock": ("seconds", "action"),
    "desk_warn": ("opened",),
    "desk_said": ("opened", "part"),
    "desk_bots": ("opened",),
    "desk_longer": ("opened",),
    "desk_pause": ("stand",),
    "desk_order": ("seat",),
    "desk_door": ("closed",),
    "desk_counts": ("count.mutants", "count.base_mutant", "count.doctor", "plain"),
    "desk_add_seat": ("bots",),
    "desk_type_deal": ("card.role.*", "card.genome.*"),
    "desk_settings": ("nights", "language"),
    "create": ("game", "nights", "language", "option.night_autopsy", "option.nothing", "event"),
    "import_record": ("record",),
    "desk_link": ("pin",),
    "home": ("code",),
}
GOOD = {
    "answer": {"verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}'},
    "asked": {"verb0": "mutate", "pick0": '"Bob"', "pick1": '{"paralyse":"Dan"}'},
    "desk_move": {"opened": "0", "pick0": '{"seat":"Eve"}'},
    "desk_undo": {"opened": "0", "last": "1"},
    "desk_go_on": {"held": "1"},
    "desk_redo": {"last": "1"},
    "desk_clock": {"action": "start", "seconds": "60"},
    "desk_warn": {"opened": "0"},
    "desk_said": {"opened": "1", "part": "1"},
    "desk_bots": {"opened": "0"},
    "desk_longer": {"opened": "1"},
    "desk_pause": {"stand": "1"},
    "desk_order": {},
    "desk_door": {},
    "desk_counts": {"count.base_mutant": "1"},
    "desk_add_seat": {},
    "desk_type_deal": {},
    "desk_settings": {"nights": "phones", "language": "en"},
    "create": {
        "game": "sporz",
        "nights": "phones",
        "language": "en",
        "option.night_autopsy": "role",
        "option.investigators": "cpg",
    },
    "import_record": {},
    "desk_link": {},
    "home": {},
}
HARMLESS = {  # junk that means what it says in this field
    "create.event": {""},
    "answer.pick0": {""},  # nobody (S-10)
    "answer.pick1": {""},
    "asked.pick0": {""},
    "asked.pick1": {""},
    "desk_move.for": {""},
    "desk_move.pick0": {'{"seat":"Ann","seat":"Bob"}'},
}


def sender(name: str, session: GameSession) -> tuple[Client, str]:
    """Who may send this form, and where to."""
    if name in ("create", "import_record"):
        host = browser()
        give_pass(device_of(host), Kind.HOST)
        return host, reverse(name)
    if name == "home":
        return browser(), "/"
    if name == "desk_link":
        return browser(), reverse(name, args=[create_link(Kind.MODERATOR, session, pin=True)[0]])
    if name in ("answer", "asked"):  # a cover question, and the question itself
        return phone(session, "Cid" if name == "answer" else "Ann"), reverse("answer", args=[session.code])
    return desk(session), reverse(name, args=[session.code])


@pytest.mark.parametrize(("name", "field"), [(name, field) for name, fields in STRICT.items() for field in fields])
def test_junk_in_a_field_changes_nothing(name: str, field: str) -> None:
    session = setting_of(name)
    client, path = sender(name, session)
    field = field.replace("*", str(session.seats.get(name="Ann").pk))
    good: dict[str, Any] = {**GOOD[name]}
    if name in ("answer", "asked"):
        good["opened"] = steps.build_pseudonym(session.pk, 1)
    if name == "desk_order":
        good["seat"] = [str(seat.pk) for seat in session.seats.all()]
    for junk in some_junk(f"{name}.{field}"):
        if junk in HARMLESS.get(f"{name}.{field}", ()):
            continue
        before = state()
        if name == "desk_link":
            before[5] = []
        answer = client.post(path, {**good, field: junk}, headers={"HX-Request": "true"})
        refused(answer, (name, field, junk[:40]))
        after = state()
        if name == "desk_link":  # tries are counted
            after[5] = []
        assert after == before, (name, field, junk[:40])


@pytest.mark.parametrize("slug", all_kits())
def test_junk_answers_no_question_of_any_game(slug: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CALL_PACE = 0.0  # no call has to have its time
    random, kit = Random(slug), all_kits()[slug]
    monkeypatch.setattr(throttle, "count_try", lambda *_of: 1)
    table = short(kit, random.choice)
    world = World.begin(kit, table, table.deal, "phones", "BFHJ", random)
    path = reverse("answer", args=["BFHJ"])
    for _move in range(8):
        step = world.table.step
        if step is None:
            break
        seat = random.choice(list(step.asks) or table.seats)
        good = {"opened": steps.build_pseudonym(world.session.pk, step.opened)}
        before = state()
        for column in ("pick0", "verb0", "pick1"):
            for junk in random.sample([one for one in JUNK if one], 4):
                answer = world.phones[seat].post(path, {**good, column: junk}, headers={"HX-Request": "true"})
                refused(answer, (step.name, column, junk[:40]))
                assert answer.status_code == 409, (step.name, column, junk[:40])
        assert state() == before
        world.take(bots.next_move(kit, world.table, random.choice).written())


TEXT = {
    "join": ("name", "made_up"),
    "desk_add_seat": ("name",),
    "desk_rename": ("name",),
    "desk_bot": ("bot",),
    "desk_settings": ("wifi_name", "wifi_password", "option.night_autopsy"),
    "events": ("name",),
    "comfort": ("code", "slow", "tap"),
    "set_language": ("language", "next"),
    "set_light": ("light", "next"),
    "answer": ("request",),
    "desk_move": ("request", "close"),
    "admin_login": ("username", "password", "next"),
    "desk_deal": ("again",),
}


@pytest.mark.parametrize(("name", "field"), [(name, field) for name, fields in TEXT.items() for field in fields])
def test_junk_in_text_fields_is_stored_as_text_or_refused(name: str, field: str) -> None:
    session = joining() if name in ("join", "desk_add_seat", "desk_rename", "desk_settings") else at_night()
    client = phone(session, "Cid") if name == "answer" else desk(session)
    give_pass(device_of(client), Kind.HOST)
    ann = session.seats.get(name="Ann").pk
    args = {"desk_rename": [ann], "desk_bot": [ann]}
    of_a_table = name not in ("events", "comfort", "set_language", "set_light", "admin_login")
    path = reverse(name, args=[session.code, *args.get(name, [])] if of_a_table else [])
    client = browser() if name == "join" else client
    good = {**GOOD.get(name, {})}
    if name == "answer":
        good["opened"] = steps.build_pseudonym(session.pk, 1)
    for junk in some_junk(f"{name}.{field}"):
        mark = transaction.savepoint()
        refused(client.post(path, {**good, field: junk}), (name, field, junk[:40]))
        for seat in Seat.objects.all():
            assert seat.name.isprintable() and 1 <= len(seat.name) <= LONGEST, junk[:40]
        refused(client.get(reverse("screen", args=[session.code])), junk[:40])
        transaction.savepoint_rollback(mark)
        kept.tables.clear()


RECORD: dict[str, Any] = {
    "format": "veilleur/1",
    "game": "sporz",
    "seats": NAMES,
    "options": {"night_autopsy": "role"},
    "seed": 1,
    "moves": [],
}
NO_RECORDS: list[Any] = [
    None,
    [],
    "veilleur/1",
    {},
    {**RECORD, "format": "veilleur/2"},
    {**RECORD, "game": "chess"},
    {**RECORD, "game": ["sporz"]},
    {**RECORD, "seats": ["Ann"]},
    {**RECORD, "seats": ["Ann"] * 6},
    {**RECORD, "seats": ["x" * 31, *NAMES[1:]]},
    {**RECORD, "seats": [1, 2, 3, 4, 5]},
    {**RECORD, "seats": ["moderator", *NAMES[1:]]},
    {**RECORD, "seats": ["A\x00nn", *NAMES[1:]]},
    {**RECORD, "seats": ["\u202eAnn", *NAMES[1:]]},
    {**RECORD, "seats": ["\u200b", *NAMES[1:]]},
    {**RECORD, "options": {"night_autopsy": {}}},
    {**RECORD, "options": {"nothing": 1}},
    {**RECORD, "deal": {"Ann": "mutant"}},
    {**RECORD, "seed": 1.5},
    {**RECORD, "moves": {}},
    {**RECORD, "moves": [1]},
    {**RECORD, "moves": [{"by": "Zoe", "answer": {}}]},
    {**RECORD, "moves": [{"by": "Ann", "answer": {}, "close": True}]},
    {**RECORD, "moves": [{"by": "Ann", "undo": 1e400}]},
    {**RECORD, "kit_version": True},
]
NO_JSON = [b"", b"{", b"\xff\xfe\x00", b"\x00" * 100, b"nul", b"[" * 100_000, b'{"a":1,"a":2}', b"NaN", b'"\\ud800"']


def host() -> Client:
    client = browser()
    give_pass(device_of(client), Kind.HOST)
    return client


def test_what_is_no_record_makes_no_table() -> None:
    client = host()
    for text in map(json.dumps, NO_RECORDS):
        for sent in ({"file": BytesIO(text.encode())}, {"record": text}):
            answer = client.post(reverse("import_record"), sent)
            assert answer.status_code == 409, text
            refused(answer, text)
            assert not GameSession.objects.exists(), text


def test_what_is_no_json_makes_no_table() -> None:
    client = host()
    for sent in NO_JSON:
        answer = client.post(reverse("import_record"), {"file": BytesIO(sent)})
        assert answer.status_code == 409, sent[:12]
        assert not GameSession.objects.exists(), sent[:12]


def test_a_record_with_a_refused_move_makes_no_table() -> None:
    client = host()
    for move in (
        {"by": "Ann", "answer": {"seat": "\x00"}},
        {"by": "Ann", "answer": {"seat": "Bob", "more": "\x00"}},
        {"step": "\x00", "by": "Ann", "answer": {}},
        {"by": "moderator", "undo": 10**30},
    ):
        answer = client.post(reverse("import_record"), {"record": json.dumps({**RECORD, "moves": [move]})})
        assert answer.status_code == 409, move
        assert not GameSession.objects.exists(), move


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"\xff\xfe=\xff", "application/x-www-form-urlencoded"),
        (b"%FF%FE=%ED%A0%80&opened=%00", "application/x-www-form-urlencoded"),
        (b"&".join(b"a%d=1" % number for number in range(5_000)), "application/x-www-form-urlencoded"),
        (b"pick0=" + b"x" * 3_000_000, "application/x-www-form-urlencoded"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (b"nonsense", "multipart/form-data"),
        (
            b'--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n\xff\r\n--x--',
            "multipart/form-data; boundary=x",
        ),
        (b"{}", "application/json"),
        (b"\x00" * 1000, "\x01"),
        (b"", "text/plain; charset=nonsense"),
        (b"opened=1", "application/x-www-form-urlencoded; charset=utf-16"),
    ],
)
def test_a_body_of_any_kind_is_refused_or_empty(body: bytes, kind: str) -> None:
    session = at_night()
    cid, moderator = phone(session, "Cid"), desk(session)
    give_pass(device_of(moderator), Kind.HOST)
    before = state()
    for client, path in (
        (cid, reverse("answer", args=[session.code])),
        (moderator, reverse("desk_move", args=[session.code])),
        (moderator, reverse("create")),
        (moderator, reverse("import_record")),
        (moderator, reverse("events")),
        (moderator, reverse("desk_settings", args=[session.code])),
        (browser(), reverse("join", args=[session.code])),
        (browser(), "/"),
    ):
        refused(client.generic("POST", path, body, content_type=kind), path)
    assert state() == before


PATHS = [
    "/j/{}/",
    "/j/{}/qr.svg",
    "/t/{}/",
    "/desk/{}/",
    "/screen/{}/",
    "/seat/{}/",
    "/host/{}/",
    "/desk/link/{}/",
    "/help/{}/",
    "/help/sporz/{}/",
    "/events/{}/",
    "/desk/BFHJ/seat/{}/",
    "/desk/BFHJ/answer/{}/",
    "/{}",
]
WRITTEN = [
    "%00",
    "%FF%FE",
    "%ED%A0%80",
    "%F0%9F%98%80",
    "..%2f..%2fetc%2fpasswd",
    "9" * 30,
    "-1",
    "0",
    "x" * 3_000,
    "%0d%0aSet-Cookie:%20a=b",
    "ßßßß",
    "%E2%80%AE",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_of_any_kind_leads_somewhere_or_nowhere(path: str) -> None:
    session = playing()
    moderator = desk(session)
    give_pass(device_of(moderator), Kind.HOST)
    before = state()
    for written in WRITTEN:
        for client in (browser(), moderator, phone(session, "Ann")):
            for send in (client.get, client.post):
                before[4] = state()[4]
                answer = send(path.format(written))
                refused(answer, written)
                assert answer.status_code in (404, 405, 302, 409, 429, 200), written
                assert "Set-Cookie: a" not in str(answer.headers), written
    assert state() == before


def test_cookies_and_headers_of_any_kind_are_nobodys() -> None:
    session = playing()
    for junk in ("\x00", "é" * 100, "x" * 4_000, '"', "a=b; c", "\x7f\x80"):
        for name in ("veilleur", "sessionid", "csrftoken", "django_language", "messages"):
            client = Client()
            client.cookies[name] = "x"
            client.cookies[name]._value = client.cookies[name]._coded_value = junk  # type: ignore[attr-defined]
            for path in ("/", f"/t/{session.code}/", f"/desk/{session.code}/", f"/screen/{session.code}/"):
                refused(client.get(path), (name, junk))
        for header in ("Accept-Language", "HX-Request", "X-Forwarded-Proto", "X-Forwarded-For", "Referer", "Origin"):
            refused(Client().get("/", headers={header: junk}), (header, junk))
