"""How a line of log is written: enough to repair the program, nothing that tells a secret.

Links carry tokens and exceptions carry values (a name, a role, a row), so neither a path nor an exception's words are
ever written: a request is named by its route, an error by its type and the lines it went through.
"""

import logging
import traceback

from django.conf import settings


class Discreet(logging.Formatter):
    """Writes `time LEVEL logger: message`, then the lines an error went through. With DEBUG on, its words as well."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S%z")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """Put the route in the place of the path, in the lines Django writes about a request."""
        if hasattr(record, "request"):
            record.message = f"{getattr(record, 'status_code', 'request')} {_route(record.request)}"
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
