"""Mystery Space Murder 3000: the captain is dead. Who, where, with what, and why?

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS M-01 to M-12 (numbers
beside the code), the README beside this file for what the rulebook leaves open. The board stays on the table:
pawns, squares and floors are the players' business, and so is the room in which somebody stands. Not here:
the cards (deck.py), their dealing (roles.py), who holds what (case.py), what is said (words.py).
"""

from __future__ import annotations

from collections.abc import Generator

from games.asks import Answer, Ask, Each, Field, either, flag, one_of, throw
from games.asks import field as choice
from games.kits.murder.case import Case, Investigator, won_by
from games.kits.murder.deck import HYPOTHESIS, Cards, said
from games.table import Call, Outcome, Script, Step, Table

VERSION = 1
SHORT_OF_A_CARD = 5  # players with whom the cards do not come out even (M-02)
LOST_ON = 1  # M-05
FREED_FROM = 5  # M-08

Phase = Generator[Step, Call, Outcome | None]
Turn = Generator[Step, Call, None]


def play(table: Table) -> Script:
    """The whole game: set-up, characters, then rounds of the table until somebody wins or time is up."""
    case = Case(table)
    set_up(case)
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


def set_up(case: Case) -> None:
    """M-02, M-03, M-04: the clock is set; everybody looks at their clues and their secret.

    The deck lies open on every sheet (M-12), so it comes with the clock; a secret says whose it is.
    """
    case.table.announce(
        "clock", hours=case.hours, deck={kind: list(words) for kind, words in case.deck.words.items()}
    )
    for seat, one in case.people.items():
        case.tell_hand(seat)
        case.table.tell(seat, "secret", card=one.secret, seat=seat)


def choose_characters(case: Case) -> Turn:
    """M-03: round the table, each chooses one of the playable characters that are left."""
    left = list(case.deck.playable)
    for seat in case.round:
        call = yield case.table.question("character", [seat], one_of("character", left), needed=True)
        character = answered(call)["character"]
        left.remove(character)
        case.people[seat].character = character
        case.table.announce("character", seat=seat, character=character)


def peek(case: Case) -> Turn:
    """M-02: who was dealt a card less may have one shown by the left neighbour, before play."""
    fewest = min(case.table.seats, key=lambda seat: len(case.people[seat].hand))
    call = yield case.table.question("peek", [fewest], one_of("ask", [True, False]), aside=True)
    if (answer := call.only()) and answer["ask"]:
        yield from show(case, case.left_of(fewest)[0], to=fewest)


def show(case: Case, owner: str, to: str) -> Turn:
    """M-02, M-08: one clue, of the owner's choice, for one pair of eyes."""
    ask = one_of("card", case.people[owner].hand)
    call = yield case.table.question("show", [owner], ask, needed=True, aside=True)
    case.show(answered(call)["card"], owner, to)


def one_hour_less(case: Case) -> None:
    """M-04: a full round of the table is an hour."""
    case.hours -= 1
    case.table.announce("clock", hours=case.hours)


# A turn


def turn(case: Case, seat: str) -> Phase:
    """M-05, M-08: move, ride, then visit the prison or make a hypothesis; a prisoner tries to get out first."""
    case.table.announce("turn", seat=seat)
    done: list[str] = []
    while True:
        call = yield case.table.question("turn", [seat], deeds(case, seat, done))
        deed = call.only() or {"end": True}
        done += deed
        if "roll" in deed:
            case.table.announce("roll", seat=seat, dice=(yield from dice(case, 2)))
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


def deeds(case: Case, seat: str, done: list[str]) -> Ask:
    """What somebody may do now: a prisoner only try to get out, everybody roll and ride once each."""
    if case.people[seat].imprisoned:
        return either(flag("escape"), flag("end"))
    once = [flag(deed) for deed in ("roll", "lift") if deed not in done]
    crime = Each("hypothesis", tuple(choice(part, case.deck.of_kind(part)) for part in HYPOTHESIS))
    return either(*once, choice("visit", case.prisoners()), crime, flag("end"))


def dice(case: Case, count: int) -> Generator[Step, Call, list[int]]:
    """A throw of so many dice."""
    call = yield case.table.chance("dice", throw(count))
    thrown: list[int] = answered(call)["dice"]
    return thrown


def lift(case: Case, seat: str) -> Generator[Step, Call, bool]:
    """M-05: a ride the wrong way. On a 1 the player is lost in space, and the clues go to the others."""
    (die,) = yield from dice(case, 1)
    case.table.announce("lift", seat=seat, die=die)
    if die != LOST_ON:
        return False
    case.people[seat].lost = True
    case.table.announce("lost", seat=seat)
    case.scatter(seat)
    return True


def escape(case: Case, seat: str) -> Generator[Step, Call, bool]:
    """M-08: 5 or 6 opens the prison, and the turn goes on."""
    (die,) = yield from dice(case, 1)
    case.table.announce("escape", seat=seat, die=die)
    if die < FREED_FROM:
        return False
    case.people[seat].imprisoned = False
    case.table.announce("freed", seat=seat)
    return True


def visit(case: Case, seat: str, prisoner: str) -> Turn:
    """M-08: both throw a die; if the visitor's is higher, the prisoner shows a card of their choice."""
    # Ruling: M-08, one throw of two dice, the visitor's first: they fall on the table together.
    thrown = yield from dice(case, 2)
    case.table.announce("visit", seat=seat, prisoner=prisoner, dice=thrown)
    if thrown[0] > thrown[1]:
        yield from show(case, prisoner, to=seat)


# A hypothesis


def hypothesis(case: Case, seat: str, crime: Cards) -> Phase:
    """M-06, M-07, M-09: who is named comes and may go to prison, then a witness speaks, or the envelope does."""
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


def confront(case: Case, accused: Investigator, crime: Cards) -> None:
    """M-07: the pawn is moved, a prisoner's too; hearing one's own secret means prison."""
    case.table.announce("moved", seat=accused.seat, room=crime["room"])
    if accused.free and accused.secret in (crime["weapon"], crime["motive"]):
        accused.imprisoned = True
        case.table.announce("prison", seat=accused.seat)


def testimony(case: Case, investigator: str, witness: str, crime: Cards) -> Turn:
    """M-06: an exchange if both agree, otherwise a declaration in front of everybody.

    Ruling: an offer that is refused stays between the two, so the room never sees which of them is being asked.
    """
    case.table.announce("witness", seat=witness)
    case.table.tell(witness, "witness", cards=case.matches(crime, witness))
    answer = answered((yield testify(case, witness, crime, may_exchange=True)))
    if "exchange" in answer:
        ask = either(choice("card", case.people[investigator].hand), flag("refuse"))
        call = yield case.table.question("exchange", [investigator], ask, aside=True)
        if (price := call.only()) and "card" in price:
            exchange(case, investigator, witness, gave=price["card"], got=answer["exchange"])
            return
        answer = answered((yield testify(case, witness, crime, may_exchange=False)))
    named = list(answer.values())
    case.table.announce("declaration", seat=witness, cards=[card for card in said(crime) if card in named])


def testify(case: Case, witness: str, crime: Cards, may_exchange: bool) -> Step:
    """M-06: a matching card is offered or named; beside one named, any other part of the hypothesis may be."""
    matching = case.matches(crime, witness)
    # All four are shown, so that a glance at the phone does not tell which of them are held.
    offer, declare = (choice(name, matching, shown=said(crime)) for name in ("exchange", "declare"))
    forms: tuple[tuple[Field, ...], ...] = ((declare,), (declare, choice("also", said(crime))))
    if may_exchange:
        forms = ((offer,), *forms)
    ask = Ask(forms, differ=("declare", "also"))
    return case.table.question("testify", [witness], ask, needed=True, aside=True)


def exchange(case: Case, investigator: str, witness: str, gave: str, got: str) -> None:
    """M-06: the two cards change hands; everybody sees that, and only the two know which."""
    case.give(gave, investigator, witness)
    case.give(got, witness, investigator)
    case.table.announce("exchanged", seats=[investigator, witness])
    for seat, other, given, taken in ((investigator, witness, gave, got), (witness, investigator, got, gave)):
        case.table.tell(seat, "exchanged_cards", **{"with": other, "gave": given, "got": taken})
        case.tell_hand(seat, new=[])


def open_envelope(case: Case, seat: str, crime: Cards) -> Outcome | None:
    """M-09: nobody has a clue against it, so the investigator looks: solved, or own cards were named."""
    case.table.announce("no_witness", seat=seat)
    if crime == case.envelope:
        case.table.announce("solved", seat=seat)
        return won_by([seat], "solved")
    # Ruling: M-09, no card can be lost here, so play goes on and the others are not told why.
    case.table.tell(seat, "unsolved")
    return None


def answered(call: Call) -> Answer:
    """The answer to a question that cannot be closed without one."""
    answer = call.only()
    assert answer is not None
    return answer
