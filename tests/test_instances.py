"""Several instances on one machine, behind the shipped proxies: each plays its game, whatever becomes of another."""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from qa.serving import PATIENCE_SECONDS, ROOT, RunningServer, find_free_port
from qa.walking import Browser, open_evening
from tests.test_proxies import ask, caddy_home, nginx_alone

pytestmark = [pytest.mark.slow, pytest.mark.full]
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
INSTANCES = ("hiboux", "loups")


def nginx(port: int, listening: dict[str, int], folder: Path) -> list[str]:
    """The command of nginx with the shipped file, but for TLS, names and ports."""
    lines = "".join(f"{name} 127.0.0.1:{at};\n" for name, at in listening.items())
    (folder / "instances").write_text(lines, encoding="utf-8")
    text = (ROOT / "hosting" / "nginx-instances.conf").read_text(encoding="utf-8")
    text = text.replace("/etc/veilleur/instances", f"{folder}/instances")
    text = text.replace("listen 80 ", f"listen 127.0.0.1:{find_free_port()} ").replace(
        "https://$host", "http://$host"
    )
    return nginx_alone(text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}"), folder)


def caddy(port: int, listening: dict[str, int], folder: Path) -> list[str]:
    """The command of Caddy with the shipped file, but for names and ports."""
    lines = "".join(f"{name} 127.0.0.1:{at}\n" for name, at in listening.items())
    (folder / "instances.caddy").write_text(lines, encoding="utf-8")
    text = (ROOT / "hosting" / "Caddyfile-instances").read_text(encoding="utf-8")
    return caddy_home(port, text.replace("/etc/caddy/instances.caddy", f"{folder}/instances.caddy"), folder)


Servers = dict[str, RunningServer]


@pytest.fixture(params=[nginx, caddy])
def instances(
    request: pytest.FixtureRequest,
    start_server: Callable[..., RunningServer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[str, Servers]]:
    """Two instances at paths of their own, and the address of the proxy before them."""
    make: Callable[[int, dict[str, int], Path], list[str]] = request.param
    if shutil.which(make.__name__) is None:
        pytest.skip(f"{make.__name__} is missing: apt-get install {make.__name__}")
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("SITE_NAME", "")
    started = {name: start_server(PATH_PREFIX=f"/{name}", CALL_PACE="0.005") for name in INSTANCES}
    port = find_free_port()
    command = make(port, {name: server.port for name, server in started.items()}, tmp_path)
    with (tmp_path / "said.txt").open("wb") as said:
        running = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not answers(port):
            assert running.poll() is None and time.monotonic() < deadline, (tmp_path / "said.txt").read_text()
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}", started
    finally:
        running.terminate()
        running.wait()


def answers(port: int) -> bool:
    with contextlib.suppress(OSError):
        return ask(port, "/hiboux/healthz") == (200, "ok")
    return False


def test_instances_play_separately_and_survive_a_stop_of_another(instances: tuple[str, Servers]) -> None:
    url, servers = instances
    asyncio.run(both_play(url, servers))
    assert [server.errors for server in servers.values()] == ["", ""]


async def both_play(url: str, servers: Servers) -> None:
    """Begin a game at each; end one of the two servers in the middle, and play the other to its end."""
    evenings = {
        name: await open_evening(f"{url}/{name}", f"{url}/{name}", server.host_path, NAMES, Random(8))
        for name, server in servers.items()
    }
    ends, stays = INSTANCES
    playing = {name: asyncio.create_task(evening.play()) for name, evening in evenings.items()}
    while not all(person.accepted for name in INSTANCES for person in evenings[name].people[:1]):
        await asyncio.sleep(0.02)
    playing[ends].cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await playing[ends]
    await asyncio.to_thread(servers[ends].stop)
    await playing[stays]
    assert all(person.over for person in evenings[stays].people)
    assert ask_of(url, f"/{ends}/")[0] == 502
    await asyncio.to_thread(servers[ends].start)
    seat = evenings[ends].people[1]
    assert (await seat.browser.go(f"/{seat.path}/{seat.code}/")).status == 200, "its game is still there"


def test_one_browser_has_separate_devices_at_two_instances(instances: tuple[str, Servers]) -> None:
    """It holds the cookies of both, as browsers send all of one name."""
    url, servers = instances
    asyncio.run(one_browser(url, servers))


async def one_browser(url: str, servers: Servers) -> None:
    """Become a host of the one alone, and look at the pages of hosts of both."""
    cookies: dict[str, str] = {}
    found: dict[str, Any] = {}
    for name in INSTANCES:
        browser = Browser(f"{url}/{name}")
        browser.cookies = cookies
        if name == INSTANCES[0]:
            await browser.post(servers[name].host_path, "")
        await browser.go("/")
        found[name] = (await browser.go("/import/")).status
    assert found == {INSTANCES[0]: 200, INSTANCES[1]: 404}
    host = Browser(f"{servers[INSTANCES[0]].url}/{INSTANCES[0]}")
    host.cookies = cookies
    sent = await host.ask("POST", "/import/", [("record", "x" * 200_000)])
    assert sent.status == 403, "a host may send much, and without a form's token nothing comes of it"
    first = Browser(f"{url}/{INSTANCES[0]}")
    first.cookies = cookies
    assert (await first.go("/import/")).status == 200, "what the other has set took nothing away"
    assert cookies and all(name.endswith(tuple(f"-{instance}" for instance in INSTANCES)) for name in cookies)


def test_everything_that_a_page_names_is_below_its_instance(
    instances: tuple[str, Servers], request: pytest.FixtureRequest
) -> None:
    url, _servers = instances
    browser = Browser(f"{url}/hiboux")
    for path in ("/", "/help/", "/check/", "/credits/"):
        page = asyncio.run(browser.go(path))
        named = re.findall(r'\b(?:href|src|action|ws-connect|hx-[a-z]+)="(/[^"]*)"', page.text)
        assert page.status == 200 and named and all(one.startswith("/hiboux/") for one in named), path
        for one in named:
            if one.startswith("/hiboux/static/"):
                assert ask_of(url, one)[0] == 200
    assert ask_of(url, "/")[0] == 404
    assert ask_of(url, "/nobody/")[0] == 404
    assert ask_of(url, "/hiboux")[0] == 301
    if request.node.callspec.params["instances"] is nginx:  # Caddy is told each name, as a site of its own
        port = int(url.rpartition(":")[2])
        assert ask(port, "/healthz", Host="loups.veilleur.example.org") == (200, "ok")
        assert ask(port, "/healthz", Host="nobody.veilleur.example.org")[0] == 404
    assert ask_of(url, "/robots.txt") == (200, "User-agent: *\nDisallow: /\n")


def ask_of(url: str, path: str) -> tuple[int, str]:
    """What a proxy answers."""
    return ask(int(url.rpartition(":")[2]), path)
