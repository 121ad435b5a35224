"""The forms of a consent to be remembered: on one's own device, or told to an organiser."""

from __future__ import annotations

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderation.players.fields import SeatName
from moderation.web.forms import Form


def explain_missing_consent() -> str:
    """Return the sentence for a missing consent."""
    return _("Nobody is remembered without agreeing: please ask them first.")


class OwnForm(Form):
    """The pseudonym under which somebody's games are remembered."""

    name = SeatName(label=gettext_lazy("Your pseudonym"))


class ToldForm(Form):
    """The pseudonym of somebody who has told an organiser that they agree."""

    name = SeatName(label=gettext_lazy("Pseudonym"))
    heard = forms.BooleanField(
        label=gettext_lazy("They have been told what is kept and for how long, and agree"),
        error_messages={"required": lazy(explain_missing_consent, str)()},
    )
