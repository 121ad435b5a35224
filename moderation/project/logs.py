"""How a line of log is written: enough to repair the program, nothing that tells a secret.

Links carry tokens and exceptions carry values (a name, a role, a row), so neither a path nor an exception's words are
ever written: a request is named by its route, an error by its type and the lines it went through.
"""

import logging
import threading
import time
import traceback

from django.conf import settings

ONE_LINE_EVERY = 60.0  # seconds, of what anybody can cause by sending it
BY_ANYBODY = "django.security"  # forged forms, foreign host names, forms with too much in them


class LogThrottle(logging.Filter):
    """Lets one line a minute through of each kind that strangers can cause, and says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._gate = threading.Lock()
        self._kinds: dict[str, tuple[float, int]] = {}  # when one was let through, and how many were not since

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this line is written. Errors of ours always are."""
        if not record.name.startswith(BY_ANYBODY):
            return True
        now = time.monotonic()
        with self._gate:
            before, left_out = self._kinds.get(record.name, (-ONE_LINE_EVERY, 0))
            if now - before < ONE_LINE_EVERY:
                self._kinds[record.name] = before, left_out + 1
                return False
            self._kinds[record.name] = now, 0
        record.left_out = left_out
        record.exc_info = record.exc_text = None  # where it happened is known: as the request was read
        return True


class Discreet(logging.Formatter):
    """Writes `time LEVEL logger: message`, then the lines an error went through. With DEBUG on, its words as well."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S%z")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Put the route in the place of the path, in the lines Django writes about a request."""
        if hasattr(record, "request"):
            record.message = f"{getattr(record, 'status_code', 'request')} {_route(record.request)}"
        if left_out := getattr(record, "left_out", 0):
            record.message += f" (and {left_out} more)"
        return super().formatMessage(record)

    def formatException(self, ei: tuple[object, ...]) -> str:  # noqa: N802
        """Tell where each error of the chain happened and its type; its words may hold a secret."""
        error = ei[1]
        if settings.DEBUG or not isinstance(error, BaseException):
            return super().formatException(ei)  # type: ignore[arg-type]
        told = []
        while error is not None:
            told.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\ncaused by\n".join(told)


def _route(request: object) -> str:
    match = getattr(request, "resolver_match", None)
    method = getattr(request, "method", "?")
    return f"{method} {match.route}" if match is not None else f"{method} (no such page)"
