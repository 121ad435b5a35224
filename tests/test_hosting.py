"""The promises of docs/hosting.md: its containers fit together, and its backups can be gone on with."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
import yaml

from qa.serving import ROOT, RunningServer
from qa.walking import Evening, open_evening
from tests.services import OwnPostgres
from tests.thorough import amount

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
APPS = {name: service for name, service in SERVICES.items() if "build" in service}
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
INSIDE = "    docker compose exec -T database "
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon"][: amount(8, 10)]

THOUGHTFUL = 100_000.0  # seconds before an answer, at most

Start = Callable[..., RunningServer]


# compose.yaml


def settings_read() -> set[str]:
    return set(
        re.findall(
            r'env\.\w+\("([A-Z_]+)"', (ROOT / "moderation" / "project" / "settings.py").read_text(encoding="utf-8")
        )
    )


def test_every_setting_of_the_containers_is_one_that_is_read() -> None:
    for service in APPS.values():
        assert set(service["environment"]) <= settings_read()
        named = {
            "DATABASE_URL",
            "REDIS_URL",
            "SECRET_KEY_FILE",
            "DATABASE_PASSWORD_FILE",
            "ALLOWED_HOSTS",
            "BEHIND_TLS",
        }
        assert named <= set(service["environment"])
    dockerfile = (ROOT / "hosting" / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"([A-Z_]+)=", dockerfile)) <= settings_read() | {"PYTHONUNBUFFERED"}


def test_everything_that_is_left_open_is_asked_for() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    example = (ROOT / "hosting" / "env.example").read_text(encoding="utf-8")
    required_or_defaulted = set(re.findall(r"\$\{(\w+):[?-]", text))
    assert (
        required_or_defaulted
        == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
        == set(re.findall(r"\$\{(\w+)", text))
    )
    secrets = {secret["file"] for secret in COMPOSE["secrets"].values()}
    assert secrets == set(re.findall(r"^    python3 -c .* > (\S+)$", GUIDE, re.MULTILINE)), "the guide writes them"
    assert "hosting/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert ".env" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


def test_everybody_waits_for_a_neighbour_that_is_well() -> None:
    assert set(SERVICES) == {"app1", "app2", "database", "redis", "proxy"}
    for service in SERVICES.values():
        assert service["restart"] == "unless-stopped"
        for name, wait in service.get("depends_on", {}).items():
            assert wait == {"condition": "service_healthy"} and "healthcheck" in SERVICES[name]
    for app in APPS.values():
        assert set(app["depends_on"]) == {"database", "redis"}
        assert (
            "//veilleur@database/" in app["environment"]["DATABASE_URL"]
            and "//redis:" in app["environment"]["REDIS_URL"]
        )
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    kept = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert {volume for volume in kept if not volume.startswith(".")} == set(COMPOSE["volumes"])
    assert all((ROOT / volume).exists() for volume in kept if volume.startswith("."))


def test_the_proxy_uses_host_names_that_processes_answer_to() -> None:
    caddyfile = (ROOT / "hosting" / "Caddyfile").read_text(encoding="utf-8")
    asked = re.search(r"reverse_proxy (.*) \{", caddyfile)
    assert asked and asked[1].split() == [f"{name}:8000" for name in APPS]
    assert all(service["hostname"] == name for name, service in APPS.items())
    assert caddyfile.count("{") == caddyfile.count("}") and "{$SITE_NAME}" in caddyfile


def test_the_image_is_complete_and_starts_our_command() -> None:
    dockerfile = (ROOT / "hosting" / "Dockerfile").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (?!--from=built )(\S+)", dockerfile, re.MULTILINE)
    let_in = (ROOT / "hosting" / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    assert all((ROOT / path).exists() and f"!{path}" in let_in for path in copied)
    (command,) = re.findall(r'^CMD \["python", "manage.py", "(\w+)", (.*)\]$', dockerfile, re.MULTILINE)
    assert command[0] == "serve"
    told = subprocess.run([sys.executable, "manage.py", "serve", "--help"], cwd=ROOT, capture_output=True, text=True)
    assert all(option in told.stdout for option in re.findall(r"--[a-z-]+", command[1]))
    assert all(service["build"]["dockerfile"] == "hosting/Dockerfile" for service in APPS.values())


def test_no_container_can_do_more_than_it_needs() -> None:
    needs = {"database": {"CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"}}
    needs |= {"redis": {"CHOWN", "SETGID", "SETUID"}, "proxy": {"NET_BIND_SERVICE"}}
    for name, service in SERVICES.items():
        assert service["read_only"] is True and service["cap_drop"] == ["ALL"], name
        assert set(service.get("cap_add", ())) == needs.get(name, set()), name
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"] and service["pids_limit"] <= 256
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}
        assert any(one.startswith("/tmp:size=") and "noexec" in one for one in service["tmpfs"]), name
        if name not in APPS:
            assert re.fullmatch(r"[a-z]+:\d+\.\d+(\.\d+)?-\w+", service["image"]), "a version that does not move"
    dockerfile = (ROOT / "hosting" / "Dockerfile").read_text(encoding="utf-8")
    bases = re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    assert len(bases) == 2 and len(set(bases)) == 1 and re.fullmatch(r"python:\d+\.\d+\.\d+-slim-\w+", bases[0])
    assert re.findall(r"^USER (\w+)", dockerfile, re.MULTILINE) == ["veilleur"]
    assert "pip install" not in dockerfile.partition(" AS built")[2].partition("FROM")[2]


def test_every_secret_of_a_container_is_a_file() -> None:
    for name, service in SERVICES.items():
        environment = service.get("environment", {})
        files = {value.removeprefix("/run/secrets/") for key, value in environment.items() if key.endswith("_FILE")}
        assert files == set(service.get("secrets", ())) <= set(COMPOSE["secrets"]), name
        assert not {"SECRET_KEY", "POSTGRES_PASSWORD"} & set(environment)


def test_the_containers_know_whether_they_are_well(start_server: Start) -> None:
    server = start_server(BEHIND_TLS="true", ALLOWED_HOSTS="games.example")
    for service in APPS.values():
        kind, program, *arguments = service["healthcheck"]["test"]
        assert (kind, program) == ("CMD", "python")
        asked = [argument.replace(":8000", f":{server.port}") for argument in arguments]
        assert subprocess.call([sys.executable, *asked]) == 0
    server.stop()
    assert subprocess.call([sys.executable, *asked], stderr=subprocess.DEVNULL) != 0


# hosting/veilleur.service


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: nothing else reads units")
    unit = (ROOT / "hosting" / "veilleur.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(/opt/veilleur/bin/veilleur) play --no-qr$", unit, re.MULTILINE)
    copy = tmp_path / "veilleur.service"
    copy.write_text(unit.replace(command, sys.executable), encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    complaints = [line for line in told.stderr.splitlines() if "veilleur.service" in line]
    assert complaints == []
    (folder,) = re.findall(r"^Environment=VEILLEUR_DATA=/var/lib/(\w+)$", unit, re.MULTILINE)
    assert f"StateDirectory={folder}\n" in unit  # the one place that it may write to


@pytest.mark.slow
def test_the_unit_of_a_process_is_one_that_systemd_understands(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: nothing else reads units")
    unit = (ROOT / "hosting" / "veilleur-process@.service").read_text(encoding="utf-8")
    started = r"^ExecStart=(/opt/veilleur/bin/veilleur) play --no-qr --host 127.0.0.1 --port %i$"
    (command,) = re.findall(started, unit, re.MULTILINE)
    copy = tmp_path / "veilleur-process@8001.service"
    copy.write_text(unit.replace(command, sys.executable), encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    assert [line for line in told.stderr.splitlines() if "veilleur-process@" in line] == []
    alone = (ROOT / "hosting" / "veilleur.service").read_text(encoding="utf-8")
    assert unit.partition("# It reads")[2] == alone.partition("# It reads")[2] != ""


@pytest.mark.slow
def test_the_unit_of_an_instance_is_one_that_systemd_understands(tmp_path: Path) -> None:
    """Each has a user, a folder and settings of its own, and may do no more than a process that serves alone."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: nothing else reads units")
    unit = (ROOT / "hosting" / "veilleur@.service").read_text(encoding="utf-8")
    started = r"^ExecStart=(/opt/veilleur/bin/veilleur) play --no-qr --host 127.0.0.1 --port \$\{PORT\}$"
    (command,) = re.findall(started, unit, re.MULTILINE)
    for own in ("User=veilleur-%i", "EnvironmentFile=/etc/veilleur/%i.env", "StateDirectory=veilleur-%i"):
        assert f"{own}\n" in unit
    copy = tmp_path / "veilleur@hiboux.service"
    copy.write_text(unit.replace(command, sys.executable), encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    assert [line for line in told.stderr.splitlines() if "veilleur@" in line] == []
    alone = (ROOT / "hosting" / "veilleur.service").read_text(encoding="utf-8")
    assert unit.partition("# It reads")[2] == alone.partition("# It reads")[2] != ""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "of"), [("", ""), ("@", "hiboux")])
def test_the_unit_of_the_nightly_backup_is_valid(tmp_path: Path, kind: str, of: str) -> None:
    """It may do no more than a process that serves, and takes away copies when names are to go."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: nothing else reads units")
    unit = (ROOT / "hosting" / f"veilleur-backup{kind}.service").read_text(encoding="utf-8")
    assert "ExecStart=/bin/sh -euc '" in unit
    (tmp_path / f"veilleur-backup{kind}.service").write_text(unit, encoding="utf-8")
    shutil.copy(ROOT / "hosting" / f"veilleur-backup{kind}.timer", tmp_path)
    both = [str(tmp_path / f"veilleur-backup{kind}{of}.{one}") for one in ("service", "timer")]
    told = subprocess.run(["systemd-analyze", "verify", *both], capture_output=True, text=True, check=False)
    assert [line for line in told.stderr.splitlines() if "veilleur-backup" in line] == []
    alone = (ROOT / "hosting" / "veilleur.service").read_text(encoding="utf-8")
    bounds = alone.partition("# It reads")[2].partition("[Install]")[0].strip()
    assert unit.partition("# It reads")[2].strip() == bounds != ""
    (days,) = re.findall(r"-mtime \+(\d+) -delete", unit)
    settings = (ROOT / "hosting" / ("instance.env" if of else "veilleur.env")).read_text(encoding="utf-8")
    assert re.findall(r"^NAMES_KEPT_DAYS=(\d+)$", settings, re.MULTILINE) == [str(int(days) + 1)]


def test_every_setting_of_the_machine_is_one_that_is_read() -> None:
    text = (ROOT / "hosting" / "veilleur.env").read_text(encoding="utf-8")
    assert set(re.findall(r"^([A-Z_]+)=", text, re.MULTILINE)) <= settings_read()
    assert re.findall(r"^SECRET_KEY=(.*)$", text, re.MULTILINE) == [""]
    own = (ROOT / "hosting" / "instance.env").read_text(encoding="utf-8")
    assert set(re.findall(r"^([A-Z_]+)=", own, re.MULTILINE)) <= settings_read() | {"PORT"}


def test_prometheus_reads_the_processes_where_their_unit_says() -> None:
    """The two of the guide, each at a port that is made of its own."""
    unit = (ROOT / "hosting" / "veilleur-process@.service").read_text(encoding="utf-8")
    (port,) = re.findall(r"^Environment=METRICS_PORT=(\S+)$", unit, re.MULTILINE)
    instances = re.search(
        r"systemctl enable --now veilleur-process@(\d+) veilleur-process@(\d+)$", GUIDE, re.MULTILINE
    )
    assert instances
    scraped = yaml.safe_load((ROOT / "hosting" / "prometheus.yml").read_text(encoding="utf-8"))["scrape_configs"]
    targets = [target for one in scraped for config in one["static_configs"] for target in config["targets"]]
    assert targets == [f"127.0.0.1:{port.replace('%i', instance)}" for instance in instances.groups()]


def test_every_alert_is_tried() -> None:
    """By series of which it is known when they are worth a word, and when not yet."""
    rules = yaml.safe_load((ROOT / "hosting" / "alerts.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
    tried = yaml.safe_load((ROOT / "hosting" / "alerts-test.yml").read_text(encoding="utf-8"))["tests"]
    asked = [test for one in tried for test in one["alert_rule_test"]]
    names = {rule["alert"] for rule in rules}
    assert {test["alertname"] for test in asked if "exp_alerts" in test} == names
    assert {test["alertname"] for test in asked if "exp_alerts" not in test} == names


# Backups


async def play_from_a_copy(
    server: RunningServer, back_up: Callable[[], None], restore: Callable[[], RunningServer]
) -> None:
    """Play, back up while the game goes on, play some more; then restore, and play to the end from the copy."""
    evening = await open_evening(server.url, server.url, server.host_path, NAMES, Random(8))
    playing = asyncio.create_task(evening.play())
    await answered(evening, playing, 4)
    for person in evening.people:
        person.pause = THOUGHTFUL  # what is on its way still comes in, but nobody ends the game while it is copied
    await asyncio.to_thread(back_up)
    playing.cancel()
    for person in evening.people:
        person.pause = 0.0
    playing = asyncio.create_task(evening.play())
    await answered(evening, playing, 2)
    playing.cancel()
    elsewhere = await asyncio.to_thread(restore)
    for person in evening.people:
        person.browser.url, person.browser.pulse = elsewhere.url, -1  # the page is read again
        await person.browser.go(f"/{person.path}/{evening.code}/")
        assert not person.over
    for player in evening.players.values():
        player.tries.clear()
    await evening.play()
    assert elsewhere.errors == ""


async def answered(evening: Evening, playing: asyncio.Task[None], times: int) -> None:
    """Wait until that much more has been answered."""
    wanted = sum(len(person.accepted) for person in evening.people) + times
    while sum(len(person.accepted) for person in evening.people) < wanted:
        assert not playing.done()
        await asyncio.sleep(0.02)


@pytest.mark.full
@pytest.mark.slow
def test_a_sqlite_backup_during_a_game_continues_elsewhere(start_server: Start, tmp_path: Path) -> None:
    (line,) = re.findall(r"^    \.venv/bin/python (manage\.py backup) (\S+)$", GUIDE, re.MULTILINE)
    server, copy = start_server(CALL_PACE="0.005"), tmp_path / line[1]
    command = [sys.executable, *line[0].split(), str(copy)]
    environment = {**os.environ, **server.env}

    def back_up() -> None:
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)

    def restore() -> RunningServer:
        elsewhere = start_server(CALL_PACE="0.005")
        elsewhere.stop()
        for old in elsewhere.data.glob("veilleur.sqlite3*"):
            old.unlink()
        shutil.copy(copy, elsewhere.data / "veilleur.sqlite3")
        shutil.copy(server.data / "secret_key", elsewhere.data / "secret_key")
        server.kill()
        return elsewhere.start()

    asyncio.run(play_from_a_copy(server, back_up, restore))
    assert copy.stat().st_mode & 0o077 == 0
    again = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert again.returncode != 0 and "is there already" in again.stderr


@pytest.fixture
def inside(own_postgres: OwnPostgres, tmp_path: Path) -> Callable[[str], None]:
    """Run a line of the guide as its container would, on the test's own PostgreSQL."""
    path = f"{own_postgres.programs}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PGHOST": "127.0.0.1", "PGPORT": str(own_postgres.port)}

    def run(line: str) -> None:
        command = line.removeprefix(INSIDE)
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, command + done.stderr

    run("createdb --username veilleur veilleur")
    return run


@pytest.mark.slow
@pytest.mark.full
def test_a_postgresql_backup_during_a_game_can_be_continued(
    start_server: Start, own_postgres: OwnPostgres, redis_url: str, inside: Callable[[str], None]
) -> None:
    dump, *lines = [line for line in GUIDE.splitlines() if line.startswith(INSIDE)]
    assert "pg_dump" in dump and "pg_restore" in lines[-1]
    database = own_postgres.url.replace("/postgres", "/veilleur")
    server = start_server(DATABASE_URL=database, REDIS_URL=redis_url, CALL_PACE="0.005")

    def moves() -> int:
        with psycopg.connect(database) as client:
            return len(client.execute("SELECT number FROM games_move").fetchall())

    def restore() -> RunningServer:
        server.stop()
        later = moves()
        for line in lines:
            inside(line)
        assert 4 <= moves() < later  # it is the copy
        return server.start()

    asyncio.run(play_from_a_copy(server, lambda: inside(dump), restore))
