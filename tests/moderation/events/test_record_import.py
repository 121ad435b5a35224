"""Evenings: their tables and results for a host, and no secret of a running game; records come in as new tables."""

import json
import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files import temp
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from games import importing, journal, lifecycle, server_clock, table_cache
from games.engine import record
from games.engine.table import MODERATOR
from games.models import Event, GameSession, Move, Seat
from moderation.events import record_import
from moderation.play.pacing import clock
from moderation.server.request_limits import LARGEST_BODY
from moderation.tables.next_game import play_again
from moderation.web.long_work import run_alone
from tests.moderation.clients import DEAL, NAMES, at, joins, notices, opens, playing, said_in, seated, text

pytestmark = pytest.mark.django_db

CHIEF = {"step": "chief", "by": MODERATOR, "answer": {"seat": "Eve"}}
CLOSE = {"by": MODERATOR, "close": True}
TO_THE_END = (
    {"step": "mutants", "by": "Ann", "answer": {"kill": "Bob", "paralyse": "Eve"}},
    {"step": "doctors", **CLOSE},
    {"step": "psychologist", **CLOSE},
    *({"step": "vote", "by": name, "answer": {"seat": "Ann"}} for name in ("Cid", "Dan", "Eve")),
    CLOSE,
)
RECORD: dict[str, Any] = {
    "format": "veilleur/1",
    "game": "sporz",
    "seats": NAMES,
    "options": {"night_autopsy": "full"},
    "deal": DEAL,
    "moves": [CHIEF, {"step": "mutants", "by": "Ann", "answer": {"mutate": "Cid", "paralyse": "Eve"}}],
}
KEPT = Path(__file__).parents[2] / "records"
SECRETS = ("mutant", "Doctor", "Psychologist", "genome")


def sends(host: Client, text: str, **more: str) -> Any:
    return host.post(reverse("import_record"), {"record": text, **more})


def astronauts_win(session: GameSession) -> str:
    """Return the sentence of pages when no mutant is left."""
    with translation.override("en"):
        return str(session.kit.words.outcome(["astronauts"], "no_mutant_left"))


# Evenings


def test_an_evening_is_named_and_gathers_its_tables(host: Client) -> None:
    answer = host.post(reverse("events"), {"name": "  Black   Friday "})
    evening = Event.objects.get()
    assert evening.name == "Black Friday"
    assert answer.headers["Location"] == reverse("event", args=[evening.pk])
    inside, outside = opens(host, event=str(evening.pk)), opens(host)
    page = text(host.get(reverse("event", args=[evening.pk])))
    assert inside.code in page
    assert outside.code not in page
    assert outside.code in text(host.get(reverse("events")))


def test_a_table_opened_from_an_evening_belongs_to_it(host: Client) -> None:
    """The link leads through the list of games to a form in which the evening is chosen, also one of long ago."""
    evening = Event.objects.create(name="Black Friday")
    Event.objects.bulk_create([Event(name=f"Evening {number}") for number in range(25)])
    Event.objects.filter(pk=evening.pk).update(created=timezone.now() - timedelta(days=400))
    page = text(host.get(reverse("event", args=[evening.pk])))
    (opens_one,) = re.findall(rf'href="({reverse("create")}[^"]*)"', page)
    assert opens_one.endswith(f"?event={evening.pk}")
    (game,) = re.findall(r'href="([^"]*game=sporz[^"]*)"', text(host.get(opens_one)))
    form = text(host.get(unescape(game)))
    assert f'<option value="{evening.pk}" selected>Black Friday</option>' in form
    assert opens(host, event=str(evening.pk)).event == evening


def test_a_table_moves_from_one_evening_to_another_and_out(host: Client) -> None:
    one, other = Event.objects.create(name="Black Friday"), Event.objects.create(name="Blue Monday")
    table = opens(host, event=str(one.pk))
    moves = reverse("move_table", args=[table.pk])
    assert f'action="{moves}"' in text(host.get(reverse("event", args=[one.pk])))
    for evening in (other, None):
        number = str(evening.pk) if evening else ""
        assert host.post(moves, {"event": number}).status_code == 302
        table.refresh_from_db()
        assert table.event == evening
        page = reverse("event", args=[evening.pk]) if evening else reverse("events")
        assert table.code in text(host.get(page))


@pytest.mark.parametrize("number", ["99", "x", "9" * 30, "\x00", "-1"])
def test_a_table_moves_to_no_evening_that_does_not_exist(host: Client, number: str) -> None:
    evening = Event.objects.create(name="Black Friday")
    table = opens(host, event=str(evening.pk))
    answer = host.post(reverse("move_table", args=[table.pk]), {"event": number}, follow=True)
    assert "error" in notices(text(answer))
    table.refresh_from_db()
    assert table.event == evening
    assert host.get(reverse("create"), {"game": "sporz", "event": number}).status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "x" * 10_000, "\u202e", "a\x00b"])
def test_an_evening_needs_a_name_that_fits(host: Client, name: str) -> None:
    answer = host.post(reverse("events"), {"name": name})
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert not Event.objects.exists()


def test_evenings_are_the_hosts_alone(host: Client) -> None:
    table = opens(host)
    evening = Event.objects.create(name="Black Friday")
    for stranger in (Client(), joins(table, "Ann")):
        for path in (reverse("events"), reverse("event", args=[evening.pk]), reverse("import_record")):
            assert stranger.get(path).status_code == 404
            assert stranger.post(path, {"name": "Mine", "record": json.dumps(RECORD)}).status_code in (404, 405)
    assert Event.objects.count() == 1
    assert GameSession.objects.count() == 1


def test_an_evening_tells_no_secret_of_a_running_game(host: Client) -> None:
    evening = Event.objects.create(name="Black Friday")
    table = opens(host, event=str(evening.pk))
    seated(table)
    playing(table)
    journal.submit(table.pk, CHIEF)
    page = text(host.get(reverse("event", args=[evening.pk])))
    assert table.code in page
    assert all(name in page for name in NAMES)
    assert not any(secret in page for secret in SECRETS)


def test_an_evening_tells_how_finished_games_ended(host: Client) -> None:
    table = opens(host, nights="eyes_closed")
    seated(table)
    playing(table)
    journal.submit(table.pk, CHIEF)
    for move in TO_THE_END:
        journal.submit(table.pk, move)
    page = text(host.get(reverse("events")))
    assert astronauts_win(table) in page
    assert 'data-test="winners-camp"' in page and "winners-named" not in page  # S-43: nobody wins by name


def test_a_winning_person_is_named_on_the_evening(host: Client) -> None:
    table = opens(host, "spree")
    seated(table)
    outcome = {"winners": ["Ann"], "reason": "points", "seats": ["Ann"]}
    GameSession.objects.filter(pk=table.pk).update(stage="over", outcome=outcome, kit_version=999)
    page = text(host.get(reverse("events")))
    assert "Ann" in said_in(page, "winners-named") and "winners-camp" not in page


def test_a_result_of_rules_that_have_changed_is_still_listed(host: Client) -> None:
    table = opens(host)
    outcome = {"winners": ["nobody"], "reason": "unheard_of", "seats": []}
    GameSession.objects.filter(pk=table.pk).update(stage="over", outcome=outcome, kit_version=999)
    assert table.code in text(host.get(reverse("events")))


def test_an_evening_that_does_not_exist_is_not_there(host: Client) -> None:
    assert host.get(reverse("event", args=[1])).status_code == 404
    assert host.get(reverse("event", args=[10**30])).status_code == 404


# Records


def test_an_imported_record_continues_where_it_stopped(host: Client) -> None:
    answer = sends(host, json.dumps(RECORD), nights="phones")
    table = GameSession.objects.get()
    assert answer.headers["Location"] == at("desk", table)
    assert host.get(at("desk", table)).status_code == 200
    assert (table.stage, table.nights, table.head) == ("playing", "phones", 2)
    wanted = record.replay(record.read(RECORD)).table
    with journal.read_table(table.pk) as (_session, live):
        assert live is not None
        assert live.told == wanted.told
        assert live.step is not None
        assert live.step.name == "doctors"
    journal.submit(table.pk, {"by": MODERATOR, "close": True})


def test_a_table_imported_twice_is_two_tables(host: Client) -> None:
    for _ in range(2):
        sends(host, json.dumps(RECORD))
    assert GameSession.objects.values("code").distinct().count() == 2


def test_what_was_exported_can_be_imported(host: Client) -> None:
    table = opens(host)
    seated(table)
    playing(table)
    journal.submit(table.pk, CHIEF)
    kept = host.get(at("desk_export", table)).content
    host.post(reverse("import_record"), {"file": SimpleUploadedFile("game.json", kept)})
    copy = GameSession.objects.exclude(pk=table.pk).get()
    assert host.get(at("desk_export", copy)).json() == json.loads(kept)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("", "it is no text, or only a part of one"),
        ("{", "it is no text, or only a part of one"),
        ("[" * 100_000, "it is no text, or only a part of one"),
        ("[]", "not the file of a game that Veilleur has saved"),
        ("{}", "not the file of a game that Veilleur has saved"),
        (RECORD | {"game": "chess"}, "a game that this Veilleur does not have"),
        (RECORD | {"kit_version": 999}, "kit_version"),
        (RECORD | {"seats": NAMES[:2]}, "seats"),
        (RECORD | {"seats": [*NAMES[:4], "x" * 10_000]}, "seats[4]"),
        (RECORD | {"options": {"bogus": 1}}, "options.bogus"),
        (RECORD | {"deal": {}}, "The deal of the file does not belong to this game."),
        (RECORD | {"moves": [{"by": "Zoe", "close": True}]}, "moves[0].by"),
        (RECORD | {"moves": [1]}, "moves[0]"),
        (RECORD | {"note": [0] * 400_000}, "larger than that of any game"),
        ("[" * 80 + "]" * 80, "larger than that of any game"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(host: Client, document: Any, said: str) -> None:
    answer = sends(host, document if isinstance(document, str) else json.dumps(document))
    assert answer.status_code == 409
    assert said in text(answer)
    assert not GameSession.objects.exists()
    assert not Seat.objects.exists()


def test_a_file_that_is_not_text_is_refused(host: Client) -> None:
    answer = host.post(reverse("import_record"), {"file": SimpleUploadedFile("game.json", b"\xff\xfe\x00\x01")})
    assert answer.status_code == 409
    assert not GameSession.objects.exists()


def test_names_of_a_record_are_shown_as_text(host: Client) -> None:
    deal = {("<b>x</b>" if name == "Ann" else name): card for name, card in DEAL.items()}
    sends(host, json.dumps(RECORD | {"seats": list(deal), "deal": deal, "moves": []}))
    page = text(host.get(at("desk", GameSession.objects.get())))
    assert "<b>x</b>" not in page


REFUSED = {"by": "Bob", "answer": {"heal": "Ann"}}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Move 2 cannot be played: whoever makes it is not asked anything there."),
        ("fr", "Le coup 2 ne peut pas être joué : à ce stade, rien n’est demandé à cette place."),
    ],
)
def test_a_refused_move_is_named_and_no_table_is_made(host: Client, language: str, said: str) -> None:
    host.cookies["django_language"] = language
    answer = sends(host, json.dumps(RECORD | {"moves": [CHIEF, REFUSED]}))
    assert answer.status_code == 409
    assert said in unescape(text(answer)).replace("\N{NO-BREAK SPACE}", " ")
    assert not GameSession.objects.exists()


def test_what_precedes_a_refused_move_can_be_taken(host: Client) -> None:
    kept = json.dumps(RECORD | {"moves": [CHIEF, REFUSED, CLOSE]}).encode()
    answer = host.post(reverse("import_record"), {"file": SimpleUploadedFile("game.json", kept), "nights": "phones"})
    form = text(answer).partition('<input type="hidden" name="record"')
    offered = dict(
        re.findall(r'name="(record|nights|until)"\s+value="([^"]*)"', "".join(form[1:]).partition("</form>")[0])
    )
    assert offered["until"] == "1"
    assert (
        host.post(reverse("import_record"), {name: unescape(value) for name, value in offered.items()}).status_code
        == 302
    )
    table = GameSession.objects.get()
    assert (table.nights, table.head) == ("phones", 1)


def test_moves_taken_back_are_done_with(host: Client) -> None:
    sends(host, json.dumps(RECORD | {"moves": [CHIEF, {"by": MODERATOR, "undo": 1}] * 5 + [CHIEF]}))
    assert [move.body for move in Move.objects.all()] == [CHIEF]


def test_a_record_with_too_many_moves_is_refused_early(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_MOVES", 1)
    monkeypatch.setattr(record, "replay", None)
    answer = sends(host, json.dumps(RECORD))
    assert answer.status_code == 409 and "more than are played out at once" in text(answer)
    assert not GameSession.objects.exists()


def test_a_record_that_takes_too_long_to_play_is_refused(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_SECONDS", 0.0)
    answer = sends(host, json.dumps(RECORD))
    assert answer.status_code == 409 and "more than are played out at once" in text(answer)
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(("module", "name"), [(importing, "play_record"), (importing, "build_table")])
def test_no_record_is_played_out_while_the_database_is_held(
    host: Client, monkeypatch: pytest.MonkeyPatch, module: Any, name: str
) -> None:
    """Other tables go on while a record is played out: nothing is locked, and no transaction is open."""
    play = getattr(module, name)
    held = len(connection.savepoint_ids)

    def looks(*args: Any) -> Any:
        assert len(connection.savepoint_ids) == held
        assert table_cache._one_writer.acquire(blocking=False)
        table_cache._one_writer.release()
        return play(*args)

    monkeypatch.setattr(module, name, looks)
    assert sends(host, json.dumps(RECORD)).status_code == 302


def test_a_long_record_needs_as_few_statements_as_short(host: Client) -> None:
    changes = [{"by": name, "answer": {"seat": other}} for other in NAMES for name in NAMES]
    sends(host, json.dumps(RECORD | {"moves": []}))
    counted = []
    for moves in (changes[:2], changes):
        with CaptureQueriesContext(connection) as queries:
            assert sends(host, json.dumps(RECORD | {"moves": moves})).status_code == 302
        counted.append(len(queries))
    assert counted[0] == counted[1]


def test_a_partly_written_table_does_not_exist(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_any: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(lifecycle, "index_seats", breaks)
    with pytest.raises(ZeroDivisionError):
        sends(host, json.dumps(RECORD))
    assert not GameSession.objects.exists() and not Move.objects.exists()


def test_two_records_are_not_read_at_the_same_time(host: Client) -> None:
    with run_alone("import", ""):
        answer = sends(host, json.dumps(RECORD))
    assert answer.status_code == 409 and "Another saved game is being read" in text(answer)
    assert sends(host, json.dumps(RECORD)).status_code == 302


def test_a_record_is_written_with_pauses_for_pages(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[int] = []
    monkeypatch.setattr(record_import, "pause", lambda: ways.append(1))
    assert sends(host, json.dumps(RECORD)).status_code == 302
    assert ways


# How a kept game was played


@pytest.mark.parametrize("way", [{"nights": "phones"}, {"nights": "eyes_closed"}, {"nights": "narrated"}])
def test_an_imported_table_plays_as_the_exported_one_did(host: Client, way: dict[str, str]) -> None:
    table = opens(host, **way, language="fr")
    seated(table)
    table.seats.filter(name="Cid").update(bot=True)
    playing(table)
    GameSession.objects.filter(pk=table.pk).update(stage="over")  # a narrated one is exported when it is over
    exported = host.get(at("desk_export", table)).content
    host.post(reverse("import_record"), {"file": SimpleUploadedFile("game.json", exported)})
    copy = GameSession.objects.exclude(pk=table.pk).get()
    assert (copy.nights, copy.narrated, copy.language) == (table.nights, table.narrated, "fr")
    assert [seat.name for seat in copy.seats.filter(bot=True)] == ["Cid"]
    assert (copy.pacing.paused_at is not None) == copy.narrated


@pytest.mark.parametrize(
    "said",
    [1, [], {"nights": ["x"], "narrated": 1, "language": {}, "computer": "Ann"}, {"computer": [1, None, "Zoe"]}],
)
def test_a_record_with_a_wrong_manner_plays_with_closed_eyes(host: Client, said: Any) -> None:
    assert sends(host, json.dumps(RECORD | {"table": said})).status_code == 302
    copy = GameSession.objects.get()
    assert (copy.nights, copy.narrated, copy.seats.filter(bot=True).count()) == ("eyes_closed", False, 0)


def test_finished_calls_of_an_imported_record_are_not_repeated(host: Client) -> None:
    """On phones, the call that is open has its time, and none that was closed before the record was kept."""
    sends(host, json.dumps(RECORD), nights="phones")
    with journal.read_table(GameSession.objects.get().pk) as (session, table):
        shown = clock.build_release(session, table)
    assert table is not None and shown.step is table.step
    assert shown.ends is not None and shown.ends > server_clock.now()


def test_a_record_keeps_names_that_nobody_could_take_today(host: Client) -> None:
    called = {"Ann": "Zoe", "Bob": "Zoé", "Cid": "Nobody", "Dan": "Zoe (mutante)"}
    deal = {called.get(name, name): card for name, card in DEAL.items()}
    sends(host, json.dumps(RECORD | {"seats": list(deal), "deal": deal, "moves": []}))
    table = GameSession.objects.get()
    assert table.seat_names() == list(deal)
    assert play_again(table).seat_names() == list(deal)


@pytest.mark.parametrize("path", sorted(KEPT.glob("*/*.json")), ids=lambda path: path.stem)
def test_every_kept_record_can_be_imported(host: Client, path: Path) -> None:
    answer = sends(host, path.read_text(encoding="utf-8"))
    table = GameSession.objects.get()
    assert answer.headers["Location"] == at("desk", table)
    assert host.get(at("desk", table)).status_code == 200


def test_names_that_no_seat_has_are_not_looked_for(host: Client) -> None:
    """However many a record lists as played by the computer, and whatever is in them."""
    listed = ["x"] * 260_000 + ["\0", "Bob"]
    sends(host, json.dumps(RECORD | {"table": {"computer": listed}}))
    assert list(GameSession.objects.get().seats.filter(bot=True).values_list("name", flat=True)) == ["Bob"]


def test_a_record_never_touches_the_disk_as_it_came(host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a body may be: secrets of a game would lie where nobody looks for them."""

    def on_disk(*_args: Any, **_options: Any) -> None:
        raise AssertionError("on the disk")

    monkeypatch.setattr(temp, "NamedTemporaryFile", on_disk)
    text = json.dumps(RECORD).ljust(LARGEST_BODY - 4_096)
    answer = host.post(reverse("import_record"), {"file": SimpleUploadedFile("kept.json", text.encode())})
    assert (answer.status_code, GameSession.objects.count()) == (302, 1)
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE >= LARGEST_BODY  # a body is kept by the same measure
