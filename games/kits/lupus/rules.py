"""Lupus in Tabula: werewolves by night, a village with a rope by day.

Read `play` from top to bottom: it is the game's table of contents. Sources: RULINGS L-01 to L-32 (numbers beside
the code), the README beside this file for what the rulebook leaves open. Not here: who is dealt what (roles.py), who
lives and what has become of them (village.py), what is said (words.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence

from games.asks import acknowledge, one_of
from games.kits.lupus.roles import BODYGUARD, MASON, MEDIUM, MYTHOMANIAC, OWL, SEER, WEREWOLF
from games.kits.lupus.village import Night, Village
from games.table import Call, Closes, Outcome, Script, Step, Table

VERSION = 1
DEBATE = 180  # seconds (L-23)

Turn = Generator[Step, Call, None]


def play(table: Table) -> Script:
    """The whole game: night and day until a faction has won (L-30 to L-32)."""
    village = Village(table)
    set_up(village)
    while True:
        yield from night(village)
        if end := dawn(village):
            return end
        yield from day(village)
        if end := village.end():
            return end


def set_up(village: Village) -> None:
    """L-03: everybody looks at their own card, and at no other until the end."""
    for seat, one in village.people.items():
        village.table.tell(seat, "role", role=one.role)


# The night


def night(village: Village) -> Turn:
    """L-10: each role of the deck that has a call tonight, in this order, whether anybody can still answer or not."""
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


def medium(village: Village) -> Turn:
    """L-11: learns as the call opens whether the player lynched the day before was a werewolf."""
    awake = village.awake(MEDIUM)
    if lynched := village.lynched:
        for seat in awake:
            village.tell(seat, "medium", seat=lynched, werewolf=village.is_werewolf(lynched))
    yield village.table.call("medium", awake, acknowledge())


def seer(village: Village) -> Turn:
    """L-12: names a living player and learns werewolf or not; with a mythomaniac who turned seer, both together."""
    awake = village.awake(SEER)
    ask = village.target()
    call = yield village.table.call("seer", awake, ask, closes=Closes.GROUP, table_ask=ask if awake else None)
    if call.decision:
        village.night.seen = seen = call.decision["seat"]
        for seat in awake:
            village.tell(seat, "vision", seat=seen, werewolf=village.is_werewolf(seen))


def bodyguard(village: Village) -> Turn:
    """L-13: names a living player other than himself, whom the werewolves cannot tear tonight."""
    awake = village.awake(BODYGUARD)
    call = yield village.table.call("bodyguard", awake, village.target(*awake))
    village.night.guarded = named(call)


def owl(village: Village) -> Turn:
    """L-14: names a living player, to be nominated by right this day (L-26)."""
    call = yield village.table.call("owl", village.awake(OWL), village.target())
    village.night.marked = named(call)


def werewolves(village: Village) -> Turn:
    """L-15, L-16: know each other, and agree on a living player who is none of them."""
    pack = village.awake(WEREWOLF)
    for seat in pack:
        village.tell(seat, "pack", seats=pack)
    if village.recognition():
        yield village.table.call("werewolves", pack, acknowledge())
        return
    prey = village.target(*pack)
    call = yield village.table.call("werewolves", pack, prey, closes=Closes.GROUP, table_ask=prey)
    # Ruling: L-15, a divided pack tears the most named; on a tie nobody.
    votes = Counter(answer["seat"] for answer in ([call.decision] if call.decision else call.answers.values()))
    most = first_place(votes)
    village.night.prey = most[0] if len(most) == 1 else None


def masons(village: Village) -> Turn:
    """L-17: on night 1 the two recognise each other."""
    awake = village.awake(MASON)
    for seat in awake:
        village.table.tell(seat, "masons", seats=awake)
    yield village.table.call("masons", awake, acknowledge())


def mythomaniac(village: Village) -> Turn:
    """L-19: once, names another living player, and turns werewolf or seer if that player is one."""
    awake = village.awake(MYTHOMANIAC)
    # Ruling: L-19, whoever is to die at dawn is living until then, the mythomaniac included.
    call = yield village.table.call("mythomaniac", awake, village.target(*awake))
    for seat, answer in call.answers.items():
        village.table.tell(seat, "mythomaniac", role=village.turn(seat, answer["seat"]))


def named(call: Call) -> str | None:
    """Whom the one seat that was asked has named, if it has."""
    answer = call.only()
    return answer["seat"] if answer else None


# The day


def dawn(village: Village) -> Outcome | None:
    """L-16, L-18, L-22: the dead of the night are announced, never their roles."""
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


def day(village: Village) -> Turn:
    """L-23 to L-28: debate, nomination, defence and lynching."""
    village.lynched = None
    yield Step("debate", {}, seconds=DEBATE)
    nominees = yield from nomination(village)
    if nominees:  # Ruling: L-25, nobody named, nobody lynched.
        village.lynched = yield from lynching(village, nominees)
        village.bury(village.lynched, by="lynch")


def nomination(village: Village) -> Generator[Step, Call, list[str]]:
    """L-24, L-29: everybody living, and ghosts where they haunt, openly names a living player; the nominees."""
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


def owl_mark(village: Village) -> str | None:
    """L-26: whom the owl named last night. Ruling: void if the owl or that player is dead."""
    marked, living = village.night.marked, village.living()
    return marked if village.awake(OWL) and marked in living else None


def lynching(village: Village, nominees: list[str]) -> Generator[Step, Call, str]:
    """L-27, L-28: defence and vote; on a tie once more between the tied; on a second tie the draw. Who is lynched."""
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
    call = yield village.table.chance("draw", one_of("seat", nominees))
    drawn = named(call)
    assert drawn is not None
    village.announce("drawn", seats=nominees, seat=drawn)
    return drawn


def vote(
    village: Village, step: str, voters: Sequence[str], candidates: Sequence[str], fact: str
) -> Generator[Step, Call, Counter[str]]:
    """Open votes for one of the candidates (L-24): each voter in turn, or all at once and shown together."""
    ask, votes = one_of("seat", candidates), Counter[str]()
    in_turn = voters and village.table.options["voting"] == "in_turn"
    for asked in [[voter] for voter in voters] if in_turn else [voters]:
        call = yield village.table.question(step, asked, ask, poll=True)
        for voter in asked:
            if voter in call.answers:
                choice = call.answers[voter]["seat"]
                votes[choice] += 1
                village.announce(fact, seat=voter, **{"for": choice})
    return votes


def first_place(votes: Counter[str]) -> list[str]:
    """Who has the most votes: one, several on a tie, none without a vote."""
    most = max(votes.values(), default=0)
    return [seat for seat, count in votes.items() if count == most]


def first_two_places(votes: Counter[str]) -> list[str]:
    """L-25: those who share the first place; when it is one alone, with everybody who shares the second."""
    first = first_place(votes)
    if len(first) != 1:
        return first
    return first + first_place(Counter({seat: count for seat, count in votes.items() if seat not in first}))
