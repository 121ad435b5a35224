"""By which way a phone has come, as far as a house can know it: straight, or carried by something.

Known where phones ask for an address of this machine on its own network, and then only by the addresses that they
come from and by what a proxy says of itself. Everywhere else nothing is said: a server has its proxies, and a
town its networks.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from enum import StrEnum

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from moderation.access.guards import PASSED_ON
from moderation.web import lan_addresses


class ConnectionPath(StrEnum):
    """How a phone has come."""

    STRAIGHT = "straight"  # or nothing is known
    PROXY = "proxy"  # something has said that it passes pages on
    SEVERAL = "several"  # its page and its live connection come from different addresses
    INTERNET = "internet"  # from an address that is on no local network
    ELSEWHERE = "elsewhere"  # from another network than those of this machine


def way_of(request: HttpRequest, socket_from: str = "") -> ConnectionPath:
    """The way of this request; `socket_from`: the address from which the phone's socket came, if it had one."""
    if settings.BEHIND_TLS:
        return ConnectionPath.STRAIGHT
    if any(name in request.headers for name in PASSED_ON):
        return ConnectionPath.PROXY
    asked, _port = split_domain_port(request.get_host())
    return way(asked, request.META.get("REMOTE_ADDR", ""), socket_from, lan_addresses.networks())


def way(asked: str, page_from: str, socket_from: str, networks: Iterable[ipaddress.IPv4Network]) -> ConnectionPath:
    """The way of whoever asks this host for a page from that address, on a machine of these networks."""
    house, page, socket = (_address(one) for one in (asked, page_from, socket_from))
    if house is None or page is None or not house.is_private or house.is_loopback:
        return ConnectionPath.STRAIGHT
    if socket is not None and socket != page:
        return ConnectionPath.SEVERAL
    if page.is_loopback or any(page in network for network in networks):
        return ConnectionPath.STRAIGHT
    return ConnectionPath.INTERNET if page.is_global else ConnectionPath.ELSEWHERE


def sentence(way: ConnectionPath) -> str:
    """What to do about it; empty where a phone has come straight."""
    match way:
        case ConnectionPath.PROXY:
            return _(
                "A proxy passes the pages of this phone on: switch it off in the settings of the Wi-Fi or the "
                "browser."
            )
        case ConnectionPath.SEVERAL:
            return _(
                "This phone arrives from several addresses, as a VPN or a private relay makes it: switch it off "
                "for this Wi-Fi."
            )
        case ConnectionPath.INTERNET:
            return _(
                "This phone arrives through the internet, not through the Wi-Fi of the table: switch off its VPN or "
                "private relay and its mobile data, and join that Wi-Fi."
            )
        case ConnectionPath.ELSEWHERE:
            return _(
                "This phone arrives from another network than that of the table: switch off its VPN, and join the "
                "Wi-Fi of the table."
            )
    return ""


def _address(text: str) -> ipaddress.IPv4Address | None:
    try:
        return ipaddress.IPv4Address(text)
    except ValueError:
        return None
