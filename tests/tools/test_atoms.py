"""The trace from rules to tests: what counts as citing an atom, and that every atom is held or left to the table."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from tools import atoms

LAW = """
- **S-01** A rule.
  Source: none.
- **S-25b** A rule that is for the table.
  Left to the table: nobody enters it, and
  nobody can.
  Source: somewhere.
- **S-26** A rule that is forgotten.
  Source: somewhere.
"""
TESTS = '''
"""What a module is about (RULINGS S-26) holds nothing."""

# S-02 is cited, and no comment stands here for what follows

def test_one_thing():
    assert True

def test_s01_s03_two_rules():
    """By S-05 to S-07 too."""
    x = 1  # S-10, inside
    assert x

# E-13, sabotage

def test_under_a_heading():
    assert True

# M-09 right above
def test_under_a_comment():
    assert True

def helper():
    """S-26"""

def test_s25b():
    assert True
'''


def test_tests_cite_atoms_in_names_docstrings_and_comments_only() -> None:
    found: dict[str, list[str]] = {}
    for test, atom in atoms.list_in_module(dedent(TESTS)):
        found.setdefault(test, []).append(atom)
    assert found == {
        "test_one_thing": ["S-02"],
        "test_s01_s03_two_rules": ["S-01", "S-03", "S-05", "S-06", "S-07", "S-10"],
        "test_under_a_heading": ["E-13"],
        "test_under_a_comment": ["M-09"],
        "test_s25b": ["S-25b"],
    }


def test_an_atom_is_left_to_the_table_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "games" / "kits" / "sporz").mkdir(parents=True)
    (tmp_path / "games" / "kits" / "sporz" / "RULINGS.md").write_text(LAW, encoding="utf-8")
    found = atoms.read_atoms(tmp_path)
    assert found == [("S-01", ""), ("S-25b", "nobody enters it, and nobody can."), ("S-26", "")]
    assert atoms.find_unheld(found, {"S-01": ["a test"]}) == ["S-26"]
    assert atoms.find_unheld(found, {"S-26": ["a test"], "S-01": ["a test"]}) == []


def test_every_atom_has_a_test_or_belongs_to_players() -> None:
    every = atoms.read_atoms()
    assert len(every) > 100
    assert atoms.find_unheld(every, atoms.read_tests()) == []
