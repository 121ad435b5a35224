"""Pages by Django, a few at a time: what a hall asks for in one instant waits in line instead of in each other's way.

Each request has a thread of its own. Hundreds at once would spend more time on handing Python's one lock around than
on their work; in turn, all of them are answered sooner.
"""

from __future__ import annotations

import asyncio
from typing import Any

from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponseBase

AT_ONCE = 8  # more than the cores that a server has, for those that wait for the database


class Pages(ASGIHandler):
    """Django's own handler, with a line before the views.

    A body is read before its turn and an answer sent after it: a slow device keeps nobody waiting.
    """

    def __init__(self) -> None:
        super().__init__()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def get_response_async(self, request: Any) -> HttpResponseBase:
        """Answer when it is this request's turn."""
        async with self._turns:
            return await super().get_response_async(request)
