"""Results of the connection check of each phone: pages, socket, cookies and its clock.

They are stored in this process for an evening, one result a browser. They say nothing of roles.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from threading import Lock

from cachetools import TTLCache
from django.utils.translation import gettext as _

from moderation.ops.console import proxy_detection
from moderation.ops.console.proxy_detection import ConnectionPath

MOST, LIFETIME = 2000, 6 * 3600  # browsers, seconds
SKEW = 120  # seconds by which a clock may be wrong without a warning


@dataclass(frozen=True)
class PhoneCheck:
    """The result of a phone's check: its socket, its cookies, its browser and its clock.

    `ahead`: seconds that its clock is ahead. `way`: its network path.
    """

    socket: bool
    cookies: bool = True
    ahead: int = 0
    modern: bool = True
    way: ConnectionPath = ConnectionPath.STRAIGHT

    @property
    def result(self) -> str:
        """The main result: `through`, `cookies`, `browser` or `socket`.

        Each word but `through` names what the phone lacks most. `browser`: a present-day one.
        """
        if not self.cookies:
            return "cookies"
        if not self.modern:
            return "browser"
        return "through" if self.socket else "socket"


_lock = Lock()
_results: TTLCache[str, PhoneCheck] = TTLCache(MOST, LIFETIME)


def store_result(browser: str, found: PhoneCheck) -> None:
    """Store the result of this browser, in place of an earlier one."""
    with _lock:
        _results[browser] = found


def count_results() -> Counter[str]:
    """Count the browsers by their main result."""
    with _lock:
        return Counter(found.result for found in _results.values())


def clear_results() -> None:
    """Delete all results."""
    with _lock:
        _results.clear()


def describe_problem(found: PhoneCheck) -> str:
    """Return the problem of this phone and what to do; empty where there is none."""
    match found.result:
        case "cookies":
            return _(
                "This browser keeps no cookies, so Veilleur would forget who you are. Open the address in your usual "
                "browser: not in a private window, and not inside another app."
            )
        case "browser":
            return _("This browser is too old for the game: update it, or use another one.")
        case "socket" if found.way is not ConnectionPath.STRAIGHT:
            asks = _("You can play as it is: this phone then asks every two seconds.")
            return f"{proxy_detection.describe_path(found.way)} {asks}"
        case "socket":
            return _(
                "Something on the way cuts live connections: a VPN, a private relay, a proxy. Switch it off if you "
                "can, or join the Wi-Fi of the table. You can play as it is: this phone then asks every two seconds."
            )
    if found.way is not ConnectionPath.STRAIGHT:
        return proxy_detection.describe_path(found.way)
    if abs(found.ahead) > SKEW:
        return _("The clock of this phone is wrong. The game does not mind: it goes by the clock of Veilleur.")
    return ""
