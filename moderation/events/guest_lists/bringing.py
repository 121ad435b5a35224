"""The way of a list that was read to the guest list of an event. Knows no page.

People of a list are expected, not present. Bringing it again updates their wishes and doubles nobody. Whoever has
cancelled stays off. Whoever signed up on their own device keeps their own wishes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Event
from moderation.events import guests, places
from moderation.events.guest_lists.reading import LONGEST_FRIENDS, GuestList, GuestRow
from moderation.models import Guest
from moderation.players import confusables, names
from moderation.players.avatars import choose_face
from moderation.web.refusals import Unwanted


class RowOutcome(StrEnum):
    """The fate of a row of a list."""

    NEW = "new"
    KNOWN = "known"  # brought before, or signed up
    OFF = "off"  # known, and does not come any more
    LEFT_OUT = "left_out"


@dataclass(frozen=True)
class PlannedRow:
    """A row of a list, and what becomes of it; `index`: its place in the list."""

    index: int
    row: GuestRow
    outcome: RowOutcome
    guest: Guest | None = None


def plan_rows(event: Event, found: GuestList) -> list[PlannedRow]:
    """Return what becomes of each row of a list."""
    everybody = list(Guest.objects.filter(event=event, swept=None, expected=None))
    by_key = {one.listed: one for one in everybody if one.listed}
    by_name = {one.folded: one for one in everybody if not one.cancelled}
    planned, used = [], set()
    for index, row in enumerate(found.rows):
        guest = by_key.get(row.key) if row.name else None
        if row.name and guest is None:
            named = by_name.get(confusables.compute_key(row.name))
            is_other = named and named.listed.startswith("ticket ") and row.key.startswith("ticket ")
            guest = named if named and named.pk not in used and not is_other else None
        if guest:
            used.add(guest.pk)
        planned.append(PlannedRow(index, row, _find_outcome(row, guest), guest))
    return planned


def _find_outcome(row: GuestRow, guest: Guest | None) -> RowOutcome:
    if not row.name:
        return RowOutcome.LEFT_OUT
    if guest is None:
        return RowOutcome.NEW
    return RowOutcome.OFF if guest.cancelled else RowOutcome.KNOWN


def bring_list(event: Event, found: GuestList, wanted: Collection[int]) -> tuple[int, int]:
    """Put the wanted rows down, by their places in the list.

    Returns how many are new and how many were known.
    Raises `Unwanted` if the list of the event has no room for them. Then nothing has changed.
    """
    with transaction.atomic():
        places.lock_list(event)
        rows = [one for one in plan_rows(event, found) if one.index in wanted]
        new = [one.row for one in rows if one.outcome is RowOutcome.NEW]
        known = [one for one in rows if one.outcome is RowOutcome.KNOWN]
        active = list(Guest.objects.filter(event=event, cancelled=None))
        if len(active) + len(new) > guests.MOST_GUESTS:
            raise Unwanted(_("The list is full."))
        for one in known:
            _update_line(one)
        codes = set(Guest.objects.filter(event=event).values_list("code", flat=True))
        faces, taken = {one.face for one in active}, [one.name for one in active]
        together = _list_together(found.rows, wanted)
        for row in new:
            name = row.name
            if any(confusables.are_alike(name, other) for other in taken):
                name = names.suggest_free_name(name, taken)
            codes.add(code := guests.new_code(codes))
            faces.add(face := choose_face(faces))
            taken.append(name)
            line = _build_columns(row) | {"friends": row.friends or together.get(row.name, "")}
            folded = confusables.compute_key(name)
            Guest.objects.create(event=event, name=name, folded=folded, code=code, face=face, listed=row.key, **line)
        places.fill_places(event)
    return len(new), len(known)


def _build_columns(row: GuestRow) -> dict[str, Any]:
    return {
        "other_name": row.other,
        "moderates": row.moderates,
        "first": row.first,
        "friends": row.friends,
        "until": row.until,
        "games": list(row.games),
    }


def _update_line(planned: PlannedRow) -> None:
    """Update a line that was brought before. Whoever signed up alone keeps their own wishes."""
    guest, row = planned.guest, planned.row
    assert guest is not None
    changed: dict[str, Any] = {"listed": guest.listed or row.key, "other_name": row.other or guest.other_name}
    if guest.listed and guest.device_id is None:
        given = _build_columns(row)
        changed |= {name: value for name, value in given.items() if value}
    Guest.objects.filter(pk=guest.pk).update(**changed)


def _list_together(rows: Collection[GuestRow], wanted: Collection[int]) -> dict[str, str]:
    """Return with whom people of one line want to play: with each other."""
    lines: dict[int, list[str]] = defaultdict(list)
    for index, row in enumerate(rows):
        if row.name and index in wanted:
            lines[row.number].append(row.name)
    return {
        name: ", ".join(other for other in line if other != name)[:LONGEST_FRIENDS]
        for line in lines.values()
        for name in line
        if len(line) > 1
    }
