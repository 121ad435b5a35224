"""Spree!: what is said, in both languages, for everything that can happen."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.engine.asks import Each
from games.engine.kit import all_kits
from games.engine.record import replay
from games.engine.table import Fact, Table
from games.kits.spree.roles import TARGETS
from tests.games.kits.spree_mall import DULL, cart, hand, in_the_mall, mall
from tests.games.table_scenes import Scene, fact, kept, load

WORDS = all_kits()["spree"].words
LANGUAGES = ("en", "fr")

FACTS: list[Fact] = [
    fact("parking", seats=["Cid", "Bob", "Ann"], target=200),
    fact("turn", seat="Ann"),
    fact("up", seat="Ann"),
    fact("leave", seat="Ann"),
    fact("repark", seat="Ann"),
    fact("roll", seat="Ann", dice=[3, 4]),
    fact("move", seat="Ann", card="10S"),
    fact("shop", seat="Ann", cards=["QH"]),
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
    fact("shoot", seat="Ann", at="Bob", distance=4, die=3, hit=True),
    fact("down", seat="Ann"),
    fact("down", seat="Ann", pushed=1),
    fact("down", seat="Ann", pushed=3),
    fact("bank", seat="Ann", points=17, total=40),
    fact("shuffled"),
]


def played() -> list[Table]:
    """The kept games, played out."""
    return [replay(load(path)[0]).table for path in kept("spree")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_value_has_its_own_label(language: str) -> None:
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
        assert WORDS.value("rob", robbery) == "Bob, toutes les dames, avec D♣"
        assert WORDS.value("shoot", shot) == "Bob, case 3"


def test_the_card_shows_the_hand_as_it_was_told_last() -> None:
    card = WORDS.card([hand("7H 10S AD JK KC"), hand("10S AD JK KC")])
    assert [line.split(" ")[0] for line in card.lines] == ["10♠", "K♣", "A♦", "joker"]
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


def test_the_ring_shows_fallen_players_cars_and_carts() -> None:
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
    assert WORDS.truth(row) == "Hand: 7♥\u00a0· Cart: –\u00a0· Points: 40\u00a0· down"
    with translation.override("fr"):
        assert WORDS.outcome(["Ann"], "target") == "Ann gagne\u00a0: l’objectif est dans sa voiture."


def test_steps_and_options_have_words_and_spoken_words_are_constant() -> None:
    assert set(WORDS.STEPS) == {"turn", "react", "dice", "shuffle"}
    assert set(WORDS.OPTIONS) == set(all_kits()["spree"].roles.OPTIONS)
    assert all("%" not in str(step.wake) + str(step.sleep) for step in WORDS.STEPS.values())
    assert len({page.slug for page in WORDS.HELP}) == len(WORDS.HELP)


def test_the_middle_device_gives_an_instruction_on_every_turn() -> None:
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


def helped(slug: str) -> str:
    """A page of help as one line of text."""
    return " ".join(str(line) for page in WORDS.HELP if page.slug == slug for line in page.paragraphs)


def test_p02_players_can_park_and_see_hands_before_turn_one() -> None:
    moments = WORDS.MOMENTS
    assert moments.opens and moments.happened("", "turn", [FACTS[0]])
    shown = [str(piece.text) for piece in moments.pieces("", [FACTS[0]], [])]
    assert shown[1].startswith("Look at your hand first")
    assert shown[2:5] == ["1. Cid", "2. Bob", "3. Ann"]
    assert shown[-1] == "Then Ann plays first."
    assert (moments.seconds("", "turn") or 0) >= 180
    assert not moments.happened("turn", "turn", [fact("repark", seat="Ann")])
    assert "before you park" in helped("set-up")


def test_p05_players_read_that_an_ace_stops_both_cards() -> None:
    assert "one ace stops both" in str(WORDS.STEPS["turn"].question)
    assert WORDS.to_room(fact("shop", seat="Ann", cards=["9C", "9C"])).endswith("one ace stops both.")
    assert "ace" not in WORDS.to_room(fact("shop", seat="Ann", cards=["9C"]))
    assert "single ace" in helped("goods")


def test_p07_help_explains_that_hits_push_and_end_the_turn() -> None:
    assert "Each point beyond the distance pushes the victim one square" in helped("shots")
    assert "players and cars do not" in helped("shots")
    assert "Either way this turn is over" in helped("shots")


@pytest.mark.parametrize(
    ("hong_kong", "stops"), [(False, "a wall, the fountain or the edge"), (True, "a wall or the edge")]
)
def test_p12_the_desk_explains_what_stops_a_push_here(hong_kong: bool, stops: str) -> None:
    table = mall(*DULL[:3], hong_kong=hong_kong).table
    turn = WORDS.STEPS["turn"]
    assert turn.hint and table.step
    said = str(turn.hint(table, table.step))
    assert said.startswith("A hit pushes") and f"to {stops}" in said
    assert ("one more" in said) is hong_kong
    assert "fountain" not in str(turn.watch)


def test_p08b_card_question_and_help_explain_the_joker() -> None:
    assert WORDS.card([hand("JK")]).lines == ["joker · any card: robs, walks on (ten or two), stops; never shops"]
    assert WORDS.value("move", "JK") == "joker (say aloud: ten or two)"
    assert "joker" in str(WORDS.STEPS["react"].wake) and "joker" in str(WORDS.STEPS["react"].question)
    assert "any card that you want" in helped("joker")


@pytest.mark.parametrize("language", LANGUAGES)
def test_p10_going_back_to_the_car_is_always_safe(language: str) -> None:
    with translation.override(language):
        label = str(WORDS.STEPS["turn"].fields["bank"])
        assert {"en": "with goods or without", "fr": "avec ou sans butin"}[language] in label
        assert {"en": "you are safe", "fr": "à l’abri"}[language] in helped("car")


def test_p11_help_gives_the_rulebooks_targets() -> None:
    said = helped("goal")
    assert all(str(points) in said for points in TARGETS.values())


def test_p12_hong_kong_help_explains_that_parking_takes_a_die() -> None:
    assert "To change your parking space, drive: one die" in helped("hong-kong")
    assert "one more than its die" in helped("hong-kong") and "fountain no longer stops" in helped("hong-kong")


def test_p12_a_player_on_the_road_cannot_leave_the_car() -> None:
    todo = WORDS.STEPS["turn"].todo
    assert todo
    road = [FACTS[0], fact("turn", seat="Ann"), fact("drive", seat="Ann", die=4)]
    later = [*road, fact("turn", seat="Bob"), fact("turn", seat="Ann")]
    assert todo(road) == "Ann: drive as far as the die shows. Then run over, shoot, park, or end the turn."
    assert todo(later) == "Ann: in the car, on the road. Drive, shoot, or end the turn."
    parked = [*road, fact("park", seat="Ann"), fact("turn", seat="Bob"), fact("turn", seat="Ann")]
    assert todo(parked) == "Ann: at the car. Leave it, or spend the turn there."


def test_p04_a_throw_says_how_far_it_goes_at_most() -> None:
    assert WORDS.to_room(fact("roll", seat="Ann", dice=[1, 3])) == "Ann rolls 1 + 3: up to 4 squares."


def test_p07_a_hit_gives_the_length_of_its_push() -> None:
    said = WORDS.to_room(fact("down", seat="Ann", pushed=2))
    assert "pushed 2 squares or" in said and "wall" in said and "edge" in said
    assert "(not in Hong Kong) the fountain" in said  # P-12


def test_p12_a_hit_by_the_extra_point_is_explained() -> None:
    by_it = WORDS.to_room(fact("shoot", seat="Ann", at="Bob", distance=4, die=3, hit=True))
    assert "one more in Hong Kong" in by_it
    without = WORDS.to_room(fact("shoot", seat="Ann", at="Bob", distance=4, die=4, hit=True))
    assert "Hong Kong" not in without


def test_a_hand_is_sorted_by_suit_and_rank() -> None:
    held = hand("10S JK 2D AD KC 3S 9H")
    lines = [line.split(" ")[0] for line in WORDS.card([held]).lines]
    assert lines == ["3♠", "10♠", "9♥", "K♣", "2♦", "A♦", "joker"]
    row = {"hand": held["cards"], "cart": [], "score": 0, "down": False, "at_car": False}
    assert "3♠ 10♠ 9♥ K♣ 2♦ A♦ joker" in WORDS.truth(row)
