"""The bench itself, in small: that it still measures what it says."""

import pytest

from tests.bench import halls
from tests.bench.halls import Size, measured


def test_two_small_tables_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "TAPS", 2)
    monkeypatch.setattr(halls, "WITHIN", 0.1)
    rows = list(measured(Size.read("2x4")))
    assert len(rows) == 12
    assert all(what and figure for what, figure in rows)


def test_a_hall_says_how_large_it_is() -> None:
    assert [str(Size.read(written)) for written in ("300", "30x16", "300+")] == [
        "300 phones",
        "30 tables of 16",
        "300 phones, two processes, PostgreSQL and Redis",
    ]
