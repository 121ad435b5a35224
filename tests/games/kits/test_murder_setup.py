"""Mystery Space Murder 3000: cards, dealing, characters, the card short (RULINGS M-01 to M-04, M-12)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.engine.table import Refused
from games.kits.murder import roles
from games.kits.murder.roles import CLUES, OWN, Deck
from tests.games.kits.murder_ship import (
    ANN,
    BOB,
    CARDS,
    CID,
    DECK,
    ENVELOPE,
    NAMES,
    aboard,
    cards,
    deal,
    hand,
    ship,
    truth,
)
from tests.games.table_scenes import EVERYBODY, Scene, fact

OPTIONS = {"deck": DECK}


def test_m12_each_player_sees_only_their_own_clues_and_secret() -> None:
    assert ship().news() == {
        EVERYBODY: [fact("clock", hours=15, deck=DECK)],
        "Ann": [hand(ANN), fact("secret", card="Love", seat="Ann", deck=DECK)],
        "Bob": [hand(BOB), fact("secret", card="Rope", seat="Bob", deck=DECK)],
        "Cid": [hand(CID), fact("secret", card="Greed", seat="Cid", deck=DECK)],
    }
    assert ship().table.hidden() == {"envelope": ENVELOPE}


def test_m12_a_hand_is_listed_in_deck_order() -> None:
    backwards = deal(3)
    backwards["hands"] = {seat: held[::-1] for seat, held in backwards["hands"].items()}
    scene = Scene("murder", NAMES[:3], backwards, deck=DECK)
    assert scene.news()["Ann"][0] == hand(ANN)
    assert truth(scene, "Bob")["hand"] == BOB


@pytest.mark.parametrize(("hours", "said"), [(1, 1), (40, 40), (None, 15)])
def test_m04_the_clock_starts_where_the_table_sets_it(hours: int | None, said: int) -> None:
    scene = ship(hours=hours) if hours else ship()
    assert scene.news()[EVERYBODY][0]["hours"] == said


def test_m01_our_deck_has_eight_eight_six_and_six_cards() -> None:
    assert {kind: len(words) for kind, words in OWN.items()} == CLUES
    assert len(set(Deck.of(None).cards)) == 28
    assert len(Deck.of(None).secrets) == 12
    assert all("_" in card for card in Deck.of(None).cards), "a table might type it"
    assert Deck.of({}) == Deck.of(None)


def test_m01_our_deck_has_the_cards_of_the_rulebook() -> None:
    named = cards("ellen_ripley mister_spock jack_harkness the_terminator han_solo captain_starbuck")
    assert list(Deck.of(None).playable) == named
    rooms = cards("sleeping_quarters briefing_room swimming_pool engine_room store_room hangar_deck mess_hall")
    assert {*rooms, "the_alien", "laser_sword", "out_of_hunger"} <= set(Deck.of(None).cards)


@pytest.mark.parametrize(
    "deck",
    [
        None,
        "words",
        [],
        {"characters": DECK["characters"]},
        {**DECK, "ships": ["Nabucco"]},
        {**DECK, "rooms": DECK["rooms"][:7]},
        {**DECK, "rooms": [*DECK["rooms"], "Hold"]},
        {**DECK, "rooms": [*DECK["rooms"][:7], "Red"]},
        {**DECK, "rooms": [*DECK["rooms"][:7], ""]},
        {**DECK, "rooms": [*DECK["rooms"][:7], 8]},
        {**DECK, "rooms": [*DECK["rooms"][:7], ["Hold"]]},
        {**DECK, "rooms": "12345678"},
    ],
)
def test_m01_a_deck_needs_28_different_words_in_four_lists(deck: Any) -> None:
    assert not roles.OPTIONS["deck"].allows(deck, NAMES[:3])


@pytest.mark.parametrize("deck", [DECK, {}])
def test_m01_a_deck_is_all_four_lists_or_none(deck: Any) -> None:
    assert roles.OPTIONS["deck"].allows(deck, NAMES[:3])


@pytest.mark.parametrize(
    ("hours", "allowed"), [(1, True), (15, True), (0, False), (-1, False), (True, False), (2.0, False), ("3", False)]
)
def test_m04_there_is_at_least_one_hour(hours: Any, allowed: bool) -> None:
    assert roles.OPTIONS["hours"].allows(hours, NAMES[:3]) is allowed


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(5))
def test_m02_a_deal_drawn_at_random_is_lawful(players: int, seed: int) -> None:
    seats = NAMES[:players]
    drawn = roles.deal(seats, {"deck": None}, Random(seed).choice)
    assert roles.wrong_deal(seats, {"deck": None}, drawn) == ""
    sizes = {seat: len(held) for seat, held in drawn["hands"].items()}
    last = seats[seats.index(drawn["first"]) - 1]
    assert sizes[last] == 24 // players
    assert sum(sizes.values()) == 24


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_m02_the_deals_of_these_scenes_are_lawful(players: int) -> None:
    assert roles.wrong_deal(NAMES[:players], OPTIONS, deal(players)) == ""


@pytest.mark.parametrize(
    "spoil",
    [
        lambda dealt: dealt.pop("first"),
        lambda dealt: dealt.update(first="Zoe"),
        lambda dealt: dealt.update(first=["Ann"]),
        lambda dealt: dealt.update(stock=[]),
        lambda dealt: dealt.update(envelope=[]),
        lambda dealt: dealt["envelope"].pop("room"),
        lambda dealt: dealt["envelope"].update(ship="Nabucco"),
        lambda dealt: dealt["envelope"].update(room="Red"),
        lambda dealt: dealt["envelope"].update(room=["Bridge"]),
        lambda dealt: dealt.update(hands=[]),
        lambda dealt: dealt["hands"].pop("Cid"),
        lambda dealt: dealt["hands"].update(Zoe=[]),
        lambda dealt: dealt["hands"].update(Ann="Blue"),
        lambda dealt: dealt["hands"]["Ann"].pop(),
        lambda dealt: dealt["hands"]["Ann"].append("Red"),
        lambda dealt: dealt["hands"]["Ann"].__setitem__(0, "Lime"),
        lambda dealt: dealt["hands"]["Ann"].__setitem__(0, ["Blue"]),
        lambda dealt: dealt["hands"]["Ann"].append(dealt["hands"]["Bob"].pop()),
        lambda dealt: dealt.update(secrets=[]),
        lambda dealt: dealt["secrets"].pop("Ann"),
        lambda dealt: dealt["secrets"].update(Zoe="Club"),
        lambda dealt: dealt["secrets"].update(Ann="Pool"),
        lambda dealt: dealt["secrets"].update(Ann=["Love"]),
        lambda dealt: dealt["secrets"].update(Ann="Rope"),
    ],
)
def test_m02_m03_an_illegal_deal_is_refused_with_reasons(spoil: Callable[[Any], None]) -> None:
    dealt = deal(3)
    spoil(dealt)
    assert roles.wrong_deal(NAMES[:3], OPTIONS, dealt)


def test_m03_a_secret_may_be_sealed_or_in_the_hand() -> None:
    dealt = deal(3)
    assert dealt["secrets"]["Cid"] == dealt["envelope"]["motive"]
    assert dealt["secrets"]["Ann"] in dealt["hands"]["Ann"]
    assert roles.wrong_deal(NAMES[:3], OPTIONS, dealt) == ""


def test_m03_characters_are_chosen_round_the_table_in_turn_order() -> None:
    scene = ship(first="Bob")
    scene.news()
    assert scene.waits() == ("character", ["Bob"])
    assert scene.choices("Bob") == {"character": DECK["characters"][:6]}
    scene.act("Bob", character="Pink")
    assert scene.waits() == ("character", ["Cid"])
    assert scene.choices("Cid") == {"character": cards("Red Blue Lime Gold Grey")}
    scene.act("Cid", character="Red").act("Ann", character="Blue")
    assert scene.news() == {
        EVERYBODY: [
            fact("character", seat="Bob", character="Pink"),
            fact("character", seat="Cid", character="Red"),
            fact("character", seat="Ann", character="Blue"),
            fact("turn", seat="Bob"),
        ]
    }
    assert scene.waits() == ("turn", ["Bob"])


def test_m03_a_taken_or_unplayable_character_is_refused() -> None:
    scene = ship().act("Ann", character="Pink")
    scene.news()
    assert scene.refusal("Bob", character="Pink") == "illegal_answer"
    assert scene.refusal("Bob", character="Jet") == "illegal_answer"
    assert scene.refusal("Bob", character="Mess") == "illegal_answer"
    assert scene.refusal("Ann", character="Blue") == "not_asked"
    with pytest.raises(Refused) as refused:
        scene.close()
    assert refused.value.code == "needs_answer"
    assert scene.news() == {}
    assert truth(scene, "Bob")["character"] is None
    assert scene.waits() == ("character", ["Bob"])


def test_m02_with_five_a_short_player_may_see_one_clue() -> None:
    scene = ship(5)
    for character in cards("Blue Lime Pink Gold Grey"):
        scene.act(scene.waits()[1][0], character=character)
    scene.news()
    assert scene.waits() == ("peek", ["Eve"])
    assert scene.choices("Eve") == {"ask": [True, False]}
    scene.act("Eve", ask=True)
    assert scene.news() == {}
    assert scene.waits() == ("show", ["Ann"])
    assert scene.choices("Ann") == {"card": deal(5)["hands"]["Ann"]}
    assert scene.refusal("Ann", card=deal(5)["hands"]["Bob"][0]) == "illegal_answer"
    scene.act("Ann", card="Blue")
    assert scene.news() == {
        EVERYBODY: [fact("turn", seat="Ann")],
        "Eve": [fact("shown", by="Ann", card="Blue")],
        "Ann": [fact("showed", to="Eve", card="Blue")],
    }
    assert truth(scene, "Ann")["hand"] == deal(5)["hands"]["Ann"]


@pytest.mark.parametrize("closed", [True, False])
def test_m02_who_is_a_card_short_may_also_do_without(closed: bool) -> None:
    scene = ship(5)
    for character in cards("Blue Lime Pink Gold Grey"):
        scene.act(scene.waits()[1][0], character=character)
    scene.news()
    scene = scene.close() if closed else scene.act("Eve", ask=False)
    assert scene.news() == {EVERYBODY: [fact("turn", seat="Ann")]}
    assert scene.waits() == ("turn", ["Ann"])


@pytest.mark.parametrize("short", ["Ann", "Cid"])
def test_m02_any_seat_can_be_the_one_a_card_short(short: str) -> None:
    dealt = deal(5)
    dealt["hands"][short], dealt["hands"]["Eve"] = dealt["hands"]["Eve"], dealt["hands"][short]
    assert roles.wrong_deal(NAMES[:5], OPTIONS, dealt) == ""


@pytest.mark.parametrize("players", [3, 4, 6])
def test_m02_where_the_cards_come_out_even_nobody_peeks(players: int) -> None:
    assert aboard(players).waits() == ("turn", ["Ann"])
    assert [step.name for step in aboard(players).table.steps].count("peek") == 0


def test_m02_every_clue_is_somewhere() -> None:
    scene = aboard(6)
    held = [card for row in scene.table.truth().values() for card in row["hand"]]
    assert sorted([*held, *ENVELOPE.values()]) == sorted(CARDS)
