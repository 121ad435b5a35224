"""The addresses of this machine on the local network for phones, best guess first.

A common method connects a UDP socket and reads its own address. That needs a route to the internet, which a hall
without internet does not have. So this module lists the interfaces themselves, and uses that method only to break a
tie.
"""

import ipaddress
import re
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import psutil

VIRTUAL = re.compile(
    r"^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|tailscale|zt|utun|ppp|lxc|lxd|cni|flannel|podman|awdl|llw)"
    r"|vethernet|virtualbox|vmware|hyper-v|wsl|loopback|bluetooth",
    re.IGNORECASE,
)
WIRELESS = re.compile(r"^(wl|wifi|ath|ra\d)|wi-?fi|wireless|wlan|ap\d", re.IGNORECASE)
PRIVATE = tuple(ipaddress.ip_network(block) for block in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12"))
LOOK_AGAIN_SECONDS = 5.0


class Interface(NamedTuple):
    """One address of one network card: the card's name, the address, and whether the card is up."""

    name: str
    address: ipaddress.IPv4Address | ipaddress.IPv6Address
    up: bool


def list_interfaces() -> list[Interface]:
    """Return every address of this machine, as the system lists them now."""
    states = psutil.net_if_stats()
    found = []
    for name, addresses in psutil.net_if_addrs().items():
        up = name not in states or states[name].isup
        for entry in addresses:
            if entry.family in (socket.AF_INET, socket.AF_INET6):
                found.append(Interface(name, ipaddress.ip_address(entry.address.partition("%")[0]), up))
    return found


def list_candidates(cards: Iterable[Interface] | None = None, routed: str | None = None) -> list[str]:
    """Return the IPv4 addresses that a phone may try, most likely first.

    Empty when there is no network. A physical card comes before a virtual one, and a private address before a public
    one. Then comes the address that leads outside (`routed`), then wireless before wired.
    """
    if cards is None:
        cards, routed = list_interfaces(), find_routed_address()
    reachable = [
        card
        for card in cards
        if card.up
        and isinstance(card.address, ipaddress.IPv4Address)
        and not card.address.is_loopback
        and not card.address.is_unspecified
    ]
    reachable.sort(key=lambda card: _rank_interface(card, routed))
    return list(dict.fromkeys(str(card.address) for card in reachable))


def _rank_interface(card: Interface, routed: str | None) -> tuple[bool, bool, bool, bool, bool, int, str]:
    block = next((rank for rank, network in enumerate(PRIVATE) if card.address in network), len(PRIVATE))
    return (
        card.address.is_link_local,
        bool(VIRTUAL.search(card.name)),
        block == len(PRIVATE),
        str(card.address) != routed,
        not WIRELESS.search(card.name),
        block,
        card.name,
    )


def list_networks() -> list[ipaddress.IPv4Network]:
    """Return the networks to which this machine is connected now.

    A request from an address in one of them arrived directly.
    """
    found = []
    for entries in psutil.net_if_addrs().values():
        for entry in entries:
            if entry.family == socket.AF_INET and entry.netmask:
                found.append(ipaddress.IPv4Network((entry.address, entry.netmask), strict=False))
    return found


def is_loopback(host: str) -> bool:
    """Return whether a host name or an address means this machine itself."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def is_local_name(host: str) -> bool:
    """Return whether a host is a name that only some phones can look up.

    These are bare names, and those of multicast DNS.
    """
    name = host.lower().rstrip(".")
    if not name or ":" in name or name.replace(".", "").isdecimal():
        return False  # an address in numbers, IPv6 included
    return "." not in name or name.endswith(".local")


def find_routed_address() -> str | None:
    """Return the address this machine would use towards the internet, or None.

    Sends nothing.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def list_host_names() -> list[str]:
    """Return every name and address under which a browser may legitimately reach this machine."""
    own = socket.gethostname().lower()
    names = ["localhost", own, own if own.endswith(".local") else f"{own}.local"]
    for card in list_interfaces():
        names.append(f"[{card.address}]" if card.address.version == 6 else str(card.address))
    return list(dict.fromkeys(names))


class LanHosts(list[str]):
    """The host names that Django accepts: the given ones, then this machine's own.

    The machine's own are looked up again when a name is refused. A router may give the laptop a new address in the
    middle of an evening. Accepting any host (`*`) would also answer a foreign page that points its own name at this
    machine. So the list follows the machine instead.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        super().__init__(given)
        self._own: list[str] = []
        self._looked_at = float("-inf")
        self._looking = threading.Lock()

    def __iter__(self) -> Iterator[str]:
        """Yield the known names, then those of a fresh lookup.

        The lookup runs only when a caller reads to the end, because no known name matched.
        """
        yield from super().__iter__()
        known = self._own
        yield from known
        with self._looking:  # callers that wait here share the result
            if time.monotonic() - self._looked_at >= LOOK_AGAIN_SECONDS:
                self._own, self._looked_at = list_host_names(), time.monotonic()
        yield from (name for name in self._own if name not in known)


def build_address(host: str, port: int) -> str:
    """Return the address of the server on a host, without a final slash."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
