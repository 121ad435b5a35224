"""The stylesheets: every rule in its layer, every colour in one place."""

import re

import pytest
from django.conf import settings

SHEETS = {sheet.stem: sheet for sheet in (settings.BASE_DIR / "static" / "css").glob("*.css")}
LAYERS = {"tokens": "tokens", "base": "base", "look": "base", "ring": "base"}


def rules(name: str) -> str:
    """A stylesheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", SHEETS[name].read_text(encoding="utf-8"), flags=re.DOTALL).strip()


@pytest.mark.parametrize("name", SHEETS)
def test_every_rule_stands_in_the_layer_of_its_stylesheet(name: str) -> None:
    text = rules(name).removeprefix("@layer tokens, base, surface;").strip()
    assert text.startswith(f"@layer {LAYERS.get(name, 'surface')} {{")
    assert re.findall(r"^\S.*", text, flags=re.MULTILINE)[1:] == ["}"]  # nothing stands outside the layer


@pytest.mark.parametrize("name", sorted(SHEETS.keys() - {"tokens"}))
def test_colours_have_their_names_in_the_tokens_alone(name: str) -> None:
    values = re.findall(r":\s*([^;{}]+);", rules(name))
    assert [value for value in values if re.search(r"#[0-9a-fA-F]{3,8}\b|\brgb|\bhsl", value)] == []


@pytest.mark.parametrize("name", sorted(SHEETS.keys() - {"tokens"}))
def test_times_have_their_names_in_the_tokens_alone(name: str) -> None:
    values = re.findall(r":\s*([^;{}]+);", rules(name))
    assert [value for value in values if re.search(r"(?<![\w-])(?!0s)[\d.]+m?s\b", value)] == []


@pytest.mark.parametrize("name", SHEETS)
def test_a_rule_uses_names_that_there_are(name: str) -> None:
    everywhere = "\n".join(rules(one) for one in SHEETS)
    named = set(re.findall(r"(--[\w-]+):", everywhere))
    needed = set(re.findall(r"var\((--[\w-]+)\)", rules(name)))
    assert needed <= named
