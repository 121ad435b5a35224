"""Sporz: its credits, and the rulings where its rulebook is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.words import Silence
from games.kits.sporz.speech import gettext_lazy as _
from games.kits.sporz.speech import pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

CREDITS: Sequence[Said] = (
    _("Sporz belongs to its players: they write its rules together, and the text names no author."),
    _("Read from The Rules of Sporz, in French, as L'Escale à jeux (escaleajeux.fr) has put them online."),
)
SILENT: Sequence[Silence] = (
    Silence(
        pgettext_lazy("sporz", "Before the game"),
        {
            "S-02": _("A base mutant and a doctor are needed. Any other role may be left out."),
            "S-03": _(
                "The proposed cards: one doctor with 4 to 6 players, two from 7 on; from 7 on one more role for each "
                "player, in the order of the night. Above 16 players the ship's computer may set more base mutants, "
                "doctors, hosts and resistants."
            ),
            "S-04": _("A single player who is neither mutant nor doctor is the host, and nobody is resistant."),
            "S-05": _(
                "Genomes are drawn by lot, like the roles. The ship's computer may change the draw before play."
            ),
            "S-06": _(
                "On phones, the card of a doctor names the other one. With eyes closed they are called, too, before "
                "the chief is elected. The base mutant is not called then."
            ),
            "S-28": _("Everybody knows from the start which roles are in the game."),
            "S-07": _(
                "A tie, or no vote at all, and the chief is elected again; the ship's computer may enter the result. "
                "After an election on phones everybody sees who voted for whom, as with hands."
            ),
        },
    ),
    Silence(
        pgettext_lazy("sporz", "In the night"),
        {
            "S-44": _("The ship's computer walks past everybody even when there is nobody to touch."),
            "S-25": _(
                "The rulebook calls every role on every night. Here a role is called if somebody who "
                "has it was alive at nightfall, even if killed or paralysed since. On the nights "
                "after, the role of somebody dead is no longer called, unless the table has set so."
            ),
            "S-27": _("The dead cannot be chosen. One may examine oneself."),
        },
    ),
    Silence(
        pgettext_lazy("sporz", "The mutants"),
        {
            "S-10": _("On phones, “nobody” may be chosen for each of the two actions."),
            "S-11": _(
                "The ship's computer decides when the mutants have lost by forfeit. If time ends their "
                "call, as without a moderator, the most frequent proposal counts; on a tie, the first "
                "one."
            ),
            "S-12": _("A mutant who is mutated again feels the same single touch."),
            "S-13": _(
                "At dawn, everybody hears which camp has killed. Without phones a hand on the shoulder tells a "
                "murder from a mutation or a cure. Somebody killed and paralysed in one night is told both. A table "
                "may choose that more is announced of the dead than their role."
            ),
        },
    ),
    Silence(
        pgettext_lazy("sporz", "The doctors"),
        {
            "S-16": _(
                "Doctors may heal themselves, and both the same player. To kill, all doctors awake "
                "must name the same victim; if they still disagree at the end, the cures count and the "
                "murder does not."
            ),
            "S-17": _("A player whom both doctors heal is touched once."),
        },
    ),
    Silence(
        pgettext_lazy("sporz", "Those who investigate"),
        {
            "S-25b": _("The order of computer scientist, psychologist and geneticist is set before the game."),
            "S-18": _("The computer scientist has the number as soon as the call opens: it can be hacked tonight."),
            "S-22": _(
                "“Eyes open” is yes for whoever has answered the call of the mutants, of the doctors or of a role, "
                "the spy included, and no for a victim. A mutation or a cure without effect is a yes. Infection "
                "comes from an extension that is not played here: always no."
            ),
            "S-23": _(
                "The hacker learns that nothing is available also when the role has learnt nothing tonight for "
                "another cause than a paralysis. The role counts as hacked all the same."
            ),
            "S-24": _(
                "The hacker chooses among the roles that somebody had who was alive at nightfall. The "
                "last one may be hacked every night. When none is left, the hacker is called and asked "
                "nothing."
            ),
        },
    ),
    Silence(
        pgettext_lazy("sporz", "By day"),
        {
            "S-30": _("Groups of three at most: an option. It is said each day, and nobody is made to obey."),
            "S-31": _(
                "One may vote against oneself. A count of paper ballots that the ship's computer enters stands in "
                "the place of the ballots on phones."
            ),
            "S-32": _(
                "Without a ballot nobody dies. The count is read out name by name, unless the table has chosen "
                "otherwise."
            ),
            "S-33": _(
                "If the table can wait for the chief no longer, the lot decides between the tied, and "
                "this is announced."
            ),
            "S-35": _("The base mutant passes for an astronaut in death by night as well as by day."),
        },
    ),
    Silence(
        pgettext_lazy("sporz", "The end"),
        {
            "S-40": _("The game can end at dawn, when the dead are announced, and after a vote; never at night."),
            "S-41": _(
                "When no doctor is left alive it is as if all doctors were mutants: with two mutants at nightfall "
                "their camp wins."
            ),
            "S-42": _(
                "Nobody alive, nobody wins. When several ends hold at once that one comes first, then the "
                "astronauts, then the mutants."
            ),
            "S-43": _(
                "Those who never changed camp stand with it at the end, the dead included. Whoever has changed camp "
                "is called neither a winner nor a loser."
            ),
        },
    ),
)
