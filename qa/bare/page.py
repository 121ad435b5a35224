"""The commands of docs/hosting.md: which of them are run on an empty Debian, and why the others are not."""

from __future__ import annotations

import re
from typing import NamedTuple

from qa.serving import ROOT

PAGE = ROOT / "docs" / "hosting.md"
BARE, PI, BACKUPS, UPGRADES = "Without containers", "A Raspberry Pi in a cupboard", "Backups", "Upgrades"
# What is not run here: where it stands (the beginning of its section's title), its beginning, and why.
LEFT_OUT = (
    (
        "Everything in containers",
        "",
        "needs Docker, its registry and a public name; tests/test_hosting.py reads the files",
    ),
    (
        "Several clubs on one server",
        "",
        "tests/test_instances.py runs two behind the shipped proxies, without systemd",
    ),
    ("", "docker compose ", "needs Docker; what runs in the container runs in tests/test_hosting.py"),
    ("", ".venv/bin/python manage.py ", "of a checkout; tests/test_hosting.py and tests/moderation/site run it"),
    (PI, "sudo apt-get ", "done before, and dnsmasq-base serves a Wi-Fi"),
    (PI, "sudo useradd ", "done before: the same user"),
    (PI, "sudo python3 -m venv ", "done before: the same environment"),
    (PI, "sudo /opt/veilleur/bin/pip ", "done before: the same program"),
    (PI, "sudo nmcli ", "needs a Wi-Fi of its own"),
)


class Command(NamedTuple):
    """A line of the page that can be typed, and the title of its section."""

    section: str
    line: str

    @property
    def left_out(self) -> str:
        """Why it is not run; empty where it is."""
        return next(
            (
                reason
                for section, beginning, reason in LEFT_OUT
                if self.section.startswith(section) and self.line.startswith(beginning)
            ),
            "",
        )

    @property
    def runs_outside(self) -> bool:
        """Whether it fetches something from outside of the machine."""
        return bool(re.match(r"sudo (?:apt-get|/opt/veilleur/bin/pip) ", self.line))


def read_commands() -> list[Command]:
    """Return every command of the English page, in order. The French page has the same (tests/test_docs.py)."""
    found, section = [], ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            section = line.lstrip("# ")
        elif line.startswith("    "):
            found.append(Command(section, line.strip()))
    return found
