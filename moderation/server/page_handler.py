"""Pages by Django, a few at a time: what a hall asks for in one instant waits in line instead of in each other's way.

A request is answered whole in one of a few threads that stay, with their connections to SQLite: a thread and a
connection for each would cost more than most answers, and so would handing every request to and fro. Hundreds at once
would spend more time on passing Python's one lock around than on their work; in turn, all are answered sooner. A
device that asks without end stands in line behind itself, not before everybody else.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, closing, nullcontext
from contextvars import Context
from typing import Any
from weakref import WeakValueDictionary

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponseBase
from django.urls import set_script_prefix

from moderation.access.devices import COOKIE
from moderation.web import counters

AT_ONCE = 8  # more than the cores that a server has, for those that wait for the database


class Pages(ASGIHandler):
    """Django's own handler, with its synchronous chain, and threads of its own.

    A body is read before its turn and an answer sent after it: a slow device keeps nobody waiting. Whoever goes away
    meanwhile is answered all the same: what they sent counts.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(AT_ONCE, "page")
        self._devices: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # that ask just now

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer when it is this request's turn."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body), counters.answer_seconds.time():
            request, response = self.create_request(scope, body)
            if request is not None:
                response = await self._in_turn(request)
        if response is not None:
            counters.answers.labels(f"{response.status_code // 100}xx").inc()
        await self.send_response(response, send)  # type: ignore[arg-type]  # there is the one or the other

    async def _in_turn(self, request: HttpRequest) -> HttpResponseBase:
        async with self._turn_of(request):
            # A context of its own: the language of one request is not that of the next.
            return await asyncio.wrap_future(self._threads.submit(Context().run, self._answer, request))

    def _turn_of(self, request: HttpRequest) -> AbstractAsyncContextManager[object]:
        """A device is answered one request after the other."""
        device = request.COOKIES.get(COOKIE)
        return self._devices.setdefault(device, asyncio.Lock()) if device else nullcontext()

    def _answer(self, request: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(request.scope))
        signals.request_started.send(sender=type(self), scope=request.scope)
        response: Any = self.get_response(request)
        response._handler_class = type(self)
        response.close()  # the request is done; what it says is whole, for no page of ours is streamed
        return response  # type: ignore[no-any-return]
