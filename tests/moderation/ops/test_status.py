"""Status of Veilleur: the same in a terminal and on its host's page."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import server_clock
from games.models import ServerTime
from moderation.models import Process
from moderation.ops import health, processes, report
from moderation.storage import backups
from tests.moderation.clients import text, the_host
from tests.moderation.sporz_table import DEAL, playing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "list_missing", lambda: ())


def said() -> dict[str, report.ReportLine]:
    return {line.what: line for line in report.report_running()}


def test_it_says_which_processes_serve_and_which_are_gone() -> None:
    assert "none" in said()["Processes"].said
    processes.write_heartbeat(12)
    Process.objects.create(name="elsewhere 7", version="0.0.9", beat=timezone.now())
    Process.objects.create(name="gone 8", version="0.0.9", beat=timezone.now() - timedelta(minutes=5))
    found = said()
    assert "12 devices" in found[processes.NAME].said and "0.0.9" in found["elsewhere 7"].said
    assert "gone 8" not in found
    assert not found["elsewhere 7"].well, "two versions side by side are for a while only"
    processes.write_heartbeat(1)
    assert not Process.objects.filter(name="gone 8").exists()
    processes.delete_row()
    assert processes.NAME not in said()


def test_it_says_when_the_server_was_last_backed_up() -> None:
    server_clock.clock.synchronise(timedelta(0))
    assert said()["Last backup"].said == "never"
    backups.note_backup()
    assert "0 hours ago" in said()["Last backup"].said
    ServerTime.objects.update(backed_up=None)


def test_terminal_and_host_page_show_equal_status_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    session = playing()
    monkeypatch.setattr(report.machine, "read_machine", lambda: report.machine.Machine(10**12))
    monkeypatch.setattr(report.os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    told = StringIO()
    call_command("status", stdout=told)
    page = text(the_host().get(reverse("server_status")))
    for line in told.getvalue().splitlines():
        what, _colon, words = line.partition(": ")
        assert what in page and words in page
    for secret in (*DEAL, session.code):
        assert secret not in told.getvalue()
    assert Client().get(reverse("server_status")).status_code == 404


def test_what_is_wanting_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "list_missing", lambda: ("disk",))
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("status", stdout=told)
    assert "! Ready" in told.getvalue() and "disk" in told.getvalue()
