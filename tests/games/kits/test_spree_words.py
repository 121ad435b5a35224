"""Spree!: what is said, in both languages, for everything that can happen."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.engine.asks import Each
from games.engine.kit import all_kits
from games.engine.record import replay
from games.engine.table import Fact, Table
from tests.games.kits.spree_mall import DULL, cart, hand, in_the_mall, mall
from tests.games.table_scenes import Scene, fact, kept, load

WORDS = all_kits()["spree"].words
TWO_LINES = 90  # signs on a phone
LANGUAGES = ("en", "fr")

FACTS: list[Fact] = [
    fact("parking", seats=["Cid", "Bob", "Ann"], target=200),
    fact("turn", seat="Ann"),
    fact("up", seat="Ann"),
    fact("leave", seat="Ann"),
    fact("repark", seat="Ann"),
    fact("roll", seat="Ann", dice=[3, 4]),
    fact("move", seat="Ann", card="10S"),
    fact("shop", seat="Ann", cards=["QH", "QH"]),
    fact("rob", seat="Ann", from_="Bob", card="JK", rank="Q"),
    fact("rob", seat="Ann", from_="Bob", card="7C", rank="7"),
    fact("shoot", seat="Ann", at="Bob", distance=4, die=4, hit=True),
    fact("shoot", seat="Ann", at="Bob", distance=4, die=3, hit=False),
    fact("run_over", seat="Ann", victim="Bob"),
    fact("ace", seat="Bob", card="AD"),
    fact("stopped", seat="Ann"),
    fact("done", seat="Ann"),
    cart("Ann", "7H KC", 17),
    cart("Ann", "", 0),
    fact("down", seat="Ann"),
    fact("bank", seat="Ann", points=17, total=40),
    fact("shuffled"),
]


def played() -> list[Table]:
    """The kept games, played out."""
    return [replay(load(path)[0]).table for path in kept("spree")]


@pytest.mark.parametrize("public", FACTS, ids=lambda public: str(public["fact"]))
def test_the_room_hears_of_every_fact_in_both_languages_in_two_lines(public: Fact) -> None:
    said = []
    for language in LANGUAGES:
        with translation.override(language):
            said.append(WORDS.to_room(public))
    assert said[0] != said[1]
    assert all(0 < len(sentence) <= TWO_LINES for sentence in said)
    assert all(
        public.get("seat", "Ann") in sentence or public["fact"] in ("parking", "shuffled") for sentence in said
    )


def test_every_fact_of_whole_games_can_be_said() -> None:
    for table in played():
        for told in table.told:
            said = WORDS.to_room(told.fact) if told.seat is None else WORDS.to_player(told.fact) or "on the card"
            assert said
            assert "%" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_that_can_be_chosen_has_a_label_of_its_own(language: str) -> None:
    scene = in_the_mall(mall("10S 9C 9C JK AD", *DULL[1:3]), "Ann", "Bob", "Cid").act("Ann", shop=["9C"]).close()
    scene.close()
    with translation.override(language):
        for one in (scene, scene.act("Bob", shop=["3C"])):
            labels_of(one)


def labels_of(scene: Scene) -> None:
    """Every choice of whoever is asked: readable, and none like another of its field."""
    assert scene.table.step is not None
    for ask in scene.table.step.asks.values():
        for field in ask.fields():
            assert not isinstance(field, Each)
            assert WORDS.STEPS[scene.table.step.name].fields[field.name]
            labels = [WORDS.value(field.name, value) for value in field.shown if value is not True]
            assert all(label and "{" not in label for label in labels)
            assert len(set(labels)) == len(labels)


def test_a_robbery_and_a_shot_are_named_in_words() -> None:
    robbery, shot = {"seat": "Bob", "card": "QC", "rank": "Q"}, {"seat": "Bob", "distance": 3}
    assert WORDS.value("rob", robbery) == "Bob, all queens, with Q♣"
    assert WORDS.value("shoot", shot) == "Bob, on square 3"
    assert WORDS.value("shop", ["9C", "9C"]) == "9♣ 9♣"
    with translation.override("fr"):
        assert WORDS.value("rob", robbery) == "Bob, toutes les dames, contre D♣"
        assert WORDS.value("shoot", shot) == "Bob, case 3"


def test_the_card_shows_the_hand_as_it_was_told_last() -> None:
    card = WORDS.card([hand("7H 10S AD JK KC"), hand("10S AD JK KC")])
    assert [line.split(" ")[0] for line in card.lines] == ["10♠", "A♦", "joker", "K♣"]
    assert "10 squares more" in card.lines[0]
    with translation.override("fr"):
        assert WORDS.card([hand("JC QC KC AC")]).lines[:3] == ["V♣", "D♣", "R♣"]
    assert WORDS.card([]).lines == []


def test_a_player_is_told_what_was_drawn_and_no_more() -> None:
    assert WORDS.to_player(hand("7H KC", drawn="KC")) == "You draw K♣."
    assert WORDS.to_player(hand("7H")) == ""
    assert WORDS.to_moderator(hand("7H")) is None
    telling = WORDS.to_moderator(hand("7H KC", drawn="KC"))
    assert telling is not None and "7♥ K♣" in telling.what


def test_the_ring_shows_who_is_down_who_is_at_the_car_and_what_is_in_the_carts() -> None:
    public = [*FACTS[:2], fact("leave", seat="Ann"), cart("Ann", "7H KC", 17), fact("down", seat="Bob")]
    ring = WORDS.ring(public)
    assert {seat: mark.badges for seat, mark in ring.items()} == {
        "Ann": ("cart: 7 K = 17",),
        "Bob": ("down", "at the car"),
        "Cid": ("at the car",),
    }
    assert not any(mark.out for mark in ring.values())
    later = WORDS.ring(
        [*public, fact("bank", seat="Ann", points=17, total=17), cart("Ann", "", 0), fact("up", seat="Bob")]
    )
    assert {mark.badges for mark in later.values()} == {("at the car",)}
    assert WORDS.ring([]) == {}


def test_the_ring_says_of_everybody_what_is_true() -> None:
    for table in played():
        truth, ring = table.truth(), WORDS.ring(table.public())
        for seat, row in truth.items():
            badges = ring[seat].badges
            assert ("down" in badges, "at the car" in badges) == (row["down"], row["at_car"])
            assert any(badge.startswith("cart: ") for badge in badges) == bool(row["cart"])


def test_the_board_shows_the_target_and_the_scores() -> None:
    board = WORDS.board([FACTS[0], fact("bank", seat="Ann", points=17, total=40)])
    assert [(str(gauge.label), gauge.value, gauge.most) for gauge in board] == [
        ("Points to win", "200", None),
        ("Cid", "0", "200"),
        ("Bob", "0", "200"),
        ("Ann", "40", "200"),
    ]
    assert WORDS.board([]) == []


def test_a_turn_begins_a_phase() -> None:
    assert WORDS.phase(fact("turn", seat="Ann")) == "Ann to play"
    assert WORDS.phase(fact("up", seat="Ann")) == ""


def test_the_truth_and_the_outcome_in_a_line() -> None:
    row = {"hand": ["7H"], "cart": [], "score": 40, "down": True, "at_car": False}
    assert WORDS.truth(row) == "Hand: 7♥ · Cart: – · Points: 40 · down"
    with translation.override("fr"):
        assert WORDS.outcome(["Ann"], "target") == "Ann gagne\u00a0: sa voiture est assez pleine."


def test_every_step_and_option_has_its_words_and_what_is_read_aloud_is_constant() -> None:
    assert set(WORDS.STEPS) == {"turn", "react", "dice", "shuffle"}
    assert set(WORDS.OPTIONS) == set(all_kits()["spree"].roles.OPTIONS)
    assert all("%" not in str(step.wake) + str(step.sleep) for step in WORDS.STEPS.values())
    assert len({page.slug for page in WORDS.HELP}) == len(WORDS.HELP)


def test_the_device_in_the_middle_says_what_to_do_on_every_turn() -> None:
    """P-04, P-10: by what everybody was told, and never by what anybody holds."""
    todo = WORDS.STEPS["turn"].todo
    assert todo
    at_car = [fact("turn", seat="Ann")]
    out = [*at_car, fact("leave", seat="Ann"), fact("roll", seat="Ann", dice=[1, 2])]
    again = [*out, fact("turn", seat="Ann")]
    assert [todo(public) for public in (at_car, out, again)] == [
        "Ann: at the car. Leave it, or spend the turn there.",
        "Ann: walk, take, rob or shoot; then end the turn.",
        "Ann: throw the dice, then walk. Taking, robbing and shooting may come before.",
    ]


def test_in_hong_kong_the_device_in_the_middle_says_what_a_car_can_do() -> None:
    """P-12: whoever is on the road does not get out; parked, a car is as it was."""
    todo = WORDS.STEPS["turn"].todo
    assert todo
    driving = [fact("turn", seat="Ann"), fact("drive", seat="Ann", die=4)]
    on_the_road = [*driving, fact("turn", seat="Bob"), fact("turn", seat="Ann")]
    parked = [*driving, fact("park", seat="Ann"), fact("turn", seat="Ann")]
    assert [todo(public) for public in (driving, on_the_road, parked)] == [
        "Ann: drive as far as the die says. Run over, shoot or park, or end the turn.",
        "Ann: on the road. Shoot, drive on, or end the turn.",
        "Ann: at the car. Leave it, or spend the turn there.",
    ]
