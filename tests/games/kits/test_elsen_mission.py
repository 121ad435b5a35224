"""ELSEN: the crew, the cards and both missions (RULINGS E-10 to E-15)."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import pytest

from games.engine.asks import One
from games.engine.table import CLOCK, Fact, Refused
from tests.games.kits.elsen_ship import NAMES, fly, idle, kill, progress, ship, sleep, throw_out, truth, vote
from tests.games.table_scenes import EVERYBODY, Scene, fact

CARDS = ["success", "ghost", "sabotage", "elimination", "doctor", "engineer", "lazy", "worker"]


def shown(scene: Scene, seat: str) -> list[str]:
    """What a phone lays out at the mission."""
    assert scene.table.step is not None
    card = next(iter(scene.table.step.asks[seat].fields()))
    assert isinstance(card, One)
    return list(card.shown)


# E-11, everybody plays


def late(scene: Scene, seat: str, card: str) -> Scene:
    """The clock plays for a seat."""
    return scene.take({"by": CLOCK, "for": seat, "answer": {"card": card}})


def test_e11_the_clock_plays_the_harmless_card_for_late_players() -> None:
    scene = kill(ship(5, Ann="saboteur", Cid="lazy", Dan="worker"), "Bob").decide(seats=list(NAMES[:4]))
    scene.act("Dan", card="worker").news()
    for seat, card in (("Ann", "success"), ("Bob", "ghost"), ("Cid", "lazy")):
        wrong = {"Ann": "sabotage", "Bob": "success", "Cid": "success"}[seat]
        with pytest.raises(Refused, match="no answer"):
            late(scene, seat, wrong)
        late(scene, seat, card)
    told = scene.news()[EVERYBODY]
    assert told[:3] == [fact("by_lot", step="mission")] * 3
    assert told[3] == fact("cards", turn=2, cards=["ghost", "lazy", "success", "worker"])


def test_e11_the_clock_replaces_no_card_and_only_crew_play() -> None:
    scene = ship(5, Ann="saboteur").decide(seats=["Ann", "Bob", "Cid"]).act("Ann", card="sabotage")
    for seat in ("Ann", "Dan"):
        with pytest.raises(Refused):
            late(scene, seat, "success")
    assert EVERYBODY not in quiet_news(scene)


def quiet_news(scene: Scene) -> dict[str, list[Fact]]:
    """What was told since the crew was."""
    return {who: told[1:] for who, told in scene.news().items() if told[1:]}


def test_e11_an_old_record_closes_a_mission_with_its_cards() -> None:
    for by in ("moderator", CLOCK):
        scene = ship(5, Ann="saboteur").decide(seats=["Ann", "Bob", "Cid"]).act("Bob", card="success")
        scene.take({"by": by, "close": True})
        assert fact("cards", turn=1, cards=["success"]) in scene.news()[EVERYBODY]


# E-10, the crew


def test_e10_the_first_player_chooses_at_least_three_aboard() -> None:
    scene = ship(5, Ann="saboteur")
    assert scene.choices("Ann") == scene.choices("moderator") == {"seats": list(NAMES[:5])}
    assert scene.refusal("Ann", seats=["Ann", "Bob"]) == "illegal_answer"
    assert scene.refusal("Ann", seats=["Ann", "Bob", "Bob"]) == "illegal_answer"
    assert scene.refusal("Ann", seats=["Ann", "Bob", "Zoe"]) == "illegal_answer"
    assert scene.refusal("Bob", seats=["Ann", "Bob", "Cid"]) == "not_asked"
    scene.act("Ann", seats=["Eve", "Bob", "Cid"])
    assert scene.news() == {EVERYBODY: [fact("crew", turn=1, seats=["Bob", "Cid", "Eve"])]}
    assert scene.waits() == ("mission", ["Bob", "Cid", "Eve"])


def test_e10_everybody_may_go() -> None:
    scene = ship(5, Ann="saboteur").act("Ann", seats=list(NAMES[4::-1]))
    assert scene.waits() == ("mission", list(NAMES[:5]))


def test_e10_the_moderator_may_enter_the_crew_but_must_choose() -> None:
    scene = ship(5, Ann="saboteur")
    with pytest.raises(Refused, match="needs an answer"):
        scene.close()
    scene.decide(seats=["Ann", "Bob", "Cid"])
    assert scene.waits() == ("mission", ["Ann", "Bob", "Cid"])


def test_e10_the_excluded_cannot_be_chosen_the_dead_can() -> None:
    scene = throw_out(kill(ship(5, Ann="saboteur"), "Dan"), "Eve")
    assert scene.choices("Cid") == {"seats": ["Ann", "Bob", "Cid", "Dan"]}


def test_e10_fewer_than_three_aboard_all_go() -> None:
    scene = ship(5, Ann="saboteur")
    for seat in ("Eve", "Dan", "Cid"):
        throw_out(scene, seat)
    assert scene.waits() == ("crew", ["Ann", "moderator"])
    assert scene.choices("Ann") == {"seats": ["Ann", "Bob"]}
    assert scene.refusal("Ann", seats=["Ann"]) == "illegal_answer"
    scene.act("Ann", seats=["Bob", "Ann"])
    assert scene.waits() == ("mission", ["Ann", "Bob"])


# E-11, the cards on the table


@pytest.mark.parametrize("order", list(permutations([("Ann", "sabotage"), ("Bob", "success"), ("Cid", "doctor")])))
def test_e11_cards_are_shown_together_in_no_order_of_arrival(order: tuple[tuple[str, str], ...]) -> None:
    scene = ship(5, Ann="saboteur", Cid="doctor").decide(seats=["Ann", "Bob", "Cid"])
    scene.news()
    for seat, card in order[:2]:
        scene.act(seat, card=card)
    assert scene.news() == {}
    assert scene.waits() == ("mission", ["Ann", "Bob", "Cid"])
    scene.act(order[2][0], card=order[2][1])
    assert scene.news()[EVERYBODY][0] == fact("cards", turn=1, cards=["doctor", "sabotage", "success"])


def test_e11_a_card_may_be_changed_until_all_are_there() -> None:
    scene = ship(5, Ann="saboteur").decide(seats=["Ann", "Bob", "Cid"])
    scene.act("Ann", card="sabotage").act("Bob", card="success").act("Ann", card="success").act("Cid", card="success")
    assert scene.news()[EVERYBODY][-4:-2] == [fact("cards", turn=1, cards=["success"] * 3), progress(1, 0, 3, 0, 1)]


def test_e11_who_has_not_played_at_the_close_plays_nothing() -> None:
    scene = ship(5, Ann="saboteur").decide(seats=["Ann", "Bob", "Cid"]).act("Bob", card="success")
    scene.news()
    scene.close()
    assert scene.news()[EVERYBODY][:2] == [fact("cards", turn=1, cards=["success"]), progress(1, 1, 3)]


class Mission(NamedTuple):
    """The special roles aboard, the card of each of the crew, the tokens then, and which step comes next."""

    players: int
    roles: dict[str, str]
    cards: dict[str, str]
    tokens: float
    completed: int
    step: str


ALONE, TWO = {"Ann": "saboteur"}, {"Ann": "saboteur", "Bob": "saboteur"}
FOUR = dict.fromkeys(("Ann", "Bob", "Cid", "Dan"), "success")
MISSIONS = {
    "E-11 nobody plays a card": Mission(5, ALONE, dict.fromkeys(NAMES[:3], ""), 0, 0, "exclude"),
    "E-13 a sabotage comes before completion": Mission(5, ALONE, FOUR | {"Ann": "sabotage"}, 0, 0, "exclude"),
    "E-13 an engineer counters a sabotage": Mission(
        5, ALONE | {"Bob": "engineer"}, {"Ann": "sabotage", "Bob": "engineer", "Cid": "success"}, 1, 0, "exclude"
    ),
    "E-13 an engineer counters only one sabotage": Mission(
        8,
        TWO | {"Cid": "engineer"},
        FOUR | {"Ann": "sabotage", "Bob": "sabotage", "Cid": "engineer"},
        0,
        0,
        "exclude",
    ),
    "E-14 a full mission succeeds and no token carries over": Mission(5, ALONE, FOUR, 0, 1, "exclude"),
    "E-14 half a token short is not enough": Mission(
        5,
        ALONE | {"Bob": "lazy", "Cid": "worker"},
        {"Ann": "elimination", "Bob": "lazy", "Cid": "worker"},
        2.5,
        0,
        "saboteurs",
    ),
    "E-15 saboteurs sleep without an elimination": Mission(
        5, ALONE, {"Ann": "sabotage", "Bob": "success", "Cid": "success"}, 0, 0, "exclude"
    ),
    "E-15 a doctor counters an elimination": Mission(
        5, ALONE | {"Bob": "doctor"}, {"Ann": "elimination", "Bob": "doctor", "Cid": "success"}, 1, 0, "exclude"
    ),
    "E-15 a doctor counters only one elimination": Mission(
        8, TWO | {"Cid": "doctor"}, {"Ann": "elimination", "Bob": "elimination", "Cid": "doctor"}, 0, 0, "saboteurs"
    ),
}


@pytest.mark.parametrize("mission", MISSIONS.values(), ids=MISSIONS)
def test_e11_e13_e14_e15_what_mission_cards_do(mission: Mission) -> None:
    scene = fly(ship(mission.players, **mission.roles), **mission.cards)
    assert scene.news()[EVERYBODY][1:3] == [
        fact("cards", turn=1, cards=sorted(card for card in mission.cards.values() if card)),
        progress(1, mission.tokens, 3 if mission.players == 5 else 4, completed=mission.completed),
    ]
    saboteurs = [seat for seat, role in mission.roles.items() if role == "saboteur"]
    asked = {"exclude": list(NAMES[: mission.players]), "saboteurs": [*saboteurs, "moderator"]}
    assert scene.waits() == (mission.step, asked[mission.step])


def test_e11_only_the_crew_plays_or_the_moderator_for_them() -> None:
    scene = ship(5, Ann="saboteur").decide(seats=["Ann", "Bob", "Cid"])
    assert scene.refusal("Eve", card="success") == "not_asked"
    assert scene.refusal("moderator", card="success") == "not_asked"
    scene.take({"by": "moderator", "for": "Bob", "answer": {"card": "success"}})
    assert scene.waits() == ("mission", ["Ann", "Bob", "Cid"])


# E-12, who may play what


@pytest.mark.parametrize(
    ("role", "cards"),
    [
        ("passenger", ["success"]),
        ("seer", ["success"]),
        ("police", ["success"]),
        ("saboteur", ["success", "sabotage", "elimination"]),
        ("worker", ["success", "worker"]),
        ("lazy", ["lazy"]),
        ("doctor", ["success", "doctor"]),
        ("engineer", ["success", "engineer"]),
    ],
)
def test_e12_the_living_play_what_their_role_allows(role: str, cards: list[str]) -> None:
    roles = {"Ann": "saboteur"} | ({} if role == "saboteur" else {"Bob": role})
    seat = "Ann" if role == "saboteur" else "Bob"
    scene = ship(5, **roles).decide(seats=["Ann", "Bob", "Cid"])
    assert scene.choices(seat) == {"card": cards}
    for card in CARDS:
        if card not in cards:
            assert scene.refusal(seat, card=card) == "illegal_answer"
    assert scene.waits() == ("mission", ["Ann", "Bob", "Cid"])


@pytest.mark.parametrize("role", ["passenger", "saboteur", "seer", "worker", "lazy", "doctor", "engineer", "police"])
def test_e12_the_dead_play_ghost_and_nothing_else(role: str) -> None:
    roles = dict.fromkeys(["Ann", "Hal"], "saboteur") | ({} if role == "saboteur" else {"Bob": role})
    dead = "Hal" if role == "saboteur" else "Bob"
    scene = kill(ship(8, **roles), dead).decide(seats=["Ann", dead, "Cid"])
    assert scene.choices(dead) == {"card": ["ghost"]}
    assert scene.choices("Cid") == {"card": ["success"]}
    assert scene.refusal(dead, card="success") == "illegal_answer"
    assert scene.refusal("Cid", card="ghost") == "illegal_answer"


def test_e12_all_eight_cards_are_laid_out_before_everybody_alike() -> None:
    scene = kill(ship(5, Ann="saboteur", Bob="doctor", Cid="lazy"), "Dan").decide(seats=list(NAMES[:5]))
    assert [shown(scene, seat) for seat in NAMES[:5]] == [CARDS] * 5


def test_e12_doctor_and_engineer_play_their_card_only_once() -> None:
    scene = ship(5, Ann="saboteur", Bob="doctor", Cid="engineer")
    vote(sleep(fly(scene, Ann="success", Bob="doctor", Cid="engineer")))
    scene.decide(seats=["Ann", "Bob", "Cid"])
    assert scene.choices("Bob") == scene.choices("Cid") == {"card": ["success"]}
    assert scene.refusal("Bob", card="doctor") == scene.refusal("Cid", card="engineer") == "illegal_answer"


def test_e12_a_card_withdrawn_before_the_end_is_not_spent() -> None:
    scene = ship(5, Ann="saboteur", Bob="doctor").decide(seats=["Ann", "Bob", "Cid"])
    scene.act("Bob", card="doctor").act("Bob", card="success").close()
    vote(scene).decide(seats=["Ann", "Bob", "Cid"])
    assert scene.choices("Bob") == {"card": ["success", "doctor"]}


@pytest.mark.parametrize(
    ("cards", "tokens", "ghosts"),
    [
        ({"Bob": "success", "Fay": "success", "Dan": ""}, 2, 0),
        ({"Bob": "success", "Cid": "", "Dan": "worker"}, 3, 0),
        ({"Bob": "success", "Cid": "lazy", "Dan": ""}, 1.5, 0),
        ({"Bob": "success", "Cid": "lazy", "Dan": "worker"}, 3.5, 0),
        ({"Bob": "success", "Eve": "ghost", "Dan": "success"}, 2, 1),
    ],
)
def test_e12_what_a_card_is_worth(cards: dict[str, str], tokens: float, ghosts: int) -> None:
    crew = {"Ann": "saboteur", "Hal": "saboteur", "Cid": "lazy", "Dan": "worker"}
    scene = fly(kill(ship(8, **crew), "Eve"), **cards)
    told = scene.news()[EVERYBODY][2]
    assert told == progress(2, tokens, 4, ghosts)
    assert type(told["tokens"]) is type(tokens)


# E-13, sabotage


def test_e13_a_sabotage_removes_all_tokens_of_its_mission() -> None:
    scene = ship(8, Ann="saboteur", Hal="saboteur")
    vote(sleep(fly(scene, Bob="success", Cid="success", Dan="")))
    scene.news()
    fly(scene, Ann="sabotage", Bob="success", Cid="success")
    assert scene.news()[EVERYBODY][1:3] == [
        fact("cards", turn=2, cards=["sabotage", "success", "success"]),
        progress(2, 0, 4),
    ]


def test_e13_a_sabotage_does_not_touch_the_ghosts_mission() -> None:
    scene = kill(ship(5, Ann="saboteur"), "Eve")
    fly(scene, Ann="sabotage", Bob="success", Eve="ghost")
    assert progress(2, 0, 3, ghosts=1) in scene.news()[EVERYBODY]


# E-14, success


def test_e14_tokens_add_up_over_the_turns() -> None:
    scene = ship(5, Ann="saboteur")
    vote(sleep(fly(scene, Bob="success", Cid="success", Dan="")))
    fly(scene, Bob="success", Cid="", Dan="")
    assert progress(2, 0, 3, completed=1) in scene.news()[EVERYBODY]


def test_e14_a_full_ghost_mission_counts_once_and_starts_again() -> None:
    scene = ship(5, Ann="saboteur")
    for victim in ("Eve", "Dan"):
        kill(scene, victim)
    vote(sleep(fly(scene, Cid="success", Dan="ghost", Eve="ghost")))
    scene.news()
    fly(scene, Cid="", Dan="ghost", Eve="ghost")
    assert scene.news()[EVERYBODY][1:3] == [
        fact("cards", turn=4, cards=["ghost", "ghost"]),
        progress(4, 1, 3, ghosts=0, completed=1),
    ]


def test_e14_both_missions_may_be_completed_by_the_same_crew() -> None:
    scene = kill(ship(5, Ann="saboteur"), "Eve")
    for _ in range(2):
        vote(sleep(fly(scene, Eve="ghost", Bob="success", Cid="")))
    scene.news()
    fly(scene, Eve="ghost", Bob="success", Cid="")
    assert progress(4, 0, 3, ghosts=0, completed=2) in scene.news()[EVERYBODY]


# E-15, elimination


def test_e15_an_elimination_card_wakes_the_saboteurs_that_night() -> None:
    scene = fly(ship(5, Ann="saboteur"), Ann="elimination", Bob="success", Cid="success")
    assert progress(1, 2, 3) in scene.news()[EVERYBODY]
    assert scene.waits() == ("saboteurs", ["Ann", "moderator"])
    assert truth(scene, "Eve")["alive"]


def test_e15_two_eliminations_count_as_one_for_one_night() -> None:
    scene = ship(8, Ann="saboteur", Bob="saboteur")
    fly(scene, Ann="elimination", Bob="elimination", Cid="success").decide(seat="Hal")
    assert scene.waits() == ("exclude", list(NAMES[:8]))
    vote(scene)
    fly(scene, Ann="success", Bob="success", Cid="")
    assert scene.waits() == ("exclude", list(NAMES[:8]))


def test_e15_a_doctor_counters_nothing_of_an_earlier_mission() -> None:
    scene = idle(ship(5, Ann="saboteur", Bob="doctor"))
    vote(sleep(fly(scene, Bob="doctor", Cid="success", Dan="")))
    fly(scene, Ann="elimination", Bob="success", Cid="")
    assert scene.waits() == ("saboteurs", ["Ann", "moderator"])
