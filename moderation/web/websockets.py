"""Refusal of a WebSocket, for good."""

from __future__ import annotations

from typing import Any


async def turn_away(receive: Any, send: Any, code: int) -> None:
    """Accept the socket, then close it with `code`.

    A browser's script would retry for ever if the socket were refused before.
    """
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})
