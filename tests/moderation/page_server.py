"""Our pages in a browser without a server behind them: the network is played by the test, sockets and all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language
from playwright.sync_api import Page, Route, WebSocketRoute

from moderation.play.projections.private import PhoneView
from moderation.play.projections.public import PublicView
from moderation.play.rendering.fragments import RenderedView, View, find_differences
from moderation.project.static_files import list_by_hashed_name
from moderation.surfaces.desk import fragments as desk_fragments
from moderation.surfaces.desk.view_model import DeskView
from moderation.surfaces.phone import fragments as phone_fragments
from moderation.surfaces.screen import fragments as screen_fragments

SERVER_ADDRESS = "http://veilleur.test"
# What the socket brings next will be told of once it has taken its place on the page.
LISTEN = """() => { window.shown = false;
  document.addEventListener("htmx:ws:after:message:incoming", () => (window.shown = true), { once: true }); }"""
POLICY = "default-src 'self'; connect-src 'self' ws://veilleur.test; base-uri 'none'; object-src 'none'"


def view_of(seen: PhoneView | DeskView | PublicView) -> View:
    """What its surface makes of it."""
    if isinstance(seen, PhoneView):
        return phone_fragments.build_view(seen)
    return (
        desk_fragments.build_moderator_view(seen) if isinstance(seen, DeskView) else screen_fragments.build_view(seen)
    )


def render_view(seen: PhoneView | DeskView | PublicView) -> RenderedView:
    """Render a view in the active language."""
    return view_of(seen).render(get_language() or "", "token")


def region(seen: PhoneView | DeskView | PublicView) -> str:
    """A view as its surface is sent it."""
    return render_view(seen).html


def changes(before: PhoneView | DeskView | PublicView, after: PhoneView | DeskView | PublicView) -> str:
    """What a device is sent that holds the view of before: the fragments that have changed, or the whole."""
    one, other = render_view(before), render_view(after)
    return other.partials(find_differences(one.parts, other.parts)) if one.frame == other.frame else other.html


def notice(text: str) -> str:
    """What comes with the answer to a tap."""
    return render_to_string("parts/_notice.html", {"notice": text})


class PageServer:
    """Serves one page, its files and its socket to one device, and remembers what was posted."""

    def __init__(self, page: Page, surface: str, view: PhoneView | DeskView | PublicView, **context: Any) -> None:
        self.page, self.surface, self.view = page, surface, view
        self.context = {"seat_name": "Ann", "slug": "sporz", "code": "BFHJ", "request_id": "first", "pulse": 1}
        self.context |= {
            "server_address": SERVER_ADDRESS,
            "qr": "",
            "session": {"game": "sporz", "settings": {"covers_after": 20}},
            "csrf_token": "token",
        }
        self.context |= context
        self.socket: WebSocketRoute | None = None
        self.loads, self.asked = 0, 0
        self.holds_back = 0  # so many questions of the page get no answer
        self.posted: list[dict[str, str]] = []
        self.reply: Callable[[], dict[str, Any]] | None = lambda: {"body": region(self.view) + notice("")}
        self.panel = ""
        self.answers = True
        self.language = get_language() or "en"
        page.route("**/*", self._serve)
        page.route_web_socket("**/ws/**", self._connect)

    def open(self) -> PageServer:
        """Load the page and wait for its socket."""
        self.page.goto(f"{SERVER_ADDRESS}/{self.surface}/")
        self.wait_for(lambda: self.socket)
        return self

    def push(self, view: PhoneView | DeskView | PublicView, pulse: int, now: int | None = None) -> None:
        """Send the device a view."""
        content, self.view = changes(self.view, view), view
        now = now or self.page.evaluate("Date.now()")
        self.say({"content": content, "pulse": pulse, "now": now})

    def show(self, view: PhoneView | DeskView | PublicView) -> None:
        """Send the device the next view, and wait until its page shows it."""
        self.context["pulse"] = pulse = int(self.context["pulse"]) + 1
        self.page.evaluate(LISTEN)
        self.push(view, pulse)
        self.page.wait_for_function("() => window.shown")

    def say(self, message: dict[str, Any]) -> None:
        """Send the device a message."""
        assert self.socket
        self.socket.send(json.dumps(message))

    def wait_for(self, true: Callable[[], object]) -> None:
        """Wait for something that the device does in its own time."""
        for _ in range(3_000):
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
            file = list_by_hashed_name()[path.removeprefix("/static/")]
            route.fulfill(body=file.body, content_type=file.kind)
        elif route.request.method == "POST":
            sent = parse_qs(route.request.post_data or "", keep_blank_values=True)
            self.posted.append({name: ", ".join(values) for name, values in sent.items()})
            assert self.reply
            route.fulfill(content_type="text/html", **self.reply())
        elif route.request.headers.get("hx-request") and path == f"/{self.surface}/":  # it asks, as no socket speaks
            self.asked += 1
            asked = {"X-Pulse": str(self.context["pulse"])}
            if self.asked > self.holds_back:
                route.fulfill(content_type="text/html", body=region(self.view), headers=asked)
        elif "/answer/" in path:
            route.fulfill(content_type="text/html", body=self.panel)
        else:
            self.loads += 1
            with translation.override(self.language):
                html = render_to_string(
                    f"surfaces/{self.surface}/page.html", self.context | {"html": region(self.view)}
                )
            route.fulfill(body=html, content_type="text/html", headers={"Content-Security-Policy": POLICY})
