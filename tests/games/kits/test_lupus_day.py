"""Lupus in Tabula: the day. Dead, debate, nomination, defence, lynching, ghosts (RULINGS L-22 to L-29)."""

from __future__ import annotations

import pytest

from games.engine.kit import all_kits
from moderation.play.projections.knowledge import Knowledge
from tests.games.kits.lupus_village import (
    NAMES,
    alive,
    hunted,
    lynch,
    name,
    names,
    night,
    nominated,
    quiet,
    until,
    village,
)
from tests.games.table_scenes import EVERYBODY, Scene, fact

IN_TURN = {"voting": "in_turn"}
EIGHT = NAMES[:8]


def asked_in_turn(scene: Scene, step: str) -> list[str]:
    """Who is asked, one after the other, while this step goes on; each is passed over."""
    order = []
    while scene.waits()[0] == step:
        order += scene.waits()[1]
        scene.close()
    return order


# The dead and the debate


def test_l22_a_death_is_announced_without_the_role() -> None:
    scene = night(hunted(), werewolves="Cid")
    news = scene.news()
    assert news[EVERYBODY] == [fact("day", number=1), fact("death", seat="Cid", by="night")]
    assert set(news) == {EVERYBODY, "Ann", "Bob"}
    assert lynch(scene, "Ann").news()[EVERYBODY][-2:] == [
        fact("death", seat="Ann", by="lynch"),
        fact("night", number=2),
    ]


def test_l22_the_dead_are_not_asked_and_cannot_be_named() -> None:
    scene = until(night(hunted(), werewolves="Dan"), "nominate")
    living = [seat for seat in EIGHT if seat != "Dan"]
    assert scene.waits() == ("nominate", living)
    assert scene.choices("Ann") == {"seat": living}
    assert scene.refusal("Dan", seat="Ann") == "not_asked"
    assert scene.refusal("Ann", seat="Dan") == "illegal_answer"


def test_l23_the_debate_lasts_three_minutes_or_until_closed() -> None:
    scene = quiet(night(village()))
    assert scene.waits() == ("debate", [])
    assert scene.table.step and scene.table.step.seconds == 180 and not scene.table.step.asleep
    assert scene.refusal("Ann", ok=True) == scene.refusal("moderator", ok=True) == "not_asked"
    scene.close()
    assert scene.news() == {}
    assert scene.waits()[0] == "nominate"


# Who names when


@pytest.mark.parametrize(
    ("roles", "named", "order"),
    [
        pytest.param({}, {}, "Ann Bob Cid Dan Eve Fay Gus Hal", id="nobody has died"),
        pytest.param({}, {"werewolves": "Dan"}, "Eve Fay Gus Hal Ann Bob Cid", id="left of the victim"),
        pytest.param({}, {"werewolves": "Hal"}, "Ann Bob Cid Dan Eve Fay Gus", id="left of the last seat"),
        pytest.param({"werehamster": "Dan"}, {"seer": "Dan"}, "Eve Fay Gus Hal Ann Bob Cid", id="a werehamster"),
        pytest.param(
            {"werehamster": "Gus"}, {"seer": "Gus", "werewolves": "Dan"}, "Eve Fay Hal Ann Bob Cid", id="torn first"
        ),
        pytest.param(
            {"werehamster": "Dan"}, {"seer": "Dan", "werewolves": "Gus"}, "Hal Ann Bob Cid Eve Fay", id="torn second"
        ),
    ],
)
def test_l24_who_names_first_on_the_first_day(roles: dict[str, str], named: dict[str, str], order: str) -> None:
    scene = until(night(hunted(options=IN_TURN, **roles), **named), "nominate")
    assert asked_in_turn(scene, "nominate") == order.split()


def test_l29_a_ghost_nominates_in_turn_after_its_death() -> None:
    scene = until(night(hunted(options={"ghosts": True} | IN_TURN), werewolves="Dan"), "nominate")
    assert asked_in_turn(scene, "nominate") == ["Eve", "Fay", "Gus", "Hal", "Ann", "Bob", "Cid", "Dan"]


def test_l24_a_lynching_counts_and_dead_neighbours_are_skipped() -> None:
    scene = until(lynch(night(hunted(10, IN_TURN), werewolves="Eve"), "Dan"), "nominate")
    assert asked_in_turn(scene, "nominate") == ["Fay", "Gus", "Hal", "Ida", "Jon", "Ann", "Bob", "Cid"]


def test_l24_l16_any_death_at_first_dawn_decides_who_begins() -> None:
    scene = night(village(9, IN_TURN, werehamster="Dan"), seer="Dan")
    assert scene.news()[EVERYBODY] == [
        fact("day", number=1),
        fact("moderator_torn"),
        fact("death", seat="Dan", by="night"),
    ]
    assert asked_in_turn(until(scene, "nominate"), "nominate") == [
        "Eve",
        "Fay",
        "Gus",
        "Hal",
        "Ida",
        "Ann",
        "Bob",
        "Cid",
    ]


def test_l24_voters_in_turn_are_asked_alone_and_heard_immediately() -> None:
    scene = until(night(hunted(options=IN_TURN), werewolves="Hal"), "nominate")
    assert scene.waits() == ("nominate", ["Ann"])
    assert scene.table.step and not scene.table.step.asleep and scene.table.step.poll
    assert scene.refusal("Bob", seat="Ann") == scene.refusal("moderator", seat="Ann") == "not_asked"
    name(scene, Ann="Ann")
    assert scene.news() == {EVERYBODY: names("nomination", 1, Ann="Ann")}
    assert scene.waits() == ("nominate", ["Bob"])


def test_l24_the_moderator_may_answer_for_or_skip_a_voter() -> None:
    scene = until(village(options=IN_TURN), "nominate")
    scene.take({"by": "moderator", "for": "Ann", "answer": {"seat": "Bob"}})
    assert scene.news() == {EVERYBODY: names("nomination", 1, Ann="Bob")}
    scene.close()
    assert scene.news() == {}
    assert scene.waits() == ("nominate", ["Cid"])


def test_l24_a_joint_vote_shows_nothing_before_all_have_voted() -> None:
    scene = until(night(hunted(), werewolves="Fay"), "nominate")
    name(scene, Ann="Bob", Bob="Ann", Cid="Ann", Dan="Ann", Eve="Ann", Gus="Ann")
    name(scene, Ann="Cid")
    assert scene.news() == {}
    assert scene.waits() == ("nominate", [seat for seat in EIGHT if seat != "Fay"])
    name(scene, Hal="Ann")
    votes = dict.fromkeys(["Gus", "Hal"], "Ann") | {"Ann": "Cid"} | dict.fromkeys(["Bob", "Cid", "Dan", "Eve"], "Ann")
    assert scene.news()[EVERYBODY][:7] == names("nomination", 1, **votes)
    assert scene.waits() == ("defence", [])


# Nominees


@pytest.mark.parametrize(
    ("votes", "nominees"),
    [
        ({"Ann": "Eve", "Bob": "Eve", "Cid": "Dan"}, ["Dan", "Eve"]),
        ({"Ann": "Eve", "Bob": "Dan"}, ["Dan", "Eve"]),
        ({"Ann": "Eve", "Bob": "Dan", "Cid": "Ann"}, ["Ann", "Dan", "Eve"]),
        ({"Ann": "Eve", "Bob": "Eve", "Cid": "Dan", "Dan": "Dan", "Eve": "Ann"}, ["Dan", "Eve"]),
        ({"Ann": "Eve", "Bob": "Eve", "Cid": "Dan", "Dan": "Gus", "Eve": "Hal"}, ["Dan", "Eve", "Gus", "Hal"]),
        ({"Ann": "Eve", "Bob": "Eve", "Cid": "Eve", "Dan": "Gus", "Eve": "Gus", "Fay": "Hal"}, ["Eve", "Gus"]),
        ({"Ann": "Eve", "Bob": "Eve"}, ["Eve"]),
    ],
)
def test_l25_the_two_first_are_nominated_more_on_a_tie(votes: dict[str, str], nominees: list[str]) -> None:
    scene = nominated(village(), **votes)
    assert scene.news() == {
        EVERYBODY: [*names("nomination", 1, **votes), fact("nominees", day=1, seats=nominees)],
    }
    assert scene.waits() == ("defence", [])


@pytest.mark.parametrize("voting", ["in_turn", "together"])
def test_l25_nobody_named_nobody_lynched_and_night_falls(voting: str) -> None:
    scene = until(village(options={"voting": voting}), "nominate")
    asked_in_turn(scene, "nominate")
    assert scene.news() == {EVERYBODY: [fact("night", number=2)]}
    assert scene.waits()[0] == "seer"
    assert alive(scene) == EIGHT


# The owl


def owl_day(choice: str, **votes: str) -> Scene:
    """A nomination with these votes after the owl, Dan, has named somebody."""
    return nominated(night(village(12, owl="Dan"), owl=choice), **votes)


FIRST_ALONE = {"Ann": "Eve", "Bob": "Eve", "Cid": "Fay"}
FIRSTS_TIED = {"Ann": "Eve", "Bob": "Fay", "Cid": "Fay", "Gus": "Eve", "Ida": "Jon"}
SECONDS_TIED = {"Ann": "Eve", "Bob": "Eve", "Cid": "Fay", "Ida": "Gus"}


@pytest.mark.parametrize(
    ("choice", "votes", "nominees"),
    [
        pytest.param("Hal", FIRST_ALONE, ["Eve", "Hal"], id="with the first alone"),
        pytest.param("Ann", FIRSTS_TIED, ["Ann", "Eve", "Fay"], id="with the tied firsts"),
        pytest.param("Eve", SECONDS_TIED, ["Eve", "Fay", "Gus"], id="first anyway"),
        pytest.param("Fay", SECONDS_TIED, ["Eve", "Fay", "Gus"], id="second anyway"),
        pytest.param("Gus", SECONDS_TIED, ["Eve", "Fay", "Gus"], id="tied second anyway"),
    ],
)
def test_l26_the_owls_choice_is_nominated(choice: str, votes: dict[str, str], nominees: list[str]) -> None:
    assert owl_day(choice, **votes).news()[EVERYBODY][len(votes) :] == [
        fact("owl", day=1, seat=choice),
        fact("nominees", day=1, seats=nominees),
    ]


def test_l26_his_choice_is_not_told_before_all_have_named() -> None:
    scene = until(night(village(12, IN_TURN, owl="Dan"), owl="Hal"), "nominate")
    for seat in NAMES[:11]:
        name(scene, **{seat: "Eve"})
    news = scene.news()
    assert list(news) == [EVERYBODY]
    assert {told["fact"] for told in news[EVERYBODY]} == {"nomination"}
    name(scene, Leo="Eve")
    assert [told["fact"] for told in scene.news()[EVERYBODY]] == ["nomination", "owl", "nominees"]


def test_l26_a_vote_for_nobody_is_announced_without_a_nominee() -> None:
    scene = nominated(night(village(12, owl="Dan"), owl="Hal"))
    assert scene.news() == {EVERYBODY: [fact("owl", day=1, seat="Hal"), fact("night", number=2)]}
    assert scene.waits()[0] == "seer"


@pytest.mark.parametrize(("choice", "victim"), [("Hal", "Dan"), ("Hal", "Hal"), ("Dan", "Dan")])
def test_l26_void_when_the_owl_or_his_choice_is_dead(choice: str, victim: str) -> None:
    scene = quiet(night(hunted(12, owl="Dan"), owl=choice, werewolves=victim))
    news = nominated(scene, Ann="Eve", Bob="Eve", Cid="Fay").news()[EVERYBODY]
    assert news[-1] == fact("nominees", day=1, seats=["Eve", "Fay"])
    assert "owl" not in [told["fact"] for told in news]


def test_l26_a_choice_lasts_one_day() -> None:
    scene = owl_day("Hal", Ann="Eve").close()
    name(scene, Bob="Eve").close()
    until(scene, "nominate")
    name(scene, Ann="Fay").close()
    assert "owl" not in [told["fact"] for told in scene.news()[EVERYBODY]]


# Defence and lynching


def test_l27_others_vote_in_order_for_one_of_the_nominees() -> None:
    scene = until(night(hunted(options=IN_TURN), werewolves="Dan"), "nominate")
    name(scene, Eve="Ann", Fay="Gus")
    until(scene, "lynch")
    assert scene.choices("Eve") == {"seat": ["Ann", "Gus"]}
    assert scene.refusal("Eve", seat="Bob") == "illegal_answer"
    name(scene, Eve="Gus")
    assert scene.news() == {EVERYBODY: names("lynch_vote", 1, Eve="Gus")}
    assert asked_in_turn(scene, "lynch") == ["Fay", "Hal", "Bob", "Cid"]


def test_l27_the_defence_waits_for_the_moderator() -> None:
    scene = quiet(nominated(village(), Ann="Eve", Bob="Fay"))
    assert scene.refusal("Eve", ok=True) == scene.refusal("moderator", ok=True) == "not_asked"
    scene.close()
    assert scene.news() == {}
    assert scene.waits() == ("lynch", ["Ann", "Bob", "Cid", "Dan", "Gus", "Hal"])


def test_l27_during_the_defence_everybody_reads_who_named_whom() -> None:
    scene = nominated(village(), Ann="Eve", Bob="Fay")
    lines = Knowledge(all_kits()["lupus"].words, scene.table.told).news[-1].lines
    assert [line for line in lines if "Ann" in line and "Eve" in line]
    assert [line for line in lines if "Bob" in line and "Fay" in line]


def test_l27_a_single_nominee_is_lynched_without_a_vote() -> None:
    scene = quiet(nominated(village(), Ann="Eve"))
    assert scene.waits() == ("defence", [])
    scene.close()
    assert scene.news() == {EVERYBODY: [fact("death", seat="Eve", by="lynch"), fact("night", number=2)]}
    assert scene.waits()[0] == "seer"


def first_vote(**votes: str) -> Scene:
    """Ann, Bob and Dan are nominated, the others have voted so; what was told until the vote is no news."""
    scene = until(nominated(village(), Eve="Ann", Fay="Bob", Gus="Dan"), "lynch")
    assert scene.waits() == ("lynch", ["Cid", "Eve", "Fay", "Gus", "Hal"])
    name(scene, **votes)
    return scene.close() if len(votes) < 5 else scene


def test_l28_the_most_voted_is_lynched() -> None:
    scene = first_vote(Cid="Ann", Eve="Bob", Fay="Bob", Gus="Dan")
    assert scene.news() == {
        EVERYBODY: [
            *names("lynch_vote", 1, Cid="Ann", Eve="Bob", Fay="Bob", Gus="Dan"),
            fact("death", seat="Bob", by="lynch"),
            fact("night", number=2),
        ]
    }
    assert alive(scene) == [seat for seat in EIGHT if seat != "Bob"]


def test_l28_after_a_tie_the_same_voters_vote_again() -> None:
    scene = first_vote(Cid="Ann", Eve="Dan", Fay="Ann", Gus="Dan", Hal="Bob")
    assert scene.news()[EVERYBODY][5:] == [fact("nominees", day=1, seats=["Ann", "Dan"])]
    assert scene.waits() == ("defence", [])
    scene.close()
    assert scene.waits() == ("lynch", ["Cid", "Eve", "Fay", "Gus", "Hal"])
    assert scene.choices("Cid") == {"seat": ["Ann", "Dan"]}
    name(scene, Hal="Ann").close()
    assert scene.news()[EVERYBODY][1:] == [fact("death", seat="Ann", by="lynch"), fact("night", number=2)]


def test_l28_a_second_tie_is_drawn_among_the_tied() -> None:
    scene = first_vote().close()
    name(quiet(scene), Cid="Dan", Eve="Ann").close()
    assert scene.news() == {EVERYBODY: names("lynch_vote", 1, Cid="Dan", Eve="Ann")}
    assert scene.waits() == ("draw", ["chance"])
    assert scene.choices("chance") == {"seat": ["Ann", "Dan"]}
    assert scene.refusal("chance", seat="Bob") == "illegal_answer"
    scene.chance(seat="Dan")
    assert scene.news() == {
        EVERYBODY: [
            fact("drawn", day=1, seats=["Ann", "Dan"], seat="Dan"),
            fact("death", seat="Dan", by="lynch"),
            fact("night", number=2),
        ]
    }


def test_l28_no_vote_at_all_is_a_tie_of_all() -> None:
    scene = first_vote()
    assert scene.news() == {EVERYBODY: [fact("nominees", day=1, seats=["Ann", "Bob", "Dan"])]}
    scene.close().close()
    assert scene.choices("chance") == {"seat": ["Ann", "Bob", "Dan"]}


@pytest.mark.parametrize("voting", ["in_turn", "together"])
def test_l28_a_vote_without_voters_is_a_tie_of_all(voting: str) -> None:
    scene = until(village(options={"voting": voting}), "nominate")
    name(scene, **{seat: seat for seat in EIGHT})
    assert scene.news()[EVERYBODY][-1] == fact("nominees", day=1, seats=EIGHT)
    for _ in range(2):
        assert scene.close().waits() == ("lynch", [])
        scene.close()
    assert scene.news() == {EVERYBODY: [fact("nominees", day=1, seats=EIGHT)]}
    assert scene.waits() == ("draw", ["chance"])
    scene.chance(seat="Gus")
    assert "Gus" not in alive(scene)


def test_l28_in_turn_a_close_passes_over_one_voter_only() -> None:
    scene = until(village(options=IN_TURN), "nominate")
    name(scene, Ann="Eve", Bob="Fay")
    until(scene, "lynch")
    scene.close()
    assert scene.waits() == ("lynch", ["Bob"])
    name(scene, Bob="Fay", Cid="Fay", Dan="Eve", Gus="Fay", Hal="Eve")
    assert scene.news()[EVERYBODY][-2:] == [fact("death", seat="Fay", by="lynch"), fact("night", number=2)]


def test_l28_together_no_vote_shows_before_the_end() -> None:
    scene = until(nominated(village(), Ann="Eve", Bob="Fay"), "lynch")
    name(scene, Ann="Eve", Bob="Fay")
    assert scene.news() == {}
    assert scene.waits()[0] == "lynch"


# Ghosts

GHOSTS = {"ghosts": True}


def test_l29_a_ghost_cannot_be_named_or_vote_to_lynch() -> None:
    scene = until(night(hunted(options=GHOSTS), werewolves="Dan"), "nominate")
    living = [seat for seat in EIGHT if seat != "Dan"]
    assert scene.waits() == ("nominate", EIGHT)
    assert scene.choices("Dan") == scene.choices("Ann") == {"seat": living}
    name(scene, Dan="Eve", Ann="Fay").close()
    assert scene.news()[EVERYBODY] == [
        *names("nomination", 1, Ann="Fay", Dan="Eve"),
        fact("nominees", day=1, seats=["Eve", "Fay"]),
    ]
    scene.close()
    assert scene.waits() == ("lynch", ["Ann", "Bob", "Cid", "Gus", "Hal"])


def test_l29_a_ghost_keeps_no_power() -> None:
    scene = lynch(night(hunted(10, GHOSTS, owl="Dan", medium="Eve"), werewolves="Cid"), "Dan")
    assert scene.waits() == ("medium", ["Eve"])
    assert scene.close().waits() == ("seer", [])
    assert scene.close().waits() == ("owl", [])


def test_l29_without_the_option_the_dead_name_nobody() -> None:
    scene = until(night(hunted(), werewolves="Dan"), "nominate")
    assert "Dan" not in scene.waits()[1]
