"""Quests: what the game, its options and its cards are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.engine.words import HelpPage, OptionWords, Silence
from tests.games.quests.roles import ASSASSIN, KNIGHT, MERLIN, MINION, MORGANA, PERCIVAL, STRANGER

if TYPE_CHECKING:
    from games.engine.words import Said

NAME: Said = "Quests"
PITCH: Said = "Knights ride out on quests, and some of them hinder."
PLAYERS: Said = "5 to 10 players"
MODERATED: bool = True
OPTIONS: Mapping[str, OptionWords] = {"refusals": OptionWords("Refused teams in a row")}
ROLE: Mapping[str, Said] = {
    MERLIN: "Merlin",
    PERCIVAL: "Percival",
    KNIGHT: "Knight",
    ASSASSIN: "Assassin",
    MORGANA: "Morgana",
    MINION: "Minion",
    STRANGER: "Stranger",
}
CARDS: Mapping[str, OptionWords] = {"role": OptionWords("Role", values=ROLE)}
CAMPS: Mapping[str, Said] = {"knights": "Knights", "traitors": "Traitors"}
COUNTS: Mapping[str, Said] = {}
PROPOSED: Said = ""
LINES: Mapping[str, Said] = {
    MERLIN: "You know the traitors. Nobody may know you.",
    PERCIVAL: "You see two: one of them is Merlin.",
    KNIGHT: "You ride, and you help.",
    ASSASSIN: "If three quests are won, you name Merlin.",
    MORGANA: "Percival takes you for Merlin, perhaps.",
    MINION: "You know the other traitors, and hinder where you can.",
    STRANGER: "You are a traitor whom the others do not know.",
}
HELP: Sequence[HelpPage] = (HelpPage("game", "What is Quests?", ("Win three quests, and hide Merlin.",)),)
CREDITS: Sequence[Said] = ("Quests was made up for tests, after games of its kind.",)
SILENT: Sequence[Silence] = ()
