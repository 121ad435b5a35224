"""The village of Lupus scenes: who holds which card, and how to get through a night or a day."""

from __future__ import annotations

from typing import Any

from games.engine.table import Fact
from tests.games.table_scenes import Scene, fact

NAMES = [
    *("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo"),
    *("Mia", "Ned", "Oda", "Pam", "Quy", "Ron", "Sue", "Tom", "Uma", "Vic", "Wes", "Xia"),
]


def deal(players: int = 8, **seats: str) -> dict[str, dict[str, str]]:
    """Ann and Bob werewolves, Cid the seer, whoever is named by role (`medium="Dan"`), everybody else a villager."""
    roles = dict.fromkeys(NAMES[:players], "villager")
    for role, names in ({"werewolf": "Ann Bob", "seer": "Cid"} | seats).items():
        roles |= dict.fromkeys(names.split(), role)
    return {seat: {"role": role} for seat, role in roles.items()}


def village(players: int = 8, options: dict[str, Any] | None = None, **seats: str) -> Scene:
    """The first night; cards and nightfall are news no longer. Unless told otherwise, all vote at once."""
    scene = Scene("lupus", NAMES[:players], deal(players, **seats), **({"voting": "together"} | (options or {})))
    return quiet(scene)


def hunted(players: int = 8, options: dict[str, Any] | None = None, **seats: str) -> Scene:
    """A village in which the werewolves tear from the first night on."""
    return village(players, {"moderator_first_victim": False} | (options or {}), **seats)


def until(scene: Scene, step: str) -> Scene:
    """Close one step after the other until this one is open; nothing is news."""
    while scene.waits()[0] not in (step, ""):
        scene.close()
    return quiet(scene)


def night(scene: Scene, **named: str) -> Scene:
    """Through the night to the debate or the end: whoever is called names as said (`seer="Ann"`), others nobody."""
    while (step := scene.waits()[0]) not in ("debate", ""):
        if step not in named:
            scene.close()
        elif step in ("seer", "werewolves"):
            scene.decide(seat=named[step])
        else:
            scene.act(scene.waits()[1][0], seat=named[step])
    return scene


def lynch(scene: Scene, victim: str) -> Scene:
    """Through the day: one voter names the victim, and nobody else anybody."""
    scene.close()
    scene.act(scene.waits()[1][0], seat=victim)
    while scene.waits()[0] == "nominate":
        scene.close()
    return scene.close()


def name(scene: Scene, **votes: str) -> Scene:
    """Votes of the open nomination or lynching (`Ann="Bob"`)."""
    for seat, choice in votes.items():
        scene.act(seat, seat=choice)
    return scene


def nominated(scene: Scene, **votes: str) -> Scene:
    """A nomination by all at once with these votes and no other; it stands closed, and the defence is open."""
    return name(until(scene, "nominate"), **votes).close()


def quiet(scene: Scene) -> Scene:
    """Look at what was told, so that it is news no longer."""
    scene.news()
    return scene


def names(step: str, day: int, **votes: str) -> list[Fact]:
    """Facts of open votes, in this order."""
    return [fact(step, day=day, seat=seat, for_=choice) for seat, choice in votes.items()]


def alive(scene: Scene) -> list[str]:
    """Seats that the truth calls alive."""
    return [seat for seat, row in scene.table.truth().items() if row["alive"]]


def outcome(scene: Scene) -> tuple[list[str], str, list[str]] | None:
    """How it ended: winners, reason, seats."""
    end = scene.table.outcome
    return (end.winners, end.reason, end.seats) if end else None
