"""Templates are read without indentation: no page and no message to a phone carries it."""

from pathlib import Path
from typing import Any

from django.template import engines
from django.template.loader import get_template
from django.utils import translation


def test_no_page_carries_the_indentation_of_its_template() -> None:
    html = get_template("404.html").render()
    assert "\n  " not in html
    assert '<main id="content"\nclass="page ' in html


def test_a_sentence_over_several_lines_is_translated() -> None:
    with translation.override("fr"):
        html = get_template("404.html").render()
    assert "A code may be mistyped" not in html and "Un code" in html


def test_an_error_names_the_line_of_the_file(settings: Any, tmp_path: Path) -> None:
    source = "<p>\n    one\n    {{ two }}\n</p>\n"
    (tmp_path / "page.html").write_text(source)
    settings.TEMPLATES = [settings.TEMPLATES[0] | {"DIRS": [tmp_path]}]
    page = engines["django"].get_template("page.html")
    assert page.render({"two": 2}) == "<p>\none\n2\n</p>\n"
    assert page.template.source.count("\n") == source.count("\n")  # type: ignore[attr-defined]
