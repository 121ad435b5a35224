"""Names of tests have no metaphor for a part of the program."""

from pathlib import Path

import pytest

from tools import names


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("def house(): ...", "house"),
        ("def test_the_house_is_closed(): ...", "test_the_house_is_closed"),
        ("class FullHouse: ...", "FullHouse"),
        ("class Table:\n    def open_gate(self): ...", "open_gate"),
        ("HOUSES = ()", "HOUSES"),
        ("WIRE: str", "WIRE"),
        ("async def beats_of_heart(): ...", "beats_of_heart"),
        ("def household(): ...", None),
        ("def heartbeat(): ...", None),
        ("class Fairness: ...", None),
        ("def said(): ...", None),
        ("def test_server(): house = 1", None),
    ],
)
def test_metaphors_are_found_in_definitions_of_tests(
    line: str, found: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(names, "ROOT", tmp_path)
    (tmp_path / "tests" / "kits").mkdir(parents=True)
    (tmp_path / "tests" / "kits" / "test_server.py").write_text(f"\n{line}\n")
    number = 3 if "\n" in line else 2
    assert list(names.find_metaphors("tests")) == ([f"tests/kits/test_server.py:{number}: {found}"] if found else [])


def test_a_module_named_by_a_metaphor_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "ROOT", tmp_path)
    for name in ("house", "test_air", "test_heartbeat", "test_stairs"):
        (tmp_path / f"{name}.py").write_text("")
    assert list(names.find_metaphors(".")) == ["house.py:1: house", "test_air.py:1: test_air"]


def test_no_test_of_this_checkout_is_named_by_a_metaphor() -> None:
    assert list(names.find_metaphors("tests")) == []
