"""What every game keeps: the contract of Veilleur, and a README that names what can be asked and set."""

from pathlib import Path

from games.contract.promises import Promise
from games.engine.kit import all_kits

README = Path(__file__).parent.parent / "README.md"


def test_the_game_keeps_what_it_promises(promise: Promise) -> None:
    promise.keep()


def test_the_readme_names_every_step_and_every_option() -> None:
    kit, text = all_kits()["quests"], README.read_text(encoding="utf-8")
    missing = [name for name in [*kit.words.STEPS, *kit.roles.OPTIONS] if f"`{name}`" not in text]
    assert missing == [], f"name these in {README.name}"
