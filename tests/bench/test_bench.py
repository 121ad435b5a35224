"""The bench itself, in small: that it still measures what it says."""

import asyncio

import pytest

from tests.bench import __main__ as bench


def test_a_small_hall_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TAPS", 2)
    with bench.serving() as server:
        rows = asyncio.run(bench.hall(server, 5))
    assert len(rows) == 9
    assert all(what and figure for what, figure in rows)
