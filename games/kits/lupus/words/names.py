"""Lupus in Tabula: the names of the game, its options and its cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.engine.words import LooseCard, OptionWords
from games.kits.lupus.roles import (
    BODYGUARD,
    MASON,
    MEDIUM,
    MYTHOMANIAC,
    OWL,
    POSSESSED,
    SEER,
    VILLAGER,
    WEREHAMSTER,
    WEREWOLF,
)
from games.kits.lupus.speech import gettext_lazy as _
from games.kits.lupus.speech import pgettext_lazy

if TYPE_CHECKING:
    from games.engine.words import Said

NAME: Said = "Lupus in Tabula"
PITCH: Said = _("By night werewolves devour a villager, by day the village lynches a suspect. Who will be left?")
PLAYERS: Said = _("8 to 24 players, from 8 years on, and a moderator")
MODERATED: bool = True

ROLE: Mapping[str, Said] = {
    VILLAGER: pgettext_lazy("lupus", "Villager"),
    WEREWOLF: pgettext_lazy("lupus", "Werewolf"),
    SEER: pgettext_lazy("lupus", "Seer"),
    MEDIUM: pgettext_lazy("lupus", "Medium"),
    POSSESSED: pgettext_lazy("lupus", "Possessed"),
    BODYGUARD: pgettext_lazy("lupus", "Bodyguard"),
    OWL: pgettext_lazy("lupus", "Owl"),
    MASON: pgettext_lazy("lupus", "Mason"),
    WEREHAMSTER: pgettext_lazy("lupus", "Were-hamster"),
    MYTHOMANIAC: pgettext_lazy("lupus", "Mythomaniac"),
}
CARDS: Mapping[str, OptionWords] = {"role": OptionWords(_("Role"), values=ROLE)}
HUMANS: Said = pgettext_lazy("lupus", "Humans")
CAMP: Mapping[str, Said] = {
    WEREWOLF: pgettext_lazy("lupus", "Werewolves"),
    POSSESSED: pgettext_lazy("lupus", "Werewolves"),
    WEREHAMSTER: pgettext_lazy("lupus", "Alone"),
}
SIDE = {WEREWOLF: "werewolves", POSSESSED: "werewolves", WEREHAMSTER: "werehamster"}  # others are humans

OPTIONS: Mapping[str, OptionWords] = {
    "moderator_first_victim": OptionWords(
        _("The moderator is the first victim"),
        _(
            "On the first night the werewolves only get to know each other, and everybody plays a whole day. Without "
            "a moderator, the victim is somebody who does not play."
        ),
    ),
    "ghosts": OptionWords(
        pgettext_lazy("lupus", "Ghosts"),
        _("The dead still name somebody to be accused, in silence. They do not vote at the lynching."),
    ),
    "voting": OptionWords(
        _("How the village votes"),
        values={"in_turn": _("One after the other, round the table"), "together": _("All at once, shown together")},
    ),
}
CAMPS: Mapping[str, Said] = {
    "humans": HUMANS,
    "werewolves": pgettext_lazy("lupus", "Werewolves"),
    WEREHAMSTER: pgettext_lazy("lupus", "Were-hamster"),
}
COUNTS: Mapping[str, Said] = {
    **{role: name for role, name in ROLE.items() if role != VILLAGER},
    WEREWOLF: pgettext_lazy("lupus", "Werewolves"),
    MASON: pgettext_lazy("lupus", "Masons"),
}
# L-01, L-02
PROPOSED: Said = _(
    "The number of werewolves and the advice for each character are the rulebook's. Veilleur's choice is to propose "
    "every character that is advised."
)
LINES: Mapping[str, Said] = {
    VILLAGER: _("You sleep at night. By day you look for the werewolves, and vote."),
    WEREWOLF: _("Each night the pack agrees on one player to devour. As many of you as of the others: you win."),
    SEER: _("Each night you name a player and learn: werewolf or not."),
    MEDIUM: _("From the second night on you learn whether the village has lynched a werewolf."),
    POSSESSED: _("You are human, but you win with the werewolves. Neither of you knows the other."),
    BODYGUARD: _("From the second night on you guard another player. The werewolves cannot devour that one."),
    OWL: _("Each night you name a player, who is accused by day together with whoever is named most."),
    MASON: _("On the first night you meet the other mason, who is human like you."),
    WEREHAMSTER: _("Alive at the end, you win alone. No werewolf can devour you; the eye of a seer kills you."),
    MYTHOMANIAC: _("At the end of the second night you name a player. A werewolf or a seer: you become one too."),
}

LOOSE: Sequence[LooseCard] = (
    LooseCard(_("Angry mob"), _("One vote. If you are out of the game, lay it face down in front of you."), 26),
    LooseCard(_("A character of your own"), _("Write here who it is, and what it does."), 3, dealt=True),  # L-33
)
