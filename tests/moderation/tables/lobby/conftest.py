"""Pages of the lobby in a browser, rendered from plain values: no server, no database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route

from moderation.project.static_files import list_by_hashed_name

OpenLobby = Callable[..., Page]


@pytest.fixture
def open_lobby(open_device: Callable[..., Page]) -> OpenLobby:
    """Open a page of the lobby: its template, the kind of device, its values. What it sends stands in `sent`."""

    def open_page(
        template: str, device: str = "phone", sent: list[dict[str, Any]] | None = None, **values: Any
    ) -> Page:
        html = render_to_string(template, values, RequestFactory().get("/"))
        page = open_device(device)

        def serve(route: Route) -> None:
            path = urlsplit(route.request.url).path
            if path.startswith("/static/"):
                file = list_by_hashed_name()[path.removeprefix("/static/")]
                route.fulfill(body=file.body, content_type=file.kind)
                return
            if route.request.method == "POST" and sent is not None:
                sent.append(parse_qs(route.request.post_data or ""))
            route.fulfill(body=html, content_type="text/html")

        page.route("**/*", serve)
        page.goto("http://veilleur.test/")
        return page

    return open_page
