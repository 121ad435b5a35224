"""What the machine that serves can say of itself: its room, its battery, a firewall that may keep phones out.

Asks the system and nothing else; what a system does not tell is None. No sentence here names a person or a secret.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
from django.conf import settings
from django.utils.translation import gettext as _

LEAST_ROOM = 300 * 1024 * 1024  # bytes: an evening takes a few, what else the system writes may take the rest
LEAST_CHARGE = 25  # percent: about an hour of a laptop that serves
PATIENCE = 3.0  # seconds for a program of the system


@dataclass(frozen=True)
class Machine:
    """The machine now: bytes free where evenings are kept, percent in the battery, whether it hangs on a plug."""

    room: int
    charge: int | None = None
    plugged: bool = True


def look() -> Machine:
    """The machine as it is now."""
    room = shutil.disk_usage(settings.DATA_DIR).free
    battery = None
    with suppress(OSError, AttributeError, NotImplementedError):  # not every system tells
        battery = psutil.sensors_battery()
    if battery is None:
        return Machine(room)
    return Machine(room, round(battery.percent), battery.power_plugged is not False)


def warnings(machine: Machine) -> list[str]:
    """What is better done before an evening, in sentences."""
    said = []
    if machine.room < LEAST_ROOM:
        room = {"room": machine.room // (1024 * 1024)}
        said.append(_("The disk is nearly full (%(room)s MB left): make room before the evening.") % room)
    if machine.charge is not None and not machine.plugged and machine.charge < LEAST_CHARGE:
        said.append(_("The battery is low (%(charge)s %%): plug this machine in.") % {"charge": machine.charge})
    return said


def firewall() -> str | None:
    """The name of a firewall that is on, as far as the system says so without rights."""
    system = platform.system()
    if system == "Linux":
        with suppress(OSError):
            if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8", errors="replace"):
                return "ufw"
        return "firewalld" if _said("systemctl", "is-active", "firewalld").strip() == "active" else None
    if system == "Windows":
        profiles = _said("netsh", "advfirewall", "show", "allprofiles", "state")
        return "Windows Defender" if "ON" in profiles.split() else None
    if system == "Darwin":
        state = _said("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
        return "macOS" if "enabled" in state else None
    return None


def to_open(wall: str, port: int) -> str:
    """How somebody lets phones through this firewall."""
    typed = {
        "ufw": f"sudo ufw allow {port}/tcp",
        "firewalld": f"sudo firewall-cmd --add-port={port}/tcp",
    }
    if wall in typed:
        return _("The firewall %(wall)s is on. It lets phones in after: %(command)s") % {
            "wall": wall,
            "command": typed[wall],
        }
    return _(
        "The firewall of %(wall)s is on: when it asks, let Veilleur (or Python) be reached from private networks."
    ) % {"wall": wall}


def _said(*command: str) -> str:
    """What a program of the system prints; nothing where there is none, or it takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
