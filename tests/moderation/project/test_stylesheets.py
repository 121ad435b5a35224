"""The stylesheets: every rule in its layer, every colour in one place, every component in one sheet."""

import re

import pytest
from django.conf import settings

from moderation.project.static_files import read_all_files

CSS = settings.BASE_DIR / "static" / "css"
SHEETS = {sheet.relative_to(CSS).with_suffix("").as_posix(): sheet for sheet in CSS.rglob("*.css")}
LAYERS = {"tokens": "tokens", "ring": "base"}
LONGEST = 500  # lines; a sheet that grows past it has several components
IMPORT = re.compile(r'^@import "([\w/]+)\.css";$', re.MULTILINE)


def rules(name: str) -> str:
    """A stylesheet without its comments."""
    text = re.sub(r"/\*.*?\*/", "", SHEETS[name].read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r" +$", "", text, flags=re.MULTILINE).strip()


IMPORTS = {name: IMPORT.findall(rules(name)) for name in SHEETS}
WITH_RULES = sorted(name for name in SHEETS if not IMPORTS[name])

WRITERS = [
    file
    for folder, kind in (("templates", "html"), ("static/js", "js"), ("moderation", "py"), ("games", "py"))
    for file in (settings.BASE_DIR / folder).rglob(f"*.{kind}")
]
WRITTEN = "\n".join(file.read_text(encoding="utf-8") for file in WRITERS)
WORDS = {*re.findall(r"[\w-]+", WRITTEN), "sortable-ghost"}  # that one is of a vendored script
BEGINNINGS = tuple(set(re.findall(r"\b([a-z]+-)\{+", WRITTEN)))  # "cut-{{ number }}"
NUMBERED = re.compile(r"[fw]\d+")  # faces and widths


@pytest.mark.parametrize("name", WITH_RULES)
def test_every_rule_stands_in_the_layer_of_its_stylesheet(name: str) -> None:
    text = rules(name).removeprefix("@layer tokens, base, surface;").strip()
    layer = LAYERS.get(name, "base" if name.startswith("base/") else "surface")
    assert text.startswith(f"@layer {layer} {{")
    assert re.findall(r"^\S.*", text, flags=re.MULTILINE)[1:] == ["}"]  # nothing stands outside the layer


def test_a_sheet_of_imports_has_no_rule() -> None:
    assert {"base", "desk", "end", "paper", "phone", "screen", "stage", "story"} == {
        name for name in SHEETS if IMPORTS[name]
    }
    for name, imported in IMPORTS.items():
        if imported:
            assert IMPORT.sub("", rules(name)).strip() == "", name


def test_every_component_is_in_one_sheet() -> None:
    imported = [one for name in SHEETS for one in IMPORTS[name]]
    assert sorted(imported) == sorted({*imported})
    assert {*imported} == {name for name in SHEETS if "/" in name} | {"tokens"}
    assert all(one == "tokens" or one.startswith(f"{name}/") for name in SHEETS for one in IMPORTS[name])


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_served_with_its_components_in_their_order(name: str) -> None:
    served = read_all_files()[f"css/{name}.css"].body.decode()
    assert "@import" not in served
    contents = [SHEETS[one].read_text(encoding="utf-8") for one in IMPORTS[name] if one != "tokens"]
    places = [served.index(content) for content in contents]
    assert places == sorted(places)


@pytest.mark.parametrize("name", SHEETS)
def test_no_sheet_is_long(name: str) -> None:
    assert len(SHEETS[name].read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_what_a_component_links_to_lies_beside_the_sheet() -> None:
    """A link is read from the folder of the sheet into which its file is joined."""
    assert [name for name in SHEETS if "/" in name and "url(" in rules(name)] == []


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


@pytest.mark.parametrize("name", SHEETS)
def test_a_rule_names_classes_that_somebody_writes(name: str) -> None:
    selectors = re.sub(r"\[[^\]]*\]", "", " ".join(re.findall(r"([^{}]+)\{", rules(name))))
    classes = set(re.findall(r"\.([a-zA-Z][\w-]*)", selectors))
    assert [one for one in classes - WORDS if not (one.startswith(BEGINNINGS) or NUMBERED.fullmatch(one))] == []
