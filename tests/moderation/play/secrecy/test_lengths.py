"""How long messages to phones are follows from what everybody knows, whatever somebody holds (SECRECY 29)."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from django.utils import translation

from games.contract.random_moves import new_table
from games.engine.asks import Ask
from games.engine.kit import all_kits
from games.engine.table import Table
from games.kits.spree import rules as spree
from games.kits.spree.roles import JOKER, RANKS, SUITS, TWO_DECKS
from games.kits.spree.world import Mall
from games.models import GameSession
from moderation.play.forms.answer_forms import build_form
from moderation.play.rendering import render
from moderation.play.secrecy.padding import Lengths, pad, pad_alike
from moderation.players.avatars import build_face, build_faces
from moderation.surfaces.phone import fragments
from tests import thorough
from tests.games.kits import murder_ship
from tests.moderation.play.secrecy.worlds import MessageWriter, World
from tests.thorough import amount

POOR = ["3C", "4C", "5C", "6C", "7C"]
TWINS = ["QC", "QC", "KC", "KC", "10C"]
RICH = [JOKER, "10C", "2C", "AC", "QC"]
WORDY = [JOKER, "2C", "2D", "2H", "2S"]


def dealt(hand: list[str]) -> dict[str, Any]:
    """Cid parks last, so Ann plays first, with this hand; Bob and Cid hold no joker."""
    left = list((Counter(TWO_DECKS) - Counter(hand)).elements())
    plain = [card for card in left if card != JOKER]
    hands = {"Ann": hand, "Bob": plain[:5], "Cid": plain[5:10]}
    stock = list((Counter(left) - Counter(plain[:10])).elements())
    return {"parks_first": "Cid", "hands": hands, "stock": stock}


def in_the_mall(hand: list[str], code: str) -> World:
    """Ann has left her car."""
    table = new_table(kit := all_kits()["spree"], Random(1).choice)
    table.seats, table.options = ["Ann", "Bob", "Cid"], {**table.options, "hong_kong": False, "target": 100}
    world = World.begin(kit, table, dealt(hand), GameSession.Nights.PHONES, code, Random("dice"))
    assert world.take({"step": "turn", "by": "Ann", "answer": {"leave": True}})
    return world


def sizes(world: World) -> tuple[set[int], set[int], set[Lengths | None]]:
    """How long a frame and a page are that phones are sent now, and the lengths that follow from public facts."""
    everybody = list(world.viewers.values())
    rendered = render.render(world.session.pk, everybody, everybody)
    frames = {len(text) for text in MessageWriter().messages(rendered).values()}
    pages = {len(rendered.region(who).encode()) for who in everybody}
    return frames, pages, {rendered.lengths}


@pytest.mark.django_db
def test_phone_lengths_do_not_depend_on_the_active_hand() -> None:
    found = [
        sizes(in_the_mall(hand, code))
        for hand, code in ((POOR, "BFHJ"), (TWINS, "KLMR"), (RICH, "WXBF"), (WORDY, "HJKL"))
    ]
    assert all(one == found[0] for one in found)
    assert [len(one) for one in found[0]] == [1, 1, 1]  # and all phones of a table alike


def form_of(ask: Ask, step: str, slug: str, seats: list[str]) -> int:
    """The bytes of a question on a phone."""
    asked = build_form(all_kits()[slug].words, step, 0, ask, None, seats)
    faces = build_faces(tuple((seat, build_face(seat, number)) for number, seat in enumerate(seats)))
    return len(
        fragments._build_form(asked, False, "BFHJ", faces, points=False, between_two=False)
        .render(translation.get_language())["question"]
        .encode()
    )


@pytest.mark.parametrize("language", thorough.family(["en", "fr"], "fr"))
def test_a_shopping_turn_has_the_length_of_the_longest_hand(language: str) -> None:
    random = Random("hands")
    kit = all_kits()["spree"]
    for _ in range(amount(150, 300)):
        table = new_table(kit, random.choice)
        mall = Mall(Table(kit.rules, table.seats, table.options, table.deal))
        ranks = random.sample(RANKS, random.randint(1, 13))
        for one in mall.shoppers.values():
            one.at_car, one.down = random.random() < 0.3, random.random() < 0.3
            one.cart = [rank + random.choice(SUITS) for rank in ranks if random.random() < random.choice((0.2, 0.9))]
        active = random.choice(table.seats)
        held = [JOKER, *(rank + suit for rank in [*ranks[:2], "10", "2"] for suit in SUITS)]
        mall.shoppers[active].hand = random.choices(held, k=random.randint(1, 5))
        turn = spree.Turn(active, begun=random.random() < 0.5, rolled=random.random() < 0.5)
        with translation.override(language):
            mine = form_of(spree.actions(mall, turn), "turn", "spree", table.seats)
            longest = form_of(spree.actions(mall, turn, longest=True), "turn", "spree", table.seats)
        assert mine <= longest


@pytest.mark.django_db
def test_side_questions_have_one_length_for_any_player() -> None:
    """An offer, the question to the investigator about it and the next to the witness: one length for the room."""
    deal = murder_ship.deal(3)
    kit = all_kits()["murder"]
    table = new_table(kit, Random(1).choice)
    table.seats, table.options = list(deal["hands"]), {"hours": 15, "deck": murder_ship.DECK}
    world = World.begin(kit, table, deal, GameSession.Nights.PHONES, "BFHJ", Random("dice"))
    for seat, character in (("Ann", "Blue"), ("Bob", "Lime"), ("Cid", "Pink")):
        assert world.take({"step": "character", "by": seat, "answer": {"character": character}})
    crime = {"room": "Gym", "character": "Jet", "weapon": "Knife", "motive": "Greed"}
    assert world.take({"step": "turn", "by": "Ann", "answer": {"hypothesis": crime}})
    found = [sizes(world)]
    for seat, answer in (("Cid", {"exchange": "Gym"}), ("Ann", {"refuse": True})):
        assert world.take({"by": seat, "answer": answer})
        found.append(sizes(world))
    assert found == [found[0]] * 3
    assert [len(one) for one in found[0]] == [1, 1, 1]


def test_padded_texts_are_as_many_bytes_in_any_letters() -> None:
    assert {len(pad(text, 600).encode()) for text in ("", "a" * 600, "é" * 300, "1 < 2 ☾")} == {1024}


def test_beyond_the_reserve_all_texts_get_the_longest_length() -> None:
    padded = pad_alike({"Ann": "a", "Bob": "b" * 600}, 100)
    assert {name: len(text) for name, text in padded.items()} == {"Ann": 1024, "Bob": 1024}
