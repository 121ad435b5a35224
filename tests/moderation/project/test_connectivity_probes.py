"""Phones that ask whether a Wi-Fi leads anywhere are answered as they expect, and under no other name."""

from __future__ import annotations

import socket
import urllib.request
from typing import Any

import pytest

from moderation.project.asgi import application
from qa.serving import RunningServer

SUCCESS = b"<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
CANONICAL = b'<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
EXPECTED = [
    ("connectivitycheck.gstatic.com", "/generate_204", 204, b""),
    ("www.google.com", "/gen_204", 204, b""),
    ("captive.apple.com", "/hotspot-detect.html", 200, SUCCESS),
    ("www.apple.com", "/library/test/success.html", 200, SUCCESS),
    ("www.msftconnecttest.com", "/connecttest.txt", 200, b"Microsoft Connect Test"),
    ("www.msftncsi.com", "/ncsi.txt", 200, b"Microsoft NCSI"),
    ("detectportal.firefox.com", "/success.txt", 200, b"success\n"),
    ("detectportal.firefox.com", "/canonical.html", 200, CANONICAL),
]
TLS_HELLO = bytes.fromhex("16030100a5010000a10303") + bytes(158)


async def ask(path: str, host: str, method: str = "GET") -> tuple[int, dict[str, str], bytes]:
    """Ask the whole site, as a phone does that reached it at 192.168.1.20."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "headers": [(b"host", host.encode())],
        "client": ("192.168.1.7", 50_000),
        "server": ("192.168.1.20", 8000),
    }
    await application(scope, receive, send)
    start, body = sent[0], b"".join(one.get("body", b"") for one in sent[1:])
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("host", "path", "status", "body"), EXPECTED)
async def test_each_system_gets_the_answer_it_expects(host: str, path: str, status: int, body: bytes) -> None:
    for asked in (host, f"{host}:80", "localhost:8000", "127.0.0.1"):
        found, headers, content = await ask(path, asked)
        assert (found, content) == (status, body), asked
        assert headers.get("content-length") == (None if status == 204 else str(len(body)))
    assert (await ask(path, host, "HEAD"))[::2] == (status, b"")


@pytest.mark.django_db(transaction=True)
async def test_the_browser_that_windows_opens_is_led_to_the_server() -> None:
    found, headers, _body = await ask("/redirect", "www.msftconnecttest.com")
    assert (found, headers["location"]) == (302, "http://192.168.1.20:8000/")
    assert (await ask("/redirect", "localhost"))[1]["location"] == "/"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("path", "host"),
    [
        ("/", "connectivitycheck.gstatic.com"),
        ("/j/BFHJ/", "captive.apple.com"),
        ("/hotspot-detect.html", "connectivitycheck.gstatic.com"),
        ("/generate_204", "rebound.example"),
        ("/generate_204", "generate.captive.apple.com"),
        ("/generate_204", ""),
    ],
)
async def test_nothing_else_is_answered_under_a_foreign_name(path: str, host: str) -> None:
    assert (await ask(path, host))[0] == 400


@pytest.mark.django_db(transaction=True)
async def test_a_probe_is_only_read() -> None:
    assert (await ask("/generate_204", "localhost", "POST"))[0] in (403, 404)


def test_what_is_no_request_leaves_no_line_in_the_log(server: RunningServer) -> None:
    said = len(server.errors)
    for garbage in (TLS_HELLO, b"\x00" * 40, b"NOT HTTP AT ALL\r\n\r\n", b"GET / HTTP/1.1\r\nUpgrade: h2c\r\n\r\n"):
        for _again in range(3):
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.sendall(garbage)
                line.shutdown(socket.SHUT_WR)
                while line.recv(4096):
                    pass
    with urllib.request.urlopen(f"{server.url}/healthz") as answer:
        assert answer.read() == b"ok"
    assert server.errors[said:] == ""
