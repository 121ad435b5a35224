"""Two games side by side that tell one player the same: everything that player's phone is sent has to be the same.

A `World` is a table in the database with a phone at every seat; `side_by_side` plays two of them, at the same times
by a clock that the test sets, and compares at every moment what the phone of one seat is sent: headers, cookies,
page, region, socket message. Whatever differs is something that the player was not told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from games import journal, lifecycle
from games.contract.random_moves import find_twisted_deal, new_table
from games.engine import bots
from games.engine.kit import Kit
from games.engine.table import MODERATOR, Closes, Refused, Step, Table
from games.models import GameSession, Seat
from moderation.models import Kind, Pass
from moderation.play.pacing import clock as tending
from moderation.play.projections.private import has_visible_proposals
from moderation.play.realtime.broadcast import PaddedMessages, Socket
from moderation.play.rendering import render as surfaces
from moderation.play.rendering.render import Rendered, Viewer, build_viewer_of_pass
from moderation.play.timeline import call_length as calls
from tests.moderation.sporz_table import device_of, phone


class Leak(AssertionError):
    """A phone was sent something that its player was not told."""


class Clock:
    """The time of day, turned by hand."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now


def blank(sent: str, code: str) -> str:
    """What was sent without what is random: a code, tokens against forgery, names of taps, seats and steps."""
    sent = re.sub(rf"\b{code}(-\d+)?", "CODE", sent)
    sent = re.sub(r'name="(csrfmiddlewaretoken|request)" value="[^"]*"', r'name="\1"', sent)
    sent = re.sub(r'data-(seats?)="[0-9a-f ]*"', r"data-\1", sent)  # digests, by which ticks are kept
    sent = re.sub(r"""("now": |data-now="|'X-Now': ')\d{13}""", r"\1", sent)  # the time of day, as long in all worlds
    sent = re.sub(" {9,}", " ", sent)  # fills up what is random to the same length
    steps: dict[str, str] = {}
    for opened in re.findall(r'(?:name=\\?"opened\\?" value|data-step)=\\?"(\w+)', sent):
        if not opened.isdigit():  # a number says how many moves there were; a name says nothing
            steps.setdefault(opened, f"step-{len(steps)}")
    for opened, name in steps.items():
        sent = sent.replace(opened, name)
    return sent


class Listening(Socket):
    """A device that has read whatever it was sent."""

    is_behind = False


class MessageWriter:
    """Writes the messages that a table's devices are sent, one rendering after the other."""

    def __init__(self) -> None:
        self.sockets: dict[Viewer, Listening] = {}
        self.taken_back = 0

    def messages(self, rendered: Rendered) -> dict[Viewer, str]:
        """What each viewer of a rendering is sent."""
        views = {}
        for viewer, drawn in rendered.views.items():
            if drawn is not None:
                views[self.sockets.setdefault(viewer, Listening(viewer, nowhere))] = drawn
        written = PaddedMessages(rendered, resend_all=rendered.taken_back != self.taken_back).build_messages(views)
        self.taken_back = rendered.taken_back
        for socket, text in written.items():
            socket.queue(views[socket], text)
        return {socket.viewer: text for socket, text in written.items()}


async def nowhere(_message: dict[str, Any]) -> None:
    """Send nothing: what is sent is read where it is written."""


@dataclass
class World:
    """A table with a phone at every seat."""

    session: GameSession
    random: Random
    phones: dict[str, Client] = field(default_factory=dict)
    viewers: dict[str, Viewer] = field(default_factory=dict)
    screen: Client = field(default_factory=Client)  # in the room: it has no pass
    writer: MessageWriter = field(default_factory=MessageWriter)

    @classmethod
    def begin(
        cls,
        kit: Kit,
        table: Table,
        deal: dict[str, Any],
        nights: str,
        code: str,
        random: Random,
        number: int | None = None,
    ) -> World:
        """Seat everybody, deal, begin. `number`: of this game among all, which pages show; None: the next."""
        options = {name: value for name, value in table.options.items() if value is not None}
        session = GameSession.objects.create(
            pk=number,
            code=code,
            game=kit.slug,
            kit_version=kit.rules.VERSION,
            nights=nights,
            language="en",
            options=options,
        )
        for place, name in enumerate(table.seats):
            Seat.objects.create(session=session, place=place, name=name, folded=name)
        world = cls(session, random)
        for name in table.seats:
            client = world.phones[name] = phone(session, name)
            held = Pass.objects.get(device=device_of(client), kind=Kind.SEAT)
            world.viewers[name] = build_viewer_of_pass(held, "phone", "en")
        with world:
            lifecycle.deal_cards(session, deal)
            lifecycle.begin(session)
        return world

    def __enter__(self) -> World:
        """Let chance be this world's."""
        journal.chance = self.random  # type: ignore[assignment]
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    @property
    def table(self) -> Table:
        """The table, at the head."""
        with journal.read_table(self.session.pk) as (_session, table):
            assert table is not None
            return table

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and everybody has seen it."""
        return self.table.outcome is not None and self.shown().until is None

    def go_on(self, clock: Clock, random: Random) -> None:
        """Let up to 40 seconds pass, and let a bot make the move that comes next."""
        clock.now += timedelta(seconds=random.randint(1, 40))
        with self:
            tending.tick(self.session.pk)
        if self.table.outcome is None:
            self.take(bots.next_move(self.session.kit, self.table, random.choice).written())

    def waits_at(self, step: Step) -> bool:
        """Whether this step is still open."""
        now = self.table.step
        return now is not None and (now.name, now.opened) == (step.name, step.opened)

    def shown(self) -> calls.Release:
        """What is released."""
        with journal.read_table(self.session.pk) as (session, table):
            return tending.build_release(session, table)

    def take(self, move: Mapping[str, Any]) -> bool:
        """Whether the journal takes the move."""
        with self, suppress(Refused):
            journal.submit(self.session.pk, move)
            return True
        return False

    def told(self, seat: str) -> list[Any]:
        """All that this player knows: facts that are out, and what the phone asks."""
        shown, table = self.shown(), self.table
        out = [one.fact for one in table.told_to(seat) if shown.until is None or one.at <= shown.until]
        step = shown.step
        if step is None or seat not in step.asks:
            over = table.outcome is not None and shown.until is None
            return [out, over and table.truth()]
        fellows = dict(step.answers) if has_visible_proposals(step) and step.asleep else step.answers.get(seat)
        return [out, step.name, [(one.name, one.shown) for one in step.asks[seat].fields()], fellows]

    def sent(self, seat: str, whole: bool = False) -> dict[str, str]:
        """What this seat's phone is sent now: the region, the message of its socket, and the whole page if wanted."""
        viewer = self.viewers[seat]
        everybody = list(self.viewers.values())
        rendered = surfaces.render(self.session.pk, everybody, everybody)
        assert rendered.html(viewer) is not None
        sent = {"message": MessageWriter().messages(rendered)[viewer]}
        if whole:
            path = f"/t/{self.session.code}/"
            for what, extra in (("page", {}), ("region", {"HX-Request": "true"})):
                answer = self.phones[seat].get(path, headers=extra)
                headers = dict(answer.headers)
                assert int(headers.pop("Content-Length", len(answer.content))) == len(answer.content)
                sent[what] = f"{answer.status_code} {headers}\n{answer.content.decode()}"
        return {what: blank(one, self.session.code) for what, one in sent.items()}


def differences(one: dict[str, str], other: dict[str, str]) -> str:
    """Where two phones were sent something else, in short."""
    for what in one:
        if one[what] != other[what]:
            place = next(
                (at for at, pair in enumerate(zip(one[what], other[what], strict=False)) if pair[0] != pair[1]),
                min(len(one[what]), len(other[what])),
            )
            around = slice(max(0, place - 150), place + 150)
            return f"{what}:\n{one[what][around]}\n--- but ---\n{other[what][around]}"
    return ""


@dataclass
class SideBySide:
    """Two worlds, one player, and how often they were compared."""

    one: World
    other: World
    seat: str
    clock: Clock
    random: Random
    compared: int = 0

    def alike(self) -> bool:
        """Compare what the player is sent; False when the player was told something else. Raises `Leak`."""
        if self.one.told(self.seat) != self.other.told(self.seat):
            return False
        whole = self.compared % 4 == 0
        found = differences(self.one.sent(self.seat, whole), self.other.sent(self.seat, whole))
        if found:
            step = self.one.shown().step
            raise Leak(f"{self.one.session.game}, {self.seat} at {step and step.name}: {found}")
        self.compared += 1
        return True

    def play(self, most: int) -> int:
        """Play on until the player is told different things, or the end; how often the worlds were compared."""
        for _ in range(most):
            if not self.alike() or self.one.table.outcome or self.other.table.outcome:
                break
            if not self._go_on():
                break
        return self.compared

    def close(self) -> None:
        """Free the codes of both tables."""
        for world in (self.one, self.other):
            GameSession.objects.filter(pk=world.session.pk).update(closed=timezone.now())

    def _go_on(self) -> bool:
        step, elsewhere = self.one.table.step, self.other.table.step
        assert step is not None and elsewhere is not None
        if step.name != elsewhere.name:
            return False
        if step.asleep and self.one.session.nights == GameSession.Nights.PHONES:
            return self._call()
        if step.asleep:
            return self._eyes_closed(step)
        self.clock.now += timedelta(seconds=self.random.randint(1, 20))
        return self._by_day(step)

    # By day what one world does the other does too; who is asked aside may do something else.

    def _by_day(self, step: Step) -> bool:
        move = bots.next_move(self.one.session.kit, self.one.table, self.random.choice).written()
        if not self.one.take(move):
            return False
        if step.aside and move["by"] != self.seat:
            return self._aside(move)
        return self.other.take(move)

    def _aside(self, move: Mapping[str, Any]) -> bool:
        """Somebody who is asked aside answers in the other world too, the same or something else."""
        step = self.other.table.step
        ask = step.asks.get(move["by"]) if step else None
        if ask is None or "answer" not in move:
            return self.other.take(move)
        other = {**move, "answer": ask.draw(self.random.choice)}
        if self.random.random() < 0.3 and self.other.take(other):
            return True
        return self.other.take(move) or self.other.take(other)

    # A night with eyes closed: the desk enters what it sees, in whatever way and as often as it likes.

    def _eyes_closed(self, step: Step) -> bool:
        entered = dict(self._enter(self.one, step, {}))
        elsewhere = self.other.table.step
        assert elsewhere is not None
        for _change in range(self.random.randint(0, 2)):  # second thoughts, and covers that nobody asked for
            idle = [seat for seat in self.other.table.seats if seat not in elsewhere.asks]
            if idle:
                self.other.take({"by": self.random.choice(idle), "cover": {"opened": elsewhere.opened}})
        self._enter(self.other, elsewhere, entered)
        return True

    def _enter(self, world: World, step: Step, wanted: dict[str, Any]) -> dict[str, Any]:
        """Enter a call at the desk, the answers that are wanted where they can be; what was entered."""
        answers: dict[str, Any] = {}
        for seat, ask in step.asks.items():
            if not world.waits_at(step) or self.random.random() < 0.1:
                continue
            likely = [wanted[seat]] if seat in wanted else list(wanted.values())
            answer = next((one for one in likely if ask.allows(one)), None) or ask.draw(self.random.choice)
            for given in ([ask.draw(self.random.choice)] if self.random.random() < 0.3 else []) + [answer]:
                if world.take({"step": step.name, "by": MODERATOR, "for": seat, "answer": given}):
                    answers[seat] = given
        if world.waits_at(step):
            proposed = world.table.step.proposals() if world.table.step else []
            if len(proposed) > 1 and step.moderator_ask and step.moderator_ask.allows(proposed[0][0]):
                world.take({"step": step.name, "by": MODERATOR, "answer": proposed[0][0]})
            else:
                world.take({"step": step.name, "by": MODERATOR, "close": True})
        return answers

    # A call on phones: everybody answers or is asked a cover question, each when they like, and time closes it.

    def _call(self) -> bool:
        shown, elsewhere = self.one.shown(), self.other.shown()
        if shown.ends is None or shown.step is None or elsewhere.step is None:
            return False
        begun, ends = self.clock.now, shown.ends
        span = (ends - begun).total_seconds()
        ticks = sorted(self.random.uniform(0.1, 0.95) * span for _ in range(4))
        deeds = [(self.random.randrange(len(ticks)), self._own_deed(shown.step)) for _ in range(2)]
        given: dict[str, Any] = {}
        seen = self._through_call(self.one, shown.step, ticks, deeds, begun, ends, given)
        self.clock.now = begun
        again = self._through_call(self.other, elsewhere.step, ticks, deeds, begun, ends, given)
        for (told, sent), (told_too, sent_too) in zip(seen, again, strict=True):
            if told != told_too:
                return False
            if found := differences(sent, sent_too):
                raise Leak(f"{self.one.session.game}, {self.seat} during {shown.step.name}: {found}")
            self.compared += 1
        return True

    def _own_deed(self, step: Step) -> Any:
        """What the player answers in both worlds, asked or not."""
        ask = step.asks.get(self.seat) or calls.find_visible_ask(step)
        return ask.draw(self.random.choice) if ask and ask.report() else None

    def _through_call(
        self,
        world: World,
        step: Step,
        ticks: list[float],
        deeds: list[tuple[int, Any]],
        begun: datetime,
        ends: datetime,
        given: dict[str, Any],
    ) -> list[tuple[list[Any], dict[str, str]]]:
        """Live through a call; what the player knew and was sent at each tick and when its time was over."""
        seen = []
        for number, tick in enumerate(ticks):
            self.clock.now = begun + timedelta(seconds=tick)
            for _tap in range(self.random.randint(0, 3)):
                self._tap_of_somebody(world, step, given)
            for answer in (answer for when, answer in deeds if when == number):
                self._tap(world, step, self.seat, answer)
            seen.append((world.told(self.seat), world.sent(self.seat)))
        self.clock.now = ends + timedelta(milliseconds=self.random.choice((3, 8, 40)))
        with world:
            tending.tick(world.session.pk)
        seen.append((world.told(self.seat), world.sent(self.seat, whole=True)))
        return seen

    def _tap_of_somebody(self, world: World, step: Step, given: dict[str, Any]) -> None:
        """Somebody else answers, as in the other world where that can be; whoever proposes with the player waits."""
        others = [seat for seat in world.table.seats if seat != self.seat]
        together = self.seat in step.asks and step.closes is Closes.GROUP
        seat = self.random.choice(others)
        ask = step.asks.get(seat)
        if ask is None:
            shape = calls.find_visible_ask(step)
            if shape is not None and shape.report():
                self._tap(world, step, seat, shape.draw(self.random.choice))
        elif not together:
            wanted = given.get(seat)
            answer = wanted if wanted and ask.allows(wanted) else ask.draw(self.random.choice)
            if self._tap(world, step, seat, answer):
                given[seat] = answer

    def _tap(self, world: World, step: Step, seat: str, answer: Any) -> bool:
        if answer is None:
            return False
        if seat not in step.asks:
            return world.take({"by": seat, "cover": {"opened": step.opened, "step": step.name, "answer": answer}})
        return world.waits_at(step) and world.take({"step": step.name, "by": seat, "answer": answer})


def side_by_side(kit: Kit, table: Table, nights: str, clock: Clock, random: Random) -> SideBySide | None:
    """The same table twice, or once more with another deal that one player cannot tell apart; None: there is none."""
    seat = random.choice(table.seats)
    deal = find_twisted_deal(kit, table, seat, random.choice) if random.random() < 0.6 else table.deal
    if deal is None:
        return None
    worlds = [
        World.begin(kit, table, dealt, nights, code, Random("chance"))
        for dealt, code in ((table.deal, "BFHJ"), (deal, "KLMR"))
    ]
    return SideBySide(worlds[0], worlds[1], seat, clock, random)


def short(kit: Kit, choose: Any) -> Table:
    """A small table with options drawn at random."""
    while True:
        table = new_table(kit, choose)
        if len(table.seats) <= kit.roles.SEATS[0] + 3:
            return table
