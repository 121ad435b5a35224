"""ELSEN: its credits, and the rulings where its rulebook is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.words import Silence
from games.kits.elsen.speech import gettext_lazy as _
from games.kits.elsen.speech import pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

CREDITS: Sequence[Said] = (
    _("ELSEN (Entre Le Saboteur Et Nous) was made by Ines and Mathis in a workshop for making games."),
    _("They name what inspired them: Among Us, the werewolf games and Résistance."),
    _(
        "Read from their rules, Règles du Jeu ELSEN, in French, which give no date. Cards on the table are "
        "yours to make."
    ),
)
SILENT: Sequence[Silence] = (
    Silence(
        pgettext_lazy("elsen", "Before the game"),
        {
            "E-03": _(
                "At most one of each role with a power. The proposed numbers keep two plain passengers, and add"
                " doctor, engineer, seer, police, worker and lazy one in this order."
            ),
            "E-04": _("Unless the settings name another seat, the first seat has the first-player token."),
        },
    ),
    Silence(
        pgettext_lazy("elsen", "The mission"),
        {
            "E-10": _("The first player may go too. When fewer than three are aboard, all of them go."),
            "E-11": _(
                "Everybody in the crew plays. Without a moderator the mission waits for the last card; the computer "
                "plays for somebody who has left, once all others agree."
            ),
            "E-12": _(
                "The worker may play success. A dead player has ghost success alone, so a dead saboteur harms "
                "no mission, and a dead doctor or engineer counters nothing."
            ),
            "E-13": _(
                "Tokens first, then sabotage, which takes those of this turn too, even if they were enough. "
                "Each engineer card counters one sabotage card. The ghost mission is out of reach."
            ),
            "E-14": _(
                "Tokens too many are lost. A complete ghost mission is one of the five, and one crew may "
                "complete both."
            ),
            "E-15": _(
                "Each doctor card counters one elimination card. Several that are left make one victim, and "
                "nothing waits for another night."
            ),
        },
    ),
    Silence(
        pgettext_lazy("elsen", "In the night"),
        {
            "E-20": _(
                "The police may name anybody aboard, themselves and the dead included. The protection "
                "holds all night, against both eliminations of turn 5. In one place the rulebook says "
                "“during the mission”."
            ),
            "E-21": _(
                "The victim is alive and aboard, perhaps a saboteur. Dead saboteurs wake too. If they "
                "cannot agree, the player named most dies; on a tie, nobody. If time ends the call, on "
                "a tie, it is the one named first. They learn whether it worked."
            ),
            "E-22": _("The elimination of turn 5 comes beside one that the cards have brought."),
            "E-23": _(
                "Every night, and not once in the game, as one might read a sentence of the rulebook. "
                "The seer may name anybody aboard, themselves and the dead included; tonight’s victim "
                "is dead already."
            ),
            "E-24": _(
                "Police and seer still wake when dead, unless the settings say otherwise; when "
                "excluded, never. Their call is then pretended."
            ),
        },
    ),
    Silence(
        pgettext_lazy("elsen", "The vote"),
        {
            "E-30": _(
                "More than half of all aboard, or at least half: the rulebook says both, so the "
                "settings choose. The dead vote, and one may vote against oneself. Two players with "
                "half of the votes each: nobody is excluded. When the vote closes, everybody sees who "
                "voted for whom."
            ),
            "E-31": _("The first-player token goes on every turn, also after an exclusion, to the next seat aboard."),
        },
    ),
    Silence(
        pgettext_lazy("elsen", "The end"),
        {
            "E-40": _(
                "A saboteur who is dead in secret is still aboard: only an exclusion counts. The game can end "
                "after the cards, at dawn and after the vote."
            ),
        },
    ),
)
