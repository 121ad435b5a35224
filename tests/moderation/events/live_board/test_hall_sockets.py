"""A hall is pushed: to organisers, to its screen, and to each guest where they sit; by the clock, once for all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async as in_a_thread
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import journal
from games.models import Event, GameSession, Round
from moderation.events import guests
from moderation.events.live_board import broadcast
from moderation.models import Guest, Kind, Pass, Placing, Seating, SignUp
from moderation.play.realtime.broadcast import GONE
from moderation.tables.next_game import play_again
from tests.moderation.clients import said_in, text, the_host
from tests.moderation.events.live_board.hall import put
from tests.moderation.play.realtime.test_consumers import Connection
from tests.moderation.sporz_table import CHIEF, desk, device_of, playing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def quick(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(broadcast, "BOARD_INTERVAL", 0.1)
    monkeypatch.setattr(broadcast, "AT_MOST", 0.02)
    yield
    for hall in broadcast.live_boards.boards.values():
        if hall.task:
            hall.task.cancel()
    broadcast.live_boards.boards.clear()


class Evening:
    """An evening with a table, and Léo, who was seated at it."""

    def __init__(self) -> None:
        self.event = Event.objects.create(name="Friday", spots=["Table 1"])
        self.part: Round = self.event.rounds.create(name="First round")
        self.opened = guests.open_list(self.event)
        SignUp.objects.update(hall=True)
        self.host, self.leo = the_host(), Client()
        self.leo.post(reverse("sign_up", args=[self.opened.key]), {"name": "Léo"})
        self.guest = Guest.objects.get()
        guests.arrive(self.guest)
        self.table = put(self.event, playing(), "Table 1", self.part)

    def seat_leo(self) -> None:
        seating = Seating.objects.create(round=self.part, accepted=timezone.now())
        Placing.objects.create(
            seating=seating,
            guest=self.guest,
            spot=0,
            game="sporz",
            session=self.table,
            seat=self.table.seats.get(name="Ann"),
        )

    def path(self, surface: str) -> str:
        return f"/ws/hall/{self.event.pk}/" if surface == "board" else f"/ws/e/{self.opened.key}/{surface}/"


async def told_until(socket: Connection, words: str) -> dict[str, Any]:
    """Read on until a message has these words."""
    while words not in (said := await socket.told()).get("content", ""):
        pass
    return said


async def test_the_board_is_pushed_on_moves_and_calls_for_help() -> None:
    evening = await in_a_thread(Evening)()
    socket = await Connection(evening.path("board"), evening.host).open()
    first = await told_until(socket, "Table 1")
    await in_a_thread(journal.submit)(evening.table.pk, CHIEF)
    assert (await told_until(socket, "Night 1"))["pulse"] > first["pulse"]
    moderator = await in_a_thread(desk)(evening.table)
    await in_a_thread(moderator.post)(reverse("desk_help", args=[evening.table.code]), {"wanted": "1"})
    said = await told_until(socket, "Help: Table 1")
    assert "<hx-partial" in said["content"]  # what has changed, and no more
    await socket.hang_up()


async def test_a_board_closes_for_who_does_not_organise_any_more() -> None:
    evening = await in_a_thread(Evening)()
    socket = await Connection(evening.path("board"), evening.host).open()
    await socket.told()
    await Pass.objects.filter(kind=Kind.HOST).adelete()
    assert await socket.closed() == GONE


async def test_the_screen_is_pushed_and_closes_when_switched_off() -> None:
    evening = await in_a_thread(Evening)()
    socket = await Connection(evening.path("hall"), None).open()
    assert "Friday" in (await socket.told())["content"]
    await in_a_thread(evening.seat_leo)()
    await told_until(socket, "Ann")
    await SignUp.objects.aupdate(hall=False)
    assert await socket.closed() == GONE
    again = await Connection(evening.path("hall"), None).open()
    assert await again.closed() == GONE


async def test_a_guest_is_pushed_seat_next_game_and_closing() -> None:
    evening = await in_a_thread(Evening)()
    socket = await Connection(evening.path("seat"), evening.leo).open()
    assert 'data-test="seat-awaited"' in (await socket.told())["content"]
    await in_a_thread(evening.seat_leo)()
    await told_until(socket, "Table 1, Sporz")
    again = await in_a_thread(play_again)(evening.table)
    goes = await in_a_thread(evening.leo.post)(reverse("my_seat", args=[evening.opened.key]))
    assert goes.headers["Location"] == reverse("phone", args=[again.code])
    mine = await Pass.objects.select_related("seat").aget(kind=Kind.SEAT)
    assert mine.session_id == again.pk and mine.seat and mine.seat.name == "Ann"
    page = await in_a_thread(evening.leo.get)(reverse("sign_up", args=[evening.opened.key]))
    assert "Table 1, Sporz" in text(page)
    await GameSession.objects.filter(pk=again.pk).aupdate(closed=timezone.now())
    assert "Table 1" in said_in((await told_until(socket, 'data-test="closed-last"'))["content"], "closed-last")
    assert "no table for you" in text(
        await in_a_thread(evening.leo.post)(reverse("my_seat", args=[evening.opened.key]), follow=True)
    )
    await socket.hang_up()


async def test_a_seat_is_pushed_only_to_its_guest() -> None:
    evening = await in_a_thread(Evening)()
    stranger = await Connection(evening.path("seat"), Client()).open()
    assert await stranger.closed() == GONE
    socket = await Connection(evening.path("seat"), evening.leo).open()
    await socket.told()
    other = await in_a_thread(the_host)()
    device = await in_a_thread(device_of)(other)
    await Guest.objects.aupdate(device=device)  # brought to another device by its code
    assert await socket.closed() == GONE


async def test_however_many_watch_the_hall_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = await in_a_thread(Evening)()
    drawn: list[int] = []
    draw = broadcast.render_views

    async def counting(event_id: int, viewers: Any) -> Any:
        drawn.append(len(viewers))
        return await draw(event_id, viewers)

    monkeypatch.setattr(broadcast, "render_views", counting)
    sockets = [await Connection(evening.path("hall"), None).open() for _ in range(20)]
    for socket in sockets:
        await socket.told()
    assert len(drawn) < 20 and max(drawn) == 1  # one viewer for each language, whoever holds it
    for socket in sockets:
        await socket.hang_up()
    assert broadcast.live_boards.boards == {}


async def test_what_is_done_at_tables_in_secret_wakes_no_hall() -> None:
    evening = await in_a_thread(Evening)()
    await in_a_thread(journal.submit)(evening.table.pk, CHIEF)
    socket = await Connection(evening.path("board"), evening.host).open()
    await told_until(socket, "Night 1")
    hall = broadcast.live_boards.boards[evening.event.pk]
    await asyncio.sleep(0.05)
    await in_a_thread(journal.submit)(
        evening.table.pk, {"step": "mutants", "by": "Ann", "answer": {"kill": "Bob", "paralyse": "Eve"}}
    )
    assert not hall.soon.is_set()
    assert await socket.asgi.receive_nothing(0.5)
    await socket.hang_up()
