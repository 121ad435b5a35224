"""A table of children (SECRECY 25): which games offer it, gentle words, short nights, and no trace in a record."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.contract.random_moves import new_table
from games.engine.kit import all_kits
from games.engine.table import Refused
from games.kits.lupus.speech import gettext
from games.models import GameSession
from moderation.play.pacing import clock
from moderation.tables.record_metadata import read_play_mode
from moderation.web import refusals
from tests.games.table_scenes import RECORDS
from tests.moderation.clients import at, joins, opens, text, the_host
from tests.moderation.recap.finished import restored
from tests.own_games import OWN

pytestmark = pytest.mark.django_db
GRIM = re.compile(
    r"\b(kill|murder|dead|death|die[sd]?\b|lynch|tear|torn|prey|victim|ghost|corpse|blood|rope\b"
    r"|tué|tue[rsz]?\b|mort|meurt|mour|lynch|dévor|proie|victime|assassin|fantôme|trépassé|sang\b|corde\b)",
    re.IGNORECASE,
)
SUITED = [slug for slug, kit in all_kits().items() if kit.for_children]


def young(slug: str = "lupus", **other: object) -> GameSession:
    session = opens(the_host(), slug, **other)
    session.settings.change(children=True)
    return session


@pytest.mark.parametrize("slug", OWN)
def test_only_suitable_games_offer_simple_words(slug: str) -> None:
    assert isinstance(all_kits()[slug].roles.CHILDREN, bool)  # type: ignore[attr-defined]
    page = text(the_host().get(reverse("create"), {"game": slug}))
    assert ('name="children"' in page) is (slug in SUITED)
    host = the_host()
    host.post(reverse("create"), {"game": slug, "nights": "phones", "language": "fr", "children": "on"})
    assert GameSession.objects.get(game=slug).settings.children is (slug in SUITED)


@pytest.mark.parametrize("slug", SUITED)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_card_for_children_has_more_than_eight_words(slug: str, language: str) -> None:
    """Beside it a phone shows four: a title, a button, and the way to comfort (tests/watched/test_children.py)."""
    kit, cards = all_kits()[slug], set()
    with translation.override(f"{language}-zz"):
        for seed in range(40):
            table = new_table(kit, Random(seed).choice)
            for seat in table.seats:
                card = kit.words.card(table.private(seat))
                cards.add(" ".join(map(str, (card.name, card.camp, *card.lines))))
    assert len(cards) > 5
    for said in cards:
        assert len(re.findall(r"[^\W\d_](?:[^\W\d_]|-)+", said)) <= 8, said


@pytest.mark.parametrize("slug", SUITED)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_nobody_is_killed(slug: str, language: str) -> None:
    """Every string of the game that a desk, a phone or a screen may show; help and rules are no page of a table."""
    po = all_kits()[slug].folder / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    speech, grim = import_module(f"{all_kits()[slug].package}.speech"), []
    with po.open("rb") as file, translation.override(f"{language}-zz"):
        for message in read_po(file, locale="fr"):
            where = {Path(path).name for path, _line in message.locations}
            if not message.id or where <= {"easy.py", "help.py", "rulebook.py"}:
                continue
            one = message.id if isinstance(message.id, str) else message.id[0]
            said = speech.pgettext(message.context, one) if message.context else speech.gettext(one)
            if GRIM.search(said):
                grim.append(said)
    assert grim == []


@pytest.mark.parametrize("path", sorted((RECORDS / "lupus").glob("*.json")), ids=lambda path: path.stem)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_story_is_told_in_gentle_words_too(path: Path, language: str) -> None:
    session = restored(path)
    session.settings.change(children=True)
    GameSession.objects.filter(pk=session.pk).update(language=language)
    told = text(Client().get(reverse("screen_story", args=[session.code]), {"scene": "all"}))
    said = re.sub(r"<[^>]+>", " ", told)
    assert len(said.split()) > 50
    assert GRIM.findall(said) == []


def test_the_usual_table_keeps_the_words_of_the_rulebook() -> None:
    with translation.override("fr"):
        assert gettext("Nobody is lynched.") == "Personne n’est lynché."
    with translation.override("fr-zz"):
        assert gettext("Nobody is lynched.") == "Personne ne va au lit."


def test_a_phone_has_simple_words_and_its_own_language() -> None:
    session = young()
    phone = joins(session, "Ann")
    assert "children" in text(phone.get(at("phone", session)))
    usual = opens(the_host(), "lupus")
    assert 'class="phone-view children' not in text(joins(usual, "Bob").get(at("phone", usual)))


OPENLY = (
    "game_over",
    "wrong_step",
    "moment",
    "not_asked",
    "illegal_answer",
    "not_playing",
    "too_fast",
    "of another kind",
)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_refusal_is_four_words_at_most(language: str) -> None:
    """Beside eight of a question: a dozen on the phone (SECRECY 25)."""
    with translation.override(f"{language}-zz"):
        said = [refusals.translate_refusal(Refused(code, "")) for code in OPENLY]
    assert [one for one in said if len(re.findall(r"[^\W\d_]{2,}", one)) > 4] == []


def test_a_late_phone_is_refused_in_simple_words() -> None:
    session = young()
    phone = joins(session, "Ann")
    late = {"opened": "x", "request": "a"}
    assert "Not yet!" in text(phone.post(at("answer", session), late, headers={"HX-Request": "true"}))
    phone.post(at("answer", session), late)
    assert "Not yet!" in text(phone.get(at("phone", session)))


def test_nights_are_short_for_everybody(settings: pytest.FixtureRequest) -> None:
    assert clock.compute_pace(young()) < clock.compute_pace(opens(the_host(), "lupus"))


def test_a_record_says_nothing_of_it() -> None:
    """It is a setting of the table, beside the game."""
    session = young()
    assert "children" not in read_play_mode(session)["table"]
    assert "children" not in session.options
