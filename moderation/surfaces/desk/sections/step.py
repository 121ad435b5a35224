"""The section of the desk's view about the open step."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import GameSession
from moderation.surfaces.desk.sections.context import DeskContext


@dataclass(frozen=True)
class DeskStepSection:
    """The open step, or the call that devices still show."""

    opened: int = 0  # the number of the move that opened it
    title: str = ""
    seconds: int | None = None  # how long the rulebook gives it
    nights: str = GameSession.Nights.PHONES.value  # how the table plays its nights
    asleep: bool = False
    discreet: bool = False  # the room may not see who is asked
    covert: bool = False  # a call of the night is open: what follows from secrets is covered (SECRECY 32)
    pretend: bool = False  # a call that asks nobody
    needed: bool = False  # it ends with its answer only

    @property
    def usual(self) -> str:
        """The length of the step as a button says it: "3 min", "20 s"; empty if there is none."""
        if not self.seconds:
            return ""
        minutes, rest = divmod(self.seconds, 60)
        return (
            _("%(seconds)d\u00a0s") % {"seconds": self.seconds}
            if rest
            else _("%(minutes)d\u00a0min") % {"minutes": minutes}
        )


def build_step_section(context: DeskContext) -> DeskStepSection:
    """Build the section about the open step."""
    step, is_led = context.step, bool(context.say.then)
    return DeskStepSection(
        opened=context.coming.opened if context.coming else 0,
        title=_("What has happened") if context.moment and not is_led else str(context.step_words.title),
        seconds=step.seconds if step else None,
        nights=context.session.nights,
        asleep=step is not None and step.asleep,
        discreet=context.is_discreet,
        covert=context.is_covert,
        pretend=step is not None and step.asleep and not step.asks and not is_led,
        needed=step is not None and step.needed,
    )
