"""Spree!: a night of looting in a shopping mall, with carts, flashlights and guns.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS P-01 to P-12 (RULINGS.md
beside this file; numbers above each function). Not here: the cards and the set-up (roles.py), hands, carts and
piles (world.py), the words (words/).

The board stays on the table. Which squares a pawn crosses, who is in line with whom and how far away, players see
for themselves; the script takes their word for it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from games.engine.asks import Answer, Ask, Field, either, flag
from games.engine.asks import field as choice
from games.engine.table import Outcome, Reply, Script, Step, Table
from games.kits.spree.roles import ACE, HAND, JOKER, RANKS, SUITS, kinds, moves, rank_of, stops
from games.kits.spree.world import Mall

VERSION = 2
OLDER: Mapping[int, Mapping[str, Any]] = {1: {"hong_kong": False}}
TIME_TO_REACT = 20  # seconds
DISTANCES = range(2, 8)  # squares, the shooter's own counted (P-07)
LONGEST_CARD, LONGEST_RANK = "10C", "Q"  # as they are written and read
LONGEST_MOVES = (JOKER, *[LONGEST_CARD] * (HAND - 1))
LONGEST_PURCHASES = (*[[LONGEST_CARD]] * 3, *[[LONGEST_CARD] * 2] * 2)  # of two pairs and a single card
STOPPERS = (*(ACE + suit for suit in SUITS), JOKER)  # the cards that can stop an action (P-08)


class Then(Enum):
    """The consequence of an action."""

    GO_ON = "the turn goes on"
    NEXT = "the turn is over"
    AGAIN = "the turn is over, and the same player has another"
    WON = "the game is over"


Deed = Generator[Step, Reply, Then]


# P-02, P-11: turns go clockwise, until a car holds enough points.
def play(table: Table) -> Script:
    """Play the whole game: the cars are parked, then turn after turn."""
    mall = Mall(table)
    active = yield from park(mall)
    while True:
        then = yield from take_turn(mall, active)
        if then is Then.WON:
            return Outcome([active], "target", [active])
        if then is not Then.AGAIN:
            active = mall.left_of(active)


# P-01, P-02: cars park against the clock, each player looks at five cards, and who parked last plays first.
def park(mall: Mall) -> Generator[Step, Reply, str]:
    """Announce the parking, and tell the hands; return the seat that plays first."""
    throws = mall.table.options["throw_for_parking"]
    highest = (yield from throw_for_parking(mall)) if throws else mall.table.deal["parks_first"]
    first, *rest = mall.table.round_from(highest)
    mall.table.announce("parking", seats=[first, *reversed(rest)], target=mall.target)
    for seat in mall.table.seats:
        mall.tell_hand(seat, drawn=mall.shoppers[seat].hand)
    return rest[0]


# P-02: the highest throw of two dice parks first; equal throws are repeated.
def throw_for_parking(mall: Mall) -> Generator[Step, Reply, str]:
    """Throw two dice for everybody, and again for equals; return who parks first."""
    left = list(mall.table.seats)
    while len(left) > 1:
        dice = yield from mall.table.dice(2 * len(left))
        sums = [one + other for one, other in zip(dice[::2], dice[1::2], strict=True)]
        mall.table.announce("parking_throw", seats=left, sums=sums)
        left = [seat for seat, reached in zip(left, sums, strict=True) if reached == max(sums)]
    return left[0]


# A turn


@dataclass
class Turn:
    """The current turn: whose it is, if it has begun, if the dice were rolled, if the car drove."""

    seat: str
    begun: bool = False
    rolled: bool = False
    driven: bool = False


# P-03, P-07: a player stands up, draws up to five cards, acts, and draws up to five cards again.
def take_turn(mall: Mall, active: str) -> Deed:
    """Play one turn, action by action; return how it ended."""
    mall.table.announce("turn", seat=active)
    mall.stand_up(active)
    yield from mall.draw_up(active)
    turn, then = Turn(active), Then.GO_ON
    while then is Then.GO_ON:
        ask, longest = actions(mall, turn), actions(mall, turn, longest=True)
        reply = yield mall.table.by_day("turn", [active], ask, shape=longest)
        answer = reply.only() or {"end": True}  # closed by the moderator: nothing more is done
        then = yield from act(mall, turn, answer)
        turn.begun = True
    if then is not Then.WON:
        yield from mall.draw_up(active)
    return then


def actions(mall: Mall, turn: Turn, longest: bool = False) -> Ask:
    """Build the ask of a turn: only what may be done now.

    `longest`: with as many and as long choices as any hand allows. How long the page of the player in turn is then
    follows from what everybody sees, and not from the hand.
    """
    if not mall.shoppers[turn.seat].at_car:
        possible = in_the_mall(mall, turn, longest)
    else:
        possible = in_hong_kong(mall, turn) if mall.hong_kong else at_the_car(turn)
    return either(*(field for field in possible if field.report()))


# P-10: at the car a player parks elsewhere or leaves.
def at_the_car(turn: Turn) -> Iterator[Field]:
    """Yield the fields of an ask at the car."""
    if not turn.begun:
        yield flag("repark")
    yield flag("leave")
    yield flag("end")


# P-12: in Hong Kong the car shoots, drives as the first action of a turn, runs people over then, and may be parked
# again. Nobody gets out of a car on the road.
def in_hong_kong(mall: Mall, turn: Turn) -> Iterator[Field]:
    """Yield the fields of an ask at the car, parked or on the road."""
    if mall.shoppers[turn.seat].parked:
        yield flag("leave")
    yield flag("end")
    yield choice("shoot", shots(mall, turn.seat))
    if not turn.begun:
        yield flag("drive")
    if turn.driven:
        yield choice("run_over", [seat for seat in mall.others(turn.seat) if mall.on_foot(seat)])
        yield flag("park")


# P-04: roll once, walk on with cards, shop, rob, shoot, go back to the car, in any order.
def in_the_mall(mall: Mall, turn: Turn, longest: bool) -> Iterator[Field]:
    """Yield the fields of an ask in the mall."""
    hand = mall.shoppers[turn.seat].hand
    if not turn.rolled:
        yield flag("roll")
    yield choice("move", LONGEST_MOVES if longest else filter(moves, kinds(hand)))
    yield choice("shop", LONGEST_PURCHASES if longest else purchases(hand))
    yield choice("rob", longest_robberies(mall, turn.seat) if longest else robberies(mall, turn.seat))
    yield choice("shoot", shots(mall, turn.seat))
    yield flag("bank")
    yield flag("end")


# P-05: one card goes into the cart, or two identical ones together; a joker never.
def purchases(hand: list[str]) -> list[list[str]]:
    """Return every purchase that this hand allows."""
    goods = [card for card in kinds(hand) if card != JOKER]
    return [[card] for card in goods] + [[card, card] for card in goods if hand.count(card) > 1]


# P-06: a discarded card takes all cards of its rank from another cart. A joker is of any rank.
def robberies(mall: Mall, seat: str) -> list[Answer]:
    """Return every robbery that this hand and the other carts allow."""
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


def longest_robberies(mall: Mall, seat: str) -> list[Answer]:
    """Return as many robberies as a joker and a hand of cards allow.

    It assumes that every cart that holds anything has the rank of every card of the hand. It adds a few more.
    Because few robberies are put together from parts (a victim, a card, a rank), which have their titles.
    """
    carts = {victim: {rank_of(card) for card in mall.shoppers[victim].cart} for victim in mall.others(seat)}
    return [
        {"seat": victim, "card": LONGEST_CARD, "rank": rank}
        for victim, ranks in carts.items()
        if ranks
        for rank in (*ranks, *[LONGEST_RANK] * (HAND + 3))
    ]


# P-07, P-10, P-12: a target is on its feet and away from its car. In Hong Kong a car protects nobody.
def shots(mall: Mall, seat: str) -> list[Answer]:
    """Return every target with every distance in squares."""
    targets = [
        other
        for other in mall.others(seat)
        if mall.on_foot(other) or (mall.hong_kong and not mall.shoppers[other].down)
    ]
    return [{"seat": other, "distance": distance} for other in targets for distance in DISTANCES]


def act(mall: Mall, turn: Turn, answer: Answer) -> Deed:
    """Do what the active player has chosen; `end` is to do nothing more."""
    ((deed, what),) = answer.items()
    match deed:
        case "repark":
            return repark(mall, turn)
        case "drive":
            return (yield from drive(mall, turn))
        case "park":
            return park_again(mall, turn)
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


# P-10: a turn that starts at the car may be spent moving the car.
def repark(mall: Mall, turn: Turn) -> Then:
    """Announce that the car has moved; the turn is over."""
    mall.table.announce("repark", seat=turn.seat)
    return Then.NEXT


# P-04, P-12: a player leaves the car with the turn's roll. In Hong Kong getting out is the whole turn.
def leave(mall: Mall, turn: Turn) -> Deed:
    """Leave the car, and roll where that is due."""
    mall.shoppers[turn.seat].at_car = False
    mall.table.announce("leave", seat=turn.seat)
    return Then.NEXT if mall.hong_kong else (yield from roll(mall, turn))


# P-12: one die for the car, which the players move on the board.
def drive(mall: Mall, turn: Turn) -> Deed:
    """Throw, announce the die, and be on the road from now on."""
    (die,) = yield from mall.table.dice(1)
    turn.driven, mall.shoppers[turn.seat].parked = True, False
    mall.table.announce("drive", seat=turn.seat, die=die)
    return Then.GO_ON


# P-12: the car is in a parking space again.
def park_again(mall: Mall, turn: Turn) -> Then:
    """Announce it; the turn is over."""
    mall.shoppers[turn.seat].parked = True
    mall.table.announce("park", seat=turn.seat)
    return Then.NEXT


# P-12: in Hong Kong a car knocks a player down, and the cart is lost. No ace helps.
def run_over(mall: Mall, turn: Turn, victim: str) -> Then:
    """Knock the victim down, and empty the cart."""
    mall.table.announce("run_over", seat=turn.seat, victim=victim)
    mall.knock_down(victim)
    mall.empty_cart(victim)
    return Then.GO_ON


# P-09, P-11: at the car the goods count their points, which ends the turn, and the game if they are enough.
def bank(mall: Mall, turn: Turn) -> Then:
    """Count the cart; return how the turn ended."""
    shopper = mall.shoppers[turn.seat]
    points = mall.worth(shopper.cart)
    shopper.score += points
    shopper.at_car = True
    mall.table.announce("bank", seat=turn.seat, points=points, total=shopper.score)
    mall.empty_cart(turn.seat)
    return Then.WON if shopper.score >= mall.target else Then.NEXT


# In the mall


# P-04: two dice, once a turn.
def roll(mall: Mall, turn: Turn) -> Deed:
    """Throw, and announce the dice."""
    dice = yield from mall.table.dice(2)
    turn.rolled = True
    mall.table.announce("roll", seat=turn.seat, dice=dice)
    return Then.GO_ON


# P-04: a ten or a two gives so many more steps. A joker is either.
def move(mall: Mall, turn: Turn, card: str) -> Deed:
    """Discard the card; aces may stop it (P-08)."""
    mall.table.announce("move", seat=turn.seat, card=card)
    mall.discard(turn.seat, card)
    yield from happens(mall, turn.seat)
    return Then.GO_ON


# P-05: goods go from the hand into the cart, unless an ace stops them.
def shop(mall: Mall, turn: Turn, cards: list[str]) -> Deed:
    """Lay the cards down, and move them once aces have decided (P-08)."""
    mall.table.announce("shop", seat=turn.seat, cards=cards)
    mall.on_table = cards
    mall.lay_down(turn.seat, cards)
    if (yield from happens(mall, turn.seat)):
        mall.fill_cart(turn.seat, cards)
    else:
        mall.discards += cards
    mall.on_table = []
    return Then.GO_ON


# P-06: the card is discarded, and all goods of its rank change carts, unless an ace stops it.
def rob(mall: Mall, turn: Turn, victim: str, card: str, rank: str) -> Deed:
    """Discard the card, and move the goods once aces have decided (P-08)."""
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


# P-07: one die against the distance. A hit puts the target down and gives another turn; a miss puts the shooter down.
def shoot(mall: Mall, turn: Turn, target: str, distance: int) -> Deed:
    """Throw, and knock one of the two down; return how the turn ended.

    P-08: a stopped shot is a miss. P-12: in Hong Kong the die counts one more.
    """
    (die,) = yield from mall.table.dice(1)
    hit = die + mall.hong_kong >= distance
    mall.table.announce("shoot", seat=turn.seat, at=target, distance=distance, die=die, hit=hit)
    if hit and (yield from happens(mall, turn.seat)):
        # P-07: every point beyond the distance is a square. P-12: in the car nobody is pushed.
        beyond = die + mall.hong_kong - distance
        mall.knock_down(target, pushed=0 if mall.shoppers[target].at_car else beyond)
        return Then.AGAIN
    mall.knock_down(turn.seat)
    return Then.NEXT


# Aces


# P-08: an ace stops an action or another ace. The last ace standing decides.
def happens(mall: Mall, active: str) -> Generator[Step, Reply, bool]:
    """Return whether the action just announced happens.

    The last one standing decides: each ace stops what is before it, so an even number of them lets it happen.
    """
    latest, aces = active, 0  # whose card or action the next ace would stop
    while asked := [seat for seat in mall.others(latest) if mall.on_foot(seat)]:
        reply = yield Step(
            "react", {seat: reaction(mall, seat) for seat in asked}, settles=is_ace, seconds=TIME_TO_REACT
        )
        played = next(((seat, answer["ace"]) for seat, answer in reply.answers.items() if is_ace(answer)), None)
        if played is None:
            break
        latest, card = played
        aces += 1
        mall.table.announce("ace", seat=latest, card=card)
        mall.discard(latest, card)
    stands = aces % 2 == 0
    mall.table.announce("done" if stands else "stopped", seat=active)
    return stands


# P-08: a player answers with an ace or a joker, or lets it happen.
def reaction(mall: Mall, seat: str) -> Ask:
    """Build the ask of one seat.

    Shown is the same to all: which players hold an ace is their secret.
    """
    own = filter(stops, kinds(mall.shoppers[seat].hand))
    return either(choice("ace", own, shown=STOPPERS), flag("pass"))


def is_ace(answer: dict[str, Any]) -> bool:
    """Return whether this answer plays an ace: the first one is enough."""
    return "ace" in answer
