"""A pasted list of names becomes seats."""

import pytest
from django.test import Client

from games.models import GameSession
from moderation.players.names import LONGEST
from moderation.players.pasted_names import read_names
from tests.moderation.clients import at, joins, opens, refusal, ring


@pytest.mark.parametrize(
    ("pasted", "names"),
    [
        ("Anna\nBob\n", ["Anna", "Bob"]),
        ("1. Anna\r\n2. Bob\r\n3.\r\n", ["Anna", "Bob"]),
        ("1) Anna\n 2 - Bob\n#3: Chloé\n10° Dan", ["Anna", "Bob", "Chloé", "Dan"]),
        ("7️⃣ Tom\n8\ufe0f\u20e3Léa", ["Tom", "Léa"]),
        ("- Anna\n• Bob\n* Chloé\n✅ Dan\n🔹Élise\n– Fanny", ["Anna", "Bob", "Chloé", "Dan", "Élise", "Fanny"]),
        ("Anna, Bob; Chloé", ["Anna", "Bob", "Chloé"]),
        ("3. Léo + Inès", ["Léo", "Inès"]),
        ("1\tAnna\t18:30\n2\tBob\toui", ["Anna", "Bob"]),
        ("Sandra 🎲\n🐺🐺🐺", ["Sandra 🎲", "🐺🐺🐺"]),
        ("Marie 1\nDr. No\nJean-Christophe M", ["Marie 1", "Dr. No", "Jean-Christophe M"]),
        ("10. +33 6 39 98 04 12\n\n \n", []),
    ],
)
def test_numbers_bullets_and_columns_around_names_go(pasted: str, names: list[str]) -> None:
    assert read_names(pasted) == names


@pytest.mark.django_db
def test_a_pasted_list_becomes_seats_in_its_order(host: Client, table: GameSession) -> None:
    joins(table, "Zoe")
    assert (
        refusal(host.post(at("desk_add_seat", table), {"names": "1. Anna\n2. Bob\n\n3. Maximilienne-Charlotte"}))
        == ""
    )
    assert ring(table) == ["Zoe", "Anna", "Bob", "Maximilienne-Charlotte"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "pasted",
    [
        "",
        "1.\n2.",
        "Anna\nBob\nzoé",
        "Anna\nanna",
        "Anna\n" + "x" * (LONGEST + 1),
        "\n".join(map(str, "abcdefghijklmnopqrstuvwxyz" * 30)),
    ],
)
def test_a_faulty_list_adds_nobody_and_names_the_line(pasted: str, host: Client, table: GameSession) -> None:
    joins(table, "Zoe")
    assert refusal(host.post(at("desk_add_seat", table), {"names": pasted}))
    assert ring(table) == ["Zoe"]


@pytest.mark.django_db
def test_the_name_that_cannot_be_is_named(host: Client, table: GameSession) -> None:
    said = refusal(host.post(at("desk_add_seat", table), {"names": "Anna\nPersonne\nBob"}))
    assert said.startswith("“Personne”: ")


@pytest.mark.django_db
def test_the_ring_accepts_lists_unless_everybody_needs_a_phone(host: Client, table: GameSession) -> None:
    assert 'id="add-list"' in host.get(at("desk", table)).content.decode()
    alone = opens(host, nights="narrated")
    assert 'id="add-list"' not in host.get(at("desk", alone)).content.decode()
