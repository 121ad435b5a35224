"""Mystery Space Murder 3000: the texts of the printed ship, cards, sheets and rules.

It also computes where pawns are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.engine.board import Figure, Label, Note, Slip, Standing
from games.engine.table import Fact
from games.kits.murder.board import AREAS, PRISON, ROOMS, ship
from games.kits.murder.roles import OPTIONS, OWN, PLAYABLE, Deck
from games.kits.murder.speech import gettext, pgettext
from games.kits.murder.speech import gettext_lazy as _
from games.kits.murder.words.names import CATEGORIES, label

if TYPE_CHECKING:
    from games.engine.words import Said

SHEETS: Mapping[str, Said] = {
    "upper": _("Upper deck. Lay the lower deck below it: each lift joins the two squares of its number."),
    "lower": _("Lower deck. Each lift joins the two squares of its number."),
}
JOIN: Said = _("The ship has two parts, a sheet each: lay the upper deck above the lower one.")
RULES: Mapping[str, Said] = {
    "starts": _("Each of the six pawns begins in the room where its name stands, also those that nobody plays."),
    "clock": _("A marker begins on %(hours)d and goes one square down after each full round of the table."),
    "exact": _("Throw two dice and walk exactly that many squares, unless you come into a room."),
    "squares": _("You walk to the next square of the row or of the column, never across a corner or a thick line."),
    "door": _("A broken line is a door. Going through it counts as one square, in as well as out."),
    "into a room": _(
        "Coming into a room ends the walk, even with squares left; you do not leave it in the same turn."
    ),
    "turn back": _("A walk may turn back and use a square twice. It does not lead through a room."),
    "pass": _("You may walk past other pawns."),
    "one to a square": _("No two pawns stop on the same square or in the same lift. Rooms hold any number."),
    "stuck": _("If there is nowhere to stop, stay where you are."),
    "stays": _("If you are in a room you may stay and, instead of throwing, make another hypothesis."),
    "lift": _(
        "Red squares are lifts; a lift is one square, drawn on both decks. Taking it counts as "
        "one square and brings you to the other deck. From there you walk on, now or next "
        "turn; no lift leads to another one."
    ),
    "risky": _(
        "If your pawn began on the lower deck, every ride up is a risk; if it began on the upper deck, every ride "
        "down. Before such a ride throw a die: on a 1 your pawn leaves the board for good."
    ),
    "hypothesis": _("The room of a hypothesis is the room in which your pawn is."),
    "called": _("If somebody plays the character you name, put that pawn into your room; it goes on from there."),
    "prison": _("A player who is sent to prison puts the pawn there, and does not walk while in prison."),
    "back": _("A prisoner who was called to a room is put back into the prison at the end of that turn."),
    "freed": _("Freed on a 5 or a 6, a prisoner throws two dice and walks out through the door of the prison."),
    "visit": _(
        "While somebody is in prison, one visitor at a time may walk in through its door, as into a room, and "
        "challenges. The visitor walks out in a later turn."
    ),
}


LONGEST = 60  # squares of a printed track, without its 0


def rules(options: Mapping[str, Any] | None) -> Sequence[str]:
    """Return all rules of the board, with the hours of the table.

    The rule of the marker is left out where no track is printed.
    """
    hours = OPTIONS["hours"].default if options is None else options["hours"]
    said = {**RULES, "clock": str(RULES["clock"]) % {"hours": hours}}
    return [str(rule) for name, rule in said.items() if name != "clock" or _squares(hours)]


def labels(options: Mapping[str, Any]) -> Mapping[str, Label]:
    """Return rooms, named by the table's deck, with the pawn that begins there, and the prison."""
    rooms = Deck.of(options["deck"]).words["rooms"]
    pawns = {room: pawn for pawn, room in starts(options)}
    named = dict(zip(OWN["rooms"], rooms, strict=True))
    return {
        letter: Label(gettext("Prison"))
        if area == PRISON
        else Label(label(named[area]), below=_begins(pawns.get(named[area])))
        for letter, area in AREAS.items()
    }


def starts(options: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Return the characters that can be played, each with the room in which its pawn begins."""
    deck = Deck.of(options["deck"])
    return [*zip(deck.playable, deck.words["rooms"][:PLAYABLE], strict=True)]


def _begins(pawn: str | None) -> str:
    return pgettext("on a room of the board", "%(pawn)s begins here") % {"pawn": label(pawn)} if pawn else ""


def track(options: Mapping[str, Any]) -> Sequence[str]:
    """Return the hours that are left.

    Ruling: more than sixty have no track. Because no paper is long enough; the app counts.
    """
    return _squares(options["hours"])


def _squares(hours: int) -> Sequence[str]:
    return [str(hour) for hour in range(hours, -1, -1)] if hours <= LONGEST else []


def figures(options: Mapping[str, Any]) -> Sequence[Figure]:
    """Return the six pawns."""
    pawns = [label(pawn) for pawn, _room in starts(options)]
    return [Figure("pawn", name, name[:2], number) for number, name in enumerate(pawns, 1)]


def cards(options: Mapping[str, Any]) -> Sequence[Slip]:
    """Return the six characters: where each begins, and which rides are a risk."""
    areas = dict(zip(Deck.of(options["deck"]).words["rooms"], OWN["rooms"], strict=True))
    return [_card(pawn, room, areas[room], number) for number, (pawn, room) in enumerate(starts(options), start=1)]


def _card(pawn: str, room: str, area: str, colour: int) -> Slip:
    below = ship().below(area)
    lines = [
        gettext("You begin here: %(room)s.") % {"room": label(room)},
        gettext("That is on the lower deck.") if below else gettext("That is on the upper deck."),
        gettext("Every ride up is a risk for you.") if below else gettext("Every ride down is a risk for you."),
        gettext("On a 1 you are lost in space: you leave the game."),
    ]
    return Slip(label(pawn), lines, colour)


def mats(options: Mapping[str, Any]) -> Sequence[Slip]:
    """Return no mats: everybody's cards stay in the hand."""
    return []


def notes(options: Mapping[str, Any]) -> Sequence[Note]:
    """Return the investigation sheet: every clue, with a column for each player."""
    words = Deck.of(options["deck"]).words
    return [Note(str(CATEGORIES[kind]), [label(card) for card in words[kind]]) for kind in CATEGORIES]


def standing(public: Sequence[Fact]) -> Standing:
    """Return the hour, and each pawn whose room, or prison, follows from public facts.

    A pawn that walks is left out.
    """
    deck: Mapping[str, Sequence[str]] = next((fact["deck"] for fact in public if "deck" in fact), OWN)
    hours = [fact["hours"] for fact in public if fact["fact"] == "clock"]
    squares = tuple(_squares(hours[0])) if hours else ()
    places = _places(public, deck)
    letters = {**dict(zip(deck["rooms"], ROOMS, strict=True)), PRISON: "P"}
    areas = {letter: tuple(seat for seat in places if places[seat] == area) for area, letter in letters.items()}
    return Standing(
        tuple((letter, seats) for letter, seats in areas.items() if seats),
        squares,
        hours[0] - hours[-1] if squares else None,
    )


def _places(public: Sequence[Fact], deck: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the room of each seat's pawn, or its prison, as far as known (M-03, M-05 to M-08)."""
    starting = dict(zip(deck["characters"][:PLAYABLE], deck["rooms"][:PLAYABLE], strict=True))
    places: dict[str, str] = {}
    jailed: dict[str, str] = {}
    for fact in public:
        match fact:
            case {"fact": "character"}:
                places[fact["seat"]] = starting[fact["character"]]
            case {"fact": "turn"}:
                places |= jailed  # a prisoner who was called goes back as a turn ends
            case {"fact": "roll" | "lift" | "freed" | "lost" | "visit"}:  # a pawn in the prison belongs to a prisoner
                places.pop(fact["seat"], None)
                jailed.pop(fact["seat"], None)
            case {"fact": "moved" | "hypothesis"}:
                places[fact["seat"]] = fact["room"]
            case {"fact": "prison"}:
                places[fact["seat"]] = jailed[fact["seat"]] = PRISON
    return places
