"""A program that was opened by a double click has no terminal: it speaks in the browser, and finds its own port."""

from __future__ import annotations

import os
import queue
import socket
import sys
import urllib.request
from contextlib import closing

import pytest
from django.core.management import CommandError, call_command

from moderation.management.commands import serve
from moderation.ops.health import is_own_server
from moderation.server import cli, desktop_launcher
from moderation.server.server import open_port
from moderation.web import program
from qa.serving import PATIENCE_SECONDS, RunningServer, find_free_port

HERE = "127.0.0.1"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> queue.SimpleQueue[str]:
    """What the browser was shown: of a page that is there its text, else its address."""
    pages: queue.SimpleQueue[str] = queue.SimpleQueue()

    def show(page: str) -> None:
        if "/host/" in page or "/here/" in page:
            pages.put(page)
            return
        with urllib.request.urlopen(page, timeout=PATIENCE_SECONDS) as answer:
            pages.put(answer.read().decode())

    monkeypatch.setattr(desktop_launcher, "open_in_browser", show)
    return pages


def test_what_stands_in_the_way_is_said_in_the_browser(seen: queue.SimpleQueue[str]) -> None:
    desktop_launcher.show_sentence("Port <80> is taken")
    assert "Port &lt;80&gt; is taken" in seen.get(timeout=PATIENCE_SECONDS)


def test_an_error_is_said_there_and_in_the_terminal(
    seen: queue.SimpleQueue[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object) -> None:
        raise CommandError("The disk is full")

    monkeypatch.setattr(serve.Command, "serve", fails)
    with pytest.raises(CommandError, match="The disk is full"):
        call_command("serve", open=True, port=0)
    assert "The disk is full" in seen.get(timeout=PATIENCE_SECONDS)
    with pytest.raises(CommandError):
        call_command("serve", port=0)
    assert seen.empty()  # who did not ask for the browser has a terminal


@pytest.mark.django_db
def test_a_second_double_click_shows_the_server_that_runs(
    server: RunningServer, seen: queue.SimpleQueue[str]
) -> None:
    call_command("serve", host=HERE, port=server.port, open=True)
    assert seen.get(timeout=PATIENCE_SECONDS).startswith(f"{server.url}/host/")


def test_a_taken_port_gives_way_to_one_near_it() -> None:
    with closing(open_port(HERE, find_free_port())) as taken:
        port = taken.getsockname()[1]
        with closing(desktop_launcher.listen_near(HERE, port)) as found:
            assert port < found.getsockname()[1] < port + desktop_launcher.PORTS_TO_TRY
        with pytest.raises(CommandError):
            open_port(HERE, port)


def test_another_program_on_the_port_is_not_shown() -> None:
    with socket.create_server((HERE, 0)) as stranger:
        port = stranger.getsockname()[1]
        stranger.close()
        assert not is_own_server(HERE, port)


def test_the_bundle_opens_a_browser_and_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr("django.core.management.execute_from_command_line", given.append)
    monkeypatch.setattr(program, "BUNDLED", True)
    monkeypatch.setattr(cli, "BUNDLED", True)
    monkeypatch.setattr(program, "CHECKOUT", False)
    monkeypatch.setattr(sys, "argv", ["veilleur"])
    monkeypatch.setattr(sys, "executable", "/media/Mes jeux/veilleur")
    cli.main()
    assert given == [["veilleur", "serve", "--open"]]
    assert program.build_command("host-link") == "'/media/Mes jeux/veilleur' host-link"


@pytest.mark.parametrize("before", ["/usr/lib/own", None])
def test_a_browser_gets_the_libraries_of_the_system(monkeypatch: pytest.MonkeyPatch, before: str | None) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/bundle/_internal")
    if before:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    cli.restore_library_path()
    assert os.environ.get("LD_LIBRARY_PATH") == before
