"""The forms of organisers: the name of an evening, and a kept game to go on with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import GameSession
from moderation.table.fields import Choice, Form, Number
from moderation.table.forms import MODERATED_NIGHTS, NIGHTS_MISSING, Explained, evening_field

LONGEST_NAME = 80
AS_KEPT = Explained(
    gettext_lazy("As it was played"),
    gettext_lazy("As the file says; if it does not, with eyes closed."),
)
NAMELESS = gettext_lazy("Please give the evening a name.")


class MoveForm(Form):
    """The evening that a table goes to; none: it is by itself."""

    def __init__(self, game: GameSession, listed: Sequence[tuple[str, str]], *args: Any) -> None:
        super().__init__(*args, initial={"event": str(game.event_id or "")}, auto_id=f"%s-{game.pk}")
        self.fields["event"] = evening_field(listed)


class EveningForm(Form):
    """The name of a new evening."""

    use_required_attribute = True
    name = forms.CharField(
        label=gettext_lazy("Name of a new evening"),
        widget=forms.TextInput(attrs={"maxlength": LONGEST_NAME, "autocomplete": "off"}),
        error_messages={"required": NAMELESS, "null_characters_not_allowed": NAMELESS},
    )

    def clean_name(self) -> str:
        """The name with single spaces. Raises `ValidationError` when it cannot be shown, or is too long."""
        name = " ".join(self.cleaned_data["name"].split())
        if not name.isprintable():
            raise ValidationError(NAMELESS)
        if len(name) > LONGEST_NAME:
            raise ValidationError(
                _("The name of an evening has at most %(count)d characters.") % {"count": LONGEST_NAME}
            )
        return name


class RecordForm(Form):
    """A kept game, as a file or its text; how its nights go on (empty: as it says), and how many moves are taken."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("File of the game"),
        widget=forms.FileInput(attrs={"accept": "application/json,.json"}),
    )
    record = forms.CharField(
        required=False,
        label=gettext_lazy("Text of the game"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocomplete": "off"}),
    )
    nights = Choice((("", AS_KEPT), *MODERATED_NIGHTS), NIGHTS_MISSING, required=False, widget=forms.RadioSelect)
    until = Number(label=gettext_lazy("Moves to take"), required=False)

    def clean(self) -> dict[str, Any]:
        """Add the `text` of the record in bytes, of the file if there is one."""
        given = self.cleaned_data
        sent = given.get("file")
        return given | {"text": sent.read() if sent else given.get("record", "").encode("utf-8", "replace")}
