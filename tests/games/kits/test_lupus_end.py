"""Lupus in Tabula: who wins, and when (RULINGS L-30 to L-32)."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.games.kits.lupus_village import NAMES, hunted, lynch, name, night, nominated, outcome, quiet, until
from tests.games.table_scenes import EVERYBODY, Scene, fact

EIGHT = NAMES[:8]


def days(scene: Scene, *deaths: tuple[str, str]) -> Scene:
    """Nights and days: each time somebody is torn and somebody lynched."""
    for torn, lynched in deaths:
        lynch(night(scene, werewolves=torn), lynched)
    return scene


class Game(NamedTuple):
    """A village, who is torn and who is lynched day by day, and how the last day ends."""

    players: int
    roles: dict[str, str]
    days: list[tuple[str, str]]
    ends: tuple[list[str], str, list[str]] | None  # None: the game goes on


HAMSTER, POSSESSED, BOTH = {"werehamster": "Dan"}, {"possessed": "Eve"}, {"werehamster": "Dan", "possessed": "Eve"}
WOLVES = (["werewolves"], "parity", ["Ann", "Bob"])
WOLVES_AND_POSSESSED = (["werewolves"], "parity", ["Ann", "Bob", "Eve"])
HUMANS_OF_TEN = (["humans"], "werewolves_dead", ["Cid", "Dan", "Fay", "Gus", "Hal", "Ida", "Jon"])
HUMANS_OF_NINE = (["humans"], "werewolves_dead", ["Cid", "Eve", "Fay", "Gus", "Hal", "Ida"])
GAMES = {
    "L-30 one dead werewolf is not enough": Game(8, {}, [("Cid", "Ann")], None),
    "L-30 L-32 humans win dead or alive": Game(10, POSSESSED, [("Dan", "Ann"), ("Fay", "Bob")], HUMANS_OF_TEN),
    "L-30 a dead werewolf wins too": Game(8, {}, [("Cid", "Ann"), ("Dan", "Eve"), ("Fay", "Gus")], WOLVES),
    "L-30 werewolves win at parity": Game(8, {}, [("Cid", "Dan"), ("Eve", "Fay")], WOLVES),
    "L-31 a werehamster wins alone over dead werewolves": Game(
        8, HAMSTER, [("Cid", "Ann"), ("Eve", "Bob")], (["werehamster"], "werewolves_dead", ["Dan"])
    ),
    "L-31 werehamster and possessed count as humans until the end": Game(
        8, BOTH, [("Cid", "Fay"), ("Gus", "Hal")], (["werehamster"], "parity", ["Dan"])
    ),
    "L-31 L-32 a dead werehamster wins with nobody": Game(
        9, HAMSTER, [("Cid", "Dan"), ("Eve", "Ann"), ("Fay", "Bob")], HUMANS_OF_NINE
    ),
    "L-20 L-32 a dead possessed wins with werewolves": Game(
        8, POSSESSED, [("Cid", "Eve"), ("Dan", "Fay")], WOLVES_AND_POSSESSED
    ),
    "L-20 L-32 a living possessed wins with werewolves": Game(
        8, POSSESSED, [("Cid", "Dan"), ("Fay", "Gus")], WOLVES_AND_POSSESSED
    ),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_l20_l30_l31_l32_who_wins_after_a_lynching(game: Game) -> None:
    scene = hunted(game.players, **game.roles)
    for torn, lynched in game.days:
        night(scene, werewolves=torn)
        assert outcome(scene) is None
        lynch(scene, lynched)
    assert outcome(scene) == game.ends
    assert scene.waits()[0] == ("" if game.ends else "seer")
    assert fact("death", seat=lynched, by="lynch") in scene.table.public()[-2:]


def test_l30_werewolves_win_at_dawn_when_they_equal_the_others() -> None:
    scene = days(hunted(9), ("Cid", "Dan"), ("Eve", "Fay"))
    assert outcome(scene) is None  # two and three
    quiet(night(scene, werewolves="Gus"))
    assert outcome(scene) == (["werewolves"], "parity", ["Ann", "Bob"])
    assert scene.table.public()[-2:] == [fact("day", number=3), fact("death", seat="Gus", by="night")]
    assert scene.waits() == ("", [])


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
