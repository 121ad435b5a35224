"""A ship with the clues that a scene of Mystery Space Murder 3000 needs."""

from __future__ import annotations

from typing import Any

from games.engine.table import Fact
from games.kits.murder.roles import HYPOTHESIS
from tests.games.table_scenes import Scene, fact


def cards(words: str) -> list[str]:
    """A list of cards, which are single words here."""
    return words.split()


NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")
DECK = {
    "characters": cards("Red Blue Lime Pink Gold Grey Jet Snow"),
    "rooms": cards("Bridge Pool Mess Lab Dock Gym Bar Vault"),
    "motives": cards("Greed Envy Love Fear Pride Rage"),
    "weapons": cards("Knife Rope Gun Axe Club Bomb"),
}
CARDS = [card for words in DECK.values() for card in words]
ENVELOPE = {"character": "Red", "room": "Bridge", "motive": "Greed", "weapon": "Knife"}
SOLUTION = "Bridge Red Knife Greed"
SECRETS = ("Love", "Rope", "Greed", "Axe", "Club", "Bomb")
CHARACTERS = "Blue Lime Pink Gold Grey Red"

# Three players hold:
ANN = cards("Blue Gold Snow Lab Bar Love Rage Axe")
BOB = cards("Lime Grey Pool Dock Vault Fear Rope Club")
CID = cards("Pink Jet Mess Gym Envy Pride Gun Bomb")


def deal(players: int, first: str = "Ann") -> dict[str, Any]:
    """A deal in deck order: the first word of each category is sealed, the others go round, one at a time."""
    seats = NAMES[:players]
    rest = [card for card in CARDS if card not in ENVELOPE.values()]
    return {
        "first": first,
        "envelope": dict(ENVELOPE),
        "hands": {seat: rest[place::players] for place, seat in enumerate(seats)},
        "secrets": dict(zip(seats, SECRETS, strict=False)),
    }


def ship(players: int = 3, first: str = "Ann", **options: Any) -> Scene:
    """A table that is about to choose its characters."""
    return Scene("murder", NAMES[:players], deal(players, first), deck=DECK, **options)


def aboard(players: int = 3, characters: str = CHARACTERS, first: str = "Ann", **options: Any) -> Scene:
    """A table at its first turn: characters are chosen in turn, nobody peeks; what was told has been seen."""
    scene = ship(players, first, **options)
    for character in characters.split()[:players]:
        scene.act(scene.waits()[1][0], character=character)
    if scene.waits()[0] == "peek":
        scene.close()
    scene.news()
    return scene


def suspect(scene: Scene, words: str) -> Scene:
    """The active seat makes a hypothesis: room, character, weapon, motive."""
    return scene.act(scene.waits()[1][0], "turn", hypothesis=dict(zip(HYPOTHESIS, words.split(), strict=True)))


def suspected(seat: str, words: str) -> Fact:
    """The hypothesis, as it is announced."""
    return fact("hypothesis", seat=seat, **dict(zip(HYPOTHESIS, words.split(), strict=True)))


def end_turns(scene: Scene, count: int) -> Scene:
    """As many turns end without a deed; what was told has been seen."""
    for _ in range(count):
        scene.act(scene.waits()[1][0], "turn", end=True)
    scene.news()
    return scene


def jail(scene: Scene, words: str, declare: str) -> Scene:
    """The active seat sends somebody to prison with this hypothesis, and the witness declares a card.

    What was told has been seen.
    """
    suspect(scene, words)
    scene.act(scene.waits()[1][0], "testify", declare=declare)
    scene.news()
    return scene


def bob_in_prison(players: int = 3) -> Scene:
    """Ann has accused Bob, who plays Lime, with his secret; it is Bob's turn."""
    return jail(aboard(players), "Bridge Lime Rope Greed", "Lime")


def truth(scene: Scene, seat: str) -> Fact:
    """A seat's row of the truth."""
    return scene.table.truth()[seat]


def hand(held: list[str], *new: list[str]) -> Fact:
    """The fact by which a seat learns its hand, after the deal with what is new in it."""
    return fact("hand", cards=held) | ({"new": new[0]} if new else {})


def all_cards(scene: Scene) -> list[str]:
    """Every clue that is anywhere, in alphabetical order."""
    held = [card for row in scene.table.truth().values() for card in row["hand"]]
    return sorted([*held, *scene.table.hidden()["envelope"].values()])
