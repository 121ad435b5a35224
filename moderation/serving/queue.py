"""Pages by Django, a few at a time: what a hall asks for in one instant waits in line instead of in each other's way.

A request is answered whole in one of a few threads that stay, with their connections to SQLite: a thread and a
connection for each would cost more than most answers, and so would handing every request to and fro. Hundreds at once
would spend more time on passing Python's one lock around than on their work; in turn, all are answered sooner. A
device that asks without end stands in line behind itself, not before everybody else. The admin has a short line and
one thread of its own: its login hashes a password at each try, and no game waits for that.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, closing, nullcontext
from contextvars import Context
from typing import Any
from weakref import WeakValueDictionary

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation
from django.utils.translation import gettext as _

from moderation.access.devices import COOKIE
from moderation.serving.long_work import page
from moderation.site import metrics

AT_ONCE = 8  # more than the cores that a server has, for those that wait for the database
ADMIN, ADMINS = "/admin/", 8  # where the admin is, and how many may wait or be answered there
REST = 1.0  # seconds after which one more is told that there is no room: whoever floods is not invited to hurry
NO_ROOM = {"Retry-After": "10", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Pages(ASGIHandler):
    """Django's own handler, with its synchronous chain, and threads of its own.

    A body is read before its turn and an answer sent after it: a slow device keeps nobody waiting. Whoever goes away
    meanwhile is answered all the same: what they sent counts.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(AT_ONCE, "page")
        self._admin = ThreadPoolExecutor(1, "admin")
        self._admins: set[Future[HttpResponseBase]] = set()
        self._devices: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # that ask just now

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer when it is this request's turn."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body), metrics.answer_seconds.time():
            request, response = self.create_request(scope, body)
            if request is not None:
                response = await self._in_turn(request)
        if response is not None:
            metrics.answers.labels(f"{response.status_code // 100}xx").inc()
        await self.send_response(response, send)  # type: ignore[arg-type]  # there is the one or the other

    async def _in_turn(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(ADMIN):
            async with self._turn_of(request):
                # A context of its own: the language of one request is not that of the next.
                return await asyncio.wrap_future(self._threads.submit(Context().run, self._answer, request))
        if len(self._admins) >= ADMINS:
            await asyncio.sleep(REST)
            return no_room(request)
        place = self._admin.submit(Context().run, self._answer, request)
        self._admins.add(place)  # whoever leaves keeps it until the work is done, which nothing can break off
        place.add_done_callback(self._admins.discard)
        return await asyncio.wrap_future(place)

    def _turn_of(self, request: HttpRequest) -> AbstractAsyncContextManager[object]:
        """A device is answered one request after the other."""
        device = request.COOKIES.get(COOKIE)
        return self._devices.setdefault(device, asyncio.Lock()) if device else nullcontext()

    def _answer(self, request: Any) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(request.scope))
        signals.request_started.send(sender=type(self), scope=request.scope)
        with page():
            response: Any = self.get_response(request)
        response._handler_class = type(self)
        response.close()  # the request is done; what it says is whole, for no page of ours is streamed
        return response  # type: ignore[no-any-return]


def no_room(request: HttpRequest) -> HttpResponse:
    """What is said where too many ask for the admin at once, in the language of the browser that asks."""
    with translation.override(translation.get_language_from_request(request)):
        sentence = _("Too many people ask for the admin at once. Try again in a few seconds.")
    return HttpResponse(sentence, status=503, content_type="text/plain; charset=utf-8", headers=NO_ROOM)
