"""Names: what may be one, and when two are too alike."""

import unicodedata
from itertools import combinations

import pytest
from django.utils import translation

from games.engine.kit import all_kits
from moderation.players import names
from moderation.players.confusables import are_alike, fold
from tests.moderation.players.first_names import ENGLISH, FRENCH


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
        "Paul.",
        "Paul’",
        "-Paul-",
        "Pául",
        "Paüł",
        "Pau|",
        "Pau1",
        "PAUI",
        "ᴘᴀᴜʟ",
        "Paul 🔥",
    ],
)
def test_a_name_drawn_like_another_is_the_same_name(twin: str) -> None:
    assert are_alike(names.clean_name(twin), "Paul")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoé", "Ζoé"),
        ("Nina", "Νina"),
        ("Iris", "Ιris"),
        ("Hugo", "Нugo"),
        ("Iris", "lris"),
        ("Zoe", "Z0e"),
        ("Zoe", "Ƶoe"),
        ("Zoe", "Zoé"),
        ("Camille", "Carnille"),
        ("Œdipe", "Oedipe"),
    ],
)
def test_letters_that_look_or_sound_alike_deceive_nobody(one: str, other: str) -> None:
    assert are_alike(one, other) and are_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoé", "Zoa"), ("Ann", "Anna"), ("דנה", "דן"), ("カナ", "ガナ"), ("Paul 2", "Paul 3"), ("♥", "♠")],
)
def test_names_that_differ_to_the_eye_are_different(one: str, other: str) -> None:
    assert not are_alike(one, other)


def test_made_up_names_are_names_that_nobody_has() -> None:
    taken: set[str] = set()
    for _ in range(120):
        name = names.make_up_name(taken)
        assert names.clean_name(name) == name
        assert fold(name) not in taken
        taken.add(fold(name))


@pytest.mark.parametrize(
    "kept",
    [
        *(
            "Nobody",
            "N0body",
            "PERSONNE",
            "Personne.",
            "Meneur",
            "meneuse de jeu",
            "moderator",
            "Chance",
            "Clock",
            "MJ",
        ),
        *("The Doctor", "Loup garou", "Voyante", "le Chef"),
    ],
)
def test_words_of_the_app_and_games_are_not_names(kept: str) -> None:
    with pytest.raises(names.BadName, match="reserved for the game"):
        names.clean_name(kept)


def test_roles_and_counts_are_reserved_in_both_languages() -> None:
    for language in ("en", "fr"):
        with translation.override(language):
            for kit in all_kits().values():
                cards = [str(one) for card in kit.words.CARDS.values() for one in card.values.values()]
                for word in {one for one in cards if len(one) <= names.LONGEST} - {"Mason"}:
                    with pytest.raises(names.BadName):
                        names.clean_name(word)


@pytest.mark.parametrize("listed", [FRENCH, ENGLISH])
def test_no_ordinary_first_name_is_refused_or_taken_for_another(listed: str) -> None:
    common = sorted(set(listed.split()))
    assert len(common) >= 250
    for first in common:
        for name in (first, f"{first} B.", f"{first} 2", f"Jean-{first}", f"{first} A Lee"):
            assert len(name) > names.LONGEST or names.clean_name(name) == name
    keys = {first: fold(first) for first in common}
    twins = [(one, other) for one, other in combinations(common, 2) if keys[one] == keys[other]]
    assert [pair for pair in twins if without_accents(pair[0]) != without_accents(pair[1])] == []


def without_accents(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", name) if letter.isascii())


def test_a_letter_has_at_most_two_marks_and_none_alone() -> None:
    assert names.clean_name("Z\u0336\u0353" + "\u0316" * 10 + "oe") == "Z\u0336\u0353oe"
    assert names.clean_name("\u0301\u0489Zoe \u0301\u0301\u0301Lee") == "Zoe Lee"
    assert names.clean_name("Nguyễn") == "Nguyễn"
    assert names.clean_name("שִׁירָה") == unicodedata.normalize("NFC", "שִׁירָה")


@pytest.mark.parametrize(
    "name", ["x" * names.LONGEST, "Thomas Lefebvre-Dupont", "Nguyễn Thị Hồng Nhung", "ŝ̃" * 6 + "abc"]
)
def test_a_name_of_24_visible_characters_is_one(name: str) -> None:
    assert names.clean_name(name)


@pytest.mark.parametrize("name", ["x" * (names.LONGEST + 1), "🐺" * 25, "s̃̂" * 24])
def test_a_name_of_more_is_refused_with_the_limit(name: str) -> None:
    with pytest.raises(names.BadName, match=str(names.LONGEST)):
        names.clean_name(name)


@pytest.mark.parametrize("name", ["Leo", "x" * names.LONGEST, "Maximilienne Charlotte D", "🐺", "Leo 2", "Œdipe"])
def test_the_name_that_is_advised_can_be_taken(name: str) -> None:
    taken = [name, names.suggest_free_name(name, [name])]
    free = names.suggest_free_name(name, taken)
    assert names.clean_name(free) == free
    assert not any(are_alike(free, other) for other in taken)


@pytest.mark.parametrize(
    ("name", "most", "short"),
    [
        ("Anna", 8, "Anna"),
        ("Thomas Lefebvre-Dupont", 10, "Thomas"),
        ("Maximilienne", 6, "Maximi"),
        ("Jo A Lee", 4, "Jo A"),
    ],
)
def test_a_name_is_shortened_between_words(name: str, most: int, short: str) -> None:
    assert names.shorten(name, most) == short


def test_names_sort_as_people_look_for_them() -> None:
    wrong = ["Zoé", "Élodie", "daniel", "Eva", "Łukasz", "Œdipe", "Oscar"]
    assert sorted(wrong, key=names.build_sort_key) == ["daniel", "Élodie", "Eva", "Łukasz", "Œdipe", "Oscar", "Zoé"]
