"""The form with which organisers announce something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import GameSession
from moderation.play.projections.announcements import LONGEST, USUAL
from moderation.web.forms import Choice, Form, LineField

MINUTES = (5, 15, 60)
USUALLY = 15
WRONG_CHOICE = gettext_lazy("Please choose from the list.")


class AnnouncementForm(Form):
    """An announcement: a usual sentence or own words, its duration, and its tables."""

    text = LineField(
        LONGEST,
        format_lazy(gettext_lazy("An announcement is one line of at most {count} characters."), count=LONGEST),
        label=gettext_lazy("In your own words"),
        required=False,
    )

    def __init__(self, tables: Sequence[GameSession], *args: Any) -> None:
        super().__init__(*args, initial={"minutes": str(USUALLY)})
        sentences = [("", _("None: in my own words")), *((name, str(said)) for name, said in USUAL.items())]
        self.fields["usual"] = Choice(sentences, WRONG_CHOICE, required=False, label=_("A usual sentence"))
        spans = [
            (str(one), ngettext("%(count)d minute", "%(count)d minutes", one) % {"count": one}) for one in MINUTES
        ]
        self.fields["minutes"] = Choice(spans, WRONG_CHOICE, label=_("It stands for"))
        at = [(one.code, one.spot or one.code) for one in tables]
        self.fields["tables"] = forms.MultipleChoiceField(
            choices=at,
            required=False,
            label=_("To which tables"),
            widget=forms.CheckboxSelectMultiple,
            error_messages=dict.fromkeys(("invalid_choice", "invalid_list"), _("Please choose tables of the list.")),
        )

    def clean(self) -> dict[str, Any]:
        """Refuse an empty announcement, and one with both kinds of text."""
        given = self.cleaned_data
        if not self.errors and bool(given.get("text")) == bool(given.get("usual")):
            raise ValidationError(_("Please choose a sentence, or write your own: one of the two."))
        return given
