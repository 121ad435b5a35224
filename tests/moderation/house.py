"""Our pages in a browser without a server behind them: the network is played by the test, sockets and all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.template.loader import render_to_string
from playwright.sync_api import Page, Route, WebSocketRoute

from moderation.desk_showing import Desk
from moderation.showing import Open, Phone
from moderation.static_files import by_hashed_name

HOUSE = "http://house.test"
POLICY = "default-src 'self'; connect-src 'self' ws://house.test; base-uri 'none'; object-src 'none'"
REGIONS = {"phone": "phone/_view.html", "desk": "desk/_view.html", "screen": "screen/_view.html"}


def region(view: Phone | Desk | Open) -> str:
    """A view as its surface is sent it."""
    surface = {Phone: "phone", Desk: "desk", Open: "screen"}[type(view)]
    return render_to_string(REGIONS[surface], {"view": view, "code": "BFHJ", "csrf_token": "token"})


def notice(text: str) -> str:
    """What comes with the answer to a tap."""
    return render_to_string("parts/_notice.html", {"notice": text})


class House:
    """Serves one page, its files and its socket to one device, and remembers what was posted."""

    def __init__(self, page: Page, surface: str, view: Phone | Desk | Open, **context: Any) -> None:
        self.page, self.surface, self.view = page, surface, view
        self.context = {"seat_name": "Ann", "slug": "sporz", "code": "BFHJ", "request_id": "first", "pulse": 1}
        self.context |= {
            "join_url": f"{HOUSE}/j/BFHJ/",
            "qr": "",
            "session": {"game": "sporz"},
            "csrf_token": "token",
        }
        self.context |= context
        self.socket: WebSocketRoute | None = None
        self.loads = 0
        self.posted: list[dict[str, str]] = []
        self.reply: Callable[[], dict[str, Any]] | None = lambda: {"body": region(self.view) + notice("")}
        self.panel = ""
        self.answers = True
        page.route("**/*", self._serve)
        page.route_web_socket("**/ws/**", self._connect)

    def open(self) -> House:
        """Load the page and wait for its socket."""
        self.page.goto(f"{HOUSE}/{self.surface}/")
        self.wait_for(lambda: self.socket)
        return self

    def push(self, view: Phone | Desk | Open, pulse: int, now: int | None = None) -> None:
        """Send the device a view."""
        self.view = view
        now = now or self.page.evaluate("Date.now()")
        self.say({"content": region(view), "pulse": pulse, "now": now})

    def say(self, message: dict[str, Any]) -> None:
        """Send the device a message."""
        assert self.socket
        self.socket.send(json.dumps(message))

    def wait_for(self, true: Callable[[], object]) -> None:
        """Wait for something that the device does in its own time."""
        for _ in range(500):
            if true():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("it did not come")

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.answers:
            self.socket = socket
        else:
            socket.close(code=1011)

    def _serve(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        if not self.answers:
            route.abort()
        elif path.startswith("/static/"):
            file = by_hashed_name()[path.removeprefix("/static/")]
            route.fulfill(body=file.body, content_type=file.kind)
        elif route.request.method == "POST":
            sent = parse_qs(route.request.post_data or "", keep_blank_values=True)
            self.posted.append({name: ", ".join(values) for name, values in sent.items()})
            assert self.reply
            route.fulfill(content_type="text/html", **self.reply())
        elif "/answer/" in path:
            route.fulfill(content_type="text/html", body=self.panel)
        else:
            self.loads += 1
            html = render_to_string(f"{self.surface}/page.html", self.context | {"html": region(self.view)})
            route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY})
