"""Sporz: a table that acts as one, for which exact chances can be computed.

See docs/balance.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.engine.asks import Answer, Choose
from games.engine.kit import Policy
from games.engine.moves import CHANCE, MODERATOR, Move
from games.engine.table import Step, Table


# S-10, S-16, S-32: whoever decides names by lot, and the whole crew votes as one. Nobody kills by night.
def uniform(table: Table, choose: Choose) -> Iterator[Move]:
    """Play so that the mutants mutate one player and paralyse one, each night by lot.

    Each is drawn among those who are no mutants. Each doctor awake heals a living player by lot. Every day the crew
    executes a living player by lot. Nobody uses what they learn. The other roles examine by lot.
    """
    while (step := table.step) is not None:
        if step.of_chance:
            yield Move(CHANCE, answer=step.asks[CHANCE].draw(choose))
        elif step.name == "chief":
            yield Move(MODERATOR, answer={"seat": choose(_living(step, "seat"))})
        elif step.name == "vote":
            executed = choose(_living(step, "seat"))
            yield Move(MODERATOR, answer={"tally": {executed: len(step.asks)}})
        elif step.name == "mutants":
            strangers = [seat for seat in _living(step, "mutate") if seat not in step.asks]
            yield from _all_say(step, {"mutate": choose(strangers), "paralyse": choose(strangers)})
        elif step.name == "doctors" and step.asks:
            for seat in step.asks:
                yield Move(seat, answer={"heal": choose(_living(step, "heal"))})
        elif step.asks:
            for seat, ask in step.asks.items():
                yield Move(seat, answer=ask.draw(choose))
        else:
            yield Move(MODERATOR, close=True)


POLICIES: Mapping[str, Policy] = {"uniform": uniform}


def _living(step: Step, deed: str) -> list[str]:
    """Return the seats to whom this may be done."""
    fields = {field.name: field for field in next(iter(step.asks.values())).fields()}
    legal: list[str] = fields[deed].report()
    return legal


def _all_say(step: Step, answer: Answer) -> Iterator[Move]:
    for seat in step.asks:
        yield Move(seat, answer=answer)
