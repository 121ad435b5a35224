"""What each phone found out about its way to the house: pages, answers, a socket, cookies, its clock.

Kept in this process for an evening, one result a browser; nothing of it says who plays what.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from threading import Lock

from cachetools import TTLCache
from django.utils.translation import gettext as _

from moderation.ops.console import proxy_detection
from moderation.ops.console.proxy_detection import ConnectionPath

MOST, KEPT = 2000, 6 * 3600  # browsers, seconds
SKEW = 120  # seconds by which a clock is off before it is worth a word


@dataclass(frozen=True)
class PhoneCheck:
    """How far a phone gets: whether a socket holds, whether cookies come back, seconds that its clock is ahead.

    `way`: by which way it comes.
    """

    socket: bool
    cookies: bool = True
    ahead: int = 0
    modern: bool = True
    way: ConnectionPath = ConnectionPath.STRAIGHT

    @property
    def standing(self) -> str:
        """`through`, or what it wants most: `cookies`, a `browser` of today, a `socket`."""
        if not self.cookies:
            return "cookies"
        if not self.modern:
            return "browser"
        return "through" if self.socket else "socket"


_lock = Lock()
_found: TTLCache[str, PhoneCheck] = TTLCache(MOST, KEPT)


def note(browser: str, found: PhoneCheck) -> None:
    """Keep what this browser found; an earlier result of it is forgotten."""
    with _lock:
        _found[browser] = found


def counted() -> Counter[str]:
    """How many are `through`, and how many want a `socket`, `cookies` or a `browser`; each counts once."""
    with _lock:
        return Counter(found.standing for found in _found.values())


def forget() -> None:
    """Begin anew."""
    with _lock:
        _found.clear()


def sentence(found: PhoneCheck) -> str:
    """What stands in the way of this phone, and what to do; empty where nothing does."""
    match found.standing:
        case "cookies":
            return _(
                "This browser keeps no cookies, so Veilleur would forget who you are. Open the address in your usual "
                "browser: not in a private window, and not inside another app."
            )
        case "browser":
            return _("This browser is too old for the game: update it, or use another one.")
        case "socket" if found.way is not ConnectionPath.STRAIGHT:
            asks = _("You can play as it is: this phone then asks every two seconds.")
            return f"{proxy_detection.sentence(found.way)} {asks}"
        case "socket":
            return _(
                "Something on the way cuts live connections: a VPN, a private relay, a proxy. Switch it off if you "
                "can, or join the Wi-Fi of the table. You can play as it is: this phone then asks every two seconds."
            )
    if found.way is not ConnectionPath.STRAIGHT:
        return proxy_detection.sentence(found.way)
    if abs(found.ahead) > SKEW:
        return _("The clock of this phone is wrong. The game does not mind: it goes by the clock of the house.")
    return ""
