"""Names: what may be one, and when two are too alike."""

import pytest

from moderation import names


@pytest.mark.parametrize(
    "twin",
    [
        "PAUL",
        "Ｐaul",
        "P\u200baul",
        "Paul\ufe0f",
        "Paul\U000e0100",
        "Paul\U00016fe4",
        "Pаul",
        "Рaul",
        "ΡAUL",
        "  paul ",
    ],
)
def test_a_name_drawn_like_another_is_the_same_name(twin: str) -> None:
    assert names.folded(names.clean(twin)) == names.folded("Paul")


@pytest.mark.parametrize(("one", "other"), [("Zoé", "Ζoé"), ("Nina", "Νina"), ("Iris", "Ιris"), ("Hugo", "Нugo")])
def test_a_capital_of_another_alphabet_deceives_nobody(one: str, other: str) -> None:
    assert names.folded(one) == names.folded(other)


@pytest.mark.parametrize(("one", "other"), [("Zoé", "Zoe"), ("Ann", "Anna"), ("דנה", "דן")])
def test_names_that_differ_to_the_eye_are_different(one: str, other: str) -> None:
    assert names.folded(one) != names.folded(other)


def test_made_up_names_are_names_that_nobody_has() -> None:
    taken: set[str] = set()
    for _ in range(120):
        name = names.made_up(taken)
        assert names.clean(name) == name
        assert names.folded(name) not in taken
        taken.add(names.folded(name))
