"""The running program: where its files are, its version, and the commands that people type."""

from __future__ import annotations

import shlex
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT = (ROOT / "manage.py").exists()
BUNDLED = bool(getattr(sys, "frozen", False))  # in a folder with its own Python, started by a double click
FILES = ROOT if CHECKOUT else ROOT / "moderation" / "files"  # templates, pictures and translations of the core

# By typed word: the management command, and a description of it.
COMMANDS = {
    "play": ("serve", "start the server, and print its addresses; also without a word"),
    "record": ("play", "replay a game record and print its report"),
    "backup": ("backup", "copy everything that is kept into one file"),
    "restore": ("restore", "try a copy: each of its games is played again, and nothing here is touched"),
    "status": ("status", "print the status of the server: version, processes, load, last backup"),
    "prune": ("prune", "take away names and devices whose time is over"),
    "doctor": ("doctor", "print a report on this server, for people who help: it contains no secret"),
    "startkit": ("startkit", "write a package with a game of your own to begin with"),
    "rehearse": ("rehearse", "let the computer play a game, and say what was never reached"),
    "host-link": ("host_link", "print a fresh link for the host's device"),
    "hosts": ("hosts", "list the devices that are hosts, or take one of them back"),
    "index": ("index", "count games of before in the statistics"),
}


def read_version() -> str:
    """Return the version of the running program."""
    try:
        return metadata.version("veilleur")
    except metadata.PackageNotFoundError:
        return "of a checkout"


def build_command(word: str, port: int | None = None) -> str:
    """Return what somebody types for this command, in the way that this program was started."""
    if not CHECKOUT:
        program = shlex.quote(sys.executable) if BUNDLED else "veilleur"  # a bundle is not on the PATH
        return f"{program} {word}" + (f" --port {port}" if port else "")
    if word == "play":
        return "make play" + (f" PORT={port}" if port else "")
    return f".venv/bin/python manage.py {COMMANDS[word][0]}"
