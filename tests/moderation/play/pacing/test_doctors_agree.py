"""Two doctors agree on a murder by signs, and no other phone can tell that there are two (S-16, SECRECY 29)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.engine.kit import all_kits
from games.engine.options import settle
from games.engine.table import Step, Table
from games.models import GameSession
from moderation.play.pacing import clock as tending
from qa.walking import read_forms
from tests.moderation.play.secrecy.lengths_and_times import HTMX, Night, all_phones_alike, outside, told_apart, turned
from tests.moderation.play.secrecy.worlds import World, blank

__all__ = ["turned"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("turned")]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "doctor", "genome": "normal"},
    "Dan": {"role": "astronaut", "genome": "normal"},
    "Eve": {"role": "astronaut", "genome": "host"},
    "Fay": {"role": "astronaut", "genome": "normal"},
    "Gus": {"role": "astronaut", "genome": "normal"},
    "Hal": {"role": "astronaut", "genome": "resistant"},
}
DOCTORS = ("Bob", "Cid")
OTHERS = [seat for seat in DEAL if seat not in DOCTORS]
KILL, HEAL = {"verb0": "kill", "pick0": '"Eve"'}, {"verb0": "heal", "pick0": '"Dan"'}
# When who taps what in the doctors' call, in seconds after it began; the same in both worlds.
TAPS = ((2.2, "Bob", KILL), (8.2, "Cid", HEAL), (14.2, "Cid", KILL))


class Watched(Night):
    """A night of which every frame is kept, and in which people tap what they are told to."""

    def __init__(self, world: World) -> None:
        super().__init__(world, world.random)
        self.paralysed = ""
        self.frames: dict[str, list[tuple[float, str]]] = {seat: [] for seat in DEAL}
        self.signs: list[tuple[str, str]] = []  # what each doctor reads that the other proposes, after each tap

    def _hears(self, name: str) -> Callable[[dict[str, Any]], Any]:
        heard = super()._hears(name)

        async def send(message: dict[str, Any]) -> None:
            self.frames[name].append((self.now, blank(message.get("text", ""), self.world.session.code)))
            await heard(message)

        return send

    async def _call(self, step: Step) -> None:
        ends = self.world.shown().ends
        assert ends is not None
        begun, over = self.now, (ends - tending.server_clock.now()).total_seconds() + self.now
        self.calls.append((begun, over))
        if step.name == "mutants":
            self._send("Ann", {"verb0": "mutate", "pick0": '"Gus"', "pick1": f'{{"paralyse":"{self.paralysed}"}}'})
        for when, seat, fields in TAPS if step.name == "doctors" else ():
            await asyncio.sleep(begun + when - self.now)
            self._send(seat, fields)
            await asyncio.sleep(tending.SECRET_SEND_INTERVAL)
            self.signs += [(doctor, self._sign(doctor)) for doctor in DOCTORS]
        await asyncio.sleep(max(0.0, over + 0.25 - self.now))

    async def _day(self, _step: Step) -> None:
        await asyncio.sleep(1_000)  # until dawn, and no longer

    def _send(self, seat: str, fields: dict[str, str]) -> None:
        code, phone, seen = self.world.session.code, self.world.phones[seat], self.traces[seat].events
        page = phone.get(f"/t/{code}/")
        form = read_forms(page.content.decode())[0]["answer"]
        answer = phone.post(f"/t/{code}/answer/", dict(form.fields_as_shown()) | fields, headers=HTMX)
        assert answer.status_code == 200
        seen.append((self.now, "answer", outside(answer)))

    def _sign(self, doctor: str) -> str:
        """Return the other doctor's proposal, in words, as this doctor's covered phone shows it."""
        page = self.world.phones[doctor].get(f"/t/{self.world.session.code}/").content.decode()
        found = re.search(r'id="part-fellows"[^>]*>(.*?)</div>', page, re.DOTALL)
        return " ".join(re.sub(r"<svg.*?</svg>", "", found[1], flags=re.DOTALL).split()) if found else ""


def night(paralysed: str) -> Watched:
    """A night in which the mutants paralyse this player."""
    kit = all_kits()["sporz"]
    table = Table(kit.rules, list(DEAL), settle(kit.roles.OPTIONS, {}), DEAL)
    world = World.begin(kit, table, DEAL, GameSession.Nights.PHONES, "BFHJ", Random("doctors"))
    assert world.take({"step": "chief", "by": "moderator", "answer": {"seat": "Dan"}})
    watched = Watched(world)
    watched.paralysed = paralysed
    watched.play(400)
    GameSession.objects.filter(pk=world.session.pk).update(closed=timezone.now())
    return watched


def test_s16_two_doctors_agree_silently_and_others_see_no_difference() -> None:
    two, one = night(paralysed="Hal"), night(paralysed="Cid")
    for world in (two.world, one.world):
        deaths = [fact for fact in world.table.public() if fact["fact"] == "death"]
        assert deaths == [{"fact": "death", "seat": "Eve", "by": "doctors"}]
    nothing = ""
    assert [said for _doctor, said in one.signs] == [nothing] * 6
    said = [said for _doctor, said in two.signs]
    assert said[0] == nothing and "Eve" in said[1]  # Bob's sign, seen by Cid after a beat
    assert "Dan" in said[2] and "Eve" in said[3]  # Cid's, seen by Bob
    assert "Eve" in said[4] and "Eve" in said[5]  # they agree
    # Each phone is sent as many frames as any other, at the same times and as long; so too in the other world.
    assert all_phones_alike(two) == all_phones_alike(one) > 0
    events, calls = told_apart(two, one)
    assert events and calls >= 2
    # Who was told nothing reads the very same in every frame, in both worlds, as long as the doctors' call lasts.
    begun, over = two.calls[1]
    seen = {
        (seat, world): tuple(frame for frame in night.frames[seat] if begun <= frame[0] < over)
        for world, night in (("two", two), ("one", one))
        for seat in ("Dan", "Eve", "Fay")
    }
    assert len(set(seen.values())) == 1 and len(next(iter(seen.values()))) > 3
