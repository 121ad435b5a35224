"""A ship with the crew that a scene of ELSEN needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.table import Fact
from tests.games.table_scenes import Scene, fact

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Leo", "Mia", "Ned", "Oda")


def deal(players: int, /, **roles: str) -> dict[str, dict[str, str]]:
    """A deal with these roles; everybody else is a passenger."""
    return {seat: {"role": roles.get(seat, "passenger")} for seat in NAMES[:players]}


def ship(players: int, options: Mapping[str, Any] | None = None, /, **roles: str) -> Scene:
    """A table about to choose its first crew; what was told so far has been seen."""
    scene = Scene("elsen", NAMES[:players], deal(players, **roles), **(options or {})).close()
    scene.news()
    return scene


def fly(scene: Scene, /, **cards: str) -> Scene:
    """A mission of these seats, each playing this card; with an empty one, nothing."""
    scene.decide(seats=list(cards))
    for seat, card in cards.items():
        if card:
            scene.act(seat, card=card)
    return scene if all(cards.values()) else scene.close()


def sleep(scene: Scene, /, **named: str) -> Scene:
    """The calls of a night up to the vote: by step, whom each names; nobody when not given."""
    while (name := scene.waits()[0]) in ("police", "saboteurs", "seer"):
        seats = [seat for seat in scene.waits()[1] if seat != "moderator"]
        if name in named and seats:
            for seat in seats if name != "saboteurs" else ["moderator"]:
                scene.act(seat, seat=named[name])
        else:
            scene.close()
    return scene


def vote(scene: Scene, /, **ballots: str) -> Scene:
    """The vote: by voter, against whom, or nobody; then the next turn."""
    for voter, against in ballots.items():
        scene.act(voter, **({"nobody": True} if against == "nobody" else {"seat": against}))
    return scene.close()


def idle(scene: Scene, turns: int = 1) -> Scene:
    """Turns in which nobody does anything."""
    for _ in range(turns):
        seats = scene.choices("moderator")["seats"]
        vote(sleep(fly(scene, **dict.fromkeys(seats[:3], ""))))
    scene.news()
    return scene


def kill(scene: Scene, victim: str, saboteur: str = "Ann") -> Scene:
    """A turn in which this player is eliminated; what was told has been seen."""
    others = [seat for seat in scene.choices("moderator")["seats"] if seat != saboteur]
    fly(scene, **{saboteur: "elimination"} | dict.fromkeys(others[:2], ""))
    vote(sleep(scene, saboteurs=victim))
    scene.news()
    return scene


def throw_out(scene: Scene, seat: str) -> Scene:
    """A turn in which nothing happens but that everybody votes against this player; it has been seen."""
    aboard = scene.choices("moderator")["seats"]
    sleep(fly(scene, **dict.fromkeys(aboard[:3], "")))
    vote(scene, **dict.fromkeys(aboard, seat))
    scene.news()
    return scene


def life(scene: Scene, turn: int, *dead: str, without: tuple[str, ...] = ()) -> dict[str, list[Fact]]:
    """What everybody aboard is told at dawn."""
    seats = [seat for seat in scene.table.seats if seat not in without]
    return {seat: [fact("alive", turn=turn, alive=seat not in dead)] for seat in seats}


def progress(turn: int, tokens: float, needed: int, ghosts: float = 0, completed: int = 0) -> Fact:
    """What everybody is told of the missions."""
    return fact("progress", turn=turn, tokens=tokens, ghost_tokens=ghosts, needed=needed, completed=completed)


def truth(scene: Scene, seat: str) -> dict[str, Any]:
    """A seat's row of the truth."""
    return scene.table.truth()[seat]
