"""Lupus in Tabula: who wins, and when (RULINGS L-30 to L-32)."""

from __future__ import annotations

from tests.games.kits.lupus_village import NAMES, hunted, lynch, name, night, nominated, outcome, quiet, until
from tests.games.table_scenes import EVERYBODY, Scene, fact

EIGHT = NAMES[:8]


def days(scene: Scene, *deaths: tuple[str, str]) -> Scene:
    """Nights and days: each time somebody is torn and somebody lynched."""
    for torn, lynched in deaths:
        lynch(night(scene, werewolves=torn), lynched)
    return scene


def test_l30_l32_humans_dead_or_alive_win_over_dead_werewolves() -> None:
    scene = days(hunted(10, possessed="Eve"), ("Dan", "Ann"))
    assert outcome(scene) is None
    quiet(night(scene, werewolves="Fay"))
    lynch(scene, "Bob")
    assert scene.news()[EVERYBODY][-1] == fact("death", seat="Bob", by="lynch")
    assert outcome(scene) == (["humans"], "werewolves_dead", ["Cid", "Dan", "Fay", "Gus", "Hal", "Ida", "Jon"])
    assert scene.waits() == ("", [])


def test_l30_werewolves_win_at_dawn_when_they_equal_the_others() -> None:
    scene = days(hunted(9), ("Cid", "Dan"), ("Eve", "Fay"))
    assert outcome(scene) is None  # two and three
    quiet(night(scene, werewolves="Gus"))
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob"])
    assert scene.table.public()[-2:] == [fact("day", number=3), fact("death", seat="Gus", by="night")]
    assert scene.waits() == ("", [])


def test_l30_werewolves_win_after_a_lynching_with_their_dead() -> None:
    scene = days(hunted(), ("Cid", "Ann"), ("Dan", "Eve"))
    assert outcome(scene) is None  # one and three
    days(scene, ("Fay", "Gus"))
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob"])
    scene = days(hunted(), ("Cid", "Dan"), ("Eve", "Fay"))
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob"])
    assert scene.table.public()[-1] == fact("death", seat="Fay", by="lynch")


def test_l30_one_dead_werewolf_is_not_enough() -> None:
    scene = days(hunted(), ("Cid", "Ann"))
    assert outcome(scene) is None
    assert scene.waits()[0] == "seer"


def test_l30_two_dead_at_one_dawn_are_counted_together() -> None:
    scene = days(hunted(9, werehamster="Dan"), ("Eve", "Fay"))
    assert outcome(scene) is None  # two and five
    night(until(scene, "seer"), seer="Dan", werewolves="Gus")
    assert outcome(scene) is None  # two and three
    assert scene.table.public()[-2:] == [
        fact("death", seat="Dan", by="night"),
        fact("death", seat="Gus", by="night"),
    ]
    scene = days(hunted(8, werehamster="Dan"), ("Eve", "Fay"))
    night(until(scene, "seer"), seer="Dan", werewolves="Gus")
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob"])
    assert [told["seat"] for told in scene.table.public()[-2:]] == ["Dan", "Gus"]


def test_l30_a_turning_mythomaniac_can_make_parity_without_a_death() -> None:
    scene = until(hunted(8, mythomaniac="Hal"), "nominate")
    name(scene, Dan="Dan").close()
    night(scene.close(), mythomaniac="Ann")
    assert outcome(scene) is None  # three and four
    scene = lynch(night(hunted(8, mythomaniac="Hal"), werewolves="Cid"), "Dan")
    quiet(night(scene, mythomaniac="Ann"))
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob", "Hal"])
    assert scene.table.public()[-2:] == [fact("day", number=2), fact("no_death", day=2)]


def test_l31_werehamster_and_possessed_count_as_human_during_the_game() -> None:
    scene = days(hunted(8, werehamster="Dan", possessed="Eve"), ("Cid", "Fay"))
    assert outcome(scene) is None  # two werewolves; hamster, possessed and two villagers
    night(scene, werewolves="Gus")
    assert outcome(scene) is None  # two and three
    lynch(scene, "Hal")
    assert outcome(scene) == (["werehamster"], "parity", ["Dan"])


def test_l31_a_living_werehamster_wins_alone_over_dead_werewolves() -> None:
    scene = days(hunted(8, werehamster="Dan"), ("Cid", "Ann"), ("Eve", "Bob"))
    assert outcome(scene) == (["werehamster"], "werewolves_dead", ["Dan"])


def test_l31_l32_a_dead_werehamster_wins_with_nobody() -> None:
    scene = days(hunted(9, werehamster="Dan"), ("Cid", "Dan"), ("Eve", "Ann"), ("Fay", "Bob"))
    assert outcome(scene) == (["humans"], "werewolves_dead", ["Cid", "Eve", "Fay", "Gus", "Hal", "Ida"])


def test_l20_l32_the_possessed_wins_with_werewolves_dead_or_alive() -> None:
    scene = days(hunted(8, possessed="Eve"), ("Cid", "Eve"), ("Dan", "Fay"))
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob", "Eve"])
    scene = days(hunted(8, possessed="Eve"), ("Cid", "Dan"), ("Fay", "Gus"))
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob", "Eve"])


def test_l19_l32_a_turned_mythomaniac_counts_as_a_werewolf() -> None:
    scene = lynch(night(hunted(9, mythomaniac="Hal")), "Ann")
    lynch(night(scene, mythomaniac="Bob"), "Bob")
    assert outcome(scene) is None
    assert scene.close().waits() == ("werewolves", ["Hal", "moderator"])
    lynch(night(scene), "Hal")
    assert outcome(scene) == (["humans"], "werewolves_dead", ["Cid", "Dan", "Eve", "Fay", "Gus", "Ida"])


def test_l19_l32_a_mythomaniac_human_or_seer_wins_with_humans() -> None:
    for example in ("Cid", "Dan"):
        scene = lynch(night(hunted(9, mythomaniac="Hal")), "Ann")
        lynch(night(scene, mythomaniac=example), "Bob")
        assert outcome(scene) == (["humans"], "werewolves_dead", ["Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"])


def test_l30_a_day_without_a_death_ends_nothing() -> None:
    scene = nominated(quiet(night(hunted())))
    assert outcome(scene) is None
    assert scene.news() == {EVERYBODY: [fact("night", number=2)]}


def test_the_end_can_be_taken_back() -> None:
    scene = days(hunted(8), ("Cid", "Ann"), ("Dan", "Bob"))
    assert outcome(scene) is not None
    scene.undo()
    assert outcome(scene) is None
    assert scene.waits() == ("defence", [])
