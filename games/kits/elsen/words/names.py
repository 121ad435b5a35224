"""ELSEN: the names of the game, its options and its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.engine.words import OptionWords
from games.kits.elsen.roles import (
    AT_LEAST_HALF,
    DOCTOR,
    ENGINEER,
    EVERY_TURN,
    LAZY,
    MORE_THAN_HALF,
    PASSENGER,
    POLICE,
    SABOTEUR,
    SEER,
    UNLESS_EXCLUDED,
    WORKER,
)
from games.kits.elsen.speech import gettext_lazy as _
from games.kits.elsen.speech import pgettext_lazy
from games.kits.elsen.world import ELIMINATION, GHOST, SABOTAGE, SUCCESS

if TYPE_CHECKING:
    from games.engine.words import Said

NAME: Said = "ELSEN"
PITCH: Said = _(
    "Five missions save the ship, if the saboteurs in the crew let them succeed. The dead play on, in secret."
)
PLAYERS: Said = _("5 to 15 players and a moderator")
MODERATED: bool = True

ROLE: Mapping[str, Said] = {
    PASSENGER: pgettext_lazy("elsen", "Passenger"),
    SABOTEUR: pgettext_lazy("elsen", "Saboteur"),
    SEER: pgettext_lazy("elsen", "Seer"),
    WORKER: pgettext_lazy("elsen", "Worker"),
    LAZY: pgettext_lazy("elsen", "Lazy one"),
    DOCTOR: pgettext_lazy("elsen", "Doctor"),
    ENGINEER: pgettext_lazy("elsen", "Engineer"),
    POLICE: pgettext_lazy("elsen", "Police"),
}
ACTION: Mapping[str, Said] = {
    SUCCESS: pgettext_lazy("elsen card", "success"),
    GHOST: pgettext_lazy("elsen card", "ghost success"),
    SABOTAGE: pgettext_lazy("elsen card", "sabotage"),
    ELIMINATION: pgettext_lazy("elsen card", "elimination"),
    DOCTOR: pgettext_lazy("elsen card", "doctor"),
    ENGINEER: pgettext_lazy("elsen card", "engineer"),
    LAZY: pgettext_lazy("elsen card", "lazy one"),
    WORKER: pgettext_lazy("elsen card", "worker"),
}
CARDS: Mapping[str, OptionWords] = {"role": OptionWords(_("Role"), values=ROLE)}

OPTIONS: Mapping[str, OptionWords] = {
    "exclude_at": OptionWords(
        _("Votes that exclude a player"),
        _("Counted among everybody aboard, not among those who vote. The rulebook says both."),
        {MORE_THAN_HALF: _("More than half"), AT_LEAST_HALF: _("At least half")},
    ),
    "dead_keep_night_powers": OptionWords(
        _("Seer and police wake up even when they are secretly dead"), _("The rulebook is silent about it.")
    ),
    "first_player": OptionWords(
        _("First player"), _("Whoever ordered something last: a pizza, a parcel, a taxi. By default the first seat.")
    ),
    "seer_once": OptionWords(
        _("The seer learns of one player in the whole game"),
        _("In a night of their choice. The rulebook may be read so; by default the seer asks every night."),
    ),
    "token_moves": OptionWords(
        _("The first-player token goes to the left"),
        _("In the rulebook it moves when nobody was excluded."),
        {EVERY_TURN: _("After every vote"), UNLESS_EXCLUDED: _("When nobody was excluded")},
    ),
    "ghost_missions_count": OptionWords(
        _("A completed ghost mission is one of the five"), _("The rulebook is silent about it.")
    ),
}
CAMPS: Mapping[str, Said] = {
    "passengers": pgettext_lazy("elsen", "Passengers"),
    "saboteurs": pgettext_lazy("elsen", "Saboteurs"),
}
COUNTS: Mapping[str, Said] = {role: name for role, name in ROLE.items() if role != PASSENGER}
# E-01, E-03
PROPOSED: Said = _(
    "The number of saboteurs is the rulebook's. Which roles with a power are proposed is Veilleur's choice."
)
POWERS: Mapping[str, Said] = {
    PASSENGER: _("You have no power: watch, talk, and vote."),
    SABOTEUR: _("Stop the missions. When an elimination works, the saboteurs choose a victim that night."),
    SEER: _("Each night you name a player and learn: alive or dead."),
    WORKER: _("You work twice as fast as the others."),
    LAZY: _("You work half as fast as the others."),
    DOCTOR: _("Once in the game you counter an elimination of the same mission."),
    ENGINEER: _("Once in the game you counter a sabotage of the same mission."),
    POLICE: _("Each night you protect a player from the saboteurs."),
}
HANDS: Mapping[str, Said] = {
    SABOTEUR: _("Your cards: success, sabotage, elimination."),
    WORKER: _("Your cards: success, worker (2 tokens)."),
    LAZY: _("Your card: lazy one (half a token)."),
    DOCTOR: _("Your cards: success, and once doctor."),
    ENGINEER: _("Your cards: success, and once engineer."),
}
