"""Sporz: the names of the game, its options and its cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.text import format_lazy

from games.engine.words import OptionWords
from games.kits.sporz.roles import (
    ASTRONAUT,
    BASE_MUTANT,
    COMPUTER_SCIENTIST,
    DOCTOR,
    GENETICIST,
    HACKER,
    HOST,
    NORMAL,
    PSYCHOLOGIST,
    RESISTANT,
    SPY,
)
from games.kits.sporz.speech import gettext_lazy as _
from games.kits.sporz.speech import pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

NAME: Said = "Sporz"
PITCH: Said = _("The Spore is aboard, and somebody carries it. Find the mutants before you are one of them.")
PLAYERS: Said = _("4 players to hundreds (the classic rules: 8 to 16), and a moderator: the ship's computer")
MODERATED: bool = True

ROLE: Mapping[str, Said] = {
    BASE_MUTANT: pgettext_lazy("sporz", "Base mutant"),
    DOCTOR: pgettext_lazy("sporz", "Doctor"),
    COMPUTER_SCIENTIST: pgettext_lazy("sporz", "Computer scientist"),
    PSYCHOLOGIST: pgettext_lazy("sporz", "Psychologist"),
    GENETICIST: pgettext_lazy("sporz", "Geneticist"),
    SPY: pgettext_lazy("sporz", "Spy"),
    HACKER: pgettext_lazy("sporz", "Hacker"),
    ASTRONAUT: pgettext_lazy("sporz", "Astronaut"),
}
GENOME: Mapping[str, Said] = {
    NORMAL: pgettext_lazy("sporz", "normal"),
    HOST: pgettext_lazy("sporz", "host"),
    RESISTANT: pgettext_lazy("sporz", "resistant"),
}
CARDS: Mapping[str, OptionWords] = {
    "role": OptionWords(_("Role"), values=ROLE),
    "genome": OptionWords(_("Genome"), values=GENOME),
}


def _investigators(order: str) -> Said:
    """Return the three in the order of their initials (S-25b)."""
    roles = {"c": COMPUTER_SCIENTIST, "p": PSYCHOLOGIST, "g": GENETICIST}
    return format_lazy("{}, {}, {}", *(ROLE[roles[initial]] for initial in order))


OPTIONS: Mapping[str, OptionWords] = {
    "night_autopsy": OptionWords(
        _("What is announced of those who die at night"),
        values={"role": _("Their role"), "full": _("Their role, genome and state")},
    ),
    "show_tally": OptionWords(_("Announce how many ballots each player had")),
    "murder_announced": OptionWords(
        _("Announce a murder by the mutants at once"),
        _("Aloud in the night, without a name: the dead player and the role are announced at dawn."),
    ),
    "investigators": OptionWords(
        _("Order of the three investigators"),
        values={order: _investigators(order) for order in ("cpg", "cgp", "pcg", "pgc", "gcp", "gpc")},
    ),
    "small_groups": OptionWords(
        _("Beginners: talk three together at most"),
        _("A reminder, said at each day: it keeps everybody in the game."),
    ),
    "call_dead_roles": OptionWords(
        _("Go on calling roles whose holders are dead"),
        _("As in the rulebook, where the words of a night never change. By default these calls are spared."),
    ),
}
CAMPS: Mapping[str, Said] = {
    "astronauts": pgettext_lazy("sporz", "Astronauts"),
    "mutants": pgettext_lazy("sporz", "Mutants"),
}
COUNTS: Mapping[str, Said] = {
    **{role: name for role, name in ROLE.items() if role != ASTRONAUT},
    HOST: _("Hosts, beside the base mutant"),
    RESISTANT: pgettext_lazy("sporz", "Resistant"),
}
# S-02, S-03
PROPOSED: Said = _(
    "The rulebook has one base mutant, two doctors, and at most one of each other role. "
    "What is proposed for this number of players is Veilleur's choice."
)
LINES: Mapping[str, Said] = {
    BASE_MUTANT: _("Each night the mutants mutate or kill one player, and paralyse one. Choose together."),
    DOCTOR: _("Each night you heal one player. Or the doctors awake kill one, all together."),
    COMPUTER_SCIENTIST: _("Each night you learn how many mutants are aboard."),
    PSYCHOLOGIST: _("Each night you name a player and learn: mutant or healthy."),
    GENETICIST: _("Each night you name a player and learn the genome: normal, host or resistant."),
    SPY: _("Each night you name a player and learn what that night did to them."),
    HACKER: _("Each night you name a role and read what it has just found out."),
    ASTRONAUT: _("You sleep all night. By day you ask, listen, and vote."),
}
