"""Limits on wrong codes: for one browser, one network, and everybody together.

A browser is known by a cookie, which a program can discard. So tries are counted by network too. That limit is loose,
because a venue shares one address. They are also counted together, because a program may have many networks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest

from moderation.access.devices import digest, find_browser
from moderation.web import throttle
from moderation.web.client_ip import list_networks


@dataclass(frozen=True)
class NetworkLimit:
    """The number of times that something may be done from one network."""

    what: str
    most: int
    seconds: int

    def is_used_up(self, request: HttpRequest) -> bool:
        """Return whether the networks of this request have done it too often."""
        return any(throttle.count_tries(key) >= most for key, most in self._counters(request))

    def count(self, request: HttpRequest) -> None:
        """Count once more for each network of this request."""
        for key, _most in self._counters(request):
            throttle.count_try(key, self.seconds)

    def forget(self, request: HttpRequest) -> None:
        """Reset the counters of the networks of this request."""
        for key, _most in self._counters(request):
            throttle.reset_tries(key)

    def _counters(self, request: HttpRequest) -> Iterator[tuple[str, int]]:
        for network in list_networks(request):
            yield f"{self.what}-from-{digest(network.name)}", self.most * network.share


@dataclass(frozen=True)
class GuessLimit:
    """The number of wrong codes of one list that may be typed, and how long they count."""

    what: str
    browser: int = 12
    network: int = 60
    together: int = 300
    seconds: int = 5 * 60

    def is_used_up(self, request: HttpRequest) -> bool:
        """Return whether this request may try no code now, not even the right one."""
        if (
            throttle.count_tries(self._browser(request)) >= self.browser
            or throttle.count_tries(self.what) >= self.together
        ):
            return True
        return self._network.is_used_up(request)

    def count_wrong(self, request: HttpRequest) -> None:
        """Count a wrong code for the browser, the networks and everybody."""
        throttle.count_try(self._browser(request), self.seconds)
        throttle.count_try(self.what, self.seconds)
        self._network.count(request)

    def _browser(self, request: HttpRequest) -> str:
        return f"{self.what}-by-{find_browser(request)}"

    @property
    def _network(self) -> NetworkLimit:
        return NetworkLimit(self.what, self.network, self.seconds)
