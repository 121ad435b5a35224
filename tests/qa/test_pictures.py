"""One picture of every surface in every engine: each surface is come to, and fits the device that shows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from qa.pictures.painters import SIZES, Chromium, Painter, WebKit
from qa.pictures.surfaces import LONG, SURFACES, Gallery
from qa.serving import RunningServer
from tests.watched.tables import PICTURES
from tests.webkit import DEATH, Device

pytestmark = [
    pytest.mark.slow,
    pytest.mark.full,
    pytest.mark.timeout(3600),  # so many pictures are long on a slow machine
    pytest.mark.flaky(reruns=2, only_rerun=DEATH),
]


def test_every_surface_is_pictured_in_every_engine(
    start_server: Callable[..., RunningServer],
    open_device: Callable[..., Page],
    browser: Browser,
    open_webkit: Callable[[str], Device],
) -> None:
    painters: list[Painter] = [Chromium(browser), WebKit(open_webkit("screen"))]
    gallery = Gallery(start_server(CALL_PACE=LONG, MOMENT_PACE="1"), open_device, "sporz")
    come_to = set()
    for number, surface in enumerate(gallery.surfaces()):
        come_to.add(surface.name)
        sight = surface.sights[number % len(surface.sights)]  # the desk, a phone and the screen by turns
        size, sides = next(iter(SIZES[sight.kind].items()))
        for painter in painters:
            picture = painter.paint(sight, sides)
            where = f"{surface.name}-{sight.kind}-{size}-{painter.name}"
            assert picture.png.startswith(b"\x89PNG") and picture.width <= sides[0], where
            if PICTURES:
                (PICTURES / f"{where}.png").write_bytes(picture.png)
    assert come_to == set(SURFACES)
