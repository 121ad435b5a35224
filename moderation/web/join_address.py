"""What stands at the door of the house, as whoever sits at the machine has chosen: which address, which Wi-Fi."""

from __future__ import annotations

from collections.abc import Sequence

from moderation.models import Front

ONLY = 1  # there is one row


def plate() -> Front:
    """What was chosen; an empty row where nothing was."""
    return Front.objects.filter(pk=ONLY).first() or Front(pk=ONLY)


def chosen(addresses: Sequence[str]) -> str:
    """The address that phones are to use: the one that was chosen while the machine has it, else the likeliest."""
    wanted = plate().address if addresses else ""
    return wanted if wanted in addresses else next(iter(addresses), "")


def choose(address: str) -> None:
    """Let phones use this address of the machine."""
    Front.objects.update_or_create(pk=ONLY, defaults={"address": address})


def wifi() -> dict[str, str]:
    """The Wi-Fi that phones are to join: its name and password, as the columns of a table are called."""
    kept = plate()
    return {"wifi_name": kept.wifi_name, "wifi_password": kept.wifi_password}


def join(wifi_name: str, wifi_password: str) -> None:
    """Let phones join this Wi-Fi."""
    Front.objects.update_or_create(pk=ONLY, defaults={"wifi_name": wifi_name, "wifi_password": wifi_password})
