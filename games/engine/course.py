"""The course of a script: all its stretches, from one question to the next, so far.

A script can neither be copied nor run backwards. But the same calls always lead it the same way.
So each stretch that was ever played is stored. After an undo the game stands at an earlier stretch.
A call that was made there before leads to the same stretch as then. The script runs again from the start only when
a new call is made there, or the truth is asked for. It then receives the calls that lead to that stretch.
What it tells meanwhile is known already.

Cost: a game in which every undo is followed by new moves costs one such run for each undo.
This cannot be avoided. Because a script that has gone one way cannot go another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.table import Outcome, Reply, Script, Step, Told


@dataclass(eq=False, slots=True)
class Stretch:
    """The result of one call of a script: what it told, then its next step or the outcome."""

    before: Stretch | None  # None: this is the first
    reply: Reply | None  # None: the start of the script
    told: list[Told] = field(default_factory=list)
    step: Step | None = None
    outcome: Outcome | None = None
    again: bool = False  # an undo has left it, so a game that comes here was here before
    after: dict[str, Stretch] | None = None  # later stretches that an undo has left, by the reply as text; seldom any


class Course:
    """The position of a game in its script, and all stretches that were ever played.

    `begin` creates the script again. `heard` is the list to which everything that the script tells is appended.
    """

    def __init__(self, begin: Callable[[], Script], heard: list[Told]) -> None:
        self._begin = begin
        self._heard = heard
        self._script = begin()
        self._reached = self._run(None, None)  # the position of the script
        self.here = self._reached  # the position of the game

    def go_on(self, reply: Reply) -> Stretch:
        """Send the script a reply, and return the stretch to which that leads."""
        here = self.here
        stretch = here.after.get(repr(reply)) if here.after else None
        if stretch is None:
            if self._reached is not here:
                self.catch_up()
            stretch = self._reached = self._run(here, reply)
        self.here = stretch
        return stretch

    def go_back(self, stretch: Stretch) -> None:
        """Return to an earlier stretch, and store the way from there on."""
        while self.here is not stretch:
            left, before = self.here, self.here.before
            assert before is not None
            before.after = before.after or {}
            left.again, before.after[repr(left.reply)] = True, left
            self.here = before

    def catch_up(self) -> None:
        """Bring the script to the position of the game.

        It goes on from where it is, if that lies on the way, or from the start.
        """
        if self._reached is self.here:
            return
        replies, stretch = [], self.here
        while stretch is not self._reached and stretch.before is not None:
            replies.append(stretch.reply)
            stretch = stretch.before
        if stretch is not self._reached:
            self._script = self._begin()
            replies.append(None)
        for reply in reversed(replies):
            self._run(None, reply)
        self._reached = self.here

    def _run(self, before: Stretch | None, reply: Reply | None) -> Stretch:
        """Run the script to its next question."""
        heard = self._heard
        heard.clear()
        try:
            step = next(self._script) if reply is None else self._script.send(reply)
        except StopIteration as end:
            return Stretch(before, reply, heard.copy(), outcome=end.value)
        return Stretch(before, reply, heard.copy(), step)
