"""Mystery Space Murder 3000: the captain is dead. Who, where, with what, and why?

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS M-01 to M-12 (RULINGS.md
beside this file; numbers above each function). Not here: the cards and their dealing (roles.py), who holds
what (world.py), the words (words/).

The board stays on the table: pawns, squares and floors are the players' business, and so is the room in which a pawn
stands.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from games.engine.asks import Ask, Each, Field, either, flag, one_of
from games.engine.asks import field as choice
from games.engine.table import Outcome, Reply, Script, Step, Table
from games.kits.murder.roles import HYPOTHESIS, ONE_DIE, Cards, said
from games.kits.murder.world import Case, Investigator, won_by

VERSION = 1
OLDER: Mapping[int, Mapping[str, Any]] = {}
SHORT_OF_A_CARD = 5  # players with whom the cards do not come out even (M-02)
LOST_ON = 1  # M-05
FREED_FROM = 5  # M-08

Phase = Generator[Step, Reply, Outcome | None]
Turn = Generator[Step, Reply, None]


# M-04, M-10: the game lasts a number of rounds of the table, each an hour. Then the culprit has got away.
def play(table: Table) -> Script:
    """Play the whole game: set-up, characters, then turns until a player has won or time is up."""
    case = Case(table)
    set_up(case)
    if table.options["throw_for_first"]:
        yield from throw_for_first(case)
    yield from choose_characters(case)
    if len(table.seats) == SHORT_OF_A_CARD:
        yield from peek(case)
    while case.hours:
        for seat in case.round:
            if not case.people[seat].lost and (end := (yield from turn(case, seat))):
                return end
        one_hour_less(case)
    return case.out_of_time()


# Before play


# M-02 to M-04: the clock is set; each player knows their clues and their secret.
def set_up(case: Case) -> None:
    """Announce the clock, and tell every seat its cards.

    The deck lies open on every sheet (M-12), so it comes with the clock; a secret says whose it is, and
    holds the deck once more: by it a hand says what each of its clues is.
    """
    deck = {kind: list(words) for kind, words in case.deck.words.items()}
    case.table.announce("clock", hours=case.hours, deck=deck)
    for seat, one in case.people.items():
        case.tell_hand(seat)
        case.table.tell(seat, "secret", card=one.secret, seat=seat, deck=deck)


# M-04: who throws highest begins, where the table throws. Ruling: the cards lie dealt already, and stay.
def throw_for_first(case: Case) -> Turn:
    """Throw a die for everybody, and again for those who share the highest."""
    left = case.round
    while len(left) > 1:
        thrown = yield from case.table.dice(len(left))
        case.table.announce("first_throw", seats=left, dice=thrown)
        left = [seat for seat, die in zip(left, thrown, strict=True) if die == max(thrown)]
    case.round = case.table.round_from(left[0])


# M-03: in the order of play, each player chooses one of the playable characters that are left.
def choose_characters(case: Case) -> Turn:
    """Ask every seat, and announce each choice."""
    left = list(case.deck.playable)
    for seat in case.round:
        reply = yield case.table.by_day("character", [seat], one_of("character", left), needed=True)
        character = reply.require_answer()["character"]
        left.remove(character)
        case.people[seat].character = character
        case.table.announce("character", seat=seat, character=character)


def aside(case: Case, name: str, seat: str, ask: Ask, needed: bool = False) -> Step:
    """Build a step that asks one seat, and the room does not see whom or what.

    Whatever is asked, messages are as long as if the seat could choose among all clues.
    """
    longest = either(choice("card", case.deck.cards), flag("refuse"))
    return case.table.by_day(name, [seat], ask, shape=longest, needed=needed, aside=True)


# M-02: a player who was dealt a card less may have the left neighbour show one before play.
def peek(case: Case) -> Turn:
    """Ask the seat with the fewest cards, and its neighbour if the answer is yes."""
    fewest = min(case.table.seats, key=lambda seat: len(case.people[seat].hand))
    reply = yield aside(case, "peek", fewest, one_of("ask", [True, False]))
    if (answer := reply.only()) and answer["ask"]:
        yield from show(case, case.left_of(fewest)[0], to=fewest)


# M-02, M-08: the owner of the cards chooses which one to show, and one other player sees it.
def show(case: Case, owner: str, to: str) -> Turn:
    """Ask the owner for a card, and tell the two seats."""
    ask = one_of("card", case.people[owner].hand)
    reply = yield aside(case, "show", owner, ask, needed=True)
    case.show(reply.require_answer()["card"], owner, to)


# M-04: the clock loses one hour per full round of the table.
def one_hour_less(case: Case) -> None:
    """Set and announce the clock."""
    case.hours -= 1
    case.table.announce("clock", hours=case.hours)


# A turn


# M-05, M-08: move and ride, then visit the prison or make a hypothesis. A prisoner first tries to get out.
def turn(case: Case, seat: str) -> Phase:
    """Play one turn, deed by deed; return an outcome when it ends the game."""
    case.table.announce("turn", seat=seat)
    done: list[str] = []
    while True:
        reply = yield case.table.by_day("turn", [seat], deeds(case, seat, done))
        deed = reply.only() or {"end": True}
        done += deed
        if "roll" in deed:
            one = "escape" in done and case.table.options["dice_out_of_prison"] == ONE_DIE
            case.table.announce("roll", seat=seat, dice=(yield from case.table.dice(1 if one else 2)))
        elif "lift" in deed:
            if (yield from lift(case, seat)):
                return case.last_free()
        elif "escape" in deed:
            if not (yield from escape(case, seat)):
                return None
        elif "visit" in deed:
            yield from visit(case, seat, deed["visit"])
            return None
        elif "hypothesis" in deed:
            return (yield from hypothesis(case, seat, deed["hypothesis"]))
        else:
            return None


# M-05, M-08: a prisoner can only try to get out. Every other player moves, rides, visits the prison or asks. Every
# risky ride has its die, however many there are in a turn.
def deeds(case: Case, seat: str, done: list[str]) -> Ask:
    """Build the ask of a turn, by what has been done in it already."""
    if case.people[seat].imprisoned:
        return either(flag("escape"), flag("end"))
    once = [] if "roll" in done else [flag("roll")]
    crime = Each("hypothesis", tuple(choice(part, case.deck.of_kind(part)) for part in HYPOTHESIS))
    return either(*once, flag("lift"), choice("visit", case.prisoners()), crime, flag("end"))


# M-05: on a risky ride a 1 loses the player in space, and the clues go to the others.
def lift(case: Case, seat: str) -> Generator[Step, Reply, bool]:
    """Throw the die, and return whether the player is lost."""
    (die,) = yield from case.table.dice(1)
    case.table.announce("lift", seat=seat, die=die)
    if die != LOST_ON:
        return False
    case.people[seat].lost = True
    case.table.announce("lost", seat=seat)
    case.scatter(seat)
    return True


# M-08: on a 5 or a 6 the prisoner is out, and the turn goes on.
def escape(case: Case, seat: str) -> Generator[Step, Reply, bool]:
    """Throw the die, and return whether the prisoner is free."""
    (die,) = yield from case.table.dice(1)
    case.table.announce("escape", seat=seat, die=die)
    if die < FREED_FROM:
        return False
    case.people[seat].imprisoned = False
    case.table.announce("freed", seat=seat)
    return True


# M-08: visitor and prisoner throw a die each. If the visitor's is higher, the prisoner shows a card.
def visit(case: Case, seat: str, prisoner: str) -> Turn:
    """Throw both dice, and have a card shown."""
    # Ruling: M-08, one throw of two dice, the visitor's first: they fall on the table together.
    thrown = yield from case.table.dice(2)
    case.table.announce("visit", seat=seat, prisoner=prisoner, dice=thrown)
    if thrown[0] > thrown[1]:
        yield from show(case, prisoner, to=seat)


# A hypothesis


# M-06, M-07, M-09: the character named comes and may go to prison; then a witness speaks, or the envelope.
def hypothesis(case: Case, seat: str, crime: Cards) -> Phase:
    """Play one hypothesis and what it leads to; return an outcome when it ends the game."""
    case.table.announce("hypothesis", seat=seat, **{part: crime[part] for part in HYPOTHESIS})
    accused = case.player_of(crime["character"])
    if accused and accused.seat != seat:
        confront(case, accused, crime)
        if end := case.last_free():
            return end
    if witness := case.witness_to(crime, seat):
        yield from testimony(case, seat, witness, crime)
        return None
    return open_envelope(case, seat, crime)


# M-07: the pawn of the character named moves, a prisoner's too. A player who hears their own secret goes to prison.
def confront(case: Case, accused: Investigator, crime: Cards) -> None:
    """Announce the move, and the prison."""
    case.table.announce("moved", seat=accused.seat, room=crime["room"])
    if accused.free and accused.secret in (crime["weapon"], crime["motive"]):
        accused.imprisoned = True
        case.table.announce("prison", seat=accused.seat)


# M-06: the witness and the investigator exchange a card if both agree. Otherwise the witness declares one aloud.
def testimony(case: Case, investigator: str, witness: str, crime: Cards) -> Turn:
    """Ask the witness, and the investigator about an offer.

    Ruling: an offer that is refused stays between the two, so the room never sees which of them is being asked.
    """
    case.table.announce("witness", seat=witness)
    case.table.tell(witness, "witness", cards=case.matches(crime, witness))
    answer = (yield testify(case, witness, crime, may_exchange=True)).require_answer()
    if "exchange" in answer:
        ask = either(choice("card", case.people[investigator].hand), flag("refuse"))
        reply = yield aside(case, "exchange", investigator, ask)
        if (price := reply.only()) and "card" in price:
            exchange(case, investigator, witness, gave=price["card"], got=answer["exchange"])
            return
        answer = (yield testify(case, witness, crime, may_exchange=False)).require_answer()
    named = list(answer.values())
    case.table.announce("declaration", seat=witness, cards=[card for card in said(crime) if card in named])


# M-06: a declaration names one matching card, and at most one other element of the hypothesis.
def testify(case: Case, witness: str, crime: Cards, may_exchange: bool) -> Step:
    """Build the step in which the witness offers a card (if `may_exchange`) or names one.

    The card is a matching one.
    """
    matching = case.matches(crime, witness)
    # All four are shown, so that a glance at the phone does not tell which of them are held.
    offer, declare = (choice(name, matching, shown=said(crime)) for name in ("exchange", "declare"))
    forms: tuple[tuple[Field, ...], ...] = ((declare,), (declare, choice("also", said(crime))))
    if may_exchange:
        forms = ((offer,), *forms)
    ask = Ask(forms, differ=("declare", "also"))
    return aside(case, "testify", witness, ask, needed=True)


# M-06: the two cards change hands. Everybody sees that they do, and only the two know which.
def exchange(case: Case, investigator: str, witness: str, gave: str, got: str) -> None:
    """Move both cards, and tell both seats."""
    case.give(gave, investigator, witness)
    case.give(got, witness, investigator)
    case.table.announce("exchanged", seats=[investigator, witness])
    for seat, other, given, taken in ((investigator, witness, gave, got), (witness, investigator, got, gave)):
        case.table.tell(seat, "exchanged_cards", **{"with": other, "gave": given, "got": taken})
        case.tell_hand(seat, new=[])


# M-09: without a witness the envelope is compared, and a match wins.
def open_envelope(case: Case, seat: str, crime: Cards) -> Outcome | None:
    """Return an outcome when the hypothesis is the sealed crime, or the game is void without it.

    Otherwise the investigator alone is told that it is not.
    """
    case.table.announce("no_witness", seat=seat)
    if crime == case.envelope:
        case.table.announce("solved", seat=seat)
        return won_by([seat], "solved")
    if case.table.options["unsolved_is_void"]:
        return won_by([], "void")
    # Ruling: M-09, no card can be lost here, so play goes on and the others are not told why.
    case.table.tell(seat, "unsolved")
    return None
