"""Fragments: each is drawn once for each value and language, a page is its fragments joined, what changed is sent."""

import json
import re
from collections.abc import Iterator

import pytest
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import strip_tags

from moderation.play.projections.sections.ring import RingSeat
from moderation.play.rendering import fragments, shared_fragments
from moderation.play.rendering.fragments import (
    STEP_PLACEHOLDER,
    TOKEN,
    FragmentGroup,
    RenderedView,
    View,
    build_stamped_fragment,
    cache_result,
    find_differences,
    fragment,
    rows,
)
from tests.moderation.surfaces.showings import public


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that are drawn from now on."""
    drawn: list[str] = []
    monkeypatch.setattr(fragments, "get_template", lambda name: drawn.append(name) or get_template(name))
    return drawn


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def people(*names: str) -> FragmentGroup:
    return FragmentGroup(rows("people", "parts/person.html", ({"seat": RingSeat(name)} for name in names)))


def test_a_value_is_drawn_once_in_each_language(drawings: list[str]) -> None:
    for names in (("Ann", "Bob"), ("Ann", "Bob"), ("Bob", "Cid")):
        people(*names).render("en")
    assert len(drawings) == 3  # Ann, Bob, Cid
    with translation.override("fr"):
        people("Ann").render("fr")
    assert len(drawings) == 4


def test_a_repeated_question_is_rendered_once_with_its_own_number(drawings: list[str]) -> None:
    asked = {
        "over": False,
        "paused": False,
        "call_ends": None,
        "night": False,
        "code": "ABCD",
        "step": STEP_PLACEHOLDER,
    }
    first, next_ = (
        FragmentGroup(
            build_stamped_fragment("narrator-actions", "surfaces/desk/parts/narrator_actions.html", step, **asked)
        ).render("en")["narrator-actions"]
        for step in (7, 12)
    )
    assert drawings == ["surfaces/desk/parts/narrator_actions.html"]
    assert 'data-opened="7"' in first
    assert STEP_PLACEHOLDER not in first + next_
    assert next_ == first.replace('data-opened="7"', 'data-opened="12"').replace('value="7"', 'value="12"')


def test_rendering_in_a_language_that_is_not_active_is_refused() -> None:
    with pytest.raises(AssertionError):
        people("Ann").render("fr")


def test_between_tags_no_more_is_sent_than_a_lines_end() -> None:
    """A hall of 300 is sent hundreds of rows; what stands in a line of text stays as it was written."""
    (html,) = people("Ann\n\n  the second", "Bob").render("en").values()
    assert not re.search(r">\s\s+<", html)
    assert "Ann\n\n  the second" in html


def test_equal_values_make_equal_groups() -> None:
    @cache_result
    def group(name: str) -> FragmentGroup:
        return people(name)

    assert group("Ann") is group("Ann") is not group("Bob")


def test_the_page_is_its_fragments_joined() -> None:
    view = View(fragment("", "surfaces/phone/asleep.html"))
    assert 'class="asleep"' in view.render("en").html
    drawn = RenderedView("<b>\x00one\x00</b>", {"one": "[\x00two\x00]"}, {"two": "2"}, {})
    assert drawn.html == "<b>[2]</b>"


def test_a_fragment_replaces_the_element_with_its_name() -> None:
    drawn = RenderedView("\x00one\x00", {"one": "[\x00two\x00]"}, {"two": "2"}, {"three": "3"})
    assert drawn.partials({"one", "two"}) == '<hx-partial id="part-one">[2]</hx-partial>'
    assert drawn.partials({"two"}) == '<hx-partial id="part-two">2</hx-partial>'
    assert drawn.partials(()) == ""


def test_what_is_written_from_kept_pieces_is_what_json_writes() -> None:
    """Whatever stands in it: holes within holes, one that nothing fills, a token, letters that JSON writes longer."""
    held = {"one": 'a "\\u0000two" é \U0001f600\n\x00two\x00\\', "two": f"<i>{TOKEN}</i>\x00three\x00"}
    drawn = RenderedView("<b>\x00one\x00\\u0000one\x00two\x00</b>", held, {"four": "\x004\x00"}, {}, 'my "token"')
    for _again in range(2):
        assert json.loads(f'"{drawn.as_json()}"') == drawn.html
        assert f'"{drawn.as_json()}"' == json.dumps(drawn.html)
        for names in ((), {"one"}, {"two"}, {"four", "two"}, {"one", "two", "four"}):
            assert f'"{drawn.as_json(names)}"' == json.dumps(drawn.partials(names))


def test_only_what_differs_is_different() -> None:
    one, other = {"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"}
    assert find_differences(one, other) == {"b", "c"}
    assert find_differences(one, one) == find_differences(one, dict(one)) == frozenset()


def test_csrf_tokens_are_in_desk_forms_and_never_cached() -> None:
    group = FragmentGroup(
        fragment("decision", "surfaces/desk/parts/undo.html", last=None, standing=0, redo=True, code="BFHJ")
    )
    drawn = View(fragment("", "surfaces/desk/setup.html"), group).render("en", token="mine")
    assert 'value="mine"' in drawn.partials({"decision"})
    assert "mine" not in group.render("en")["decision"]


def test_nobody_is_to_play_in_a_game_that_is_over() -> None:
    heading = [
        shared_fragments.build_phase(public(game="Murder", phase="Ann to play", stage=stage))
        for stage in ("playing", "over")
    ]
    drawn = [strip_tags(FragmentGroup(one).render("en")["phase"]).strip() for one in heading]
    assert drawn == ["Ann to play", "Murder"]
