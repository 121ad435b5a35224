"""The start of an evening, as a terminal sees it."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from moderation.management.commands.serve import Command, find_terminal_language
from moderation.server.server import CONNECTIONS
from moderation.web.lan_addresses import list_candidates
from qa.serving import PATIENCE_SECONDS, ROOT, RunningServer

if sys.platform == "linux":
    import resource

Start = Callable[..., RunningServer]


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE_SECONDS) as response:
        return str(response.read().decode())


@pytest.fixture
def new_server() -> bool:
    """Servers of these tests begin without a database."""
    return True


def test_it_listens_and_says_where(server: RunningServer) -> None:
    assert get(f"{server.url}/healthz") == "ok"
    assert re.fullmatch(r"/host/[\w-]{20,}/", server.host_path)
    for address in list_candidates():
        assert f"  http://{address}:{server.port}/" in server.printed


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="systemd is of Linux")
def test_a_service_manager_is_told_when_it_serves(start_server: Start, tmp_path: Path) -> None:
    """A restart of one process after the other waits for that line; too early, it stops the server."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(PATIENCE_SECONDS)
        server = start_server(NOTIFY_SOCKET=str(tmp_path / "notify"))
        assert manager.recv(100) == b"READY=1"
    assert get(f"{server.url}/healthz") == "ok"


def test_ctrl_c_stops_at_once_and_says_nothing_alarming(server: RunningServer) -> None:
    get(f"{server.url}/healthz")
    assert server.stop() == 0
    assert server.errors == ""
    assert server.printed[-1] == "Good night. Everything is saved."


def test_the_second_start_finds_everything_and_shows_a_new_link(server: RunningServer) -> None:
    key, link = (server.data / "secret_key").read_text(), server.host_path
    port = server.port
    server.kill()
    server.start()
    assert (server.data / "secret_key").read_text() == key
    assert server.port == port
    assert server.host_path != link
    assert get(f"{server.url}/healthz") == "ok"


@pytest.mark.full
def test_start_and_command_print_how_long_a_host_link_works(server: RunningServer) -> None:
    told = subprocess.run(
        [sys.executable, "manage.py", "host_link"],  # it knows the port that serves
        cwd=ROOT,
        env={**os.environ, **server.env},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "<form" in get(re.findall(r"^Host link: (.*)", told)[0])
    with pytest.raises(urllib.error.HTTPError):  # the one before is void
        get(server.host_link)
    server.stop()
    good_for = [line for line in server.printed if "within 15 minutes" in line]
    assert len(good_for) == 1 and good_for[0].endswith(" manage.py host_link") and good_for[0] in told


@pytest.mark.full
def test_sqlite_keeps_a_write_ahead_log(server: RunningServer) -> None:
    with sqlite3.connect(server.data / "veilleur.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 0
    database.close()


@pytest.mark.skipif(os.name != "posix", reason="files of other systems have no such modes")
def test_only_its_owner_reads_what_is_kept(server: RunningServer) -> None:
    get(f"{server.url}/")
    kept = list(server.data.glob("veilleur.sqlite3*"))
    assert len(kept) > 1
    assert {file.name: oct(file.stat().st_mode & 0o777) for file in kept} == {file.name: "0o600" for file in kept}


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are read on Linux alone")
def test_it_takes_as_many_connections_as_the_system_lets_it(start_server: Start) -> None:
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1024, usual), most))
    try:
        server = start_server()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))
    assert server.process is not None
    assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[0] == min(most, CONNECTIONS)


def test_a_taken_port_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = serve("--host", "127.0.0.1", "--port", str(port), VEILLEUR_DATA=str(tmp_path))
    assert told.returncode != 0
    assert told.stderr.splitlines()[-1].startswith(f"CommandError: Port {port} is taken")
    assert f"PORT={port + 1}" in told.stderr
    assert "Traceback" not in told.stderr


def test_a_database_that_is_away_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        url = f"postgres://veilleur@127.0.0.1:{nobody.getsockname()[1]}/evening"
    told = serve("--port", "0", VEILLEUR_DATA=str(tmp_path), DATABASE_URL=url)
    assert told.stderr.splitlines()[-1] == "CommandError: The database of DATABASE_URL cannot be reached."
    assert "Traceback" not in told.stderr


def test_an_address_of_another_machine_is_one_clear_sentence(tmp_path: Path) -> None:
    told = serve("--host", "198.51.100.7", "--port", "0", VEILLEUR_DATA=str(tmp_path))
    assert told.stderr.splitlines()[-1] == "CommandError: This machine cannot listen on 198.51.100.7."


def serve(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "serve", *arguments],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_link_of_anybody_ends_up_in_the_log(server: RunningServer) -> None:
    for path in ("/no-such-page/a-secret/", "/healthz?token=a-secret"):
        with socket.create_connection(("127.0.0.1", server.port)) as phone:
            phone.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            assert phone.recv(12).startswith(b"HTTP/1.1 ")
    server.stop()
    assert "a-secret" not in server.errors + "".join(server.printed)


@pytest.mark.full
def test_on_postgresql_and_redis_two_serve_side_by_side(
    start_server: Start, postgres_url: str, redis_url: str
) -> None:
    first = start_server(DATABASE_URL=postgres_url, REDIS_URL=redis_url)
    second = start_server(beside=first)
    assert get(f"{first.url}/healthz") == get(f"{second.url}/healthz") == "ok"
    assert not (first.data / "veilleur.sqlite3").exists()


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_service_manager_can_stop_it(server: RunningServer) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(timeout=PATIENCE_SECONDS) in (0, -signal.SIGTERM)
    assert server.errors == ""


def test_a_terminal_without_the_characters_gets_the_address_alone() -> None:
    command = Command(stdout=open(os.devnull, "w", encoding="ascii"))  # noqa: SIM115
    assert command.draw_qr("http://192.168.1.23:8000/") == ""


@pytest.mark.parametrize(("spoken", "language"), [("fr_BE.UTF-8", "fr"), ("de_DE", "en"), ("C", "en")])
def test_the_terminal_speaks_the_systems_language(
    spoken: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", spoken)
    assert find_terminal_language() == language
