"""`doctor`: what stands in the way of an evening, in lines that can be read aloud; nothing in them is secret."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from games.engine.kit import all_kits
from moderation.access.invite_links import create_host_link
from moderation.ops import report
from moderation.ops.console import machine
from moderation.storage.schema import SchemaState, find_schema_state
from tests.moderation.clients import joins, opens, the_host

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def a_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a network and free disk space, on which no server runs."""
    monkeypatch.setattr(report, "list_candidates", lambda: ["192.168.1.20"])
    monkeypatch.setattr(report, "describe_listener", lambda host, port: "")
    monkeypatch.setattr(machine, "read_machine", lambda: machine.Machine(10**12, 80, plugged=True))
    monkeypatch.setattr(machine, "find_firewall", lambda: None)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def told(capsys: pytest.CaptureFixture[str], status: int = 0) -> str:
    try:
        call_command("doctor")
        ended = 0
    except SystemExit as end:
        ended = int(str(end.code))
    said = capsys.readouterr().out
    assert ended == status, said
    return said


def test_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys)
    for what in ("Veilleur", "Python", "192.168.1.20", "Disk", "Schema: of this version", "sporz", "Battery: 80 %"):
        assert what in said
    assert "Nothing stands in the way." in said


def test_a_fault_is_marked_and_the_status_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "list_candidates", list)
    monkeypatch.setattr(machine, "read_machine", lambda: machine.Machine(10**6))
    said = told(capsys, status=1)
    assert "! Addresses: none" in said
    assert "! Disk: 0 MB free" in said


def test_nothing_in_it_is_secret(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, settings: pytest.FixtureRequest
) -> None:
    session = opens(the_host())
    joins(session, "Zenobia")
    link = create_host_link()
    monkeypatch.setenv("REDIS_URL", "redis://:hush-hush@127.0.0.1:1/0")
    settings.DATA_DIR = Path.home() / "evenings"  # type: ignore[attr-defined]
    said = told(capsys, status=1)  # Redis does not answer
    assert "Redis: does not answer" in said
    for secret in ("Zenobia", session.code, link, "hush-hush", settings.SECRET_KEY, str(Path.home())):  # type: ignore[attr-defined]
        assert secret not in said


def test_a_database_of_a_newer_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    MigrationRecorder(connection).record_applied("games", "9999_of_next_year")
    assert find_schema_state(connection) is SchemaState.NEWER
    assert "! Schema: of a newer version" in told(capsys, status=1)


def test_a_game_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = tmp_path / "veilleur_torn"
    kit.mkdir()
    (tmp_path / "pyproject.toml").write_text('[project.entry-points."veilleur.games"]\ntorn = "veilleur_torn"\n')
    (kit / "__init__.py").write_text("API = 1\n")
    (kit / "rules.py").write_text('ROLES = {}\nFIRST = ROLES["lady"]\n')
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("VEILLEUR_GAMES", str(tmp_path))
    all_kits.cache_clear()
    try:
        said = told(capsys, status=1)
    finally:
        all_kits.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == "veilleur_torn"]:
            del sys.modules[name]
    assert (
        "! torn: torn (veilleur_torn) cannot be read: rules cannot be imported: KeyError, 'lady' (rules.py:2)" in said
    )
    assert "sporz: version" in said
