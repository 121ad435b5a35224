"""`manage.py serve`: start the server for the evening, and print its addresses.

Two lines are for programs and never translated: `Listening on <address>` and `Host link: <address>`.
"""

import io
import locale
import os
from argparse import ArgumentParser
from typing import Any

import segno
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.access.devices import forget_strangers
from moderation.access.invite_links import LINK_LIFE, create_host_link
from moderation.ops import metrics, processes
from moderation.people import anonymise
from moderation.server import desktop_launcher
from moderation.server.server import ALL_INTERFACES, USUAL_PORT, Server, open_port, ready_database
from moderation.storage import write_failures
from moderation.web.kits import list_left_out
from moderation.web.lan_addresses import build_address, list_candidates
from moderation.web.program import build_command
from moderation.web.venue_time import read_zone


class Command(BaseCommand):
    """Migrates, opens the port, prints addresses, QR codes and the host's link, and serves.

    It serves until Ctrl-C.
    """

    help = "Serve the site on the local network until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare `--host`, `--port`, `--open` and `--no-qr`."""
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: every interface)")
        parser.add_argument(
            "--port", type=int, default=USUAL_PORT, help=f"0 takes any free port (default: {USUAL_PORT})"
        )
        parser.add_argument("--open", action="store_true", help="open the page of this machine in its browser")
        parser.add_argument("--no-qr", action="store_true", help="print addresses without QR codes")

    def handle(self, *, host: str, port: int, no_qr: bool, open: bool, **_options: Any) -> None:
        """Serve until Ctrl-C.

        Raises CommandError when the port is not available, or nothing can be written. With `open`, the user may see
        no terminal. Then a server that already runs is opened in the browser, and errors are shown there.
        """
        translation.activate(find_terminal_language())
        try:
            if open and (found := desktop_launcher.find_running_port(build_own_address(host), port)):
                desktop_launcher.open_in_browser(build_address(build_own_address(host), found) + create_way_in())
                return
            self.serve(host, port, no_qr, open)
        except CommandError as error:
            if open:
                desktop_launcher.show_sentence(str(error))
            raise

    def serve(self, host: str, port: int, no_qr: bool, open: bool) -> None:
        """Run the server until it stops."""
        try:
            with (
                (desktop_launcher.listen_near if open else open_port)(host, port) as listener,
                ready_database() as told,
            ):
                forget_strangers()
                anonymise.remove_due_names()
                for sentence in told:
                    self.stdout.write(self.style.WARNING(sentence))
                metrics.serve()
                link = create_host_link()
                bound = listener.getsockname()[1]
                zone = read_zone().key

                def listening() -> None:
                    processes.write_port(bound)
                    self.announce(host, bound, link, zone, no_qr)
                    if open:
                        desktop_launcher.open_in_thread(build_address(build_own_address(host), bound) + link)

                try:
                    Server(listening).run(sockets=[listener])
                finally:
                    processes.delete_row()
            self.stdout.write(_("Good night. Everything is saved."))
        except DatabaseError as error:
            if not write_failures.find_reason(error):
                raise
            raise CommandError(write_failures.describe_failure()) from error
        except KeyboardInterrupt:
            self.stdout.write(_("Good night. Everything is saved."))

    def announce(self, host: str, port: int, link: str, zone: str, no_qr: bool) -> None:
        """Print the addresses for players and the link for the moderator."""
        everywhere = host in ALL_INTERFACES
        here = build_address(build_own_address(host), port)
        self.stdout.write(f"Listening on {here}")
        self.stdout.write(f"Host link: {here}{link}")
        lan = [build_address(candidate, port) for candidate in list_candidates()] if everywhere else []
        if lan:
            self.stdout.write("\n" + _("Phones on the same Wi-Fi (the first address is the likeliest):"))
        elif everywhere:
            self.stdout.write("\n" + _("No network found: only this machine can reach the site."))
        for place in lan:
            home = place + reverse("home")
            self.stdout.write(f"\n  {home}")
            if not no_qr:
                self.stdout.write(self.draw_qr(home))
        if lan:
            self.stdout.write("\n" + _("The moderator's tablet, once: %(link)s") % {"link": lan[0] + link})
        for _game, sentence in list_left_out():
            self.stdout.write(f"! {sentence}")
        self.stdout.write(_("Time zone: %(zone)s. The host can change it on the page of evenings.") % {"zone": zone})
        self.stdout.write(describe_link_life())
        self.stdout.write(_("Ctrl-C stops."))
        self.stdout.flush()

    def draw_qr(self, address: str) -> str:
        """Return the QR code of `address` in half blocks.

        Empty where the terminal cannot print them.
        """
        drawn = io.StringIO()
        segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
        if not _can_print(self.stdout, drawn.getvalue()):
            return ""
        # Always white on black, because many phones cannot read an inverted code.
        lines = drawn.getvalue().splitlines()
        return "\n".join(f"\033[97;40m{line}\033[0m" for line in lines) if self.stdout.isatty() else "\n".join(lines)


def _can_print(terminal: Any, text: str) -> bool:
    try:
        text.encode(getattr(terminal, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def build_own_address(host: str) -> str:
    """Return the address under which this machine reaches a server that listens on a host."""
    return "127.0.0.1" if host in ALL_INTERFACES else host


def create_way_in() -> str:
    """Return the path of a fresh host link, or of the host console if none can be made.

    None can be made where the running server uses another database.
    """
    try:
        return create_host_link()
    except DatabaseError:
        return reverse("start")


def describe_link_life() -> str:
    """Return a sentence on how long the host's link works, and how to get another."""
    minutes = int(LINK_LIFE.total_seconds() // 60)
    told = {"minutes": minutes, "command": build_command("host-link")}
    return _("The link works once, within %(minutes)s minutes. A new one: %(command)s") % told


def find_terminal_language() -> str:
    """Return `fr` or `en`, by the language of the system."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    return "fr" if (spoken or locale.getlocale()[0] or "").lower().startswith("fr") else "en"
