"""Lupus in Tabula: tables that act as one, for which exact chances can be computed.

See docs/balance.md. The players share their luck and vote as one. All other questions of the rules are answered by
lot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from games.engine.asks import Choose, One
from games.engine.kit import Policy
from games.engine.moves import CHANCE, MODERATOR, Move
from games.engine.table import Step, Table

Look = Callable[[Table, Step, Choose], str | None]


# L-12, L-15, L-25: all name one player, so that player is lynched; the pack names one, so that player is torn.
def uniform(table: Table, choose: Choose) -> Iterator[Move]:
    """Play so that a living player is lynched by lot each day, and one torn by lot each night.

    The pack tears a living non-werewolf. Nobody uses what they learn.
    """
    return _as_one(table, choose, _anywhere)


# L-12: a seer may name whom he likes. He has no more to look at when he has seen everybody who lives.
def exposed(table: Table, choose: Choose) -> Iterator[Move]:
    """Play as `uniform`, but each night the seer looks at somebody new.

    A werewolf he finds is lynched on the next day.
    """
    return _as_one(table, choose, _at_a_stranger)


VOTES = ("nominate", "lynch")
POLICIES: Mapping[str, Policy] = {"uniform": uniform, "exposed": exposed}


def _as_one(table: Table, choose: Choose, look: Look) -> Iterator[Move]:
    """Play a table that shares its luck. `look` returns whom the seer names, None: nobody."""
    doomed: str | None = None  # the seat that the village lynches next, once that is settled
    while (step := table.step) is not None:
        if step.name in VOTES and step.asks:
            legal = _legal(step)
            if doomed is None or doomed not in legal:
                doomed = str(choose(legal))
            yield from _all_name(step, doomed)
        elif step.of_chance:
            yield Move(CHANCE, answer=step.asks[CHANCE].draw(choose))
        elif step.name == "seer":
            seen, before = look(table, step, choose) if step.asks else None, len(table.told)
            yield from _all_name(step, seen) if seen else (Move(MODERATOR, close=True),)
            doomed = _werewolf_found(table, before) if look is _at_a_stranger else None
        elif not step.asks:
            yield Move(MODERATOR, close=True)
        elif step.name == "werewolves" and _legal(step):
            yield from _all_name(step, choose(_legal(step)))
        else:
            for seat, ask in step.asks.items():
                yield Move(seat, answer=ask.draw(choose))


def _anywhere(table: Table, step: Step, choose: Choose) -> str | None:
    """Choose any seat that may be named."""
    return str(choose(_legal(step)))


def _at_a_stranger(table: Table, step: Step, choose: Choose) -> str | None:
    """Choose a living player whom this seer has not looked at yet; None when there is none left."""
    seers = set(step.asks)
    seen = {told.fact["seat"] for told in table.told if told.fact["fact"] == "vision" and told.seat in seers}
    strangers = [seat for seat in _legal(step) if seat not in seen and seat not in seers]
    return str(choose(strangers)) if strangers else None


def _werewolf_found(table: Table, before: int) -> str | None:
    """Return the werewolf in a vision told since fact number `before`, or None."""
    visions = (told.fact for told in table.told[before:] if told.fact["fact"] == "vision")
    return next((str(fact["seat"]) for fact in visions if fact["werewolf"]), None)


def _legal(step: Step) -> Sequence[str]:
    """Return the seats that may be named; none where only a nod is asked for."""
    field = next(iter(step.asks.values())).forms[0][0]
    return field.legal if isinstance(field, One) and field.name == "seat" else ()


def _all_name(step: Step, seat: str) -> list[Move]:
    return [Move(one, answer={"seat": seat}) for one in step.asks]
