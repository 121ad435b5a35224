"""`veilleur`: the house as one program, from a checkout, a wheel or a folder that has its own Python.

A checkout has `manage.py` and `make play`; both come here for what they print of each other. Knows Django only when
a command runs.
"""

from __future__ import annotations

import os
import shlex
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT = (ROOT / "manage.py").exists()
BUNDLED = bool(getattr(sys, "frozen", False))  # in a folder that has its own Python, and is opened by a double click
FILES = ROOT if CHECKOUT else ROOT / "moderation" / "files"  # templates, pictures and words of the core

# What is typed, the management command that it is, and what it does.
COMMANDS = {
    "play": ("serve", "open the house, and say where it is; also without a word"),
    "record": ("play", "replay a game record and print its report"),
    "backup": ("backup", "copy everything that is kept into one file"),
    "restore": ("restore", "try a copy: each of its games is played again, and nothing here is touched"),
    "status": ("status", "say how the house does: version, processes, load, last backup"),
    "prune": ("prune", "take away names and devices whose time is over"),
    "doctor": ("doctor", "say how this house is, for whoever helps: nothing in it is secret"),
    "startkit": ("startkit", "write a package with a game of your own to begin with"),
    "rehearse": ("rehearse", "let the computer play a game, and say what was never reached"),
    "host-link": ("host_link", "print a fresh link for the host's device"),
    "hosts": ("hosts", "list the devices that are hosts, or take one of them back"),
    "index": ("index", "count games of before in the statistics"),
}


def main() -> None:
    """Run what the command line asks. Exits with 2 where there is no such command."""
    word, given = "play", sys.argv[1:]
    if BUNDLED:
        give_back_libraries()
        given = given or ["--open"]
    if given and not given[0].startswith("-"):
        word, given = given[0], given[1:]
    if word == "play" and given[:1] in (["-h"], ["--help"], ["--version"]):
        print(usage() if given[0] != "--version" else f"veilleur {version()}")
        return
    if word not in COMMANDS:
        print(f"veilleur: there is no command {word}\n\n{usage()}", file=sys.stderr)
        sys.exit(2)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moderation.site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(["veilleur", COMMANDS[word][0], *given])


def give_back_libraries() -> None:
    """Let programs that are started from here, a browser above all, find the system's own libraries.

    On Linux a bundle is started with a path to those that lie beside it. The process itself has read it already.
    """
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before
    else:
        os.environ.pop("LD_LIBRARY_PATH", None)


def usage() -> str:
    """What can be typed."""
    lines = [f"  veilleur {word:<10} {what}" for word, (_command, what) in COMMANDS.items()]
    return "\n".join(["usage: veilleur [COMMAND] [OPTIONS]", "", *lines, "", "  veilleur COMMAND --help says more"])


def version() -> str:
    """The version of the program that runs."""
    try:
        return metadata.version("veilleur")
    except metadata.PackageNotFoundError:
        return "of a checkout"


def typed(word: str, port: int | None = None) -> str:
    """What somebody types for this command, the way that this program was opened."""
    if not CHECKOUT:
        program = shlex.quote(sys.executable) if BUNDLED else "veilleur"  # no system finds a bundle by its name
        return f"{program} {word}" + (f" --port {port}" if port else "")
    if word == "play":
        return "make play" + (f" PORT={port}" if port else "")
    return f".venv/bin/python manage.py {COMMANDS[word][0]}"


if __name__ == "__main__":
    main()
