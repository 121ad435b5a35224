"""Sporz: what roles and genomes are called and do, and what is said of a set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, pgettext_lazy

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
from games.words import OptionWords

if TYPE_CHECKING:
    from games.words import Said

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

CARDS = {"role": OptionWords(_("Role"), values=ROLE), "genome": OptionWords(_("Genome"), values=GENOME)}
COUNTS = {
    **{role: name for role, name in ROLE.items() if role != ASTRONAUT},
    HOST: _("Hosts, beside the base mutant"),
    RESISTANT: pgettext_lazy("sporz", "Resistant"),
}
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

# Sentences of roles.py, which knows no language.
SET_UP = (
    gettext_noop("a count is below nothing"),
    gettext_noop("there are more cards than players"),
    gettext_noop("there must be one base mutant"),
    gettext_noop("there must be one or two doctors"),
    gettext_noop("there can be only one of each special role"),
    gettext_noop("a base mutant is a host"),
    gettext_noop("a doctor is of normal genome"),
    gettext_noop("among the others there must be one host"),
    gettext_noop("among the others there must be one resistant"),
    gettext_noop("The game is at its best with 8 players or more."),
    gettext_noop("Two doctors are usual from 7 players on."),
    gettext_noop("One doctor is usual with 6 players or fewer."),
    gettext_noop("So many base mutants may be masters of the ship in a few nights."),
    gettext_noop("Nobody is a plain astronaut, so the base mutant cannot pass for one."),
    gettext_noop("The hacker will find nobody to hack."),
)
