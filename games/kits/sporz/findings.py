"""Sporz: what an investigation has found, as a sentence and as a sign made without a word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from games.kits.sporz.names import GENOME, ROLE
from games.table import Fact

if TYPE_CHECKING:
    from games.words import Said

EVENTS: Mapping[str, Said] = {
    "woke": _("eyes open"),
    "mutated": _("a mutation"),
    "paralysed": _("a paralysis"),
    "infected": _("an infection"),
    "healed": _("a cure"),
    "psychologist": _("the psychologist's visit"),
    "geneticist": _("the geneticist's visit"),
}


def found(fact: Fact) -> str:
    """A finding as a sentence that has no reader: for the player and for the moderator alike."""
    match fact:
        case {"fact": "hack", "available": False}:
            return gettext("%(role)s: nothing available tonight.") % {"role": ROLE[fact["role"]]}
        case {"fact": "hack"}:
            hacked = {key: value for key, value in fact.items() if key != "fact"}
            return gettext("%(role)s: %(found)s") % {"role": ROLE[fact["role"]], "found": found(hacked)}
        case {"fact": "surveillance"}:
            events = ", ".join(str(event) for name, event in EVENTS.items() if fact[name])
            return gettext("%(seat)s tonight: %(events)s.") % {
                **fact,
                "events": events or pgettext("sporz", "nothing"),
            }
        case {"count": count}:
            return ngettext("%(count)d mutant aboard.", "%(count)d mutants aboard.", count) % {"count": count}
        case {"mutant": True}:
            return gettext("%(seat)s is with the mutants.") % fact
        case {"mutant": False}:
            return gettext("%(seat)s is healthy.") % fact
        case _:
            return gettext("%(seat)s, genome: %(genome)s.") % {**fact, "genome": GENOME[fact["genome"]]}


def sign(fact: Fact) -> str:
    """Fingers, a face, a shake of the head or a thumb (S-18 to S-20, S-22, S-23)."""
    match fact:
        case {"fact": "surveillance"}:
            return gettext("Thumb up for what is listed, thumb down for the rest.")
        case {"fact": "hack", "available": False}:
            return gettext("Thumb level, or arms crossed.")
        case {"fact": "hack", "seat": seat}:
            named = {key: value for key, value in fact.items() if key != "fact"}
            return gettext("Point at %(seat)s, then: %(sign)s") % {"seat": seat, "sign": sign(named)}
        case {"count": count}:
            return ngettext("%(count)d finger.", "%(count)d fingers.", count) % {"count": count}
        case {"mutant": True}:
            return gettext("A fierce face.")
        case {"genome": "resistant"}:
            return gettext("Flex an arm.")
        case {"genome": "host"}:
            return gettext("A frightened face.")
        case _:
            return gettext("Shake your head.")
