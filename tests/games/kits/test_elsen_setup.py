"""ELSEN: the set-up, and how the saboteurs meet (RULINGS E-01 to E-05)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.engine.options import settle
from games.engine.record import NotARecord
from games.kits.elsen import roles
from tests.games.kits.elsen_ship import NAMES, deal, fly, kill, life, ship, sleep
from tests.games.table_scenes import EVERYBODY, Scene, fact

SABOTEURS = {5: 1, 6: 1, 7: 1, 8: 2, 9: 2, 10: 2, 11: 2, 12: 2, 13: 3, 14: 3, 15: 3}
TOKENS = {5: 3, 6: 3, 7: 4, 8: 4, 9: 5, 10: 5, 11: 5, 12: 6, 13: 6, 14: 6, 15: 7}


@pytest.mark.parametrize("players", [4, 16])
def test_e01_a_record_needs_five_to_fifteen_players(players: int) -> None:
    with pytest.raises(NotARecord, match="the game takes 5 to 15"):
        Scene("elsen", [f"P{place}" for place in range(players)], {})


@pytest.mark.parametrize(("players", "saboteurs"), SABOTEURS.items())
def test_e01_the_number_of_saboteurs_follows_the_number_of_players(players: int, saboteurs: int) -> None:
    def wrong(count: int) -> str:
        return roles.wrong_deal(NAMES[:players], {}, deal(players, **dict.fromkeys(NAMES[:count], "saboteur")))

    assert wrong(saboteurs) == ""
    assert "one saboteur for 5 to 7" in wrong(saboteurs - 1)
    assert "one saboteur for 5 to 7" in wrong(saboteurs + 1)


@pytest.mark.parametrize(("players", "tokens"), TOKENS.items())
def test_e02_mission_tokens_follow_the_number_of_players(players: int, tokens: int) -> None:
    scene = ship(players, **dict.fromkeys(NAMES[: SABOTEURS[players]], "saboteur"))
    fly(scene, Mia="", Ann="", Bob="") if players > 12 else fly(scene, Cid="", Ann="", Bob="")
    assert [told["needed"] for told in scene.news()[EVERYBODY] if told["fact"] == "progress"] == [tokens]


@pytest.mark.parametrize("role", roles.LONE_ROLES)
def test_e03_there_is_at_most_one_of_each_other_role(role: str) -> None:
    assert roles.wrong_deal(NAMES[:5], {}, deal(5, Ann="saboteur", Bob=role)) == ""
    assert "only one" in roles.wrong_deal(NAMES[:5], {}, deal(5, Ann="saboteur", Bob=role, Cid=role))


def test_e03_a_deal_without_roles_for_all_is_no_record() -> None:
    good = deal(5, Ann="saboteur")
    assert roles.wrong_deal(NAMES[:5], {}, good | {"Bob": {"role": "mutant"}}) == "Bob needs a role"
    assert roles.wrong_deal(NAMES[:5], {}, good | {"Bob": "passenger"}) == "Bob needs a role"
    assert roles.wrong_deal(NAMES[:5], {}, good | {"Zoe": {"role": "passenger"}}) == 'no seat "Zoe"'
    assert roles.wrong_deal(NAMES[:6], {}, good) == 'nothing is dealt to "Fay"'


@pytest.mark.parametrize("players", range(5, 16))
def test_e03_the_suggestion_can_be_dealt_with_two_passengers(players: int) -> None:
    counts = roles.suggestion(players)
    assert roles.wrong_counts(players, counts) == ""
    drawn = roles.deal(NAMES[:players], settle(roles.OPTIONS, {}), Random(players).choice)
    dealt = Counter(card["role"] for card in drawn.values())
    assert roles.wrong_deal(NAMES[:players], {}, drawn) == ""
    assert {role: dealt[role] for role in counts} == counts
    assert dealt["passenger"] >= 2


def test_e03_a_moderator_may_deal_other_counts() -> None:
    counts = {"saboteur": 1, "seer": 1, "police": 1, "worker": 1, "lazy": 1}
    drawn = roles.deal(NAMES[:5], {}, Random(1).choice, counts)
    assert sorted(card["role"] for card in drawn.values()) == sorted(counts)


def test_e03_counts_that_cannot_be_dealt_are_refused_with_reasons() -> None:
    assert "below nothing" in roles.wrong_counts(5, {"saboteur": 1, "seer": -1})
    assert "more roles than players" in roles.wrong_counts(5, {"saboteur": 1, **dict.fromkeys(roles.LONE_ROLES, 1)})
    assert "only one" in roles.wrong_counts(6, {"saboteur": 1, "seer": 2})
    assert "one saboteur for 5 to 7" in roles.wrong_counts(8, {"saboteur": 1})
    with pytest.raises(ValueError, match="one saboteur"):
        roles.deal(NAMES[:8], {}, Random(1).choice, {"saboteur": 1})


def test_e03_advice_does_not_refuse() -> None:
    assert roles.warnings(5, roles.suggestion(5)) == []
    alone = {"saboteur": 1}
    assert roles.wrong_counts(5, alone) == ""
    assert len(roles.warnings(5, alone)) == 2
    everybody = {"saboteur": 1, "doctor": 1, "engineer": 1, "seer": 1, "police": 1}
    assert [advice for advice in roles.warnings(5, everybody) if "plain passenger" in advice]


def test_e04_before_turn_1_the_saboteurs_recognise_each_other() -> None:
    scene = Scene("elsen", NAMES[:8], deal(8, Bob="saboteur", Hal="saboteur", Cid="seer"))
    both = [fact("role", role="saboteur"), fact("saboteurs", seats=["Bob", "Hal"])]
    assert scene.news() == {seat: [fact("role", role="passenger")] for seat in NAMES[:8]} | {
        "Bob": both,
        "Hal": both,
        "Cid": [fact("role", role="seer")],
    }
    assert scene.waits() == ("recognise", ["Bob", "Hal"])
    assert scene.refusal("Cid", ok=True) == "not_asked"
    scene.act("Hal", ok=True).act("Bob", ok=True)
    assert scene.news() == {EVERYBODY: [fact("turn", number=1, first_player="Ann", needed=4)]}
    assert scene.waits() == ("crew", ["Ann", "moderator"])


def test_e04_a_lone_saboteur_is_told_of_nobody_else() -> None:
    scene = Scene("elsen", NAMES[:5], deal(5, Dan="saboteur"))
    assert scene.news()["Dan"] == [fact("role", role="saboteur"), fact("saboteurs", seats=["Dan"])]


def test_e04_the_table_may_name_the_first_player() -> None:
    scene = Scene("elsen", NAMES[:5], deal(5, Ann="saboteur"), first_player="Dan").close()
    assert scene.news()[EVERYBODY] == [fact("turn", number=1, first_player="Dan", needed=3)]
    assert scene.waits() == ("crew", ["Dan", "moderator"])


def test_e04_a_record_needs_a_seat_as_first_player() -> None:
    with pytest.raises(NotARecord, match=r"options\.first_player"):
        Scene("elsen", NAMES[:5], deal(5, Ann="saboteur"), first_player="Zoe")


def test_e05_every_morning_all_check_their_own_life_in_silence() -> None:
    scene = fly(ship(5, Ann="saboteur"), Ann="elimination", Bob="success", Cid="success")
    scene.news()
    sleep(scene, saboteurs="Eve")
    news = scene.news()
    assert news.pop(EVERYBODY) == [fact("day", number=1)]
    assert news["Ann"].pop(0) == fact("elimination", turn=1, seat="Eve", done=True)
    assert news == life(scene, 1, "Eve")
    assert scene.waits() == ("exclude", list(NAMES[:5]))


def test_e05_the_dead_are_told_so_again_every_morning() -> None:
    scene = kill(ship(5, Ann="saboteur"), "Eve")
    fly(scene, Ann="success", Bob="success", Cid="")
    news = scene.news()
    del news[EVERYBODY]
    assert news == life(scene, 2, "Eve")


def test_e05_an_elimination_changes_nothing_for_the_others() -> None:
    seen = []
    for victim in ("Dan", "Eve"):
        scene = kill(ship(5, Ann="saboteur"), victim)
        fly(scene, Bob="success", Cid="success", Dan="")
        seen.append((scene.table.public(), scene.table.private("Bob"), scene.table.private("Cid"), scene.waits()))
    assert seen[0] == seen[1]
