"""ELSEN: a ship in peril, missions to fly, and saboteurs among the crew.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS E-01 to E-40 (numbers
beside the code), the README beside this file for what the rulebook leaves open. Not here: who is dealt
what (roles.py), who is aboard and how the missions stand (ship.py), what is said (words.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from games.asks import Several, acknowledge, either, flag, one_of
from games.asks import field as choice
from games.kits.elsen.roles import AT_LEAST_HALF, DOCTOR, ENGINEER, POLICE, SEER
from games.kits.elsen.ship import CARDS, ELIMINATION, TURNS, Ship
from games.table import Call, Closes, Script, Step, Table

VERSION = 1
SMALLEST_CREW = 3  # E-10
LAST_STRIKE = 5  # E-22

Phase = Generator[Step, Call, None]
Named = Generator[Step, Call, str | None]


def play(table: Table) -> Script:
    """The whole game: the saboteurs meet, then at most ten turns of mission, night and vote (E-40)."""
    ship = Ship(table)
    yield from recognise(ship)
    for turn in range(1, TURNS + 1):
        ship.turn = turn
        table.announce("turn", number=turn, first_player=ship.first_player, needed=ship.mission.needed)
        cards = yield from mission(ship)
        if end := ship.end():
            return end
        yield from night(ship, elimination_due=cards.count(ELIMINATION) > cards.count(DOCTOR))
        dawn(ship)
        if end := ship.end():
            return end
        yield from vote(ship)
        if end := ship.end():
            return end
        ship.pass_token()
    return ship.won_by_saboteurs("out_of_time")


def recognise(ship: Ship) -> Phase:
    """E-03, E-04: everybody looks at their card; eyes close, and the saboteurs recognise each other."""
    awake = ship.saboteurs()
    for seat, one in ship.players.items():
        ship.table.tell(seat, "role", role=one.role)
    for seat in awake:
        ship.table.tell(seat, "saboteurs", seats=awake)
    yield ship.table.call("recognise", awake, acknowledge())


# The day


def mission(ship: Ship) -> Generator[Step, Call, list[str]]:
    """E-11 to E-14: each crew member plays a card face down; all are shown together, and applied."""
    crew = yield from choose_crew(ship)
    # Secrecy: the eight cards are shown to everybody alike; what somebody may not play is refused privately.
    asks = {seat: one_of("card", ship.players[seat].cards(), shown=CARDS) for seat in crew}
    call = yield Step("mission", asks)
    played = {seat: answer["card"] for seat, answer in call.answers.items()}
    for seat, card in played.items():
        ship.players[seat].spent |= card in (DOCTOR, ENGINEER)
    cards = sorted(played.values())  # never in the order of seats or of arrival
    ship.table.announce("cards", turn=ship.turn, cards=cards)
    ship.apply(cards)
    ship.table.announce(
        "progress",
        turn=ship.turn,
        tokens=ship.mission.tokens,
        ghost_tokens=ship.ghost_mission.tokens,
        needed=ship.mission.needed,
        completed=ship.successes,
    )
    return cards


def choose_crew(ship: Ship) -> Generator[Step, Call, list[str]]:
    """E-10: the first player chooses at least three of those aboard; fewer than three all go."""
    aboard = tuple(ship.aboard())
    least = min(SMALLEST_CREW, len(aboard))
    ask = either(Several("seats", aboard, aboard, least=least, most=len(aboard)))
    call = yield ship.table.question("crew", [ship.first_player], ask, table_ask=ask, needed=True)
    chosen = call.only()
    assert chosen is not None
    crew = ship.table.in_order(chosen["seats"])
    ship.table.announce("crew", turn=ship.turn, seats=crew)
    return crew


# The night


def night(ship: Ship, elimination_due: bool) -> Phase:
    """E-20 to E-24: police, saboteurs (when an elimination is due, and on turn 5 once more), seer."""
    ship.table.announce("night", number=ship.turn)
    protected = yield from lone_role(ship, POLICE)
    # E-15, E-22: one elimination at most is due to the cards, one to the fifth night.
    for _ in range(elimination_due + (ship.turn == LAST_STRIKE)):
        yield from strike(ship, protected)
    examined = yield from lone_role(ship, SEER)
    seer = ship.holder(SEER)
    if seer and examined:
        ship.table.tell(seer.seat, "vital", turn=ship.turn, seat=examined, alive=ship.players[examined].alive)


def lone_role(ship: Ship, role: str) -> Named:
    """E-20, E-23, E-24: the police or the seer names a player aboard; the call is faked for one who cannot wake.

    Both may name themselves and the secretly dead; a role that is not in the game is not called.
    """
    holder = ship.holder(role)
    if holder is None:
        return None
    wakes = holder.aboard and (holder.alive or ship.table.options["dead_keep_night_powers"])
    call = yield ship.table.call(role, [holder.seat] if wakes else [], one_of("seat", ship.aboard()))
    answer = call.only()
    return answer["seat"] if answer else None


def strike(ship: Ship, protected: str | None) -> Phase:
    """E-21: the saboteurs aboard, dead or alive, agree on a living player, who dies in secret unless protected."""
    victim = yield from victim_of(ship)
    if victim is None:
        return
    done = victim != protected
    ship.players[victim].alive &= not done
    for seat in ship.saboteurs():
        ship.table.tell(seat, "elimination", turn=ship.turn, seat=victim, done=done)


def victim_of(ship: Ship) -> Named:
    """Whom the saboteurs name: all of them the same, or at the close the one most named, on a tie nobody."""
    # There is somebody to name: whoever played an elimination lives, and so does one of the others (E-40).
    ask = one_of("seat", ship.living(), shown=ship.aboard())
    call = yield ship.table.call("saboteurs", ship.saboteurs(), ask, closes=Closes.GROUP, table_ask=ask)
    if call.decision:
        named: str = call.decision["seat"]
        return named
    return most_named(Counter(answer["seat"] for answer in call.answers.values()))


def most_named(votes: Counter[str]) -> str | None:
    """Who alone has the most votes; nobody on a tie or without a vote."""
    first = [seat for seat, count in votes.items() if count == max(votes.values())]
    return first[0] if len(first) == 1 else None


def dawn(ship: Ship) -> None:
    """E-05: everybody aboard looks at their own life card; nothing is announced."""
    ship.table.announce("day", number=ship.turn)
    for seat in ship.aboard():
        ship.table.tell(seat, "alive", turn=ship.turn, alive=ship.players[seat].alive)


# The vote


def vote(ship: Ship) -> Phase:
    """E-30, E-31: everybody aboard, secretly dead or not, may vote to exclude one player or nobody."""
    aboard = ship.aboard()
    ask = either(choice("seat", aboard), flag("nobody"))
    call = yield ship.table.question("exclude", aboard, ask, closes=Closes.MODERATOR, poll=True)
    votes = Counter(answer["seat"] for answer in call.answers.values() if "seat" in answer)
    excluded = majority(votes, len(aboard), ship.table.options["exclude_at"] == AT_LEAST_HALF)
    if excluded:
        ship.players[excluded].aboard = False
    ship.table.announce("excluded", turn=ship.turn, seat=excluded)


def majority(votes: Counter[str], aboard: int, half_is_enough: bool) -> str | None:
    """E-30: who has enough of the votes of all aboard. Ruling: of two who have half each, nobody."""
    enough = [seat for seat, count in votes.items() if 2 * count > aboard or (half_is_enough and 2 * count == aboard)]
    return enough[0] if len(enough) == 1 else None
