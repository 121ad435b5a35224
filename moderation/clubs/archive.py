"""All the evenings of a club as one file, and back: a zip of the archives of its evenings, each of which is whole.

What an evening's archive has is told in moderation/events/archive; people who have agreed to be remembered come with
their evenings. A table of no evening is in none: an organiser puts it into one first.
"""

from __future__ import annotations

import re
import time
import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext as _

from games.models import Event
from moderation.events.archive import parts
from moderation.events.archive.container import ENTRY, MOST_OF_ONE, MOST_PACKED, THEN
from moderation.events.archive.schema import NotAnEvening
from moderation.questions.refusals import Unwanted

NAME = re.compile(r"evenings/[0-9]{4}\.zip")
MOST = 1000  # evenings
MOST_LISTED = 40_000  # files of all evenings, as their zips list them
MOST_SECONDS = 300.0  # to read and keep all of them, of this thread's own time
READABLE = 0o100644


@dataclass(frozen=True)
class Taken:
    """A club as a file, and how much of it is in it."""

    content: bytes
    evenings: int
    left_out: int  # games that are not over


@dataclass(frozen=True)
class Brought:
    """How many evenings have come in, and how many were here already."""

    evenings: int
    known: int


def taken_out() -> Taken:
    """Every evening of the club that was entered, the oldest first."""
    written, left_out, count = BytesIO(), 0, 0
    with zipfile.ZipFile(written, "w") as whole:
        for count, event in enumerate(Event.objects.order_by("date", "created", "pk")[:MOST], 1):
            one = parts.taken_out(event)
            left_out += one.left_out
            info = zipfile.ZipInfo(f"evenings/{count:04}.zip", THEN)
            info.create_system, info.external_attr = 3, READABLE << 16
            whole.writestr(info, one.content)  # packed already
    return Taken(written.getvalue(), count, left_out)


def brought_in(content: bytes) -> Brought:
    """Make the evenings of a file in the club that was entered, one after the other; those that are here stay.

    Raises `NotAnEvening` and `Unwanted`: those before the one that is at fault have come in then, and come in no
    second time.
    """
    new = known = 0
    until = time.thread_time() + MOST_SECONDS
    for number, evening in enumerate(_evenings(content), 1):
        if time.thread_time() > until:
            said = _("The evenings of this file take too long: %(count)d came in. Bring it in again for the rest.")
            raise Unwanted(said % {"count": new})
        try:
            parts.brought_in(evening)
            new += 1
        except parts.Here:
            known += 1
        except NotAnEvening as fault:
            raise NotAnEvening(f"evenings/{number:04}.zip, {fault.where}", fault.sentence) from fault
    return Brought(new, known)


def _evenings(content: bytes) -> list[bytes]:
    """The archives in a file, all of them read before any comes in. Raises `NotAnEvening`."""
    if len(content) > MOST_PACKED or content.count(ENTRY) > MOST_LISTED:
        raise NotAnEvening("zip", _("This file is larger than any that comes in."))
    try:
        with zipfile.ZipFile(BytesIO(content)) as whole:
            listed = sorted(whole.infolist(), key=lambda one: one.filename)
            if not 0 < len(listed) <= MOST or not all(NAME.fullmatch(one.filename) for one in listed):
                raise NotAnEvening("zip", _("This file is none of a club."))
            if sum(one.file_size for one in listed) > MOST_PACKED or any(
                one.file_size > MOST_OF_ONE for one in listed
            ):
                raise NotAnEvening("zip", _("This file is larger than any that comes in."))
            found = []
            for one in listed:
                with whole.open(one) as opened:
                    found.append(opened.read(one.file_size))
            return found
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        raise NotAnEvening("zip", _("This file is no zip, or only a part of one.")) from None
