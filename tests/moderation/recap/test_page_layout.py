"""Parts of a story's pages in a browser, from files: what stands in a scene has its shape."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from django.template.loader import render_to_string
from playwright.sync_api import Page

from moderation.players.avatars import Face, build_faces
from qa.serving import ROOT

SHAPES = "faces => faces.map(face => face.getBoundingClientRect()).map(box => [box.width, box.height])"


def test_faces_beside_what_seats_hold_are_round(open_device: Callable[..., Page], tmp_path: Path) -> None:
    faces = build_faces((("Ann", Face(0)), ("Bob", Face(1))))
    held = [("Ann", "car 16"), ("Bob", "car 0, cart 29")]
    styles = "".join(
        f'<link rel="stylesheet" href="{(ROOT / "static" / "css" / name).as_uri()}">'
        for name in ("base.css", "story.css")
    )
    part = render_to_string("recap/_holds.html", {"held": held, "faces": faces})
    file = tmp_path / "scene.html"
    file.write_text(f'<!doctype html>{styles}<div class="told">{part}</div>', encoding="utf-8")
    page = open_device("phone")
    page.goto(file.as_uri())
    shapes = page.locator(".holds .face").evaluate_all(SHAPES)
    assert len(shapes) == 2 and all(0 < width == height for width, height in shapes), shapes


def test_a_table_says_that_it_goes_on_beyond_its_edge(open_device: Callable[..., Page], tmp_path: Path) -> None:
    styles = "".join(
        f'<link rel="stylesheet" href="{(ROOT / "static" / "css" / name).as_uri()}">'
        for name in ("base.css", "story.css")
    )
    file = tmp_path / "figures.html"
    file.write_text(f'<!doctype html>{styles}<div class="told"><div class="across"></div></div>', encoding="utf-8")
    page = open_device("screen")
    page.goto(file.as_uri())
    attached = page.locator(".across").evaluate("one => getComputedStyle(one).backgroundAttachment")
    assert attached == "local, local, scroll, scroll"  # a cover that scrolls away from two shades that do not
