"""Lupus in Tabula: its credits, and the rulings where its rulebook is silent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.words import Silence
from games.kits.lupus.speech import gettext_lazy as _
from games.kits.lupus.speech import pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

CREDITS: Sequence[Said] = (
    _(
        "Lupus in Tabula, © 2004 daVinci Editrice. Rules: Roberto Corbelli and Andrés J. Voicu. Pictures: Gianpaolo "
        "Derossi. Art direction: Stefano De Fazi."
    ),
    _(
        "Read from the French rules, translated by the Ludothèque du Palais de Créteil and Gianna Contiero, as "
        "L'Escale à jeux (escaleajeux.fr) has put them online."
    ),
)
SILENT: Sequence[Silence] = (
    Silence(
        pgettext_lazy("lupus", "Before the game"),
        {
            "L-02": _(
                "The rulebook only advises numbers of players for the special characters: Veilleur warns, and "
                "refuses nothing. It proposes every character that is advised; a table may prefer plain villagers, "
                "more of them than the twelve in the box if it likes."
            ),
            "L-33": _(
                "On a blank card you write a character of your own. The app deals a villager in its "
                "place: a human when the factions are counted. The moderator tells its player aside, "
                "and calls it by hand."
            ),
        },
    ),
    Silence(
        pgettext_lazy("lupus", "In the night"),
        {
            "L-10": _(
                "The calls go: medium, seer, bodyguard, owl, werewolves, masons, mythomaniac. The "
                "rulebook calls only a dead seer; here every character with a call that night is "
                "called, even when dead."
            ),
            "L-11": _("Of a mythomaniac who was lynched, the medium learns what that player had become."),
            "L-12": _(
                "The seer names somebody living, the seer included. Two seers who disagree when the "
                "call is closed learn nothing. If time ends the call, the answer is about the player "
                "named most; on a tie, the one named first."
            ),
            "L-13": _("The bodyguard names somebody living, even the same player night after night."),
            "L-14": _("The owl names somebody living, the owl included."),
            "L-15": _(
                "The werewolves choose somebody living who is no werewolf. If they still disagree when "
                "the call is closed, the prey is the player named most; on a tie, nobody. If time ends "
                "the call, on a tie, it is the one named first."
            ),
            "L-16": _(
                "The moderator as the first victim is an option: the rulebook advises it. It is announced even if "
                "the were-hamster dies that night."
            ),
            "L-18": _(
                "To the seer, as to the medium, the were-hamster is no werewolf; no bodyguard saves it "
                "from the eye of the seer."
            ),
            "L-19": _(
                "The mythomaniac is told what they have become, and is it in every respect: a werewolf "
                "is no longer prey. Somebody who is to die at dawn can still be imitated. A "
                "mythomaniac who imitates nobody stays human."
            ),
        },
    ),
    Silence(
        pgettext_lazy("lupus", "By day"),
        {
            "L-23": _(
                "The moderator may lengthen the debate. Without a moderator a player who needs more time lengthens "
                "it for everybody."
            ),
            "L-24": _(
                "Only the living are named. The round begins left of the latest to die, lynched or "
                "devoured; of two dead at dawn, left of the werewolves' prey. Before any death it "
                "begins at the first seat, on the moderator's left. A table may also name all at once."
            ),
            "L-25": _(
                "Several tied in the lead: they alone are accused. Otherwise the one in the lead and "
                "all in second place. If nobody is named, nobody is lynched."
            ),
            "L-26": _(
                "The owl's choice is announced every time. It is void when the owl or the chosen one is dead, and "
                "when nobody was named."
            ),
            "L-27": _(
                "The living vote in the same order as they named. A player accused alone speaks, and is lynched "
                "without a vote."
            ),
            "L-28": _("The second vote asks the same players as the first. No vote at all is a tie of all."),
            "L-29": _("Ghosts play on however they died. Somebody devoured at dawn names that very day, and last."),
        },
    ),
    Silence(
        pgettext_lazy("lupus", "The end"),
        {
            "L-30": _(
                "The game can end once all the dead of a dawn are announced, and after a lynching. “No werewolf "
                "left” comes before “as many as the others”."
            ),
            "L-31": _("The possessed counts as a human too when the factions are counted."),
        },
    ),
)
