"""Refuse a WebSocket for good."""

from __future__ import annotations

from typing import Any


async def turn_away(receive: Any, send: Any, code: int) -> None:
    """Accept, then close with `code`: a browser's script asks again for ever when refused before."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})
