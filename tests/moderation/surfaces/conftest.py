"""Fixtures of tests that open a surface's page in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.moderation.page_server import PageServer
from tests.moderation.surfaces.pages import NOW, Visit


@pytest.fixture
def visit(open_device: Callable[..., Page]) -> Visit:
    """A device that has loaded a surface's page."""

    def open_page(surface: str, view: Any, clock: bool = False, **context: Any) -> PageServer:
        page = open_device({"phone": "phone", "desk": "tablet", "screen": "screen"}[surface])
        if clock:
            page.clock.install(time=NOW / 1000 - 1)
            page.clock.pause_at(NOW / 1000)  # it goes on only when the test says so, however slow the machine is
        return PageServer(page, surface, view, **{"comfort": {}, **context}).open()

    return open_page
