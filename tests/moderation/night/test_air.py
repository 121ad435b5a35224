"""A night without tells, as the air has it: two secret worlds with the same public set-up send the same (SECRECY 5).

The real hub and the real pages, phones that tap at random, a clock that is turned (air.py). Compared are the number
of messages to each phone, their times and their lengths, and what each tap is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.engine.kit import all_kits
from games.models import GameSession
from moderation.live import answer as answers
from moderation.live import padding, room
from moderation.live.room import NONE, Messages
from moderation.night import timing as calls
from tests.games.random_play import twisted
from tests.moderation.night.air import Night, all_phones_alike, told_apart, turned
from tests.moderation.night.worlds import Leak, World, short
from tests.thorough import amount, seeds

__all__ = ["turned"]
pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("turned")]
LONG = {"sporz": 300, "lupus": 200, "elsen": 200, "murder": 160, "spree": 130}  # seconds of a game
NIGHTS = ("sporz", "lupus", "elsen")
PAIRS = {"sporz": 2, "lupus": 2, "elsen": 3, "murder": 4, "spree": 4}  # of worlds, with `--full`
MOST = 6  # pairs of worlds in which a leak has to be found
Spoil = Callable[[pytest.MonkeyPatch], None]


def pair(slug: str, seed: int) -> tuple[Night, Night]:
    """The same table twice, once with another deal, tapped the same."""
    kit, random = all_kits()[slug], Random(f"air {slug} {seed}")
    table = short(kit, random.choice)
    nights = []
    for deal in (table.deal, twisted(kit, table, "", random.choice)):
        world = World.begin(kit, table, deal or table.deal, GameSession.Nights.PHONES, "BFHJ", Random("chance"))
        nights.append(Night(world, Random(f"taps {seed}")).play(LONG[slug]))
        GameSession.objects.filter(pk=world.session.pk).update(closed=timezone.now())
    return nights[0], nights[1]


def compare(slug: str, seed: int) -> tuple[int, int]:
    """Compare all phones of each world, and the two; how many events were compared, and how many calls."""
    one, other = pair(slug, seed)
    all_phones_alike(one)
    all_phones_alike(other)
    return told_apart(one, other)


@pytest.mark.parametrize("slug", all_kits())
def test_two_secret_worlds_are_the_same_in_the_air(slug: str) -> None:
    events, calls = map(sum, zip(*(compare(slug, seed) for seed in seeds(1, PAIRS[slug])), strict=True))
    assert events > amount(80, 200)
    assert calls >= amount(1, 3) or slug not in NIGHTS


# Leaks put there on purpose


def send_what_changed_to_whom_it_changed_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever taps hears of it, and nobody else."""
    changes = Messages._changes

    def write(self: Messages, views: Any) -> Any:
        return {one: text for one, text in to_all(self, views).items() if changes(self, one, views[one]) != NONE}

    to_all = Messages.write
    monkeypatch.setattr(Messages, "write", write)


def send_each_view_as_long_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """No envelope is padded."""
    monkeypatch.setattr(room, "alike", lambda messages, _length, _step: messages)


def answer_as_long_as_the_answer_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page is padded."""
    monkeypatch.setattr(padding, "page", lambda body, _bare, _reserve: body)


def refuse_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may not choose what they chose is told so at once."""
    monkeypatch.setattr(answers, "hushed", lambda _step: False)


def go_on_when_the_clock_has_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that nobody answered makes the next one end a moment later."""
    monkeypatch.setattr(
        calls, "follows", lambda end, opened, _pace: max(end, opened) + timedelta(seconds=opened >= end)
    )


def go_on_when_all_have_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call is over as soon as the rules have what they want."""
    release = calls.release

    def impatient(steps: Any, waiting: Any, *rest: Any, **more: Any) -> calls.Release:
        found = release(steps, waiting, *rest, **more)
        return found if found.step is waiting else calls.Release(waiting)

    monkeypatch.setattr(calls, "release", impatient)


LEAKS: dict[Spoil, str] = {
    send_what_changed_to_whom_it_changed_for: "lupus",
    send_each_view_as_long_as_it_is: "sporz",
    answer_as_long_as_the_answer_is: "spree",
    refuse_in_the_open: "lupus",
    go_on_when_the_clock_has_closed: "lupus",
    go_on_when_all_have_answered: "lupus",
}


@pytest.mark.parametrize("spoil", LEAKS, ids=lambda spoil: spoil.__name__)
def test_a_leak_that_is_put_there_is_found_in_the_air(spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    monkeypatch.setitem(LONG, LEAKS[spoil], 120)
    with pytest.raises(Leak):
        for seed in range(MOST):
            compare(LEAKS[spoil], seed)
