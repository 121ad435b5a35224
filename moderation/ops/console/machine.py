"""Facts about the serving machine: disk, battery, and a firewall that may block phones.

They come from the operating system. A fact that it does not give is None. No sentence here names a person or a
secret.
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

LEAST_FREE_BYTES = 300 * 1024 * 1024  # bytes: an evening needs few, other programs may use the rest
LEAST_CHARGE = 25  # percent: about an hour of a laptop that serves
TIMEOUT = 3.0  # seconds for a program of the system


@dataclass(frozen=True)
class Machine:
    """The state of the machine: free bytes, battery charge and power supply.

    `room`: bytes free where the data is stored. `charge`: percent, or None without a battery.
    """

    free_bytes: int
    charge: int | None = None
    plugged: bool = True


def read_machine() -> Machine:
    """Return the present state of the machine."""
    room = shutil.disk_usage(settings.DATA_DIR).free
    battery = None
    with suppress(OSError, AttributeError, NotImplementedError):  # not available on every system
        battery = psutil.sensors_battery()
    if battery is None:
        return Machine(room)
    return Machine(room, round(battery.percent), battery.power_plugged is not False)


def list_warnings(machine: Machine) -> list[str]:
    """Return sentences on what should be done before an evening."""
    said = []
    if machine.free_bytes < LEAST_FREE_BYTES:
        room = {"room": machine.free_bytes // (1024 * 1024)}
        said.append(_("The disk is nearly full (%(room)s MB left): make room before the evening.") % room)
    if machine.charge is not None and not machine.plugged and machine.charge < LEAST_CHARGE:
        said.append(_("The battery is low (%(charge)s %%): plug this machine in.") % {"charge": machine.charge})
    return said


def find_firewall() -> str | None:
    """Return the name of an active firewall, as far as it is visible without admin rights."""
    system = platform.system()
    if system == "Linux":
        with suppress(OSError):
            if "ENABLED=yes" in Path("/etc/ufw/ufw.conf").read_text(encoding="utf-8", errors="replace"):
                return "ufw"
        return "firewalld" if _run_program("systemctl", "is-active", "firewalld").strip() == "active" else None
    if system == "Windows":
        profiles = _run_program("netsh", "advfirewall", "show", "allprofiles", "state")
        return "Windows Defender" if "ON" in profiles.split() else None
    if system == "Darwin":
        state = _run_program("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
        return "macOS" if "enabled" in state else None
    return None


def explain_firewall(wall: str, port: int) -> str:
    """Return a sentence on how to let phones through this firewall."""
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


def _run_program(*command: str) -> str:
    """Return the output of a system program; empty where it is missing or too slow."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
