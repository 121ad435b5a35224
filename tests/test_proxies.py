"""The shipped proxies, as they are: a table goes to one process, to another when it is gone; outages come through."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from qa.serving import PATIENCE_SECONDS, ROOT, find_free_port

pytestmark = pytest.mark.slow
CODES = ["BCDF", "GHJK", "LMNP", "QRST", "VWXZ", "BDFH", "CGJL", "KMPR"]
SURFACES = ["/t/{}/", "/t/{}/answer/", "/desk/{}/", "/desk/{}/move/", "/screen/{}/", "/j/{}/", "/ws/phone/{}/"]


class Process:
    """Stands for a process of Veilleur: says its name and what it was asked, or 503 with its own page."""

    def __init__(self, name: str, port: int = 0) -> None:
        process = self
        self.name, self.away, self.heads = name, False, ""

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                alive = self.path == "/healthz"
                if not alive:
                    process.heads = str(self.headers)
                body = b"ok" if alive else b"its own page" if process.away else process.name.encode()
                self.send_response(503 if process.away and not alive else 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Answers)
        self.server.daemon_threads = True
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def caddy(port: int, processes: list[Process], folder: Path) -> list[str]:
    """The command of Caddy with the shipped file, but for names and ports."""
    text = (ROOT / "hosting" / "Caddyfile").read_text(encoding="utf-8")
    for number, process in enumerate(processes, start=1):
        text = text.replace(f"app{number}:8000", f"127.0.0.1:{process.port}")
    return caddy_home(port, text, folder)


def caddy_home(port: int, text: str, folder: Path) -> list[str]:
    """The command of Caddy with this file, without TLS, at this port."""
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + text, encoding="utf-8")
    os.environ["SITE_NAME"] = f"http://127.0.0.1:{port}"
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def nginx(port: int, processes: list[Process], folder: Path) -> list[str]:
    """The command of nginx with the shipped file, but for TLS, names and ports."""
    text = (ROOT / "hosting" / "nginx.conf").read_text(encoding="utf-8")
    (first, _second) = re.findall(r"^ *server 127\.0\.0\.1:800\d .*\n", text, re.MULTILINE)
    lines = "".join(first.replace("127.0.0.1:8001", f"127.0.0.1:{process.port}") for process in processes)
    text = re.sub(r"(?:^ *server 127\.0\.0\.1:800\d .*\n)+", lines, text, flags=re.MULTILINE)
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    return nginx_alone(text.replace("listen 80;", f"listen 127.0.0.1:{find_free_port()};"), folder)


def nginx_alone(text: str, folder: Path) -> list[str]:
    """The command of nginx with this file, without TLS, all that it writes in a folder."""
    text = text.replace("veilleur.example.org", "127.0.0.1").replace("/run/nginx.pid", f"{folder}/nginx.pid")
    text = re.sub(r"/var/log/nginx", str(folder), re.sub(r"^ *(?:ssl_|user ).*\n", "", text, flags=re.MULTILINE))
    text = text.replace("worker_processes auto", "worker_processes 1").replace(
        "http {",
        "http {\n"
        + "".join(f"{name}_temp_path {folder};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")),
    )
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    return ["nginx", "-e", f"{folder}/start.log", "-c", str(folder / "nginx.conf"), "-g", "daemon off;"]


Proxy = tuple[int, list[Process]]


@pytest.fixture(params=[caddy, nginx])
def proxy(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    make: Callable[[int, list[Process], Path], list[str]] = request.param
    if shutil.which(make.__name__) is None:
        pytest.skip(f"{make.__name__} is missing: apt-get install {make.__name__}")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("SITE_NAME", "")
    processes, port = [Process("one"), Process("two")], find_free_port()
    command = make(port, processes, tmp_path)
    with (tmp_path / "said.txt").open("wb") as said:
        running = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not answers(port):
            assert running.poll() is None and time.monotonic() < deadline, (tmp_path / "said.txt").read_text()
            time.sleep(0.05)
        yield port, processes
    finally:
        running.terminate()
        running.wait()
        for process in processes:
            with contextlib.suppress(OSError):
                process.stop()


def answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        return ask(port, "/")[0] == 200
    return False


def ask(port: int, path: str, **heads: str) -> tuple[int, str]:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(asked):
        asked.request("GET", path, headers={name.replace("_", "-"): value for name, value in heads.items()})
        answer = asked.getresponse()
        return answer.status, answer.read().decode()


def homes(port: int) -> dict[str, set[str]]:
    """By which processes everything of each table is answered."""
    return {code: {ask(port, path.format(code))[1] for path in SURFACES} for code in CODES}


def test_requests_of_a_table_go_to_one_process_until_gone(proxy: Proxy) -> None:
    port, processes = proxy
    before = homes(port)
    assert all(len(home) == 1 for home in before.values())
    many = {ask(port, f"/t/{code}/")[1] for code in map("".join, itertools.product("BCD", repeat=4))}
    assert many == {"one", "two"}, "tables are spread, by a hash of ports that differ from run to run"
    assert {ask(port, f"/t/{CODES[0]}/", X_Table=code)[1] for code in CODES} == before[CODES[0]], (
        "whatever is claimed"
    )
    processes[0].stop()
    assert homes(port) == {code: {"two"} for code in CODES}
    assert {ask(port, "/")[0] for _ in range(6)} == {200}


def test_what_the_processes_say_of_an_outage_comes_through(proxy: Proxy) -> None:
    port, processes = proxy
    for process in processes:
        process.away = True
    time.sleep(0.2)
    for path in ("/", f"/t/{CODES[0]}/", f"/desk/{CODES[1]}/"):
        for _ in range(4):
            assert ask(port, path) == (503, "its own page")


def test_a_process_is_told_the_name_that_was_asked_for(proxy: Proxy) -> None:
    port, processes = proxy
    for process in processes:
        process.heads = ""
    ask(port, f"/t/{CODES[0]}/", X_Forwarded_For="203.0.113.9", X_Forwarded_Proto="gopher")
    (heads,) = [process.heads for process in processes if "X-Forwarded-Proto" in process.heads]
    assert re.search(r"^Host: 127\.0\.0\.1", heads, re.MULTILINE)
    assert "X-Forwarded-Proto: http\n" in heads and "203.0.113.9" not in heads
