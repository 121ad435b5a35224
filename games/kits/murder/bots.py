"""Mystery Space Murder 3000: how the computer plays a seat.

A bot ticks its sheet as a person does. A card that it has, was shown or heard declared is in nobody's envelope.
It accuses among the others. Now and then it names a card of its own to mislead the table. It sees no board. A long
throw takes it to another room. A short one leaves it in a corridor, or in the room in which it stood.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.asks import Answer, Ask, Choose, Each
from games.engine.bots import random_answer
from games.engine.table import Fact

FAR = 6  # squares to the next room, as a bot estimates


def answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Move, investigate and testify as a player would who keeps a sheet."""
    possible = ask.report()
    if step == "peek":
        return {"ask": True}
    if step == "turn":
        return take_turn(ask, seat, told, choose)
    if step == "testify":
        return testify(possible, told, choose)
    if step == "exchange":
        # Any card of the hand will do as a price; half of the time the bot pays it.
        return {"card": choose(possible["card"])} if happens(2, choose) else {"refuse": True}
    return random_answer(step, ask, seat, told, choose)


def take_turn(ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Leave prison, cross the board, then visit or, in a room that was reached, accuse."""
    possible = ask.report()
    if "escape" in possible:
        return {"escape": True}
    if "roll" in possible:
        return {"roll": True}
    if "lift" in possible and happens(20, choose):
        return {"lift": True}
    if "visit" in possible and happens(6, choose):
        return {"visit": choose(possible["visit"])}
    crime = suspect(ask, seat, told, choose)
    if thrown(told) >= FAR:
        return {"hypothesis": crime}
    if (room := stands_in(seat, told)) and not happens(3, choose):
        return {"hypothesis": {**crime, "room": room}}
    return {"end": True}


def thrown(told: Sequence[Fact]) -> int:
    """Return the squares that the dice of this turn allow; 0 where none were thrown (M-05)."""
    for fact in reversed(told):
        if fact["fact"] == "turn":
            break
        if fact["fact"] == "roll":
            return sum(fact["dice"])
    return 0


def stands_in(seat: str, told: Sequence[Fact]) -> str | None:
    """Return the room in which this seat's pawn was seen last, or None.

    A pawn is seen where it accused, or was called.
    """
    for fact in reversed(told):
        match fact:
            case {"fact": "hypothesis" | "moved", "seat": by, "room": room} if by == seat:
                return str(room)
            case {"fact": "prison" | "freed", "seat": by} if by == seat:
                return None
    return None


def suspect(ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Choose a room, a character, a weapon and a motive that may be in the envelope.

    Seldom one of them is not.
    """
    crime = next(field for field in ask.fields() if isinstance(field, Each))
    cleared = ticked(seat, told)
    found = {}
    for part in crime.parts:
        left = [card for card in part.legal if card not in cleared]
        bluffs = not left or (len(left) > 1 and happens(5, choose))
        found[part.name] = choose(part.legal if bluffs else left)
    return found


def ticked(seat: str, told: Sequence[Fact]) -> set[str]:
    """Return the cards that this seat knows, or believes, to be in a hand."""
    cards: set[str] = set()
    for fact in told:
        if fact["fact"] == "hand":
            cards.update(fact["cards"])
        elif fact["fact"] == "shown":
            cards.add(fact["card"])
        elif fact["fact"] == "exchanged_cards":
            cards.update((fact["gave"], fact["got"]))
        elif fact["fact"] == "declaration" and fact["seat"] != seat and len(fact["cards"]) == 1:
            cards.update(fact["cards"])  # of two, one may be a lie
    return cards


def testify(possible: Answer, told: Sequence[Fact], choose: Choose) -> Answer:
    """Offer an exchange now and then; otherwise declare, at times with something beside it."""
    if "exchange" in possible and happens(3, choose):
        return {"exchange": choose(possible["exchange"])}
    card = choose(possible["declare"])
    others = [one for one in possible["also"] if one != card]
    return {"declare": card, "also": choose(others)} if happens(2, choose) else {"declare": card}


def happens(in_how_many: int, choose: Choose) -> bool:
    """Return True once in so many times, at random."""
    return bool(choose(range(in_how_many)) == 0)
