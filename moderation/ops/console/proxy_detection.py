"""Detection of the network path of a phone: direct, or through a proxy or another network.

The path is known only where phones ask for an address of this machine on its own network. It is derived from the
source addresses and from a proxy's headers. Everywhere else nothing is reported, because a server on the internet has
proxies and many networks.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from enum import StrEnum

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.translation import gettext as _

from moderation.access.guards import PROXY_HEADERS
from moderation.web import lan_addresses


class ConnectionPath(StrEnum):
    """The network path of a phone."""

    STRAIGHT = "straight"  # or unknown
    PROXY = "proxy"  # a proxy has added its headers
    SEVERAL = "several"  # its page and its socket come from different addresses
    INTERNET = "internet"  # from an address that is on no local network
    ELSEWHERE = "elsewhere"  # from another network than those of this machine


def find_path_of_request(request: HttpRequest, socket_from: str = "") -> ConnectionPath:
    """Return the network path of this request.

    `socket_from`: the source address of the phone's socket, if it had one.
    """
    if settings.BEHIND_TLS:
        return ConnectionPath.STRAIGHT
    if any(name in request.headers for name in PROXY_HEADERS):
        return ConnectionPath.PROXY
    asked, _port = split_domain_port(request.get_host())
    return find_path(asked, request.META.get("REMOTE_ADDR", ""), socket_from, lan_addresses.list_networks())


def find_path(
    asked: str, page_from: str, socket_from: str, networks: Iterable[ipaddress.IPv4Network]
) -> ConnectionPath:
    """Return the network path of a page request to this host, on a machine with these networks."""
    server, page, socket = (_parse_address(one) for one in (asked, page_from, socket_from))
    if server is None or page is None or not server.is_private or server.is_loopback:
        return ConnectionPath.STRAIGHT
    if socket is not None and socket != page:
        return ConnectionPath.SEVERAL
    if page.is_loopback or any(page in network for network in networks):
        return ConnectionPath.STRAIGHT
    return ConnectionPath.INTERNET if page.is_global else ConnectionPath.ELSEWHERE


def describe_path(way: ConnectionPath) -> str:
    """Return advice on this network path; empty where it is direct."""
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


def _parse_address(text: str) -> ipaddress.IPv4Address | None:
    try:
        return ipaddress.IPv4Address(text)
    except ValueError:
        return None
