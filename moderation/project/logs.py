"""Log formatting that reveals no secret.

Links carry tokens, and exceptions carry values (a name, a role, a row). So neither a path nor the message of an
exception is ever written. A request is named by its route, an error by its type and its traceback lines.
"""

import logging
import threading
import time
import traceback

from django.conf import settings

ONE_LINE_EVERY = 60.0  # seconds, for lines that anybody can cause
BY_ANYBODY = "django.security"  # forged forms, foreign host names, forms with too much in them


class LogThrottle(logging.Filter):
    """A filter that passes one line a minute of each kind that strangers can cause.

    It adds how many were left out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._kinds: dict[str, tuple[float, int]] = {}  # the time of the last line, and the number left out since

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this line is written. Our own errors always are."""
        if not record.name.startswith(BY_ANYBODY):
            return True
        now = time.monotonic()
        with self._lock:
            before, left_out = self._kinds.get(record.name, (-ONE_LINE_EVERY, 0))
            if now - before < ONE_LINE_EVERY:
                self._kinds[record.name] = before, left_out + 1
                return False
            self._kinds[record.name] = now, 0
        record.left_out = left_out
        record.exc_info = record.exc_text = None  # no traceback: such errors always happen while the request is read
        return True


class DiscreetFormatter(logging.Formatter):
    """A formatter that writes `time LEVEL logger: message`, then an error's traceback lines.

    With DEBUG on, it writes the error's message as well.
    """

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S%z")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Replace the path by the route in the lines that Django writes about a request."""
        if hasattr(record, "request"):
            record.message = f"{getattr(record, 'status_code', 'request')} {_find_route(record.request)}"
        if left_out := getattr(record, "left_out", 0):
            record.message += f" (and {left_out} more)"
        return super().formatMessage(record)

    def formatException(self, ei: tuple[object, ...]) -> str:  # noqa: N802
        """Write the location and type of each error in the chain.

        Their messages may hold a secret.
        """
        error = ei[1]
        if settings.DEBUG or not isinstance(error, BaseException):
            return super().formatException(ei)  # type: ignore[arg-type]
        told = []
        while error is not None:
            told.append("".join(traceback.format_tb(error.__traceback__)) + type(error).__qualname__)
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\ncaused by\n".join(told)


def _find_route(request: object) -> str:
    match = getattr(request, "resolver_match", None)
    method = getattr(request, "method", "?")
    return f"{method} {match.route}" if match is not None else f"{method} (no such page)"
