"""Help: every page of every game, open to everybody alike, in both languages."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import override

from moderation.help.views import PHONES
from moderation.play.timeline import call_length
from moderation.web.kits import playable_kits
from moderation.web.more_languages import read_more_languages
from tests.games.planted import QUESTS
from tests.moderation.clients import at, joins, opens, text, the_host

pytestmark = pytest.mark.django_db


def test_everybody_finds_the_help_of_every_game() -> None:
    page = text(Client().get("/help/"))
    for slug in (*playable_kits(), "joining"):
        assert f'href="/help/{slug}/"' in page


@pytest.mark.parametrize("slug", sorted(playable_kits()))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_page_of_a_game_is_there(slug: str, language: str) -> None:
    reader = Client(headers={"Accept-Language": language})
    assert reader.get(f"/help/{slug}/").status_code == 200
    words = playable_kits()[slug].words
    for page in words.HELP:
        answer = reader.get(f"/help/{slug}/{page.slug}/")
        assert answer.status_code == 200
        assert all(f'<details class="help-page" id="{one.slug}"' in text(answer) for one in words.HELP)
        assert f'id="{page.slug}" open' in text(answer)


@pytest.mark.parametrize("slug", [slug for slug, kit in playable_kits().items() if kit.words.SILENT])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_tells_our_rulings_from_the_rules(slug: str, language: str) -> None:
    page = text(Client(headers={"Accept-Language": language}).get(f"/help/{slug}/silent/"))
    assert 'id="silent" open' in page
    for part in playable_kits()[slug].words.SILENT:
        assert all(f'<li id="{atom}">' in page for atom in part.rulings)


@pytest.mark.parametrize("slug", [slug for slug, kit in playable_kits().items() if kit.words.SILENT])
def test_help_links_to_the_rulings_that_it_tells(slug: str) -> None:
    page = text(Client().get(f"/help/{slug}/"))
    for one in playable_kits()[slug].words.HELP:
        part = page.partition(f'class="help-page" id="{one.slug}"')[2].partition("</details>")[0]
        assert (f'href="/help/{slug}/silent/#{(*one.rulings, "")[0]}"' in part) == bool(one.rulings)


@pytest.mark.parametrize("slug", [slug for slug, kit in playable_kits().items() if kit.words.CREDITS])
def test_the_help_of_a_game_says_whose_it_is(slug: str) -> None:
    page = text(Client().get(f"/help/{slug}/"))
    assert 'id="credits"' in page


def test_the_way_to_the_table_is_explained() -> None:
    page = text(Client().get("/help/joining/"))
    assert all(f'id="{one.slug}"' in page for one in PHONES)
    assert "guest networks" in page.lower()


@pytest.mark.parametrize(("language", "seconds"), [("en", "seconds"), ("fr", "secondes")])
def test_everybody_may_read_how_long_a_result_is_shown(language: str, seconds: str) -> None:
    page = text(Client(headers={"Accept-Language": language}).get("/help/joining/no-moderator/"))
    assert f"{call_length.MOMENT:.0f} {seconds}" in page.replace("\xa0", " ")


def test_a_page_is_the_same_for_everybody_who_reads_it() -> None:
    assert (
        text(Client().get("/help/sporz/")).split("<main")[1] == text(Client().get("/help/sporz/")).split("<main")[1]
    )


@pytest.mark.parametrize("path", ["/help/chess/", "/help/sporz/nothing/", "/help/joining/nothing/", "/help/../x/"])
def test_other_help_is_not_there(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.django_db
def test_help_on_a_phone_links_back_to_the_game() -> None:
    table = opens(the_host())
    ann = joins(table, "Ann")
    for path in ("/help/", "/help/joining/", "/help/sporz/"):
        assert f'data-test="back-to-game" href="{at("phone", table)}"' in text(ann.get(path))
        assert 'data-test="back-to-game"' not in text(Client().get(path))


@pytest.mark.parametrize("slug", [slug for slug, kit in playable_kits().items() if kit.words.EASY])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_easy_words_have_a_page_and_large_paper(slug: str, language: str) -> None:
    reader = Client(headers={"Accept-Language": language})
    words = playable_kits()[slug].words
    for path in (f"/help/{slug}/easy/", f"/paper/{slug}/easy/"):
        assert f'href="{path}"' in text(reader.get(f"/help/{slug}/"))
        page = text(reader.get(path))
        with override(language):
            for section in words.EASY:
                part = page.partition(f'id="{section.slug}"')[2].partition("</section>")[0]
                assert 'class="emblem"' in part
                assert all(f"<p>{escape(str(sentence))}</p>" in part for sentence in section.sentences)


def test_italian_is_spoken_only_where_it_is_offered(settings: Any) -> None:
    reader = Client(headers={"Accept-Language": "it"})
    assert "<h1>Help</h1>" in text(reader.get("/help/")) and "Italiano" not in text(reader.get("/help/"))
    settings.LANGUAGES = [*settings.LANGUAGES, *read_more_languages(["it"])]
    page = text(reader.get("/help/"))
    assert "<h1>Aiuto</h1>" in page and ">Italiano</button>" in page
    assert "Balance" in page  # what is not translated is said in English


def test_a_game_speaks_a_language_from_one_folder() -> None:
    with override("it"):
        assert str(QUESTS.words.NAME) == "Missioni"
        assert "Merlino" in str(QUESTS.words.STEPS["merlin"].wake)
        assert str(QUESTS.words.CREDITS[0]).startswith("Written as an example")


def test_a_game_without_easy_words_offers_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playable_kits()["lupus"].words, "EASY", ())
    assert "/easy/" not in text(Client().get("/help/lupus/"))
    assert {Client().get(path).status_code for path in ("/help/lupus/easy/", "/paper/lupus/easy/")} == {404}
