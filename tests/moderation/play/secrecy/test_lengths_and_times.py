"""Lengths and times of messages: two secret worlds with the same public set-up send the same (SECRECY 5).

The real hub and the real pages, phones that tap at random, a clock that the test sets (lengths_and_times.py).
Compared are the number of messages to each phone, their times and their lengths, and what each tap is answered; of
the screen, all that it is sent. `PAIRS_OF_WORLDS=200` tries so many pairs of worlds of each game (docs/secrecy.md).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.contract.random_moves import find_twisted_deal, restart_table
from games.engine.kit import all_kits
from games.models import GameSession
from moderation.play.commands import phone as phone_commands
from moderation.play.realtime import broadcast
from moderation.play.realtime.broadcast import NO_CHANGES, PaddedMessages
from moderation.play.rendering import render
from moderation.play.rendering.fragments import RenderedView
from moderation.play.rendering.render import Rendered, Snapshot, Viewer
from moderation.play.timeline import call_length as calls
from tests.moderation.play.secrecy.lengths_and_times import Night, all_phones_alike, told_apart, turned
from tests.moderation.play.secrecy.worlds import Leak, World, short
from tests.thorough import amount, family

__all__ = ["turned"]
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("turned")]
LONG = {"sporz": 300, "lupus": 200, "elsen": 200, "murder": 160, "spree": 130}  # seconds of a game
USUAL = 200  # of any other
NIGHTS = ("sporz", "lupus", "elsen")
PAIRS = int(os.environ.get("PAIRS_OF_WORLDS", "0")) or amount(1, 10)  # of worlds, for each game
WORLDS = 8  # of one table: each of them is compared with all others
FIRST_GAME = 100_000  # its number stands on pages: all have as many figures
FEW = 20  # events of two worlds, all phones and the screen together
MOST = 6  # pairs of worlds in which a leak has to be found
TWISTS = (1, 2, 5)  # how often something changes places in another deal
Spoil = Callable[[pytest.MonkeyPatch], None]


def worlds(slug: str, seed: int) -> Iterator[Night]:
    """The same table again and again, tapped the same: with other deals, and in calls with other choices."""
    kit, random = all_kits()[slug], Random(f"air {slug} {seed}")
    table = short(kit, random.choice)
    deal, first = table.deal, None
    for number in count(FIRST_GAME):
        world = World.begin(
            kit, table, deal, GameSession.Nights.PHONES, "BFHJ", Random("chance"), 1000 * seed + number
        )
        mind = f"mind {number}" if number % 3 == 2 else ""
        night = Night(world, Random(f"taps {seed}"), mind, beside=first).play(LONG.get(slug, USUAL))
        first = first or night
        GameSession.objects.filter(pk=world.session.pk).update(closed=timezone.now())
        yield night
        for _ in range(random.choice(TWISTS)):
            deal = find_twisted_deal(kit, restart_table(table, deal), "", random.choice) or deal


def compare(slug: str, seed: int, most: int) -> list[tuple[int, int]]:
    """Compare all phones of each world of a table, and each two worlds with another deal or other choices.

    At most so many pairs; of each the number of events and of whole calls that were compared. Two worlds that part
    in public within a few events are compared as well, and not counted.
    """
    compared: list[tuple[int, int]] = []
    lived: list[Night] = []
    for night in islice(worlds(slug, seed), WORLDS):
        all_phones_alike(night)
        pairs = [told_apart(one, night) for one in lived if secret_of(one) != secret_of(night)]
        compared += [pair for pair in pairs if pair[0] >= FEW]
        lived.append(night)
        if len(compared) >= most:
            break
    return compared[:most]


def secret_of(night: Night) -> tuple[str, str]:
    """What makes this world another."""
    return repr(night.world.table.deal), night.mind


@pytest.mark.parametrize(
    "slug", all_kits() if "PAIRS_OF_WORLDS" in os.environ else family(all_kits(), "sporz", "spree")
)
def test_secret_worlds_have_the_same_lengths_and_times(slug: str) -> None:
    compared: list[tuple[int, int]] = []
    for seed in count():
        compared += compare(slug, seed, PAIRS - len(compared))
        if len(compared) == PAIRS:
            break
    events = sorted(events for events, _calls in compared)
    print(f"{slug}: {PAIRS} pairs at {seed + 1} tables, {sum(events)} events, {events[0]} at least of a pair")
    assert sum(events) > 60 * PAIRS
    assert sum(calls for _events, calls in compared) >= PAIRS or slug not in NIGHTS


# Leaks put there on purpose


def send_what_changed_to_whom_it_changed_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever taps hears of it, and nobody else."""
    changes = PaddedMessages._find_changes

    def build_messages(self: PaddedMessages, views: Any) -> Any:
        return {
            one: text for one, text in to_all(self, views).items() if changes(self, one, views[one]) != NO_CHANGES
        }

    to_all = PaddedMessages.build_messages
    monkeypatch.setattr(PaddedMessages, "build_messages", build_messages)


def send_each_view_as_long_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """No envelope is padded."""
    monkeypatch.setattr(broadcast, "pad_alike", lambda messages, _length: messages)


def answer_as_long_as_the_answer_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page is padded."""
    monkeypatch.setattr(render, "pad", lambda text, _length: text)


def refuse_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may not choose what they chose is told so at once."""
    monkeypatch.setattr(phone_commands, "has_hidden_outcome", lambda _step: False)


def go_on_when_the_clock_has_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that nobody answered makes the next one end a moment later."""
    monkeypatch.setattr(
        calls, "compute_begin", lambda end, opened, _pace: max(end, opened) + timedelta(seconds=opened >= end)
    )


def go_on_when_all_have_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call is over as soon as the rules have what they want."""
    release = calls.compute_release

    def impatient(steps: Any, waiting: Any, *rest: Any, **more: Any) -> calls.Release:
        found = release(steps, waiting, *rest, **more)
        return found if found.step is waiting else calls.Release(waiting)

    monkeypatch.setattr(calls, "compute_release", impatient)


def number_views_by_what_was_done_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view's number counts every move, also in the room."""
    monkeypatch.setattr(Rendered, "number", lambda self, _viewer: self.pulse)


def tell_the_screen_how_many_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen says how many are called; phones do not."""
    drawn = Snapshot.render

    def telling(self: Snapshot, viewer: Viewer) -> RenderedView | None:
        found, step = drawn(self, viewer), self.release.step
        if found is None or viewer.surface != "screen" or step is None:
            return found
        return replace(found, public={**found.public, "asked": f"<p>{sorted(step.asks)}</p>"})

    monkeypatch.setattr(Snapshot, "render", telling)


LEAKS: dict[Spoil, str] = {
    send_what_changed_to_whom_it_changed_for: "lupus",
    send_each_view_as_long_as_it_is: "sporz",
    answer_as_long_as_the_answer_is: "spree",
    refuse_in_the_open: "lupus",
    go_on_when_the_clock_has_closed: "lupus",
    go_on_when_all_have_answered: "lupus",
    number_views_by_what_was_done_in_secret: "lupus",
    tell_the_screen_how_many_are_asked: "elsen",
}
QUICKLY_FOUND = send_what_changed_to_whom_it_changed_for, answer_as_long_as_the_answer_is, refuse_in_the_open


@pytest.mark.parametrize("spoil", family(LEAKS, *QUICKLY_FOUND), ids=lambda spoil: spoil.__name__)
def test_a_planted_leak_is_found_in_the_traffic(spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    monkeypatch.setitem(LONG, LEAKS[spoil], 120)
    with pytest.raises(Leak):
        for seed in range(MOST):
            compare(LEAKS[spoil], seed, MOST)
