"""Lupus in Tabula: how the computer plays a seat.

A villager follows the crowd half of the time. A seer names the werewolves he has seen. A werewolf spares his pack and
tears those who accuse it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from games.engine.asks import Answer, Ask, Choose
from games.engine.bots import random_answer
from games.engine.table import Fact


def answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Return an answer that names a seat; `{ok: true}` where nobody is to be named."""
    choices: Sequence[str] = ask.report().get("seat", ())
    if not choices:
        return random_answer(step, ask, seat, told, choose)
    others = [name for name in choices if name != seat] or choices
    chosen = CHOICES.get(step, anybody)(others, seat, told, choose)
    return {"seat": chosen}


def anybody(others: Sequence[str], seat: str, told: Sequence[Fact], choose: Choose) -> str:
    """Choose any of these seats."""
    chosen: str = choose(others)
    return chosen


def prey(others: Sequence[str], seat: str, told: Sequence[Fact], choose: Choose) -> str:
    """Choose a player who has lately accused the pack, otherwise any of these seats."""
    pack = friends(told)
    accusers = [fact["seat"] for fact in told if fact["fact"] == "nomination" and fact["for"] in pack]
    return anybody(among(others, accusers[-3:]), seat, told, choose)


def unseen(others: Sequence[str], seat: str, told: Sequence[Fact], choose: Choose) -> str:
    """Choose a player whom the seer has not looked at yet."""
    seen = [fact["seat"] for fact in told if fact["fact"] == "vision"]
    return anybody([name for name in others if name not in seen] or others, seat, told, choose)


def suspect(others: Sequence[str], seat: str, told: Sequence[Fact], choose: Choose) -> str:
    """Choose a werewolf who has been seen, else a player accused today, or any; never a friend."""
    seen: dict[str, bool] = {}
    trusted: set[str] = set()
    for fact in told:
        if fact["fact"] == "vision":
            seen[fact["seat"]] = fact["werewolf"]
        elif fact["fact"] in FRIENDS:
            trusted.update(fact["seats"])
    if seen:
        trusted.update(name for name, werewolf in seen.items() if not werewolf)
    strangers = [name for name in others if name not in trusted] or others
    if wolves := [name for name in strangers if seen.get(name)]:
        return anybody(wolves, seat, told, choose)
    return anybody(among(strangers, accused_today(told)) if choose((True, False)) else strangers, seat, told, choose)


FRIENDS = ("pack", "masons")  # facts that name friends
CHOICES: dict[str, Callable[[Sequence[str], str, Sequence[Fact], Choose], str]] = {
    "seer": unseen,
    "werewolves": prey,
    "owl": suspect,
    "nominate": suspect,
    "lynch": suspect,
}


def friends(told: Iterable[Fact]) -> set[str]:
    """Return the pack or the fellow mason, as far as the seat knows them."""
    return {name for fact in told if fact["fact"] in FRIENDS for name in fact["seats"]}


def accused_today(told: Sequence[Fact]) -> list[str]:
    """Return the seats that others have named since the latest dawn."""
    accused = []
    for fact in reversed(told):
        if fact["fact"] == "day":
            break
        if fact["fact"] in ("nomination", "lynch_vote"):
            accused.append(fact["for"])
    return accused[::-1]


def among(names: Sequence[str], preferred: Sequence[str]) -> Sequence[str]:
    """Return the preferred seats that may be named, repeated as given; else all seats."""
    return [name for name in preferred if name in names] or names
