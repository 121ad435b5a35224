"""Seats played by the computer: for rehearsals, for random games in tests, for measurements.

A bot knows what its seat was told and what it is asked, as a person does. A kit's bots.py offers
`answer(step, ask, seat, told, choose)`. A kit without a strategy answers at random with `random_answer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.asks import Answer, Ask, Choose
from games.engine.kit import Bot as Bot
from games.engine.kit import Kit
from games.engine.kit import Policy as Policy
from games.engine.moves import CHANCE, MODERATOR, Move
from games.engine.table import Closes, Fact, Step, Table


def random_answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
    """Return any legal answer."""
    return ask.draw(choose)


def build_answer(kit: Kit, table: Table, step: Step, seat: str, choose: Choose, bot: Bot | None = None) -> Move:
    """Return the move by which a bot answers for its seat; by default the kit's bot."""
    answer = (bot or kit.bots.answer)(step.name, step.asks[seat], seat, table.known_to(seat), choose)
    return Move(seat, answer=answer, step=step.name)


def build_single_minded_bot(kit: Kit, seats: Sequence[str]) -> Bot:
    """Build a bot that names the same seat as all bots like it, and else answers as the kit's.

    It names the first other seat that is legal, in an order that depends only on the name of the step.
    The first seat of the ring comes last. So a vote of such bots names somebody, whatever a few people answer.
    """

    def answer(step: str, ask: Ask, seat: str, told: Sequence[Fact], choose: Choose) -> Answer:
        order = [*Random(step).sample(seats[1:], len(seats) - 1), seats[0]]
        for name, legal in ask.report().items():
            if others := [one for one in order if one in legal and one != seat]:
                return {name: others[0]}
        return kit.bots.answer(step, ask, seat, told, choose)

    return answer


def next_move(kit: Kit, table: Table, choose: Choose, bot: Bot | None = None) -> Move:
    """Return a move that brings a table of bots forward: chance, a missing answer, or a close.

    `bot` answers for every seat; by default the kit's. A group that disagrees follows the proposal that stands first.
    Groups are asked before the table is.
    """
    step = table.step
    assert step is not None
    if step.of_chance:
        return Move(CHANCE, answer=step.asks[CHANCE].draw(choose), step=step.name)
    waiting = [seat for seat in step.asks if seat not in step.answers]
    if waiting:
        return build_answer(kit, table, step, choose(waiting), choose, bot)
    if step.closes is Closes.GROUP and len(step.proposals()) > 1:
        proposal = step.proposals()[0][0]
        other = next(seat for seat, answer in step.answers.items() if answer != proposal)
        return Move(other, answer=proposal, step=step.name)
    if step.needed and step.moderator_ask:
        return Move(MODERATOR, answer=step.moderator_ask.draw(choose), step=step.name)
    return Move(MODERATOR, close=True, step=step.name)


def play_out(kit: Kit, table: Table, choose: Choose, most: int = 20_000) -> int:
    """Play a table of bots to its end, and return the number of moves it took.

    Raises `RuntimeError` when the game has not ended after `most` moves.
    """
    for count in range(most):
        if table.outcome:
            return count
        table.take(next_move(kit, table, choose))
    raise RuntimeError(f"{kit.slug} has not ended after {most} moves")
