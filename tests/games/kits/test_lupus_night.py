"""Lupus in Tabula: the calls of a night (RULINGS L-10 to L-18, L-20). The mythomaniac has a file of his own."""

from __future__ import annotations

import pytest

from games.engine.table import Refused
from tests.games.kits.lupus_village import NAMES, alive, hunted, lynch, night, quiet, until, village
from tests.games.table_scenes import EVERYBODY, Scene, fact

EVERY_ROLE = {
    "medium": "Dan",
    "possessed": "Eve",
    "bodyguard": "Fay",
    "owl": "Gus",
    "mason": "Hal Ida",
    "werehamster": "Jon",
    "mythomaniac": "Kim",
}


def calls(scene: Scene) -> list[str]:
    """The steps of this night, each closed unanswered."""
    steps = []
    while (step := scene.waits()[0]) != "debate":
        steps.append(step)
        scene.close()
    return steps


# The order of the night


def test_l10_night_calls_come_in_the_order_of_the_rulebook() -> None:
    scene = village(16, werewolf="Ann Bob Leo", **EVERY_ROLE)
    assert calls(scene) == ["seer", "owl", "werewolves", "masons"]
    until(scene, "medium")
    assert calls(scene) == ["medium", "seer", "bodyguard", "owl", "werewolves", "mythomaniac"]
    until(scene, "medium")
    assert calls(scene) == ["medium", "seer", "bodyguard", "owl", "werewolves"]


def test_l10_a_role_that_is_not_dealt_is_not_called() -> None:
    scene = village()
    assert calls(scene) == ["seer", "werewolves"]
    until(scene, "seer")
    assert calls(scene) == ["seer", "werewolves"]


@pytest.mark.parametrize("step", ["seer", "owl", "bodyguard", "medium"])
def test_l10_a_dead_role_is_called_but_nobody_is_asked(step: str) -> None:
    roles = {"owl": "Dan", "bodyguard": "Eve", "medium": "Fay"}
    victim = (roles | {"seer": "Cid"})[step]
    scene = lynch(night(village(12, **roles)), victim)
    until(scene, step)
    assert scene.waits() == (step, [])
    assert scene.refusal(victim, ok=True) == scene.refusal("moderator", ok=True) == "not_asked"
    scene.close()
    assert set(scene.news()) <= {"Ann", "Bob"}  # the pack, when its call is the next
    assert scene.waits()[0] != step


def test_l10_calls_close_eyes_and_look_alike_for_everybody() -> None:
    called = lynch(night(hunted(10, owl="Dan", bodyguard="Eve")), "Dan")
    until(called, "bodyguard")
    bodyguard = called.table.step
    called.close()
    owl = called.table.step
    assert bodyguard and owl and bodyguard.asleep and owl.asleep
    assert [field.shown for field in bodyguard.shape.fields()] == [tuple(alive(called))]  # type: ignore[union-attr]
    assert [field.shown for field in owl.shape.fields()] == [tuple(alive(called))]  # type: ignore[union-attr]
    assert bodyguard.asks.keys() == {"Eve"} and not owl.asks


def test_l10_an_answer_to_another_call_is_refused() -> None:
    scene = village()
    with pytest.raises(Refused, match="seer") as refused:
        scene.act("Ann", step="werewolves", ok=True)
    assert refused.value.code == "wrong_step"
    assert scene.refusal("Ann", seat="Dan") == "not_asked"
    assert scene.waits() == ("seer", ["Cid", "moderator"])


# Medium


def test_l11_the_medium_learns_that_a_werewolf_was_lynched() -> None:
    scene = quiet(lynch(night(quiet(village(9, medium="Dan"))), "Ann"))
    assert scene.waits() == ("medium", ["Dan"])
    assert scene.table.private("Dan")[-1] == fact("medium", night=2, seat="Ann", werewolf=True)
    scene.act("Dan", ok=True)
    assert scene.news() == {}
    assert scene.waits()[0] == "seer"


@pytest.mark.parametrize("roles", [{}, {"possessed": "Eve"}, {"werehamster": "Eve"}, {"mythomaniac": "Eve"}])
def test_l11_l18_l20_anybody_else_was_no_werewolf(roles: dict[str, str]) -> None:
    scene = quiet(night(village(9, medium="Dan", **roles)))
    news = lynch(scene, "Eve").news()
    assert news.pop("Dan") == [fact("medium", night=2, seat="Eve", werewolf=False)]
    assert list(news) == [EVERYBODY]


def test_l11_the_medium_learns_nothing_after_a_day_without_lynching() -> None:
    scene = lynch(night(village(9, medium="Dan")), "Eve")
    until(scene, "nominate").close()
    assert scene.waits() == ("medium", ["Dan"])
    assert "Dan" not in scene.news()


def test_l11_a_medium_who_was_lynched_learns_nothing() -> None:
    news = lynch(quiet(night(village(9, medium="Dan"))), "Dan").news()
    assert list(news) == [EVERYBODY]


# Seer


@pytest.mark.parametrize(
    ("seat", "werewolf"),
    [("Ann", True), ("Bob", True), ("Cid", False), ("Dan", False), ("Eve", False), ("Fay", False)],
)
def test_l12_l18_l20_whom_the_seer_sees_as_a_werewolf(seat: str, werewolf: bool) -> None:
    scene = village(10, possessed="Dan", werehamster="Eve")
    scene.act("Cid", seat=seat)
    news = scene.news()
    assert news.pop("Cid") == [fact("vision", night=1, seat=seat, werewolf=werewolf)]
    assert list(news) == ["Ann", "Bob"]  # whose call has opened
    assert scene.waits() == ("werewolves", ["Ann", "Bob"])


def test_l12_the_seer_or_moderator_may_name_anybody_living() -> None:
    scene = quiet(lynch(night(village()), "Dan"))
    living = [seat for seat in NAMES[:8] if seat != "Dan"]
    assert scene.waits() == ("seer", ["Cid", "moderator"])
    assert scene.choices("Cid") == scene.choices("moderator") == {"seat": living}
    assert scene.refusal("Cid", seat="Dan") == "illegal_answer"
    scene.decide(seat="Ann")
    assert scene.news()["Cid"] == [fact("vision", night=2, seat="Ann", werewolf=True)]


def test_l12_a_seer_who_is_passed_over_learns_nothing() -> None:
    scene = village().close()
    assert "Cid" not in scene.news()
    assert scene.waits()[0] == "werewolves"


# Bodyguard


def second_night(scene: Scene, step: str) -> Scene:
    """The call of the second night, nobody dead or lynched; nothing is news."""
    return until(until(scene, "nominate").close(), step)


@pytest.mark.parametrize(
    ("named", "dead"),
    [
        pytest.param({"werewolves": "Eve"}, ["Eve"], id="L-16 werewolves hunt on the second night"),
        pytest.param({"bodyguard": "Eve", "werewolves": "Eve"}, [], id="L-13 a guarded player is not torn"),
        pytest.param({"bodyguard": "Eve", "werewolves": "Dan"}, ["Dan"], id="L-13 the bodyguard can be torn"),
        pytest.param({"werewolves": "Hal"}, [], id="L-18 werewolves cannot kill the werehamster"),
        pytest.param({"seer": "Hal", "werewolves": "Dan"}, ["Dan", "Hal"], id="L-18 the seer kills the werehamster"),
        pytest.param({"seer": "Hal", "bodyguard": "Hal", "werewolves": "Hal"}, ["Hal"], id="L-18 no guard saves him"),
    ],
)
def test_l13_l16_l18_who_is_dead_at_dawn(named: dict[str, str], dead: list[str]) -> None:
    scene = night(second_night(village(15, werehamster="Hal", bodyguard="Dan"), "seer"), **named)
    deaths = [fact("death", seat=seat, by="night") for seat in dead]
    news = scene.news()
    assert news[EVERYBODY] == [fact("day", number=2), *(deaths or [fact("no_death", day=2)])]
    assert "Hal" not in news
    assert alive(scene) == [seat for seat in NAMES[:15] if seat not in dead]
    assert scene.waits() == ("debate", [])


def test_l13_the_bodyguard_may_not_guard_himself() -> None:
    scene = second_night(hunted(11, bodyguard="Dan"), "bodyguard")
    assert scene.waits() == ("bodyguard", ["Dan"])
    assert scene.choices("Dan") == {"seat": [seat for seat in NAMES[:11] if seat != "Dan"]}
    assert scene.refusal("Dan", seat="Dan") == "illegal_answer"


def test_l13_a_guard_lasts_one_night() -> None:
    scene = night(second_night(hunted(11, bodyguard="Dan"), "bodyguard"), bodyguard="Eve", werewolves="Eve")
    night(until(scene, "seer"), werewolves="Eve")
    assert "Eve" not in alive(scene)


# Owl


def test_l14_the_owl_names_anybody_living_from_night_one() -> None:
    scene = village(12, owl="Dan").close()
    assert scene.waits() == ("owl", ["Dan"])
    assert scene.choices("Dan") == {"seat": NAMES[:12]}
    scene.act("Dan", seat="Dan")
    assert set(scene.news()) == {"Ann", "Bob"}


# Werewolves


def test_l15_werewolves_know_each_other_and_agree_on_prey() -> None:
    scene = hunted().close()
    assert scene.news() == {seat: [fact("pack", night=1, seats=["Ann", "Bob"])] for seat in ("Ann", "Bob")}
    scene.act("Ann", seat="Dan").act("Bob", seat="Eve")
    assert scene.waits() == ("werewolves", ["Ann", "Bob", "moderator"])
    scene.act("Bob", seat="Dan")
    assert scene.news() == {EVERYBODY: [fact("day", number=1), fact("death", seat="Dan", by="night")]}
    assert scene.waits() == ("debate", [])


def test_l15_no_werewolf_may_be_chosen_nor_anybody_dead() -> None:
    scene = until(lynch(night(hunted()), "Dan"), "werewolves")
    others = ["Cid", "Eve", "Fay", "Gus", "Hal"]
    assert scene.choices("Ann") == scene.choices("Bob") == scene.choices("moderator") == {"seat": others}
    assert [scene.refusal("Ann", seat=seat) for seat in ("Ann", "Bob", "Dan")] == ["illegal_answer"] * 3


def test_l15_the_dead_of_the_pack_are_missing_from_it() -> None:
    scene = quiet(lynch(night(hunted()), "Ann")).close()
    assert scene.news() == {"Bob": [fact("pack", night=2, seats=["Bob"])]}
    assert scene.waits() == ("werewolves", ["Bob", "moderator"])


@pytest.mark.parametrize(
    ("proposals", "by", "torn"),
    [
        pytest.param({"Ann": "Eve", "Bob": "Fay", "Dan": "Fay"}, "moderator", "Fay", id="the most named"),
        pytest.param({"Ann": "Eve", "Bob": "Fay"}, "moderator", "", id="nobody on a tie"),
        pytest.param({"Dan": "Eve"}, "moderator", "Eve", id="the only one named"),
        pytest.param({}, "moderator", "", id="nobody without a proposal"),
        pytest.param({"Bob": "Fay", "Ann": "Eve"}, "clock", "Fay", id="by the clock the first of equals"),
    ],
)
def test_l15_whom_a_divided_pack_tears(proposals: dict[str, str], by: str, torn: str) -> None:
    scene = until(hunted(16, werewolf="Ann Bob Dan"), "werewolves")
    for seat, prey in proposals.items():
        scene.act(seat, seat=prey)
    scene.take({"by": by, "close": True})
    death = fact("death", seat=torn, by="night") if torn else fact("no_death", day=1)
    assert scene.news()[EVERYBODY][1:] == [death]


def test_l16_on_night_one_the_moderator_is_the_victim() -> None:
    scene = quiet(village()).close()
    assert scene.news() == {seat: [fact("pack", night=1, seats=["Ann", "Bob"])] for seat in ("Ann", "Bob")}
    assert scene.waits() == ("werewolves", ["Ann", "Bob"])
    assert scene.choices("Ann") == {"ok": [True]}
    assert scene.refusal("Ann", seat="Dan") == "illegal_answer"
    assert scene.refusal("moderator", ok=True) == "not_asked"
    scene.act("Ann", ok=True).act("Bob", ok=True)
    assert scene.news() == {EVERYBODY: [fact("day", number=1), fact("moderator_torn")]}
    assert scene.waits() == ("debate", [])


def test_l16_the_moderator_is_announced_even_with_a_dead_werehamster() -> None:
    scene = night(village(15, werehamster="Dan"), seer="Dan")
    assert scene.table.public()[-3:] == [
        fact("day", number=1),
        fact("moderator_torn"),
        fact("death", seat="Dan", by="night"),
    ]


# Masons


def test_l17_masons_recognise_each_other_on_night_one_only() -> None:
    scene = until(village(13, mason="Hal Dan"), "werewolves").close()
    assert scene.news() == {seat: [fact("masons", seats=["Dan", "Hal"])] for seat in ("Dan", "Hal")}
    assert scene.waits() == ("masons", ["Dan", "Hal"])
    scene.act("Hal", ok=True)
    assert scene.waits() == ("masons", ["Dan", "Hal"])
    scene.act("Dan", ok=True)
    assert scene.waits()[0] == "debate"
    until(scene, "seer")
    assert "masons" not in calls(scene)


# Were-hamster


# Possessed


def test_l20_the_possessed_knows_nobody_and_is_known_to_nobody() -> None:
    scene = night(village(10, possessed="Dan"), seer="Dan")
    assert scene.table.private("Dan") == [fact("role", role="possessed")]
    assert scene.table.private("Ann")[-1] == fact("pack", night=1, seats=["Ann", "Bob"])
    assert scene.table.private("Cid")[-1] == fact("vision", night=1, seat="Dan", werewolf=False)
