"""The Django handler: it answers a few requests at a time, and queues the others.

A request is answered completely in one of a few permanent threads with their own SQLite connections. One thread and
one connection for each request would cost more than most answers. So would moving each request between threads.
Hundreds of requests at once would spend their time on passing Python's lock around. Answered in turn, all are
answered sooner. The requests of one device run one after the other. So a device that floods the server delays only
itself.
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


class PageHandler(ASGIHandler):
    """Django's own handler, with its synchronous middleware and its own threads.

    A body is read before the request's turn and an answer is sent after it, so a slow device delays nobody. A request
    whose client disconnects is answered all the same, because what it sent counts.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(AT_ONCE, "page")
        self._devices: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # with a request under way

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request when its turn comes."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body), counters.answer_seconds.time():
            request, response = self.create_request(scope, body)
            if request is not None:
                response = await self._answer_in_turn(request)
        if response is not None:
            counters.answers.labels(f"{response.status_code // 100}xx").inc()
        await self.send_response(response, send)  # type: ignore[arg-type]  # one of the two is set

    async def _answer_in_turn(self, request: HttpRequest) -> HttpResponseBase:
        async with self._lock_device(request):
            # A separate context: the language of one request must not leak into the next.
            return await asyncio.wrap_future(self._threads.submit(Context().run, self._answer, request))

    def _lock_device(self, request: HttpRequest) -> AbstractAsyncContextManager[object]:
        """Return the lock of the device, so that its requests run one after the other."""
        device = request.COOKIES.get(COOKIE)
        return self._devices.setdefault(device, asyncio.Lock()) if device else nullcontext()

    def _answer(self, request: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(request.scope))
        signals.request_started.send(sender=type(self), scope=request.scope)
        response: Any = self.get_response(request)
        response._handler_class = type(self)
        response.close()  # the response is complete, because no page of ours is streamed
        return response  # type: ignore[no-any-return]
