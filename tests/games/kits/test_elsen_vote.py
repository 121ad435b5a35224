"""ELSEN: exclusion, the first-player token and how a game ends (RULINGS E-30, E-31, E-40)."""

from __future__ import annotations

import pytest

from games.engine.kit import all_kits
from games.engine.table import Outcome
from moderation.play.projections.sections.vote import list_hand_ballots
from tests.games.kits.elsen_ship import NAMES, fly, idle, kill, ship, sleep, throw_out, truth, vote
from tests.games.table_scenes import EVERYBODY, Scene, fact

SIX = list(NAMES[:6])


def morning(players: int = 6, **options: str) -> Scene:
    """The vote of turn 1; what was told has been seen."""
    scene = sleep(fly(ship(players, options, Ann="saboteur"), Ann="success", Bob="", Cid=""))
    scene.news()
    return scene


# E-30, the vote


def test_e30_everybody_aboard_may_name_anybody_aboard_or_nobody() -> None:
    scene = morning()
    assert scene.waits() == ("exclude", SIX)
    assert [scene.choices(seat) for seat in SIX] == [{"seat": SIX, "nobody": [True]}] * 6
    assert scene.refusal("Bob", seat="Bob", nobody=True) == "illegal_answer"
    assert scene.refusal("moderator", seat="Bob") == "not_asked"
    assert scene.news() == {}


def test_e30_the_moderator_ends_the_vote_and_ballots_may_change() -> None:
    scene = morning()
    for seat in SIX:
        scene.act(seat, seat="Bob")
    assert scene.waits() == ("exclude", SIX)
    for seat in SIX:
        scene.act(seat, nobody=True)
    assert scene.close().news()[EVERYBODY][0] == fact("excluded", turn=1, seat=None)


@pytest.mark.parametrize(
    ("players", "rule", "ballots", "excluded"),
    [
        pytest.param(6, "more_than_half", "Bob Bob Bob", None, id="half is not more than half"),
        pytest.param(6, "more_than_half", "Bob Bob Bob Bob", "Bob", id="more than half of all aboard"),
        pytest.param(6, "at_least_half", "Bob Bob", None, id="two of six"),
        pytest.param(6, "at_least_half", "Bob Bob Bob", "Bob", id="half is enough"),
        pytest.param(5, "more_than_half", "Bob Bob", None, id="two of five"),
        pytest.param(5, "at_least_half", "Bob Bob", None, id="two of five by the other rule"),
        pytest.param(5, "more_than_half", "Bob Bob Bob", "Bob", id="three of five"),
        pytest.param(5, "at_least_half", "Bob Bob Bob", "Bob", id="three of five by the other rule"),
        pytest.param(6, "at_least_half", "Bob Bob Bob Cid Cid Cid", None, id="two with half each"),
        pytest.param(6, "at_least_half", "Bob Bob Bob nobody nobody nobody", "Bob", id="half against nobody"),
    ],
)
def test_e30_whom_a_vote_excludes(players: int, rule: str, ballots: str, excluded: str | None) -> None:
    scene = vote(morning(players, exclude_at=rule), **dict(zip(NAMES, ballots.split(), strict=False)))
    assert scene.news()[EVERYBODY][0] == fact("excluded", turn=1, seat=excluded)
    assert truth(scene, "Bob")["aboard"] == (excluded is None)


def test_e30_the_secretly_dead_vote_and_the_excluded_do_not() -> None:
    scene = throw_out(kill(ship(6, Ann="saboteur"), "Fay"), "Eve")
    sleep(fly(scene, Ann="success", Bob="", Cid=""))
    assert scene.waits() == ("exclude", ["Ann", "Bob", "Cid", "Dan", "Fay"])
    scene.news()
    vote(scene, Ann="Bob", Fay="Bob", Cid="Bob")
    assert scene.news()[EVERYBODY][0] == fact("excluded", turn=3, seat="Bob")


# E-31, out, and the token


def test_e31_an_excluded_player_is_out_with_a_hidden_role() -> None:
    scene = vote(morning(), **dict.fromkeys(SIX, "Bob"))
    assert scene.news() == {
        EVERYBODY: [
            fact("excluded", turn=1, seat="Bob"),
            fact("turn", number=2, first_player="Cid", needed=3),
        ]
    }
    assert truth(scene, "Bob") == {"role": "passenger", "alive": True, "aboard": False}
    assert scene.choices("Cid") == {"seats": ["Ann", "Cid", "Dan", "Eve", "Fay"]}


def test_e31_an_excluded_player_is_told_nothing_more() -> None:
    scene = throw_out(ship(6, Ann="saboteur"), "Bob")
    sleep(fly(scene, Ann="success", Cid="", Dan=""))
    assert sorted(scene.news()) == sorted([EVERYBODY, "Ann", "Cid", "Dan", "Eve", "Fay"])


def test_e31_the_token_moves_left_every_turn() -> None:
    scene = ship(6, {"first_player": "Eve"}, Ann="saboteur")
    holders = []
    for excluded in (None, "Bob", None, None):
        holders += scene.waits()[1][:1]
        throw_out(scene, excluded) if excluded else idle(scene)
    assert [*holders, scene.waits()[1][0]] == ["Eve", "Fay", "Ann", "Cid", "Dan"]


def test_e31_it_leaves_an_excluded_first_player_too() -> None:
    scene = throw_out(ship(6, Fay="saboteur"), "Ann")
    assert scene.waits() == ("crew", ["Bob", "moderator"])


def test_e31_a_dead_first_player_chooses_like_any_other() -> None:
    scene = kill(ship(6, Ann="saboteur"), "Bob")
    assert scene.waits() == ("crew", ["Bob", "moderator"])


# E-40, the end


def succeed(scene: Scene, times: int) -> Scene:
    """So many completed missions of a ship of five, turn by turn."""
    for _ in range(times):
        scene.decide(seats=["Bob", "Cid", "Dan"])
        for seat in ("Bob", "Cid", "Dan"):
            scene.act(seat, card="success")
        if scene.waits()[0]:
            vote(sleep(scene))
    return scene


def test_e40_five_successes_win_the_game_before_night_falls() -> None:
    scene = succeed(ship(5, Ann="saboteur"), 4)
    assert scene.table.outcome is None
    succeed(scene, 1)
    assert scene.table.outcome == Outcome(["passengers"], "missions", ["Bob", "Cid", "Dan", "Eve"])
    assert scene.news()[EVERYBODY][-1]["completed"] == 5
    assert scene.waits() == ("", [])


def test_e40_a_success_of_the_ghosts_may_be_the_fifth() -> None:
    scene = succeed(kill(ship(5, Ann="saboteur"), "Eve"), 4)
    for _ in range(2):
        vote(sleep(fly(scene, Eve="ghost", Ann="success", Bob="")))
    fly(scene, Eve="ghost", Ann="sabotage", Bob="success")
    assert scene.table.outcome == Outcome(["passengers"], "missions", ["Bob", "Cid", "Dan", "Eve"])


def test_e40_passengers_win_with_all_saboteurs_out() -> None:
    scene = throw_out(kill(ship(5, Cid="saboteur"), "Dan", saboteur="Cid"), "Eve")
    throw_out(scene, "Cid")
    assert scene.table.outcome == Outcome(["passengers"], "saboteurs_excluded", ["Ann", "Bob", "Dan", "Eve"])
    assert scene.table.public()[-1] == fact("excluded", turn=3, seat="Cid")


def test_e40_one_saboteur_left_aboard_is_enough_to_go_on() -> None:
    scene = throw_out(ship(8, Ann="saboteur", Hal="saboteur"), "Hal")
    assert scene.table.outcome is None
    throw_out(scene, "Ann")
    assert scene.table.outcome == Outcome(["passengers"], "saboteurs_excluded", list(NAMES[1:7]))


def test_e40_a_dead_saboteur_aboard_is_aboard() -> None:
    scene = kill(ship(5, Ann="saboteur"), "Ann")
    assert scene.table.outcome is None
    assert scene.waits()[0] == "crew"


def almost_alone() -> Scene:
    """Turn 4 of a ship of five: Ann the saboteur and Bob live, Cid, Dan and Eve are dead in secret."""
    scene = ship(5, Ann="saboteur")
    for victim in ("Cid", "Dan", "Eve"):
        kill(scene, victim)
    return scene


def test_e40_saboteurs_win_at_dawn_when_others_are_dead() -> None:
    scene = fly(almost_alone(), Ann="elimination", Bob="success", Cid="")
    scene.news()
    scene.act("Ann", seat="Bob")
    assert scene.table.outcome == Outcome(["saboteurs"], "nobody_left", ["Ann"])
    news = scene.news()
    assert news[EVERYBODY] == [fact("day", number=4)]
    assert [news[seat][-1]["alive"] for seat in NAMES[:5]] == [True, False, False, False, False]


def test_e40_not_before_dawn() -> None:
    scene = ship(5, Ann="saboteur", Eve="seer")
    for victim in ("Cid", "Dan", "Eve"):
        kill(scene, victim)
    fly(scene, Ann="elimination", Bob="success", Cid="").act("Ann", seat="Bob")
    assert scene.waits() == ("seer", ["Eve"])
    assert scene.table.outcome is None
    scene.act("Eve", seat="Bob")
    assert scene.table.outcome == Outcome(["saboteurs"], "nobody_left", ["Ann"])


def test_e40_saboteurs_win_after_a_vote_that_excludes_the_last() -> None:
    scene = throw_out(almost_alone(), "Bob")
    assert scene.table.outcome == Outcome(["saboteurs"], "nobody_left", ["Ann"])
    assert scene.table.public()[-1] == fact("excluded", turn=4, seat="Bob")


def test_e40_when_turn_10_ends_the_saboteurs_have_won() -> None:
    scene = idle(ship(8, Bob="saboteur", Hal="saboteur"), 9)
    assert scene.table.outcome is None
    scene = idle(scene)
    assert scene.table.outcome == Outcome(["saboteurs"], "out_of_time", ["Bob", "Hal"])
    assert scene.table.public()[-1] == fact("excluded", turn=10, seat=None)


def test_e40_the_last_saboteur_may_be_excluded_on_turn_10() -> None:
    scene = throw_out(idle(ship(5, Ann="saboteur"), 9), "Ann")
    assert scene.table.outcome == Outcome(["passengers"], "saboteurs_excluded", ["Bob", "Cid", "Dan", "Eve"])


def test_e30_the_vote_is_open_and_all_see_the_ballots() -> None:
    scene = morning().act("Cid", nobody=True).act("Bob", seat="Ann")
    words = all_kits()["elsen"].words
    assert list_hand_ballots(words, scene.table, scene.table.step) == ()
    scene.close()
    assert list_hand_ballots(words, scene.table, scene.table.step) == (("Bob", "Ann"), ("Cid", "Nobody"))
    assert not any("Cid" in str(one.fact) for one in scene.table.told[-2:])  # shown, and no fact of the record
