"""Form fields for the names of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from moderation.players import names


class NameInput(forms.TextInput):
    """The input of a name.

    A name that is too long can be typed. It is counted (fields.js) and refused in a sentence.
    """

    def __init__(self, attrs: Mapping[str, Any] | None = None) -> None:
        usual = {"maxlength": 200, "data-longest": names.LONGEST, "autocomplete": "off", "spellcheck": "false"}
        super().__init__({**usual, **(attrs or {})})


class SeatName(forms.CharField):
    """The name of a seat, as it will be displayed."""

    widget = NameInput

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"help_text": names.LIMIT, **options})

    def clean(self, value: str | None) -> str:
        """Return the name without invisible characters. Raises `ValidationError`."""
        try:
            return names.clean_name(value or "")
        except names.BadName as bad:
            raise ValidationError(str(bad)) from None
