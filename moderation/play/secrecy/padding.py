"""Padding: the length of what a phone receives follows from public facts (SECRECY 5, 7, 29).

Every phone of a table is sent as many messages as any other, and those of one moment have one length:

- A page, a reply to a tap and a message with the whole view: the view of a phone that was told nothing. Long lists
  are packed in replies and messages, not in pages.
- A message with some fragments, when what a seat knows may have changed: the public fragments in it, and all
  private fragments of a phone that was told nothing.
- A message with some fragments, when only answers may have changed: the public fragments in it, and the answer
  fragments of such a phone.

To each length a reserve is added for what a seat may have been told. It follows from the number of seats, the pages
of a notebook and the longest answer that the question allows. Messages are not compressed in transit, because a
compressed length would reveal their content.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import re_accepts_gzip
from django.utils.cache import patch_vary_headers

STEP = 512  # bytes: every padded length is a multiple
PER_CARD, PER_PAGE = 2048, 128  # bytes of JSON for the content of a card, and of each page of a notebook
PER_ANSWER, PER_SEAT = 512, 48  # for the sentences around an answer, and for what another seat proposes
MOST_PROPOSALS = 40  # of other seats on a phone: a reserve for hundreds would be most of a message

Device = TypeVar("Device", bound=Hashable)


@dataclass(frozen=True)
class Lengths:
    """The lengths of messages to phones at one moment, without the public fragments.

    Units: bytes of JSON; those of a page are bytes of HTML.
    """

    page: int = 0  # the whole view with its lists unpacked
    view: int = 0
    knowledge: int = 0  # of all private fragments
    answer: int = 0  # of the fragments that show a seat's answer

    def with_reserve(self, proposals: int, pages: int, longest_answer: int) -> Lengths:
        """Return these lengths with the reserve for phones that were told something.

        `proposals`: how many of other seats a phone may show.
        """
        answer = PER_ANSWER + 2 * longest_answer + PER_SEAT * proposals
        knowledge = answer + PER_CARD + PER_PAGE * pages
        return Lengths(self.page + knowledge, self.view + knowledge, self.knowledge + knowledge, self.answer + answer)


def pad(text: str, length: int) -> str:
    """Return a text padded with spaces to this length in bytes, or to the next `STEP` beyond it."""
    size = len(text.encode())
    return text + " " * (-(-max(length, size) // STEP) * STEP - size)


def pad_alike(texts: Mapping[Device, str], length: int) -> dict[Device, str]:
    """Return these texts padded to this length, or to that of the longest if it is greater."""
    length = max([length, *map(len, texts.values())])
    padded = {text: pad(text, length) for text in set(texts.values())}
    return {device: padded[text] for device, text in texts.items()}


def keep_length(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Send pages as gzip with stored blocks, which proxies do not compress again (middleware).

    A browser that accepts no gzip gets the page as `identity`, which most proxies leave alone too.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = str(response.get("Content-Type", "")).startswith("text/html")
        if not is_page or not isinstance(response, HttpResponse) or response.has_header("Content-Encoding"):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        response["Content-Encoding"] = "identity"
        if re_accepts_gzip.search(request.headers.get("Accept-Encoding", "")):
            response.content = gzip.compress(response.content, compresslevel=0, mtime=0)
            response["Content-Encoding"] = "gzip"
            response["Content-Length"] = str(len(response.content))
        return response

    return respond
