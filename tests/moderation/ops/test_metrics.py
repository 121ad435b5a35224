"""What Prometheus reads: sums and times, and nothing that names a table, a person, a role or a game."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from django.db import connection
from prometheus_client import generate_latest

from games import journal, table_cache
from games.engine.kit import all_kits
from moderation.ops import metrics
from moderation.play.realtime import broadcast
from moderation.play.realtime.broadcast import Delivery
from moderation.storage import outages
from qa.serving import PATIENCE_SECONDS, ROOT, RunningServer, find_free_port
from tests.moderation.sporz_table import CHIEF, DEAL, desk, phone, playing

HOSTING = ROOT / "hosting"
SERIES = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)
LABELS = {"surface", "stage", "outcome", "status", "le", "version"}


def read() -> dict[tuple[str, str], float]:
    return {
        (name, labels): float(value)
        for name, labels, value in SERIES.findall(generate_latest(metrics.registry).decode())
    }


def value(name: str, labels: str = "") -> float:
    return read()[(name, labels)]


@pytest.mark.django_db
def test_it_counts_what_is_open_and_what_is_done() -> None:
    session = playing()
    before = {name: value(name) for name in ("veilleur_lock_waits_total", "veilleur_replays_total")}
    taken = value("veilleur_taps_total", 'outcome="taken"'), value("veilleur_taps_total", 'outcome="refused"')
    moderator = desk(session)
    moderator.post(f"/desk/{session.code}/undo/", {"last": "9999"}, headers={"hx-request": "true"})
    journal.submit(session.pk, CHIEF)
    table_cache.tables.clear()
    with journal.read_table(session.pk):
        pass
    assert value("veilleur_tables", 'stage="playing"') == 1 and value("veilleur_seats") == len(DEAL)
    assert value("veilleur_database_up") == 1
    assert 0 < value("veilleur_made_timestamp_seconds") <= time.time()  # the age of a server that was never backed up
    assert value("veilleur_lock_waits_total") > before["veilleur_lock_waits_total"]
    assert value("veilleur_replays_total") == before["veilleur_replays_total"] + 1
    assert value("veilleur_taps_total", 'outcome="refused"') == taken[1] + 1
    assert value("veilleur_taps_total", 'outcome="taken"') == taken[0]


@pytest.mark.django_db
def test_metrics_name_no_table_person_role_or_game() -> None:
    session = playing()
    phone(session, "Ann").get(f"/t/{session.code}/")
    told = generate_latest(metrics.registry).decode()
    cards = [card for kit in all_kits().values() if (card := kit.words.CARDS.get("role"))]
    roles = {word for card in cards for role, said in card.values.items() for word in (role, str(said))}
    for secret in (*DEAL, *roles, session.code, *all_kits()):
        assert not re.search(rf"\b{re.escape(secret)}\b", told), secret
    labels = {label for _name, written, _value in SERIES.findall(told) for label in re.findall(r'(\w+)="', written)}
    assert labels <= LABELS


@pytest.mark.django_db
def test_without_a_database_the_rest_is_still_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages.database, "away", True)
    found = read()
    assert found[("veilleur_database_up", "")] == 0
    assert ("veilleur_seats", "") not in found and ("veilleur_stopping", "") in found


def test_the_last_device_of_a_table_reports_its_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []
    monkeypatch.setattr(broadcast.counters.shown_seconds, "observe", seen.append)
    delivery = Delivery(broadcast.time.monotonic())
    for _phone in range(3):
        delivery.add_device()
    delivery.finish_device()  # all have been offered it
    delivery.finish_device()
    delivery.finish_device()
    assert seen == []
    delivery.finish_device()
    assert len(seen) == 1
    Delivery(broadcast.time.monotonic()).finish_device()  # nobody was to be shown anything
    assert len(seen) == 1


@pytest.mark.slow
def test_it_has_a_port_of_its_own_and_no_page(start_server: Callable[..., RunningServer]) -> None:
    port = find_free_port()
    server = start_server(METRICS_PORT=str(port))
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE_SECONDS) as answer:
        told = answer.read().decode()
    assert "veilleur_sockets{" in told and "process_cpu_seconds_total" in told
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(f"{server.url}/metrics", timeout=PATIENCE_SECONDS)


# What is watched for


def expressions() -> Iterator[str]:
    for group in yaml.safe_load((HOSTING / "alerts.yml").read_text(encoding="utf-8"))["groups"]:
        yield from (rule["expr"] for rule in group["rules"])
    for panel in json.loads((HOSTING / "dashboard.json").read_text(encoding="utf-8"))["panels"]:
        yield from (target["expr"] for target in panel["targets"])


@pytest.mark.django_db
def test_rules_and_dashboard_ask_for_what_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = {name for name, _labels in read()} | {"veilleur_backup_timestamp_seconds"}
    if connection.vendor != "postgresql":
        counted |= {"veilleur_pool_waiting", "veilleur_pool_connections_used"}
    asked = {name for one in expressions() for name in re.findall(r"\bveilleur_\w+", one)}
    assert asked - {"veilleur_"} <= counted


@pytest.mark.full
@pytest.mark.slow
def test_prometheus_understands_the_rules_and_they_fire(tmp_path: Path) -> None:
    if shutil.which("promtool") is None:
        pytest.skip("promtool is missing: apt-get install prometheus")
    for command in (["check", "config", "prometheus.yml"], ["test", "rules", "alerts-test.yml"]):
        done = subprocess.run(["promtool", *command], cwd=HOSTING, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
