"""Spree!: for each step, the spoken lines, the question, and hints for the moderator."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.table import Step, Table
from games.engine.words import StepWords
from games.kits.spree.speech import gettext, pgettext_lazy
from games.kits.spree.speech import gettext_lazy as _
from games.kits.spree.words import todo
from games.kits.spree.words.names import place_in_hand


def push(table: Table, step: Step) -> str:
    """Return a hint on how far a hit pushes at this table, and what ends it (P-07, P-12)."""
    if table.options["hong_kong"]:
        return gettext("A hit pushes, a square for each point beyond and one more, to a wall or the edge.")
    return gettext("A hit pushes, a square for each point beyond, to a wall, the fountain or the edge.")


STEPS: Mapping[str, StepWords] = {
    "turn": StepWords(
        title=pgettext_lazy("Spree!", "A turn"),
        question=_(
            "What do you do? To shoot, count the squares from your own, which is 1. "
            "Of two cards taken together from a shop, one ace stops both."
        ),
        watch=_("Walls, squares and lines of fire are on the board: the app takes the players' word for them."),
        hint=push,
        fields={
            "repark": _("Park elsewhere: that is the whole turn"),
            "leave": _("Leave the car"),
            "drive": _("Drive, by one die"),
            "park": _("Park: that ends the turn"),
            "roll": _("Roll and walk"),
            "move": _("Walk on with a card"),
            "shop": pgettext_lazy("Spree!", "Take from a shop"),
            "rob": pgettext_lazy("Spree!", "Rob"),
            "shoot": pgettext_lazy("Spree!", "Shoot at"),
            "bank": _("Back to the car, with goods or without"),
            "run_over": _("Run over"),
            "end": _("End the turn"),
            "seat": _("Whom"),
            "distance": _("Square"),
            "card": _("With"),
            "rank": _("Loot"),
        },
        held=True,
        todo=todo.turn,
        sort=place_in_hand,
        places=(
            ("repark", "leave", "end"),
            ("leave", "drive", "shoot", "run_over", "park", "end"),  # P-12
            ("roll", "move", "shop", "rob", "shoot", "bank", "end"),
        ),
    ),
    "react": StepWords(
        title=pgettext_lazy("Spree!", "Stop?"),
        wake=_("Does anybody stop this, with an ace or a joker?"),
        question=_("Do you stop it, with an ace or a joker? An ace can be stopped by another ace."),
        watch=_("A raised hand plays an ace or a joker. Only the first one counts."),
        fields={"ace": _("Stop it with"), "pass": _("Let it happen")},
        refused=_("The card must be one that you hold. Choose again."),
        passes=("pass", "turn"),
        passes_all=_("Let everything happen until this turn is over"),
    ),
    "dice": StepWords(
        title=pgettext_lazy("Spree!", "Dice"),
        question=pgettext_lazy("Spree!", "What do the dice show?"),
        fields={"dice": pgettext_lazy("Spree!", "Dice")},
    ),
    "shuffle": StepWords(
        title=_("The stock is empty"),
        question=_("In which order do the shuffled discards come back, the next one first?"),
        fields={"cards": _("New stock")},
    ),
}
