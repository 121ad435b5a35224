"""Tests of the checks of fault injection: how two views of a device are compared."""

from __future__ import annotations

from django.template.loader import render_to_string

from qa.faults.checks import normalise


def test_how_long_the_server_was_away_is_not_compared() -> None:
    notice = render_to_string("parts/notices.html", {"away": "2 min"})
    assert "2 min" in notice
    assert "2 min" not in normalise(notice) and "<p" not in normalise(notice)
