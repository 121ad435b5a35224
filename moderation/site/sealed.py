"""Pages as no proxy compresses them: what compresses well would tell by its length what stands in it (SECRECY 29)."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers

HTML = "text/html"


class Sealed:
    """Sends every page already encoded: as gzip whose blocks are stored as they are, else as `identity`.

    A proxy that compresses by default leaves alone what is encoded. As long as the page is, so long is what is sent.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Encode the answer, if it is a page."""
        answer = self.get_response(request)
        if answer.streaming or answer.has_header("Content-Encoding") or not is_page(answer):
            return answer
        patch_vary_headers(answer, ["Accept-Encoding"])
        if takes_gzip(request.headers.get("Accept-Encoding", "")):
            answer.content = gzip.compress(answer.content, compresslevel=0, mtime=0)  # type: ignore[attr-defined]
            answer["Content-Encoding"] = "gzip"
            if answer.has_header("Content-Length"):
                answer["Content-Length"] = str(len(answer.content))  # type: ignore[attr-defined]
        else:
            answer["Content-Encoding"] = "identity"
        return answer


def is_page(answer: HttpResponseBase) -> bool:
    """Whether an answer is HTML."""
    return str(answer.get("Content-Type", "")).startswith(HTML)


def takes_gzip(accepted: str) -> bool:
    """Whether these encodings, as a browser lists them, hold gzip and do not refuse it."""
    for one in accepted.split(","):
        name, _, weight = one.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
