"""An evening moved from one server to another: the same again, no secret of a running game, nothing hostile."""

from __future__ import annotations

import codecs
import csv
import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games import importing, index, journal, table_cache
from games.models import Event, GameSession, Move, Pacing, Round, Seat, TableSettings, Vote
from moderation.events import guests
from moderation.events.archive import container, games, parts
from moderation.events.archive.container import MANIFEST, encode, pack, unpack
from moderation.models import Device, Guest, ModeratedTable, Person, Placing, PlayedSeat, Seating, SignUp
from moderation.players import identities
from moderation.web.long_work import run_alone
from tests.moderation.clients import numbers_in, text
from tests.moderation.events.test_record_import import TO_THE_END, astronauts_win
from tests.moderation.sporz_table import CHIEF, CLOSE, MUTATION, playing
from tests.season import season

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Event:
    """An evening with two rounds, a list, a seating, a finished table, one in mid-game and one that waits."""
    made = Event.objects.create(
        name="Escale à jeux",
        date=date(2026, 11, 28),
        place="Salle A",
        notes="Clé chez Léa.\nMerci.",
        spots=["1", "Bar"],
    )
    first = Round.objects.create(event=made, name="Manche 1", begins=time(20, 30), ends=time(22, 0))
    Round.objects.create(event=made, name="Manche 2")
    over, running = finished(), in_the_night()
    GameSession.objects.filter(pk__in=[over.pk, running.pk]).update(event=made, round=first)
    GameSession.objects.filter(pk=over.pk).update(spot="Bar")
    over.seats.filter(name="Dan").update(bot=True, face=7)
    guests.open_list(made)
    SignUp.objects.filter(event=made).update(capacity=40)
    lea = guests.add_guest(
        made, Device.objects.create(key="a phone"), "Léa", {"games": ["sporz"], "moderates": True}, True
    )
    zoe = guests.add_guest(made, None, "=Zoé", {"friends": "Léa", "until": time(23, 30)}, True)
    gone = guests.add_guest(made, None, "Bob", {})
    guests.cancel(gone)
    seating = Seating.objects.create(round=first, cost=12, accepted=timezone.now(), games={"1": "sporz"})
    Placing.objects.create(seating=seating, guest=lea, spot=1, game="sporz", runs=True, session=over)
    Placing.objects.create(
        seating=seating, guest=zoe, spot=1, game="sporz", pinned=True, session=over, seat=over.seats.get(name="Cid")
    )
    remembered = identities.agree("Léa", Person.Consent.OWN)
    Guest.objects.filter(pk=lea.pk).update(person=remembered)
    identities.record_run(remembered, over)
    identities.link(identities.agree("Cid the Quick", Person.Consent.TOLD), over.seats.get(name="Cid"))
    return made


def finished(code: str = "BFHJ") -> GameSession:
    table = playing(code, nights="eyes_closed")
    journal.submit(table.pk, CHIEF)
    journal.submit(table.pk, {"by": "moderator", "undo": 1})
    for body in (CHIEF, *TO_THE_END[:-1], {"step": "vote", "by": "Fay", "answer": {"seat": "Ann"}}, CLOSE):
        journal.submit(table.pk, body)
    table.refresh_from_db()
    assert table.stage == "over"
    return table


def in_the_night() -> GameSession:
    table = playing("KLMR", nights="phones")
    journal.submit(table.pk, CHIEF)
    journal.submit(table.pk, MUTATION)
    return table


def delete_everything() -> None:
    """Nothing of an evening or a game is here any more."""
    for model in (Event, Vote, Move, Seat, GameSession, Person):
        model.objects.all().delete()
    assert not Guest.objects.exists() and not Placing.objects.exists()


def out(event: Event) -> bytes:
    return parts.export_event(event).content


def files_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def state() -> list[Any]:
    return [
        list(model.objects.order_by("pk").values())
        for model in (Event, Round, GameSession, Seat, Move, Guest, Seating, Person, PlayedSeat, ModeratedTable)
    ]


def alike(one: bytes, other: bytes) -> bool:
    """True if two archives are the same but for what is true of one server alone."""
    first, second = files_of(one), files_of(other)
    manifests = [json.loads(files.pop(MANIFEST)) for files in (first, second)]
    for manifest in manifests:
        del manifest["house"]
    return manifests[0] == manifests[1] and first == second


# The same again


def test_an_import_exports_to_the_same_bytes_again(evening: Event) -> None:
    GameSession.objects.filter(code="KLMR").delete()
    first = out(evening)
    delete_everything()
    again = parts.import_event(first)
    assert out(again) == first


def test_an_old_archive_imports_and_exports_the_same() -> None:
    """But for the bound of a seating, options that are newer, and the list that only people read."""
    before = files_of((Path(__file__).parent / "kept" / "veilleur-evening-1.zip").read_bytes())
    after = files_of(out(parts.import_event(zipped(list(before.items())))))
    seatings = [{**one, "bound": None} for one in json.loads(before["seatings.json"])]
    assert json.loads(after.pop("seatings.json")) == seatings
    assert after.keys() == before.keys() - {"seatings.json"}
    games = {name for name in after if name.startswith("games/")}
    for name in games:
        old, new = json.loads(before[name]), json.loads(after[name])
        new["options"] = {option: new["options"][option] for option in old["options"]}
        assert new == old
    assert all(after[name] == before[name] for name in after.keys() - games - {MANIFEST, "results.csv"})


def test_the_results_open_in_a_spreadsheet_in_words_of_people(evening: Event) -> None:
    over = evening.games.get(code="BFHJ")
    over.outcome = {**(over.outcome or {}), "changed": (over.outcome or {})["seats"][:1]}
    over.started = over.ended = datetime(2026, 11, 28, 20, 15, 30, 123456, tzinfo=UTC)
    over.save(update_fields=["outcome", "started", "ended"])
    with translation.override("fr"):
        written = files_of(out(evening))["results.csv"]
    assert written.startswith(codecs.BOM_UTF8)
    listed = written.decode("utf-8-sig")
    head, line = csv.reader(io.StringIO(listed), delimiter=";")
    row = dict(zip(head, line, strict=True))
    when = f"{timezone.localtime(over.ended):%Y-%m-%d %H:%M}"
    assert (row["Jeu"], row["Manche"], row["Fin"]) == ("Sporz", "Manche 1", when)
    assert row["Qui a gagné"].split(", ") == over.outcome["seats"][1:]
    assert "mutants" not in line and row["Issue"]


def test_left_out_games_are_counted_and_the_only_difference(evening: Event) -> None:
    first = parts.export_event(evening)
    assert (first.games, first.left_out) == (1, 1)
    delete_everything()
    second = parts.export_event(parts.import_event(first.content))
    told = [json.loads(files_of(one.content)[MANIFEST])["house"] for one in (first, second)]
    assert told == [{"left_out": 1}, {"left_out": 0}]
    assert alike(first.content, second.content)


@pytest.mark.slow
def test_an_evening_of_every_game_comes_in_as_it_was() -> None:
    made = season(evenings=1, games=12, people=40, never_closed=0, of_each=1)
    first = parts.export_event(made.biggest)
    delete_everything()
    again = parts.import_event(first.content)
    assert again.games.count() == first.games and again.games.values("game").distinct().count() >= 4
    assert alike(first.content, out(again))


def test_an_imported_game_is_over_with_story_index_and_times(host: Client, evening: Event) -> None:
    old = GameSession.objects.get(code="BFHJ")
    times = {move.number: move.at for move in old.moves.all() if "undo" not in move.body}
    seats = list(old.seats.order_by("place").values_list("name", "role", "genome", "alive", "bot", "face"))
    votes = old.votes.count()
    content = out(evening)
    delete_everything()
    again = parts.import_event(content)
    (game,) = again.games.all()
    assert (game.stage, game.outcome, game.spot, game.round and game.round.name) == (
        *("over", old.outcome, "Bar", "Manche 1"),
    )
    assert game.closed and game.ended == old.ended and game.started == old.started and game.created == old.created
    assert list(game.seats.order_by("place").values_list("name", "role", "genome", "alive", "bot", "face")) == seats
    assert [move.at for move in game.moves.order_by("number")] == list(times.values())[-game.moves.count() :]
    assert game.votes.count() == votes
    page = text(host.get(reverse("event", args=[again.pk])))
    assert astronauts_win(game) in page and "BFHJ" in page
    assert host.get(reverse("event_story", args=[game.pk])).status_code == 200
    placing = Placing.objects.get(runs=True)
    assert (placing.guest.name, placing.session) == ("Léa", game)
    assert Placing.objects.get(runs=False).seat == game.seats.get(name="Cid")


def test_a_game_of_old_rules_is_stored_as_played(host: Client, evening: Event) -> None:
    GameSession.objects.filter(code="KLMR").delete()
    GameSession.objects.filter(code="BFHJ").update(kit_version=999)
    told = [move.told for move in Move.objects.order_by("number") if "undo" not in move.body]
    first = out(evening)
    delete_everything()
    again = parts.import_event(first)
    (game,) = again.games.all()
    assert game.kit_version == 999 and not game.is_current
    assert [move.told for move in game.moves.order_by("number")] == told[-game.moves.count() :]
    assert game.seats.get(name="Ann").role == "base_mutant"
    assert host.get(reverse("event_story", args=[game.pk])).status_code == 200
    assert out(again) == first


def test_people_who_agreed_come_with_what_was_theirs(evening: Event) -> None:
    content = out(evening)
    delete_everything()
    parts.import_event(content)
    lea = Person.objects.get(name="Léa")
    assert (lea.how, lea.ran.count(), Guest.objects.get(name="Léa").person) == ("own", 1, lea)
    assert [one.seat.name for one in PlayedSeat.objects.filter(person__name="Cid the Quick")] == ["Cid"]


def test_two_people_of_one_pseudonym_are_never_made_one(evening: Event) -> None:
    content = out(evening)
    delete_everything()
    another = identities.agree("Léa", Person.Consent.OWN)
    parts.import_event(content)
    assert not another.ran.exists()
    assert Guest.objects.get(name="Léa").person is None


def test_a_person_known_on_both_servers_stays_one_person(evening: Event) -> None:
    content = out(evening)
    Event.objects.all().delete()
    GameSession.objects.all().delete()
    lea = Person.objects.get(name="Léa")
    assert not lea.ran.exists()
    parts.import_event(content)
    assert lea.ran.count() == 1
    assert Person.objects.count() == 2


def test_an_evening_comes_in_once(host: Client, evening: Event) -> None:
    content = out(evening)
    before = state()
    answer = host.post(reverse("evening_in"), {"file": SimpleUploadedFile("e.zip", content)})
    assert answer.status_code == 409
    assert f'href="{reverse("event", args=[evening.pk])}" data-test="already-here"' in text(answer)
    assert state() == before


def test_it_goes_by_the_pages_and_by_the_command(host: Client, evening: Event, tmp_path: Path) -> None:
    page = text(host.get(reverse("event", args=[evening.pk])))
    assert reverse("evening_out", args=[evening.pk]) in page and numbers_in(page, "stays-out") == [1]
    answer = host.get(reverse("evening_out", args=[evening.pk]))
    assert answer["Content-Disposition"] == 'attachment; filename="escale-a-jeux-2026-11-28.zip"'
    call_command("evening", "out", str(evening.pk), str(tmp_path / "e.zip"))
    assert (tmp_path / "e.zip").read_bytes() == answer.content
    with pytest.raises(CommandError):
        call_command("evening", "out", str(evening.pk), str(tmp_path / "e.zip"))
    with pytest.raises(CommandError):
        call_command("evening", "in", str(tmp_path / "e.zip"))
    delete_everything()
    assert reverse("evening_in") in text(host.get(reverse("events")))
    sent = {"file": SimpleUploadedFile("e.zip", answer.content)}
    assert host.post(reverse("evening_in"), sent).headers["Location"].startswith("/events/")
    delete_everything()
    call_command("evening", "in", str(tmp_path / "e.zip"))
    assert Event.objects.get().name == "Escale à jeux"


# Secrets


def test_an_archive_has_no_secret_of_running_games_or_passes(evening: Event) -> None:
    running = GameSession.objects.get(code="KLMR")
    TableSettings.objects.filter(session__event=evening).update(wifi_name="Maison", wifi_password="hush hush")
    held = finished("RXWM")
    GameSession.objects.filter(pk=held.pk).update(event=evening)
    fresh = GameSession.objects.get(pk=held.pk)
    Pacing.objects.filter(session=held).update(end_move=fresh.head, end_due=None)  # nobody has gone on to the end
    archive = parts.export_event(evening)
    everything = b"\n".join(files_of(archive.content).values())
    assert archive.left_out == 2
    kept = [*Guest.objects.values_list("code", flat=True), *Person.objects.values_list("code", flat=True)]
    kept += [*SignUp.objects.values_list("key", flat=True)]
    for secret in ("KLMR", "RXWM", "hush hush", "a phone", 'paralyse": "Eve"}, "step"', *kept):
        assert secret.encode() not in everything, secret
    assert b"mutate" not in everything  # of the running game's first night alone
    assert running.moves.count() == 2


def test_what_was_entered_after_the_end_does_not_go_out(evening: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is taken up again while the archive is written stays as it was when it was over."""
    over = GameSession.objects.get(code="BFHJ")
    head = over.head
    Move.objects.create(session=over, number=head + 1, body={"by": "moderator", "undo": 1})
    files = files_of(out(evening))
    moves = json.loads(files["games/0001.json"])["moves"]
    assert moves[-1] == CLOSE


# What is no archive of an evening


def rewritten(content: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    """An archive that somebody has changed, with the checksums put right."""
    said, zipped_files = unpack(content)
    files = dict(zipped_files)
    change(files)
    return pack(said, files, {})


def with_json(name: str, change: Callable[[Any], Any]) -> Callable[[dict[str, bytes]], None]:
    def work(files: dict[str, bytes]) -> None:
        document = json.loads(files[name])
        change(document)
        files[name] = encode(document)

    return work


def not_over(game: Any) -> None:
    """Without its last move."""
    game["moves"].pop()
    game["told"].pop()


def whispered(game: Any, whose: Any, often: int = 1) -> None:
    """A game of other rules, in which this seat was told something."""
    game.update(kit_version=999)
    game["told"][0] = [[whose, {"fact": "night"}]] * often


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else {}


def placed(seating: Any) -> list[Any]:
    """As many rounds as there may be, with more people than any evening has in all."""
    people = [{**seating["people"][0], "guest": number} for number in range(300)]
    return [{**seating, "round": number, "people": people} for number in range(1, 50)]


def board(**more: Any) -> dict[str, Any]:
    return {"name": "Azul", "least": 2, "most": 4, "minutes": None, "explains": "", **more}


def junk_of_another_version(game: Any) -> None:
    """What no rules have ever told."""
    game.update(kit_version=999, told=[[[None, {"fact": "night"}]]] * len(game["told"]))


HOSTILE: dict[str, Callable[[dict[str, bytes]], None]] = {
    "a name that turns the page": with_json("evening.json", lambda one: one.update(name="\u202eparty")),
    "no name": with_json("evening.json", lambda one: one.update(name="")),
    "a name that is too long": with_json("evening.json", lambda one: one.update(name="x" * 81)),
    "a null character": with_json("evening.json", lambda one: one.update(notes="a\0b")),
    "a key too many": with_json("evening.json", lambda one: one.update(host=True)),
    "a date of nowhere": with_json("evening.json", lambda one: one.update(date="2026-02-31")),
    "a number for a date": with_json("evening.json", lambda one: one.update(date=20261128)),
    "a time without a zone": with_json("evening.json", lambda one: one.update(created="2026-11-28T20:00:00")),
    "a list for an object": lambda files: files.update({"evening.json": b"[]"}),
    "too many places": with_json("evening.json", lambda one: one.update(spots=["x"] * 61)),
    "two guests alike": with_json("guests.json", lambda one: one.append(one[0])),
    "a guest with a code": with_json("guests.json", lambda one: one[0].update(code="BFHJKL")),
    "a guest with a huge face": with_json("guests.json", lambda one: one[0].update(face=10**12)),
    "a guest whom nobody brought": with_json("guests.json", lambda one: one[0].update(brought_by=99)),
    "a guest who brought themselves": with_json("guests.json", lambda one: one[0].update(brought_by=0)),
    "a board game without seats": with_json("evening.json", lambda one: one.update(board_games=[board(most=0)])),
    "a board game of too few": with_json("evening.json", lambda one: one.update(board_games=[board(least=5)])),
    "a seating of no round": with_json("seatings.json", lambda one: one[0].update(round=59)),
    "a seating of no guest": with_json("seatings.json", lambda one: one[0]["people"][0].update(guest=999)),
    "a seat of no table": with_json("seatings.json", lambda one: one[0]["people"][0].update(table=None, seat=1)),
    "somebody placed twice": with_json("seatings.json", lambda one: one[0]["people"].append(one[0]["people"][0])),
    "a table of no round": with_json("tables.json", lambda one: one[0].update(round=7)),
    "a table of another file": with_json("tables.json", lambda one: one[0].update(file="evening.json")),
    "a time too few": with_json("tables.json", lambda one: one[0]["taken"].pop()),
    "two seats with one face": with_json("tables.json", lambda one: one[0].update(faces=[1] * 6)),
    "a game that is not over": with_json("games/0001.json", not_over),
    "a move that is refused": with_json("games/0001.json", lambda one: one["moves"].insert(1, one["moves"][0])),
    "a game that nobody has": with_json("games/0001.json", lambda one: one.update(game="chess")),
    "a seat nobody can read": with_json("games/0001.json", lambda one: one["seats"].__setitem__(0, "\u2800")),
    "junk of another version": with_json("games/0001.json", junk_of_another_version),
    "told to nobody of the table": with_json("games/0001.json", lambda one: whispered(one, [])),
    "told to a stranger": with_json("games/0001.json", lambda one: whispered(one, "Zoe")),
    "too many facts": with_json("games/0001.json", lambda one: whispered(one, None, importing.MOST_FACTS + 1)),
    "a game deeper than any": with_json("games/0001.json", lambda one: one.update(deal=nested(70))),
    "more values than any game has": with_json("games/0001.json", lambda one: one.update(deal=[0] * 400_000)),
    "a game of too many bytes": with_json("games/0001.json", lambda one: one.update(deal=["x" * 1_000] * 2_100)),
    "a seating of too many": with_json("seatings.json", lambda one: one.extend(placed(one[0]))),
    "a list of too many values": with_json("guests.json", lambda one: one[0].update(games=[[]] * 400_000)),
    "an outcome of no kind": with_json("games/0001.json", lambda one: one.update(kit_version=999, outcome=[])),
    "a person nobody can read": with_json("people.json", lambda one: one[0].update(name="\u2028")),
    "a person with a code": with_json("people.json", lambda one: one[0].update(code="BFHJKLMRWX")),
    "a person twice": with_json("people.json", lambda one: one.append(one[0])),
    "somebody else's seat": with_json("people.json", lambda one: one.append({**one[0], "name": "Another"})),
    "a seat of a person that is none": with_json("people.json", lambda one: one[0].update(seats=[[0, 99]])),
    "a table of a person that is none": with_json("people.json", lambda one: one[0].update(ran=[99])),
    "a consent of no kind": with_json("people.json", lambda one: one[0].update(how="")),
    "no JSON": lambda files: files.update({"guests.json": b"[" * 100_000}),
    "a key twice": lambda files: files.update({"guests.json": b'[{"name": "A", "name": "B"}]'}),
    "no text": lambda files: files.update({"guests.json": b"\xff\xfe"}),
    "a file too few": lambda files: files.__delitem__("games/0001.json"),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_malformed_archive_is_refused_and_changes_nothing(
    host: Client, evening: Event, change: Callable[[dict[str, bytes]], None]
) -> None:
    content = rewritten(out(evening), change)
    delete_everything()
    answer = host.post(reverse("evening_in"), {"file": SimpleUploadedFile("e.zip", content)})
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert not any(state())


def zipped(entries: list[tuple[str, bytes]], **more: Any) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, **more) as archive:
        for name, body in entries:
            archive.writestr(name, body)
    return written.getvalue()


def a_manifest(files: dict[str, bytes], **more: Any) -> bytes:
    checks = {name: {"bytes": len(one), "sha256": hashlib.sha256(one).hexdigest()} for name, one in files.items()}
    whole = {"format": container.FORMAT, "parts": ["evening"], "files": checks, "house": {}}
    return encode(whole | more)


NO_ARCHIVES: dict[str, bytes] = {
    "nothing": b"",
    "no zip": b"hello",
    "a half": zipped([(MANIFEST, a_manifest({}))])[:40],
    "no manifest": zipped([("evening.json", b"{}")]),
    "a path upwards": zipped([("../evening.json", b"{}"), (MANIFEST, a_manifest({}))]),
    "an absolute path": zipped([("/etc/passwd", b"{}"), (MANIFEST, a_manifest({}))]),
    "a folder": zipped([("games/", b""), (MANIFEST, a_manifest({}))]),
    "a file that no manifest names": zipped([("evening.json", b"{}"), (MANIFEST, a_manifest({}))]),
    "a file that is not there": zipped([(MANIFEST, a_manifest({"evening.json": b"{}"}))]),
    "a file changed": zipped([("evening.json", b"[]"), (MANIFEST, a_manifest({"evening.json": b"{}"}))]),
    "another format": zipped([(MANIFEST, a_manifest({}, format="veilleur-evening/9"))]),
    "a part of tomorrow": zipped([(MANIFEST, a_manifest({}, parts=["evening", "ghosts"]))]),
    "no part": zipped([(MANIFEST, a_manifest({}, parts=[]))]),
    "a bomb": zipped([("evening.json", b" " * (container.MOST_OF_ONE + 1)), (MANIFEST, a_manifest({}))]),
    "many bombs": zipped([(f"games/{one:04}.json", b" " * 7_900_000) for one in range(9)]),
    "a manifest of many values": zipped([(MANIFEST, b"[" + b"[]," * 100_000 + b"[]]")]),
    "a large manifest": zipped([(MANIFEST, b'"' + b"x" * container.MOST_MANIFEST + b'"')]),
    "many files": zipped([(f"games/{one:04}.json", b"") for one in range(container.MOST_FILES + 1)]),
}


@pytest.mark.parametrize("content", NO_ARCHIVES.values(), ids=NO_ARCHIVES.keys())
def test_what_is_no_archive_is_refused_in_a_sentence(host: Client, content: bytes) -> None:
    answer = host.post(reverse("evening_in"), {"file": SimpleUploadedFile("e.zip", content)})
    assert answer.status_code == 409
    assert 'role="alert"' in text(answer)
    assert not any(state())


def test_a_size_that_a_zip_tells_wrongly_is_held_to() -> None:
    """A bomb whose table of contents says that it is small is read no further than it says."""
    honest = zipped([("evening.json", b" " * 1_000_000)])
    size = (1_000_000).to_bytes(4, "little")
    lying = honest.replace(size, (10).to_bytes(4, "little"))
    assert lying != honest
    with pytest.raises(container.NotAnEvening):
        unpack(lying)


def test_two_evenings_do_not_come_in_at_the_same_time(host: Client, evening: Event) -> None:
    content = out(evening)
    with run_alone("archive", ""):
        answer = host.post(reverse("evening_in"), {"file": SimpleUploadedFile("e.zip", content)})
    assert answer.status_code == 409 and "Another evening is being imported" in text(answer)


def test_games_of_an_evening_are_written_with_pauses_for_pages(
    host: Client, evening: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, ways = out(evening), list[int]()
    Event.objects.all().delete()
    GameSession.objects.all().delete()
    monkeypatch.setattr(games, "pause", lambda: ways.append(1))
    answer = host.post(reverse("evening_in"), {"file": SimpleUploadedFile("e.zip", content)})
    assert answer.status_code == 302 and ways


def test_without_a_file_there_is_a_sentence(host: Client) -> None:
    answer = host.post(reverse("evening_in"))
    assert answer.status_code == 409 and 'role="alert"' in text(answer)
    assert answer.context["form"].has_error("file", "required")


def test_what_fails_in_the_middle_leaves_nothing(
    host: Client, evening: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = out(evening)
    delete_everything()

    def breaks(*_any: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(index, "write", breaks)
    with pytest.raises(ZeroDivisionError):
        parts.import_event(content)
    assert not any(state())


# Whoever plays here is answered while an evening comes in


@pytest.fixture
def transactions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What comes to pass in transactions that hold the one writer, and what outside of them, in its order."""
    seen: list[str] = []

    @contextmanager
    def counted() -> Iterator[None]:
        seen.append("held")
        with table_cache.creating_rows():
            yield
        seen.append("free")

    def outside(module: Any, name: str) -> None:
        done = getattr(module, name)

        def looks(*args: Any, **more: Any) -> Any:
            assert seen[-1:] != ["held"], name
            seen.append(name)
            return done(*args, **more)

        monkeypatch.setattr(module, name, looks)

    for module in (games, parts):
        monkeypatch.setattr(module, "creating_rows", counted)
    for module, name in ((games, "play_archived"), (games.story, "build_recap"), (games, "pause")):
        outside(module, name)
    return seen


@pytest.mark.parametrize("version", [None, 999])
def test_games_are_imported_in_slices_without_computing_in_between(
    evening: Event, transactions: list[str], monkeypatch: pytest.MonkeyPatch, version: int | None
) -> None:
    if version:
        GameSession.objects.filter(code="BFHJ").update(kit_version=version)
    content = out(evening)
    delete_everything()
    monkeypatch.setattr(games, "AT_ONCE", 2)
    (game,) = parts.import_event(content).games.all()
    slices = -(-game.moves.count() // 2) + -(-game.votes.count() // 2)
    assert transactions.count("held") == slices + (3 if version is None else 2)
    assert "play_archived" in transactions and ("build_recap" in transactions) == (version is not None)


def test_nobody_sees_a_game_before_its_evening_is_there(
    host: Client, evening: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, pages = out(evening), list[str]()
    won = astronauts_win(evening.games.get(code="BFHJ"))
    delete_everything()
    stage = games._write_hidden

    def looks(*args: Any) -> None:
        stage(*args)
        pages.extend(text(host.get(reverse(page))) for page in ("home", "events", "statistics"))

    monkeypatch.setattr(games, "_write_hidden", looks)
    parts.import_event(content)
    assert len(pages) == 3 and all("BFHJ" not in page and won not in page for page in pages)


@pytest.mark.parametrize(("name", "most"), [("MOST_SECONDS", -1.0), ("MOST_MOVES", 3), ("MOST_OF_A_GAME", 100)])
def test_an_oversized_evening_is_refused_and_nothing_is_stored(
    host: Client, evening: Event, monkeypatch: pytest.MonkeyPatch, name: str, most: float
) -> None:
    content = out(evening)
    delete_everything()
    monkeypatch.setattr(games, name, most)
    answer = host.post(reverse("evening_in"), {"file": SimpleUploadedFile("e.zip", content)})
    assert answer.status_code == 409 and 'role="alert"' in text(answer)
    assert not any(state())


def test_what_a_full_disk_leaves_of_an_evening_is_hidden(evening: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    content = out(evening)
    delete_everything()

    def is_full(*_any: Any, **_more: Any) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Move.objects, "bulk_create", is_full)
    monkeypatch.setattr(games, "delete_hidden", is_full)
    with pytest.raises(OperationalError):
        parts.import_event(content)
    (left,) = GameSession.objects.all()
    assert left.rehearsal and left.closed and left.event is None
    assert not Event.objects.exists()
