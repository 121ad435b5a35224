"""Every kit has the same files, and mypy compares their modules with the Protocols in games/engine/kit.py."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest

import games.kits
from games.engine.gathered import IN_FILES, Unsaid
from games.engine.kit import Kit
from tests.own_games import OWN

KITS = Path(games.kits.__path__[0])
FILES = {"__init__.py", "README.md", "bots.py", "lawful.py", "roles.py", "rules.py"}
FILES |= {"speech.py", "story.py", "world.py"}
FILES |= {f"words/{name}.py" for name in ("__init__", "easy", "facts", "help", "moments")}
FILES |= {f"words/{name}.py" for name in ("names", "rulebook", "steps")}
MORE = {
    "RULINGS.md",
    "board.py",
    "pawns.py",
    "policies.py",
    "wishes.py",
    "words/printed.py",
    "words/todo.py",
    "words/tokens.py",
}  # what a kit may have beside them, and the folders locale/ and look/
OF_THE_LAB = ("policies.py", "wishes.py")
PURE = ("bots.py", "lawful.py", "roles.py", "rules.py", "world.py")
OF_THE_BOARD = ("board.py", "pawns.py")
COMPARED = """
if TYPE_CHECKING:
    from games.engine.gathered import WordFiles
    from games.engine.kit import Modules
    from games.kits.{slug} import bots, lawful, roles, rules, story
    from games.kits.{slug}.words import {words}

    WORDS = WordFiles(names, steps, facts, help, rulebook, moments{more})
    KEPT = Modules(rules, roles, WORDS, bots, lawful, story)
"""


@pytest.mark.parametrize("slug", OWN)
def test_mypy_compares_each_module_with_its_protocol(slug: str) -> None:
    written = (KITS / slug / "__init__.py").read_text(encoding="utf-8")
    files = sorted(path.stem for path in (KITS / slug / "words").glob("*.py") if path.stem in IN_FILES)
    more = ", tokens, easy" if "tokens" in files else ", easy=easy"
    assert COMPARED.format(slug=slug, words=", ".join(files), more=more) in written


@pytest.mark.parametrize("slug", OWN)
def test_a_kit_has_the_files_that_every_kit_has(slug: str) -> None:
    found = {path.relative_to(KITS / slug).as_posix() for path in (KITS / slug).rglob("*") if path.is_file()}
    written = {name for name in found if not name.startswith(("locale/", "look/")) and not name.endswith(".pyc")}
    assert written - MORE == FILES
    assert any(name.startswith("locale/") for name in found)


@pytest.mark.parametrize("slug", OWN)
def test_rules_import_only_standard_library_engine_and_own_kit(slug: str) -> None:
    for name in [*PURE, *(name for name in (*OF_THE_LAB, *OF_THE_BOARD) if (KITS / slug / name).exists())]:
        tree = ast.parse((KITS / slug / name).read_text(encoding="utf-8"))
        modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        modules += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
        for module in modules:
            own = module.removeprefix(f"games.kits.{slug}.") + ".py"
            known = module.partition(".")[0] in sys.stdlib_module_names or module.startswith("games.engine.")
            assert known or own in PURE or (name in OF_THE_BOARD and own in OF_THE_BOARD), (
                f"{slug}/{name} imports {module}"
            )


@pytest.mark.parametrize("slug", OWN)
def test_words_are_gathered_from_their_files_and_nothing_else_is(slug: str) -> None:
    kit = Kit(slug, f"games.kits.{slug}")
    assert kit.list_lacking() == []
    gathered = {name for name in vars(kit.words) if not hasattr(Unsaid, name)}
    assert gathered == {name for names in IN_FILES.values() for name in names if not hasattr(Unsaid, name)}
    assert kit.words.STEPS is import_module(f"games.kits.{slug}.words.steps").STEPS


def test_what_a_game_leaves_out_is_said_for_it() -> None:
    spree = Kit("spree", "games.kits.spree").words
    fact = {"fact": "done", "seat": "Ann"}
    assert (spree.sheet([], []), spree.hidden({}), spree.hunted({}), spree.tokens({}, [])) == ((), "", None, ())
    assert spree.in_truth(fact, {}) is fact
