"""Networks of their own on this machine: a laptop, phones, and a switch between them, each a namespace of Linux.

Nothing of the machine's own network is touched. A thread enters a namespace, and the sockets that it opens there are
of that device. Only root may do this.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

NEW_NETWORK = 0x40000000  # CLONE_NEWNET of linux/sched.h
Found = TypeVar("Found")


def allowed() -> bool:
    """Whether networks can be made here: by root on Linux, outside of most containers."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    made = subprocess.run(["ip", "netns", "add", name := _named("try")], capture_output=True, check=False)
    subprocess.run(["ip", "netns", "delete", name], capture_output=True, check=False)
    return made.returncode == 0


class Device:
    """A machine with its own network: what is called inside it reaches what it reaches."""

    def __init__(self, kind: str) -> None:
        self.name = _named(kind)
        _ip("netns", "add", self.name)
        self.ip("link", "set", "lo", "up")

    def ip(self, *words: str) -> None:
        """Change its network, as the program ip does."""
        _ip("-n", self.name, *words)

    def close(self) -> None:
        """Take it away; cables that end in it go with it."""
        _ip("netns", "delete", self.name)

    def inside(self, work: Callable[[], Found]) -> Found:
        """Do something in a thread of this device."""
        found: list[Found] = []
        fault: list[BaseException] = []

        def enter() -> None:
            try:
                self._enter()
                found.append(work())
            except BaseException as error:
                fault.append(error)

        thread = threading.Thread(target=enter)
        thread.start()
        thread.join()
        if fault:
            raise fault[0]
        return found[0]

    def does(self, work: Callable[[], Awaitable[Found]]) -> Found:
        """Do something asynchronous there."""

        async def waited() -> Found:
            return await work()

        return self.inside(lambda: asyncio.run(waited()))

    def _enter(self) -> None:
        with Path("/run/netns", self.name).open("rb") as opened:
            if ctypes.CDLL(None, use_errno=True).setns(opened.fileno(), NEW_NETWORK) != 0:
                raise OSError(ctypes.get_errno(), f"cannot enter {self.name}")


class Switch(Device):
    """What holds a Wi-Fi together: devices are joined to it by a cable each."""

    def __init__(self) -> None:
        super().__init__("switch")
        self.ip("link", "add", "bridge", "type", "bridge")
        self.ip("link", "set", "bridge", "up")
        self.joined = 0

    def join(self, device: Device, card: str, address: str) -> None:
        """Give a device a network card of this name with this address, `10.77.1.2/24`."""
        self.joined += 1
        end = f"port{self.joined}"
        self.ip("link", "add", end, "type", "veth", "peer", "name", card, "netns", device.name)
        self.ip("link", "set", end, "master", "bridge", "up")
        device.ip("address", "add", address, "dev", card)
        device.ip("link", "set", card, "up")


def _named(kind: str) -> str:
    return f"veilleur-{kind}-{secrets.token_hex(3)}"


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"ip {' '.join(words)}: {done.stderr}"
