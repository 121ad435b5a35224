"""Sporz: how the computer plays a seat, only from what that seat was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.engine.asks import Answer, Ask, Choose
from games.engine.bots import random_answer
from games.engine.table import Fact


def answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Return an answer from what the seat knows.

    Mutants spare mutants. Doctors look after each other. Nobody is inspected twice. Votes follow what is known.
    """
    legal = {field.name: field.report() for field in ask.fields()}
    mutants = suspects(told)
    others = {name: [one for one in seats if one != seat] for name, seats in legal.items()}

    def pick(name: str, *tastes: Callable[[Any], bool]) -> Answer:
        """Choose among the others that meet the first of these tastes that any of them meets."""
        for taste in tastes:
            if found := [one for one in others[name] if taste(one)]:
                return {name: choose(found)}
        return {name: choose(others[name] or legal[name])}

    match step:
        case "mutants":
            deed = "kill" if choose(range(6)) == 0 else "mutate"
            order = pick(deed, lambda one: one not in mutants) | pick("paralyse", lambda one: one not in mutants)
            left_out = choose((deed, "paralyse", *("nothing",) * 14))
            return {name: one for name, one in order.items() if name != left_out}
        case "doctors":
            return pick("heal", missing_doctors(told).__contains__)
        case "psychologist" | "geneticist" | "spy":
            seen = {fact["seat"] for fact in told if fact["fact"] in ("state", "genome", "surveillance")}
            return pick("seat", lambda one: one not in seen)
        case "vote" | "tie" if others.get("seat") and (step == "tie" or choose(range(8))):
            if plays_for_mutants(told):
                return pick("seat", lambda one: one not in mutants)
            return pick("seat", mutants.__contains__, lambda one: one not in cleared(told))
        case "vote":
            return {"blank": True}
        case "chief":
            return {"seat": choose(legal["seat"][:3])}  # few candidates, so that the election ends
    return random_answer(step, ask, seat, told, choose)


def plays_for_mutants(told: Iterable[Fact]) -> bool:
    """Return whether the last touch, or the card, makes this seat a mutant."""
    mutant = False
    for fact in told:
        match fact:
            case {"fact": "role", "role": "base_mutant"} | {"fact": "mutated"}:
                mutant = True
            case {"fact": "healed"}:
                mutant = False
    return mutant


def suspects(told: Iterable[Fact]) -> set[str]:
    """Return the seats that are mutants as far as this seat knows; the latest finding counts."""
    known: set[str] = set()
    for fact in told:
        match fact:
            case {"fact": "mutants", "seats": seats}:
                known = set(seats)
            case {"fact": "state" | "hack", "seat": seat, "mutant": mutant}:
                known = known | {seat} if mutant else known - {seat}
            case {"fact": "surveillance", "seat": seat, "mutated": True, "healed": False}:
                known.add(seat)
    return known


def cleared(told: Iterable[Fact]) -> set[str]:
    """Return the seats that were found healthy."""
    return {fact["seat"] for fact in told if fact.get("mutant") is False and fact["fact"] in ("state", "hack")}


def missing_doctors(told: Sequence[Fact]) -> set[str]:
    """Return the fellow doctors who did not wake tonight: mutated, or paralysed."""
    fellows: list[str] = next((fact["seats"] for fact in told if fact["fact"] == "fellow_doctors"), [])
    awake: list[str] = next((fact["seats"] for fact in reversed(told) if fact["fact"] == "awake_doctors"), [])
    return set(fellows) - set(awake)
