"""Settings chosen on the host console: the address and the Wi-Fi that join pages show."""

from __future__ import annotations

from collections.abc import Sequence

from moderation.models import JoinAddress

ONLY = 1  # there is one row


def read_settings() -> JoinAddress:
    """Return the stored settings; an empty row if there are none."""
    return JoinAddress.objects.filter(pk=ONLY).first() or JoinAddress(pk=ONLY)


def choose_for_phones(addresses: Sequence[str]) -> str:
    """Return the address that phones are to use.

    It is the chosen one while the machine has it, else the likeliest.
    """
    wanted = read_settings().address if addresses else ""
    return wanted if wanted in addresses else next(iter(addresses), "")


def save_choice(address: str) -> None:
    """Set the address of the machine that phones use."""
    JoinAddress.objects.update_or_create(pk=ONLY, defaults={"address": address})


def read_wifi() -> dict[str, str]:
    """Return the name and password of the Wi-Fi that phones join, by column name."""
    kept = read_settings()
    return {"wifi_name": kept.wifi_name, "wifi_password": kept.wifi_password}


def save_wifi(wifi_name: str, wifi_password: str) -> None:
    """Set the Wi-Fi that phones join."""
    JoinAddress.objects.update_or_create(pk=ONLY, defaults={"wifi_name": wifi_name, "wifi_password": wifi_password})
