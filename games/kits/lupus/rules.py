"""Lupus in Tabula: werewolves by night, a village with a rope by day.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS L-01 to L-32 (RULINGS.md
beside this file; numbers above each function). Not here: who is dealt what (roles.py), who lives and what has
become of them (world.py), the words (words/).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from games.engine.asks import acknowledge, first_place, one_of
from games.engine.table import Closes, Outcome, Reply, Script, Step, Table
from games.kits.lupus.roles import BODYGUARD, MASON, MEDIUM, MYTHOMANIAC, OWL, SEER, WEREWOLF
from games.kits.lupus.world import Night, Village

VERSION = 1
OLDER: Mapping[int, Mapping[str, Any]] = {}
DEBATE = 180  # seconds (L-23)

Turn = Generator[Step, Reply, None]


# L-30: a faction can have won at dawn and after a lynching.
def play(table: Table) -> Script:
    """Play the whole game: night and day until a faction has won (L-31, L-32)."""
    village = Village(table)
    set_up(village)
    while True:
        yield from night(village)
        if end := dawn(village):
            return end
        yield from day(village)
        if end := village.end():
            return end


# L-03: each player knows their own card, and no other until the end.
def set_up(village: Village) -> None:
    """Tell every seat its role."""
    for seat, one in village.people.items():
        village.table.tell(seat, "role", role=one.role)


# The night


# L-10: each role of the deck is called on every night on which it has a call, dead or alive.
def night(village: Village) -> Turn:
    """Play one night, call by call, in this order."""
    number = village.night.number + 1
    village.night = Night(number)
    village.table.announce("night", number=number)
    for role, tonight, turn in (
        (MEDIUM, number >= 2, medium),
        (SEER, True, seer),
        (BODYGUARD, number >= 2, bodyguard),
        (OWL, True, owl),
        (WEREWOLF, True, werewolves),
        (MASON, number == 1, masons),
        (MYTHOMANIAC, number == 2, mythomaniac),
    ):
        if tonight and village.in_deck(role):
            yield from turn(village)


# L-11: the medium learns whether the player lynched the day before was a werewolf.
def medium(village: Village) -> Turn:
    """Tell it as the call opens; the nod that is asked for changes nothing."""
    awake = village.awake(MEDIUM)
    if lynched := village.lynched:
        for seat in awake:
            village.tell(seat, "medium", seat=lynched, werewolf=village.is_werewolf(lynched))
    yield village.table.by_night("medium", awake, acknowledge())


# L-12: the seer names a living player and learns: werewolf or not.
def seer(village: Village) -> Turn:
    """Ask the seer, together with a mythomaniac who has turned seer."""
    awake = village.awake(SEER)
    ask = village.target()
    reply = yield village.table.by_night(
        "seer", awake, ask, closes=Closes.GROUP, moderator_ask=ask if awake else None
    )
    if reply.decision:
        village.night.seen = seen = reply.decision["seat"]
        for seat in awake:
            village.tell(seat, "vision", seat=seen, werewolf=village.is_werewolf(seen))


# L-13: the bodyguard names another living player, whom the werewolves cannot tear tonight.
def bodyguard(village: Village) -> Turn:
    """Ask the bodyguard whom to guard."""
    awake = village.awake(BODYGUARD)
    reply = yield village.table.by_night("bodyguard", awake, village.target(*awake))
    village.night.guarded = named(reply)


# L-14: the owl names a living player, who is nominated by right this day (L-26).
def owl(village: Village) -> Turn:
    """Ask the owl whom to mark."""
    reply = yield village.table.by_night("owl", village.awake(OWL), village.target())
    village.night.marked = named(reply)


# L-15, L-16: the werewolves agree on a living player who is no werewolf. On night 1 they may only meet.
def werewolves(village: Village) -> Turn:
    """Tell the pack who it is, and ask it for its prey."""
    pack = village.awake(WEREWOLF)
    for seat in pack:
        village.tell(seat, "pack", seats=pack)
    if village.recognition():
        yield village.table.by_night("werewolves", pack, acknowledge(), manner="recognition")
        return
    prey = village.target(*pack)
    reply = yield village.table.by_night("werewolves", pack, prey, closes=Closes.GROUP, moderator_ask=prey)
    # Ruling: L-15, a divided pack tears the most named; on a tie nobody.
    votes = Counter(answer["seat"] for answer in ([reply.decision] if reply.decision else reply.answers.values()))
    most = first_place(votes)
    village.night.prey = most[0] if len(most) == 1 else None


# L-17: on night 1 the masons recognise each other.
def masons(village: Village) -> Turn:
    """Tell each mason who both are."""
    awake = village.awake(MASON)
    for seat in awake:
        village.table.tell(seat, "masons", seats=awake)
    yield village.table.by_night("masons", awake, acknowledge())


# L-19: once, the mythomaniac names another living player, and becomes a werewolf or a seer if that player is one.
def mythomaniac(village: Village) -> Turn:
    """Ask the mythomaniac, and tell who that makes them."""
    awake = village.awake(MYTHOMANIAC)
    # Ruling: L-19, a player who is to die at dawn lives until then, the mythomaniac included.
    reply = yield village.table.by_night("mythomaniac", awake, village.target(*awake))
    for seat, answer in reply.answers.items():
        village.table.tell(seat, "mythomaniac", role=village.turn(seat, answer["seat"]))


def named(reply: Reply) -> str | None:
    """Return the seat that the one player asked has named, None without an answer."""
    answer = reply.only()
    return answer["seat"] if answer else None


# The day


# L-16, L-18, L-22: at dawn the dead are announced, never their roles. On night 1 the moderator may be the victim.
def dawn(village: Village) -> Outcome | None:
    """Announce the dead of the night; return an outcome when the game is over."""
    village.table.announce("day", number=village.night.number)
    torn, stared_down = village.torn(), village.stared_down()
    dead = village.table.in_order(seat for seat in (torn, stared_down) if seat)
    if village.recognition():
        # Ruling: L-16, the moderator is announced as the victim also when the were-hamster dies that night.
        village.table.announce("moderator_torn")
    elif not dead:
        village.announce("no_death")
    for seat in dead:
        village.bury(seat, by="night")
    village.victim = torn or village.victim  # Ruling: L-24, of two dead the one whom the werewolves tore.
    return village.end()


# L-23: a debate of three minutes, then nomination, defence and lynching.
def day(village: Village) -> Turn:
    """Play one day, step by step."""
    village.lynched = None
    yield Step("debate", {}, seconds=DEBATE)
    nominees = yield from nomination(village)
    if nominees:  # Ruling: L-25, nobody named, nobody lynched.
        village.lynched = yield from lynching(village, nominees)
        village.bury(village.lynched, by="lynch")


# L-24, L-25, L-29: the living, and ghosts where they play, each name a living player. Two or more are nominated.
def nomination(village: Village) -> Generator[Step, Reply, list[str]]:
    """Return the nominees in seat order, the owl's choice included (L-26).

    There are none when nobody was named.
    """
    living, ghosts = village.living(), village.table.options["ghosts"]
    voters = [seat for seat in village.voting_order() if ghosts or seat in living]
    votes = yield from vote(village, "nominate", voters, living, fact="nomination")
    nominees = village.table.in_order(first_two_places(votes))
    marked = owl_mark(village)
    if marked:
        village.announce("owl", seat=marked)
        if nominees and marked not in nominees:
            return village.table.in_order([*first_place(votes), marked])
    return nominees


# L-26: the owl's choice of last night is nominated. Ruling: not if the owl or that player is dead.
def owl_mark(village: Village) -> str | None:
    """Return the seat that the owl has marked, or None."""
    marked, living = village.night.marked, village.living()
    return marked if village.awake(OWL) and marked in living else None


# L-27, L-28: nominees defend themselves and the other living vote. After a tie one more vote, then the lot.
def lynching(village: Village, nominees: list[str]) -> Generator[Step, Reply, str]:
    """Return the seat that is lynched."""
    living = village.living()
    voters = [seat for seat in village.voting_order() if seat in living and seat not in nominees]
    for _ in ("the vote", "the vote between the tied"):
        village.announce("nominees", seats=nominees)
        yield Step("defence", {})
        if len(nominees) > 1:  # Ruling: L-27, a single nominee is lynched without a vote.
            votes = yield from vote(village, "lynch", voters, nominees, fact="lynch_vote")
            # Ruling: L-28, no vote is a tie of all.
            nominees = village.table.in_order(first_place(votes)) or nominees
        if len(nominees) == 1:
            return nominees[0]
    reply = yield village.table.chance("draw", one_of("seat", nominees))
    drawn: str = reply.require_answer()["seat"]
    village.announce("drawn", seats=nominees, seat=drawn)
    return drawn


# L-24: votes are open, one voter after the other, or all at once where the table has set so.
def vote(
    village: Village, step: str, voters: Sequence[str], candidates: Sequence[str], fact: str
) -> Generator[Step, Reply, Counter[str]]:
    """Count votes for each of the candidates; every vote is announced as `fact`."""
    ask = one_of("seat", candidates)
    votes: Counter[str] = Counter()
    in_turn = voters and village.table.options["voting"] == "in_turn"
    for asked in [[voter] for voter in voters] if in_turn else [voters]:
        reply = yield village.table.by_day(step, asked, ask, poll=True)
        for voter in asked:
            if voter in reply.answers:
                choice = reply.answers[voter]["seat"]
                votes[choice] += 1
                village.announce(fact, seat=voter, **{"for": choice})
    return votes


# L-25: a tie for the first place nominates those. A single first is joined by all who share the second place.
def first_two_places(votes: Counter[str]) -> list[str]:
    """Return the nominees by votes alone."""
    first = first_place(votes)
    if len(first) != 1:
        return first
    return first + first_place(Counter({seat: count for seat, count in votes.items() if seat not in first}))
