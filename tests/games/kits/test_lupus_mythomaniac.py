"""Lupus in Tabula: the mythomaniac, who becomes what somebody else is (RULINGS L-11, L-12, L-19)."""

from __future__ import annotations

import pytest

from tests.games.kits.lupus_village import NAMES, alive, hunted, lynch, night, outcome, quiet, until
from tests.games.table_scenes import EVERYBODY, Scene, fact

LIAR = "Hal"


def second_night(**roles: str) -> Scene:
    """The mythomaniac's call, nobody dead yet; nothing is news."""
    return until(hunted(16, werewolf="Ann Bob Ida", mythomaniac=LIAR, **roles), "mythomaniac")


def third_night(example: str, **roles: str) -> Scene:
    """The first call of the third night, after the mythomaniac has named somebody; nothing is news."""
    return until(until(second_night(**roles).act(LIAR, seat=example), "nominate").close(), "seer")


def plays_as(scene: Scene) -> str:
    """Whom the mythomaniac plays now."""
    row = scene.table.truth()[LIAR]
    assert row["role"] == "mythomaniac"
    return str(row["plays_as"])


@pytest.mark.parametrize(
    ("example", "roles", "told", "plays"),
    [
        *[pytest.param(seat, {}, "werewolf", "werewolf", id=f"werewolf {seat}") for seat in ("Ann", "Bob", "Ida")],
        pytest.param("Cid", {}, "seer", "seer", id="seer"),
        pytest.param("Dan", {}, "villager", "mythomaniac", id="villager"),
        pytest.param("Dan", {"possessed": "Dan"}, "villager", "mythomaniac", id="possessed"),
        pytest.param("Dan", {"werehamster": "Dan"}, "villager", "mythomaniac", id="werehamster"),
        pytest.param("Dan", {"medium": "Dan"}, "villager", "mythomaniac", id="medium"),
    ],
)
def test_l19_he_becomes_in_secret_what_he_names(example: str, roles: dict[str, str], told: str, plays: str) -> None:
    scene = second_night(**roles).act(LIAR, seat=example)
    assert scene.news() == {
        LIAR: [fact("mythomaniac", role=told)],
        EVERYBODY: [fact("day", number=2), fact("no_death", day=2)],
    }
    assert plays_as(scene) == plays


def test_l19_he_may_not_name_himself_and_must_name_nobody() -> None:
    scene = second_night()
    assert scene.waits() == ("mythomaniac", [LIAR])
    assert scene.choices(LIAR) == {"seat": [seat for seat in NAMES[:16] if seat != LIAR]}
    assert scene.refusal(LIAR, seat=LIAR) == "illegal_answer"
    scene.close()
    assert LIAR not in scene.news()
    assert plays_as(scene) == "mythomaniac"


def test_l19_once_and_never_again() -> None:
    scene = third_night("Dan")
    steps = []
    while (step := scene.waits()[0]) != "debate":
        steps.append(step)
        scene.close()
    assert steps == ["seer", "werewolves"]


def test_l19_a_turned_mythomaniac_hunts_with_the_pack() -> None:
    scene = third_night("Ann").close()
    pack = ["Ann", "Bob", LIAR, "Ida"]
    assert scene.news() == {seat: [fact("pack", night=3, seats=pack)] for seat in pack}
    assert scene.waits() == ("werewolves", [*pack, "moderator"])
    assert not set(pack) & set(scene.choices("moderator")["seat"])
    for seat in ("Ann", "Bob", "Ida"):
        scene.act(seat, seat="Dan")
    assert scene.waits()[0] == "werewolves"
    scene.act(LIAR, seat="Dan")
    assert "Dan" not in alive(scene)


def test_l12_l19_the_seer_sees_a_turned_mythomaniac_as_werewolf() -> None:
    scene = third_night("Ann").act("Cid", seat=LIAR)
    assert scene.news()["Cid"] == [fact("vision", night=3, seat=LIAR, werewolf=True)]
    scene = third_night("Dan").act("Cid", seat=LIAR)
    assert scene.news()["Cid"] == [fact("vision", night=3, seat=LIAR, werewolf=False)]


def test_l12_l19_before_he_turns_he_is_no_werewolf() -> None:
    scene = until(hunted(16, werewolf="Ann Bob Ida", mythomaniac=LIAR), "nominate").close()
    news = night(quiet(scene), seer=LIAR, mythomaniac="Ann").news()
    assert news["Cid"] == [fact("vision", night=2, seat=LIAR, werewolf=False)]


def test_l11_l19_the_medium_hears_that_he_was_a_werewolf() -> None:
    scene = second_night(medium="Dan").act(LIAR, seat="Ann")
    assert lynch(quiet(scene), LIAR).news()["Dan"] == [fact("medium", night=3, seat=LIAR, werewolf=True)]


def test_l19_turned_seer_the_two_must_agree_and_both_learn() -> None:
    scene = third_night("Cid")
    assert scene.waits() == ("seer", ["Cid", LIAR, "moderator"])
    scene.act("Cid", seat="Ann").act(LIAR, seat="Dan")
    assert scene.waits()[0] == "seer" and scene.news() == {}
    scene.act("Cid", seat="Dan")
    vision = [fact("vision", night=3, seat="Dan", werewolf=False)]
    news = scene.news()
    assert news["Cid"] == news[LIAR] == vision


def test_l12_two_seers_who_differ_learn_nothing_when_closed() -> None:
    scene = third_night("Cid").act("Cid", seat="Ann").act(LIAR, seat="Dan").close()
    assert set(scene.news()) == {"Ann", "Bob", "Ida"}
    scene = third_night("Cid").act(LIAR, seat="Ann").close()
    news = scene.news()
    assert news["Cid"] == news[LIAR] == [fact("vision", night=3, seat="Ann", werewolf=True)]


def test_l12_at_timeout_the_first_named_counts_for_two_seers() -> None:
    scene = third_night("Cid").act(LIAR, seat="Dan").act("Cid", seat="Ann").take({"by": "clock", "close": True})
    news = scene.news()
    assert news["Cid"] == news[LIAR] == [fact("vision", night=3, seat="Dan", werewolf=False)]


def test_l19_a_mythomaniac_seer_wakes_alone_after_the_other_died() -> None:
    scene = until(night(third_night("Cid"), werewolves="Cid"), "nominate").close()
    assert scene.waits() == ("seer", [LIAR, "moderator"])
    scene.act(LIAR, seat="Ann")
    news = scene.news()
    assert news[LIAR] == [fact("vision", night=4, seat="Ann", werewolf=True)]
    assert "Cid" not in news


def test_l18_l19_a_seer_by_imitation_kills_the_werehamster_too() -> None:
    scene = night(third_night("Cid", werehamster="Dan"), seer="Dan")
    assert scene.table.public()[-1] == fact("death", seat="Dan", by="night")


def test_l19_the_victim_of_tonight_may_be_named_until_dawn() -> None:
    scene = until(hunted(16, werewolf="Ann Bob Ida", mythomaniac=LIAR), "nominate").close()
    news = night(quiet(scene), werewolves="Cid", mythomaniac="Cid").news()
    assert news[LIAR] == [fact("mythomaniac", role="seer")]
    assert news[EVERYBODY][-1] == fact("death", seat="Cid", by="night")
    until(scene, "nominate").close()
    assert scene.waits() == ("seer", [LIAR, "moderator"])


def test_l19_a_victim_of_tonight_turns_and_dies_a_werewolf() -> None:
    scene = until(hunted(16, werewolf="Ann Bob Ida", mythomaniac=LIAR), "nominate").close()
    news = night(quiet(scene), werewolves=LIAR, mythomaniac="Ann").news()
    assert news[LIAR] == [fact("mythomaniac", role="werewolf")]
    assert news[EVERYBODY][-1] == fact("death", seat=LIAR, by="night")
    assert plays_as(scene) == "werewolf"
    for seat in ("Ann", "Bob"):
        night(lynch(scene, seat))
    lynch(scene, "Ida")
    assert outcome(scene) == (
        ["humans"],
        "werewolves_dead",
        [s for s in NAMES[:16] if s not in ("Ann", "Bob", LIAR, "Ida")],
    )


def test_l10_l19_a_dead_mythomaniac_is_called_but_not_asked() -> None:
    scene = lynch(night(hunted(16, werewolf="Ann Bob Ida", mythomaniac=LIAR)), LIAR)
    until(scene, "mythomaniac")
    assert scene.waits() == ("mythomaniac", [])
    scene.close()
    assert plays_as(scene) == "mythomaniac"
    assert list(scene.news()) == [EVERYBODY]
