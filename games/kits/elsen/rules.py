"""ELSEN: a ship in peril, missions to fly, and saboteurs among the crew.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS E-01 to E-40 (RULINGS.md
beside this file; numbers above each function). Not here: who is dealt what (roles.py), who is aboard and how the
missions stand (world.py), the words (words/).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

from games.engine.asks import Several, acknowledge, either, first_place, flag, one_of
from games.engine.asks import field as choice
from games.engine.table import Closes, Reply, Script, Step, Table
from games.kits.elsen.roles import AT_LEAST_HALF, DOCTOR, ENGINEER, EVERY_TURN, POLICE, SEER
from games.kits.elsen.world import CARDS, ELIMINATION, TURNS, Ship

VERSION = 1
OLDER: Mapping[int, Mapping[str, Any]] = {}
SMALLEST_CREW = 3  # E-10
LAST_STRIKE = 5  # E-22

Phase = Generator[Step, Reply, None]
Named = Generator[Step, Reply, str | None]


# E-40: the game can end after the cards, at dawn and after the vote, and ends with turn 10.
def play(table: Table) -> Script:
    """Play the whole game: the saboteurs meet, then at most ten turns.

    Each turn has a mission, a night and a vote.
    """
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
        excluded = yield from vote(ship)
        if end := ship.end():
            return end
        pass_token(ship, excluded)
    return ship.won_by_saboteurs("out_of_time")


# E-03, E-04: each player knows their own role. Before turn 1 the saboteurs recognise each other.
def recognise(ship: Ship) -> Phase:
    """Tell every seat its role, and the saboteurs who they are."""
    awake = ship.saboteurs()
    for seat, one in ship.players.items():
        ship.table.tell(seat, "role", role=one.role)
    for seat in awake:
        ship.table.tell(seat, "saboteurs", seats=awake)
    yield ship.table.by_night("recognise", awake, acknowledge())


# The day


# E-11 to E-14: each of the crew plays one card face down. All cards are shown together, then they count. Games
# of before hold cards that the clock has played for whoever was late.
def mission(ship: Ship) -> Generator[Step, Reply, list[str]]:
    """Play the day's mission, and return the cards that were played, sorted."""
    crew = yield from choose_crew(ship)
    # Secrecy: the eight cards are shown to everybody alike; one that this player may not play is refused privately.
    asks = {seat: one_of("card", ship.players[seat].cards(), shown=CARDS) for seat in crew}
    reply = yield Step("mission", asks, late={seat: one_of("card", ship.players[seat].harmless()) for seat in crew})
    played = {seat: answer["card"] for seat, answer in reply.answers.items()}
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


# E-10: the first player chooses three or more of those aboard. Fewer than three all go.
def choose_crew(ship: Ship) -> Generator[Step, Reply, list[str]]:
    """Ask the first player, or the moderator, and return the seats of the crew in seat order."""
    aboard = tuple(ship.aboard())
    least = min(SMALLEST_CREW, len(aboard))
    ask = either(Several("seats", aboard, aboard, least=least, most=len(aboard)))
    reply = yield ship.table.by_day("crew", [ship.first_player], ask, moderator_ask=ask, needed=True)
    crew = ship.table.in_order(reply.require_answer()["seats"])
    ship.table.announce("crew", turn=ship.turn, seats=crew)
    return crew


# The night


# E-20 to E-23: the police, the saboteurs when an elimination is due and on turn 5 once more, the seer.
def night(ship: Ship, elimination_due: bool) -> Phase:
    """Play one night, call by call."""
    ship.table.announce("night", number=ship.turn)
    protected = yield from lone_role(ship, POLICE)
    # E-15, E-22: one elimination at most is due to the cards, one to the fifth night.
    for _ in range(elimination_due + (ship.turn == LAST_STRIKE)):
        yield from strike(ship, protected)
    examined = yield from lone_role(ship, SEER)
    seer = ship.holder(SEER)
    if seer and examined:
        ship.table.tell(seer.seat, "vital", turn=ship.turn, seat=examined, alive=ship.players[examined].alive)


# E-20, E-23, E-24: the police and the seer name a player aboard. A holder who cannot wake is called nevertheless.
# E-23: a seer who has one night of the game chooses which, and is called in every night.
def lone_role(ship: Ship, role: str) -> Named:
    """Return the seat that the police or the seer has named, None without an answer.

    Both may name themselves and the secretly dead; a role that is not in the game is not called.
    """
    holder = ship.holder(role)
    if holder is None:
        return None
    once = role == SEER and ship.table.options["seer_once"]
    wakes = holder.aboard and not holder.spent and (holder.alive or ship.table.options["dead_keep_night_powers"])
    ask = either(choice("seat", ship.aboard()), flag("nobody")) if once else one_of("seat", ship.aboard())
    reply = yield ship.table.by_night(role, [holder.seat] if wakes else [], ask)
    named: str | None = (reply.only() or {}).get("seat")
    holder.spent = once and (holder.spent or named is not None)
    return named


# E-21: the saboteurs aboard, dead or alive, agree on a living player, who dies in secret unless protected.
def strike(ship: Ship, protected: str | None) -> Phase:
    """Carry out one elimination, and tell the saboteurs its result."""
    victim = yield from victim_of(ship)
    if victim is None:
        return
    done = victim != protected
    ship.players[victim].alive &= not done
    for seat in ship.saboteurs():
        ship.table.tell(seat, "elimination", turn=ship.turn, seat=victim, done=done)


# E-21: saboteurs who cannot agree eliminate the player most named, and on a tie nobody.
def victim_of(ship: Ship) -> Named:
    """Return the seat that the saboteurs name, or None."""
    # The list is never empty: the saboteur who played an elimination lives, and so does one of the others (E-40).
    ask = one_of("seat", ship.living(), shown=ship.aboard())
    reply = yield ship.table.by_night("saboteurs", ship.saboteurs(), ask, closes=Closes.GROUP, moderator_ask=ask)
    if reply.decision:
        named: str = reply.decision["seat"]
        return named
    return most_named(Counter(answer["seat"] for answer in reply.answers.values()))


def most_named(votes: Counter[str]) -> str | None:
    """Return the seat that alone has the most votes; None on a tie or without a vote."""
    first = first_place(votes)
    return first[0] if len(first) == 1 else None


# E-05: each player aboard looks at their own life in the morning. Nothing of it is announced.
def dawn(ship: Ship) -> None:
    """Begin the day, and tell every seat aboard whether it is alive."""
    ship.table.announce("day", number=ship.turn)
    for seat in ship.aboard():
        ship.table.tell(seat, "alive", turn=ship.turn, alive=ship.players[seat].alive)


# The vote


# E-30, E-31: all aboard, secretly dead or not, may exclude one player or nobody. The role is not revealed.
def vote(ship: Ship) -> Named:
    """Hold one vote, closed by the moderator, and return who is excluded, if anybody."""
    aboard = ship.aboard()
    ask = either(choice("seat", aboard), flag("nobody"))
    reply = yield ship.table.by_day("exclude", aboard, ask, closes=Closes.MODERATOR, poll=True, by_hands=True)
    votes = Counter(answer["seat"] for answer in reply.answers.values() if "seat" in answer)
    excluded = majority(votes, len(aboard), ship.table.options["exclude_at"] == AT_LEAST_HALF)
    if excluded:
        ship.players[excluded].aboard = False
    ship.table.announce("excluded", turn=ship.turn, seat=excluded)
    return excluded


# E-31: by the text only when nobody was excluded; here after every vote, where the table has not set otherwise.
def pass_token(ship: Ship, excluded: str | None) -> None:
    """Pass the first-player token to the left, unless an exclusion leaves it where it is.

    Ruling: whoever is excluded keeps no token.
    """
    if ship.table.options["token_moves"] == EVERY_TURN or excluded in (None, ship.first_player):
        ship.pass_token()


# E-30: more than half of all aboard exclude a player; half of them, where the table has set so.
def majority(votes: Counter[str], aboard: int, half_is_enough: bool) -> str | None:
    """Return the excluded seat, or None. Ruling: of two who have half each, nobody."""
    enough = [seat for seat, count in votes.items() if 2 * count > aboard or (half_is_enough and 2 * count == aboard)]
    return enough[0] if len(enough) == 1 else None
