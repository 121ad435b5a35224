"""What is chosen for a table, as fields of a form, whatever the game: between a kit's options and the page.

A kit's options are of a few kinds; one that no field can hold (a deck of the table's own) keeps its default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kits import Kit, all_kits
from games.models import GameSession
from games.options import OfSeats, Option, Switch, Whole, Word
from games.words import OptionWords
from moderation.forms import Unwanted

PREFIX = "option."
NARRATED = "narrated"  # on the form: nights on phones, and nobody moderates
LARGEST = 1_000_000


@dataclass(frozen=True)
class Choice:
    """One of the values of a field."""

    value: str
    label: str
    picked: bool


@dataclass(frozen=True)
class OptionField:
    """An option on a page: a list to choose from (`word`), a tick (`switch`), a number (`whole`)."""

    name: str
    kind: str
    label: str
    help: str
    value: str | bool
    choices: tuple[Choice, ...] = ()
    least: int = 0


@cache
def playable_kits() -> Mapping[str, Kit]:
    """The games that can be shown to people: those that have their words."""
    return {slug: kit for slug, kit in all_kits().items() if _speaks(kit)}


def _speaks(kit: Kit) -> bool:
    try:
        return bool(kit.words.NAME and kit.roles.SEATS)
    except ModuleNotFoundError:
        return False


def option_fields(kit: Kit, given: Mapping[str, Any], seats: Sequence[str] = ()) -> tuple[OptionField, ...]:
    """A kit's options as fields, filled in with what was given."""
    fields = []
    for name, option in kit.roles.OPTIONS.items():
        said = kit.words.OPTIONS.get(name, OptionWords(name))
        value = given.get(name, option.default)
        label, help_ = str(said.label), str(said.help)
        if isinstance(option, Switch):
            fields.append(OptionField(PREFIX + name, "switch", label, help_, bool(value)))
        elif isinstance(option, Whole):
            written = "" if value is None else str(value)
            fields.append(OptionField(PREFIX + name, "whole", label, help_, written, least=option.least))
        elif isinstance(option, Word):
            words = tuple(Choice(word, str(said.values.get(word, word)), word == value) for word in option.words)
            fields.append(OptionField(PREFIX + name, "word", label, help_, str(value), words))
        elif isinstance(option, OfSeats) and seats:
            first = Choice("", _("The first seat"), value is None)
            people = tuple(Choice(seat, seat, seat == value) for seat in seats)
            fields.append(OptionField(PREFIX + name, "word", label, help_, str(value or ""), (first, *people)))
    return tuple(fields)


def read_options(kit: Kit, form: QueryDict, seats: Sequence[str] = ()) -> dict[str, Any]:
    """The options of a filled-in form, those left at their default left out. Raises `Unwanted`."""
    unknown = next(
        (name for name in form if name.startswith(PREFIX) and name[len(PREFIX) :] not in kit.roles.OPTIONS), ""
    )
    if unknown:
        raise Unwanted(_("This game has no option “%(name)s”.") % {"name": unknown[len(PREFIX) :][:40]})
    read = {}
    for field in option_fields(kit, {}, seats):
        name = field.name[len(PREFIX) :]
        option: Option = kit.roles.OPTIONS[name]
        value = _value(option, form.get(field.name, ""))
        if value is None and not isinstance(option, Switch | Word):
            continue
        if not option.allows(value, seats):
            raise Unwanted(_("“%(label)s” cannot be set to that.") % {"label": field.label})
        if value != option.default:
            read[name] = value
    return read


def _value(option: Option, written: str) -> Any:
    """What was written, as a value of the option; None for nothing, or for what no such option can be."""
    if isinstance(option, Switch):
        return written == "on"
    if isinstance(option, Whole):
        return whole(written) if written.strip() else None
    return written or None


def whole(written: str) -> int:
    """A whole number from 0, as people write one. Raises `Unwanted`."""
    digits = written.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) < 9 and int(digits) <= LARGEST):
        raise Unwanted(_("“%(written)s” is no number that fits here.") % {"written": digits[:20]})
    return int(digits)


@dataclass(frozen=True)
class Manner:
    """How a table plays, beside the game's own options."""

    nights: str
    language: str
    wifi_name: str
    wifi_password: str
    narrated: bool = False
    speaker: str = ""


def read_manner(form: QueryDict) -> Manner:
    """Nights, language, voice and Wi-Fi of a filled-in form. Raises `Unwanted`."""
    nights, language, speaker = form.get("nights", ""), form.get("language", ""), form.get("speaker", "")
    narrated = nights == NARRATED
    if narrated:
        nights = GameSession.Nights.PHONES
    name, password = form.get("wifi_name", "").strip(), form.get("wifi_password", "")
    if nights not in GameSession.Nights.values:
        raise Unwanted(_("Please choose how the nights are played."))
    if language not in dict(settings.LANGUAGES):
        raise Unwanted(_("Please choose a language of the list."))
    if speaker not in ("", *GameSession.Speaker.values):
        raise Unwanted(_("Please choose who says the lines aloud."))
    if len(name) > 32 or not name.isprintable():
        raise Unwanted(_("The name of a Wi-Fi has at most 32 characters."))
    if len(password) > 63 or not password.isprintable():
        raise Unwanted(_("The password of a Wi-Fi has at most 63 characters."))
    return Manner(nights, language, name, password if name else "", narrated, speaker)
