"""A game's words are looked up in its own catalogues, whatever another game makes of the same English."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from django.utils import translation

from games.contract.translated import find_strings
from games.engine.kit import Kit, all_kits
from games.speech import Speech, describe_public_fact


@pytest.fixture
def speech(tmp_path: Path) -> Callable[..., Speech]:
    """A game that says these words in French."""

    def speaks(slug: str, language: str = "fr", **words: str) -> Speech:
        folder = tmp_path / slug / "locale" / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        catalogue = Catalog(locale="fr")
        for english, french in words.items():
            catalogue.add(english, french)
        catalogue.add("Seer", "Voyante", context=slug)
        catalogue.add(("%d card", "%d cards"), ("%d carte", "%d cartes"))
        with (folder / "django.mo").open("wb") as mo:
            write_mo(mo, catalogue)
        return Speech(str(tmp_path / slug / "speech.py"))

    return speaks


def test_two_games_translate_the_same_english_differently(speech: Callable[..., Speech]) -> None:
    one, other = speech("one", Traitor="Traître"), speech("other", Traitor="Félon")
    with translation.override("fr"):
        assert (one.gettext("Traitor"), other.gettext("Traitor")) == ("Traître", "Félon")
        assert one.pgettext("one", "Seer") == "Voyante" and one.pgettext("other", "Seer") == "Seer"
        assert [one.ngettext("%d card", "%d cards", number) for number in (0, 1, 2)] == ["%d carte"] * 2 + [
            "%d cartes"
        ]


def test_lazy_words_use_the_language_of_their_reading(speech: Callable[..., Speech]) -> None:
    said = speech("one", Traitor="Traître").gettext_lazy("Traitor")
    assert str(said) == "Traitor"
    with translation.override("fr"):
        assert str(said) == "Traître"


def test_a_game_without_a_translation_uses_the_common_one(speech: Callable[..., Speech]) -> None:
    one = speech("one")
    with translation.override("fr"):
        assert one.gettext("Next") == translation.gettext("Next") != "Next"


def test_no_word_of_a_game_reaches_the_core() -> None:
    with translation.override("fr"):
        assert translation.gettext("Nobody is lynched.") == "Nobody is lynched."


def test_words_for_children_fall_back_on_the_usual_ones(speech: Callable[..., Speech]) -> None:
    one = speech("one", Traitor="Traître", Killed="Tué")
    speech("two", "fr_ZZ")
    (one.folder.parent.parent / "two" / "locale" / "fr_ZZ").rename(one.folder / "fr_ZZ")
    with translation.override("fr-zz"):
        assert one.gettext("Killed") == "Tué"


def test_it_is_known_what_has_been_translated(speech: Callable[..., Speech]) -> None:
    one = speech("one", Traitor="Traître")
    assert one.knows("Traitor", None, "fr") and one.knows("Seer", "one", "fr") and one.knows("%d card", None, "fr")
    assert not one.knows("Next", None, "fr") and not one.knows("Seer", None, "fr")


def test_the_engine_has_words_for_facts_that_a_game_ignores() -> None:
    fact, quests = {"fact": "by_lot", "step": "team"}, Kit("quests", "veilleur_quests").words
    assert quests.to_room(fact) == ""
    assert describe_public_fact(quests, fact) == "We could not wait any longer: the answer was drawn by lot."
    with translation.override("fr"):
        assert describe_public_fact(quests, fact) == "On ne pouvait plus attendre\u00a0: le sort a décidé."
        assert describe_public_fact(quests, {"fact": "night"}) == ""
    elsen = all_kits()["elsen"].words
    assert describe_public_fact(elsen, fact) == elsen.to_room(fact)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ('_("a spy")', "a spy"),
        ('pgettext("card", "a spy")', "a spy"),
        ('number_of("%(number)d spy", "%(number)d spies")', "%(number)d spy"),
    ],
)
def test_the_contract_finds_strings_in_every_call(call: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "story.py").write_text(f"said = {call}\n", encoding="utf-8")
    assert [(found.where, found.message) for found in find_strings(tmp_path)] == [("story.py:1", message)]
