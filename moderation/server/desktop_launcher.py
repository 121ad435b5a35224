"""A start by double click, without a terminal.

Errors open in a browser, and a free port is found.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from django.core.management.base import CommandError

from moderation.ops.health import is_own_server
from moderation.server.server import open_port
from moderation.web.lan_addresses import build_address

PORTS_TO_TRY = 10  # ports that are tried after the usual one, because a person without a terminal cannot choose one
UNTIL_READ = 30.0  # seconds for a browser to open


def find_running_port(host: str, port: int) -> int | None:
    """Return the port of a server that already runs on this machine, if there is one.

    Finds a server whose user starts it a second time.
    """
    return next((near for near in range(port, port + PORTS_TO_TRY) if port and is_own_server(host, near)), None)


def listen_near(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this port, or on one of the next where it is taken.

    Raises CommandError.
    """
    for near in range(port, port + PORTS_TO_TRY if port else 1):
        with suppress(CommandError):
            return open_port(host, near)
    return open_port(host, port)


def open_in_browser(page: str) -> None:
    """Open a page in the browser of this machine, if it has a screen.

    Some browsers block until they are closed.
    """
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if screen or not sys.platform.startswith("linux"):
        webbrowser.open(page)


def open_in_thread(page: str) -> None:
    """Open a page in a thread, so that the server goes on."""
    threading.Thread(target=open_in_browser, args=(page,), daemon=True).start()


def show_sentence(sentence: str) -> None:
    """Show a sentence as a page, which is served once.

    It is served over HTTP, because not every browser may read our files.
    """
    page = f"<!doctype html><meta charset=utf-8><title>Veilleur</title><h1>Veilleur</h1><p>{escape(sentence)}</p>"
    read = threading.Event()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())
            read.set()

        def log_message(self, *_said: object) -> None:
            """Write nothing to the terminal, which already has the sentence."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as once:  # some browsers open connections without a request
        threading.Thread(target=once.serve_forever, daemon=True).start()
        open_in_thread(build_address("127.0.0.1", once.server_port))
        read.wait(UNTIL_READ)
        once.shutdown()
