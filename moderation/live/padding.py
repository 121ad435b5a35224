"""How long messages to phones are: as long as what everybody knows makes them, whatever is in them.

All phones are sent the same number of messages at the same times, and all messages of one moment have one length
(docs/secrecy.md, 5 and 29). That length is what a phone would need that was told nothing, and a reserve that follows
from the public set-up. Three sizes occur: a whole view, all that one seat knows, and what stands of one answer; which
of them a moment needs follows from what everybody sees happen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from moderation.live.fragments import Drawn

STEP, SMALL_STEP = 4096, 512  # bytes: a whole view is a multiple of the one, a message of fragments of the other
PER_CARD, PER_PAGE = 2048, 128  # bytes kept for what may stand on a card, and on each page of a notebook
PER_SEAT = 48  # and, in a call, for what another seat of the group proposes
QUOTES = 2  # bytes around what is written as JSON
PER_ANSWER = 512  # and for the sentences around what one seat has answered


@dataclass(frozen=True)
class Reserve:
    """How much longer than that of a seat which was told nothing another seat's view may be, in bytes of JSON."""

    knowledge: int = 0  # of its card, its notebook, its sheet, its question
    answer: int = 0  # of what stands of its answer


NO_RESERVE = Reserve()


def reserve(pages: int, seats: int, in_a_call: bool, longest_answer: int) -> Reserve:
    """The reserve of a moment, by the pages of a notebook, the seats of the table, the letters of an answer."""
    proposals = PER_SEAT * seats if in_a_call else 0
    return Reserve(PER_CARD + PER_PAGE * pages, PER_ANSWER + 2 * longest_answer + proposals)


def filled_up(longest: int, step: int) -> int:
    """The length, at least this, that is a multiple of the step."""
    return -(-longest // step) * step


def whole(bare: Iterable[Drawn], kept: Reserve) -> int:
    """The length of a whole view as JSON, of the longest language."""
    longest = max((len(one.as_json()) + QUOTES for one in bare), default=0)
    return filled_up(longest + kept.knowledge + kept.answer, STEP)


def of_fragments(public: int, bare: Iterable[Drawn], kept: Reserve, knowledge: bool) -> int:
    """The length of a message of fragments, of which those that everybody may see take `public` bytes.

    `knowledge`: with all that a seat knows; otherwise with what stands of its answer alone.
    """
    longest = 0
    for one in bare:
        names = [*one.answer, *(one.knowledge if knowledge else ())]
        longest = max(longest, len(one.as_json(names)) + QUOTES)
    return filled_up(public + longest + kept.answer + (kept.knowledge if knowledge else 0), SMALL_STEP)


def page(body: bytes, bare: Drawn | None, kept: Reserve) -> bytes:
    """What one phone is answered, as long as what any other of its language would be."""
    if bare is None:
        return body
    longest = max(len(body), len(bare.html.encode()) + kept.knowledge + kept.answer)
    return body.ljust(filled_up(longest, STEP))
