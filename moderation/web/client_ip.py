"""The address of a request, and the networks by which tries are counted.

A whole venue has one IPv4 address, so it hardly identifies a device. One device has billions of IPv6 addresses.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

SUBSCRIBER, PROVIDER = 64, 48  # bits of an IPv6 network: of one household, of one customer at most
WIDER_SHARE = 4  # households that use up their limits before a whole /48 is slowed down
WITH_PORT = re.compile(r"\[([^]]+)\](?::\d+)?|([\d.]+):\d+")  # as some proxies write an address


@dataclass(frozen=True)
class Network:
    """A range of addresses whose tries are counted together."""

    name: str
    share: int = 1  # how many times the usual limit it may use up


def read_address(request: HttpRequest) -> str:
    """Return the address of a request.

    Behind a proxy, it is the last address in `X-Forwarded-For`, because the proxy writes that one.
    """
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_TLS else ""
    return forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


def list_networks(request: HttpRequest) -> tuple[Network, ...]:
    """Return the networks of a request, the smallest first.

    They are its IPv4 address, or the /64 and the /48 of its IPv6 address.
    """
    written = read_address(request)
    if found := WITH_PORT.fullmatch(written):
        written = found[1] or found[2]
    try:
        known = ipaddress.ip_address(written.partition("%")[0])
    except ValueError:  # of a socket in the file system, for example
        return (Network(written),)
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is None:
            household, customer = (
                ipaddress.ip_network((known, bits), strict=False) for bits in (SUBSCRIBER, PROVIDER)
            )
            return Network(str(household)), Network(str(customer), WIDER_SHARE)
        known = known.ipv4_mapped
    return (Network(str(known)),)
