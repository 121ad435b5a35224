"""Parts that many devices show alike: rendered once, in each language."""

from dataclasses import replace

import pytest
from django.utils import translation

from moderation.showing import RingSeat
from moderation.templatetags import shared
from tests.moderation.showings import desk_seat, names


def test_the_same_part_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []
    monkeypatch.setattr(shared, "render_to_string", lambda partial, parts: rendered.append(partial) or partial)
    shared._list.cache_clear()
    for name in ("Ann", "Ann", "Bob"):
        shared.shared("parts/_people.html", ring=(RingSeat(name),))
    assert len(rendered) == 2
    shared._list.cache_clear()


def test_each_language_has_its_own() -> None:
    said = set()
    for language in ("en", "fr"):
        with translation.override(language):
            said.add(shared.shared("parts/_people.html", ring=(RingSeat("Ann", out=True),)))
    assert len(said) == 2


def test_tiles_are_rendered_once_for_every_step_that_lists_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []
    render = shared.render_to_string
    monkeypatch.setattr(shared, "render_to_string", lambda name, parts: rendered.append(name) or render(name, parts))
    shared._tiles.cache_clear()
    shared._blank_tiles.cache_clear()
    first, again = (shared.tiles(names(), "answer", opened) for opened in (7, 9))
    desk = shared.tiles(names(), "decide", 9)
    assert rendered == ["parts/_tiles.html"]
    assert first != again != desk
    assert 'id="answer-7-0-1-1"' in first
    assert again == first.replace("answer-7-", "answer-9-")
    assert desk == again.replace("answer-9-", "decide-9-")
    assert shared.HERE not in first
    shared.tiles(names(names=("Ann", "Bob")), "answer", 9)
    assert len(rendered) == 2


def test_a_row_is_rendered_anew_when_anything_of_it_changes() -> None:
    seat = desk_seat(1, "Ann")
    said = {
        shared.row("desk/_seat.html", seat=one, discreet=discreet, code="BFHJ")
        for one in (seat, replace(seat, asked=True), replace(seat, out=True))
        for discreet in (False, True)
    }
    assert len(said) == 3  # where the desk is discreet, it does not say who is asked
