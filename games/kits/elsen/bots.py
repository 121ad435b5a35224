"""ELSEN: how the computer plays a seat, only from what that seat was told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from games.engine.asks import Answer, Ask, Choose, One, Several, shuffled
from games.engine.bots import random_answer
from games.engine.table import Fact
from games.kits.elsen.roles import DOCTOR, ENGINEER, WORKER
from games.kits.elsen.world import ELIMINATION, SABOTAGE, SUCCESS

CONVINCED = 0.6  # harmful cards per player for a vote against them: the share of two crews of three


def answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Return an answer: fly, suspect the crews of harmful cards, vote against the suspected.

    A saboteur plays harmful cards.
    """
    field = next(iter(ask.fields()))
    if step == "recognise" or not isinstance(field, One):
        return random_answer(step, ask, seat, told, choose)
    legal = list(field.legal)
    if isinstance(field, Several):
        return {"seats": crew(legal, field.least, seat, told, choose)}
    if step == "mission":
        return {"card": card(legal, told, choose)}
    if step == "exclude":
        return ballot(legal, seat, told, choose)
    known = {"saboteurs": mates(told), "seer": [seat, *of_interest(told, "vital")]}.get(step, [])
    return {"seat": choose([one for one in legal if one not in known] or legal)}


def crew(aboard: Sequence[str], least: int, seat: str, told: Sequence[Fact], choose: Choose) -> list[str]:
    """Choose oneself and the least suspected, half of those aboard as a rule."""
    size = min(len(aboard), max(least, (len(aboard) + 1) // 2) + choose((0, 0, 0, 1)))
    blame = suspicion(told)
    ranked = sorted(shuffled(aboard, choose), key=lambda one: (one != seat, blame[one]))
    return [one for one in aboard if one in ranked[:size]]


def card(legal: Sequence[str], told: Sequence[Fact], choose: Choose) -> str:
    """Choose the card of one's role, with some reserve.

    A saboteur sabotages when the mission is nearly complete.
    """
    if SABOTAGE in legal:
        return str(
            choose((SABOTAGE, SABOTAGE, ELIMINATION) if nearly_done(told) else (SUCCESS, SUCCESS, ELIMINATION))
        )
    if DOCTOR in legal or ENGINEER in legal:
        return str(choose((SUCCESS, SUCCESS, legal[-1])))
    return WORKER if WORKER in legal else legal[0]


def ballot(aboard: Sequence[str], seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Vote against the most suspected of the others, if they are suspected enough."""
    blame = suspicion(told)
    others = [one for one in shuffled(aboard, choose) if one not in (seat, *mates(told))]
    worst = max(others, key=lambda one: blame[one], default="")
    return {"seat": worst} if blame[worst] >= CONVINCED else {"nobody": True}


def suspicion(told: Iterable[Fact]) -> dict[str, float]:
    """Return how much harm each player may have played.

    The members of a crew share the harmful cards of their mission equally.
    """
    blame: dict[str, float] = defaultdict(float)
    flown: list[str] = []
    for fact in told:
        if fact["fact"] == "crew":
            flown = fact["seats"]
        elif fact["fact"] == "cards":
            harm = fact["cards"].count(SABOTAGE) + fact["cards"].count(ELIMINATION)
            for one in flown:
                blame[one] += harm / len(flown)
    return blame


def nearly_done(told: Sequence[Fact]) -> bool:
    """Return whether the mission is complete if everybody in this crew brings a token."""
    flying = [fact["seats"] for fact in told if fact["fact"] == "crew"]
    stands = [fact for fact in told if fact["fact"] == "progress"]
    return bool(stands) and stands[-1]["tokens"] + len(flying[-1]) >= stands[-1]["needed"]


def mates(told: Iterable[Fact]) -> list[str]:
    """Return the saboteurs as a saboteur knows them; other seats know none."""
    return [seat for fact in told if fact["fact"] == "saboteurs" for seat in fact["seats"]]


def of_interest(told: Iterable[Fact], name: str) -> list[str]:
    """Return the seats that facts of this name are about."""
    return [fact["seat"] for fact in told if fact["fact"] == name]
