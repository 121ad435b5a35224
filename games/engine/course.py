"""The course of a script: every stretch of it, from one question to the next, that was ever played at a table.

A script can neither be copied nor run backwards, but the same calls always lead it the same way. So each stretch is
remembered: after an undo the game stands at an earlier stretch, and a call that was made there before leads to the
stretch that it led to then. Only when a new call is made there, or the truth is asked for, does the script run
again from the start, handed the calls that lead to that stretch; what it tells meanwhile is known already.

Price: a game in which every undo is followed by moves never made before costs one such run for each undo. No way
round that: a script that has gone one way cannot go another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.engine.table import Outcome, Reply, Script, Step, Told


@dataclass(eq=False, slots=True)
class Stretch:
    """What a script did with one call: what it told, then the step it asked, or the outcome at its end."""

    before: Stretch | None  # None: this is the first
    reply: Reply | None  # None: the script began
    told: list[Told] = field(default_factory=list)
    step: Step | None = None
    outcome: Outcome | None = None
    again: bool = False  # an undo has left it, so whoever comes here comes again
    after: dict[str, Stretch] | None = None  # those that an undo has left, by the reply as text; seldom any


class Course:
    """Where a game stands in its script, and all stretches that were ever played.

    `begin` makes the script anew. `heard` is the list to which whatever the script tells is added.
    """

    def __init__(self, begin: Callable[[], Script], heard: list[Told]) -> None:
        self._begin = begin
        self._heard = heard
        self._script = begin()
        self._reached = self._run(None, None)  # where the script stands
        self.here = self._reached  # where the game stands

    def go_on(self, reply: Reply) -> Stretch:
        """Hand the script a reply; the stretch to which that leads."""
        here = self.here
        stretch = here.after.get(repr(reply)) if here.after else None
        if stretch is None:
            if self._reached is not here:
                self.catch_up()
            stretch = self._reached = self._run(here, reply)
        self.here = stretch
        return stretch

    def go_back(self, stretch: Stretch) -> None:
        """Stand at an earlier stretch again, and remember the way from there on."""
        while self.here is not stretch:
            left, before = self.here, self.here.before
            assert before is not None
            before.after = before.after or {}
            left.again, before.after[repr(left.reply)] = True, left
            self.here = before

    def catch_up(self) -> None:
        """Bring the script to where the game stands: from where it is, if that lies on the way, or from the start."""
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
        """Let the script run to its next question."""
        heard = self._heard
        heard.clear()
        try:
            step = next(self._script) if reply is None else self._script.send(reply)
        except StopIteration as end:
            return Stretch(before, reply, heard.copy(), outcome=end.value)
        return Stretch(before, reply, heard.copy(), step)
