"""Spree!: a night of looting in a shopping mall, with carts, flashlights and guns.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS P-01 to P-12 (numbers
beside the code), the README beside this file for what the rulebook leaves open. Not here: the cards (cards.py),
the set-up (roles.py), hands, carts and piles (mall.py), what is said (words.py).

The board stays on the table. Which squares a pawn crosses, who is in line with whom and how far away, players see
for themselves; the script takes their word for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from games.asks import Answer, Ask, Field, either, flag, throw
from games.asks import field as choice
from games.kits.spree.cards import ACE, JOKER, RANKS, SUITS, kinds, moves, rank_of, stops
from games.kits.spree.mall import Mall
from games.table import Call, Outcome, Script, Step, Table

VERSION = 1
TIME_TO_REACT = 20  # seconds
DISTANCES = range(2, 8)  # squares, the shooter's own counted (P-07)
STOPPERS = (*(ACE + suit for suit in SUITS), JOKER)  # what anybody might answer with (P-08)


class Then(Enum):
    """What an action leads to."""

    GO_ON = "the turn goes on"
    NEXT = "the turn is over"
    AGAIN = "the turn is over, and the same player has another"
    WON = "the game is over"


Deed = Generator[Step, Call, Then]


def play(table: Table) -> Script:
    """The whole game: the cars are parked, then turn after turn until somebody's car holds enough."""
    mall = Mall(table)
    active = park(mall)
    while True:
        then = yield from take_turn(mall, active)
        if then is Then.WON:
            return Outcome([active], "target", [active])
        if then is not Then.AGAIN:
            active = mall.left_of(active)


def park(mall: Mall) -> str:
    """P-01, P-02: cars are parked against the clock, hands are looked at; who parked last plays first."""
    first, *rest = mall.table.round_from(mall.table.deal["parks_first"])
    mall.table.announce("parking", seats=[first, *reversed(rest)], target=mall.target)
    for seat in mall.table.seats:
        mall.tell_hand(seat, drawn=mall.shoppers[seat].hand)
    return rest[0]


# A turn


@dataclass
class Turn:
    """Whose turn it is, whether anything has been done in it, and whether the two dice have been rolled."""

    seat: str
    begun: bool = False
    rolled: bool = False


def take_turn(mall: Mall, active: str) -> Deed:
    """P-03, P-04, P-07: stand up, draw up to five, act as long as one may and likes, draw up to five."""
    mall.table.announce("turn", seat=active)
    mall.stand_up(active)
    yield from mall.draw_up(active)
    turn, then = Turn(active), Then.GO_ON
    while then is Then.GO_ON:
        call = yield mall.table.question("turn", [active], actions(mall, turn))
        answer = call.only() or {"end": True}  # closed by the moderator: nothing more is done
        then = yield from act(mall, turn, answer)
        turn.begun = True
    if then is not Then.WON:
        yield from mall.draw_up(active)
    return then


def actions(mall: Mall, turn: Turn) -> Ask:
    """What may be done now: only that is asked."""
    at_car = mall.shoppers[turn.seat].at_car
    possible = at_the_car(mall, turn) if at_car else in_the_mall(mall, turn)
    return either(*(field for field in possible if field.report()), flag("end"))


def at_the_car(mall: Mall, turn: Turn) -> Iterator[Field]:
    """P-10: park elsewhere instead of a turn, or leave. P-12: in Hong Kong also shoot, and run people over."""
    if not turn.begun:
        yield flag("repark")
    yield flag("leave")
    if mall.hong_kong:
        yield choice("shoot", shots(mall, turn.seat))
        if not turn.begun:
            yield choice("run_over", [seat for seat in mall.others(turn.seat) if mall.on_foot(seat)])


def in_the_mall(mall: Mall, turn: Turn) -> Iterator[Field]:
    """P-04: roll once, play cards, shoot, go back to the car, in any order."""
    hand = mall.shoppers[turn.seat].hand
    if not turn.rolled:
        yield flag("roll")
    yield choice("move", filter(moves, kinds(hand)))
    yield choice("shop", purchases(hand))
    yield choice("rob", robberies(mall, turn.seat))
    yield choice("shoot", shots(mall, turn.seat))
    yield flag("bank")


def purchases(hand: list[str]) -> list[list[str]]:
    """P-05: one card, or two identical ones; no joker."""
    goods = [card for card in kinds(hand) if card != JOKER]
    return [[card] for card in goods] + [[card, card] for card in goods if hand.count(card) > 1]


def robberies(mall: Mall, seat: str) -> list[Answer]:
    """P-06: a card of a rank that lies in somebody's cart; a joker is of any rank."""
    hand = kinds(mall.shoppers[seat].hand)
    carts = {victim: {rank_of(card) for card in mall.shoppers[victim].cart} for victim in mall.others(seat)}
    return [
        {"seat": victim, "card": card, "rank": rank}
        for victim, ranks in carts.items()
        if ranks
        for card in hand
        for rank in (RANKS if card == JOKER else [rank_of(card)])
        if rank in ranks
    ]


def shots(mall: Mall, seat: str) -> list[Answer]:
    """P-07, P-10: somebody who stands and is not at the car. P-12: in Hong Kong a car protects nobody."""
    targets = [
        other
        for other in mall.others(seat)
        if mall.on_foot(other) or (mall.hong_kong and not mall.shoppers[other].down)
    ]
    return [{"seat": other, "distance": distance} for other in targets for distance in DISTANCES]


def act(mall: Mall, turn: Turn, answer: Answer) -> Deed:
    """P-04: do what the active player has chosen; `end` is to do nothing more."""
    ((deed, what),) = answer.items()
    match deed:
        case "repark":
            return repark(mall, turn)
        case "run_over":
            return run_over(mall, turn, what)
        case "bank":
            return bank(mall, turn)
        case "leave":
            return (yield from leave(mall, turn))
        case "roll":
            return (yield from roll(mall, turn))
        case "move":
            return (yield from move(mall, turn, what))
        case "shop":
            return (yield from shop(mall, turn, list(what)))
        case "rob":
            return (yield from rob(mall, turn, what["seat"], what["card"], what["rank"]))
        case "shoot":
            return (yield from shoot(mall, turn, what["seat"], what["distance"]))
    return Then.NEXT


# At the car


def repark(mall: Mall, turn: Turn) -> Then:
    """P-10: the whole turn goes into parking elsewhere."""
    mall.table.announce("repark", seat=turn.seat)
    return Then.NEXT


def leave(mall: Mall, turn: Turn) -> Deed:
    """P-04: out of the car with the turn's roll. P-12: in Hong Kong getting out is the whole turn."""
    mall.shoppers[turn.seat].at_car = False
    mall.table.announce("leave", seat=turn.seat)
    return Then.NEXT if mall.hong_kong else (yield from roll(mall, turn))


def run_over(mall: Mall, turn: Turn, victim: str) -> Then:
    """P-12: a car knocks somebody down and the cart spills; no ace helps, and nobody robs from a car."""
    mall.table.announce("run_over", seat=turn.seat, victim=victim)
    mall.knock_down(victim)
    mall.empty_cart(victim)
    return Then.GO_ON


def bank(mall: Mall, turn: Turn) -> Then:
    """P-09: the cart goes into the car for its points, which ends the turn; P-11: and the game, if it is enough."""
    shopper = mall.shoppers[turn.seat]
    points = mall.worth(shopper.cart)
    shopper.score += points
    shopper.at_car = True
    mall.table.announce("bank", seat=turn.seat, points=points, total=shopper.score)
    mall.empty_cart(turn.seat)
    return Then.WON if shopper.score >= mall.target else Then.NEXT


# In the mall


def roll(mall: Mall, turn: Turn) -> Deed:
    """P-04: two dice, once a turn."""
    dice = yield from thrown(mall, 2)
    turn.rolled = True
    mall.table.announce("roll", seat=turn.seat, dice=dice)
    return Then.GO_ON


def thrown(mall: Mall, count: int) -> Generator[Step, Call, list[int]]:
    """The faces of so many dice."""
    call = yield mall.table.chance("dice", throw(count))
    answer = call.only()
    assert answer is not None
    return list(answer["dice"])


def move(mall: Mall, turn: Turn, card: str) -> Deed:
    """P-04: a ten or a two for so many more steps; a joker is either."""
    mall.table.announce("move", seat=turn.seat, card=card)
    mall.discard(turn.seat, card)
    yield from happens(mall, turn.seat)
    return Then.GO_ON


def shop(mall: Mall, turn: Turn, cards: list[str]) -> Deed:
    """P-05: goods go from the hand into the cart, unless an ace stops them (P-08)."""
    mall.table.announce("shop", seat=turn.seat, cards=cards)
    mall.on_table = cards
    mall.lay_down(turn.seat, cards)
    if (yield from happens(mall, turn.seat)):
        mall.fill_cart(turn.seat, cards)
    else:
        mall.discards += cards
    mall.on_table = []
    return Then.GO_ON


def rob(mall: Mall, turn: Turn, victim: str, card: str, rank: str) -> Deed:
    """P-06: the card is discarded, and all goods of the rank change carts, unless an ace stops it (P-08)."""
    values = {"from": victim, "card": card, "rank": rank}
    mall.table.announce("rob", seat=turn.seat, **values)
    mall.discard(turn.seat, card)
    if (yield from happens(mall, turn.seat)):
        cart = mall.shoppers[victim].cart
        loot = [good for good in cart if rank_of(good) == rank]
        mall.shoppers[victim].cart = [good for good in cart if rank_of(good) != rank]
        mall.fill_cart(turn.seat, loot)
        mall.show_cart(victim)
    return Then.GO_ON


def shoot(mall: Mall, turn: Turn, target: str, distance: int) -> Deed:
    """P-07: one die against the distance; somebody falls, and a hit gives another turn.

    P-08: a stopped shot is a miss. P-12: in Hong Kong the die counts one more.
    """
    (die,) = yield from thrown(mall, 1)
    hit = die + mall.hong_kong >= distance
    mall.table.announce("shoot", seat=turn.seat, at=target, distance=distance, die=die, hit=hit)
    if hit and (yield from happens(mall, turn.seat)):
        mall.knock_down(target)
        return Then.AGAIN
    mall.knock_down(turn.seat)
    return Then.NEXT


# Aces


def happens(mall: Mall, active: str) -> Generator[Step, Call, bool]:
    """P-08: whether what has just been announced happens. Aces answer it, and aces answer aces.

    The last one standing decides: each ace stops what is before it, so an even number of them lets it happen.
    """
    latest, aces = active, 0  # whose card or action the next ace would stop
    while asked := [seat for seat in mall.others(latest) if mall.on_foot(seat)]:
        call = yield Step(
            "react", {seat: reaction(mall, seat) for seat in asked}, settles=is_ace, seconds=TIME_TO_REACT
        )
        played = next(((seat, answer["ace"]) for seat, answer in call.answers.items() if is_ace(answer)), None)
        if played is None:
            break
        latest, card = played
        aces += 1
        mall.table.announce("ace", seat=latest, card=card)
        mall.discard(latest, card)
    stands = aces % 2 == 0
    mall.table.announce("done" if stands else "stopped", seat=active)
    return stands


def reaction(mall: Mall, seat: str) -> Ask:
    """P-08: an ace or a joker of the own hand, or nothing. Shown is the same to all: who has one is their secret."""
    own = filter(stops, kinds(mall.shoppers[seat].hand))
    return either(choice("ace", own, shown=STOPPERS), flag("pass"))


def is_ace(answer: dict[str, Any]) -> bool:
    """Whether somebody answers with an ace: the first one is enough."""
    return "ace" in answer
