"""Mystery Space Murder 3000: how it ends (RULINGS M-09 to M-11)."""

from __future__ import annotations

import pytest

from games.engine.table import Outcome
from tests.games.kits.murder_ship import SOLUTION, aboard, bob_in_prison, end_turns, suspect, suspected, truth
from tests.games.table_scenes import EVERYBODY, Scene, fact


def ended(scene: Scene) -> Outcome:
    """How the game has ended; nothing is open any more."""
    assert scene.waits() == ("", [])
    assert scene.table.outcome is not None
    return scene.table.outcome


def test_m09_without_a_witness_a_match_with_the_envelope_wins() -> None:
    scene = suspect(aboard(), SOLUTION)
    assert scene.news() == {
        EVERYBODY: [suspected("Ann", SOLUTION), fact("no_witness", seat="Ann"), fact("solved", seat="Ann")],
    }
    assert ended(scene) == Outcome(["Ann"], "solved", ["Ann"])
    assert scene.refusal("Bob", end=True) == "game_over"


def test_m09_cards_of_the_investigator_are_a_secret_wrong_solution() -> None:
    scene = suspect(aboard(), "Bridge Red Knife Love")  # Love is Ann's
    assert scene.news() == {
        EVERYBODY: [
            suspected("Ann", "Bridge Red Knife Love"),
            fact("no_witness", seat="Ann"),
            fact("turn", seat="Bob"),
        ],
        "Ann": [fact("unsolved")],
    }
    assert scene.table.outcome is None
    assert scene.waits() == ("turn", ["Bob"])


def test_m09_the_culprit_may_be_the_one_who_solves_it() -> None:
    scene = suspect(aboard(characters="Red Lime Pink"), SOLUTION)
    assert ended(scene) == Outcome(["Ann"], "solved", ["Ann"])


def test_m09_the_accused_is_moved_before_the_case_is_solved() -> None:
    scene = suspect(aboard(characters="Blue Red Pink"), SOLUTION)
    assert scene.news()[EVERYBODY] == [
        suspected("Ann", SOLUTION),
        fact("moved", seat="Bob", room="Bridge"),
        fact("no_witness", seat="Ann"),
        fact("solved", seat="Ann"),
    ]


@pytest.mark.parametrize(("characters", "winners"), [("Blue Red Pink", ["Bob"]), ("Blue Lime Pink", [])])
def test_m10_at_timeout_a_culprit_in_the_game_wins(characters: str, winners: list[str]) -> None:
    scene = end_turns(aboard(characters=characters, hours=1), 2)
    assert scene.table.outcome is None
    scene.close()
    assert scene.news() == {EVERYBODY: [fact("clock", hours=0)]}
    assert ended(scene) == Outcome(winners, "out_of_time", winners)


def test_m10_a_culprit_in_prison_is_still_in_the_game() -> None:
    scene = suspect(aboard(characters="Blue Red Pink", hours=1), "Gym Red Rope Envy").act("Bob", declare="Rope")
    assert not truth(scene, "Bob")["free"]
    end_turns(scene, 2)
    assert ended(scene) == Outcome(["Bob"], "out_of_time", ["Bob"])


def test_m10_a_culprit_lost_in_space_does_not_win() -> None:
    scene = aboard(characters="Red Lime Pink", hours=1).act("Ann", lift=True).chance(dice=[1])
    end_turns(scene, 2)
    assert ended(scene) == Outcome([], "out_of_time", [])


def test_m04_the_game_lasts_one_round_per_hour() -> None:
    scene = end_turns(aboard(hours=3), 8)
    assert scene.waits() == ("turn", ["Cid"])
    assert ended(scene.close()).reason == "out_of_time"


def test_m11_two_free_players_play_on() -> None:
    scene = bob_in_prison()
    assert scene.table.outcome is None
    assert scene.waits() == ("turn", ["Bob"])


def test_m11_the_last_free_player_wins_when_others_are_jailed() -> None:
    scene = end_turns(bob_in_prison(), 2)
    suspect(scene, "Gym Pink Knife Greed")
    assert scene.news() == {
        EVERYBODY: [
            suspected("Ann", "Gym Pink Knife Greed"),
            fact("moved", seat="Cid", room="Gym"),
            fact("prison", seat="Cid"),
        ]
    }
    assert ended(scene) == Outcome(["Ann"], "last_free", ["Ann"])


def test_m11_the_last_one_free_wins_as_another_is_lost() -> None:
    scene = end_turns(bob_in_prison(), 1).act("Cid", lift=True).chance(dice=[1])
    news = scene.news()
    assert news[EVERYBODY] == [fact("lift", seat="Cid", die=1), fact("lost", seat="Cid")]
    assert set(news) == {EVERYBODY, "Ann", "Bob", "Cid"}  # the clues were shared out first
    assert ended(scene) == Outcome(["Ann"], "last_free", ["Ann"])


def test_m11_two_lost_of_three_leave_a_winner() -> None:
    scene = aboard()
    for seat in ("Ann", "Bob"):
        assert scene.table.outcome is None
        scene.act(seat, lift=True).chance(dice=[1])
    assert ended(scene) == Outcome(["Cid"], "last_free", ["Cid"])
    assert len(truth(scene, "Cid")["hand"]) == 24


def test_m11_prison_comes_before_the_envelope() -> None:
    scene = aboard(characters="Blue Lime Red")  # Cid is the culprit, with the sealed motive for a secret
    end_turns(suspect(scene, "Gym Lime Rope Envy").act("Bob", declare="Lime"), 2)
    suspect(scene, SOLUTION)
    assert scene.news()[EVERYBODY][-1] == fact("prison", seat="Cid")
    assert ended(scene) == Outcome(["Ann"], "last_free", ["Ann"])
