"""Words of the table's own (RULINGS M-01): they are typed in once, and stay for the next game."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.kits.murder.roles import OWN
from games.models import Event, GameSession
from tests.moderation.clients import TABLE, at, opens, text, the_host

pytestmark = pytest.mark.django_db

MOTIVES = ["Love", "Envy", "Greed", "Pride", "Sloth", "Fear"]
TYPED = {"option.deck.motives": "\n".join(MOTIVES)}


def refused(**fields: str) -> str:
    """The page that refuses a table of Murder with these fields."""
    answer = the_host().post(reverse("create"), {"game": "murder", **TABLE, **fields})
    assert answer.status_code == 409 and not GameSession.objects.exists()
    return text(answer)


def numbers_of_error(page: str) -> list[str]:
    """The numbers in the error under the field of motives."""
    return re.findall(r"\d+", page.partition('id="option.deck.motives_error"')[2].partition("</p>")[0])


def test_m01_a_table_names_its_printed_deck_or_uses_ours() -> None:
    table = opens(the_host(), "murder", **TYPED | {"option.deck.rooms": " \n"})
    assert table.options["deck"] == {name: MOTIVES if name == "motives" else list(OWN[name]) for name in OWN}


def test_m01_nothing_typed_is_our_deck() -> None:
    assert "deck" not in opens(the_host(), "murder").options
    assert "deck" not in opens(the_host(), "murder", **dict.fromkeys(TYPED, "")).options


def test_m01_settings_and_desk_show_the_typed_names() -> None:
    host = the_host()
    table = opens(host, "murder", **TYPED)
    page = text(host.get(at("desk_settings", table)))
    assert "\n".join(MOTIVES) in page
    assert "sleeping_quarters" not in page
    host.post(at("desk_settings", table), {**TABLE, "nights": "phones", **TYPED, "option.hours": "12"})
    table.refresh_from_db()
    assert table.options["hours"] == 12 and table.options["deck"]["motives"] == MOTIVES
    assert "The names of the cards" in text(host.get(at("desk", table)))


def test_m01_typed_names_are_proposed_again_on_this_device_only() -> None:
    host = the_host()
    opens(host, "murder", **TYPED)
    create = {"game": "murder"}
    assert "\n".join(MOTIVES) in text(host.get(reverse("create"), create))
    assert MOTIVES[0] not in text(the_host().get(reverse("create"), create))
    opens(host, "murder")  # without: they are forgotten
    assert MOTIVES[0] not in text(host.get(reverse("create"), create))


def test_m01_the_next_table_of_the_evening_has_them_too() -> None:
    evening = Event.objects.create(name="Friday")
    opens(the_host(), "murder", **TYPED | {"event": str(evening.pk)})
    asked: Client = the_host()
    page = text(asked.get(reverse("create"), {"game": "murder", "event": str(evening.pk)}))
    assert "\n".join(MOTIVES) in page
    assert MOTIVES[0] not in text(asked.get(reverse("create"), {"game": "murder", "event": "nothing"}))


def test_too_few_names_are_refused_in_a_sentence() -> None:
    said = refused(**{"option.deck.motives": "Love\nEnvy"})
    assert numbers_of_error(said) == ["6", "2"]
    assert "Love\nEnvy" in said  # and what was typed is still there


@pytest.mark.parametrize("name", ["x" * 41, "Lo\u202eve", "Lo\x00ve"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    assert numbers_of_error(refused(**{"option.deck.motives": "\n".join([*MOTIVES[:5], name])})) == ["40"]


@pytest.mark.parametrize("again", ["love", "Laser sword"])
def test_a_name_stands_once_among_all_that_are_shown(again: str) -> None:
    assert "stands there twice" in refused(**{"option.deck.motives": "\n".join([*MOTIVES[:5], again])})


def test_a_list_that_the_game_does_not_have_is_refused() -> None:
    assert "no option" in refused(**{"option.deck.suspects": "Ann"})


def test_other_games_have_no_lists() -> None:
    assert "<textarea" not in text(the_host().get(reverse("create"), {"game": "sporz"}))
