"""`manage.py play`: reports on standard output, one line per fault on standard error, and the exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.bots import play_out
from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.record import write
from games.engine.table import Table
from tests.games.kits.sporz_crew import SMALL, SMALL_DEAL

ROOT = Path(__file__).parent.parent.parent
GOOD: dict[str, Any] = {
    "format": "veilleur/1",
    "game": "sporz",
    "seats": SMALL,
    "deal": SMALL_DEAL,
    "moves": [{"by": "moderator", "answer": {"seat": "Cid"}}],
}
REFUSED = {**GOOD, "moves": [*GOOD["moves"], {"by": "Bob", "close": True}]}
BAD = {**GOOD, "moves": [{"by": "Zoé", "close": True}]}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run the command in this process: its exit status, standard output and standard error."""

    def run(*arguments: str, given: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        with pytest.raises(SystemExit) as stopped:
            call_command("play", *arguments)
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return int(stopped.value.code or 0), out.decode(), err.decode()

    return run


def lines(*documents: Any) -> bytes:
    return b"".join((one if isinstance(one, bytes) else json.dumps(one).encode()) + b"\n" for one in documents)


@pytest.mark.parametrize(("document", "status", "refused"), [(GOOD, 0, 0), (REFUSED, 1, 1)])
def test_one_record_gives_one_indented_report(
    play: Run, tmp_path: Path, document: Any, status: int, refused: int
) -> None:
    (tmp_path / "game.json").write_text(json.dumps(document), encoding="utf-8")
    code, out, err = play(str(tmp_path / "game.json"))
    assert (code, err) == (status, "")
    assert out.startswith('{\n  "format": "veilleur-report/1"') and len(json.loads(out)["refused"]) == refused


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (json.dumps(BAD), 'moves[0].by: no seat "Zoé"'),
        ("[1, 2", "not JSON"),
        ("", "not JSON"),
        ("{}", "format: "),
        (json.dumps({**GOOD, "moves": [{"by": "Zoe\nBob", "close": True}]}), "moves[0].by"),
    ],
)
def test_no_record_is_one_line_of_error_and_no_report(play: Run, tmp_path: Path, text: str, place: str) -> None:
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    code, out, err = play(str(tmp_path / "game.json"))
    assert (code, out) == (2, "")
    assert place in err and err.count("\n") == 1 and "Traceback" not in err


def test_a_missing_file_or_a_folder_is_not_a_record(play: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        code, out, err = play(str(path))
        assert (code, out) == (2, "") and err.count("\n") == 1 and str(path) in err


def test_one_record_or_lines_but_not_both_nor_neither(play: Run) -> None:
    for arguments in ((), ("game.json", "--lines")):
        code, out, err = play(*arguments)
        assert (code, out) == (2, "") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("documents", "status"),
    [
        ([], 0),
        ([GOOD, GOOD], 0),
        ([GOOD, REFUSED, GOOD], 1),
        ([REFUSED, BAD, GOOD], 2),
        ([b"", GOOD], 2),
        ([b"\xff\xfe", GOOD, b"[" * 100_000], 2),
    ],
)
def test_each_line_gets_one_line_and_the_worst_status_wins(play: Run, documents: list[Any], status: int) -> None:
    code, out, err = play("--lines", given=lines(*documents))
    reports = [json.loads(line) for line in out.splitlines()]
    assert (code, err, len(reports)) == (status, "", len(documents))
    for document, report in zip(documents, reports, strict=True):
        good = document in (GOOD, REFUSED)
        assert report.keys() == {"error"} if not good else report["game"] == "sporz"


def test_windows_line_ends_and_a_last_open_line_are_read(play: Run) -> None:
    text = json.dumps(GOOD).encode()
    code, out, _ = play("--lines", given=text + b"\r\n" + text)
    assert (code, len(out.splitlines())) == (0, 2)


def test_names_come_out_as_they_went_in(play: Run) -> None:
    seats = ["Zoé", "名前", "👩‍🚀", "Ünal", 'Q"uote']
    deal = {seat: SMALL_DEAL[old] for seat, old in zip(seats, SMALL, strict=True)}
    code, out, _ = play("--lines", given=lines({**GOOD, "seats": seats, "deal": deal, "moves": []}))
    assert code == 0 and "Zoé" in out and list(json.loads(out)["truth"]) == seats


def test_a_report_is_one_line_to_every_reader(play: Run) -> None:
    seats = ["two\u2028lines", "next\x85line", *SMALL[2:]]
    deal = {seat: SMALL_DEAL[old] for seat, old in zip(seats, SMALL, strict=True)}
    code, out, _ = play("--lines", given=lines({**GOOD, "seats": seats, "deal": deal, "moves": []}))
    (line,) = out.splitlines()
    assert code == 0 and list(json.loads(line)["truth"]) == seats


def started(
    *arguments: str, given: bytes = b"", environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The real command, as a process of its own."""
    command = [sys.executable, "manage.py", "play", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, check=False, env=environment)


def test_the_real_command_needs_no_database_and_no_utf_8(tmp_path: Path) -> None:
    environment = {
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "VEILLEUR_DATA": str(tmp_path),
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
    }
    seats = ["Zoé", *SMALL[1:]]
    deal = {seat: SMALL_DEAL[old] for seat, old in zip(seats, SMALL, strict=True)}
    (tmp_path / "game.json").write_text(json.dumps({**GOOD, "seats": seats, "deal": deal}), encoding="utf-8")
    done = started(str(tmp_path / "game.json"), environment=environment)
    assert (done.returncode, done.stderr) == (0, b"") and "Zoé" in done.stdout.decode()
    done = started("--lines", given=lines(GOOD, REFUSED, BAD), environment=environment)
    assert done.returncode == 2 and len(done.stdout.splitlines()) == 3
    (tmp_path / "bad.json").write_text(json.dumps(BAD), encoding="utf-8")
    done = started(str(tmp_path / "bad.json"), environment=environment)
    assert (done.returncode, done.stdout) == (2, b"") and done.stderr.count(b"\n") == 1


def test_a_reader_who_has_seen_enough_leaves_no_traceback() -> None:
    command = [sys.executable, "manage.py", "play", "--lines"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin and running.stdout and running.stderr
        running.stdin.write(lines(GOOD))
        running.stdin.flush()
        assert running.stdout.readline()
        running.stdout.close()
        running.stdin.write(lines(GOOD))
        running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


def test_each_of_a_thousand_records_has_its_line() -> None:
    kit = all_kits()["sporz"]
    records = []
    for seed in range(100):
        choose = Random(seed).choice
        seats = [f"P{n}" for n in range(8 + seed % 9)]
        options = settle(kit.roles.OPTIONS, {})
        table = Table(kit.rules, seats, options, kit.roles.deal(seats, options, choose))
        play_out(kit, table, choose)
        records.append(json.dumps(write(kit, table)).encode())
    done = started("--lines", given=lines(*records * 10))
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1_000
