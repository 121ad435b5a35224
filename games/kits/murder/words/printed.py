"""Mystery Space Murder 3000: what stands on the printed ship, its cards and sheets, and the rules of the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from games.engine.board import Figure, Label, Note, Slip
from games.kits.murder.board import AREAS, HOURS, PRISON, STARTS, ship
from games.kits.murder.roles import OWN
from games.kits.murder.speech import gettext, pgettext
from games.kits.murder.speech import gettext_lazy as _
from games.kits.murder.words.names import CATEGORIES, LABELS

if TYPE_CHECKING:
    from games.engine.words import Said

SHEETS: Mapping[str, Said] = {
    "upper": _("Upper deck. Lay the lower deck below it: each lift joins the two squares of its number."),
    "lower": _("Lower deck. Each lift joins the two squares of its number."),
}
JOIN: Said = _("The ship has two parts, a sheet each: lay the upper deck above the lower one.")
RULES: Mapping[str, Said] = {
    "starts": _("Each of the six pawns begins in the room where its name stands, also those that nobody plays."),
    "clock": _("A marker begins on 15 and goes one square down after each full round of the table."),
    "exact": _("Throw two dice and walk exactly that many steps, unless you come into a room."),
    "squares": _(
        "A step leads to the next square of the row or of the column, never across a corner or a thick line."
    ),
    "door": _("A broken line is a door. The step through it into a room counts, and so does the step out."),
    "into a room": _("Coming into a room ends the walk, even with steps left; you do not leave it in the same turn."),
    "turn back": _("A walk may turn back and use a square twice. It does not lead through a room."),
    "pass": _("You may walk past other pawns."),
    "one to a square": _("No two pawns stop on the same square or in the same lift. Rooms hold any number."),
    "stuck": _("If there is nowhere to stop, stay where you are."),
    "stays": _("Who is in a room may stay there and, instead of throwing, make another hypothesis."),
    "lift": _(
        "Red squares are lifts; a lift is one square, drawn on both decks. Stepping on it takes you to the other "
        "deck and is one step. From there you walk on, now or next turn; no lift leads to another one."
    ),
    "risky": _(
        "If your pawn began on the lower deck, every ride up is a risk; if it began on the upper deck, every ride "
        "down. Before such a ride throw a die: on a 1 your pawn leaves the board for good."
    ),
    "hypothesis": _("The room of a hypothesis is the room in which your pawn is."),
    "called": _("If somebody plays the character you name, put that pawn into your room; it goes on from there."),
    "prison": _("Whoever goes to prison puts the pawn into the prison and does not walk while there."),
    "back": _("A prisoner who was called to a room is put back into the prison at the end of that turn."),
    "freed": _("Freed on a 5 or a 6, a prisoner throws two dice and walks out through the door of the prison."),
    "visit": _(
        "While somebody is in prison, one visitor at a time may walk in through its door, as into a room, and "
        "challenges. The visitor walks out in a later turn."
    ),
}


def labels() -> Mapping[str, Label]:
    """Rooms with the pawn that begins there, and the prison."""
    pawns = {room: str(LABELS[name]) for name, room in STARTS.items()}
    return {
        letter: Label(gettext("Prison") if area == PRISON else str(LABELS[area]), below=_begins(pawns.get(area)))
        for letter, area in AREAS.items()
    }


def _begins(pawn: str | None) -> str:
    return pgettext("on a room of the board", "%(pawn)s begins here") % {"pawn": pawn} if pawn else ""


def track() -> Sequence[str]:
    """The hours that are left."""
    return [str(hour) for hour in range(HOURS, -1, -1)]


def figures() -> Sequence[Figure]:
    """The six pawns."""
    return [Figure("pawn", str(LABELS[name]), str(LABELS[name])[:2], number) for number, name in enumerate(STARTS, 1)]


def cards() -> Sequence[Slip]:
    """The six characters: where each begins, and which rides are a risk."""
    return [_card(name, room, number) for number, (name, room) in enumerate(STARTS.items(), start=1)]


def _card(name: str, room: str, colour: int) -> Slip:
    below = ship().below(room)
    lines = [
        gettext("You begin here: %(room)s.") % {"room": LABELS[room]},
        gettext("That is on the lower deck.") if below else gettext("That is on the upper deck."),
        gettext("Every ride up is a risk for you.") if below else gettext("Every ride down is a risk for you."),
        gettext("On a 1 you are lost in space."),
    ]
    return Slip(str(LABELS[name]), lines, colour)


def mats() -> Sequence[Slip]:
    """None: everybody's cards stay in the hand."""
    return []


def notes() -> Sequence[Note]:
    """The investigation sheet: every clue, with a column for each player."""
    return [Note(str(CATEGORIES[kind]), [str(LABELS[card]) for card in OWN[kind]]) for kind in CATEGORIES]
