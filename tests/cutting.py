"""Proxies between a device and a server that fail as networks do: cut sockets, cut cookies, frozen connections."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType
from typing import Self

HEAD_END = b"\r\n\r\n"
REFUSED = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Proxy:
    """Passes connections on to a server from a port of its own, in a thread. `host`: where the server is."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self.host, self.to, self.port = host, port, 0
        self._loop = asyncio.new_event_loop()
        self._listens = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def url(self) -> str:
        """The address without a final slash."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        self._listens.wait()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._listens.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


class CuttingProxy(Proxy):
    """Lets pages through and cuts every WebSocket; counts the sockets that it has cut.

    `cookies`: whether they get through; if they do not, sockets do.
    """

    def __init__(self, port: int, cookies: bool = True, host: str = "127.0.0.1") -> None:
        super().__init__(port, host)
        self.cut, self.cookies = 0, cookies

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: its first request says whether it wants to be a socket; each page has one of its own."""
        try:
            head = await reader.readuntil(HEAD_END)
            socket = b"upgrade: websocket" in head.lower()
            if socket and self.cookies:
                self.cut += 1
                writer.write(REFUSED)
                await writer.drain()
                return
            first, _line, rest = head.partition(b"\r\n")
            left_out = (b"" if self.cookies else b"cookie:", b"" if socket else b"connection:")
            lines = [
                line for line in rest.split(b"\r\n") if not line.lower().startswith(tuple(filter(None, left_out)))
            ]
            inside, outside = await asyncio.open_connection(self.host, self.to)
            outside.write(b"\r\n".join([first, *([] if socket else [b"Connection: close"]), *lines]))
            await asyncio.gather(_pump(reader, outside), _pump(inside, writer))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


class FreezingProxy(Proxy):
    """Passes everything on until `freeze`: then open connections stay open and carry nothing, new ones work.

    So does a router that has forgotten a connection, or a phone that has changed its access point.
    """

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        super().__init__(port, host)
        self._thaws = asyncio.Event()  # of the connections that are open now
        self._thaws.set()

    def freeze(self) -> None:
        """Freeze the connections that are open."""
        done = threading.Event()

        def change() -> None:
            self._thaws.clear()
            self._thaws = asyncio.Event()
            self._thaws.set()
            done.set()

        self._loop.call_soon_threadsafe(change)
        done.wait()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        thaws = self._thaws
        try:
            inside, outside = await asyncio.open_connection(self.host, self.to)
            await asyncio.gather(_pump(reader, outside, thaws), _pump(inside, writer, thaws))
        except OSError:
            pass
        finally:
            writer.close()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter, thaws: asyncio.Event | None = None) -> None:
    while some := await source.read(65_536):
        if thaws is not None:
            await thaws.wait()
        sink.write(some)
        await sink.drain()
    if thaws is not None:
        await thaws.wait()  # an end is not told either
    if sink.can_write_eof():
        sink.write_eof()
