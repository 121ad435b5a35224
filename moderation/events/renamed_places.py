"""The places of a hall stay the same places when organisers rename, strike or reorder them.

A seating knows a place by its number in `Event.spots`, and a table knows it by its name. Both follow the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from games.models import Event, GameSession
from moderation.models import Guest, Placing, Seating

STRUCK = 1_000  # numbers of places that were struck begin here: open tables and past rounds still have theirs


def match_places(before: Sequence[str], after: Sequence[str]) -> dict[int, int | None]:
    """Return the new number of each place; None: it was struck.

    Ruling: a line with the same words is the same place. Other lines are renamed places where as many lines stand
    between the same neighbours as before.
    """
    lines = {name: number for number, name in enumerate(after)}
    matched = {number: lines.get(name) for number, name in enumerate(before)}
    for kind, first, last, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "replace" and last - first == end - start:
            for old, new in zip(range(first, last), range(start, end), strict=True):
                if matched[old] is None and after[new] not in before:
                    matched[old] = new
    return matched


def follow_places(event: Event, before: Sequence[str], after: Sequence[str]) -> None:
    """Give seatings and tables of an event the new numbers and names of their places.

    Nobody of a proposed seating sits at a struck place any more. An open table keeps its name.
    """
    matched = match_places(before, after)
    for old, new in matched.items():
        if new is not None and before[old] != after[new]:
            GameSession.objects.filter(event=event, spot=before[old]).update(spot=after[new])
    if all(old == new for old, new in matched.items()):
        return
    placings = list(Placing.objects.filter(seating__round__event=event).exclude(spot=None).select_related("seating"))
    beyond = max([STRUCK, *(one.spot + 1 for one in placings if one.spot is not None)])
    for one in placings:
        spot = matched.get(one.spot or 0, one.spot)
        if spot is None and one.seating.accepted:
            spot = beyond + (one.spot or 0)
        if spot is None:
            one.game, one.runs, one.pinned = "", False, False
        one.spot = spot
    Placing.objects.bulk_update(placings, ["spot", "game", "runs", "pinned"])
    for guest in Guest.objects.filter(event=event).exclude(stays_at=None):
        stays_at = matched.get(guest.stays_at or 0, guest.stays_at)
        Guest.objects.filter(pk=guest.pk).update(stays_at=stays_at)
    for seating in Seating.objects.filter(round__event=event):
        games = {matched.get(int(spot), int(spot)): slug for spot, slug in seating.games.items()}
        seating.games = {str(spot): slug for spot, slug in games.items() if spot is not None}
        seating.version += 1
        seating.save(update_fields=["games", "version"])
