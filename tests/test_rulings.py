"""The law travels with the code: each rule and promise that is cited is written down, once, and names its source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.kit import all_kits
from qa.serving import ROOT

KITS = sorted(path.parent for path in (ROOT / "games" / "kits").glob("*/rules.py"))
SECRECY = ROOT / "docs" / "secrecy.md"

ENTRY = re.compile(r"^- \*\*([A-Z]-\d\d[a-z]?)\*\* (.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
POINT = re.compile(r"^\| (\d+) \|", re.MULTILINE)
POINTS_CITED = re.compile(r"\bSECRECY (\d+(?:(?:, | and | to )\d+)*)")

WHERE = ("games", "moderation", "templates", "static", "tests", "tools", "docs")
KEPT = {".py", ".md", ".html", ".js", ".css"}


def citing() -> Iterator[tuple[str, str]]:
    """Every file that may cite a rule: its path in the repository, and its text on one line."""
    files = [path for folder in WHERE for path in (ROOT / folder).rglob("*") if path.suffix in KEPT]
    for path in [*files, *ROOT.glob("*.md")]:
        if "vendor" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), " ".join(path.read_text(encoding="utf-8").split())


def entries(kit: Path) -> list[tuple[str, str]]:
    """The atoms of a kit's law: number and text, in the order in which they stand."""
    return ENTRY.findall((kit / "RULINGS.md").read_text(encoding="utf-8"))


def points() -> list[int]:
    """The numbers of the promises in docs/secrecy.md, in the order in which they stand."""
    return [int(number) for number in POINT.findall(SECRECY.read_text(encoding="utf-8"))]


def test_every_atom_that_is_cited_stands_in_a_law() -> None:
    written = {number for kit in KITS for number, _text in entries(kit)}
    atom = re.compile(rf"\b[{''.join(sorted({number[0] for number in written}))}]-\d\d[a-z]?\b")
    astray = {path: found for path, text in citing() if (found := set(atom.findall(text)) - written)}
    assert astray == {}


def test_every_promise_of_secrecy_that_is_cited_is_written_down() -> None:
    written = set(points())
    cited = {
        (path, int(number))
        for path, text in citing()
        for numbers in POINTS_CITED.findall(text)
        for number in re.findall(r"\d+", numbers)
    }
    assert cited and {(path, number) for path, number in cited if number not in written} == set()


def test_the_promises_of_secrecy_are_numbered_without_a_gap() -> None:
    assert sorted(points()) == list(range(1, 37))


def test_an_atom_is_unique_and_each_game_has_one_letter() -> None:
    numbers = {kit.name: [number for number, _text in entries(kit)] for kit in KITS}
    assert all(len(those) == len(set(those)) > 0 for those in numbers.values())
    letters = [{number[0] for number in those} for those in numbers.values()]
    assert all(len(found) == 1 for found in letters) and len(set.union(*letters)) == len(KITS)


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_an_atom_says_where_it_comes_from(kit: Path) -> None:
    for number, text in entries(kit):
        rule, source, where = text.partition("\n  Source: ")
        assert source and where.strip(), number
        assert rule.count("Source:") == 0 and where.count("Source:") == 0, number
        if where.startswith("none"):
            assert rule.startswith("Ruling: "), number


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: kit.name)
def test_the_kits_readme_leads_to_its_law(kit: Path) -> None:
    assert "(RULINGS.md)" in (kit / "README.md").read_text(encoding="utf-8")


TOLD_TO_PLAYERS = [kit.name for kit in KITS]


@pytest.mark.parametrize("slug", TOLD_TO_PLAYERS)
def test_every_ruling_is_marked_for_players_and_no_rule_is(slug: str) -> None:
    told = [atom for part in all_kits()[slug].words.SILENT for atom in part.rulings]
    ruled = [number for number, text in entries(ROOT / "games" / "kits" / slug) if "Ruling:" in text]
    assert len(told) == len(set(told))
    assert set(told) == set(ruled)


@pytest.mark.parametrize("slug", TOLD_TO_PLAYERS)
def test_easy_words_tell_every_atom(slug: str) -> None:
    told = {atom for section in all_kits()[slug].words.EASY for atom in section.atoms}
    assert told == {number for number, _text in entries(ROOT / "games" / "kits" / slug)}


@pytest.mark.parametrize("slug", TOLD_TO_PLAYERS)
def test_easy_words_mark_each_ruling_with_here(slug: str) -> None:
    words = all_kits()[slug].words
    marked = {
        atom
        for section in words.EASY
        if re.search(r"\b[Hh]ere\b|\b[Yy]our table\b", " ".join(map(str, section.sentences)))
        for atom in section.atoms
    }
    assert {atom for part in words.SILENT for atom in part.rulings} - marked == set()


@pytest.mark.parametrize("slug", TOLD_TO_PLAYERS)
def test_help_that_says_here_names_its_rulings(slug: str) -> None:
    words = all_kits()[slug].words
    told = {atom for part in words.SILENT for atom in part.rulings}
    for page in words.HELP:
        ours = re.search(r"\b[Hh]ere\b|Veilleur|rulebook", " ".join(map(str, page.paragraphs)))
        assert bool(page.rulings) == bool(ours) and told.issuperset(page.rulings), page.slug


OPTION = re.compile(r"^\| (\w+) \| `(\w+)` \| (.*?) \| ([A-Z]-\d\d\w?) \|$", re.MULTILINE)


def test_every_option_of_a_record_is_documented_with_its_rule() -> None:
    written = OPTION.findall((ROOT / "docs" / "record.md").read_text(encoding="utf-8"))
    offered = [(slug, name) for slug in TOLD_TO_PLAYERS for name in all_kits()[slug].roles.OPTIONS]
    assert [(game, name) for game, name, _values, _rule in written] == offered
    for game, name, values, rule in written:
        default, laws = all_kits()[game].roles.OPTIONS[name].default, dict(entries(ROOT / "games" / "kits" / game))
        assert default is None or values.startswith(str(default).lower()), name
        assert rule in laws


@pytest.mark.parametrize("slug", TOLD_TO_PLAYERS)
def test_players_are_told_whose_game_it_is(slug: str) -> None:
    assert all_kits()[slug].words.CREDITS
