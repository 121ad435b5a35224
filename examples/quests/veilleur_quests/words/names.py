"""Quests: what the game, its options and its cards are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.engine.words import OptionWords
from veilleur_quests.roles import ASSASSIN, KNIGHT, MERLIN, MINION, MORGANA, PERCIVAL, STRANGER
from veilleur_quests.speech import gettext_lazy as _

if TYPE_CHECKING:
    from games.engine.words import Said

NAME: Said = _("Quests")
PITCH: Said = _("Knights ride out on quests, and some of them are traitors. Merlin knows who, and must not be known.")
PLAYERS: Said = _("5 to 10 players and a moderator")
MODERATED: bool = True

OPTIONS: Mapping[str, OptionWords] = {
    "refusals": OptionWords(_("Refused teams in a row with which the traitors win"))
}
ROLE: Mapping[str, Said] = {
    MERLIN: _("Merlin"),
    PERCIVAL: _("Percival"),
    KNIGHT: _("Knight"),
    ASSASSIN: _("Assassin"),
    MORGANA: _("Morgana"),
    MINION: _("Minion"),
    STRANGER: _("Stranger"),
}
CARDS: Mapping[str, OptionWords] = {"role": OptionWords(_("Role"), values=ROLE)}
CAMPS: Mapping[str, Said] = {"knights": _("Knights"), "traitors": _("Traitors")}
COUNTS: Mapping[str, Said] = {}
PROPOSED: Said = ""
LINES: Mapping[str, Said] = {
    MERLIN: _("You are shown the traitors. Help the knights without being known."),
    PERCIVAL: _("You are shown two people: one of them is Merlin, the other is Morgana."),
    KNIGHT: _("You know nothing. Ride, help, and watch who does not."),
    ASSASSIN: _("You may hinder. If three quests are won, you still win by naming Merlin."),
    MORGANA: _("You may hinder. Percival sees you beside Merlin, and cannot tell you apart."),
    MINION: _("You may hinder. You know the other traitors, but for a stranger among them."),
    STRANGER: _("You may hinder. The other traitors do not know you, nor you them."),
}
