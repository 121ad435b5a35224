"""Evenings: their tables and results for a host, and no secret of a running game; records come in as new tables."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games import journal, record
from games.models import Event, GameSession, Move, Seat
from games.table import MODERATOR
from tests.moderation.people import DEAL, NAMES, at, joins, opens, playing, seated, text, the_host

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
KEPT = Path(__file__).parents[1] / "records"
SECRETS = ("mutant", "Doctor", "Psychologist", "genome")


@pytest.fixture
def host() -> Client:
    return the_host()


def sends(host: Client, text: str, **more: str) -> Any:
    return host.post(reverse("import_record"), {"record": text, **more})


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
    assert "The astronauts win" in page
    assert "Winners:" in page


def test_a_result_of_rules_that_have_changed_is_still_listed(host: Client) -> None:
    table = opens(host)
    outcome = {"winners": ["nobody"], "reason": "unheard_of", "seats": []}
    GameSession.objects.filter(pk=table.pk).update(stage="over", outcome=outcome, kit_version=999)
    assert table.code in text(host.get(reverse("events")))


def test_an_evening_that_does_not_exist_is_not_there(host: Client) -> None:
    assert host.get(reverse("event", args=[1])).status_code == 404
    assert host.get(reverse("event", args=[10**30])).status_code == 404


# Records


def test_a_record_makes_a_new_table_that_goes_on_where_it_stopped(host: Client) -> None:
    answer = sends(host, json.dumps(RECORD), nights="phones")
    table = GameSession.objects.get()
    assert answer.headers["Location"] == at("desk", table)
    assert host.get(at("desk", table)).status_code == 200
    assert (table.stage, table.nights, table.head) == ("playing", "phones", 2)
    wanted = record.replay(record.read(RECORD)).table
    with journal.at_rest(table.pk) as (_session, live):
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
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "record: not an object"),
        ("{}", "format: not veilleur/1"),
        (RECORD | {"game": "chess"}, "no game"),
        (RECORD | {"kit_version": 999}, "kit_version"),
        (RECORD | {"seats": NAMES[:2]}, "seats"),
        (RECORD | {"seats": [*NAMES[:4], "x" * 10_000]}, "seats[4]"),
        (RECORD | {"options": {"bogus": 1}}, "options.bogus"),
        (RECORD | {"deal": {}}, "deal"),
        (RECORD | {"moves": [{"by": "Zoe", "close": True}]}, "moves[0].by"),
        (RECORD | {"moves": [1]}, "moves[0]"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(host: Client, document: Any, said: str) -> None:
    answer = sends(host, document if isinstance(document, str) else json.dumps(document))
    assert answer.status_code == 409
    assert said in text(answer)
    assert not GameSession.objects.exists()
    assert not Seat.objects.exists()


def test_a_file_that_is_no_text_is_refused_in_a_sentence(host: Client) -> None:
    answer = host.post(reverse("import_record"), {"file": SimpleUploadedFile("game.json", b"\xff\xfe\x00\x01")})
    assert answer.status_code == 409
    assert not GameSession.objects.exists()


def test_names_of_a_record_are_shown_as_text(host: Client) -> None:
    deal = {("<b>x</b>" if name == "Ann" else name): card for name, card in DEAL.items()}
    sends(host, json.dumps(RECORD | {"seats": list(deal), "deal": deal, "moves": []}))
    page = text(host.get(at("desk", GameSession.objects.get())))
    assert "<b>x</b>" not in page


def test_moves_of_a_record_that_the_game_refuses_are_left_out(host: Client) -> None:
    refused = {"by": "Bob", "answer": {"heal": "Ann"}}
    sends(host, json.dumps(RECORD | {"moves": [CHIEF, refused]}))
    assert Move.objects.count() == 1


@pytest.mark.parametrize("path", sorted(KEPT.glob("*/*.json")), ids=lambda path: path.stem)
def test_every_kept_record_can_be_imported(host: Client, path: Path) -> None:
    answer = sends(host, path.read_text(encoding="utf-8"))
    table = GameSession.objects.get()
    assert answer.headers["Location"] == at("desk", table)
    assert host.get(at("desk", table)).status_code == 200
