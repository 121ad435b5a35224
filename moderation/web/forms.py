"""Form fields and a base form that refuse input in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from moderation.web.refusals import Unwanted

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LARGEST = 1_000_000
LONGEST_LINE = 40  # characters of a line of a list


class Form(forms.Form):
    """A form whose fields have their names as ids, and that is refused in one sentence."""

    use_required_attribute = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s", **kwargs})

    @property
    def first_error(self) -> str:
        """The first error of the sent data; empty before anything was sent."""
        return str(next((errors[0] for errors in self.errors.values()), ""))

    def read(self) -> dict[str, Any]:
        """Return the cleaned data, by field. Raises `Unwanted`."""
        if not self.is_valid():
            raise Unwanted(self.first_error)
        return self.cleaned_data

    def refuse(self, field: str, unwanted: Unwanted) -> None:
        """Add an error to a field, unless the form itself has errors."""
        if self.is_valid():
            self.add_error(field, unwanted.sentence)


class Number(forms.Field):
    """A whole number from `least` to `most`, in digits; None when the field is empty.

    `usual` is the placeholder of an empty field: the number that applies then.
    """

    def __init__(
        self, least: int = 0, too_small: StrOrPromise = "", usual: str = "", most: int = LARGEST, **options: Any
    ) -> None:
        shown = {"class": "short", "inputmode": "numeric", "min": least, "placeholder": usual}
        super().__init__(widget=forms.NumberInput(attrs=shown), **options)
        self.least, self.too_small, self.most = least, too_small, most

    def clean(self, value: str | None) -> int | None:
        """Return the number. Raises `ValidationError`."""
        digits = (value or "").strip()
        if not (digits or self.required):
            return None
        if not (digits.isascii() and digits.isdigit() and len(digits) < 9 and int(digits) <= self.most):
            raise ValidationError(_("“%(written)s” is no number that fits here.") % {"written": digits[:20]})
        if int(digits) < self.least:
            raise ValidationError(self.too_small)
        return int(digits)


class Choice(forms.TypedChoiceField):
    """A choice from a list of values with labels; `wrong` refuses every other value."""

    def __init__(self, choices: Iterable[tuple[str, Any]], wrong: StrOrPromise, **options: Any) -> None:
        super().__init__(choices=list(choices), **options)
        self.wrong = wrong

    def clean(self, value: str | None) -> Any:
        """Return the value that was sent, or the initial one if none was sent.

        A page loaded before this field existed sends none.
        """
        return super().clean(self.initial if value is None else value)

    def validate(self, value: str) -> None:
        """Raise `ValidationError` unless the value is on the list, or is empty and may be."""
        if not (self.valid_value(value) if value else not self.required):
            raise ValidationError(self.wrong)


class LineField(forms.CharField):
    """A line of at most `most` printable characters; `wrong` refuses every other line."""

    def __init__(self, most: int, wrong: StrOrPromise, **options: Any) -> None:
        shown = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        said = dict.fromkeys(("max_length", "null_characters_not_allowed", "unprintable"), wrong)
        super().__init__(
            max_length=most,
            validators=[validate_printable],
            error_messages=said,
            widget=forms.TextInput(attrs=shown),
            **options,
        )


class Lines(forms.CharField):
    """A list with one entry a line: exactly `length` entries, or none.

    Each is printable and not too long.
    """

    def __init__(self, length: int, example: str = "", **options: Any) -> None:
        shown = {"rows": length, "placeholder": example, "autocomplete": "off", "spellcheck": "false"}
        super().__init__(required=False, widget=forms.Textarea(attrs=shown), **options)
        self.length = length

    def clean(self, value: str | None) -> list[str]:
        """Return the lines; an empty list if there are none. Raises `ValidationError`."""
        written = (" ".join(line.split()) for line in (value or "")[: 4 * self.length * LONGEST_LINE].splitlines())
        lines = [line for line in written if line]
        said = {"label": self.label, "length": self.length, "found": len(lines), "most": LONGEST_LINE}
        if lines and len(lines) != self.length:
            raise ValidationError(_("%(label)s: %(length)s names, one a line, or none. There are %(found)s.") % said)
        if any(len(line) > LONGEST_LINE or not line.isprintable() for line in lines):
            raise ValidationError(_("%(label)s: a name is one line of at most %(most)s characters.") % said)
        return lines


def validate_printable(written: str) -> None:
    """Raise `ValidationError` when a character is not printable."""
    if not written.isprintable():
        raise ValidationError("", code="unprintable")
