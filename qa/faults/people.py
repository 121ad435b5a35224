"""People whose devices misbehave: a tap is sent again later, two taps overtake each other, an old form comes late."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from random import Random

from qa.walking import Answer, Browser, Evening, Fields, Form, Moderator, Person, Player

OVERTAKEN, SEND_AGAIN, OLD, LATE = 0.08, 0.15, 0.15, 0.3  # how often, of the taps


class Careless(Person):
    """Somebody who does all of that, and stands still while the director holds `turn`."""

    def __init__(self, browser: Browser, code: str, random: Random, *name: str) -> None:
        super().__init__(browser, code, random, *name)
        self.turn = asyncio.Lock()
        self.drawer: list[tuple[str, Fields]] = []  # to be delivered late
        self.counted: Counter[str] = Counter()

    async def play(self) -> None:
        """Act on the game until it is over, then empty the drawer: old forms come after the end, too."""
        await super().play()
        while self.drawer:
            await self.deliver_late()

    async def send(self, form: Form) -> Answer:
        """Send a tap, and perhaps another before, beside or after it."""
        async with self.turn:
            if self.drawer and self.random.random() < LATE:
                await self.deliver_late()
            if self.random.random() < OLD:  # filled in now, sent when it is old
                self.drawer.append((form.action, self.renamed(form)))
            if self.random.random() < OVERTAKEN:
                self.counted["overtaken"] += 1
                second = asyncio.create_task(self.deliver(form.action, self.renamed(form)))
                await asyncio.sleep(0)
                return (await asyncio.gather(self.deliver(form.action, form.fill(self.random)), second))[0]
            fields = form.fill(self.random)
            if self.random.random() < SEND_AGAIN:  # the very same
                self.drawer.append((form.action, fields))
            return await self.deliver(form.action, fields)

    async def deliver(self, action: str, fields: Fields) -> Answer:
        """Send the same until it is answered; a refusal has its sentence."""
        answer = await super().deliver(action, fields)
        if answer.status == 409:
            assert re.search(r'<p class="notice error"[^>]*>\w[^<]+[.!?]</p>', answer.text), answer.text[-500:]
            self.counted["refused"] += 1
        return answer

    async def deliver_late(self) -> None:
        """Send something out of the drawer: the same tap again, or one whose question may have passed."""
        action, fields = self.drawer.pop(self.random.randrange(len(self.drawer)))
        again = fields in self.accepted
        self.counted["sent again" if again else "late"] += 1
        await self.deliver(action, fields)

    def renamed(self, form: Form) -> Fields:
        """The form filled in as another tap."""
        name = f"{self.random.getrandbits(64):x}"
        return [(field, name if field == "request" else value) for field, value in form.fill(self.random)]


class CarelessPlayer(Careless, Player):
    """A phone in such hands."""


class CarelessModerator(Careless, Moderator):
    """A desk in such hands."""


def make_careless(evening: Evening) -> Evening:
    """The same evening, in such hands."""
    one = evening.moderator
    moderator = CarelessModerator(one.browser, one.code, one.random)
    moderator.eyes_closed = one.eyes_closed
    players: dict[str, Player] = {
        name: CarelessPlayer(other.browser, other.code, other.random, name) for name, other in evening.players.items()
    }
    return Evening(evening.code, moderator, players)


def sum_counts(evening: Evening) -> Counter[str]:
    """What they all did."""
    return sum((person.counted for person in evening.people if isinstance(person, Careless)), Counter[str]())
