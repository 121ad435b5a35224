"""The promises of the checkout itself: what is locked, what is vendored, what imports what."""

import ast
import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from qa.serving import ROOT

LOCKS = [ROOT / "requirements" / "play.txt", ROOT / "requirements" / "test.txt"]
VENDOR = ROOT / "static" / "vendor"
TEST_VENDOR = ROOT / "tests" / "vendor"
PINNED = re.compile(r"^([a-z0-9][a-z0-9-]*)==(\S+)", re.MULTILINE)
ROW = re.compile(r"^\| (\S+) \| .* \| ([0-9a-f]{64}) \|$", re.MULTILINE)
LOADS = re.compile(r"""(?:src|href|action|url|import|from)\s*[=(]?\s*["']?\s*(?:https?:)?//""", re.IGNORECASE)


def pins(lock: Path) -> dict[str, str]:
    return dict(PINNED.findall(lock.read_text(encoding="utf-8")))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_version_has_its_hashes(lock: Path) -> None:
    entries = re.split(r"\n(?=\S)", lock.read_text(encoding="utf-8").strip())
    assert len(entries) == len(pins(lock)) > 10
    for entry in entries:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_place(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert not re.search(r"://|file:|/home|/root|index-url|find-links", text)


def test_tests_run_on_what_is_played_on() -> None:
    play, test = map(pins, LOCKS)
    assert play.items() <= test.items()


def test_everything_declared_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for declared, lock in ((project["dependencies"], LOCKS[0]), (project["optional-dependencies"]["dev"], LOCKS[1])):
        names = {re.split(r"[\[<>=;]", line)[0].lower() for line in declared}
        assert names <= pins(lock).keys()


@pytest.mark.parametrize("vendor", [VENDOR, TEST_VENDOR], ids=["served", "for tests"])
def test_vendored_scripts_are_the_ones_described(vendor: Path) -> None:
    described = dict(ROW.findall((vendor / "README.md").read_text(encoding="utf-8")))
    present = {path.relative_to(vendor).as_posix() for path in vendor.rglob("*") if path.is_file()} - {"README.md"}
    assert described.keys() == present
    for name, digest in described.items():
        assert hashlib.sha256((vendor / name).read_bytes()).hexdigest() == digest, name
    for folder in {path.parent for path in vendor.glob("*/*")}:
        assert (folder / "LICENSE").exists()


def test_no_page_loads_anything_from_elsewhere() -> None:
    ours = [
        path for path in (ROOT / "static").rglob("*") if path.suffix in {".js", ".css"} and VENDOR not in path.parents
    ]
    for page in [*(ROOT / "templates").rglob("*.html"), *ours]:
        assert not LOADS.search(page.read_text(encoding="utf-8")), page


def test_games_know_nothing_of_the_web() -> None:
    for path in (ROOT / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                imported = [node.module or ""]
            assert not any(
                re.match(r"(moderation|channels|django\.(http|urls|template|shortcuts))\b", name) for name in imported
            ), path


def test_the_makefile_has_what_the_documents_promise() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    promised = {"play", "test", "check", "format", "translations", "migrations", "lock", "audit", "bench", "faults"}
    assert promised <= targets
    for document in (ROOT / "docs").rglob("*.md"):
        for target in re.findall(r"`make ([a-z]+)", document.read_text(encoding="utf-8")):
            assert target in targets, f"{document.name}: make {target}"


def test_nothing_kept_names_the_machine_it_was_written_on() -> None:
    place = re.compile(r"(?<![\w.])/(?:root|work|home)/\w|pypi\.org|npmjs")
    text = {".py", ".md", ".toml", ".txt", ".html", ".po", ".js", ".css", ".json", ".yaml", ".example", ""}
    kept = [
        "games",
        "moderation",
        "templates",
        "static",
        "tests",
        "tools",
        "docs",
        "requirements",
        "locale",
        "hosting",
        ".ci",
    ]
    for path in [*ROOT.glob("*"), *(path for folder in kept for path in (ROOT / folder).rglob("*"))]:
        if (
            path.is_file()
            and path.suffix in text
            and path.name != ".git"  # which a second checkout has as a file
            and path != Path(__file__)
            and path.parent.parent not in (VENDOR, TEST_VENDOR)
        ):
            assert not place.search(path.read_text(encoding="utf-8")), path
