"""The ship of Sporz's scenes: who is aboard, and how to get to the call that a scene is about."""

from __future__ import annotations

from typing import Any

from games.kits.sporz.roles import ROLES
from tests.games.table_scenes import Scene, fact

CREW = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"]
DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "doctor", "genome": "normal"},
    "Dan": {"role": "computer_scientist", "genome": "normal"},
    "Eve": {"role": "psychologist", "genome": "normal"},
    "Fay": {"role": "geneticist", "genome": "normal"},
    "Gus": {"role": "spy", "genome": "host"},
    "Hal": {"role": "hacker", "genome": "normal"},
    "Ida": {"role": "astronaut", "genome": "resistant"},
    "Jon": {"role": "astronaut", "genome": "normal"},
}
SMALL = ["Ann", "Bob", "Cid", "Dan", "Eve"]
SMALL_DEAL = {
    "Ann": {"role": "base_mutant", "genome": "host"},
    "Bob": {"role": "doctor", "genome": "normal"},
    "Cid": {"role": "astronaut", "genome": "host"},
    "Dan": {"role": "astronaut", "genome": "resistant"},
    "Eve": {"role": "astronaut", "genome": "normal"},
}


def aboard(**options: Any) -> Scene:
    """Ten people before the first election."""
    return Scene("sporz", CREW, DEAL, **options)


def five_aboard(**options: Any) -> Scene:
    """Five people, one of them a doctor, before the first election."""
    return Scene("sporz", SMALL, SMALL_DEAL, **options)


def first_night(scene: Scene | None = None, chief: str = "Cid") -> Scene:
    """The first call of the mutants; nothing is news."""
    return quiet((scene or aboard()).decide(seat=chief))


def until(scene: Scene, step: str) -> Scene:
    """Close one step after the other until this one is open, the first seat alive being chief; nothing is news."""
    for _ in range(50):
        if scene.waits()[0] == step:
            return quiet(scene)
        if scene.waits()[0] == "chief":
            scene.decide(seat=scene.choices("moderator")["seat"][0])
        else:
            scene.close()
    raise AssertionError(f"there is no {step}")


def strike(scene: Scene, paralyse: str, **deed: str) -> Scene:
    """The mutants mutate or kill somebody and paralyse somebody."""
    return scene.decide(**deed, paralyse=paralyse)


def next_night(scene: Scene) -> Scene:
    """Sleep through the rest of this night, and vote for nobody."""
    return until(until(scene, "vote").close(), "mutants")


def quiet(scene: Scene) -> Scene:
    """Look at what was told, so that it is news no longer."""
    scene.news()
    return scene


def truth(scene: Scene, seat: str) -> dict[str, Any]:
    """A seat's row of the truth."""
    return scene.table.truth()[seat]


def role_cards(scene: Scene) -> dict[str, str]:
    """Which role each seat was told."""
    cards = {seat: scene.table.private(seat)[0] for seat in scene.table.seats}
    assert all(card == fact("role", role=card["role"]) and card["role"] in ROLES for card in cards.values())
    return {seat: card["role"] for seat, card in cards.items()}
