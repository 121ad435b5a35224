"""`python -m qa.bare.walk`: docs/hosting.md on an empty Debian, each of its commands as it stands there.

Prints a line for each command that was run, for each that is left out with the reason, and for each promise that was
then looked at; the first that does not hold ends it. Root on Debian, some minutes, and three gigabytes of memory;
installs debootstrap where it is missing. Start reading at `main`; page.py says what is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import ssl
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic

from qa.bare.debian import Debian
from qa.bare.page import BACKUPS, BARE, PI, UPGRADES, Command, read_commands
from qa.serving import PATIENCE_SECONDS, ROOT
from qa.walking import Browser, Evening, open_evening
from tests.namespaces import allowed
from tests.versions import next_version
from tests.wheels import build
from tools.run import install_system_packages

SITE = "veilleur.example.org"  # as the files in hosting/ have it
NAMES = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
NEWER = "0.3.0"  # the version that the page upgrades to
COPY = re.compile(r"(/var/lib/veilleur/copies/)\S+\.copy")
THE_PAGES = ("veilleur", "nginx", "postgresql", "redis")  # the units that the page starts
ENV, TLS = "etc/veilleur/env", "etc/veilleur/tls"


def main() -> int:
    """Walk through the page; 1 where this machine cannot."""
    parser = argparse.ArgumentParser(prog="python -m qa.bare.walk", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--base", type=Path, help="a folder in which debootstrap has made the Debian before")
    parser.add_argument("--packages", type=Path, help="a folder of packages that were fetched before")
    options = parser.parse_args()
    if not allowed():
        print("Only root on Linux can make a Debian with a network of its own.", file=sys.stderr)
        return 1
    if shutil.which("debootstrap") is None:
        install_system_packages(["debootstrap"], "what makes an empty Debian (debootstrap)")
    with tempfile.TemporaryDirectory(prefix="veilleur-") as folder:
        walk = Walk(Path(folder), options.base, options.packages)
        try:
            walk.run_all()
        finally:
            walk.debian.end()
    return 0


class Walk:
    """Whoever sits before that machine, and the phones that come to it."""

    def __init__(self, folder: Path, base: Path | None = None, packages: Path | None = None) -> None:
        self.folder, self.begun = folder, monotonic()
        self.debian = Debian(folder / "debian", base, packages)
        self.home = self.debian.folder / "root"
        self.ran = self.left_out = self.held = self.moves_copied = 0
        self.evening: Evening | None = None
        self.listen()

    def listen(self) -> None:
        """What is done before a command, and looked at after it."""
        self.before: dict[str, Callable[[], None]] = {
            f"{BARE}: sudo nginx -t": self.fill_in,
            f"{BACKUPS}: sudo systemctl start veilleur-backup": self.play_half_a_game,
        }
        self.after: dict[str, Callable[[], None]] = {
            f"{BARE}: sudo systemctl reload nginx": self.check_server,
            f"{BACKUPS}: sudo systemctl start veilleur-backup": self.check_copy,
            f"{BACKUPS}: sudo systemctl start veilleur-process@8001 veilleur-process@8002": self.play_the_other_half,
            f"{PI}: sudo systemctl enable --now veilleur": self.check_backups,
        }

    def run_all(self) -> None:
        """The page, from its first command to its last."""
        page = read_commands()
        asked = [line for _section, line in page if line.startswith("sudo apt-get install ")]
        self.debian.make(asked[0].split()[3:])
        self.say("made", "an empty Debian")
        self.debian.boot()
        self.say("booted", self.debian.run("systemctl --version").splitlines()[0])
        self.bring_files()
        upgrade = [command for command in page if command.section == UPGRADES and not command.left_out]
        for command in page:
            if command.left_out:
                self.left_out += 1
                self.say("left out", f"{command.line}: {command.left_out}")
            elif command not in upgrade:
                self.type(command)
            elif command == upgrade[0]:
                self.upgrade(upgrade)
        self.check_journal()
        print(f"{self.ran} commands run, {self.left_out} left out, {self.held} promises held")

    def type(self, command: Command) -> None:
        """Type a command, with what the page says to do before it, and look at what it promises."""
        name = f"{command.section}: {command.line}"
        self.before.get(name, lambda: None)()
        outside = command.runs_outside
        if command.line.startswith("sudo apt-get "):  # unpacked inside: PostgreSQL takes a port that is free there
            self.debian.run(f"{command.line} --download-only", outside=True)
            outside = False
        asks = command.line.endswith(" status")  # it ends with 1 where the machine is busy, as at this walk
        said = self.debian.run(COPY.sub(self.newest_copy, command.line), outside=outside, fails=asks)
        assert not asks or "Ready: yes" in said, said
        self.ran += 1
        self.say("ran", command.line)
        if " systemd-run " in command.line or "host-link" in command.line:
            assert said.strip() and "Traceback" not in said, said
        self.after.get(name, lambda: None)()

    def say(self, what: str, more: str) -> None:
        """A line, with the seconds since the beginning."""
        print(f"{monotonic() - self.begun:5.0f} s  {what:<8}  {more}", flush=True)

    def check_promise(self, promise: str) -> None:
        """A promise was looked at, and holds."""
        self.held += 1
        self.say("holds", promise)

    # What the page has whoever reads it do by hand

    def bring_files(self) -> None:
        """The sources, and the program as a file: this version, and one after it with other tables."""
        for part in ("hosting", "requirements"):
            shutil.copytree(ROOT / part, self.home / part)
        build(ROOT, self.home)
        (self.folder / "newer").mkdir()
        newer = next_version(self.folder / "newer")
        project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
        changed = re.sub(r'^version = ".*"$', f'version = "{NEWER}"', project, flags=re.MULTILINE)
        (newer / "pyproject.toml").write_text(changed, encoding="utf-8")
        build(newer, self.folder / "wheel")
        shutil.copy(next((self.folder / "wheel").glob("*.whl")), self.home)

    def fill_in(self) -> None:
        """The settings, and a certificate by an authority of our own; calls go by quickly, for a rehearsal."""
        env = self.debian.folder / ENV
        key = self.debian.run('python3 -c "import secrets; print(secrets.token_urlsafe(50))"').strip()
        text = env.read_text(encoding="utf-8").replace("SECRET_KEY=\n", f"SECRET_KEY={key}\n")
        env.write_text(text + "CALL_PACE=0.005\nMOMENT_PACE=0\n", encoding="utf-8")
        assert (self.debian.folder / "etc/nginx/nginx.conf").read_text().count(f"server_name {SITE};") == 2
        new_key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        self.debian.run(
            f"mkdir /{TLS} && openssl req -x509 {new_key} -keyout ca.key -out ca.pem -days 2 -subj /CN=ca"
        )
        self.debian.run(f"openssl req {new_key} -keyout /{TLS}/privkey.pem -out asked.pem -subj /CN={SITE}")
        (self.home / "names").write_text(f"subjectAltName=DNS:{SITE}\n", encoding="utf-8")
        signs = "openssl x509 -req -in asked.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names"
        self.debian.run(f"{signs} -out /{TLS}/fullchain.pem")
        trusts = ssl.create_default_context(cafile=str(self.home / "ca.pem"))
        Browser.connection_options = {"host": "127.0.0.1", "port": 443, "ssl": trusts, "server_hostname": SITE}
        self.say("filled in", "settings, certificate")

    def newest_copy(self, _named: re.Match[str]) -> str:
        """The copy that was made last, in the place of the one that the page names."""
        return self.debian.run("ls -t /var/lib/veilleur/copies/*.copy").split()[0]

    # What is looked at

    def run_as_phone(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do this in the network of that machine."""
        self.debian.network.does(work)

    def host_path(self) -> str:
        """A host's link, as the page has it made."""
        line = next(line for _section, line in read_commands() if line.endswith("host-link --name Zoé"))
        found = re.search(r"^Host link: https?://[^/]*(/\S+)$", self.debian.run(line), re.MULTILINE)
        assert found
        return found[1]

    async def open(self) -> Evening:
        """Open a table by https."""
        path = await asyncio.to_thread(self.host_path)
        return await open_evening(f"https://{SITE}", f"https://{SITE}", path, NAMES, Random(5))

    def check_server(self) -> None:
        """A page and a whole game by TLS, the bounds of the unit, the figures, the logs."""
        self.run_as_phone(wait_until_reached)  # who reloads nginx does not wait until it listens
        self.run_as_phone(self.first_page)
        self.run_as_phone(self.whole_game)
        self.check_promise("a whole game by https and WebSockets through nginx")
        for port in (8001, 8002):
            asks = f'import urllib.request as u; print(u.urlopen("http://127.0.0.1:1{port}").read().decode())'
            shown = self.debian.run(f"python3 -c '{asks}'")
            assert "veilleur_database_up 1.0" in shown and "veilleur_channel_layer_up 1.0" in shown
            assert re.search(r'veilleur_answers_total\{status="2xx"\} [1-9]', shown), "nginx sends people to both"
        self.check_promise("both processes took people, and Prometheus can read them")
        for name in ("veilleur-process@8001", "veilleur-backup", "veilleur-process@8002"):
            self.debian.run(f"systemd-analyze verify {name}.service")
        told = self.debian.run("systemd-analyze security --no-pager veilleur-process@8001").splitlines()[-1]
        first = self.debian.run("systemctl show --property MainPID --value veilleur-process@8001").strip()
        inside = f"nsenter --target={first} --mount setpriv --reuid=veilleur --regid=veilleur --clear-groups "
        assert "Read-only file system" in self.debian.run(inside + "touch /opt/veilleur/x /usr/x", fails=True)
        bounds = self.debian.run(f"cat /proc/{first}/status")
        for bound in (r"^CapBnd:\t0+$", r"^NoNewPrivs:\t1$", r"^Seccomp:\t2$"):
            assert re.search(bound, bounds, re.MULTILINE), bounds
        self.check_promise(f"the unit's bounds: {told.strip(' →')}")
        assert "veilleur-backup.timer" in self.debian.run("systemctl list-timers --no-pager")
        assert "rotating pattern: /var/log/nginx" in self.debian.run("logrotate --debug /etc/logrotate.conf")
        self.check_promise("nginx's logs are rotated, and copies are made every night")

    async def first_page(self) -> None:
        """By https, for whoever trusts the authority, and for nobody else; http leads there."""
        phone = Browser(f"https://{SITE}")
        page = await phone.ask("GET", "/")
        assert page.status == 200 and page.headers["strict-transport-security"]
        plain = Browser(f"http://{SITE}")
        plain.connection_options = {"host": "127.0.0.1", "port": 80}  # type: ignore[misc]
        sent_on = await plain.ask("GET", "/t/BCDF/")
        assert (sent_on.status, sent_on.headers["location"]) == (301, f"https://{SITE}/t/BCDF/")
        options = {**Browser.connection_options, "ssl": ssl.create_default_context()}
        phone.connection_options = options  # type: ignore[misc]
        with suppress(ssl.SSLCertVerificationError):
            await phone.ask("GET", "/")
            raise AssertionError("any certificate would do")
        self.check_promise("the first page by https with a certificate that is checked; http leads to it")

    async def whole_game(self) -> None:
        """To its end."""
        evening = await self.open()
        await evening.play()
        assert all(person.over for person in evening.people)

    def check_backups(self) -> None:
        """The server of one process, on SQLite."""
        asks = 'import urllib.request as u; print(u.urlopen("http://127.0.0.1:8000/").status)'
        wait = "until bash -c ': > /dev/tcp/127.0.0.1/8000' 2> /dev/null; do sleep 1; done"
        assert self.debian.run(f"{wait}; python3 -c '{asks}'").split()[-1] == "200"
        self.check_promise("the server of a cupboard, on port 8000")

    def play_half_a_game(self) -> None:
        """Play until something has been answered."""

        async def half() -> None:
            self.evening = await self.open()
            await wait_until_answered(self.evening, 4)

        self.run_as_phone(half)

    def check_copy(self) -> None:
        """It was tried at once, and is nobody else's to read; then the game goes on, without the copy."""
        said = self.debian.run("journalctl --unit veilleur-backup --output cat --no-pager")
        assert re.search(r"Games played again to their last move: [1-9]", said), said
        assert self.debian.run("stat --format '%a %U' /var/lib/veilleur/copies/*.copy").split() == ["600", "veilleur"]
        self.check_promise("the copy is its owner's, and was played again")
        evening = self.evening
        assert evening is not None
        self.moves_copied = self.moves()
        self.run_as_phone(lambda: wait_until_answered(evening, 2))
        assert self.moves() > self.moves_copied

    def moves(self) -> int:
        """How many moves the games of the server have."""
        asks = "sudo -u veilleur psql --tuples-only veilleur --command 'SELECT count(*) FROM games_move'"
        return int(self.debian.run(asks).split()[0])  # psql goes on to say that it may not enter root's home

    def play_the_other_half(self) -> None:
        """From the copy, after everybody has read their page again."""
        evening = self.evening
        assert evening is not None and self.moves() == self.moves_copied, "it is the copy"

        async def other_half() -> None:
            come_to_this_loop(evening)
            for person in evening.people:
                person.browser.pulse = -1
                await person.browser.go(f"/{person.path}/{evening.code}/")
                assert not person.over
            for player in evening.players.values():
                player.tries.clear()
            await evening.play()

        self.run_as_phone(other_half)
        self.check_promise("a game is gone on with from the copy, to its end")

    def upgrade(self, lines: list[Command]) -> None:
        """A game goes on while the page's commands bring the next version, with other tables."""
        self.debian.run("systemctl stop veilleur")  # the cupboard's

        async def meanwhile() -> None:
            evening = await self.open()
            for person in evening.people:
                person.pause = 0.5
            playing = asyncio.create_task(evening.play())
            for command in lines:
                await asyncio.to_thread(self.type, command)
            for person in evening.people:
                person.pause = 0.0
            await playing

        self.run_as_phone(meanwhile)
        tables = "sudo -u veilleur psql veilleur --command 'SELECT name FROM django_migrations'"
        assert "9999_later" in self.debian.run(tables)
        self.check_promise("an upgrade that changes tables, in the middle of a game that is played to its end")

    def check_journal(self) -> None:
        """No fault of ours, in all that time."""
        said = self.debian.run(
            "journalctl --unit 'veilleur-process@*' --grep 'ERROR|Traceback' --output cat", fails=True
        )
        assert "Traceback" not in said and "ERROR" not in said, said
        failed = self.debian.run("systemctl --failed --no-legend --plain").splitlines()
        assert not [line for line in failed if line.startswith(THE_PAGES)], failed
        for line in failed:  # the command that said with 1 that the machine is busy
            self.say("failed", line)
        self.check_promise("no error in the journal, no unit of the page that failed")


async def wait_until_reached() -> None:
    """Wait until somebody listens for https."""
    deadline = monotonic() + PATIENCE_SECONDS
    while True:
        try:
            writer = (
                await asyncio.open_connection(Browser.connection_options["host"], Browser.connection_options["port"])
            )[1]
        except OSError:
            assert monotonic() < deadline, "nobody listens for https"
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return


def come_to_this_loop(evening: Evening) -> None:
    """Let their devices wait in the loop that runs now: an event belongs to the one in which it was waited for."""
    for person in evening.people:
        person.browser.changed = asyncio.Event()


async def wait_until_answered(evening: Evening, times: int) -> None:
    """Let them play until so much more was accepted."""
    come_to_this_loop(evening)
    before = sum(len(person.accepted) for person in evening.people)
    playing = asyncio.create_task(evening.play())
    while sum(len(person.accepted) for person in evening.people) < before + times:
        assert not playing.done()
        await asyncio.sleep(0.02)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


if __name__ == "__main__":
    sys.exit(main())
